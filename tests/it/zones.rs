//! Local time.

use arrow::array::AsArray;
use arrow::datatypes::{Date32Type, TimestampMicrosecondType};
use insta::assert_snapshot;
use jiff::Timestamp;
use jiff::civil::{DateTime, date};
use jiff::tz::TimeZone;

use crate::fixture::Lake;

/// Local times of some instants, as `requests` shows them in a zone.
fn local(zone: &str, instants: &[&str]) -> String {
    let lake = Lake::empty();
    let ids: Vec<String> = (0..instants.len()).map(|id| id.to_string()).collect();
    let rows: Vec<[(&str, &str); 2]> = instants.iter().zip(&ids).map(|(ts, id)| [("response_id", id.as_str()), ("ts", *ts)]).collect();
    let rows: Vec<&[(&str, &str)]> = rows.iter().map(|row| row.as_slice()).collect();
    lake.write("requests", "2026-01", "m", &rows);
    lake.sql("select strftime(ts, '%m-%d %H:%M') as utc, local_ts, day from requests order by ts", &["--tz", zone, "--format", "csv"])
}

#[test]
fn utc_is_itself() {
    assert_snapshot!(local("UTC", &["2025-12-31T23:59:59.999999Z", "2026-01-01T00:00:00Z"]), @r#"
    utc,local_ts,day
    12-31 23:59,2025-12-31T23:59:59.999999,2025-12-31
    01-01 00:00,2026-01-01T00:00:00,2026-01-01
    "#);
}

#[test]
fn daylight_saving_begins_and_ends_to_the_microsecond() {
    let instants = ["2026-03-08T09:59:59.999999Z", "2026-03-08T10:00:00Z", "2026-11-01T08:59:59.999999Z", "2026-11-01T09:00:00Z"];
    assert_snapshot!(local("America/Los_Angeles", &instants), @r#"
    utc,local_ts,day
    03-08 09:59,2026-03-08T01:59:59.999999,2026-03-08
    03-08 10:00,2026-03-08T03:00:00,2026-03-08
    11-01 08:59,2026-11-01T01:59:59.999999,2026-11-01
    11-01 09:00,2026-11-01T01:00:00,2026-11-01
    "#);
}

#[test]
fn offsets_can_have_quarters_of_an_hour() {
    assert_snapshot!(local("Asia/Kathmandu", &["2026-05-10T18:14:59Z", "2026-05-10T18:15:00Z"]), @r#"
    utc,local_ts,day
    05-10 18:14,2026-05-10T23:59:59,2026-05-10
    05-10 18:15,2026-05-11T00:00:00,2026-05-11
    "#);
}

#[test]
fn a_year_can_end_before_utc() {
    assert_snapshot!(local("Pacific/Auckland", &["2025-12-31T10:59:59Z", "2025-12-31T11:00:00Z", "2026-04-04T13:59:59Z", "2026-04-04T14:00:00Z"]), @r#"
    utc,local_ts,day
    12-31 10:59,2025-12-31T23:59:59,2025-12-31
    12-31 11:00,2026-01-01T00:00:00,2026-01-01
    04-04 13:59,2026-04-05T02:59:59,2026-04-05
    04-04 14:00,2026-04-05T02:00:00,2026-04-05
    "#);
}

#[test]
fn days_can_begin_at_one_o_clock() {
    assert_snapshot!(local("America/Santiago", &["2026-04-05T02:59:59Z", "2026-04-05T03:00:00Z", "2026-09-06T03:59:59Z", "2026-09-06T04:00:00Z"]), @r#"
    utc,local_ts,day
    04-05 02:59,2026-04-04T23:59:59,2026-04-04
    04-05 03:00,2026-04-04T23:00:00,2026-04-04
    09-06 03:59,2026-09-05T23:59:59,2026-09-05
    09-06 04:00,2026-09-06T01:00:00,2026-09-06
    "#);
}

/// Scenario: an instant every 7 hours and some from 2015 to 2045, in zones with all kinds of rules.
/// Guarantees: local time and day are those of the time zone database, to the microsecond.
#[test]
fn local_times_are_those_of_the_time_zone_database() {
    let lake = Lake::empty();
    let zones = [
        "America/Los_Angeles",
        "Asia/Kathmandu",
        "Pacific/Auckland",
        "America/Santiago",
        "Australia/Lord_Howe",
        "Africa/Casablanca",
        "Europe/Dublin",
        "Pacific/Apia",
    ];
    for name in zones {
        let zone = TimeZone::get(name).unwrap();
        let sql = "select ts, local_ts(ts) as local_ts, local_ts(ts)::date as day from (select make_timestamp(1420070400000000 + i * 25200123457) as ts from range(38800) as t(i))";
        for batch in lake.session_in(name).query(sql).unwrap().batches {
            let [ts, local_ts] = [0, 1].map(|at| batch.column(at).as_primitive::<TimestampMicrosecondType>());
            let day = batch.column(2).as_primitive::<Date32Type>();
            for row in 0..batch.num_rows() {
                let instant = Timestamp::from_microsecond(ts.value(row)).unwrap();
                let expected: DateTime = zone.to_datetime(instant);
                let shown = TimeZone::UTC.to_datetime(Timestamp::from_microsecond(local_ts.value(row)).unwrap());
                assert_eq!(shown, expected, "{name} {instant}");
                let days = (expected.date() - date(1970, 1, 1)).get_days();
                assert_eq!(day.value(row), days, "{name} {instant}");
            }
        }
    }
}

#[test]
fn a_row_without_a_time_has_no_day() {
    let lake = Lake::empty();
    lake.write("requests", "__HIVE_DEFAULT_PARTITION__", "m", &[&[("response_id", "r")]]);
    assert_eq!(lake.sql("select ts, local_ts, day from requests", &["--tz", "Europe/Rome", "--format", "csv"]), "ts,local_ts,day\n,,\n");
}

#[test]
fn the_zone_has_to_exist() {
    let output = Lake::empty().run(&["sql", "select 1", "--tz", "Mars/Olympus"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--tz Mars/Olympus: there is no such time zone"));
}
