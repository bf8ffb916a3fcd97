//! CSV as RFC 4180 has it: commas, quotes where needed, quotes within doubled. Lines that begin with `#` are comments, blank
//! lines are skipped.

/// The number of a record's first line, and its cells. The error has the line, and what is wrong with it.
type Record = Result<(usize, Vec<String>), (usize, String)>;

/// The records of a text.
pub(super) fn records(text: &str) -> impl Iterator<Item = Record> {
    let (mut rest, mut line) = (text, 1);
    std::iter::from_fn(move || {
        while let Some(first) = rest.split_inclusive('\n').next().filter(|first| first.trim().is_empty() || first.starts_with('#')) {
            rest = &rest[first.len()..];
            line += 1;
        }
        if rest.is_empty() {
            return None;
        }
        let start = line;
        let cells = record(&mut rest, &mut line).map_err(|reason| (start, reason));
        if cells.is_err() {
            rest = "";
        }
        Some(cells.map(|cells| (start, cells)))
    })
}

/// Takes one record.
fn record(rest: &mut &str, line: &mut usize) -> Result<Vec<String>, String> {
    let mut cells = Vec::new();
    loop {
        cells.push(cell(rest, line)?);
        match rest.strip_prefix(',') {
            Some(more) => *rest = more,
            None => break,
        }
    }
    let end = rest.strip_prefix('\r').unwrap_or(rest);
    *rest = match end.strip_prefix('\n') {
        Some(more) => more,
        None if end.is_empty() => end,
        None => return Err("text after a closing quote".to_owned()),
    };
    *line += 1;
    Ok(cells)
}

/// Takes one cell, up to the comma or the end of the line after it.
fn cell(rest: &mut &str, line: &mut usize) -> Result<String, String> {
    let Some(mut quoted) = rest.strip_prefix('"') else {
        let end = rest.find([',', '\n']).unwrap_or(rest.len());
        let text = rest[..end].strip_suffix('\r').filter(|_| !rest[end..].starts_with(',')).unwrap_or(&rest[..end]);
        *rest = &rest[end..];
        return Ok(text.to_owned());
    };
    let mut cell = String::new();
    loop {
        let end = quoted.find('"').ok_or("a quote that is not closed")?;
        cell.push_str(&quoted[..end]);
        quoted = &quoted[end + 1..];
        let Some(more) = quoted.strip_prefix('"') else { break };
        cell.push('"');
        quoted = more;
    }
    *line += cell.matches('\n').count();
    *rest = quoted;
    Ok(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_with_their_lines() {
        let text = "# a comment\n\na,b\r\n\"x, y\",\"say \"\"so\"\"\"\n\"two\nlines\",\n  \n,last";
        let want = [(3, ["a", "b"]), (4, ["x, y", "say \"so\""]), (5, ["two\nlines", ""]), (8, ["", "last"])];
        let got: Vec<_> = records(text).map(|record| record.expect("a record")).collect();
        assert_eq!(got, want.map(|(line, cells)| (line, cells.map(str::to_owned).to_vec())));
    }

    #[test]
    fn damage_is_named_once() {
        for (text, line) in [("a\nb\n\"open\nc", 3), ("a\n\"b\"c\nd", 2)] {
            let got: Vec<_> = records(text).collect();
            assert!(matches!(got.last(), Some(Err((at, _))) if *at == line), "{text}");
            assert_eq!(got.iter().filter(|record| record.is_err()).count(), 1);
        }
    }
}
