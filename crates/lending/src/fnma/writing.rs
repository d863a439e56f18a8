//! Shared state of writing: records that are filled with values and sorted into file order.

use super::reading::AddressFields;
use crate::{
    application::{Address, Application, Secrets},
    values::Money,
};
use fnma32::{Field, File, Layout, Record, Section, records};
use jiff::civil::Date;
use std::fmt::Display;
use uuid::Uuid;

/// An application that is being written into a file.
pub(super) struct Writing<'a> {
    pub application: &'a Application,
    pub secrets: &'a Secrets,
    rows: Vec<Row>,
}

impl<'a> Writing<'a> {
    pub(super) fn new(application: &'a Application, secrets: &'a Secrets) -> Writing<'a> {
        Writing { application, secrets, rows: Vec::new() }
    }

    /// The record of a type that occurs once. Creates it if needed.
    pub(super) fn once(&mut self, layout: &'static Layout) -> &mut Row {
        let at = self.rows.iter().position(|row| row.0.layout() == Some(layout)).unwrap_or_else(|| {
            self.rows.push(Row(Record::new(layout)));
            self.rows.len() - 1
        });
        &mut self.rows[at]
    }

    /// Adds a record of a type that can occur repeatedly.
    pub(super) fn row(&mut self, layout: &'static Layout) -> &mut Row {
        self.rows.push(Row(Record::new(layout)));
        let last = self.rows.len() - 1;
        &mut self.rows[last]
    }

    /// Adds a record that belongs to this borrower.
    pub(super) fn row_of(&mut self, layout: &'static Layout, borrower: Uuid) -> &mut Row {
        let number = self.number(borrower);
        let row = self.row(layout);
        if let Some(field) = layout.owner() {
            row.put(field, Some(number));
        }
        row
    }

    /// Adds a record that belongs to the first of these owners, or to the primary borrower if there are none.
    pub(super) fn row_of_first(&mut self, layout: &'static Layout, owners: &[Uuid]) -> &mut Row {
        let owner = owners.first().copied().or(self.application.borrowers.first().map(|borrower| borrower.id));
        self.row_of(layout, owner.unwrap_or_default())
    }

    /// Adds an ADS record with a name and value.
    pub(super) fn additional(&mut self, name: &str, value: Option<impl Display>) {
        if let Some(value) = value {
            let row = self.row(&records::additional_data::LAYOUT);
            row.put(&records::additional_data::NAME, Some(name));
            row.put(&records::additional_data::VALUE, Some(value));
        }
    }

    /// A borrower's taxpayer number, by which the format joins records. Empty if unknown.
    pub(super) fn number(&self, borrower: Uuid) -> String {
        let secrets = self.secrets.borrowers.get(&borrower);
        let number = secrets.and_then(|secrets| secrets.taxpayer_identifier.as_ref());
        number.map(|number| number.reveal().to_owned()).unwrap_or_default()
    }

    /// Returns the file: non-empty records in the format's order, with section headers and an envelope.
    pub(super) fn finish(self) -> File {
        let mut rows: Vec<Record> = self.rows.into_iter().map(|row| row.0).filter(says_something).collect();
        let order = |record: &Record| records::ALL.iter().position(|layout| record.layout() == Some(*layout));
        rows.sort_by_key(order);
        let mut file = Vec::with_capacity(rows.len() + 10);
        let constant = |layout, fields: &[(&Field, &str)]| {
            fields.iter().fold(Record::new(layout), |record, (field, value)| record.with(field, value))
        };
        {
            use records::{envelope_header, processing, transaction_header};
            file.push(constant(&envelope_header::LAYOUT, &[(&envelope_header::CONTROL_NUMBER, "ENV1")]));
            file.push(constant(
                &transaction_header::LAYOUT,
                &[(&transaction_header::TRANSACTION_ID, "T100099-002"), (&transaction_header::CONTROL_NUMBER, "TRAN1")],
            ));
            file.push(constant(
                &processing::LAYOUT,
                &[
                    (&processing::VERSION, "1.00"),
                    (&processing::IDENTIFIER_TYPE, "01"),
                    (&processing::IMPORT_ACTION, "N"),
                ],
            ));
        }
        for section in Section::OPENED {
            file.push(Record::opening(section));
            file.extend(rows.extract_if(.., |record| record.section() == section));
        }
        {
            use records::{envelope_trailer, transaction_trailer};
            file.push(constant(&transaction_trailer::LAYOUT, &[(&transaction_trailer::CONTROL_NUMBER, "TRAN1")]));
            file.push(constant(&envelope_trailer::LAYOUT, &[(&envelope_trailer::CONTROL_NUMBER, "ENV1")]));
        }
        File::new(file)
    }
}

