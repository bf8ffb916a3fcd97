use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::process::Command;

use super::*;

/// A folder to fill, resolved.
struct Tree {
    _dir: tempfile::TempDir,
    path: PathBuf,
}

impl Tree {
    fn new(files: &[&str]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().canonicalize().unwrap();
        let tree = Self { _dir: dir, path };
        for file in files {
            let file = tree.path(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "{}\n").unwrap();
        }
        tree
    }

    fn path(&self, path: &str) -> PathBuf {
        self.path.join(path)
    }

    fn link(&self, target: &str, link: &str) {
        let link = self.path(link);
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(self.path(target), link).unwrap();
    }

    fn discover(&self, paths: &[&str]) -> Discovery {
        let paths: Vec<PathBuf> = paths.iter().map(|path| self.path(path)).collect();
        discover(&paths, &Defaults::default()).unwrap()
    }

    /// Root and path of each source, the root relative to the tree.
    fn sources(&self, discovery: &Discovery) -> Vec<(String, String)> {
        let root = |found: &Found| Path::new(&*found.root).strip_prefix(&self.path).unwrap().display().to_string();
        discovery.sources.iter().map(|found| (root(found), found.path.clone())).collect()
    }

    fn found(&self, paths: &[&str]) -> Vec<(String, String)> {
        self.sources(&self.discover(paths))
    }
}

fn pairs(root: &str, paths: &[&str]) -> Vec<(String, String)> {
    paths.iter().map(|path| (root.to_owned(), (*path).to_owned())).collect()
}

const LAYOUTS: [&str; 4] = [
    "projects/-a/agent-1.jsonl",
    "projects/-a/s.jsonl",
    "projects/-a/s/subagents/agent-2.jsonl",
    "projects/-a/s/subagents/workflows/wf/agent-3.jsonl",
];

#[test]
fn a_config_dir_gives_its_projects_in_every_layout() {
    let files: Vec<String> = LAYOUTS.iter().map(|path| format!("c/{path}")).collect();
    let mut files: Vec<&str> = files.iter().map(String::as_str).collect();
    files.extend(["c/history.jsonl", "c/plugins/p/sample.jsonl"]);
    let tree = Tree::new(&files);
    assert_eq!(tree.found(&["c"]), pairs("c", &LAYOUTS));
    assert_eq!(tree.found(&["c/projects"]), pairs("c", &LAYOUTS));
    assert_eq!(tree.found(&["c/projects/-a/s"]), pairs("c", &LAYOUTS[2..]));
    assert_eq!(tree.found(&["c/projects/-a/s/subagents/agent-2.jsonl"]), pairs("c", &LAYOUTS[2..3]));
    assert_eq!(tree.found(&["c/projects/-a/s.jsonl", "c/projects", "c", "c"]), pairs("c", &LAYOUTS));
}

#[test]
fn neighbours_are_not_transcripts() {
    let tree = Tree::new(&[
        "c/projects/-a/s.jsonl",
        "c/projects/-a/s.jsonl.bak",
        "c/projects/-a/s.bak",
        "c/projects/-a/._s.jsonl",
        "c/projects/-a/sessions-index.json",
        "c/projects/-a/memory/MEMORY.md",
        "c/projects/-a/s/tool-results/data.jsonl",
        "c/projects/-a/s/subagents/workflows/wf/journal.jsonl",
        "c/projects/history.jsonl",
    ]);
    assert_eq!(tree.found(&["c"]), pairs("c", &["projects/-a/s.jsonl"]));
}

#[test]
fn other_folders_and_files_are_their_own_root() {
    let tree = Tree::new(&["logs/a/b/s.jsonl", "logs/run.log"]);
    assert_eq!(tree.found(&["logs"]), pairs("logs", &["a/b/s.jsonl"]));
    assert_eq!(tree.found(&["logs/a", "logs"]), pairs("logs", &["a/b/s.jsonl"]));
    assert_eq!(tree.found(&["logs/run.log"]), pairs("logs", &["run.log"]));
}

#[test]
fn the_innermost_projects_folder_is_the_one_of_a_config_dir() {
    let tree = Tree::new(&["projects/app/.claude/projects/-x/s.jsonl"]);
    let expected = pairs("projects/app/.claude", &["projects/-x/s.jsonl"]);
    assert_eq!(tree.found(&["projects/app/.claude"]), expected);
    assert_eq!(tree.found(&["projects"]), expected);
    assert_eq!(tree.found(&[""]), expected);
}

