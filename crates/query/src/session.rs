//! One lake, open for questions.

use std::path::Path;

use arrow::array::RecordBatch;
use arrow::datatypes::SchemaRef;
use duckdb::{Config, Connection};
use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::error::Error;
use crate::layout::Layout;
use crate::views::{self, Definition};
use crate::{guard, quote, script, zone};

/// What the engine cannot know by itself.
#[derive(Clone, Debug)]
pub struct Options {
    /// The zone of `local_ts` and `day`.
    pub tz: TimeZone,
    /// The time that the variable `now` holds; the system's if there is none.
    pub now: Option<Timestamp>,
}

/// The rows that a statement gave.
#[derive(Debug)]
pub struct Answer {
    /// Names and types of the columns.
    pub schema: SchemaRef,
    /// The rows.
    pub batches: Vec<RecordBatch>,
}

/// An engine that can read one lake and nothing else.
#[derive(Debug)]
pub struct Session {
    connection: Connection,
    /// The views that no statement needed yet.
    pending: Vec<Definition>,
}

impl Session {
    /// Opens a lake, and locks the engine down to reading the lake's files.
    pub fn open(lake: &Path, options: &Options) -> Result<Self, Error> {
        let lake = Layout::open(lake)?;
        let connection = start().map_err(|error| Error::Start(error.into()))?;
        for statement in settings(options) {
            connection.execute_batch(&statement).map_err(|error| Error::Start(error.into()))?;
        }
        lock(&connection, &lake).map_err(|error| Error::Start(error.into()))?;
        Ok(Self { connection, pending: views::definitions(&lake)? })
    }

    /// Runs the statements of a text in order, each only if it does nothing but read, and gives the answer of the last.
    pub fn query(&mut self, text: &str) -> Result<Answer, Error> {
        let statements = script::statements(text);
        let (last, before) = statements.split_last().ok_or(Error::Empty)?;
        self.make_views(text)?;
        for statement in before {
            guard::check(&self.connection, statement)?;
            self.connection.execute_batch(statement)?;
        }
        guard::check(&self.connection, last)?;
        let mut statement = self.connection.prepare(last)?;
        let rows = statement.stream_arrow([])?;
        let schema = rows.get_schema();
        Ok(Answer { schema, batches: rows.collect::<Result<_, _>>()? })
    }

    /// Sets a variable, which a statement reads with `getvariable`.
    pub fn set(&mut self, variable: &str, value: Option<&str>) -> Result<(), Error> {
        self.connection.execute(&format!("set variable {} = $1::varchar", quote::name(variable)), [value])?;
        Ok(())
    }

    /// Defines `NAME(utc)`: local time in a zone other than the session's.
    pub fn set_zone(&mut self, name: &str, zone: &TimeZone) -> Result<(), Error> {
        Ok(self.connection.execute_batch(&zone::macro_sql(name, zone))?)
    }

    fn make_views(&mut self, text: &str) -> Result<(), Error> {
        for Definition { name, sql, .. } in views::take_needed(&mut self.pending, text) {
            self.connection.execute_batch(&sql).map_err(|error| Error::View { view: name, source: error.into() })?;
        }
        Ok(())
    }
}

/// The views of a lake as a script for a DuckDB of the user's own.
pub fn init_sql(lake: &Path, options: &Options) -> Result<String, Error> {
    let lake = Layout::open(lake)?;
    let views = views::definitions(&lake)?.into_iter().map(|definition| definition.sql);
    let statements: Vec<String> = settings(options).into_iter().chain(views).chain(views::comments()).collect();
    Ok(statements.join(";\n") + ";\n")
}

fn start() -> duckdb::Result<Connection> {
    // Only a query that does not fit into memory makes this folder, and the engine removes it again.
    let spill = std::env::temp_dir().join(format!("cclake-{}", std::process::id()));
    let config = Config::default().enable_autoload_extension(false)?.with("autoinstall_known_extensions", "false")?;
    Connection::open_in_memory_with_flags(config.with("temp_directory", spill.to_string_lossy())?)
}

/// What views and reports take for given: the zone, the clock, and a place for the rows.
fn settings(options: &Options) -> [String; 4] {
    let now = TimeZone::UTC.to_datetime(options.now.unwrap_or_else(Timestamp::now));
    [
        zone::macro_sql("local_ts", &options.tz),
        format!("set variable now = timestamp {}", quote::text(&now.strftime("%Y-%m-%d %H:%M:%S%.6f").to_string())),
        format!("set variable tz = {}", quote::text(options.tz.iana_name().unwrap_or("local"))),
        "create schema if not exists lake".to_owned(),
    ]
}

fn lock(connection: &Connection, lake: &Layout) -> duckdb::Result<()> {
    // The engine asks for both spellings: for the pattern before it expands it, and for each file.
    let folders = [quote::text(&lake.path), quote::text(&quote::pattern(&lake.path))].join(", ");
    connection.execute_batch(&format!("set allowed_directories = [{folders}]; set enable_external_access = false; set lock_configuration = true"))
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn the_script_runs_on_a_plain_engine() {
        let lake = std::env::temp_dir().join(format!("cclake-script-{}", std::process::id()));
        std::fs::create_dir_all(lake.join("_cclake")).unwrap();
        let options = Options { tz: TimeZone::get("Europe/Rome").unwrap(), now: None };
        let script = init_sql(&lake, &options).unwrap();
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(&script).unwrap();
        let undescribed = "select count(*) from duckdb_columns() where not internal and schema_name = 'main' and comment is null";
        let undescribed: u64 = connection.query_row(undescribed, [], |row| row.get(0)).unwrap();
        assert_eq!(undescribed, 0);
        std::fs::remove_dir_all(&lake).unwrap();
    }
}