/// Whether a record contains more than the owner's number.
fn says_something(record: &Record) -> bool {
    let fields = record.layout().map_or(&[][..], |layout| layout.fields);
    let owner = record.layout().and_then(|layout| layout.owner()).map(|field| field.id);
    fields.iter().any(|field| Some(field.id) != owner && record.get(field).is_some())
}

/// A record that is being filled.
pub(super) struct Row(Record);

impl Row {
    /// Sets a field, if there is a value. Texts that are too long are cut; numbers that are too long are omitted.
    pub(super) fn put(&mut self, field: &Field, value: Option<impl Display>) {
        if let Some(value) = value {
            let _ = self.0.set(field, &value.to_string());
        }
    }

    /// Sets a field to a value that is wrong when cut, such as an identifier. If it is too long, it is omitted.
    pub(super) fn put_whole(&mut self, field: &Field, value: Option<impl Display>) {
        let value = value.map(|value| value.to_string());
        self.put(field, value.filter(|value| value.chars().count() <= field.length));
    }

    /// Sets a field to the code of a value.
    pub(super) fn word<W: PartialEq>(&mut self, field: &Field, words: &[(&str, W)], word: Option<W>) {
        self.put(field, code(words, word.as_ref()));
    }

    /// Sets a field to Y or N.
    pub(super) fn yes(&mut self, field: &Field, yes: Option<bool>) {
        self.put(field, yes.map(|yes| if yes { "Y" } else { "N" }));
    }

    /// Sets a field to a date.
    pub(super) fn date(&mut self, field: &Field, date: Option<Date>) {
        self.put(field, date.map(|date| format!("{:04}{:02}{:02}", date.year(), date.month(), date.day())));
    }

    /// Sets two fields to years and months. The months field stays empty if it would be zero.
    pub(super) fn months(&mut self, years: &Field, months: &Field, total: Option<u16>) {
        self.put(years, total.map(|total| total / 12));
        self.put(months, total.filter(|total| *total == 0 || total % 12 > 0).map(|total| total % 12));
    }

    /// Sets the fields of an address. The unit follows the street.
    pub(super) fn address(&mut self, fields: &AddressFields, address: &Address) {
        let street = match (&address.line, &address.unit) {
            (Some(line), Some(unit)) if unit.contains([' ', '#']) => Some(format!("{line} {unit}")),
            (Some(line), Some(unit)) => Some(format!("{line} #{unit}")),
            (line, unit) => line.clone().or(unit.clone()),
        };
        self.put(fields.street, street);
        self.put(fields.city, address.city.as_ref());
        self.put(fields.state, address.state);
        let (zip, plus_four) = address.postal_code.as_ref().map_or(("", ""), |code| code.digits().split_at(5));
        self.put(fields.zip, Some(zip));
        self.put(fields.zip_plus_four, Some(plus_four));
    }
}

/// The code of a value; the first one, if it has several.
pub(super) fn code<'w, W: PartialEq>(words: &[(&'w str, W)], word: Option<&W>) -> Option<&'w str> {
    words.iter().find(|(_, known)| Some(known) == word).map(|(code, _)| *code)
}

/// The sum of the amounts, or `None` if there are none.
pub(super) fn sum(amounts: impl IntoIterator<Item = Option<Money>>) -> Option<Money> {
    let amounts: Vec<Money> = amounts.into_iter().flatten().collect();
    (!amounts.is_empty()).then(|| amounts.into_iter().sum())
}
