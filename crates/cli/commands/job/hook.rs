//! Programs that run after a job.

use std::io::Write;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

/// Runs a program, without a shell. It gets the summary on standard input; its own output goes where ours for people goes.
pub(super) fn run(argv: &[String], summary: &Value, files: &[String]) -> Result<()> {
    let Some((program, arguments)) = argv.split_first() else { return Ok(()) };
    let arguments = arguments.iter().flat_map(|argument| if argument == "{files}" { files.to_vec() } else { vec![argument.clone()] });
    let failed = || format!("the command after the job, `{program}`, failed");
    // Standard output is data: what the program prints is not part of it.
    let mut child = Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(std::io::stderr()).spawn().with_context(failed)?;
    if let Some(mut input) = child.stdin.take() {
        // A program that does not read its input need not.
        _ = input.write_all(format!("{summary}\n").as_bytes());
    }
    let status = child.wait().with_context(failed)?;
    ensure!(status.success(), "{}: {status}", failed());
    Ok(())
}
