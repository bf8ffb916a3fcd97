//! Where things are in a lake.

use std::path::{Path, PathBuf};

use cclake_transcript::table::Table;

use crate::error::Error;

/// Folder of everything that is not data, with one folder for each machine.
const RECORDS: &str = "_cclake";
/// Folder name of rows without a time: the name that Hive, and with it every reader of such layouts, gives to NULL.
const UNDATED: &str = "__HIVE_DEFAULT_PARTITION__";
const PREFIX: &str = "month=";
const DAY_MICROS: i64 = 86_400_000_000;

/// A month in UTC, as a count since the year 0; NULL for rows without a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Month(Option<i64>);

impl Month {
    /// The month of an instant, in microseconds since 1970.
    pub(crate) fn of(ts: Option<i64>) -> Self {
        Self(ts.map(|ts| month_of_day(ts.div_euclid(DAY_MICROS))))
    }

    /// Name of the month's folder.
    fn folder(self) -> String {
        match self.0 {
            Some(month) => format!("{PREFIX}{:04}-{:02}", month.div_euclid(12), month.rem_euclid(12) + 1),
            None => format!("{PREFIX}{UNDATED}"),
        }
    }

    /// The month that a folder's name states.
    fn parse(folder: &str) -> Option<Self> {
        let value = folder.strip_prefix(PREFIX)?;
        if value == UNDATED {
            return Some(Self(None));
        }
        let (year, month) = value.rsplit_once('-')?;
        Some(Self(Some(year.parse::<i64>().ok()? * 12 + month.parse::<i64>().ok()? - 1)))
    }
}

/// Months since the year 0 of a day since 1970, in the proleptic Gregorian calendar.
///
/// Years are counted from March, so that the leap day is the last of its year; 153 days are five months from then on.
fn month_of_day(day: i64) -> i64 {
    const ERA_DAYS: i64 = 146_097;
    let day = day + 719_468;
    let day_of_era = day.rem_euclid(ERA_DAYS);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let year = year_of_era + 400 * day.div_euclid(ERA_DAYS);
    year * 12 + (5 * day_of_year + 2) / 153 + 2
}

/// The folder of a lake, as one machine sees it.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The lake's folder.
    pub(crate) lake: PathBuf,
    /// The machine, as it is in file names.
    pub(crate) machine: String,
}

impl Layout {
    /// The layout for a machine.
    pub(crate) fn new(lake: &Path, machine: &str) -> Result<Self, Error> {
        let refused = || Error::Machine { name: machine.to_owned() };
        let plain = |letter: char| if letter.is_ascii_alphanumeric() || "._-".contains(letter) { letter } else { '-' };
        let name: String = machine.trim().chars().map(plain).collect();
        // A name of dots only would be a folder that exists already.
        if name.chars().all(|letter| letter == '.') {
            return Err(refused());
        }
        Ok(Self { lake: lake.to_owned(), machine: name })
    }

    /// The folder of all machines' records.
    pub(crate) fn all_records(lake: &Path) -> PathBuf {
        lake.join(RECORDS)
    }

    /// The folder of this machine's records.
    pub(crate) fn records(&self) -> PathBuf {
        Self::all_records(&self.lake).join(&self.machine)
    }

    /// What was read, and how.
    pub(crate) fn state(&self) -> PathBuf {
        self.records().join("state.json")
    }

    /// A commit that is under way.
    pub(crate) fn commit(&self) -> PathBuf {
        self.records().join("commit.json")
    }

    /// The file that a writer locks.
    pub(crate) fn lock(&self) -> PathBuf {
        self.records().join("lock")
    }

    /// Files that no commit names yet.
    pub(crate) fn tmp(&self) -> PathBuf {
        self.records().join("tmp")
    }

    /// This machine's file of a table and month.
    pub(crate) fn file(&self, table: &Table, month: Month) -> PathBuf {
        self.lake.join(table.name).join(month.folder()).join(format!("{}.parquet", self.machine))
    }

    /// The file under `tmp` that is to become [`file`](Self::file).
    pub(crate) fn tmp_file(&self, table: &Table, month: Month) -> PathBuf {
        self.tmp().join(format!("{}.{}.parquet", table.name, month.folder()))
    }

    /// The months in which this machine has rows of a table, in order.
    pub(crate) fn months(&self, table: &Table) -> Result<Vec<Month>, Error> {
        let mut months: Vec<Month> = names(&self.lake.join(table.name))?.iter().filter_map(|name| Month::parse(name)).collect();
        months.retain(|month| self.file(table, *month).is_file());
        months.sort_unstable();
        Ok(months)
    }
}

/// The names in a folder, sorted; none if there is no such folder.
pub(crate) fn names(folder: &Path) -> Result<Vec<String>, Error> {
    let io = |source| Error::Io { path: folder.to_owned(), source };
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(io(error)),
    };
    let mut names = Vec::new();
    for entry in entries {
        names.extend(entry.map_err(io)?.file_name().into_string().ok());
    }
    names.sort_unstable();
    Ok(names)
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn months_are_those_of_the_calendar() {
        for (text, folder) in [
            ("1970-01-01T00:00:00Z", "month=1970-01"),
            ("1969-12-31T23:59:59.999999Z", "month=1969-12"),
            ("2024-02-29T23:59:59.999999Z", "month=2024-02"),
            ("2024-03-01T00:00:00Z", "month=2024-03"),
            ("2000-02-29T12:00:00Z", "month=2000-02"),
            ("2100-02-28T23:00:00Z", "month=2100-02"),
            ("2100-03-01T00:00:00Z", "month=2100-03"),
            ("2025-12-31T23:59:59Z", "month=2025-12"),
            ("2026-01-01T00:00:00Z", "month=2026-01"),
        ] {
            let ts: jiff::Timestamp = text.parse().unwrap();
            let month = Month::of(Some(ts.as_microsecond()));
            assert_eq!(month.folder(), folder);
            assert_eq!(Month::parse(folder), Some(month));
        }
        assert_eq!(Month::of(None).folder(), "month=__HIVE_DEFAULT_PARTITION__");
        assert_eq!(Month::parse("month=__HIVE_DEFAULT_PARTITION__"), Some(Month::of(None)));
        assert_eq!(Month::parse("month=soon"), None);
    }

    #[test]
    fn every_day_of_eight_centuries_has_its_month() {
        let mut day = jiff::civil::date(1600, 1, 1);
        let epoch = jiff::civil::date(1970, 1, 1);
        while day.year() < 2400 {
            let since = i64::from(epoch.until(day).unwrap().get_days());
            assert_eq!(month_of_day(since), i64::from(day.year()) * 12 + i64::from(day.month()) - 1, "{day}");
            day = day.tomorrow().unwrap();
        }
    }

    #[test]
    fn machines_get_names_that_files_can_have() {
        let name = |machine: &str| Layout::new(Path::new("x"), machine).map(|layout| layout.machine);
        assert_eq!(name("dev-box_1.local").unwrap(), "dev-box_1.local");
        assert_eq!(name("Ada's Büro/2").unwrap(), "Ada-s-B-ro-2");
        assert!(matches!(name(" "), Err(Error::Machine { .. })));
        assert!(matches!(name(".."), Err(Error::Machine { .. })));
    }
}
