//! The log as a workbook: one sheet of texts, in the parts that every spreadsheet program needs (ECMA-376, SpreadsheetML).

use crate::csv_text::COLUMNS;
use platform::{Error, Result};
use std::fmt::Write;

/// Characters that a cell holds. A longer text would make the workbook unreadable.
const CELL_CHARS_MAX: usize = 32_767;

const TYPES: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>"#;
const PACKAGE: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
const WORKBOOK: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Audit log" sheetId="1" r:id="rId1"/></sheets></workbook>"#;
const SHEETS: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#;

/// What the file holds, then the names of the columns and a row for each entry. Cells are texts, so none is a formula.
pub(crate) fn workbook(facts: &[(&str, String)], rows: &[[String; 11]]) -> Result<Vec<u8>> {
    let mut sheet = String::from(
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>"#,
    );
    for (name, value) in facts {
        add_row(&mut sheet, [*name, value]);
    }
    add_row(&mut sheet, []);
    add_row(&mut sheet, COLUMNS);
    for row in rows {
        add_row(&mut sheet, row.iter().map(String::as_str));
    }
    sheet.push_str("</sheetData></worksheet>");
    let part = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let parts = [
        part("[Content_Types].xml", TYPES),
        part("_rels/.rels", PACKAGE),
        part("xl/workbook.xml", WORKBOOK),
        part("xl/_rels/workbook.xml.rels", SHEETS),
        ("xl/worksheets/sheet1.xml".to_owned(), sheet),
    ];
    archives::pack(&parts).map_err(Error::internal)
}

fn add_row<'a>(sheet: &mut String, cells: impl IntoIterator<Item = &'a str>) {
    sheet.push_str("<row>");
    for cell in cells {
        let _ = write!(sheet, r#"<c t="inlineStr"><is><t xml:space="preserve">{}</t></is></c>"#, escaped(cell));
    }
    sheet.push_str("</row>");
}

/// A text as XML, as much of it as a cell holds. Characters that XML doesn't know are left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars().take(CELL_CHARS_MAX) {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\t' | '\n' | '\r' => escaped.push(character),
            control if control < ' ' || matches!(control, '\u{fffe}' | '\u{ffff}') => {}
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_escaped_and_cut() {
        assert_eq!(escaped("<a> & \u{1}b\n"), "&lt;a&gt; &amp; b\n");
        assert_eq!(escaped(&"é".repeat(40_000)).chars().count(), CELL_CHARS_MAX);
    }

    /// HISTORY-11: a reader of spreadsheets finds the head and the rows.
    #[test]
    fn a_spreadsheet_reader_reads_the_workbook() {
        let mut row: [String; 11] = Default::default();
        row[4] = "loan.lock".to_owned();
        row[7] = "{\"a\": \"<&>\"}".to_owned();
        let bytes = workbook(&[("Filters", "None".to_owned())], &[row]).unwrap();
        let sheet = sheets::read(&bytes).unwrap();
        assert_eq!(sheet.head, ["Filters", "None"]);
        assert_eq!(sheet.rows.len(), 2);
    }
}
