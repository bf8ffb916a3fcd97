//! The queries that come with the program, and those of the user's own: macros, views and reports, one file of SQL each.
//!
//! A file begins with comments that describe it, see [`front`]. Whatever reads a file's text, it is read once and stays.

mod front;
mod order;
mod report;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{fs, io};

use cclake_transcript::table::unit;
use include_dir::{Dir, include_dir};

use crate::error::Error;
use crate::fields::Field;
use crate::script;
use front::{Front, Problem};

pub use report::{Column, Content, Hint, Parameter, Part, Report};

static FILES: [(Kind, Dir<'_>); 3] = [
    (Kind::Macro, include_dir!("$CARGO_MANIFEST_DIR/../../queries/macros")),
    (Kind::View, include_dir!("$CARGO_MANIFEST_DIR/../../queries/views")),
    (Kind::Report, include_dir!("$CARGO_MANIFEST_DIR/../../queries/reports")),
];

/// What a file defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Macro,
    View,
    Report,
}

impl Kind {
    /// The folder that such files are in.
    fn folder(self) -> &'static str {
        match self {
            Kind::Macro => "macros",
            Kind::View => "views",
            Kind::Report => "reports",
        }
    }
}

/// A function that queries can call.
#[derive(Clone, Debug)]
pub struct Macro {
    /// Its name.
    pub name: &'static str,
    /// What it gives.
    pub description: String,
    /// The statement that defines it.
    pub(crate) statement: &'static str,
}

/// A view on top of those of the tables.
#[derive(Clone, Debug)]
pub struct View {
    /// Its name.
    pub name: &'static str,
    /// What it has, and what one row is.
    pub description: String,
    /// Its columns, in order; none of a user's view that does not describe them.
    pub columns: Vec<Field>,
    /// The query that it stands for, without comments above.
    pub(crate) query: &'static str,
}

/// Macros, views and reports.
#[derive(Clone, Debug, Default)]
pub struct Library {
    macros: Vec<Macro>,
    views: Vec<View>,
    reports: Vec<Report>,
}

impl Library {
    /// Those that come with the program.
    pub fn bundled() -> &'static Self {
        static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
            let mut library = Library::default();
            for (kind, folder) in &FILES {
                add_bundled(&mut library, *kind, folder);
            }
            library.sort();
            library
        });
        &LIBRARY
    }

    /// Those that come with the program, and those of a folder with folders `macros`, `views` and `reports`: where they have a name in
    /// common, the folder's counts. What lies in the folder itself is a report.
    pub fn with(folder: &Path) -> Result<Self, Error> {
        let mut library = Self::bundled().clone();
        for kind in [Kind::Macro, Kind::View, Kind::Report] {
            for path in sql_files(&folder.join(kind.folder()), true)? {
                library.add_file(kind, &path)?;
            }
        }
        let loose = sql_files(folder, false)?;
        for path in &loose {
            library.add_file(Kind::Report, path)?;
        }
        library.sort();
        Ok(library)
    }

    /// The macros.
    pub fn macros(&self) -> &[Macro] {
        &self.macros
    }

    /// The views, each after those that it uses.
    pub fn views(&self) -> &[View] {
        &self.views
    }

    /// The reports, by group and name.
    pub fn reports(&self) -> &[Report] {
        &self.reports
    }

    /// The report of a name, or of another name for it.
    pub fn report(&self, name: &str) -> Option<&Report> {
        let by_name = self.reports.iter().find(|report| report.name == name);
        by_name.or_else(|| self.reports.iter().find(|report| report.aliases.iter().any(|alias| alias == name)))
    }

    /// All parameters of reports, each once.
    pub fn parameters(&self) -> Vec<&Parameter> {
        let mut parameters: Vec<&Parameter> = self.reports.iter().flat_map(|report| &report.parameters).collect();
        parameters.sort_by_key(|parameter| parameter.name);
        parameters.dedup_by_key(|parameter| parameter.name);
        parameters
    }

    fn add_file(&mut self, kind: Kind, path: &Path) -> Result<(), Error> {
        let text = fs::read_to_string(path).map_err(|source| Error::Path { path: path.to_owned(), source })?;
        self.add(kind, path, text.leak()).map_err(|Problem { line, what }| Error::QueryFile { path: path.to_owned(), line, what })
    }

    fn add(&mut self, kind: Kind, path: &Path, text: &'static str) -> Result<(), Problem> {
        let front = Front::read(path, text)?;
        match kind {
            Kind::Macro => put(&mut self.macros, read_macro(&front)?, |one| one.name),
            Kind::View => put(&mut self.views, read_view(&front)?, |one| one.name),
            Kind::Report => put(&mut self.reports, report::read(&front)?, |one| one.name),
        }
        Ok(())
    }

    fn sort(&mut self) {
        self.reports.sort_by(|one, other| (&one.group, one.name).cmp(&(&other.group, other.name)));
        order::sort(&mut self.views);
    }
}

fn add_bundled(library: &mut Library, kind: Kind, folder: &'static Dir<'static>) {
    for file in folder.files() {
        let text = file.contents_utf8().expect("queries are text");
        if let Err(problem) = library.add(kind, file.path(), text) {
            unreachable!("{}:{}: {}", file.path().display(), problem.line, problem.what);
        }
    }
    folder.dirs().for_each(|inner| add_bundled(library, kind, inner));
}

/// Puts one in the place of that with its name, else behind the others.
fn put<T>(all: &mut Vec<T>, one: T, name: impl Fn(&T) -> &'static str) {
    match all.iter_mut().find(|other| name(other) == name(&one)) {
        Some(other) => *other = one,
        None => all.push(one),
    }
}

/// The files of a folder, in order; none if there is no such folder and it may be missing.
fn sql_files(folder: &Path, may_be_missing: bool) -> Result<Vec<PathBuf>, Error> {
    let failed = |source| Error::Path { path: folder.to_owned(), source };
    let entries = match fs::read_dir(folder) {
        Err(error) if may_be_missing && error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(failed)?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(failed)?.path();
        if may_be_missing && path.is_dir() {
            files.extend(sql_files(&path, true)?);
        } else if path.extension().is_some_and(|extension| extension == "sql") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn read_macro(front: &Front) -> Result<Macro, Problem> {
    front.only(&["name", "description"])?;
    let words = ["create", "or", "replace", "macro", front.name];
    let defines = words.iter().try_fold(front.body, |text, word| script::after_word(text, word)).is_some();
    let is_alone = script::statements(front.body).len() == 1;
    let expected = || format!("the file has to be one statement `create or replace macro {}(…) as …`", front.name);
    if defines && is_alone {
        Ok(Macro { name: front.name, description: front.description(), statement: front.body })
    } else {
        Err(front.problem(expected()))
    }
}

fn read_view(front: &Front) -> Result<View, Problem> {
    front.only(&["name", "description", "column"])?;
    let columns = front.all("column").map(|entry| Ok(field(entry.words(2)?, &entry.value))).collect::<Result<_, Problem>>()?;
    Ok(View { name: front.name, description: front.description(), columns, query: front.query()? })
}

/// A column as the files describe it.
fn field(words: [&'static str; 2], description: &str) -> Field {
    let [name, kind] = words;
    let nullable = description.contains("NULL");
    Field { name, kind, unit: unit(name), nullable, merge: None, description: description.to_owned() }
}

#[cfg(test)]
mod tests;
