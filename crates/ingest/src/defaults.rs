//! Where transcripts are when no path is given.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::discover::PROJECTS;

/// The folders in the config dirs of this user that hold transcripts; nothing else in a config dir is one.
#[derive(Debug, Default)]
pub(crate) struct Defaults {
    pub(crate) folders: Vec<PathBuf>,
    /// Whether the user named the config dirs, and did not leave them to us.
    named: bool,
}

impl Defaults {
    /// The folders that the environment leads to.
    pub(crate) fn from_env() -> Self {
        Self::new(std::env::var_os("CLAUDE_CONFIG_DIR"), std::env::home_dir())
    }

    /// Those of a comma list of config dirs, else of the two below the home folder that Claude Code has used.
    pub(crate) fn new(list: Option<OsString>, home: Option<PathBuf>) -> Self {
        let list = list.unwrap_or_default();
        let mut dirs: Vec<PathBuf> = match list.to_str() {
            Some(list) => list.split(',').map(str::trim).filter(|dir| !dir.is_empty()).map(PathBuf::from).collect(),
            None => vec![PathBuf::from(list)],
        };
        let named = !dirs.is_empty();
        if !named {
            dirs.extend(home.iter().flat_map(|home| [".claude", ".config/claude"].map(|dir| home.join(dir))));
        }
        let folders = dirs.into_iter().map(|dir| if dir.ends_with(PROJECTS) { dir } else { dir.join(PROJECTS) }).collect();
        Self { folders, named }
    }

    /// A warning about folders that do not exist; about those that were not named only if no other exists.
    pub(crate) fn missing(&self) -> Option<String> {
        let missing: Vec<String> = self.folders.iter().filter(|folder| !folder.is_dir()).map(|folder| folder.display().to_string()).collect();
        let relevant = missing.len() == self.folders.len() || self.named && !missing.is_empty();
        relevant.then(|| format!("no transcripts: there is no folder {}", missing.join(" and no folder ")))
    }
}
