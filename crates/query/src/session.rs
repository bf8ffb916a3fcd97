//! One lake, open for questions.

use std::path::Path;

use arrow::array::RecordBatch;
use arrow::datatypes::SchemaRef;
use duckdb::{Config, Connection};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::ask::{self, Ask, Plan, Step};
use crate::error::Error;
use crate::layout::Layout;
use crate::library::{Column, Library, Report};
use crate::views::{self, Definition};
use crate::{guard, quote, script, zone};

/// What the engine cannot know by itself.
#[derive(Clone, Debug)]
pub struct Options {
    /// The zone of `local_ts` and `day`.
    pub tz: TimeZone,
    /// The time that the variable `now` holds; the system's if there is none.
    pub now: Option<Timestamp>,
    /// The macros, views and reports.
    pub library: &'static Library,
}

impl Options {
    /// The time that it is.
    pub fn now(&self) -> Timestamp {
        self.now.unwrap_or_else(Timestamp::now)
    }

    /// The same with one clock for all that is asked.
    fn at_one_time(&self) -> Self {
        Self { now: Some(self.now()), ..self.clone() }
    }

    /// The day that it is in the zone.
    pub fn today(&self) -> Date {
        self.tz.to_datetime(self.now()).date()
    }
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
    /// The macros and views that no statement needed yet.
    pending: Vec<Definition>,
    options: Options,
}

impl Session {
    /// Opens a lake, and locks the engine down to reading the lake's files.
    pub fn open(lake: &Path, options: &Options) -> Result<Self, Error> {
        let lake = Layout::open(lake)?;
        let connection = start().map_err(|error| Error::Start(error.into()))?;
        let options = options.at_one_time();
        for statement in settings(&options) {
            connection.execute_batch(&statement).map_err(|error| Error::Start(error.into()))?;
        }
        lock(&connection, &lake).map_err(|error| Error::Start(error.into()))?;
        Ok(Self { connection, pending: views::definitions(&lake, options.library)?, options })
    }

    /// Answers a report, and says what the columns of the answer are.
    pub fn report(&mut self, report: &Report, ask: &Ask) -> Result<(Answer, Vec<Column>), Error> {
        let Plan { query, columns, .. } = self.prepare(report, ask)?;
        Ok((self.query(&query)?, columns))
    }

    /// The first row of a report's answer that meets a condition, if there is one.
    pub fn crossing(&mut self, report: &Report, ask: &Ask, condition: &str) -> Result<Option<Answer>, Error> {
        let is_one = script::group(&format!("({condition}\n)")).is_some_and(|(_, rest)| rest.trim().is_empty());
        if !is_one {
            return Err(Error::Ask(format!("the condition `{condition}` is no single expression")));
        }
        let Plan { query, .. } = self.prepare(report, ask)?;
        let answer = self.query(&ask::crossing(&query, condition)).map_err(|error| Error::Ask(format!("the condition `{condition}`: {error}")))?;
        let is_empty = answer.batches.iter().all(|batch| batch.num_rows() == 0);
        Ok((!is_empty).then_some(answer))
    }

    /// Carries out what comes before a report's query.
    fn prepare(&mut self, report: &Report, ask: &Ask) -> Result<Plan, Error> {
        let plan = ask::plan(report, ask, self.options.today())?;
        for step in &plan.steps {
            match step {
                Step::Set { name, kind, value } => self.bind(name, kind, value.as_deref())?,
                Step::Keep { table, query } => {
                    self.make_views(query)?;
                    guard::check(&self.connection, query)?;
                    self.connection.execute_batch(&keep(table, query))?;
                }
            }
        }
        Ok(plan)
    }

    /// Sets a parameter.
    fn bind(&self, name: &str, kind: &str, value: Option<&str>) -> Result<(), Error> {
        let bound = self.connection.execute(&format!("set variable {} = $1::{kind}", quote::name(name)), [value]);
        // The kind is one of those that reports can have.
        bound.map(drop).map_err(|_| Error::Ask(format!("{name}: `{}` is no {kind}", value.unwrap_or_default())))
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
        self.bind(variable, "varchar", value)
    }

