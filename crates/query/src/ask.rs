//! What is asked of a report, and the statements that answer it.
//!
//! Values are bound to variables of the engine and never become part of a statement; names of columns are checked against the report's.

use std::collections::BTreeMap;

use jiff::ToSpan;
use jiff::civil::Date;

use crate::error::Error;
use crate::library::{Column, Content, Hint, Parameter, Report};
use crate::period::Before;
use crate::quote;

/// What is asked of a report.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// Values of parameters; the others have their defaults.
    pub values: BTreeMap<String, String>,
    /// `COLUMN`, `COLUMN:desc`, or `asc` or `desc` for the first column, in place of the report's own order.
    pub order: Option<String>,
    /// So many rows at most.
    pub top: Option<u64>,
    /// Put the figures of the period before beside those of the period.
    pub compare: bool,
}

/// Statements that answer.
#[derive(Debug)]
pub(crate) struct Plan {
    /// What comes first.
    pub(crate) steps: Vec<Step>,
    /// The query.
    pub(crate) query: String,
    /// What its columns are, where the report says.
    pub(crate) columns: Vec<Column>,
}

/// What comes before a query.
#[derive(Debug)]
pub(crate) enum Step {
    /// A variable gets a value.
    Set { name: &'static str, kind: &'static str, value: Option<String> },
    /// The rows of a query are kept in a table.
    Keep { table: &'static str, query: String },
}

/// Where the rows of the period before are.
const BEFORE: &str = "period_before";

/// The statements for a report.
pub(crate) fn plan(report: &Report, ask: &Ask, today: Date) -> Result<Plan, Error> {
    let Content::Query { query, columns } = &report.content else {
        return Err(Error::Ask(format!("`{}` is a page of reports, each of which is asked for on its own", report.name)));
    };
    if let Some(unknown) = ask.values.keys().find(|name| report.parameter(name).is_none()) {
        return Err(Error::Ask(format!("the report `{}` has no parameter `{unknown}`", report.name)));
    }
    if let (Some(since), Some(until)) = (day(ask, "since"), day(ask, "until"))
        && until < since
    {
        return Err(Error::Ask("the period ends before it begins".to_owned()));
    }
    let mut plan = Plan { steps: settings(report, ask)?, query: (*query).to_owned(), columns: columns.clone() };
    if ask.compare {
        compare(&mut plan, report, ask, today)?;
    }
    if let Some(order) = &ask.order {
        let (column, direction) = read_order(order, &plan.columns, report)?;
        plan.query = format!("select * from (\n{}\n) as report\norder by {} {direction} nulls last", plan.query, quote::name(column));
    }
    if let Some(top) = ask.top {
        plan.query += &format!("\nlimit {top}");
    }
    Ok(plan)
}

/// A day that is asked for.
fn day(ask: &Ask, name: &str) -> Option<Date> {
    ask.values.get(name)?.parse().ok()
}

/// The query for the first row of an answer that meets a condition.
pub(crate) fn crossing(query: &str, condition: &str) -> String {
    format!("select * from (\n{query}\n) as report\nwhere (\n{condition}\n)\nlimit 1")
}

/// The settings of all parameters.
fn settings(report: &Report, ask: &Ask) -> Result<Vec<Step>, Error> {
    report.parameters.iter().map(|parameter| setting(parameter, ask.values.get(parameter.name))).collect()
}

fn setting(parameter: &Parameter, value: Option<&String>) -> Result<Step, Error> {
    let Parameter { name, kind, default, choices, .. } = parameter;
    if let Some(value) = value.filter(|value| !choices.is_empty() && !choices.contains(&value.as_str())) {
        return Err(Error::Ask(format!("{name} cannot be `{value}`: {} are what it can be", choices.join(", "))));
    }
    // The engine would take what begins with a day for one.
    if let Some(value) = value.filter(|value| *kind == "DATE" && value.parse::<Date>().is_err()) {
        return Err(Error::Ask(format!("{name}: `{value}` is no DATE")));
    }
    Ok(Step::Set { name, kind, value: value.or(default.as_ref()).cloned() })
}

fn read_order<'a>(order: &'a str, columns: &'a [Column], report: &Report) -> Result<(&'a str, &'static str), Error> {
    let (column, direction) = match order.split_once(':').unwrap_or((order, "asc")) {
        (direction @ ("asc" | "desc"), "asc") => (columns.first().map_or("", |column| column.field.name), direction),
        pair => pair,
    };
    // What a user's report does not describe, the engine knows.
    let known = columns.is_empty() && !column.is_empty() || columns.iter().any(|one| one.field.name == column);
    match direction {
        "asc" if known => Ok((column, "asc")),
        "desc" if known => Ok((column, "desc")),
        "asc" | "desc" => {
            let names: Vec<&str> = columns.iter().map(|column| column.field.name).collect();
            Err(Error::Ask(format!("the report `{}` has no column `{column}` to be sorted by; there are {}", report.name, names.join(", "))))
        }
        _ => Err(Error::Ask(format!("`{direction}` is no direction: asc and desc are"))),
    }
}

