//! `cclake report`: questions that are asked often.

mod day;
mod help;
mod list;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Result;
use cclake_query::{Answer, Ask, Content, Library, Options, Part, Session, report_sql};

use crate::args::{self, Report};
use crate::config::Config;
use crate::console;
use crate::exit::{Exit, usage};
use crate::output::{self, Document, Format, Sheet};

pub(super) fn run(args: Report, lake: Option<PathBuf>, config: &Config) -> Result<Exit> {
    let options = super::options(&config.fill(args.terms.clone()))?;
    let Some(name) = &args.name else {
        output::print(&match args.format.unwrap_or(Format::Table) {
            _ if args.help => help::usage(),
            Format::Table => list::page(options.library),
            Format::Markdown => list::markdown(options.library),
            Format::Json => list::json(options.library)?,
            _ => return Err(usage("the list of reports is a table, markdown or json".to_owned())),
        })?;
        return Ok(Exit::Done);
    };
    let report = find(options.library, name)?;
    if args.help {
        output::print(&help::page(report, options.library))?;
        return Ok(Exit::Done);
    }
    let lake = super::lake(lake)?;
    let request = Request { ask: ask(&args, report, &options, config)?, report, options: &options, lake: &lake };
    if args.print_sql {
        output::print(&request.sql()?)?;
        return Ok(Exit::Done);
    }
    let out = args.out.as_deref().filter(|file| *file != Path::new("-"));
    if let Some(file) = out {
        super::outside(file, &lake)?;
    }
    let by_ending = || Format::of_ending(out?.extension()?.to_str()?);
    let format = args.format.or_else(by_ending).unwrap_or(Format::Table);
    let mut session = Session::open(&lake, &options)?;
    // First, so that a condition that cannot be read is no surprise at the end.
    let crossing = args.fail_if.as_deref().map(|condition| request.crossing(&mut session, condition)).transpose()?.flatten();
    output::write_document(&request.document(&mut session, args.top)?, format, out)?;
    let Some(row) = crossing else { return Ok(Exit::Done) };
    console::say(format_args!("crossed: {}: {row}", args.fail_if.unwrap_or_default()));
    Ok(Exit::Crossed)
}

/// The summary of a lake, for people.
pub(super) fn summary(lake: &Path, config: &Config) -> Result<()> {
    let options = super::options(&config.fill(args::Terms::default()))?;
    let report = find(options.library, "summary")?;
    let request = Request { ask: Ask::default(), report, options: &options, lake };
    let document = request.document(&mut Session::open(lake, &options)?, None)?;
    output::write_document(&document, Format::Table, None)
}

pub(super) fn find<'a>(library: &'a Library, name: &str) -> Result<&'a cclake_query::Report> {
    let unknown = || {
        let closest = library.reports().iter().max_by_key(|report| (strsim::jaro_winkler(report.name, name) * 1e6) as u32);
        let closest = closest.map(|report| format!(": did you mean `{}`?", report.name)).unwrap_or_default();
        usage(format!("there is no report `{name}`{closest} `cclake report` lists all"))
    };
    library.report(name).ok_or_else(unknown)
}

/// An error, with the report where it does not name that itself.
fn of_report(error: cclake_query::Error, report: &cclake_query::Report) -> anyhow::Error {
    match error {
        cclake_query::Error::Ask(_) => error.into(),
        error => anyhow::Error::from(error).context(format!("the report `{}`", report.name)),
    }
}

/// The parameter that the budgets of the settings go to.
const BUDGETS: &str = "budgets";

/// A report, and what is asked of it.
pub(super) struct Request<'a> {
    pub(super) report: &'a cclake_query::Report,
    pub(super) ask: Ask,
    pub(super) options: &'a Options,
    pub(super) lake: &'a Path,
}