    /// Defines `NAME(utc)`: local time in a zone other than the session's.
    pub fn set_zone(&mut self, name: &str, zone: &TimeZone) -> Result<(), Error> {
        Ok(self.connection.execute_batch(&zone::macro_sql(name, zone))?)
    }

    fn make_views(&mut self, text: &str) -> Result<(), Error> {
        for Definition { name, sql, of_table } in views::take_needed(&mut self.pending, self.options.library, text) {
            self.connection.execute_batch(&sql).map_err(|error| match of_table {
                true => Error::View { view: name, source: error.into() },
                false => Error::Definition { name, source: error.into() },
            })?;
        }
        Ok(())
    }
}

/// The views of a lake as a script for a DuckDB of the user's own, with the macros and the defaults of parameters, so that reports
/// run there as they are.
pub fn init_sql(lake: &Path, options: &Options) -> Result<String, Error> {
    let lake = Layout::open(lake)?;
    let library = options.library;
    let views = views::definitions(&lake, library)?.into_iter().map(|definition| definition.sql);
    let defaults = library.parameters().into_iter().map(|parameter| set(parameter.name, parameter.kind, parameter.default.as_deref()));
    Ok(script(settings(options).into_iter().chain(defaults).chain(views).chain(views::comments(library))))
}

/// A report with all that it needs of a lake, as a script for a DuckDB of the user's own.
pub fn report_sql(lake: &Path, options: &Options, report: &Report, ask: &Ask) -> Result<String, Error> {
    let lake = Layout::open(lake)?;
    let options = options.at_one_time();
    let library = options.library;
    let Plan { steps, query, .. } = ask::plan(report, ask, options.today())?;
    let needed = views::take_needed(&mut views::definitions(&lake, library)?, library, &query).into_iter().map(|definition| definition.sql);
    let steps = steps.into_iter().map(|step| match step {
        Step::Set { name, kind, value } => set(name, kind, value.as_deref()),
        Step::Keep { table, query } => keep(table, &query),
    });
    Ok(script(settings(&options).into_iter().chain(needed).chain(steps).chain([query])))
}

fn script(statements: impl Iterator<Item = String>) -> String {
    statements.map(|statement| statement + ";\n").collect()
}

fn set(name: &str, kind: &str, value: Option<&str>) -> String {
    format!("set variable {} = {}::{kind}", quote::name(name), value.map_or("null".to_owned(), quote::text))
}

fn keep(table: &str, query: &str) -> String {
    format!("create or replace temp table {} as\n{query}", quote::name(table))
}

fn start() -> duckdb::Result<Connection> {
    // Only a query that does not fit into memory makes this folder, and the engine removes it again.
    let spill = std::env::temp_dir().join(format!("cclake-{}", std::process::id()));
    let config = Config::default().enable_autoload_extension(false)?.with("autoinstall_known_extensions", "false")?;
    Connection::open_in_memory_with_flags(config.with("temp_directory", spill.to_string_lossy())?)
}

/// What views and reports take for given: the zone, the clock, and a place for the rows.
fn settings(options: &Options) -> [String; 4] {
    let Options { tz, .. } = options;
    let now = TimeZone::UTC.to_datetime(options.now()).strftime("%Y-%m-%d %H:%M:%S%.6f").to_string();
    [
        zone::macro_sql("local_ts", tz),
        format!("set variable now = timestamp {}", quote::text(&now)),
        format!("set variable tz = {}", quote::text(tz.iana_name().unwrap_or("local"))),
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
        let options = Options { tz: TimeZone::get("Europe/Rome").unwrap(), now: None, library: Library::bundled() };
        let script = init_sql(&lake, &options).unwrap();
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(&script).unwrap();
        let undescribed = "select count(*) from duckdb_columns() where not internal and schema_name = 'main' and comment is null";
        let undescribed: u64 = connection.query_row(undescribed, [], |row| row.get(0)).unwrap();
        assert_eq!(undescribed, 0);
        std::fs::remove_dir_all(&lake).unwrap();
    }
}
