//! What the benches measure of the process that they run in, as Linux tells it.

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};

/// The kernel counts processor time in units of 10 ms for all user programs, whatever its own clock.
const TICKS_PER_SECOND: f64 = 100.0;

/// What a process has used since it began.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Usage {
    /// Processor time of all threads, user and system, in seconds.
    pub cpu_seconds: f64,
    /// Highest resident memory, in bytes.
    pub peak_bytes: u64,
}

impl Usage {
    /// What this process has used.
    pub fn so_far() -> io::Result<Self> {
        let stat = fs::read_to_string("/proc/self/stat")?;
        // The name in the second field may hold anything; the times are fields 14 and 15.
        let after_name = stat.rsplit(')').next().unwrap_or_default();
        let ticks: f64 = after_name.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum();
        let status = fs::read_to_string("/proc/self/status")?;
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        let peak = peak.ok_or_else(|| io::Error::other("no VmHWM in /proc/self/status"))?;
        Ok(Self { cpu_seconds: ticks / TICKS_PER_SECOND, peak_bytes: peak * 1024 })
    }
}

/// The files below a folder whose names end so, with their sizes. Folders that begin with `_` are left out.
pub fn files(folder: &Path, ending: &str) -> io::Result<Vec<(PathBuf, u64)>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if entry.file_type()?.is_dir() {
            if !name.starts_with('_') {
                all.extend(files(&path, ending)?);
            }
        } else if name.ends_with(ending) {
            all.push((path, entry.metadata()?.len()));
        }
    }
    Ok(all)
}

/// The sum of the sizes of some files.
pub fn total(files: &[(PathBuf, u64)]) -> u64 {
    files.iter().map(|(_, bytes)| bytes).sum()
}
