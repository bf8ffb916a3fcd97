//! Where things are when nobody says where: the lake, and this machine's name.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

/// The lake's default folder.
pub(crate) fn lake() -> Result<PathBuf> {
    Ok(data_home().context("no home folder is known: name the lake with --lake DIR or CCLAKE_LAKE")?.join("cclake"))
}

/// The name of this machine in the lake.
///
/// It is chosen once and kept, because a lake holds one machine's rows under its name: if the host were renamed, its transcripts
/// would be read again as another machine's. A name that is given holds for the run; it is also kept if none is yet, so that the
/// first run decides.
pub(crate) fn machine(given: Option<String>) -> Result<String> {
    let file = machine_file();
    let kept = file.as_deref().and_then(kept_name);
    let is_given = given.is_some();
    let chosen = given.or_else(|| kept.clone()).unwrap_or_else(|| file_name(&host_name()));
    ensure!(chosen == file_name(&chosen), "a machine's name is a file's name: letters, digits, `-`, `_` and `.` within, not `{chosen}`");
    if let (None, Some(file)) = (kept, file) {
        let kept =
            keep(&file, &chosen).with_context(|| format!("cannot keep this machine's name in {}; --machine NAME needs no file", file.display()));
        if !is_given {
            kept?;
        }
    }
    Ok(chosen)
}

/// The name that the next ingest will use, with nothing kept.
pub(crate) fn this_machine() -> String {
    machine_file().as_deref().and_then(kept_name).unwrap_or_else(|| file_name(&host_name()))
}

fn machine_file() -> Option<PathBuf> {
    state_home().map(|folder| folder.join("cclake").join("machine"))
}

fn kept_name(file: &Path) -> Option<String> {
    fs::read_to_string(file).ok().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty())
}

fn keep(file: &Path, name: &str) -> std::io::Result<()> {
    fs::create_dir_all(file.parent().expect("the file is in a folder"))?;
    fs::write(file, format!("{name}\n"))
}

/// A name that is a file's name on every system.
fn file_name(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '-' }).collect();
    let plain = plain.trim_matches('.');
    if plain.is_empty() { "machine".to_owned() } else { plain.to_owned() }
}

fn host_name() -> String {
    let kernel = || fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let command = || String::from_utf8(std::process::Command::new("hostname").output().ok()?.stdout).ok();
    let variable = || ["COMPUTERNAME", "HOSTNAME"].iter().find_map(|name| env::var(name).ok());
    let given = kernel().or_else(variable).or_else(command).unwrap_or_default();
    // Without its domain: that one changes with the network.
    given.trim().split('.').next().unwrap_or_default().to_owned()
}

fn data_home() -> Option<PathBuf> {
    let platform = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        home().map(|home| home.join(".local/share"))
    };
    folder("XDG_DATA_HOME").or(platform)
}

/// The user's settings.
pub(crate) fn config() -> Option<PathBuf> {
    Some(config_home()?.join("cclake").join("cclake.toml"))
}

/// Where systemd looks for the user's units.
pub(crate) fn units() -> Option<PathBuf> {
    Some(config_home()?.join("systemd").join("user"))
}

fn config_home() -> Option<PathBuf> {
    let platform = if cfg!(windows) { folder("APPDATA") } else { home().map(|home| home.join(".config")) };
    folder("XDG_CONFIG_HOME").or(platform)
}

fn state_home() -> Option<PathBuf> {
    let platform = if cfg!(windows) { folder("LOCALAPPDATA") } else { home().map(|home| home.join(".local/state")) };
    folder("XDG_STATE_HOME").or(platform)
}

fn home() -> Option<PathBuf> {
    folder("HOME").or_else(|| folder("USERPROFILE"))
}

/// A path that a variable names. An empty one counts as none.
pub(crate) fn of_variable(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).filter(|path| !path.is_empty()).map(PathBuf::from)
}

/// A folder that a variable of the platform names. A relative one counts as none, as the XDG specification says.
fn folder(variable: &str) -> Option<PathBuf> {
    of_variable(variable).filter(|folder| folder.is_absolute())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_machines_are_names_of_files() {
        assert_eq!(file_name("build-7"), "build-7");
        assert_eq!(file_name("a b/c:d"), "a-b-c-d");
        assert_eq!(file_name(".."), "machine");
        assert_eq!(file_name(""), "machine");
    }
}
