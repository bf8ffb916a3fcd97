//! The days that a run covers.

use jiff::ToSpan;
use jiff::civil::Date;

use crate::config::Period;

/// Days from the first to the last, both included; none means that there is no bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Days {
    pub(super) first: Option<Date>,
    pub(super) last: Option<Date>,
}

impl Days {
    fn of(first: Date, last: Date) -> Self {
        Self { first: Some(first), last: Some(last) }
    }
}

/// What is to be covered today, the earliest first, and how many missed periods are not, since they are too many. `covered` is the last day
/// that a run covered before.
pub(super) fn due(period: Period, today: Date, covered: Option<Date>, catch_up: u32) -> (Vec<Days>, usize) {
    let monday = |day: Date| day.saturating_sub(i32::from(day.weekday().to_monday_zero_offset()).days());
    let yesterday = today.saturating_sub(1.day());
    let one = |days| (vec![days], 0);
    match period {
        Period::All => one(Days { first: None, last: None }),
        Period::WeekToDate => one(Days::of(monday(today), today)),
        Period::MonthToDate => one(Days::of(today.first_of_month(), today)),
        Period::SinceLastRun => match covered.map(|day| day.saturating_add(1.day())) {
            Some(first) if first > yesterday => (Vec::new(), 0),
            first => one(Days { first, last: Some(yesterday) }),
        },
        Period::Yesterday => missed(Days::of(yesterday, yesterday), covered, catch_up, |first| Days::of(first, first)),
        Period::LastWeek => {
            let week = |first: Date| Days::of(first, first.saturating_add(6.days()));
            missed(week(monday(today).saturating_sub(7.days())), covered, catch_up, |day| week(monday(day)))
        }
        Period::LastMonth => {
            let month = |day: Date| Days::of(day.first_of_month(), day.last_of_month());
            missed(month(today.first_of_month().saturating_sub(1.day())), covered, catch_up, month)
        }
    }
}

/// The periods after the last one that was covered until the latest, which is covered in any case.
fn missed(latest: Days, covered: Option<Date>, catch_up: u32, of: impl Fn(Date) -> Days) -> (Vec<Days>, usize) {
    let mut periods = Vec::new();
    let mut next = covered.map(|day| day.saturating_add(1.day()));
    while let Some(first) = next.filter(|first| Some(*first) < latest.first) {
        let days = of(first);
        next = days.last.map(|last| last.saturating_add(1.day()));
        periods.push(days);
    }
    let too_many = periods.len().saturating_sub(catch_up as usize);
    periods.drain(..too_many);
    periods.push(latest);
    (periods, too_many)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn texts(period: Period, today: Date, covered: Option<Date>, catch_up: u32) -> (Vec<String>, usize) {
        let (periods, skipped) = due(period, today, covered, catch_up);
        let text = |day: Option<Date>| day.map_or("…".to_owned(), |day| day.to_string()[5..].to_owned());
        (periods.into_iter().map(|days| format!("{} {}", text(days.first), text(days.last))).collect(), skipped)
    }

    #[test]
    fn a_day_has_its_periods() {
        // A Tuesday.
        let today = date(2026, 12, 1);
        for (period, covered, expected) in [
            (Period::Yesterday, None, &["11-30 11-30"][..]),
            (Period::Yesterday, Some(date(2026, 11, 30)), &["11-30 11-30"]),
            (Period::Yesterday, Some(date(2026, 11, 27)), &["11-28 11-28", "11-29 11-29", "11-30 11-30"]),
            (Period::LastWeek, None, &["11-23 11-29"]),
            (Period::LastWeek, Some(date(2026, 11, 15)), &["11-16 11-22", "11-23 11-29"]),
            (Period::LastMonth, Some(date(2026, 8, 31)), &["09-01 09-30", "10-01 10-31", "11-01 11-30"]),
            (Period::WeekToDate, None, &["11-30 12-01"]),
            (Period::MonthToDate, None, &["12-01 12-01"]),
            (Period::SinceLastRun, None, &["… 11-30"]),
            (Period::SinceLastRun, Some(date(2026, 11, 27)), &["11-28 11-30"]),
            (Period::SinceLastRun, Some(date(2026, 11, 30)), &[]),
            (Period::All, Some(date(2026, 11, 30)), &["… …"]),
        ] {
            assert_eq!(texts(period, today, covered, 7), (expected.iter().map(|text| (*text).to_owned()).collect(), 0), "{period:?} {covered:?}");
        }
    }

    #[test]
    fn what_was_missed_long_ago_stays_missed() {
        let (periods, skipped) = texts(Period::Yesterday, date(2026, 12, 1), Some(date(2026, 11, 20)), 2);
        assert_eq!((periods.as_slice(), skipped), (["11-28 11-28", "11-29 11-29", "11-30 11-30"].map(str::to_owned).as_slice(), 7));
        let (periods, skipped) = texts(Period::Yesterday, date(2026, 12, 1), Some(date(2026, 11, 28)), 0);
        assert_eq!((periods.as_slice(), skipped), (["11-30 11-30".to_owned()].as_slice(), 1));
    }
}
