//! The tables, one file each, and the column groups that they share.
//!
//! Adding a table is one file and its word in `tables!`; everything else follows.

mod agent_transcript;
mod content_block;
mod dimension;
mod event;
mod groups;
mod ingest_error;
mod job;
mod prompt;
mod record;
mod request;
mod request_attempt;
mod run;
mod session;
mod source;
mod tool_call;
mod unknown;

pub use agent_transcript::agent_transcripts;
pub use content_block::content_blocks;
pub use dimension::{models, prices, tools};
pub use event::{event_fields, events};
pub use groups::{call_child, call_key, common, record_child, response_usage, run_child};
pub use ingest_error::ingest_errors;
pub use job::job_runs;
pub use prompt::prompts;
pub use record::records;
pub(crate) use request::call_text;
pub use request::{calls_in, requests, unpriced};
pub use request_attempt::request_attempts;
pub use run::{run_models, runs};
pub use session::{project_folder, sessions};
pub use source::sources;
pub use tool_call::tool_calls;
pub use unknown::drift;

pub use crate::tools::agent::agents;
pub use crate::tools::agent::launch::agent_launches;
pub use crate::tools::artifact::{artifact_arms, artifact_items, artifacts};
pub use crate::tools::background::{monitors, task_outputs, task_stops};
pub use crate::tools::bash::bash;
pub use crate::tools::edit::edits;
pub use crate::tools::lsp::lsp_queries;
pub use crate::tools::mcp::{mcp_calls, mcp_refreshed_servers, mcp_refreshes, mcp_resource_calls, mcp_resources};
pub use crate::tools::notebook::notebook_edits;
pub use crate::tools::patch::edit_hunks;
pub use crate::tools::plan::{plan_permissions, plans};
pub use crate::tools::program::{notifications, program_calls, received_notifications, skill_proposals};
pub use crate::tools::project::{project_calls, project_items};
pub use crate::tools::question::questions;
pub use crate::tools::read::reads;
pub use crate::tools::review::{findings, reviews};
pub use crate::tools::schedule::{cron_calls, cron_jobs, remote_triggers, wakeups};
pub use crate::tools::search::searches;
pub use crate::tools::skill::skills;
pub use crate::tools::task::{listed_tasks, tasks};
pub use crate::tools::team::{messages, teams};
pub use crate::tools::todo::{todo_writes, todos};
pub use crate::tools::untyped::{other_results, text_results};
pub use crate::tools::web::{web_fetches, web_search_hits, web_searches};
pub use crate::tools::workflow::{structured_outputs, workflows};
pub use crate::tools::worktree::worktrees;
pub use crate::tools::write::writes;

use arrow::array::RecordBatch;

use crate::table::{Table, TableBuilder};

macro_rules! tables {
    ($($name:ident,)*) => {
        /// Every table, in the order of the documentation.
        pub static TABLES: &[&Table] = &[$(&$name::TABLE),*];

        /// The rows of every table, as sources are decoded into them.
        #[derive(Debug, Default)]
        pub struct Tables {
            $(#[doc = concat!("Rows of `", stringify!($name), "`.")] pub $name: $name::Rows,)*
        }

        impl Tables {
            /// Takes all rows, as one batch in flight for each table that has any.
            pub fn finish(&mut self) -> Vec<(&'static Table, RecordBatch)> {
                let builders: [&mut dyn TableBuilder; TABLES.len()] = [$(&mut self.$name),*];
                builders.into_iter().filter(|builder| builder.rows() > 0).map(|builder| (builder.table(), builder.finish())).collect()
            }
        }
    };
}

tables! {
    sources,
    sessions,
    records,
    prompts,
    content_blocks,
    events,
    requests,
    request_attempts,
    runs,
    run_models,
    tool_calls,
    bash,
    edits,
    edit_hunks,
    writes,
    reads,
    searches,
    agents,
    agent_launches,
    agent_transcripts,
    skills,
    questions,
    notebook_edits,
    web_fetches,
    web_searches,
    web_search_hits,
    mcp_calls,
    mcp_resource_calls,
    mcp_resources,
    mcp_refreshes,
    mcp_refreshed_servers,
    todo_writes,
    todos,
    tasks,
    listed_tasks,
    task_outputs,
    task_stops,
    monitors,
    plans,
    plan_permissions,
    messages,
    teams,
    cron_calls,
    cron_jobs,
    wakeups,
    remote_triggers,
    worktrees,
    lsp_queries,
    reviews,
    findings,
    artifacts,
    artifact_items,
    artifact_arms,
    workflows,
    structured_outputs,
    notifications,
    received_notifications,
    project_calls,
    project_items,
    program_calls,
    skill_proposals,
    text_results,
    other_results,
    ingest_errors,
    drift,
    prices,
    models,
    tools,
    job_runs,
}

/// The table of this name.
pub fn find(name: &str) -> Option<&'static Table> {
    TABLES.iter().copied().find(|table| table.name == name)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::table::{Merge, Rank};

    #[test]
    fn declarations_are_whole() {
        let mut names = HashSet::new();
        for table in TABLES {
            assert!(names.insert(table.name), "{} is declared twice", table.name);
            assert!(table.description().contains("One row per "), "{} does not say what one row is", table.name);
            let mut columns = HashSet::new();
            for column in table.columns() {
                assert!(columns.insert(column.name), "{}.{} is declared twice", table.name, column.name);
                assert!(column.description().len() > 10, "{}.{} is not documented", table.name, column.name);
                assert!(
                    !column.nullable || column.hidden() || column.description().contains("NULL"),
                    "{}.{}: what does NULL mean?",
                    table.name,
                    column.name
                );
                if matches!(column.merge, Merge::First | Merge::Last) {
                    let witness = format!("{}{}", column.name, crate::table::FROM);
                    assert!(
                        table.columns().any(|other| other.name == witness && other.merge == Merge::Witness),
                        "{}.{} has no witness",
                        table.name,
                        column.name
                    );
                }
            }
            for rank in table.rank {
                let (Rank::Larger(name) | Rank::Smaller(name)) = rank;
                assert!(columns.contains(name), "{} ranks by {name}, which it does not have", table.name);
            }
            assert!(table.key().count() > 0, "{} has no key", table.name);
            if let Some(parent) = table.parent {
                let parent = find(parent).expect("the parent is a table");
                assert_eq!(parent.bundle().name, table.bundle().name, "{} is tied to its parent by another column", table.name);
                assert!(parent.parent.is_none(), "{} has a parent with a parent", table.name);
            }
        }
    }
}