impl Request<'_> {
    /// The SQL of the report; of each on a page.
    fn sql(&self) -> Result<String> {
        let parts = self.parts()?;
        let scripts = parts.iter().map(|(report, ask, _)| Ok(report_sql(self.lake, self.options, report, ask)?));
        Ok(scripts.collect::<Result<Vec<_>>>()?.join("\n"))
    }

    /// Answers it. `top` is of rows that people see.
    pub(super) fn document(&self, session: &mut Session, top: Option<u64>) -> Result<Document> {
        let sheet = |(report, ask, part): (&cclake_query::Report, Ask, Option<&Part>)| -> Result<Sheet> {
            let (mut answer, columns) = session.report(report, &ask).map_err(|error| of_report(error, report))?;
            if let Some(part) = part.filter(|part| !part.columns.is_empty()) {
                answer = only(&answer, &part.columns)?;
            }
            // Of entities without number people see the first ones, unless they say how many.
            let (of_report, is_limited) = (part.and_then(|part| part.top).or(report.top), top.is_some_and(|top| top > 0));
            let top = top.map_or(of_report, |top| Some(top).filter(|top| *top > 0));
            Ok(Sheet { heading: part.map(|part| part.heading.clone()), answer, columns, top, is_limited })
        };
        let sheets = self.parts()?.into_iter().map(sheet).collect::<Result<_>>()?;
        Ok(Document { title: self.report.name.replace('_', " "), subtitle: self.subtitle(), sheets })
    }

    /// What it tells, and of what.
    fn subtitle(&self) -> String {
        let asked: Vec<String> = self.ask.values.iter().filter(|(name, _)| *name != BUDGETS).map(|(name, value)| format!("{name} {value}")).collect();
        let zone = self.options.tz.iana_name().unwrap_or("local time");
        format!("{}. {}", list::first_sentence(&self.report.description), [asked, vec![format!("days of {zone}")]].concat().join(", "))
    }

    /// The reports that it consists of, and what is asked of each: of a page's parts what they know of what is asked of the page.
    fn parts(&self) -> Result<Vec<(&cclake_query::Report, Ask, Option<&Part>)>> {
        let Content::Page(parts) = &self.report.content else { return Ok(vec![(self.report, self.ask.clone(), None)]) };
        let of_part = |part: &Part| {
            let report = find(self.options.library, part.report)?;
            let knows = |name: &str| report.parameter(name).is_some();
            let asked = self.ask.values.iter().filter(|(name, _)| knows(name)).map(|(name, value)| (name.clone(), value.clone()));
            let fixed = part.values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
            let compare = (part.compare || self.ask.compare) && self.ask.values.contains_key("since") && knows("since");
            Ok((report, Ask { values: asked.chain(fixed).collect(), order: part.order.map(str::to_owned), top: None, compare }))
        };
        parts.iter().map(|part| of_part(part).map(|(report, ask)| (report, ask, Some(part)))).collect()
    }

    /// The first row that meets a condition, as text; of a page, of its first report.
    pub(super) fn crossing(&self, session: &mut Session, condition: &str) -> Result<Option<String>> {
        let parts = self.parts()?;
        let Some((report, ask, _)) = parts.first() else { return Ok(None) };
        let row = session.crossing(report, ask, condition)?;
        Ok(row.as_ref().map(output::lines).transpose()?.map(|line| line.trim_end().to_owned()))
    }
}

/// What the command line asks of a report.
fn ask(args: &Report, report: &cclake_query::Report, options: &Options, config: &Config) -> Result<Ask> {
    let named = [("since", &args.since), ("until", &args.until), ("project", &args.project), ("model", &args.model), ("breakdown", &args.breakdown)];
    let named = named.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value.clone()?)));
    if matches!(report.content, Content::Page(_)) && args.order.is_some() {
        return Err(usage(format!("`{}` is a page of reports: --order sorts one", report.name)));
    }
    // As a statement it has a limit; otherwise what is cut off is still needed, for sums and to say how much it is.
    let top = args.top.filter(|top| *top > 0 && args.print_sql);
    Ok(Ask {
        values: values(report, named.chain(args.params.iter().cloned()), options, config)?,
        order: args.order.clone(),
        top,
        compare: args.compare,
    })
}

/// The values that a report is asked for, checked, and the budgets of the settings where it is about budgets and no others are given.
pub(super) fn values(
    report: &cclake_query::Report,
    given: impl Iterator<Item = (String, String)>,
    options: &Options,
    config: &Config,
) -> Result<BTreeMap<String, String>> {
    let mut values: BTreeMap<String, String> = given.collect();
    let parameters = parameters(report, options.library)?;
    for (name, value) in &mut values {
        let Some((_, kind)) = parameters.iter().find(|(known, _)| known == name) else {
            let known = parameters.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
            return Err(usage(format!("the report `{}` has no parameter {name}: it has {known}", report.name)));
        };
        if value.is_empty() {
            return Err(usage(format!("{name} is empty")));
        }
        if *kind == "DATE" {
            *value = day::parse(name, value, options.today())?.to_string();
        }
    }
    if let Some(budgets) = config.budgets()
        && parameters.iter().any(|(name, _)| name == BUDGETS)
    {
        values.entry(BUDGETS.to_owned()).or_insert(budgets);
    }
    Ok(values)
}

/// Names and types of what can be asked for: of a page, of any of its parts.
pub(super) fn parameters(report: &cclake_query::Report, library: &Library) -> Result<Vec<(String, &'static str)>> {
    let of = |report: &cclake_query::Report| report.parameters.iter().map(|one| (one.name.to_owned(), one.kind)).collect::<Vec<_>>();
    let Content::Page(parts) = &report.content else { return Ok(of(report)) };
    let mut all = parts.iter().map(|part| Ok(of(find(library, part.report)?))).collect::<Result<Vec<_>>>()?.concat();
    all.sort();
    all.dedup();
    Ok(all)
}

/// The columns of these names, in their order.
fn only(answer: &Answer, names: &[&str]) -> Result<Answer> {
    // Beside a figure stand those of the period before.
    let stem = |name: &str| name.strip_prefix("previous_").or(name.strip_prefix("change_")).unwrap_or(name).to_owned();
    let fields = answer.schema.fields();
    let places: Vec<usize> =
        names.iter().flat_map(|name| (0..fields.len()).filter(move |at| fields[*at].name() == name || stem(fields[*at].name()) == *name)).collect();
    let batches = answer.batches.iter().map(|batch| batch.project(&places)).collect::<Result<_, _>>()?;
    Ok(Answer { schema: answer.schema.project(&places)?.into(), batches })
}
