//! Files as users and spreadsheets write them, and malicious ones.

use super::*;
use std::{
    fmt::Write as _,
    io::{Cursor, Write},
    process::Command,
    time::Instant,
};
use zip::{ZipWriter, write::SimpleFileOptions};

const WORKBOOK: &str = r#"<workbook xmlns:r="r"><sheets><sheet name="Old" sheetId="2" state="hidden" r:id="rId9"/><sheet name="Leads" sheetId="1" r:id="rId1"/></sheets></workbook>"#;
const RELATIONS: &str = r#"<Relationships><Relationship Id="rId9" Target="worksheets/old.xml"/><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>"#;

/// A workbook with this sheet and these shared strings.
fn workbook(sheet: &str, texts: &str) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, text) in [
        ("xl/workbook.xml", WORKBOOK),
        ("xl/_rels/workbook.xml.rels", RELATIONS),
        ("xl/sharedStrings.xml", texts),
        ("xl/worksheets/sheet1.xml", sheet),
    ] {
        archive.start_file(path, SimpleFileOptions::default()).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn sheet_of(rows: &str) -> Vec<u8> {
    let head =
        ["First Name", "Last Name", "Email"].map(|name| format!("<c t=\"inlineStr\"><is><t>{name}</t></is></c>"));
    workbook(
        &format!("<worksheet><sheetData><row r=\"1\">{}</row>{rows}</sheetData></worksheet>", head.concat()),
        "<sst/>",
    )
}

fn refused(bytes: &[u8]) -> String {
    read(bytes).unwrap_err().0
}

fn row(number: u32, cells: &[&str]) -> Row {
    Row { number, cells: cells.iter().map(|cell| (*cell).to_owned()).collect(), fault: None }
}

#[test]
fn the_same_rows_are_read_from_every_format() {
    let expected =
        [row(2, &["Maya", "Ortiz", "maya@ortiz.example"]), row(4, &["Noël", "O'Neil, Jr.", "noel@neil.example"])];
    let csv = "First Name,Last Name,Email\r\nMaya,Ortiz,maya@ortiz.example\r\n,,\r\nNoël,\"O'Neil, Jr.\",noel@neil.example\r\n";
    let utf16: Vec<u8> =
        [0xfeff].into_iter().chain(csv.replace(",,", "\t\t").encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let latin: Vec<u8> = csv.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let semicolons = csv.replace(", Jr", "; Jr").replace(',', ";").replace("; Jr", "# Jr").replace('#', ",");
    let semicolons = semicolons.replace("O'Neil;", "O'Neil,");
    for bytes in [csv.as_bytes(), format!("\u{feff}{csv}").as_bytes(), &latin, &utf16, semicolons.as_bytes()] {
        let sheet = read(bytes).unwrap();
        assert_eq!((sheet.head.len(), &sheet.rows[..]), (3, &expected[..]));
    }
    let texts = "<sst><si><t>Maya</t></si><si><r><t>Or</t></r><r><t>tiz</t></r><rPh><t>x</t></rPh></si><si><t>O&apos;Neil, &#74;r.</t></si></sst>";
    let rows = r#"<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="C2" t="str"><v>maya@ortiz.example</v></c></row>
                  <row r="3"><c r="A3"/><c r="XFD3" s="4"/></row>
                  <row r="4"><c r="A4" t="inlineStr"><is><t>Noël</t></is></c><c r="B4" t="s"><v>2</v></c><c r="C4" t="inlineStr"><is><t>noel@neil.example</t></is></c></row>"#;
    let head = r#"<row r="1"><c t="inlineStr"><is><t>First Name</t></is></c><c t="inlineStr"><is><t>Last Name</t></is></c><c t="inlineStr"><is><t>Email</t></is></c></row>"#;
    let book = workbook(&format!("<worksheet><sheetData>{head}{rows}</sheetData></worksheet>"), texts);
    assert_eq!(read(&book).unwrap().rows, expected);
    let phone =
        read(&sheet_of(r#"<row r="2"><c r="A2"><v>4.155550132E9</v></c><c r="C2"><v>4155550132</v></c></row>"#))
            .unwrap();
    assert_eq!(phone.rows, [row(2, &["4155550132", "", "4155550132"])]);
}

#[test]
fn errors_in_a_row_name_its_number() {
    let sheet = read(&sheet_of(r#"<row r="7"><c r="A7"><f>HYPERLINK("x")</f><v>Maya</v></c></row><row r="8"><c r="B8" t="e"><v>#N/A</v></c></row>"#)).unwrap();
    let faults: Vec<_> = sheet.rows.iter().map(|row| row.fault.as_deref().unwrap()).collect();
    assert_eq!(faults, ["A7 holds a formula", "B8 holds an error"]);
    let long = format!("Name,Email\n{},a\nMaya,b,c\n", "x".repeat(CELL_CHARS_MAX + 1));
    let faults: Vec<_> = read(long.as_bytes()).unwrap().rows.into_iter().filter_map(|row| row.fault).collect();
    assert_eq!(faults, ["A2 has more than 2000 characters", "C3 stands under no head"]);
}

#[test]
fn an_invalid_file_is_rejected_with_a_message() {
    let many = |count: usize| format!("Name,Email\n{}", "a,b\n".repeat(count));
    let wide = format!("{}\n", (0..=COLUMNS_MAX).map(|n| format!("c{n}")).collect::<Vec<_>>().join(","));
    for (bytes, message) in [
        (Vec::new(), "The file is empty."),
        (b"Name,Email\n".to_vec(), "The file has heads and no rows."),
        (b"Email,email\na,b\n".to_vec(), "Row 1: two columns are called email."),
        (b"Maya,maya@ortiz.example\n".to_vec(), "Row 1: the first row must contain column names, such as First Name."),
        (many(20_001).into_bytes(), "Row 20002: a file has at most 20000 rows below its heads."),
        (wide.into_bytes(), "Row 1: a file has at most 60 columns, and BI1 lies beyond."),
        (vec![b'x'; BYTES_MAX + 1], "The file is larger than 8 MB."),
        (
            b"\xd0\xcf\x11\xe0rest".to_vec(),
            "This is an Excel file of before 2007, or a protected one. Please save it as XLSX or CSV.",
        ),
        (b"PK\x03\x04rest".to_vec(), "The file is damaged, or no XLSX file."),
        (b"GIF89a\0\0".to_vec(), "This isn't a CSV or XLSX file."),
        (
            sheet_of(r#"<row r="2"><c r="XFD2"><v>1</v></c></row>"#),
            "Row 2: a file has at most 60 columns, and XFD2 lies beyond.",
        ),
        (
            sheet_of(r#"<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>"#),
            "Row 1048576: a file has at most 20000 rows below its heads.",
        ),
        (sheet_of(r#"<row r="3"/><row r="2"/>"#), "Row 2 stands below row 3."),
        (sheet_of("<!DOCTYPE x [<!ENTITY a \"a\">]>"), "The file holds what no spreadsheet writes."),
        (workbook("<worksheet><sheetData>", "<sst/>"), "The file is empty."),
    ] {
        assert_eq!(refused(&bytes), message);
    }
    let whole = sheet_of(r#"<row r="2"><c r="A2"><v>1</v></c></row>"#);
    for end in 0..whole.len() {
        let _ = read(&whole[..end]).unwrap_err();
    }
}

/// Archives that grow when unpacked, by type of content.
fn bombs() -> Vec<(&'static str, Vec<u8>)> {
    let empty: String = (0..1_000_000).fold(String::new(), |mut cells, at| {
        if at % 50 == 0 {
            let _ = write!(cells, "{}<row r=\"{}\">", if at == 0 { "" } else { "</row>" }, at / 50 + 2);
        }
        cells + "<c/>"
    });
    vec![
        ("a million empty cells", sheet_of(&(empty + "</row>"))),
        ("zeros", workbook(&"\0".repeat(1 << 28), "<sst/>")),
        ("one long text", sheet_of(&format!("<row r=\"2\"><c t=\"inlineStr\"><is><t>{}", "x".repeat(1 << 26)))),
        ("a million shared texts", workbook("<worksheet/>", &format!("<sst>{}", "<si/>".repeat(4_000_000)))),
        ("blanks", sheet_of(&" ".repeat(1 << 28))),
        ("tags", sheet_of(&"<a>".repeat(1 << 24))),
        ("many columns", sheet_of(&format!("<row r=\"2\">{}", "<c r=\"XFD2\"><v>1</v></c>".repeat(1 << 20)))),
    ]
}

/// A million empty cells, and archives that unpack to hundreds of megabytes: each is rejected in under a second with
/// less than 64 MB.
#[test]
fn a_bomb_is_rejected_in_under_a_second_and_64_megabytes() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in bombs() {
        let path = folder.path().join("bomb.xlsx");
        std::fs::write(&path, bytes).unwrap();
        // Use a separate process, so that its memory is only that of `read`.
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "tests::reads_one_file", "--nocapture"])
            .env("KEYTURN_READ_SHEET", &path)
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&child.stdout);
        let line =
            told.lines().find_map(|line| line.split_once("sheet: ")).unwrap_or_else(|| panic!("{name}: {told}")).1;
        let mut parts = line.splitn(3, ' ');
        let mut number = || parts.next().unwrap().parse::<u64>().unwrap();
        let (kilobytes, milliseconds) = (number(), number());
        let refusal = parts.next().unwrap();
        assert!(kilobytes < 64 * 1024 && milliseconds < 1_000, "{name}: {kilobytes} KB, {milliseconds} ms: {refusal}");
        assert!(!refusal.is_empty(), "{name} was read");
    }
}

/// The child process of the test above: reads the given file and prints memory, time and rejection. Without a file it
/// does nothing.
#[test]
#[allow(clippy::print_stdout)]
fn reads_one_file() {
    let Some(path) = std::env::var_os("KEYTURN_READ_SHEET") else { return };
    let bytes = std::fs::read(path).unwrap();
    let begun = Instant::now();
    let refusal = read(&bytes).map_or_else(|refused| refused.0, |_| String::new());
    let milliseconds = begun.elapsed().as_millis();
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    println!("sheet: {} {milliseconds} {refusal}", peak.trim().trim_end_matches(" kB"));
}
