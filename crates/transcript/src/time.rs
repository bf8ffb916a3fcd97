//! Instants as microseconds since 1970-01-01T00:00:00Z.
//!
//! Nearly every record carries one timestamp of one shape (`2026-05-10T10:00:01.123Z`), which is read by hand; all
//! other ISO 8601 instants go to `jiff`. A time of day without an offset names no instant and is not guessed.

/// Microseconds in a second.
const SECOND: i64 = 1_000_000;
/// Microseconds in a day.
const DAY: i64 = 86_400 * SECOND;
/// 2001-01-01T00:00:00Z and 2101-01-01T00:00:00Z in seconds: within them, the numbers of one instant in seconds,
/// milliseconds and microseconds can never be taken for each other.
const PLAUSIBLE: std::ops::Range<i64> = 978_307_200..4_133_980_800;

/// Microseconds since 1970 of an RFC 3339 or ISO 8601 instant with `Z` or an offset; finer digits are dropped, towards
/// the past. None when there is no offset or the text is not an instant.
pub fn timestamp_micros(text: &str) -> Option<i64> {
    usual_shape(text.as_bytes()).or_else(|| {
        let instant: jiff::Timestamp = text.parse().ok()?;
        i64::try_from(instant.as_nanosecond().div_euclid(1_000)).ok()
    })
}

/// Microseconds since 1970 of an integer time in seconds, milliseconds or microseconds, told apart by size. None
/// unless one of the three falls into the years 2001 to 2100.
pub fn epoch_micros(number: i64) -> Option<i64> {
    [SECOND, 1_000, 1].into_iter().find_map(|micros_per_unit| {
        let seconds = number.div_euclid(SECOND / micros_per_unit);
        PLAUSIBLE.contains(&seconds).then(|| number * micros_per_unit)
    })
}

/// Year and month (1 to 12), in UTC, of a time in microseconds since 1970.
pub fn month(ts: i64) -> (i32, u8) {
    // Days since 0000-03-01, and years that begin in March, so that the leap day is the last day of a year. 400
    // years always have 146,097 days.
    let day = ts.div_euclid(DAY) + 719_468;
    let (era, day) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let from_march = (5 * day + 2) / 153;
    let (carry, month) = if from_march < 10 { (0, from_march + 3) } else { (1, from_march - 9) };
    let year = i32::try_from(era * 400 + year + carry).expect("i64 microseconds span 600,000 years");
    (year, u8::try_from(month).expect("a month is 1 to 12"))
}

/// Reads `YYYY-MM-DDTHH:MM:SSZ` with 0 to 9 digits of a second. None for any other shape, for leap seconds, and for
/// year 9999, whose end is out of reach for `jiff`.
fn usual_shape(text: &[u8]) -> Option<i64> {
    let (&[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2, b'T', h1, h2, b':', n1, n2, b':', s1, s2], rest) = text.split_first_chunk::<19>()? else {
        return None;
    };
    let year = number(&[y1, y2, y3, y4])?;
    let (month, day) = (number(&[m1, m2])?, number(&[d1, d2])?);
    let (hour, minute, second) = (number(&[h1, h2])?, number(&[n1, n2])?, number(&[s1, s2])?);
    let micros = match rest {
        b"Z" => 0,
        [b'.', digits @ .., b'Z'] if (1..=9).contains(&digits.len()) => {
            let kept = digits.len().min(6);
            number(&digits[kept..])?;
            number(&digits[..kept])? * 10_i64.pow(6 - u32::try_from(kept).ok()?)
        }
        _ => return None,
    };
    if year == 9999 || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let days = days_since_1970(year, month, day)?;
    Some(days * DAY + (hour * 3_600 + minute * 60 + second) * SECOND + micros)
}

/// The number that decimal digits spell, 0 for none.
fn number(digits: &[u8]) -> Option<i64> {
    digits.iter().try_fold(0, |n, digit| digit.is_ascii_digit().then(|| n * 10 + i64::from(digit - b'0')))
}

