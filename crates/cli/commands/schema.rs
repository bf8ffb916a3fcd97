//! `cclake schema`: what tables there are.

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use cclake_query::{fields, init_sql};
use cclake_transcript::table::Table;
use cclake_transcript::tables::{self, TABLES};
use serde_json::{Value, json};

use super::{dictionary, tools};
use crate::args::{Schema, SchemaFormat};
use crate::exit::Exit;
use crate::output;

pub(super) fn run(schema: Schema, lake: Option<PathBuf>) -> Result<Exit> {
    if schema.tools {
        output::print(&match schema.format {
            SchemaFormat::Markdown => tools::page(),
            SchemaFormat::Json => serde_json::to_string_pretty(&tools::described())? + "\n",
            SchemaFormat::Sql => bail!("--tools has no --format sql: the tools of a lake's calls are in tool_calls"),
        })?;
        return Ok(Exit::Done);
    }
    let one = schema.table.as_deref().map(find).transpose()?;
    let shown = one.as_ref().map_or(TABLES, std::slice::from_ref);
    let text = match schema.format {
        SchemaFormat::Markdown if one.is_some() => dictionary::sections(shown),
        SchemaFormat::Markdown => dictionary::page(),
        SchemaFormat::Json => serde_json::to_string_pretty(&shown.iter().map(|table| described(table)).collect::<Vec<_>>())? + "\n",
        SchemaFormat::Sql => {
            ensure!(one.is_none(), "--format sql is of the whole lake: leave TABLE out");
            init_sql(&super::lake(lake)?, &super::options(schema.tz.as_deref())?)?
        }
    };
    output::print(&text)?;
    Ok(Exit::Done)
}

fn find(name: &str) -> Result<&'static Table> {
    let names = || TABLES.iter().map(|table| table.name).collect::<Vec<_>>().join(", ");
    tables::find(name).with_context(|| format!("there is no table `{name}`; there are {}", names()))
}

fn described(table: &'static Table) -> Value {
    let columns: Vec<Value> = fields(table)
        .iter()
        .map(|field| {
            json!({
                "name": field.name,
                "type": field.kind,
                "unit": field.unit,
                "nullable": field.nullable,
                "merge": field.merge,
                "description": field.description,
            })
        })
        .collect();
    let key: Vec<&str> = table.key().map(|column| column.name).collect();
    json!({ "name": table.name, "description": table.description(), "key": key, "columns": columns })
}
