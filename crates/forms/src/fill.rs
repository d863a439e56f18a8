//! Decides which pages print and which value each box has.

use crate::{
    Form1003,
    boxes::{self, BoxKind, Form, FormBox},
    continuation::{self, Entries},
    figures, rows,
    scope::{self, Group},
    text::{Weight, printable, width, wrap},
    values,
};
use lending::{application::Borrower, figures::Figures};
use serde_json::{Value, json};

/// Smallest font size of a value. Longer texts move to the Continuation Sheet.
const SMALLEST: f32 = 6.0;
/// Space between a box's edge and its value.
pub(crate) const PADDING: f32 = 1.0;

/// A value in its box.
#[derive(Clone, Debug)]
pub struct FilledBox {
    /// The box.
    pub item: &'static FormBox,
    /// Lines of the value. A checked box has the line "X".
    pub lines: Vec<String>,
    /// Font size at which the lines fit.
    pub size: f32,
}

impl FilledBox {
    /// The value in one line.
    #[must_use]
    pub fn text(&self) -> String {
        self.lines.join(" ")
    }
}

/// A page of the print.
#[derive(Clone, Debug)]
pub struct FilledPage {
    /// The form.
    pub form: Form,
    /// Page of that form, from 1.
    pub page: u8,
    /// Full name of the borrower whose form this is. The lender's form names all borrowers.
    pub borrower: String,
    /// The boxes that aren't empty.
    pub values: Vec<FilledBox>,
}

/// Fills all pages in printing order. An application without borrowers has no pages.
#[must_use]
pub fn fill(input: &Form1003<'_>) -> Vec<FilledPage> {
    let mut pages = Vec::new();
    let mut sheets = Vec::new();
    let mut supplements = Vec::new();
    let application = &rows::with_assigned_wages(input.application);
    let input = &Form1003 { application, ..*input };
    let figures = figures::all(application);
    for (at, borrowers) in rows::groups(application).into_iter().enumerate() {
        let rows = rows::of_group(application, &borrowers, at == 0);
        let group = Group { application, secrets: input.secrets, borrowers, figures: &figures, rows };
        let mut notes: Vec<Entries> = Vec::new();
        let mut addenda = Vec::new();
        for (number, borrower) in group.borrowers.iter().enumerate() {
            let scope = scope::of_borrower(&group, borrower);
            let mut entries = continuation::entries(&group, borrower);
            let form = if number == 0 { Form::Borrower } else { Form::AdditionalBorrower };
            let name = scope::full_name(borrower);
            pages.extend(fill_form(form, &scope, &name, &mut entries));
            if borrower.domestic_relationship.is_some() {
                addenda.extend(fill_form(Form::UnmarriedAddendum, &scope, &name, &mut entries));
            }
            if input.with_supplemental || answered_supplement(borrower) {
                supplements.extend(fill_form(Form::SupplementalConsumerInformation, &scope, &name, &mut entries));
            }
            notes.push(entries);
        }
        pages.extend(addenda);
        sheets.extend(continuation_sheets(&group, &notes));
    }
    if !pages.is_empty() {
        pages.extend(lender_form(input, &figures, &mut sheets));
    }
    pages.into_iter().chain(sheets).chain(supplements).collect()
}

fn answered_supplement(borrower: &Borrower) -> bool {
    borrower.language.is_some()
        || borrower.language_other.is_some()
        || borrower.language_refused.is_some()
        || !borrower.counseling.is_empty()
}

/// The lender's form. Its texts that don't fit go to a sheet of their own.
fn lender_form(input: &Form1003<'_>, figures: &Figures, sheets: &mut Vec<FilledPage>) -> Vec<FilledPage> {
    let mut scope = Value::Object(scope::of_loan(input.application, figures));
    let names = scope["text"]["allBorrowers"].as_str().unwrap_or_default().to_owned();
    let mut notes = Entries::default();
    let pages = fill_form(Form::Lender, &scope, &names, &mut notes);
    let lines = notes.lines(room_of_sheet("_1a_info").0);
    for chunk in lines.chunks(room_of_sheet("_1a_info").1) {
        scope["text"]["name"] = json!(names);
        sheets.push(sheet(scope.clone(), &names, chunk, &[]));
    }
    pages
}

fn fill_form(form: Form, scope: &Value, borrower: &str, notes: &mut Entries) -> Vec<FilledPage> {
    let fill_page = |page: u8| {
        let filled = boxes::on_page(form, page).filter_map(|item| {
            let text = values::text_of(item, scope)?;
            Some(fit(item, &text, notes))
        });
        FilledPage { form, page, borrower: borrower.to_owned(), values: filled.collect() }
    };
    (1..=boxes::page_count(form)).map(fill_page).collect()
}

