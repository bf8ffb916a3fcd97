//! The period before a period.

use jiff::ToSpan;
use jiff::civil::Date;

/// A period, and where the one before begins: as many months earlier where it is some whole months, else as many days.
#[derive(Debug, PartialEq)]
pub(crate) struct Before {
    /// First day of the period before. Its last one is the day before the period.
    pub(crate) since: Date,
    /// Months from there to the period; 0 where it is not made of months.
    months: i32,
    /// Days from there to the period.
    days: i32,
}

impl Before {
    /// The period before the one with a first and a last day; none if that ends before it begins.
    pub(crate) fn of(since: Date, until: Date) -> Option<Self> {
        let days = (until - since).get_days() + 1;
        let is_months = since.day() == 1 && until == until.last_of_month();
        let months = if is_months { i32::from(until.year() - since.year()) * 12 + i32::from(until.month() - since.month()) + 1 } else { 0 };
        let before = since.saturating_sub(if is_months { months.months() } else { days.days() });
        (days > 0).then(|| Self { since: before, months, days: (since - before).get_days() })
    }

    /// An expression for what a key of that period is beside in this one: the day or month as far from the beginning.
    pub(crate) fn beside(&self, key: &str, name: &str, kind: &str) -> String {
        let Self { months, days, .. } = self;
        match kind {
            "DATE" if name == "month" && *months > 0 => format!("({key} + to_months({months}))::date"),
            "DATE" => format!("({key} + {days})"),
            "TIMESTAMP" => format!("({key} + to_days({days}))"),
            _ => key.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn the_period_before_is_as_long() {
        for (since, until, before, months, days) in [
            (date(2026, 11, 9), date(2026, 11, 15), date(2026, 11, 2), 0, 7),
            (date(2026, 3, 1), date(2026, 3, 31), date(2026, 2, 1), 1, 28),
            (date(2026, 1, 1), date(2026, 3, 31), date(2025, 10, 1), 3, 92),
            (date(2026, 1, 1), date(2026, 12, 31), date(2025, 1, 1), 12, 365),
            (date(2026, 11, 1), date(2026, 11, 15), date(2026, 10, 17), 0, 15),
            (date(2024, 2, 29), date(2024, 2, 29), date(2024, 2, 28), 0, 1),
        ] {
            assert_eq!(Before::of(since, until), Some(Before { since: before, months, days }), "{since} {until}");
        }
        assert_eq!(Before::of(date(2026, 11, 2), date(2026, 11, 1)), None);
    }
}
