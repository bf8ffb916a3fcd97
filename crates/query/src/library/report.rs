//! A report: a query with parameters, or a page of reports.

use super::field;
use super::front::{Entry, Front, Problem};
use crate::fields::Field;

/// What is asked in one file of SQL.
#[derive(Clone, Debug)]
pub struct Report {
    /// Its name.
    pub name: &'static str,
    /// Other names for it.
    pub aliases: Vec<String>,
    /// What it belongs to: cost, behaviour, health, pages, or what a user's own file says.
    pub group: String,
    /// What it tells, and what one row is.
    pub description: String,
    /// What can be asked for.
    pub parameters: Vec<Parameter>,
    /// Rows that people are shown unless they ask for more; all if it does not say.
    pub top: Option<u64>,
    /// A command line that asks for it.
    pub example: String,
    /// What it consists of.
    pub content: Content,
}

/// What a report consists of.
#[derive(Clone, Debug)]
pub enum Content {
    /// The answer to a query.
    Query {
        /// The query, which ends with its order.
        query: &'static str,
        /// The answer's columns; none of a user's report that does not describe them.
        columns: Vec<Column>,
    },
    /// Other reports on one page.
    Page(Vec<Part>),
}

impl Report {
    /// The parameter of a name.
    pub fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|parameter| parameter.name == name)
    }
}

/// A parameter: a variable of the engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Name of the variable.
    pub name: &'static str,
    /// Its SQL type.
    pub kind: &'static str,
    /// Its value unless another is given; NULL if there is none.
    pub default: Option<String>,
    /// The values that it can have; any if there are none.
    pub choices: &'static [&'static str],
    /// What it means.
    pub description: String,
}

/// A column of a report.
#[derive(Clone, Debug)]
pub struct Column {
    /// What it holds.
    pub field: Field,
    /// What it is to who looks at it.
    pub hints: Vec<Hint>,
}

impl Column {
    /// Whether it is that to who looks at it.
    pub fn is(&self, hint: Hint) -> bool {
        self.hints.contains(&hint)
    }
}

/// What a column is to people who look at the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// It says what the row is of.
    Key,
    /// It can be left out where there is little room.
    Detail,
    /// The values of all rows together are one of their kind.
    Sum,
    /// Its values are shown as bars as well.
    Bar,
    /// Its lists are shown as lines of bars.
    Spark,
}

/// A report on a page.
#[derive(Clone, Debug)]
pub struct Part {
    /// The report.
    pub report: &'static str,
    /// What stands above it.
    pub heading: String,
    /// The columns that are shown; all if there are none.
    pub columns: Vec<&'static str>,
    /// Rows that are shown, in place of the report's own number.
    pub top: Option<u64>,
    /// The order, in place of the report's own.
    pub order: Option<&'static str>,
    /// Whether the period before stands beside, where the page is asked for one period.
    pub compare: bool,
    /// Values of its parameters.
    pub values: Vec<(&'static str, &'static str)>,
}

/// Types that a parameter can have.
const KINDS: &[&str] = &["BIGINT", "BOOLEAN", "DATE", "DOUBLE", "INTEGER", "VARCHAR"];

/// The parameters that many reports have: name, type, values, meaning.
const SCOPE: &[(&str, &str, &[&str], &str)] = &[
    ("since", "DATE", &[], "First day. All days unless it is given."),
    ("until", "DATE", &[], "Last day, which is included. All days unless it is given."),
    (
        "project",
        "VARCHAR",
        &[],
        "Only this project: its path, its last folder, a repository or folder that it is in, or a pattern with `*`. All unless it is given.",
    ),
    ("model", "VARCHAR", &[], "Only models that have this text in their name. All unless it is given."),
    (
        "breakdown",
        "VARCHAR",
        &["model", "project", "repo", "branch", "thread"],
        "What rows are split by: model, project, repo, branch or thread (main, agents). Not split unless it is given.",
    ),
];

