//! Numbers for people, by the unit that the name of their column ends with.

/// A number, given with all its digits.
pub(super) fn shown(plain: &str, name: &str) -> String {
    match name.rsplit('_').next() {
        Some("usd") => dollars(plain),
        Some("ms") => plain.parse().map_or_else(|_| plain.to_owned(), duration),
        Some("bytes") => plain.parse().map_or_else(|_| plain.to_owned(), bytes),
        _ if name.split('_').any(|word| matches!(word, "rate" | "share")) => plain.parse().map_or_else(|_| plain.to_owned(), percent),
        _ => grouped(&rounded(plain, 2)),
    }
}

/// An amount to the cent, or to four digits after the point where it is less than that.
fn dollars(plain: &str) -> String {
    let (sign, size) = plain.strip_prefix('-').map_or(("", plain), |size| ("-", size));
    let number: f64 = size.parse().unwrap_or(f64::NAN);
    let is_zero = !size.contains(|digit: char| digit.is_ascii_digit() && digit != '0');
    match number {
        _ if is_zero => "$0.00".to_owned(),
        ..0.0001 => format!("{sign}<$0.0001"),
        ..0.01 => format!("{sign}${}", rounded(size, 4)),
        _ => format!("{sign}${}", grouped(&fixed(size, 2))),
    }
}

/// A decimal number to so many digits after the point, exactly, half away from zero.
fn fixed(size: &str, places: usize) -> String {
    let (whole, fraction) = size.split_once('.').unwrap_or((size, ""));
    if !size.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return size.to_owned();
    }
    let kept: String = whole.chars().chain(fraction.chars().chain(std::iter::repeat('0')).take(places)).collect();
    let goes_up = fraction.as_bytes().get(places).is_some_and(|digit| *digit >= b'5');
    let Some(value) = kept.parse::<u128>().ok().and_then(|value| value.checked_add(u128::from(goes_up))) else { return size.to_owned() };
    let digits = format!("{value:0>width$}", width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    if places == 0 { whole.to_owned() } else { format!("{whole}.{fraction}") }
}

/// The same for numbers of any sign, without zeros at the end.
fn rounded(plain: &str, places: usize) -> String {
    let (sign, size) = plain.strip_prefix('-').map_or(("", plain), |size| ("-", size));
    let text = if size.contains('.') { fixed(size, places).trim_end_matches('0').trim_end_matches('.').to_owned() } else { size.to_owned() };
    format!("{sign}{text}")
}

/// With a comma between thousands.
fn grouped(number: &str) -> String {
    let (sign, size) = number.strip_prefix('-').map_or(("", number), |size| ("-", size));
    let (whole, fraction) = size.split_once('.').map_or((size, String::new()), |(whole, fraction)| (whole, format!(".{fraction}")));
    let mut grouped = String::from(sign);
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + &fraction
}

fn percent(rate: f64) -> String {
    match rate * 100.0 {
        percent if percent > 0.0 && percent < 0.05 => "<0.1 %".to_owned(),
        percent => format!("{percent:.1} %"),
    }
}

/// A time in its two largest units.
fn duration(ms: f64) -> String {
    let (sign, ms) = if ms < 0.0 { ("-", -ms) } else { ("", ms) };
    let seconds = (ms / 1000.0).round();
    let pair = |large: f64, one: &str, small: f64, other: &str| {
        format!("{sign}{} {one} {} {other}", (seconds / large).floor(), ((seconds % large) / small).floor())
    };
    match ms {
        ..1000.0 => format!("{sign}{} ms", ms.round()),
        ..59_950.0 => format!("{sign}{:.1} s", ms / 1000.0),
        _ if seconds < 3600.0 => pair(60.0, "min", 1.0, "s"),
        _ if seconds < 172_800.0 => pair(3600.0, "h", 60.0, "min"),
        _ => pair(86_400.0, "d", 3600.0, "h"),
    }
}

fn bytes(bytes: f64) -> String {
    let units = [(1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")];
    // What would be rounded to 1000 of a unit is 1 of the next.
    match units.into_iter().find(|(size, _)| bytes.abs() >= size * 0.99995) {
        Some((size, unit)) => format!("{:.1} {unit}", bytes / size),
        None => format!("{bytes} B"),
    }
}

const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A column for each number, as high as it is of the largest. Where all are 0 or less, so is the line.
pub(super) fn sparkline(numbers: &[f64]) -> String {
    let largest = numbers.iter().copied().fold(0.0, f64::max);
    let height = |number: f64| if largest > 0.0 && number > 0.0 { (number / largest * 7.0).round() } else { 0.0 };
    numbers.iter().map(|number| if *number > 0.0 { BARS[height(*number) as usize] } else { ' ' }).collect::<String>().replace(' ', "·")
}

/// A bar of so many characters at most, in eighths of one.
pub(super) fn bar(part: f64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (part.clamp(0.0, 1.0) * 8.0 * width as f64).round() as usize;
    // What is more than nothing is to be seen.
    let eighths = if part > 0.0 { eighths.max(1) } else { eighths };
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_decide() {
        for (name, plain, expected) in [
            ("cost_usd", "0.000000000000", "$0.00"),
            ("cost_usd", "0.000000000001", "<$0.0001"),
            ("cost_usd", "0.004251000000", "$0.0043"),
            ("cost_usd", "1234567.885000000000", "$1,234,567.89"),
            ("cost_usd", "-12.344999999999", "-$12.34"),
            ("cost_usd", "0.999999999999", "$1.00"),
            ("p50_ms", "999", "999 ms"),
            ("p50_ms", "59949", "59.9 s"),
            ("p50_ms", "59950", "1 min 0 s"),
            ("p50_ms", "3599600", "1 h 0 min"),
            ("p50_ms", "7384000", "2 h 3 min"),
            ("p50_ms", "180000000", "2 d 2 h"),
            ("p50_ms", "-1500", "-1.5 s"),
            ("result_bytes", "999", "999 B"),
            ("result_bytes", "999999", "1.0 MB"),
            ("result_bytes", "1234567", "1.2 MB"),
            ("failure_rate", "0.123456", "12.3 %"),
            ("failure_rate_low", "0.000400", "<0.1 %"),
            ("cost_share", "1.000000", "100.0 %"),
            ("output_tokens", "1234567", "1,234,567"),
            ("wall_minutes", "1234.50", "1,234.5"),
            ("calls", "-999", "-999"),
        ] {
            assert_eq!(shown(plain, name), expected, "{name} {plain}");
        }
    }

    #[test]
    fn lengths_are_parts_of_the_largest() {
        assert_eq!(sparkline(&[0.0, 1.0, 8.0, 0.01]), "·▂█▁");
        assert_eq!(sparkline(&[0.0, -1.0]), "··");
        assert_eq!(
            (bar(1.0, 4).as_str(), bar(0.5, 4).as_str(), bar(0.3, 4).as_str(), bar(0.0001, 4).as_str(), bar(0.0, 4).as_str()),
            ("████", "██", "█▎", "▏", "")
        );
    }
}
