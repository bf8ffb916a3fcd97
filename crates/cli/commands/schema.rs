//! `cclake schema`: what tables and views there are.

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use cclake_query::{Field, Library, View, fields, init_sql};
use cclake_transcript::table::Table;
use cclake_transcript::tables::{self, TABLES};
use serde_json::{Value, json};

use super::{dictionary, tools};
use crate::args::{Schema, SchemaFormat};
use crate::config::Config;
use crate::exit::Exit;
use crate::output;

pub(super) fn run(schema: Schema, lake: Option<PathBuf>, config: &Config) -> Result<Exit> {
    if schema.tools {
        output::print(&match schema.format {
            SchemaFormat::Markdown => tools::page(),
            SchemaFormat::Json => serde_json::to_string_pretty(&tools::described())? + "\n",
            SchemaFormat::Sql => bail!("--tools has no --format sql: the tools of a lake's calls are in tool_calls"),
        })?;
        return Ok(Exit::Done);
    }
    let one = schema.table.as_deref().map(find).transpose()?;
    let shown = one.map_or_else(|| (TABLES.to_vec(), Library::bundled().views().iter().collect()), Found::apart);
    let text = match schema.format {
        SchemaFormat::Markdown if schema.table.is_some() => dictionary::sections(&shown.0, &shown.1),
        SchemaFormat::Markdown => dictionary::page(&shown.0, &shown.1),
        SchemaFormat::Json => {
            let tables = shown.0.iter().map(|table| described_table(table));
            let views = shown.1.iter().map(|view| described_view(view));
            serde_json::to_string_pretty(&tables.chain(views).collect::<Vec<_>>())? + "\n"
        }
        SchemaFormat::Sql => {
            ensure!(schema.table.is_none(), "--format sql is of the whole lake: leave TABLE out");
            init_sql(&super::lake(lake)?, &super::options(&config.fill(schema.terms))?)?
        }
    };
    output::print(&text)?;
    Ok(Exit::Done)
}

/// What a name stands for.
enum Found {
    Table(&'static Table),
    View(&'static View),
}

impl Found {
    fn apart(self) -> (Vec<&'static Table>, Vec<&'static View>) {
        match self {
            Found::Table(table) => (vec![table], Vec::new()),
            Found::View(view) => (Vec::new(), vec![view]),
        }
    }
}

fn find(name: &str) -> Result<Found> {
    let names =
        || TABLES.iter().map(|table| table.name).chain(Library::bundled().views().iter().map(|view| view.name)).collect::<Vec<_>>().join(", ");
    let view = || Library::bundled().views().iter().find(|view| view.name == name).map(Found::View);
    tables::find(name).map(Found::Table).or_else(view).with_context(|| format!("there is no table or view `{name}`; there are {}", names()))
}

fn described_table(table: &'static Table) -> Value {
    let key: Vec<&str> = table.key().map(|column| column.name).collect();
    json!({ "name": table.name, "kind": "table", "description": table.description(), "key": key, "columns": columns(&fields(table)) })
}

fn described_view(view: &View) -> Value {
    json!({ "name": view.name, "kind": "view", "description": view.description, "key": null, "columns": columns(&view.columns) })
}

fn columns(fields: &[Field]) -> Vec<Value> {
    let column = |field: &Field| {
        json!({
            "name": field.name,
            "type": field.kind,
            "unit": field.unit,
            "nullable": field.nullable,
            "merge": field.merge,
            "description": field.description,
        })
    };
    fields.iter().map(column).collect()
}