#[test]
fn links_lead_to_what_they_point_to_once() {
    let tree = Tree::new(&["c/projects/-a/s.jsonl", "far/-b/t.jsonl", "far/u.jsonl"]);
    tree.link("c/projects", "d/projects");
    tree.link("c", "e");
    tree.link("c/projects", "c/projects/-a/loop");
    tree.link("far/-b", "c/projects/-b");
    tree.link("far/u.jsonl", "c/projects/-a/u.jsonl");
    tree.link("c/projects/-a/s.jsonl", "c/projects/-a/again.jsonl");
    let expected = [pairs("c", &["projects/-a/s.jsonl"]), pairs("far/-b", &["t.jsonl"]), pairs("far", &["u.jsonl"])].concat();
    for paths in [&["c"][..], &["d"], &["e"], &["d/projects", "e", "c"], &["e/projects/-a/again.jsonl", "c"]] {
        let discovery = tree.discover(paths);
        assert_eq!(tree.sources(&discovery), expected, "{paths:?}");
        assert!(discovery.failures.is_empty() && discovery.warnings.is_empty(), "{discovery:?}");
    }
}

#[test]
fn what_cannot_be_read_is_told_and_stops_nothing() {
    let tree = Tree::new(&["c/projects/-a/s.jsonl", "c/projects/-a/full.jsonl/t.jsonl"]);
    fs::create_dir(tree.path("c/projects/-a/empty.jsonl")).unwrap();
    assert!(Command::new("mkfifo").arg(tree.path("c/projects/-a/pipe.jsonl")).status().unwrap().success());
    tree.link("nowhere", "c/projects/-a/dangling.jsonl");
    tree.link("nowhere", "c/projects/-a/of-no-interest");
    tree.link("c/projects/-a/circle.jsonl", "c/projects/-a/circle.jsonl");
    tree.link("c/projects/-a/pipe.jsonl", "c/projects/-a/piped.jsonl");
    let discovery = tree.discover(&["c"]);
    assert_eq!(tree.sources(&discovery), pairs("c", &["projects/-a/full.jsonl/t.jsonl", "projects/-a/s.jsonl"]));
    let failed: Vec<&str> = discovery.failures.keys().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(failed, ["circle.jsonl", "dangling.jsonl", "pipe.jsonl"]);
    assert_eq!(discovery.warnings, [format!("{} is a folder without transcripts", tree.path("c/projects/-a/empty.jsonl").display())]);
}

#[test]
fn names_need_not_be_unicode() {
    let tree = Tree::new(&[]);
    let folder = tree.path.join(OsStr::from_bytes(b"caf\xe9"));
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join(OsStr::from_bytes(b"\xff.jsonl")), "").unwrap();
    assert_eq!(tree.found(&[""]), pairs("", &["caf\u{fffd}/\u{fffd}.jsonl"]));
}

#[test]
fn paths_must_exist_and_empty_ones_are_named() {
    let tree = Tree::new(&["c/settings.json"]);
    assert_eq!(tree.discover(&["c"]).warnings, [format!("no transcripts in {}", tree.path("c").display())]);
    let missing = tree.path("missing");
    assert!(matches!(discover(std::slice::from_ref(&missing), &Defaults::default()), Err(Error::Path { path, .. }) if path == missing));
}

#[test]
fn config_dirs_are_looked_for_where_the_environment_says() {
    let tree = Tree::new(&["home/.claude/projects/-a/s.jsonl", "work/projects/-b/t.jsonl"]);
    let home = || Some(tree.path("home"));
    let told = |list: Option<String>, home| {
        let discovery = discover(&[], &Defaults::new(list.map(Into::into), home)).unwrap();
        (tree.sources(&discovery), discovery.warnings)
    };
    let at_home = pairs("home/.claude", &["projects/-a/s.jsonl"]);
    let at_work = pairs("work", &["projects/-b/t.jsonl"]);
    let (work, gone) = (tree.path("work").display().to_string(), tree.path("gone").display().to_string());
    assert_eq!(told(None, home()), (at_home.clone(), vec![]));
    assert_eq!(told(Some(String::new()), home()), (at_home.clone(), vec![]));
    assert_eq!(told(Some(work.clone()), home()), (at_work.clone(), vec![]));
    assert_eq!(told(Some(format!("{work}/projects, {work},")), home()), (at_work.clone(), vec![]));
    assert_eq!(told(Some(format!("{gone},{work}")), home()), (at_work, vec![format!("no transcripts: there is no folder {gone}/projects")]));
    let warnings = told(None, Some(tree.path("gone"))).1;
    assert_eq!(warnings, [format!("no transcripts: there is no folder {gone}/.claude/projects and no folder {gone}/.config/claude/projects")]);
    tree.link("home/.claude", "home/.config/claude");
    assert_eq!(told(None, home()), (at_home, vec![]));
}
