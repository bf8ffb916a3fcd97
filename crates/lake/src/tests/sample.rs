//! Rows for tests: cells by column name, or random ones made from a seed.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use arrow::array::{ArrayRef, RecordBatch, UInt32Array, new_null_array};
use cclake_transcript::cell::{Bool, ColumnType, Int, Kind, Money, Opt, Text, Time, Witness, WitnessValue};
use cclake_transcript::table::{FROM, Merge, Table};
use cclake_transcript::tables::find;

use crate::rows::{At, Rows, index_of};
use crate::{Lake, State, Written};

/// One value.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) enum Cell {
    #[default]
    Null,
    Text(String),
    Int(i64),
    Bool(bool),
    Time(i64),
    Money(i128),
    Witness {
        rank: i64,
        sidechain: bool,
        ts: Option<i64>,
        source: String,
        line: i64,
    },
}

impl From<&str> for Cell {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}

impl From<i64> for Cell {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}

impl From<bool> for Cell {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

/// An instant, as a cell.
pub(crate) fn time(text: &str) -> Cell {
    Cell::Time(text.parse::<jiff::Timestamp>().unwrap().as_microsecond())
}

/// The table of this name.
pub(crate) fn table(name: &str) -> &'static Table {
    find(name).unwrap()
}

/// One row: its origin, and its cells by column. What is not given is NULL, or the empty value where there is no NULL.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) table: &'static Table,
    pub(crate) origin: u32,
    pub(crate) cells: BTreeMap<&'static str, Cell>,
}

impl Row {
    pub(crate) fn new(name: &str, origin: u32) -> Self {
        Self { table: table(name), origin, cells: BTreeMap::new() }
    }

    pub(crate) fn with(mut self, name: &'static str, cell: impl Into<Cell>) -> Self {
        assert!(index_of(self.table, name).is_some(), "{} has no {name}", self.table.name);
        self.cells.insert(name, cell.into());
        self
    }
}

fn column<'a, K: Kind>(cells: &'a [Cell], value: impl Fn(&'a Cell) -> K::Value<'a>) -> ArrayRef {
    let mut builder = K::Builder::default();
    for cell in cells {
        K::append(&mut builder, value(cell));
    }
    K::finish(&mut builder)
}

fn array(kind: ColumnType, cells: &[Cell]) -> ArrayRef {
    macro_rules! of {
        ($kind:ty, $variant:ident) => {
            column::<Opt<$kind>>(cells, |cell| if let Cell::$variant(value) = cell { Some(*value) } else { None })
        };
    }
    match kind {
        ColumnType::Int => of!(Int, Int),
        ColumnType::Bool => of!(Bool, Bool),
        ColumnType::Time => of!(Time, Time),
        ColumnType::Money => of!(Money, Money),
        ColumnType::Text => column::<Opt<Text>>(cells, |cell| if let Cell::Text(value) = cell { Some(value.as_str()) } else { None }),
        ColumnType::Witness => column::<Opt<Witness>>(cells, |cell| match cell {
            Cell::Witness { rank, sidechain, ts, source, line } => {
                Some(WitnessValue { rank: *rank, sidechain: *sidechain, ts: *ts, source, line: *line })
            }
            _ => None,
        }),
    }
}

fn empty(kind: ColumnType) -> Cell {
    match kind {
        ColumnType::Text => Cell::Text(String::new()),
        ColumnType::Int => Cell::Int(0),
        ColumnType::Bool => Cell::Bool(false),
        ColumnType::Time => Cell::Time(0),
        ColumnType::Money => Cell::Money(0),
        ColumnType::Witness => Cell::Null,
    }
}

/// The rows of one table as a batch in flight.
pub(crate) fn batch(rows: &[Row]) -> RecordBatch {
    let table = rows[0].table;
    let mut arrays: Vec<ArrayRef> = Vec::new();
    for column in table.columns() {
        if column.merge == Merge::Derived {
            arrays.push(new_null_array(&column.kind.in_flight(), rows.len()));
            continue;
        }
        let cell = |row: &Row| row.cells.get(column.name).cloned().unwrap_or_else(|| if column.nullable { Cell::Null } else { empty(column.kind) });
        arrays.push(array(column.kind, &rows.iter().map(cell).collect::<Vec<_>>()));
    }
    arrays.push(Arc::new(UInt32Array::from_iter_values(rows.iter().map(|row| row.origin))));
    RecordBatch::try_new(table.schema_in_flight(), arrays).unwrap()
}

/// The cells of a row, by column.
pub(crate) fn cells(rows: &Rows, at: At) -> BTreeMap<&'static str, Cell> {
    let cell = |index: usize, kind: ColumnType| {
        if rows.is_null(index, at) {
            return Cell::Null;
        }
        let row = at.row as usize;
        match kind {
            ColumnType::Text => Cell::Text(rows.text(index, at).unwrap().to_owned()),
            ColumnType::Int => Cell::Int(rows.int(index, at).unwrap()),
            ColumnType::Time => Cell::Time(rows.int(index, at).unwrap()),
            ColumnType::Bool => Cell::Bool(rows.flag(index, at)),
            ColumnType::Money => match rows.values(index, at) {
                crate::rows::Values::Money(array) => Cell::Money(array.value(row)),
                _ => unreachable!(),
            },
            ColumnType::Witness => {
                let WitnessValue { rank, sidechain, ts, source, line } = rows.witness(index, at).unwrap();
                Cell::Witness { rank, sidechain, ts, source: source.to_owned(), line }
            }
        }
    };
    rows.table.columns().enumerate().map(|(index, column)| (column.name, cell(index, column.kind))).collect()
}

