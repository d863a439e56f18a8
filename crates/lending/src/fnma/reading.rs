//! Shared state of reading: typed access to fields, which fields were imported, and the issues found.

use super::{countries, issues::Issues};
use crate::{
    application::{Address, Application, Secrets},
    import::{Imported, NewId},
    values::{Invalid, Money, PostalCode, Rate},
};
use fnma32::{Field, File, Kind, Layout, Reason, Record, Section, records::additional_data};
use jiff::civil::Date;
use std::{
    collections::{HashMap, HashSet},
    str::FromStr,
};
use uuid::Uuid;

/// The fields of a record that form an address.
pub(super) struct AddressFields {
    pub street: &'static Field,
    pub city: &'static Field,
    pub state: &'static Field,
    pub zip: &'static Field,
    pub zip_plus_four: &'static Field,
}

/// The address fields of a record. They have the same names in every record.
macro_rules! address_fields {
    ($record:ident) => {
        $crate::fnma::reading::AddressFields {
            street: &fnma32::records::$record::STREET,
            city: &fnma32::records::$record::CITY,
            state: &fnma32::records::$record::STATE,
            zip: &fnma32::records::$record::ZIP,
            zip_plus_four: &fnma32::records::$record::ZIP_PLUS_FOUR,
        }
    };
}
pub(super) use address_fields;

/// A file that is being read into an application.
pub(super) struct Reading<'a> {
    pub file: &'a File,
    pub application: Application,
    pub secrets: Secrets,
    /// Ids of the borrowers, in the order of the applicant records.
    pub borrowers: Vec<Uuid>,
    ids: &'a mut dyn NewId,
    issues: Issues,
    /// Line and field of data that was imported or isn't needed.
    taken: HashSet<(usize, &'static str)>,
}

