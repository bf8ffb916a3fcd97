//! Days as people say them.

use anyhow::Result;
use jiff::ToSpan;
use jiff::civil::Date;

use crate::exit::usage;

/// A day: `2026-11-01`, `20261101`, `today`, `yesterday`, or `7d` for seven days ago.
pub(super) fn parse(name: &str, text: &str, today: Date) -> Result<Date> {
    let ago = |days: i32| today.checked_sub(days.days()).ok();
    let day = match text {
        "today" => Some(today),
        "yesterday" => ago(1),
        _ => match text.strip_suffix('d').and_then(|days| days.parse().ok()) {
            Some(days @ 0..) => ago(days),
            _ => Date::strptime("%Y-%m-%d", text).or_else(|_| Date::strptime("%Y%m%d", text)).ok(),
        },
    };
    day.ok_or_else(|| usage(format!("--{name} `{text}` is no day: 2026-11-01, 20261101, today, yesterday and 7d are")))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn days_have_many_names() {
        let today = date(2026, 3, 1);
        for (text, day) in [
            ("2026-11-01", date(2026, 11, 1)),
            ("20261101", date(2026, 11, 1)),
            ("today", today),
            ("yesterday", date(2026, 2, 28)),
            ("7d", date(2026, 2, 22)),
            ("0d", today),
        ] {
            assert_eq!(parse("since", text, today).unwrap_or_else(|error| panic!("{text}: {error}")), day);
        }
        for text in ["", "d", "-1d", "2026-13-01", "2026-02-30", "tomorrow", "2026-11-01T00:00", "99999999999d"] {
            let error = parse("since", text, today).expect_err("it is none").to_string();
            assert!(error.starts_with(&format!("--since `{text}` is no day")), "{error}");
        }
    }
}
