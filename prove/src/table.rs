//! A table of what a proof tried, expected and observed.

use std::{
    fmt::{self, Display},
    time::Instant,
};

/// Maximum length of a cell. Longer texts are printed below the table.
const CELL_MAX: usize = 88;

/// A proof and its results so far.
#[derive(Debug)]
pub struct Proof {
    name: &'static str,
    began: Instant,
    rows: Vec<Row>,
    /// Details of all failures.
    details: Vec<String>,
}

#[derive(Debug)]
struct Row {
    tried: String,
    expected: String,
    seen: String,
    is_ok: bool,
}

impl Proof {
    /// Starts a proof.
    #[must_use]
    pub fn of(name: &'static str) -> Self {
        Self { name, began: Instant::now(), rows: Vec::new(), details: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, tried: impl Into<String>, expected: impl Into<String>, seen: impl Into<String>, is_ok: bool) {
        self.rows.push(Row { tried: tried.into(), expected: expected.into(), seen: seen.into(), is_ok });
    }

    /// Adds a row for a check that must find nothing. Findings are printed below the table.
    pub fn none(&mut self, tried: impl Into<String>, expected: impl Into<String>, seen: &str, found: &[String]) {
        let seen = match found {
            [] => seen.to_owned(),
            [first, ..] => format!("{seen}; {} of them, such as: {first}", found.len()),
        };
        self.details.extend_from_slice(found);
        self.row(tried, expected, seen, found.is_empty());
    }

    /// Whether all results are as expected.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        !self.rows.is_empty() && self.rows.iter().all(|row| row.is_ok)
    }

    /// For `./test`: fails with the table if a result isn't as expected.
    ///
    /// # Panics
    /// If so.
    #[track_caller]
    pub fn assert(&self) {
        assert!(self.is_ok(), "\n{self}");
    }
}

impl Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heads = ["", "tried", "expected", "seen"];
        let cells: Vec<[String; 4]> = self
            .rows
            .iter()
            .map(|row| {
                let word = if row.is_ok { "ok" } else { "NOT OK" };
                [word.to_owned(), cell(&row.tried), cell(&row.expected), cell(&row.seen)]
            })
            .collect();
        let width =
            |n: usize| cells.iter().map(|row| row[n].chars().count()).chain([heads[n].len()]).max().unwrap_or(0);
        let widths = [width(0), width(1), width(2), width(3)];
        let mut line = |cells: [&str; 4]| {
            let padded: Vec<_> = cells.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}")).collect();
            writeln!(f, "| {} |", padded.join(" | "))
        };
        line(heads)?;
        line(widths.map(|width| "-".repeat(width)).each_ref().map(String::as_str))?;
        for row in &cells {
            line(row.each_ref().map(String::as_str))?;
        }
        for detail in self.details.iter().take(20) {
            writeln!(f, "  {detail}")?;
        }
        let verdict = if self.is_ok() { "ok" } else { "NOT OK" };
        writeln!(f, "{}: {verdict} in {} s", self.name, self.began.elapsed().as_secs())
    }
}

fn cell(text: &str) -> String {
    let text = text.replace(['\n', '|'], " ");
    if text.chars().count() <= CELL_MAX {
        return text;
    }
    text.chars().take(CELL_MAX - 1).chain(['…']).collect()
}