/// Shrinks a text until it fits, or else moves it to the Continuation Sheet.
fn fit(item: &'static FormBox, text: &str, notes: &mut Entries) -> FilledBox {
    if item.kind == BoxKind::Check {
        return FilledBox { item, lines: vec![text.to_owned()], size: item.size };
    }
    let text = printable(text).into_owned();
    if let Some(filled) = fitted(item, &text) {
        return filled;
    }
    let (section, question) = item.label.split_once(':').unwrap_or(("Other sections", item.label));
    notes.add(section.trim(), format!("{}: {text}", question.trim()));
    let hints = ["See continuation sheet", "See continuation", "See sheet"];
    let hint = hints.into_iter().find_map(|hint| fitted(item, hint));
    hint.unwrap_or_else(|| FilledBox { item, lines: vec!["*".to_owned()], size: SMALLEST })
}

fn fitted(item: &'static FormBox, text: &str) -> Option<FilledBox> {
    // Boxes for a single digit are narrower than two digits and their padding.
    let room = if item.width < 16.0 { item.width + 4.0 } else { item.width - 2.0 * PADDING };
    let one_line = text.replace('\n', ", ");
    let steps = ((item.size - SMALLEST) / 0.5).round() as u8;
    (0..=steps).map(|step| item.size - 0.5 * f32::from(step)).find_map(|size| {
        let most = (item.height / (size * 1.2)).floor().max(1.0) as usize;
        let lines = match most {
            1 if width(&one_line, Weight::Regular, size) <= room => vec![one_line.clone()],
            1 => return None,
            _ => wrap(text, Weight::Regular, size, room),
        };
        (lines.len() <= most).then_some(FilledBox { item, lines, size })
    })
}

/// Width and number of lines of the sheet's first or second area.
fn room_of_sheet(field: &str) -> (f32, usize) {
    let area = boxes::on_page(Form::Continuation, 1).find(|item| item.field == field);
    area.map_or((540.0, 16), |area| {
        (area.width - 2.0 * PADDING, (area.height / continuation::LEADING).floor() as usize)
    })
}

/// The sheets of a group. Each has room for two borrowers.
fn continuation_sheets(group: &Group<'_>, notes: &[Entries]) -> Vec<FilledPage> {
    let mut sheets = Vec::new();
    let (first_room, second_room) = (room_of_sheet("_1a_info"), room_of_sheet("_1a_addl_info"));
    for (borrowers, notes) in group.borrowers.chunks(2).zip(notes.chunks(2)) {
        let lines: Vec<Vec<String>> = notes.iter().map(|entries| entries.lines(first_room.0)).collect();
        let chunks = |at: usize, room: usize| {
            lines.get(at).map(|lines| lines.chunks(room).collect::<Vec<_>>()).unwrap_or_default()
        };
        let (first, second) = (chunks(0, first_room.1), chunks(1, second_room.1));
        let Some(borrower) = borrowers.first() else { continue };
        for number in 0..first.len().max(second.len()) {
            let mut scope = scope::of_borrower(group, borrower);
            scope["second"] = serde_json::to_value(borrowers.get(1)).unwrap_or_default();
            scope["text"]["secondName"] = json!(borrowers.get(1).map(|second| continuation::name(second)));
            let of = |chunks: &[&[String]]| chunks.get(number).map(|chunk| chunk.to_vec()).unwrap_or_default();
            sheets.push(sheet(scope, &continuation::name(borrower), &of(&first), &of(&second)));
        }
    }
    sheets
}

fn sheet(scope: Value, borrower: &str, first: &[String], second: &[String]) -> FilledPage {
    let mut pages = fill_form(Form::Continuation, &scope, borrower, &mut Entries::default());
    let mut page = pages.pop().unwrap_or(FilledPage {
        form: Form::Continuation,
        page: 1,
        borrower: borrower.to_owned(),
        values: Vec::new(),
    });
    for (field, lines) in [("_1a_info", first), ("_1a_addl_info", second)] {
        let area = boxes::on_page(Form::Continuation, 1).find(|item| item.field == field);
        if let Some(item) = area.filter(|_| !lines.is_empty()) {
            page.values.push(FilledBox { item, lines: lines.to_vec(), size: continuation::SIZE });
        }
    }
    page
}
