//! `cclake sql`: a question, and its answer.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use cclake_query::Session;

use crate::args::Sql;
use crate::config::Config;
use crate::exit::Exit;
use crate::output;

pub(super) fn run(sql: Sql, lake: PathBuf, config: &Config) -> Result<Exit> {
    let text = text(&sql)?;
    if let Some(out) = &sql.out {
        super::outside(out, &lake)?;
    }
    let mut session = Session::open(&lake, &super::options(&config.fill(sql.terms))?)?;
    output::write(&session.query(&text)?, sql.format, sql.out.as_deref())?;
    Ok(Exit::Done)
}

fn text(sql: &Sql) -> Result<String> {
    match (&sql.text, &sql.file) {
        (Some(text), _) if text != "-" => Ok(text.clone()),
        (None, Some(file)) if file != Path::new("-") => fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display())),
        _ => {
            let mut text = String::new();
            io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
            Ok(text)
        }
    }
}
