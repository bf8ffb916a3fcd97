//! A report as columns that fit the terminal.

use std::io::Write;

use anyhow::Result;
use comfy_table::{Cell, CellAlignment, ContentArrangement, Table};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::amount;
use super::grid::{Grid, Head};
use super::table::{GAP, STYLE};

/// Characters of a bar.
const BAR: usize = 8;
/// A text is not cut to less than this, except where nothing else helps.
const SHORT: usize = 14;
/// Nor is a key to less than this: ids are no good in parts.
const ID: usize = 36;
/// Nor is it longer than this where a line may be as long as it wants.
const LONG: usize = 60;

pub(super) fn write(mut grid: Grid, width: Option<u16>, out: &mut dyn Write) -> Result<()> {
    let width = width.map_or(usize::MAX, usize::from);
    let is_alone = grid.rows.len() == 1;
    if is_alone && needed(&widths(&grid, LONG)) > width {
        return write_record(&grid, width, out);
    }
    let widths = fit(&mut grid, width);
    let mut table = Table::new();
    table.load_style(STYLE).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(grid.columns.iter().zip(&widths).map(|(head, width)| wrapped(&head.title, *width)));
    let last = grid.columns.len().saturating_sub(1);
    for ((at, head), column) in grid.columns.iter().enumerate().zip(table.column_iter_mut()) {
        column.set_cell_alignment(if head.is_right { CellAlignment::Right } else { CellAlignment::Left });
        column.set_padding((0, if at < last { GAP as u16 } else { 0 }));
    }
    for (at, row) in grid.rows.iter().enumerate() {
        let cells = grid.columns.iter().zip(row).zip(&widths);
        table.add_row(cells.map(|((head, text), width)| Cell::new(with_bar(head, at, cut(text, *width)))));
    }
    if let Some(total) = grid.total() {
        let cell = |(head, text): (&Head, &str)| if head.bars.is_some() { format!("{text} {}", " ".repeat(BAR)) } else { text.to_owned() };
        table.add_row(grid.columns.iter().zip(total).map(cell));
    }
    let text = table.trim_fmt();
    let mut lines: Vec<&str> = text.lines().collect();
    if grid.total().is_some() {
        // The line below the header, again above the total.
        let rule = lines.iter().find(|line| line.starts_with('─')).copied().unwrap_or_default();
        lines.insert(lines.len() - 1, rule);
    }
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    if grid.hidden_rows > 0 {
        writeln!(out, "… and {} more: --top 0 shows all", grid.hidden_rows)?;
    }
    Ok(())
}

/// Leaves columns out and cuts texts until the rest fits; gives the columns' widths.
fn fit(grid: &mut Grid, width: usize) -> Vec<usize> {
    let mut longest = LONG;
    loop {
        let widths = widths(grid, longest);
        if needed(&widths) <= width {
            return grown(grid, widths, width);
        }
        let last = |leave: fn(&Head) -> bool| grid.columns.iter().rposition(leave);
        if longest > 2 * SHORT {
            longest = longest.saturating_sub(4);
        } else if let Some(out) = last(|head| head.is_detail) {
            grid.keep(|at| at != out);
        } else if longest > SHORT {
            longest -= 1;
        } else if let Some(out) = last(|head| !head.is_key && head.bars.is_none()).or_else(|| last(|head| !head.is_key)) {
            grid.keep(|at| at != out);
        } else if longest > 4 {
            longest -= 1;
        } else {
            return widths;
        }
    }
}

/// Gives what is left of the line to texts that were cut.
fn grown(grid: &Grid, mut widths: Vec<usize>, width: usize) -> Vec<usize> {
    let wanted = self::widths(grid, LONG);
    let mut left = width.saturating_sub(needed(&widths));
    for (have, want) in widths.iter_mut().zip(wanted) {
        let more = want.saturating_sub(*have).min(left);
        *have += more;
        left -= more;
    }
    widths
}

fn needed(widths: &[usize]) -> usize {
    widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1)
}

/// How wide columns are, where texts are no longer than this.
fn widths(grid: &Grid, longest: usize) -> Vec<usize> {
    let of = |(at, head): (usize, &Head)| {
        let cells = grid.rows.iter().chain(&grid.sums).map(|row| row[at].width()).max().unwrap_or_default();
        let cells = match head {
            Head { is_right: true, .. } => cells,
            Head { is_key: true, .. } if longest >= SHORT => cells.min(longest.max(ID)),
            _ => cells.min(longest),
        };
        let title = head.title.split(' ').map(UnicodeWidthStr::width).max().unwrap_or_default();
        cells.max(title) + if head.bars.is_some() { BAR + 1 } else { 0 }
    };
    grid.columns.iter().enumerate().map(of).collect()
}

fn with_bar(head: &Head, row: usize, text: String) -> String {
    match &head.bars {
        Some(bars) => format!("{text} {:<BAR$}", amount::bar(bars[row], BAR)),
        None => text,
    }
}

/// A title over several lines, none wider than the column.
fn wrapped(title: &str, width: usize) -> String {
    let mut lines = vec![String::new()];
    for word in title.split(' ') {
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.width() + 1 + word.width() <= width {
            line.extend([" ", word]);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.join("\n")
}

/// A text without what is too much of it: of a path the beginning, else the end.
fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let is_path = !text.contains(' ') && (text.starts_with(['/', '~']) || text.contains('\\'));
    let mut room = width.saturating_sub(1);
    let fits = |character: &char| {
        let wide = character.width().unwrap_or_default();
        let fits = wide <= room;
        room = if fits { room - wide } else { 0 };
        fits
    };
    if is_path {
        let kept: Vec<char> = text.chars().rev().take_while(fits).collect();
        format!("…{}", kept.into_iter().rev().collect::<String>())
    } else {
        format!("{}…", text.chars().take_while(fits).collect::<String>())
    }
}

/// One row as a line for each column.
fn write_record(grid: &Grid, width: usize, out: &mut dyn Write) -> Result<()> {
    let titles = grid.columns.iter().map(|head| head.title.width()).max().unwrap_or_default();
    for (head, text) in grid.columns.iter().zip(grid.rows.first().into_iter().flatten()) {
        let room = width.saturating_sub(titles + GAP).max(SHORT);
        writeln!(out, "{}{}  {}", head.title, " ".repeat(titles - head.title.width()), cut(text, room))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_is_where_it_says_least() {
        assert_eq!(cut("/home/dev/project", 9), "…/project");
        assert_eq!(cut("C:\\src\\ledger", 7), "…ledger");
        assert_eq!(cut("cargo test --workspace", 11), "cargo test…");
        assert_eq!(cut("日本語", 4), "日…");
        assert_eq!(cut("日本語", 6), "日本語");
    }

    #[test]
    fn titles_are_wrapped_between_words() {
        assert_eq!(wrapped("cache read tokens", 10), "cache read\ntokens");
        assert_eq!(wrapped("cost", 10), "cost");
    }
}
