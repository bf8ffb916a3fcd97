//! A report as one page of HTML that needs nothing else: it can be opened, printed and mailed.

use std::io::Write;

use anyhow::Result;

use super::grid::{Grid, Head};

const STYLE: &str = "\
:root { color-scheme: light dark; --ink: #1c1c1e; --soft: #6b6b70; --line: #d8d8dc; --paper: #fff; --bar: #b9d3ee; }
@media (prefers-color-scheme: dark) { :root { --ink: #ececf0; --soft: #9a9aa2; --line: #3a3a40; --paper: #18181b; --bar: #2f4f6f; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 2.5rem auto; padding: 0 1.5rem; max-width: 80rem; }
h1 { font-size: 1.5rem; margin: 0; }
h2 { font-size: 1.1rem; margin: 2rem 0 .25rem; }
p { color: var(--soft); margin: .25rem 0 1rem; max-width: 46rem; }
div { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .9rem .3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 500; vertical-align: bottom; }
td { max-width: 28rem; overflow-wrap: anywhere; }
.n { text-align: right; white-space: nowrap; }
.b { background: linear-gradient(var(--bar), var(--bar)) left / calc(var(--part) * 100%) 100% no-repeat; padding-left: .4rem; }
tfoot td { font-weight: 600; border-bottom: 0; }
@media print { body { margin: 0; max-width: none; } }
";

/// Writes a page of tables, each with what stands above it.
pub(super) fn write(title: &str, subtitle: &str, tables: &[(Option<&str>, Grid)], out: &mut dyn Write) -> Result<()> {
    let title = escape(title);
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<p>{}</p>\n",
        escape(subtitle)
    )?;
    for (heading, grid) in tables {
        if let Some(heading) = heading {
            writeln!(out, "<h2>{}</h2>", escape(heading))?;
        }
        write_table(grid, out)?;
    }
    Ok(writeln!(out, "</body>\n</html>")?)
}

fn write_table(grid: &Grid, out: &mut dyn Write) -> Result<()> {
    if grid.rows.is_empty() {
        return Ok(writeln!(out, "<p>No rows.</p>")?);
    }
    write!(out, "<div><table>\n<thead>\n<tr>")?;
    for head in &grid.columns {
        write!(out, "<th{}>{}</th>", class(head), escape(&head.title))?;
    }
    writeln!(out, "</tr>\n</thead>\n<tbody>")?;
    for (at, row) in grid.rows.iter().enumerate() {
        write!(out, "<tr>")?;
        for (head, text) in grid.columns.iter().zip(row) {
            match &head.bars {
                Some(bars) => write!(out, "<td class=\"n b\" style=\"--part:{:.4}\">{}</td>", bars[at], escape(text))?,
                None => write!(out, "<td{}>{}</td>", class(head), escape(text))?,
            }
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</tbody>")?;
    if let Some(total) = grid.total() {
        write!(out, "<tfoot>\n<tr>")?;
        for (head, text) in grid.columns.iter().zip(total) {
            write!(out, "<td{}>{}</td>", class(head), escape(text))?;
        }
        writeln!(out, "</tr>\n</tfoot>")?;
    }
    writeln!(out, "</table></div>")?;
    if grid.hidden_rows > 0 {
        writeln!(out, "<p>… and {} more.</p>", grid.hidden_rows)?;
    }
    Ok(())
}

fn class(head: &Head) -> &'static str {
    if head.is_right { " class=\"n\"" } else { "" }
}

/// A text that is nothing but text.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(character),
        }
    }
    escaped
}
