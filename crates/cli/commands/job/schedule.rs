//! When a job runs, as systemd and cron say it.

use std::fmt::Write;

use jiff::civil::{Date, DateTime, DateTimeRound};
use jiff::{RoundMode, ToSpan, Unit};

/// Times of the day on some days. An empty list of minutes, hours, days, months or weekdays means all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Schedule {
    minutes: Vec<u8>,
    hours: Vec<u8>,
    days: Vec<u8>,
    months: Vec<u8>,
    /// From 1 for Monday to 7 for Sunday.
    weekdays: Vec<u8>,
}

const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

impl Schedule {
    /// Reads either form.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let parsed = match words.as_slice() {
            [minutes, hours, days, months, weekdays] => Self::of_cron([minutes, hours, days, months, weekdays]),
            words => Self::of_calendar(words),
        };
        parsed.map_err(|what| format!("schedule `{text}`: {what}"))
    }

    fn of_cron([minutes, hours, days, months, weekdays]: [&str; 5]) -> Result<Self, String> {
        let mut weekdays = field(weekdays, "-", 0..=7, &WEEKDAYS)?;
        // Cron has two Sundays.
        weekdays.iter_mut().filter(|day| **day == 0).for_each(|day| *day = 7);
        weekdays.sort_unstable();
        weekdays.dedup();
        let schedule = Self {
            minutes: field(minutes, "-", 0..=59, &[])?,
            hours: field(hours, "-", 0..=23, &[])?,
            days: field(days, "-", 1..=31, &[])?,
            months: field(months, "-", 1..=12, &MONTHS)?,
            weekdays: if weekdays.len() == 7 { Vec::new() } else { weekdays },
        };
        if !schedule.days.is_empty() && !schedule.weekdays.is_empty() {
            return Err("cron runs on either the day of the month or the weekday, systemd on both at once: leave one out".to_owned());
        }
        Ok(schedule)
    }

    fn of_calendar(words: &[&str]) -> Result<Self, String> {
        let text = match words {
            ["hourly"] => "*-*-* *:00",
            ["daily"] => "*-*-* 00:00",
            ["weekly"] => "Mon *-*-* 00:00",
            ["monthly"] => "*-*-01 00:00",
            _ => "",
        };
        let words: Vec<&str> = if text.is_empty() { words.to_vec() } else { text.split(' ').collect() };
        let mut schedule = Self { minutes: vec![0], hours: vec![0], days: Vec::new(), months: Vec::new(), weekdays: Vec::new() };
        if words.is_empty() {
            return Err("it says nothing".to_owned());
        }
        for word in words {
            if word.contains(':') {
                let parts: Vec<&str> = word.split(':').collect();
                let ([hours, minutes] | [hours, minutes, "00" | "0"]) = parts.as_slice() else {
                    return Err(format!("`{word}` is no time to the minute"));
                };
                schedule.hours = field(hours, "..", 0..=23, &[])?;
                schedule.minutes = field(minutes, "..", 0..=59, &[])?;
            } else if word.contains('-') {
                let parts: Vec<&str> = word.split('-').collect();
                let (["*", months, days] | [months, days]) = parts.as_slice() else { return Err(format!("`{word}` is no day of every year")) };
                schedule.months = field(months, "..", 1..=12, &[])?;
                schedule.days = field(days, "..", 1..=31, &[])?;
            } else {
                let weekdays = field(word, "..", 1..=7, &WEEKDAYS);
                schedule.weekdays = weekdays.map_err(|_| format!("`{word}` is no weekday, and none of hourly, daily, weekly, monthly"))?;
            }
        }
        Ok(schedule)
    }

    /// As systemd says it.
    pub(crate) fn calendar(&self) -> String {
        let weekdays = self.weekdays.iter().map(|day| WEEKDAYS[usize::from(*day) - 1]).collect::<Vec<_>>().join(",");
        let weekdays = if weekdays.is_empty() { weekdays } else { weekdays + " " };
        let list = |values: &[u8]| joined(values, 2);
        format!("{weekdays}*-{}-{} {}:{}:00", list(&self.months), list(&self.days), list(&self.hours), list(&self.minutes))
    }

    /// As cron says it. None where cron would take a day of the month and a weekday for either.
    pub(crate) fn cron(&self) -> Option<String> {
        let is_either = !self.days.is_empty() && !self.weekdays.is_empty();
        let fields = [&self.minutes, &self.hours, &self.days, &self.months, &self.weekdays].map(|values| joined(values, 1));
        (!is_either).then(|| fields.join(" "))
    }

    /// The first time after another, within the years that a 29 February can be away.
    pub(crate) fn next(&self, after: DateTime) -> Option<DateTime> {
        let minute = after.round(DateTimeRound::new().smallest(Unit::Minute).mode(RoundMode::Trunc)).ok()?;
        let start = minute.checked_add(1.minute()).ok()?;
        let days = start.date().series(1.day()).take(366 * 9);
        let times = || {
            (0..24)
                .filter(|hour| holds(&self.hours, *hour))
                .flat_map(|hour| (0..60).filter(|minute| holds(&self.minutes, *minute)).map(move |minute| (hour, minute)))
        };
        let mut all = days.filter(|day| self.is_day(*day)).flat_map(|day| times().map(move |(hour, minute)| day.at(hour, minute, 0, 0)));
        all.find(|time| *time >= start)
    }

    fn is_day(&self, day: Date) -> bool {
        let weekday = day.weekday().to_monday_one_offset();
        holds(&self.days, day.day()) && holds(&self.months, day.month()) && holds(&self.weekdays, weekday)
    }
}