/// Reads a file.
pub(super) fn read(front: &Front) -> Result<Report, Problem> {
    front.only(&["name", "group", "aliases", "description", "scope", "param", "top", "column", "example", "part"])?;
    let group = match front.value("group") {
        "" => "own",
        group => group,
    };
    let parts = front.all("part").map(read_part).collect::<Result<Vec<_>, _>>()?;
    let content = if parts.is_empty() {
        Content::Query { query: front.query()?, columns: front.all("column").map(read_column).collect::<Result<_, _>>()? }
    } else if front.body.is_empty() {
        Content::Page(parts)
    } else {
        return Err(front.problem("a page of reports has no query of its own".to_owned()));
    };
    Ok(Report {
        name: front.name,
        aliases: list(front.value("aliases")).map(str::to_owned).collect(),
        group: group.to_owned(),
        description: front.description(),
        parameters: read_parameters(front)?,
        top: front.all("top").next().map(|entry| number(entry, &entry.value)).transpose()?,
        example: front.value("example").to_owned(),
        content,
    })
}

fn list(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|word| !word.is_empty())
}

fn number(entry: &Entry, text: &str) -> Result<u64, Problem> {
    text.parse().map_err(|_| entry.problem(format!("`{text}` is no number of rows")))
}

fn read_parameters(front: &Front) -> Result<Vec<Parameter>, Problem> {
    let mut parameters = Vec::new();
    for entry in front.all("scope") {
        for word in list(&entry.value) {
            let known =
                SCOPE.iter().find(|(name, ..)| *name == word).ok_or_else(|| entry.problem(format!("`{word}` is no scope that reports share")))?;
            let (name, kind, choices, description) = *known;
            parameters.push(Parameter { name, kind, default: None, choices, description: description.to_owned() });
        }
    }
    for entry in front.all("param") {
        let (declared, default) = entry.subject.split_once(" = ").ok_or_else(|| entry.problem("a parameter is `NAME TYPE = DEFAULT`".to_owned()))?;
        let words: Vec<&'static str> = declared.split_whitespace().collect();
        let &[name, kind] = words.as_slice() else { return Err(entry.problem(format!("`{declared}` is no name and type"))) };
        if !KINDS.contains(&kind) {
            return Err(entry.problem(format!("`{kind}` is no type of a parameter: {} are", KINDS.join(", "))));
        }
        let default = (default != "null").then(|| default.trim_matches('\'').to_owned());
        parameters.push(Parameter { name, kind, default, choices: &[], description: entry.value.clone() });
    }
    Ok(parameters)
}

fn read_column(entry: &Entry) -> Result<Column, Problem> {
    let hint = |word| {
        Ok(match word {
            "key" => Hint::Key,
            "detail" => Hint::Detail,
            "sum" => Hint::Sum,
            "bar" => Hint::Bar,
            "spark" => Hint::Spark,
            _ => return Err(entry.problem(format!("`{word}` is no hint: key, detail, sum, bar, spark are"))),
        })
    };
    let hints = entry.subject.split_whitespace().skip(2).map(hint).collect::<Result<_, _>>()?;
    Ok(Column { field: field(entry.words(2)?, &entry.value), hints })
}

fn read_part(entry: &Entry) -> Result<Part, Problem> {
    let [report] = entry.words(1)?;
    let mut part = Part { report, heading: entry.value.clone(), columns: Vec::new(), top: None, order: None, compare: false, values: Vec::new() };
    for word in entry.subject.split_whitespace().skip(1) {
        match word.split_once('=') {
            Some(("columns", names)) => part.columns = names.split(',').collect(),
            Some(("top", top)) => part.top = Some(number(entry, top)?),
            Some(("order", order)) => part.order = Some(order),
            Some((name, value)) => part.values.push((name, value)),
            None if word == "compare" => part.compare = true,
            None => return Err(entry.problem(format!("`{word}` is neither compare nor NAME=VALUE"))),
        }
    }
    Ok(part)
}
