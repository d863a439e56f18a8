//! The boxes of the official form as data: position, size and the value that fills each.
//!
//! `data/boxes.tsv` has one line per box. Names, positions and sizes are those of the form of 1/2021, measured from the
//! top left corner of a letter page in points, so that our drawing lines up with the original. The last form, the
//! Supplemental Consumer Information Form, has our own layout.

use std::{collections::BTreeMap, sync::LazyLock};

/// One of the forms that make up a printed application, in the order in which they print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// Sections 1 to 9 for the first borrower of a group.
    Borrower,
    /// Sections 1 and 5 to 9 for each other borrower of the group.
    AdditionalBorrower,
    /// Property rights of a person similar to a spouse.
    UnmarriedAddendum,
    /// Sections L1 to L4, which the lender completes.
    Lender,
    /// Rows and texts that don't fit in their boxes, and explanations.
    Continuation,
    /// Supplemental Consumer Information Form (Form 1103).
    SupplementalConsumerInformation,
}

impl Form {
    /// All forms in printing order.
    pub const ALL: [Form; 6] = [
        Form::Borrower,
        Form::AdditionalBorrower,
        Form::UnmarriedAddendum,
        Form::Lender,
        Form::Continuation,
        Form::SupplementalConsumerInformation,
    ];

    /// The form's name in the tables and in the page foot.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Form::Borrower => "Borrower",
            Form::AdditionalBorrower => "Additional Borrower",
            Form::UnmarriedAddendum => "Unmarried Addendum",
            Form::Lender => "Lender",
            Form::Continuation => "Continuation",
            Form::SupplementalConsumerInformation => "SCIF",
        }
    }

    /// The form's title as printed in the page foot.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Form::Borrower => "Uniform Residential Loan Application",
            Form::AdditionalBorrower => "Uniform Residential Loan Application \u{2014} Additional Borrower",
            Form::UnmarriedAddendum => "Uniform Residential Loan Application \u{2014} Unmarried Addendum",
            Form::Lender => "Uniform Residential Loan Application \u{2014} Lender Loan Information",
            Form::Continuation => "Uniform Residential Loan Application \u{2014} Continuation Sheet",
            Form::SupplementalConsumerInformation => "Supplemental Consumer Information Form",
        }
    }

    /// The edition as printed in the page foot.
    #[must_use]
    pub const fn edition(self) -> &'static str {
        match self {
            Form::SupplementalConsumerInformation => "Freddie Mac/Fannie Mae Form 1103",
            _ => "Freddie Mac Form 65 \u{2022} Fannie Mae Form 1003, effective 1/2021",
        }
    }

    fn named(name: &str) -> Form {
        Form::ALL.into_iter().find(|form| form.name() == name).unwrap_or(Form::Borrower)
    }
}

/// Whether a box takes text or a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxKind {
    /// Free text or an amount.
    Text,
    /// One label from a list.
    Choice,
    /// A box to check.
    Check,
}

/// Horizontal alignment of a text in its box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// At the left edge.
    Left,
    /// In the middle.
    Center,
    /// At the right edge.
    Right,
}

/// A box of a form.
#[derive(Debug)]
pub struct FormBox {
    /// The form that contains it.
    pub form: Form,
    /// Page of that form, from 1.
    pub page: u8,
    /// Name on the official form. Unique on a page.
    pub field: &'static str,
    /// Text, choice or check box.
    pub kind: BoxKind,
    /// Left edge.
    pub x: f32,
    /// Top edge, from the top of the page.
    pub y: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
    /// Font size of the value.
    pub size: f32,
    /// Alignment of the value.
    pub align: Align,
    /// Path of the value in the [scope](crate::scope).
    pub value: &'static str,
    /// How the value is written, or which value checks the box.
    pub format: &'static str,
    /// The question of the box, as screen readers read it.
    pub label: &'static str,
}

/// All boxes, in the order of the forms and pages.
pub static BOXES: LazyLock<Vec<FormBox>> =
    LazyLock::new(|| include_str!("../data/boxes.tsv").lines().skip(1).filter_map(parse).collect());

/// Parses a line. The test `every_line_of_the_table_is_a_box` proves that none is skipped.
fn parse(line: &'static str) -> Option<FormBox> {
    let cells: [&str; 13] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
    let [form, page, field, kind, x, y, width, height, size, align, value, format, label] = cells;
    Some(FormBox {
        form: Form::named(form),
        page: page.parse().ok()?,
        field,
        kind: match kind {
            "box" => BoxKind::Check,
            "choice" => BoxKind::Choice,
            _ => BoxKind::Text,
        },
        x: x.parse().ok()?,
        y: y.parse().ok()?,
        width: width.parse().ok()?,
        height: height.parse().ok()?,
        size: size.parse().ok()?,
        align: match align {
            "right" => Align::Right,
            "center" => Align::Center,
            _ => Align::Left,
        },
        value,
        format,
        label,
    })
}

/// Boxes of one page.
pub fn on_page(form: Form, page: u8) -> impl Iterator<Item = &'static FormBox> {
    BOXES.iter().filter(move |item| item.form == form && item.page == page)
}

/// Number of pages of a form.
#[must_use]
pub fn page_count(form: Form) -> u8 {
    BOXES.iter().filter(|item| item.form == form).map(|item| item.page).max().unwrap_or_default()
}

/// Labels of the form's lists, by list and word of the document.
static LABELS: LazyLock<BTreeMap<(&str, &str), &str>> = LazyLock::new(|| {
    let lines = include_str!("../data/labels.tsv").lines().skip(1);
    let cells = lines.filter_map(|line| line.split_once('\t'));
    cells.filter_map(|(list, rest)| rest.split_once('\t').map(|(word, label)| ((list, word), label))).collect()
});

/// The form's label of a word, such as "Certificate of Deposit".
#[must_use]
pub fn label_of(list: &str, word: &str) -> Option<&'static str> {
    LABELS.get(&(list, word)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_a_box() {
        assert_eq!(BOXES.len(), include_str!("../data/boxes.tsv").lines().count() - 1);
        let official = BOXES.iter().filter(|item| item.form != Form::SupplementalConsumerInformation);
        assert_eq!(official.count(), 850);
        let pages = [9, 4, 1, 2, 1, 1];
        assert_eq!(Form::ALL.map(page_count), pages);
    }

    #[test]
    fn every_box_lies_on_its_page_and_has_a_label() {
        for item in BOXES.iter() {
            assert!(item.x >= 30.0 && item.x + item.width <= 582.0, "{} {}", item.form.name(), item.field);
            assert!(item.y >= 30.0 && item.y + item.height <= 762.0, "{} {}", item.form.name(), item.field);
            assert!(!item.label.is_empty(), "{} {}", item.form.name(), item.field);
        }
    }
}