fn holds(values: &[u8], value: i8) -> bool {
    values.is_empty() || u8::try_from(value).is_ok_and(|value| values.contains(&value))
}

fn joined(values: &[u8], width: usize) -> String {
    let mut text = String::new();
    for value in values {
        _ = write!(text, "{}{value:0width$}", if text.is_empty() { "" } else { "," });
    }
    if text.is_empty() { "*".to_owned() } else { text }
}

/// The values of a field: `*`, numbers or names, ranges, steps, and lists of these.
fn field(text: &str, range_mark: &str, all: std::ops::RangeInclusive<u8>, names: &[&str]) -> Result<Vec<u8>, String> {
    if text == "*" {
        return Ok(Vec::new());
    }
    let number = |word: &str| {
        // Names begin with the first number that is not 0.
        let named = names.iter().position(|name| name.eq_ignore_ascii_case(word.get(..3).unwrap_or(word))).map(|at| at as u8 + 1);
        let value = named.or_else(|| word.parse().ok()).filter(|value| all.contains(value));
        value.ok_or_else(|| format!("`{word}` is not from {} to {}", all.start(), all.end()))
    };
    let mut values = Vec::new();
    for item in text.split(',') {
        let (range, step) = item.split_once('/').map_or((item, None), |(range, step)| (range, Some(step)));
        let goes_on = step.is_some();
        let step = step.map_or(Ok(1), |step| step.parse::<usize>().ok().filter(|step| *step > 0).ok_or_else(|| format!("`{item}` has no step")))?;
        let (first, last) = match (range, range.split_once(range_mark)) {
            ("*", _) => (*all.start(), *all.end()),
            (_, Some((first, last))) => (number(first)?, number(last)?),
            (one, None) if goes_on => (number(one)?, *all.end()),
            (one, None) => (number(one)?, number(one)?),
        };
        if first > last {
            return Err(format!("`{item}` ends before it begins"));
        }
        values.extend((first..=last).step_by(step));
    }
    values.sort_unstable();
    values.dedup();
    // All of them are what a star says.
    Ok(if values.len() == all.clone().count() { Vec::new() } else { values })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(text: &str) -> (String, Option<String>) {
        let schedule = Schedule::parse(text).unwrap_or_else(|error| panic!("{error}"));
        (schedule.calendar(), schedule.cron())
    }

    #[test]
    fn each_form_is_the_other() {
        for (text, calendar, cron) in [
            ("daily", "*-*-* 00:00:00", Some("0 0 * * *")),
            ("hourly", "*-*-* *:00:00", Some("0 * * * *")),
            ("monthly", "*-*-01 00:00:00", Some("0 0 1 * *")),
            ("Mon 08:00", "Mon *-*-* 08:00:00", Some("0 8 * * 1")),
            ("Mon..Fri 7:30", "Mon,Tue,Wed,Thu,Fri *-*-* 07:30:00", Some("30 7 * * 1,2,3,4,5")),
            ("*-*-01 06:30:00", "*-*-01 06:30:00", Some("30 6 1 * *")),
            ("0 8 * * 1", "Mon *-*-* 08:00:00", Some("0 8 * * 1")),
            ("*/20 9-11 * jan,3 sun", "Sun *-01,03-* 09,10,11:00,20,40:00", Some("0,20,40 9,10,11 * 1,3 7")),
            ("0 0 * * 0-6", "*-*-* 00:00:00", Some("0 0 * * *")),
            ("Fri *-*-13 00:00", "Fri *-*-13 00:00:00", None),
            ("*:0/1", "*-*-* *:*:00", Some("* * * * *")),
            ("*-*-1/1 06:00", "*-*-* 06:00:00", Some("0 6 * * *")),
            ("58/1 * * * *", "*-*-* *:58,59:00", Some("58,59 * * * *")),
        ] {
            assert_eq!(both(text), (calendar.to_owned(), cron.map(str::to_owned)), "{text}");
        }
    }

    #[test]
    fn what_is_no_time_is_said() {
        for (text, said) in [
            ("", "it says nothing"),
            ("60 8 * * 1", "`60` is not from 0 to 59"),
            ("0 8 13 * 5", "cron runs on either"),
            ("Mun 08:00", "`Mun` is no weekday, and none of hourly, daily, weekly, monthly"),
            ("25:00", "`25` is not from 0 to 23"),
            ("10:00:30", "`10:00:30` is no time to the minute"),
            ("2026-11-01 10:00", "`2026-11-01` is no day of every year"),
            ("0 8 * * 5-1", "`5-1` ends before it begins"),
            ("*/0 8 * * *", "`*/0` has no step"),
        ] {
            let error = Schedule::parse(text).expect_err(text);
            assert!(error.contains(said), "{error}");
        }
    }

    #[test]
    fn the_next_time_is_found() {
        let next = |text: &str, after: &str| {
            let after: DateTime = after.parse().expect("it is a time");
            Schedule::parse(text).expect("it is a schedule").next(after).map(|time| time.to_string())
        };
        assert_eq!(next("Mon 08:00", "2026-11-30T07:59:59").as_deref(), Some("2026-11-30T08:00:00"));
        assert_eq!(next("Mon 08:00", "2026-11-30T08:00:00").as_deref(), Some("2026-12-07T08:00:00"));
        assert_eq!(next("*/15 * * * *", "2026-11-30T23:50:10").as_deref(), Some("2026-12-01T00:00:00"));
        assert_eq!(next("0 0 29 2 *", "2026-11-30T00:00:00").as_deref(), Some("2028-02-29T00:00:00"));
        assert_eq!(next("0 0 31 2 *", "2026-11-30T00:00:00"), None);
    }
}