/// The state that tests commit.
pub(crate) fn state() -> State {
    State { decoder: 1, text: "preview".to_owned(), ..State::default() }
}

/// Merges rows into a lake, as one batch for each table.
pub(crate) fn ingest(lake: &Lake, rows: &[Row]) -> Written {
    let lock = lake.lock(false).unwrap();
    let run = lake.begin(&lock);
    push(&run, rows);
    run.commit(&state()).unwrap()
}

/// Pushes rows as one batch for each table.
pub(crate) fn push(run: &crate::Run<'_>, rows: &[Row]) {
    let mut tables: BTreeMap<&str, Vec<Row>> = BTreeMap::new();
    for row in rows {
        tables.entry(row.table.name).or_default().push(row.clone());
    }
    for rows in tables.values() {
        run.push(rows[0].table, batch(rows));
    }
}

/// All rows of a table, from all its files, in order.
pub(crate) fn read(lake: &Lake, name: &str) -> Vec<BTreeMap<&'static str, Cell>> {
    let table = table(name);
    let mut all = Vec::new();
    for path in lake.files(table).unwrap() {
        let file = crate::read::LakeFile::open(table, &path).unwrap().unwrap();
        let rows = Rows::new(table, file.all_but(&[]).unwrap().map(Result::unwrap));
        all.extend(rows.places(0).map(|at| cells(&rows, at)));
    }
    all
}

/// Every data file of a lake, by its path, with its bytes.
pub(crate) fn data(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        for name in crate::layout::names(&folder).unwrap() {
            let path = folder.join(&name);
            if path.is_dir() && name != "_cclake" {
                folders.push(path);
            } else if path.is_file() {
                files.insert(path.strip_prefix(dir).unwrap().to_string_lossy().into_owned(), std::fs::read(&path).unwrap());
            }
        }
    }
    files
}

/// A small generator of random numbers, so that one seed stands for one row.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number below a bound (SplitMix64).
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % bound
    }

    /// An instant in one of three months.
    fn instant(&mut self) -> i64 {
        const MONTH: i64 = 31 * 86_400_000_000;
        1_760_000_000_000_000 + self.below(3) as i64 * MONTH + self.below(3) as i64 * 1_000_000
    }

    fn cell(&mut self, kind: ColumnType) -> Cell {
        match kind {
            ColumnType::Text => Cell::Text(["", "a", "b", "a text that a view does not hold", "ä"][self.below(5) as usize].to_owned()),
            ColumnType::Int => Cell::Int(self.below(3) as i64),
            ColumnType::Bool => Cell::Bool(self.below(2) == 0),
            ColumnType::Time => Cell::Time(self.instant()),
            ColumnType::Money => Cell::Money(i128::from(self.below(3)) * 1_000_000_000),
            ColumnType::Witness => Cell::Witness {
                rank: self.below(2) as i64,
                sidechain: self.below(2) == 0,
                ts: (self.below(3) > 0).then(|| self.instant()),
                source: ["x", "y"][self.below(2) as usize].to_owned(),
                line: self.below(2) as i64,
            },
        }
    }

    /// A row of a table. Rows of a table with halves hold the call, the result, or both, as decoders make them.
    pub(crate) fn row(&mut self, table: &'static Table, origin: u32) -> Row {
        let mut row = Row { table, origin, cells: BTreeMap::new() };
        let half = self.below(3);
        for column in table.columns() {
            let mut cell = self.cell(column.kind);
            if column.nullable && self.below(4) == 0 {
                cell = Cell::Null;
            }
            match (column.name, column.merge) {
                ("carrier", _) => cell = ["transcript", "stream", "hook", "echo", "pigeon"][self.below(5) as usize].into(),
                ("decoder", _) => cell = Cell::Int(1 + self.below(2) as i64),
                ("has_call", _) => cell = (half != 1).into(),
                ("has_result", _) => cell = (half != 0).into(),
                (_, Merge::Call) if half == 1 => cell = Cell::Null,
                (_, Merge::Result) if half == 0 => cell = Cell::Null,
                (_, Merge::ResultFrom | Merge::Derived) => cell = Cell::Null,
                (_, Merge::Key) if column.kind == ColumnType::Text => cell = Cell::Text(format!("key {}", self.below(3))),
                _ => {}
            }
            row.cells.insert(column.name, cell);
        }
        for column in table.columns().filter(|column| matches!(column.merge, Merge::First | Merge::Last)) {
            let witness = table.columns().find(|other| other.name == format!("{}{FROM}", column.name)).unwrap();
            if row.cells[column.name] == Cell::Null {
                row.cells.insert(witness.name, Cell::Null);
            } else if row.cells[witness.name] == Cell::Null {
                row.cells.insert(witness.name, self.cell(ColumnType::Witness));
            }
        }
        row
    }
}
