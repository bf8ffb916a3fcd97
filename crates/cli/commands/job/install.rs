//! `cclake job install`: the system runs the jobs.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use super::schedule::Schedule;
use crate::args::Install;
use crate::config::{Config, Job};
use crate::exit::{Exit, usage};
use crate::{console, output, places};

/// The lines around ours in a table of cron.
const BEGIN: &str = "# cclake begin: written by `cclake job install`";
const END: &str = "# cclake end";

/// What each file of systemd begins with: by it ours are known.
const MARK: &str = "# Written by `cclake job install`";

pub(super) fn install(config: &Config, lake: &Path, args: &Install) -> Result<Exit> {
    let jobs = chosen(config, &args.names)?;
    let library = super::options(config, None)?.library;
    jobs.iter().try_for_each(|job| super::check(job, library, lake))?;
    if config.sources.is_empty() && std::env::var_os("CLAUDE_CONFIG_DIR").is_some() {
        console::say(format_args!("warning: jobs do not see CLAUDE_CONFIG_DIR: `sources` in {} names what they read", config.path.display()));
    }
    let lake = std::path::absolute(lake)?;
    let program = std::env::current_exe().context("the path of this program is not known")?;
    let text = |path: &Path| path.to_string_lossy().into_owned();
    // A timer has no environment: what it depends on is said.
    let given = [text(&program), "--config".to_owned(), text(&config.path), "--lake".to_owned(), text(&lake)];
    let call = |job: &Job| [given.to_vec(), ["job", "run", &job.name].map(str::to_owned).to_vec()].concat();
    if uses_cron(args) {
        let lines = jobs.iter().map(|job| cron_line(job, &call(job))).collect::<Result<Vec<_>>>()?;
        let block = format!("{BEGIN}\n{}\n{END}\n", lines.join("\n"));
        if args.print {
            output::print(&block)?;
        } else {
            write_table(&(without_block(&table()?) + &block))?;
            console::say(format_args!("{} jobs are in the table of cron", jobs.len()));
        }
        return Ok(Exit::Done);
    }
    let folder = places::units().context("no home folder is known")?;
    for job in jobs {
        let [service, timer] = units(job, &call(job));
        for (ending, text) in [("service", service), ("timer", timer)] {
            let path = folder.join(format!("{}.{ending}", unit(job)));
            if args.print {
                output::print(&format!("# {}\n{text}\n", path.display()))?;
            } else {
                fs::create_dir_all(&folder).and_then(|()| fs::write(&path, text)).with_context(|| format!("cannot write {}", path.display()))?;
            }
        }
        if !args.print {
            systemctl(&["daemon-reload"])?;
            systemctl(&["enable", "--now", &format!("{}.timer", unit(job))])?;
            console::say(format_args!("{}: timer {}.timer is on", job.name, unit(job)));
        }
    }
    Ok(Exit::Done)
}

pub(super) fn uninstall(config: &Config, args: &Install) -> Result<Exit> {
    let named: Vec<String> = chosen(config, &args.names)?.into_iter().map(unit).collect();
    // Without cron there is no table.
    if let Some(before) = table().ok().filter(|_| !args.systemd) {
        let after = if args.names.is_empty() { without_block(&before) } else { without_jobs(&before, &args.names) };
        if args.print {
            output::print(&after)?;
        } else if after != before {
            write_table(&after)?;
            console::say(format_args!("the table of cron has no such jobs any more"));
        }
    }
    let Some(folder) = places::units().filter(|_| !args.cron) else { return Ok(Exit::Done) };
    // Also those of jobs that are no longer in the file.
    let ours = |path: &Path| fs::read_to_string(path).is_ok_and(|text| text.starts_with(MARK));
    let files = fs::read_dir(&folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).filter(|path| ours(path));
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut files: Vec<PathBuf> = files.filter(|path| args.names.is_empty() || named.contains(&stem(path))).collect();
    files.sort();
    for path in &files {
        if args.print {
            output::print(&format!("{}\n", path.display()))?;
            continue;
        }
        if path.extension().is_some_and(|ending| ending == "timer")
            && let Err(error) = systemctl(&["disable", "--now", &format!("{}.timer", stem(path))])
        {
            console::say(format_args!("warning: {error:#}"));
        }
        fs::remove_file(path).with_context(|| format!("cannot remove {}", path.display()))?;
        console::say(format_args!("removed {}", path.display()));
    }
    Ok(Exit::Done)
}