impl<'a> Reading<'a> {
    pub(super) fn new(file: &'a File, ids: &'a mut dyn NewId) -> Reading<'a> {
        Reading {
            file,
            application: Application::default(),
            secrets: Secrets::default(),
            borrowers: Vec::new(),
            ids,
            issues: Issues::of(file),
            taken: HashSet::new(),
        }
    }

    pub(super) fn new_id(&mut self) -> Uuid {
        self.ids.new_id()
    }

    /// The record of a type that occurs once.
    pub(super) fn once(&self, layout: &'static Layout) -> Option<&'a Record> {
        self.file.first(layout)
    }

    /// The records of a type that contain more than the owner's number.
    pub(super) fn filled(&self, layout: &'static Layout) -> Vec<&'a Record> {
        let owner = layout.owner().map(|field| field.id);
        let says_something =
            |record: &&Record| layout.fields.iter().any(|field| Some(field.id) != owner && record.get(field).is_some());
        self.file.all(layout).filter(says_something).collect()
    }

    /// The same, with the index of the borrower each belongs to. Records without an owner are skipped and reported
    /// later.
    pub(super) fn owned(&self, layout: &'static Layout) -> Vec<(&'a Record, usize)> {
        self.filled(layout).into_iter().filter_map(|record| Some((record, record.applicant()?))).collect()
    }

    /// Like [`Reading::owned`], but only the first record of each borrower.
    pub(super) fn once_each(&self, layout: &'static Layout) -> Vec<(&'a Record, usize)> {
        let mut seen = HashSet::new();
        self.owned(layout).into_iter().filter(|(_, place)| seen.insert(*place)).collect()
    }

    /// Ids of the borrower that a record belongs to.
    pub(super) fn owner(&self, record: &Record) -> Vec<Uuid> {
        record.applicant().and_then(|place| self.borrowers.get(place)).copied().into_iter().collect()
    }

    /// The text in a field. Marks the field as imported.
    pub(super) fn text(&mut self, record: &'a Record, field: &'static Field) -> Option<&'a str> {
        self.taken.insert((record.line(), field.id));
        record.get(field)
    }

    /// Marks a field as not needed, because it repeats or follows from imported data.
    pub(super) fn leave(&mut self, record: &Record, field: &'static Field) {
        self.taken.insert((record.line(), field.id));
    }

    /// Reads a text.
    pub(super) fn string(&mut self, record: &'a Record, field: &'static Field) -> Option<String> {
        self.text(record, field).map(str::to_owned)
    }

    /// Reads a value with its own text form.
    pub(super) fn parsed<T: FromStr<Err = Invalid>>(&mut self, record: &'a Record, field: &'static Field) -> Option<T> {
        match self.text(record, field)?.parse() {
            Ok(value) => Some(value),
            Err(Invalid(why)) => {
                self.wrong(record, field, format!("{why}. It was skipped."));
                None
            }
        }
    }

    /// Reads an amount.
    pub(super) fn money(&mut self, record: &'a Record, field: &'static Field) -> Option<Money> {
        self.parsed(record, field)
    }

    /// Reads an amount. Zero counts as absent, because some programs write zero for unknown amounts.
    pub(super) fn money_above_zero(&mut self, record: &'a Record, field: &'static Field) -> Option<Money> {
        self.money(record, field).filter(|amount| *amount != Money::ZERO)
    }

    /// Reads a rate.
    pub(super) fn rate(&mut self, record: &'a Record, field: &'static Field) -> Option<Rate> {
        self.parsed(record, field)
    }

    /// Reads a whole number.
    pub(super) fn count(&mut self, record: &'a Record, field: &'static Field) -> Option<u16> {
        let count = self.text(record, field)?.parse().ok();
        if count.is_none() {
            self.wrong(record, field, "This should be a whole number. It was skipped.");
        }
        count
    }

    /// Reads a year.
    pub(super) fn year(&mut self, record: &'a Record, field: &'static Field) -> Option<u16> {
        self.count(record, field).filter(|year| (1000..=9999).contains(year))
    }

    /// Reads years and months as months.
    pub(super) fn months(&mut self, record: &'a Record, years: &'static Field, months: &'static Field) -> Option<u16> {
        match (self.count(record, years), self.count(record, months)) {
            (None, None) => None,
            (years, months) => Some(years.unwrap_or(0).saturating_mul(12).saturating_add(months.unwrap_or(0))),
        }
    }

    /// Reads a date.
    pub(super) fn date(&mut self, record: &'a Record, field: &'static Field) -> Option<Date> {
        let text = self.text(record, field)?;
        let date = Date::strptime("%Y%m%d", text).ok().filter(|_| text.len() == 8);
        if date.is_none() {
            self.wrong(record, field, "This isn't a valid date. It was skipped.");
        }
        date
    }

    /// Reads yes or no. Other values were already reported when the records were parsed.
    pub(super) fn yes(&mut self, record: &'a Record, field: &'static Field) -> Option<bool> {
        match self.text(record, field)? {
            "Y" => Some(true),
            "N" => Some(false),
            _ => None,
        }
    }

    /// Reads a coded value. Unknown codes were already reported when the records were parsed.
    pub(super) fn word<W: Copy>(
        &mut self,
        record: &'a Record,
        field: &'static Field,
        words: &[(&str, W)],
    ) -> Option<W> {
        let code = self.text(record, field)?;
        words.iter().find(|(known, _)| *known == code).map(|(_, word)| *word)
    }

    /// Reads an address, and separates the unit if it was appended to the street.
    pub(super) fn address(&mut self, record: &'a Record, fields: &AddressFields) -> Address {
        let (line, unit) = match self.text(record, fields.street) {
            Some(street) => match street.rsplit_once(" #") {
                Some((line, unit)) if !unit.is_empty() && !unit.contains([' ', '#']) && !line.trim().is_empty() => {
                    (Some(line.trim().to_owned()), Some(unit.to_owned()))
                }
                _ => (Some(street.to_owned()), None),
            },
            None => (None, None),
        };
        Address {
            line,
            unit,
            city: self.string(record, fields.city),
            state: self.parsed(record, fields.state),
            postal_code: self.postal_code(record, fields.zip, fields.zip_plus_four),
            ..Address::default()
        }
    }

    /// Reads a ZIP code from its two fields. If the last four characters aren't digits, it uses the first five alone.
    pub(super) fn postal_code(
        &mut self,
        record: &'a Record,
        zip: &'static Field,
        plus_four: &'static Field,
    ) -> Option<PostalCode> {
        let four = self.text(record, plus_four).unwrap_or("");
        let five = self.text(record, zip)?;
        let whole = format!("{five}{four}").parse();
        if whole.is_err() && !four.is_empty() {
            self.wrong(record, plus_four, "The last four characters of the ZIP code aren't digits. They were skipped.");
        }
        match whole.or_else(|_| five.parse()) {
            Ok(postal_code) => Some(postal_code),
            Err(Invalid(why)) => {
                self.wrong(record, zip, format!("{why}. It was skipped."));
                None
            }
        }
    }

    /// Reads a country as a two-letter code. Empty for the United States.
    pub(super) fn country(&mut self, record: &'a Record, field: &'static Field) -> Option<String> {
        let name = self.text(record, field)?;
        let code = countries::code(name);
        if code.is_none() {
            self.wrong(record, field, "No country has this name. It was skipped.");
        }
        code.filter(|code| *code != "US").map(str::to_owned)
    }

    /// The ADS records with this name that have a value.
    pub(super) fn additional(&mut self, name: &str) -> Vec<&'a Record> {
        let records = self.file.all(&additional_data::LAYOUT);
        records.filter(|record| record.get(&additional_data::NAME) == Some(name)).collect()
    }

    /// The value of the first ADS record with this name.
    pub(super) fn additional_value(&mut self, name: &str) -> Option<(&'a Record, &'a str)> {
        let record = self.additional(name).into_iter().next()?;
        Some((record, self.text(record, &additional_data::VALUE)?))
    }

    /// Reports an issue with a field.
    pub(super) fn wrong(&mut self, record: &Record, field: &'static Field, reason: impl Into<String>) {
        self.issues.about(record, field, reason);
    }

    /// Reports missing data, with the record and field that would contain it.
    pub(super) fn missing(&mut self, layout: &'static Layout, field: &'static Field, reason: &str) {
        match self.once(layout) {
            Some(record) => self.issues.about(record, field, reason),
            None => self.issues.missing(layout.id, field, reason),
        }
    }

    /// Returns the result.
    pub(super) fn finish(mut self) -> Imported {
        self.tell_what_was_left();
        Imported { application: self.application, secrets: self.secrets, issues: self.issues.told(), written_on: None }
    }

    /// Reports every field that has a value and wasn't marked, so that no data is dropped silently.
    fn tell_what_was_left(&mut self) {
        let reasons: HashMap<usize, Vec<Reason>> =
            self.file.issues().iter().filter(|issue| issue.field.is_none()).fold(HashMap::new(), |mut lines, issue| {
                lines.entry(issue.line).or_default().push(issue.reason);
                lines
            });
        for record in self.file.records() {
            let Some(layout) = record.layout().filter(|layout| layout.section != Section::Envelope) else { continue };
            if reasons.get(&record.line()).is_some_and(|reasons| reasons.contains(&Reason::Repeated)) {
                continue;
            }
            let left: Vec<&'static Field> = layout.fields.iter().filter(|field| self.is_left(record, field)).collect();
            if !left.is_empty() && layout.owner().is_some() && record.applicant().is_none() {
                self.issues.about_record(record, "This record isn't linked to a borrower and was skipped.");
            } else if layout.id == additional_data::LAYOUT.id {
                if let (Some(name), true) =
                    (record.get(&additional_data::NAME), left.iter().any(|field| field.id == additional_data::VALUE.id))
                {
                    let reason = format!("The application has no place for {name}. It was skipped.");
                    self.issues.about(record, &additional_data::VALUE, reason);
                }
            } else {
                for field in left {
                    let reason = "The application has no place for this. It was skipped.";
                    self.issues.about(record, field, reason);
                }
            }
        }
    }

    fn is_left(&self, record: &Record, field: &Field) -> bool {
        let Some(value) = record.get(field) else { return false };
        let says_nothing = match field.kind.unsealed() {
            Kind::Amount | Kind::Rate | Kind::Digits => value.bytes().all(|byte| matches!(byte, b'0' | b'.')),
            Kind::YesNo => value == "N",
            Kind::Ssn | Kind::Reserved => true,
            _ => false,
        };
        !says_nothing && !self.taken.contains(&(record.line(), field.id))
    }
}
