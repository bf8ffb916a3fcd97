//! Amounts of money, exact to the pico-dollar.

/// Pico-dollars in a dollar.
const DOLLAR: i128 = 1_000_000_000_000;
/// A money column holds less than a million dollars.
const LIMIT: i128 = 1_000_000 * DOLLAR;

/// Pico-dollars of a decimal number as JSON writes it (`0.25`, `1.25e-05`), half to even beyond the twelfth place.
/// NULL if it is no number, negative, or does not fit a money column.
pub fn pico_dollars(number: &str) -> Option<i128> {
    let (mantissa, exponent) = match number.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (number, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() || !whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits = format!("{whole}{fraction}");
    let digits = digits.trim_start_matches('0');
    // The place of the last digit, counted in pico-dollars.
    let place = 12i32.checked_add(exponent)?.checked_sub(i32::try_from(fraction.len()).ok()?)?;
    if digits.is_empty() {
        return Some(0);
    }
    let amount = if place >= 0 {
        digits.parse::<i128>().ok()?.checked_mul(10i128.checked_pow(place.unsigned_abs())?)?
    } else {
        rounded(digits, place.unsigned_abs() as usize)?
    };
    (amount < LIMIT).then_some(amount)
}

/// The number without its last digits, half to even.
fn rounded(digits: &str, drop: usize) -> Option<i128> {
    if drop > digits.len() {
        return Some(0);
    }
    let (kept, dropped) = digits.split_at(digits.len() - drop);
    let kept = if kept.is_empty() { 0 } else { kept.parse::<i128>().ok()? };
    let half = dropped.starts_with('5') && dropped[1..].bytes().all(|digit| digit == b'0');
    let up = if half { kept % 2 == 1 } else { dropped.as_bytes()[0] >= b'5' };
    Some(kept + i128::from(up))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact() {
        for (number, want) in [
            ("0.25", Some(250_000_000_000)),
            ("3", Some(3 * DOLLAR)),
            ("1.25e-05", Some(12_500_000)),
            ("1e-12", Some(1)),
            ("0.0000000000005", Some(0)),
            ("0.0000000000015", Some(2)),
            ("0.0000000000025", Some(2)),
            ("0.00000000000250001", Some(3)),
            ("1e-40", Some(0)),
            ("0", Some(0)),
            ("0.30000000000000004", Some(300_000_000_000)),
            ("999999.999999999999", Some(LIMIT - 1)),
            ("1000000", None),
            ("-1", None),
            ("1e400", None),
            ("true", None),
            ("\"1\"", None),
            (".5", None),
            ("", None),
        ] {
            assert_eq!(pico_dollars(number), want, "{number}");
        }
    }
}