fn chosen<'a>(config: &'a Config, names: &[String]) -> Result<Vec<&'a Job>> {
    if names.is_empty() {
        if config.jobs.is_empty() {
            return Err(usage(format!("{} has no jobs", config.path.display())));
        }
        return Ok(config.jobs.iter().collect());
    }
    names.iter().map(|name| super::find(config, name)).collect()
}

/// Whether cron is to run them: where that is said, and where the user has no systemd to talk to.
fn uses_cron(args: &Install) -> bool {
    args.cron || (!args.systemd && !systemctl_works())
}

fn systemctl_works() -> bool {
    let asked = Command::new("systemctl").args(["--user", "show-environment"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}

fn systemctl(arguments: &[&str]) -> Result<()> {
    let output = Command::new("systemctl").arg("--user").args(arguments).output().context("systemctl cannot be run: --cron uses cron")?;
    ensure!(output.status.success(), "systemctl --user {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim());
    Ok(())
}

/// Name of a job's units.
fn unit(job: &Job) -> String {
    format!("cclake-{}", job.name)
}

/// The service and the timer of a job.
fn units(job: &Job, call: &[String]) -> [String; 2] {
    let quoted = call.iter().map(|word| format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"").replace('%', "%%").replace('$', "$$")));
    let command = quoted.collect::<Vec<_>>().join(" ");
    let calendar = Schedule::parse(&job.schedule).map(|schedule| schedule.calendar()).unwrap_or_default();
    [
        format!("{MARK}\n[Unit]\nDescription=cclake job {}\n\n[Service]\nType=oneshot\nExecStart={command}\n", job.name),
        format!(
            "{MARK}\n[Unit]\nDescription=Time of cclake job {}\n\n[Timer]\nOnCalendar={calendar}\nPersistent=true\n\n[Install]\nWantedBy=timers.target\n",
            job.name
        ),
    ]
}

/// The line of a job in a table of cron.
fn cron_line(job: &Job, call: &[String]) -> Result<String> {
    let schedule = Schedule::parse(&job.schedule).map_err(usage)?;
    let Some(time) = schedule.cron() else { bail!("cron cannot say `{}`: it would run on either of the days", job.schedule) };
    // A percent sign would end the command.
    let quoted = call.iter().map(|word| format!("'{}'", word.replace('\'', "'\\''").replace('%', "\\%")));
    Ok(format!("{time} {}", quoted.collect::<Vec<_>>().join(" ")))
}

/// The user's table of cron; empty if there is none.
fn table() -> Result<String> {
    let output = Command::new("crontab").arg("-l").output().context("crontab cannot be run: is cron installed?")?;
    // Without a table it fails, and says so in words of its own.
    Ok(if output.status.success() { String::from_utf8_lossy(&output.stdout).into_owned() } else { String::new() })
}

fn write_table(text: &str) -> Result<()> {
    let mut child = Command::new("crontab").arg("-").stdin(Stdio::piped()).spawn().context("crontab cannot be run: is cron installed?")?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(text.as_bytes()).context("crontab does not take the table")?;
    }
    let status = child.wait().context("crontab cannot be waited for")?;
    ensure!(status.success(), "crontab refuses the table: {status}");
    Ok(())
}

/// A table without our lines.
fn without_block(table: &str) -> String {
    let mut inside = false;
    let mut kept = String::new();
    for line in table.lines() {
        inside |= line == BEGIN;
        if !inside {
            kept += &format!("{line}\n");
        }
        inside &= line != END;
    }
    kept
}

/// A table without the lines of some jobs.
fn without_jobs(table: &str, names: &[String]) -> String {
    let is_of = |line: &str| names.iter().any(|name| line.ends_with(&format!(" 'job' 'run' '{name}'")));
    table.lines().filter(|line| !is_of(line)).map(|line| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_others_stay() {
        let ours = format!(
            "{BEGIN}\n0 8 * * 1 '/bin/cclake' '--config' '/c' 'job' 'run' 'a'\n0 9 * * * '/bin/cclake' '--config' '/c' 'job' 'run' 'b'\n{END}\n"
        );
        let table = format!("MAILTO=me\n{ours}0 1 * * * backup\n");
        assert_eq!(without_block(&table), "MAILTO=me\n0 1 * * * backup\n");
        let left = without_jobs(&table, &["a".to_owned()]);
        assert!(!left.contains("'a'") && left.contains("'b'") && left.contains("backup"), "{left}");
    }
}
