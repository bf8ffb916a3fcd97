//! Goes through the tool results of transcripts on disk, with no lake.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use cclake_transcript::audit::{Audit, Finding};
use rayon::prelude::*;

use crate::Error;
use crate::blocks::Blocks;
use crate::defaults::Defaults;
use crate::discover::discover;

/// What came of an audit.
#[derive(Debug, Default)]
pub struct Audited {
    /// Transcripts that were read.
    pub transcripts: u64,
    /// Results that they hold.
    pub results: u64,
    /// The results that are not of their tool's type, in the order of their files and lines.
    pub findings: Vec<(PathBuf, Finding)>,
    /// What looks like a transcript, or may hold some, but cannot be read, with the reason.
    pub failures: BTreeMap<PathBuf, String>,
}

/// Looks for tool results that are not of their tool's type, in the transcripts that an ingest of these paths would read.
pub fn audit(paths: &[PathBuf]) -> Result<Audited, Error> {
    let discovery = discover(paths, &Defaults::from_env())?;
    let audits: Vec<io::Result<(u64, Vec<Finding>)>> =
        discovery.sources.par_iter().map_init(Vec::new, |buffer, found| of_file(&found.file, buffer)).collect();
    let mut audited = Audited { failures: discovery.failures, ..Audited::default() };
    for (found, audit) in discovery.sources.into_iter().zip(audits) {
        match audit {
            Ok((results, findings)) => {
                audited.transcripts += 1;
                audited.results += results;
                audited.findings.extend(findings.into_iter().map(|finding| (found.file.clone(), finding)));
            }
            Err(error) => {
                audited.failures.insert(found.file, error.to_string());
            }
        }
    }
    Ok(audited)
}

fn of_file(file: &Path, buffer: &mut Vec<u8>) -> io::Result<(u64, Vec<Finding>)> {
    let file = File::open(file)?;
    let size = file.metadata()?.len();
    let mut blocks = Blocks::new(file, size, buffer);
    let mut audit = Audit::new();
    while blocks.advance()? {
        audit.block(blocks.block());
    }
    Ok(audit.finish())
}
