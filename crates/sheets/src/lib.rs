//! Reads tables that users upload (CSV or XLSX) as rows of text, within limits. An error in a single row is stored in
//! that row. An error in the file rejects it with a message that names the row.

mod csv_file;
mod xlsx;

use std::collections::HashSet;

/// Maximum size of a file in bytes.
pub const BYTES_MAX: usize = 8 * 1024 * 1024;
/// Maximum number of rows below the header.
pub const ROWS_MAX: u32 = 20_000;
/// Maximum number of columns.
pub const COLUMNS_MAX: usize = 60;
/// Maximum length of a cell's text.
pub const CELL_CHARS_MAX: usize = 2_000;
/// Maximum number of cells in the file, including empty ones.
const CELLS_MAX: u32 = 400_000;
/// Maximum total bytes of text.
const TEXT_BYTES_MAX: usize = 16 * 1024 * 1024;

/// Why a file was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(
    /// The message for the user.
    pub String,
);

impl<S: Into<String>> From<S> for Refused {
    fn from(text: S) -> Self {
        Self(text.into())
    }
}

/// The contents of a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// Column headings.
    pub head: Vec<String>,
    /// Rows that aren't empty.
    pub rows: Vec<Row>,
}

/// A row of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Row number, as a spreadsheet shows it.
    pub number: u32,
    /// One cell per column heading.
    pub cells: Vec<String>,
    /// Why the row is invalid, if it is.
    pub fault: Option<String>,
}

/// Reads a file. Its contents decide the format, not its name.
///
/// # Errors
/// The file is unreadable, has no rows, or exceeds a limit.
pub fn read(bytes: &[u8]) -> Result<Sheet, Refused> {
    if bytes.len() > BYTES_MAX {
        return Err(format!("The file is larger than {} MB.", BYTES_MAX / 1024 / 1024).into());
    }
    let mut rows = Rows::default();
    match bytes {
        [b'P', b'K', 3, 4, ..] => xlsx::read(bytes, &mut rows)?,
        [0xd0, 0xcf, 0x11, 0xe0, ..] => {
            return Err(
                "This is an Excel file of before 2007, or a protected one. Please save it as XLSX or CSV.".into()
            );
        }
        _ => csv_file::read(bytes, &mut rows)?,
    }
    rows.finish()
}

/// The letters of a column, as a spreadsheet shows them.
fn letters(mut column: usize) -> String {
    let mut name = Vec::new();
    loop {
        name.push(char::from(b'A' + u8::try_from(column % 26).unwrap_or(0)));
        if column < 26 {
            return name.into_iter().rev().collect();
        }
        column = column / 26 - 1;
    }
}

/// Collects rows and enforces the limits.
#[derive(Default)]
struct Rows {
    sheet: Sheet,
    has_head: bool,
    cells: u32,
    text_bytes: usize,
}

impl Rows {
    /// Counts a cell of any content.
    fn count(&mut self, row: u32) -> Result<(), Refused> {
        self.cells += 1;
        match self.cells > CELLS_MAX {
            true => Err(format!("Row {row}: the file has more than {CELLS_MAX} cells.").into()),
            false => Ok(()),
        }
    }

    /// Whether the row number is within the limit.
    fn check(row: u32) -> Result<(), Refused> {
        match row > ROWS_MAX + 1 {
            true => Err(format!("Row {row}: a file has at most {ROWS_MAX} rows below its heads.").into()),
            false => Ok(()),
        }
    }

    /// Adds a row. Empty rows are skipped.
    fn add(&mut self, number: u32, mut cells: Vec<String>, mut fault: Option<String>) -> Result<(), Refused> {
        Self::check(number)?;
        while cells.last().is_some_and(|cell| cell.trim().is_empty()) {
            cells.pop();
        }
        if cells.is_empty() && fault.is_none() {
            return Ok(());
        }
        if cells.len() > COLUMNS_MAX {
            let cell = format!("{}{number}", letters(cells.len() - 1));
            return Err(
                format!("Row {number}: a file has at most {COLUMNS_MAX} columns, and {cell} lies beyond.").into()
            );
        }
        for (column, cell) in cells.iter_mut().enumerate() {
            *cell = cell.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().trim().to_owned();
            self.text_bytes += cell.len();
            if cell.chars().count() > CELL_CHARS_MAX {
                *cell = cell.chars().take(80).collect();
                let text = format!("{}{number} has more than {CELL_CHARS_MAX} characters", letters(column));
                fault.get_or_insert(text);
            }
        }
        if self.text_bytes > TEXT_BYTES_MAX {
            return Err(format!("Row {number}: the file holds too much text.").into());
        }
        if !self.has_head {
            return self.begin(number, cells, fault);
        }
        let width = self.sheet.head.len();
        if cells.len() > width {
            let text = format!("{}{number} stands under no head", letters(cells.len() - 1));
            fault.get_or_insert(text);
        }
        cells.resize(width, String::new());
        self.sheet.rows.push(Row { number, cells, fault });
        Ok(())
    }

    fn begin(&mut self, number: u32, mut cells: Vec<String>, fault: Option<String>) -> Result<(), Refused> {
        if let Some(fault) = fault {
            return Err(format!("Row {number}: the heads can't be read: {fault}.").into());
        }
        let mut seen = HashSet::new();
        for (column, cell) in cells.iter_mut().enumerate() {
            if cell.is_empty() {
                *cell = format!("Column {}", letters(column));
            }
            if !seen.insert(cell.to_lowercase()) {
                return Err(format!("Row {number}: two columns are called {cell}.").into());
            }
        }
        let looks_like_data = |cell: &String| cell.contains('@') || cell.parse::<f64>().is_ok();
        if cells.iter().any(looks_like_data) {
            return Err(format!("Row {number}: the first row must contain column names, such as First Name.").into());
        }
        self.sheet.head = cells;
        self.has_head = true;
        Ok(())
    }

    fn finish(self) -> Result<Sheet, Refused> {
        match (self.has_head, self.sheet.rows.is_empty()) {
            (false, _) => Err("The file is empty.".into()),
            (true, true) => Err("The file has heads and no rows.".into()),
            (true, false) => Ok(self.sheet),
        }
    }
}

#[cfg(test)]
mod tests;
