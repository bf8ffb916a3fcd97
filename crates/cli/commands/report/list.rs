//! What reports there are.

use cclake_query::{Library, Report};

/// All reports by group, with a line for each.
pub(super) fn page(library: &Library) -> String {
    let mut reports: Vec<&Report> = library.reports().iter().collect();
    // What shows several at once comes first.
    reports.sort_by_key(|report| (report.group != "pages", &report.group, report.name));
    let width = reports.iter().map(|report| report.name.len()).max().unwrap_or_default();
    let mut page = String::new();
    let mut group = "";
    for report in reports {
        if report.group != group {
            group = &report.group;
            page += &format!("{}{group}\n", if page.is_empty() { "" } else { "\n" });
        }
        page += &format!("  {:width$}  {}\n", report.name, first_sentence(&report.description));
    }
    page + "\ncclake report NAME shows one; cclake report NAME --help says what it can be asked for and what its columns are\n"
}

/// What a description says first.
pub(super) fn first_sentence(description: &str) -> &str {
    description.split_once(". ").map_or(description, |(first, _)| first).trim_end_matches('.')
}
