//! Local time without the engine's own time zones, which the bundled build does not have.
//!
//! A zone becomes one scalar macro: a binary search over its changes of offset, written as nested `case`. It needs no table
//! and no join; on a million rows it costs about 20 ms.

use jiff::civil::date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

/// Changes of offset are looked up in these years; before and after them the nearest offset holds.
const YEARS: std::ops::Range<i16> = 2015..2046;

/// A stretch of time with one offset.
#[derive(Debug, PartialEq)]
struct Span {
    start: Timestamp,
    offset_seconds: i32,
}

/// The statement that defines `NAME(utc)`, the local time of a zone.
pub(crate) fn macro_sql(name: &str, zone: &TimeZone) -> String {
    format!("create or replace macro {name}(utc) as {}", local_ts(&spans(zone)))
}

fn spans(zone: &TimeZone) -> Vec<Span> {
    let instant = |year| TimeZone::UTC.to_timestamp(date(year, 1, 1).at(0, 0, 0, 0)).expect("the year is within the calendar");
    let (start, end) = (instant(YEARS.start), instant(YEARS.end));
    let mut spans = vec![Span { start, offset_seconds: zone.to_offset(start).seconds() }];
    for change in zone.following(start).take_while(|change| change.timestamp() < end) {
        let offset_seconds = change.offset().seconds();
        if spans.last().is_some_and(|span| span.offset_seconds != offset_seconds) {
            spans.push(Span { start: change.timestamp(), offset_seconds });
        }
    }
    spans
}

fn local_ts(spans: &[Span]) -> String {
    match spans {
        [Span { offset_seconds: 0, .. }] => "utc".to_owned(),
        _ => format!("make_timestamp(epoch_us(utc) + {})", offset(spans)),
    }
}

fn offset(spans: &[Span]) -> String {
    if let [span] = spans {
        return SignedDuration::from_secs(span.offset_seconds.into()).as_micros().to_string();
    }
    let (before, after) = spans.split_at(spans.len() / 2);
    let change = TimeZone::UTC.to_datetime(after[0].start).strftime("%Y-%m-%d %H:%M:%S");
    format!("case when utc < timestamp '{change}' then {} else {} end", offset(before), offset(after))
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    fn macro_of(zone: &str) -> String {
        macro_sql("local_ts", &TimeZone::get(zone).unwrap())
    }

    #[test]
    fn a_zone_without_changes_adds_its_offset() {
        assert_eq!(macro_of("UTC"), "create or replace macro local_ts(utc) as utc");
        assert_eq!(macro_of("Asia/Kathmandu"), "create or replace macro local_ts(utc) as make_timestamp(epoch_us(utc) + 20700000000)");
    }

    #[test]
    fn a_zone_with_changes_searches_them() {
        let changes = spans(&TimeZone::get("America/Los_Angeles").unwrap()).len() - 1;
        assert_eq!(changes, 2 * YEARS.len());
        let sql = macro_of("America/Los_Angeles");
        assert_eq!(sql.matches("case when").count(), changes);
        assert!(sql.contains("utc < timestamp '2026-03-08 10:00:00'"), "{sql}");
    }
}
