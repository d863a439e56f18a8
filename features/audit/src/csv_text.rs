//! The log as a table for a spreadsheet.

use crate::store::Row;
use jiff::tz::TimeZone;
use platform::{Error, Result};

/// Tells a spreadsheet that what follows is UTF-8.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// The names of the columns.
pub(crate) const COLUMNS: [&str; 11] = [
    "Time",
    "Signed in",
    "Acted for",
    "API key",
    "Action",
    "Record",
    "Record id",
    "Before",
    "After",
    "Address",
    "Entry",
];

/// The file's head: its filters and its count, then the names of the columns.
pub(crate) fn head(facts: &[(&str, String)]) -> Result<Vec<u8>> {
    let facts = facts.iter().map(|(name, value)| vec![(*name).to_owned(), value.clone()]);
    let lines = facts.chain([vec![String::new()], COLUMNS.map(str::to_owned).to_vec()]);
    Ok([MARK, &csv_lines(lines)?].concat())
}

/// Entries, each a line.
pub(crate) fn body(rows: Vec<Row>, zone: &TimeZone) -> Result<Vec<u8>> {
    csv_lines(rows.into_iter().map(|row| cells(row, zone).to_vec()))
}

/// An entry's cells, with its time as the company's clocks show it.
pub(crate) fn cells(row: Row, zone: &TimeZone) -> [String; 11] {
    let acts_for_another = row.logged_in_user_id != row.active_user_id;
    [
        row.at.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M:%S %:z").to_string(),
        row.logged_in_name.unwrap_or_default(),
        row.active_name.filter(|_| acts_for_another).unwrap_or_default(),
        row.api_key_name.unwrap_or_default(),
        row.action,
        row.entity,
        row.entity_id,
        row.before.map(|value| value.to_string()).unwrap_or_default(),
        row.after.map(|value| value.to_string()).unwrap_or_default(),
        row.address.unwrap_or_default(),
        row.id.to_string(),
    ]
}

fn csv_lines(lines: impl IntoIterator<Item = Vec<String>>) -> Result<Vec<u8>> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).flexible(true).from_writer(Vec::new());
    for line in lines {
        writer.write_record(line.iter().map(|cell| harmless(cell))).map_err(Error::internal)?;
    }
    writer.into_inner().map_err(|error| Error::internal(error.into_error()))
}

/// A text that a spreadsheet shows and does not run: what it would take for a formula begins with an apostrophe (OWASP, CSV
/// injection).
fn harmless(text: &str) -> String {
    const BEGINS_FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
    match text.starts_with(BEGINS_FORMULA) {
        true => format!("'{text}"),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        for formula in ["=1+1", "+1", "-1", "@sum(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠1"] {
            assert_eq!(harmless(formula), format!("'{formula}"));
        }
        for plain in ["", "loan.lock", "Avery Stone", "{\"a\":1}", "a=1", "'=1"] {
            assert_eq!(harmless(plain), plain);
        }
    }

    #[test]
    fn a_line_holds_what_a_cell_holds() {
        let row = Row {
            id: 7,
            at: platform::db::Timestamp("2026-11-21T22:03:04Z".parse().unwrap()),
            logged_in_user_id: Some(1),
            logged_in_name: Some("Sam \"Max\" Rivera".to_owned()),
            active_user_id: Some(2),
            active_name: Some("=HYPERLINK(\"x\")".to_owned()),
            api_key_id: Some(3),
            api_key_name: Some("Website".to_owned()),
            action: "loan.lock".to_owned(),
            entity: "loan".to_owned(),
            entity_id: "31".to_owned(),
            before: None,
            after: Some(serde_json::json!({"note": "two\nlines, and a comma"})),
            address: Some("203.0.113.7".to_owned()),
        };
        let zone = TimeZone::get("America/New_York").unwrap();
        let text = String::from_utf8(body(vec![row], &zone).unwrap()).unwrap();
        assert_eq!(
            text,
            "2026-11-21 17:03:04 -05:00,\"Sam \"\"Max\"\" Rivera\",\"'=HYPERLINK(\"\"x\"\")\",Website,loan.lock,loan,31,,\
             \"{\"\"note\"\":\"\"two\\nlines, and a comma\"\"}\",203.0.113.7,7\r\n"
        );
    }
}