/// Days from 1970-01-01 to a date of the years 0 to 9999; None when there is no such date.
fn days_since_1970(year: i64, month: i64, day: i64) -> Option<i64> {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = match month {
        2 => 28 + i64::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if !(1..=length).contains(&day) {
        return None;
    }
    // As in `month`: a year begins in March. The year before 0 is moved into the era of 400 years that precedes it.
    let (year, from_march) = if month < 3 { (year + 399, month + 9) } else { (year + 400, month - 3) };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * from_march + 2) / 5 + day - 1;
    Some(days - 146_097 - 719_468)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// 2026-05-10T10:00:01Z: 20,583 days (56 years with 14 leap days, then 129 days) and 36,001 seconds.
    const MAY: i64 = (20_583 * 86_400 + 36_001) * SECOND;

    #[test]
    fn shapes_of_timestamps() {
        for (text, expected) in [
            ("1970-01-01T00:00:00Z", Some(0)),
            ("1969-12-31T23:59:59.999999999Z", Some(-1)),
            ("1969-12-31T23:59:59.999999999+00:00", Some(-1)),
            ("2026-05-10T10:00:01Z", Some(MAY)),
            ("2026-05-10T10:00:01.1Z", Some(MAY + 100_000)),
            ("2026-05-10T10:00:01.123Z", Some(MAY + 123_000)),
            ("2026-05-10T10:00:01.123456Z", Some(MAY + 123_456)),
            ("2026-05-10T10:00:01.123456789Z", Some(MAY + 123_456)),
            ("2026-05-10T08:00:01-02:00", Some(MAY)),
            ("2026-05-10T15:45:01.000+05:45", Some(MAY)),
            ("2026-05-10 10:00:01z", Some(MAY)),
            ("2024-02-29T00:00:00Z", Some(19_782 * DAY)),
            ("2026-02-29T00:00:00Z", None),
            ("2026-13-01T00:00:00Z", None),
            ("2026-05-10T24:00:00Z", None),
            ("2026-05-10T10:00:01", None),
            ("2026-05-10T10:00:01.Z", None),
            ("2026-05-10T10:00:01.1234567890Z", None),
            ("2026-05-10T1é:00:01Z", None),
            ("1778407201", None),
            ("", None),
        ] {
            assert_eq!(timestamp_micros(text), expected, "{text}");
        }
    }

    #[test]
    fn units_of_epoch_numbers() {
        assert_eq!(epoch_micros(MAY / SECOND), Some(MAY));
        assert_eq!(epoch_micros(MAY / 1_000 + 7), Some(MAY + 7_000));
        assert_eq!(epoch_micros(MAY + 7), Some(MAY + 7));
        assert_eq!(epoch_micros(978_307_200), Some(978_307_200 * SECOND));
        for number in [0, 978_307_199, 4_133_980_800, -MAY, i64::MAX, i64::MIN, MAY * 1_000] {
            assert_eq!(epoch_micros(number), None, "{number}");
        }
    }

    #[test]
    fn months_in_utc() {
        assert_eq!(month(0), (1970, 1));
        assert_eq!(month(-1), (1969, 12));
        assert_eq!(month(MAY), (2026, 5));
        assert_eq!(month(19_782 * DAY), (2024, 2));
        assert_eq!(month(19_783 * DAY), (2024, 3));
        assert_eq!(month(i64::MAX).0, 294_247);
        assert_eq!(month(i64::MIN).0, -290_308);
    }

    proptest! {
        #[test]
        fn by_hand_equals_jiff(
            (year, month, day) in (0i16..=9999, 0i8..14, 0i8..33),
            (hour, minute, second) in (0i8..25, 0i8..61, 0i8..60),
            fraction in "(\\.[0-9]{1,10})?",
        ) {
            let text = format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}Z");
            let instant = text.parse::<jiff::Timestamp>().ok();
            let micros = instant.and_then(|instant| i64::try_from(instant.as_nanosecond().div_euclid(1_000)).ok());
            prop_assert_eq!(timestamp_micros(&text), micros);
            if let Some(micros) = micros {
                prop_assert_eq!(super::month(micros), (i32::from(year), u8::try_from(month).expect("a month")));
            }
        }
    }
}
