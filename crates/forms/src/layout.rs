//! Labels, headings, rules and legal text of each page, as data.
//!
//! `data/layout.txt` has one entry per line. The order of the entries is the reading order of the page, so that screen
//! readers hear each label before its value. A line `@ Lender 2` starts a page. Entries that name a box use its position:
//!
//! | entry | draws |
//! | --- | --- |
//! | `title Y text` | the title of the form, centered |
//! | `section Y text` | a dark band with the section's name and its introduction after a bar (`\|`) |
//! | `heading Y text` | a light band with the subsection's name |
//! | `text X Y SIZE text` | one line; Y is the baseline |
//! | `center X Y WIDTH SIZE text` | one centered line |
//! | `para X Y WIDTH SIZE text` | wrapped text; Y is the first baseline |
//! | `at X BOX text` | a label at X on the baseline of the box, then its value |
//! | `left BOX text` | a label that ends where the box begins, then its value |
//! | `after BOX text` | a text to the right of the box |
//! | `check BOX text` | the label of a check box, to its right, then its mark |
//! | `value BOX...` | values whose label comes from the columns above them |
//! | `rule X Y WIDTH`, `bar X Y HEIGHT` | thin lines |
//!
//! Two asterisks switch bold type on and off.

use crate::boxes::{self, Form, FormBox};
use std::{collections::BTreeMap, sync::LazyLock};

/// An entry of a page.
#[derive(Debug, PartialEq)]
pub(crate) enum Entry {
    Title { y: f32, text: &'static str },
    Section { y: f32, text: &'static str, intro: &'static str },
    Heading { y: f32, text: &'static str },
    Text { x: f32, y: f32, size: f32, text: &'static str },
    Center { x: f32, y: f32, width: f32, size: f32, text: &'static str },
    Paragraph { x: f32, y: f32, width: f32, size: f32, text: &'static str },
    At { x: f32, field: &'static str, text: &'static str },
    Left { field: &'static str, text: &'static str },
    After { field: &'static str, text: &'static str },
    Check { field: &'static str, text: &'static str },
    Values { fields: Vec<&'static str> },
    Rule { x: f32, y: f32, width: f32 },
    Bar { x: f32, y: f32, height: f32 },
}

impl Entry {
    /// Boxes whose values the entry draws.
    #[cfg(test)]
    pub(crate) fn fields(&self) -> &[&'static str] {
        match self {
            Entry::At { field, .. } | Entry::Left { field, .. } | Entry::Check { field, .. } => {
                std::slice::from_ref(field)
            }
            Entry::Values { fields } => fields,
            _ => &[],
        }
    }
}

type Pages = BTreeMap<(Form, u8), Vec<Entry>>;

static PAGES: LazyLock<Pages> = LazyLock::new(|| parse(include_str!("../data/layout.txt")).0);

/// Entries of a page, in reading order.
pub(crate) fn of_page(form: Form, page: u8) -> &'static [Entry] {
    PAGES.get(&(form, page)).map_or(&[], Vec::as_slice)
}

/// The box of this name on the page.
pub(crate) fn box_of(form: Form, page: u8, field: &str) -> Option<&'static FormBox> {
    boxes::on_page(form, page).find(|item| item.field == field)
}

/// The pages, and the lines that aren't entries. The test `every_line_is_an_entry` proves that there are none.
fn parse(table: &'static str) -> (Pages, Vec<&'static str>) {
    let (mut pages, mut unknown) = (Pages::new(), Vec::new());
    let mut page = (Form::Borrower, 1);
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(header) = line.strip_prefix("@ ") {
            let (name, number) = header.rsplit_once(' ').unwrap_or((header, "1"));
            let form = Form::ALL.into_iter().find(|form| form.name() == name);
            page = (form.unwrap_or(Form::Borrower), number.parse().unwrap_or(1));
            continue;
        }
        match entry(line) {
            Some(entry) => pages.entry(page).or_default().push(entry),
            None => unknown.push(line),
        }
    }
    (pages, unknown)
}

fn entry(line: &'static str) -> Option<Entry> {
    let (kind, rest) = line.split_once(' ')?;
    // The numbers at the start, and the text behind them.
    let numbers = |count: usize| -> Option<(Vec<f32>, &'static str)> {
        let mut parts = rest.splitn(count + 1, ' ');
        let numbers = parts.by_ref().take(count).map(|part| part.parse().ok()).collect::<Option<Vec<f32>>>()?;
        (numbers.len() == count).then(|| (numbers, parts.next().unwrap_or_default()))
    };
    let labeled = || Some(rest.split_once(' ').unwrap_or((rest, "")));
    Some(match kind {
        "title" => numbers(1).map(|(n, text)| Entry::Title { y: n[0], text })?,
        "section" => {
            let (n, text) = numbers(1)?;
            let (text, intro) = text.split_once(" | ").unwrap_or((text, ""));
            Entry::Section { y: n[0], text, intro }
        }
        "heading" => numbers(1).map(|(n, text)| Entry::Heading { y: n[0], text })?,
        "text" => numbers(3).map(|(n, text)| Entry::Text { x: n[0], y: n[1], size: n[2], text })?,
        "center" => {
            let (n, text) = numbers(4)?;
            Entry::Center { x: n[0], y: n[1], width: n[2], size: n[3], text }
        }
        "para" => {
            let (n, text) = numbers(4)?;
            Entry::Paragraph { x: n[0], y: n[1], width: n[2], size: n[3], text }
        }
        "at" => {
            let (n, rest) = numbers(1)?;
            let (field, text) = rest.split_once(' ').unwrap_or((rest, ""));
            Entry::At { x: n[0], field, text }
        }
        "left" => labeled().map(|(field, text)| Entry::Left { field, text })?,
        "after" => labeled().map(|(field, text)| Entry::After { field, text })?,
        "check" => labeled().map(|(field, text)| Entry::Check { field, text })?,
        "value" => Entry::Values { fields: rest.split(' ').collect() },
        "rule" => numbers(3).map(|(n, _)| Entry::Rule { x: n[0], y: n[1], width: n[2] })?,
        "bar" => numbers(3).map(|(n, _)| Entry::Bar { x: n[0], y: n[1], height: n[2] })?,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_an_entry() {
        assert_eq!(parse(include_str!("../data/layout.txt")).1, Vec::<&str>::new());
    }

    #[test]
    fn every_box_is_drawn_exactly_once() {
        for form in Form::ALL {
            for page in 1..=boxes::page_count(form) {
                let drawn: Vec<&str> = of_page(form, page).iter().flat_map(Entry::fields).copied().collect();
                for field in &drawn {
                    assert!(box_of(form, page, field).is_some(), "{} {page}: no box {field}", form.name());
                }
                for item in boxes::on_page(form, page) {
                    let times = drawn.iter().filter(|field| **field == item.field).count();
                    assert_eq!(times, 1, "{} {page} {}", form.name(), item.field);
                }
            }
        }
    }
}
