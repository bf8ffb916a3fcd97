//! `cclake sql`: a question, and its answer.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use cclake_query::Session;

use crate::args::Sql;
use crate::exit::Exit;
use crate::output;

pub(super) fn run(sql: Sql, lake: PathBuf) -> Result<Exit> {
    let text = text(&sql)?;
    if let Some(out) = &sql.out {
        // Whatever is written there would be taken for a part of the lake.
        let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let is_inside = fs::canonicalize(folder).ok().zip(fs::canonicalize(&lake).ok()).is_some_and(|(folder, lake)| folder.starts_with(lake));
        ensure!(!is_inside, "{} is inside the lake, which only an ingest may write", out.display());
    }
    let mut session = Session::open(&lake, &super::options(sql.tz.as_deref())?)?;
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