/// Makes of a plan one that asks for the period before as well, and joins the two.
fn compare(plan: &mut Plan, report: &Report, ask: &Ask, today: Date) -> Result<(), Error> {
    let dated = ["since", "until"].iter().all(|name| report.parameter(name).is_some());
    if !dated || plan.columns.is_empty() {
        return Err(Error::Ask(format!("the report `{}` cannot be compared with the period before", report.name)));
    }
    let since = day(ask, "since").ok_or_else(|| Error::Ask("what is compared has to begin: since is missing".to_owned()))?;
    let period = Before::of(since, day(ask, "until").unwrap_or(today)).ok_or_else(|| Error::Ask("the period ends before it begins".to_owned()))?;
    let before = Ask {
        values: [("since", period.since), ("until", since.saturating_sub(1.day()))].into_iter().fold(
            ask.values.clone(),
            |mut values, (name, day)| {
                values.insert(name.to_owned(), day.to_string());
                values
            },
        ),
        ..Ask::default()
    };
    let now = std::mem::replace(&mut plan.steps, settings(report, &before)?);
    plan.steps.push(Step::Keep { table: BEFORE, query: plan.query.clone() });
    plan.steps.extend(now);
    let (query, columns) = joined(&plan.query, &plan.columns, &period);
    (plan.query, plan.columns) = (query, columns);
    Ok(())
}

/// The query that puts the figures of the period before beside those of the period, and its columns.
fn joined(query: &str, columns: &[Column], period: &Before) -> (String, Vec<Column>) {
    let (mut terms, mut shown, mut on) = (Vec::new(), Vec::new(), vec!["true".to_owned()]);
    for column in columns {
        let name = column.field.name;
        let (this, before) = (format!("this_period.{}", quote::name(name)), format!("{BEFORE}.{}", quote::name(name)));
        if column.is(Hint::Key) {
            let before = period.beside(&before, name, column.field.kind);
            on.push(format!("{this} is not distinct from {before}"));
            terms.push(format!("coalesce({this}, {before}) as {}", quote::name(name)));
            shown.push(column.clone());
        } else if is_number(column.field.kind) {
            let beside = |prefix: &str, what: &str| {
                let name: &'static str = format!("{prefix}_{name}").leak();
                let mut beside = column.clone();
                beside.field.name = name;
                beside.field.nullable = true;
                beside.field.description = format!("{what}: {}", column.field.description);
                beside.hints.retain(|hint| *hint != Hint::Bar);
                (quote::name(name), beside)
            };
            terms.push(format!("{this} as {}", quote::name(name)));
            shown.push(column.clone());
            let (name, previous) = beside("previous", "The period before");
            terms.push(format!("{before} as {name}"));
            shown.push(previous);
            if column.is(Hint::Sum) {
                let (name, change) = beside("change", "What is more than in the period before");
                // A row that one of them lacks is none; a figure that nobody knows stays unknown.
                let of = |table: &str, value: &str| format!("case when {table}.place is null then 0 else {value} end");
                let (this, before) = (of("this_period", &this), of(BEFORE, &before));
                terms.push(format!("({this} - {before})::{} as {name}", column.field.kind));
                shown.push(change);
            }
        }
    }
    let query = format!(
        "select\n    {}\nfrom (select *, row_number() over () as place from (\n{query}\n)) as this_period\nfull join (select *, row_number() over () as place from {BEFORE}) as {BEFORE}\n    on {}\norder by this_period.place nulls last, {BEFORE}.place",
        terms.join(",\n    "),
        on.join("\n    and "),
    );
    (query, shown)
}

fn is_number(kind: &str) -> bool {
    ["BIGINT", "INTEGER", "HUGEINT", "DOUBLE"].contains(&kind) || (kind.starts_with("DECIMAL") && !kind.ends_with(']'))
}
