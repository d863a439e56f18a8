//! Changes an application field by field, so that two users who edit different fields at the same time both keep their
//! work.
//!
//! A change names a path, the value its author saw, and the new value. List items are addressed by id:
//! `borrowers/018f…/firstName`. A path that ends with an id adds an item (`from` is null) or removes it (`to` is null).
//! The path `borrowers/order` holds the ids of the list's items: a change of it moves them. A request applies all of its
//! changes or none.
//!
//! Encrypted values have paths too (`borrowers/{id}/taxpayerIdentifier`, `…/birthDate`, `assets/{id}/accountNumber`).
//! For these, `from` can be the last four digits.

mod checks;
mod demographics;
mod follow;
mod people;

use crate::{
    application::{Application, BorrowerSecrets, Secrets},
    days, history,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use utoipa::ToSchema;
use uuid::Uuid;

/// Maximum number of changes in a request.
pub const CHANGES_MAX: usize = 500;
/// Maximum depth of a path.
const DEPTH_MAX: usize = 8;
/// The last step of a path that holds the order of a list.
pub(crate) const ORDER: &str = "order";

/// A change of one field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// Path of the field.
    #[schema(example = "borrowers/0190a0e4-7d65-7c3e-9e5b-6f0a4d3c2b1a/firstName")]
    pub path: String,
    /// The value its author saw, or null if there was none.
    #[serde(default)]
    pub from: Value,
    /// The new value, or null to clear the field.
    #[serde(default)]
    pub to: Value,
}

/// An applied change as the history stores it. Encrypted values appear as their last four digits.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// Path of the field.
    pub path: String,
    /// Value before the change.
    pub before: Value,
    /// Value after the change.
    pub after: Value,
    /// Where a removed item was in its list, so that the history can put it back there.
    pub position: Option<usize>,
}

/// Why no change was applied.
#[derive(Clone, Debug, PartialEq)]
pub enum Refused {
    /// These fields changed since the author saw them: path to current value.
    Conflicts(Vec<(String, Value)>),
    /// These changes are invalid: path to message.
    Invalid(BTreeMap<String, String>),
}

impl Refused {
    fn invalid(path: &str, message: &str) -> Self {
        Refused::Invalid(BTreeMap::from([(path.to_owned(), message.to_owned())]))
    }
}

/// The changed application, its secrets, and the applied changes.
pub type Applied = (Application, Secrets, Vec<Made>);

/// Applies all typed changes and those that follow from them, or none.
///
/// # Errors
/// A field changed since its author saw it, or a path or value is invalid.
pub fn apply(before: &Application, secrets: &Secrets, changes: &[Change]) -> Result<Applied, Refused> {
    let changed = run(before, secrets, changes)?;
    finish(before, changed, None)
}

/// As [`apply`], and records the moment at which a borrower gave initials for joint credit.
///
/// # Errors
/// As [`apply`].
pub fn apply_at(
    before: &Application,
    secrets: &Secrets,
    changes: &[Change],
    now: Timestamp,
) -> Result<Applied, Refused> {
    let changed = run(before, secrets, changes)?;
    finish(before, changed, Some(now))
}

/// Applies values of a file without the checks of typed values.
pub(crate) fn apply_imported(before: &Application, secrets: &Secrets, changes: &[Change]) -> Result<Applied, Refused> {
    let Changed { application, secrets, made, .. } = run(before, secrets, changes)?;
    Ok((application, secrets, made))
}

/// Checks the typed values, and applies the changes that follow from them.
fn finish(before: &Application, changed: Changed, now: Option<Timestamp>) -> Result<Applied, Refused> {
    let Changed { mut document, application, mut secrets, mut made } = changed;
    // A file can contain invalid borrowers. They must not keep a loan from being edited.
    if people::check(before).is_ok() {
        people::check(&application)?;
    }
    let asked = made.len();
    follow::follow(&mut document, &application, &mut made, now);
    let mut application = if made.len() > asked { read(&document)? } else { application };
    checks::check(&application, &secrets, &made[..asked])?;
    forget_removed(&application, &mut secrets);
    show_last_four(&mut application, &secrets);
    Ok((application, secrets, made))
}

/// An application after the changes of a request.
struct Changed {
    document: Value,
    application: Application,
    secrets: Secrets,
    made: Vec<Made>,
}

fn read(document: &Value) -> Result<Application, Refused> {
    serde_path_to_error::deserialize(document).map_err(|error| explain(document, &error))
}

fn run(before: &Application, secrets: &Secrets, changes: &[Change]) -> Result<Changed, Refused> {
    if changes.len() > CHANGES_MAX {
        return Err(Refused::invalid("", &format!("At most {CHANGES_MAX} changes at once")));
    }
    let mut document = serde_json::to_value(before).unwrap_or_default();
    let mut secrets = secrets.clone();
    let mut conflicts = Vec::new();
    let mut made = Vec::new();
    for change in changes {
        let steps: Vec<&str> = change.path.split('/').collect();
        if steps.len() > DEPTH_MAX || steps.iter().any(|step| step.is_empty()) {
            return Err(Refused::invalid(&change.path, "Unknown field"));
        }
        let outcome = if let ["borrowers", id, "demographics", field] = steps[..] {
            demographics::change(&document, &mut secrets, id, field, change)?
        } else if let Some(sealed) = Sealed::of(&steps) {
            sealed.change(&document, &mut secrets, change)?
        } else {
            change_plain(&mut document, &steps, change)?
        };
        match outcome {
            Outcome::Made(change) => made.push(change),
            Outcome::Unchanged => {}
            Outcome::Conflict(present) => conflicts.push((change.path.clone(), present)),
        }
    }
    if !conflicts.is_empty() {
        return Err(Refused::Conflicts(conflicts));
    }
    let mut application = read(&document)?;
    check_ids(&application)?;
    forget_removed(&application, &mut secrets);
    show_last_four(&mut application, &secrets);
    note_as_stored(&application, &mut made);
    Ok(Changed { document, application, secrets, made })
}

/// Notes new values as the document stores them, so that the value of a field can be compared with those of its history.
fn note_as_stored(application: &Application, made: &mut [Made]) {
    let document = serde_json::to_value(application).unwrap_or_default();
    for change in made.iter_mut().filter(|change| !history::is_sealed(&change.path)) {
        change.after = history::value_at(&document, &change.path);
    }
}

enum Outcome {
    Made(Made),
    Unchanged,
    Conflict(Value),
}

fn change_plain(document: &mut Value, steps: &[&str], change: &Change) -> Result<Outcome, Refused> {
    if steps.last().is_some_and(|last| last.ends_with("LastFour") || *last == "id") {
        return Err(Refused::invalid(&change.path, "This field follows from others"));
    }
    let Some(place) = find(document, steps) else {
        return Err(Refused::invalid(&change.path, "Unknown field"));
    };
    let present = place.get();
    let to = match &change.to {
        Value::String(text) if text.trim().is_empty() => &Value::Null,
        to => to,
    };
    if !same(&present, &change.from) {
        // A request for the value that is already there isn't a conflict.
        return Ok(if same(&present, to) { Outcome::Unchanged } else { Outcome::Conflict(present) });
    }
    if same(&present, to) {
        return Ok(Outcome::Unchanged);
    }
    check_days(&change.path, to)?;
    let position = place.position().filter(|_| to.is_null());
    place.set(to.clone()).map_err(|message| Refused::invalid(&change.path, message))?;
    Ok(Outcome::Made(Made { path: change.path.clone(), before: present, after: to.clone(), position }))
}

/// Refuses early and impossible days. Fields whose names end in `On` hold days; an item holds its fields.
fn check_days(path: &str, to: &Value) -> Result<(), Refused> {
    match to {
        Value::String(text) if path.ends_with("On") => {
            days::read(text).map(drop).map_err(|error| Refused::invalid(path, &error.to_string()))
        }
        Value::Object(fields) => {
            fields.iter().try_for_each(|(name, value)| check_days(&format!("{path}/{name}"), value))
        }
        Value::Array(items) => items.iter().try_for_each(|item| check_days(path, item)),
        _ => Ok(()),
    }
}

/// Whether two values are equal. Absent, null, an empty list and an object of empty values all count as empty.
pub(crate) fn same(one: &Value, other: &Value) -> bool {
    fn is_nothing(value: &Value) -> bool {
        match value {
            Value::Null => true,
            Value::Array(items) => items.is_empty(),
            Value::Object(fields) => fields.values().all(is_nothing),
            _ => false,
        }
    }
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => one.keys().chain(other.keys()).all(|key| {
            let of = |fields: &Map<String, Value>| fields.get(key).cloned().unwrap_or_default();
            same(&of(one), &of(other))
        }),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        _ => one == other || (is_nothing(one) && is_nothing(other)),
    }
}

/// Target of a path: a field of an object, or an item of a list by its id.
pub(crate) enum Place<'a> {
    Field(&'a mut Map<String, Value>, String),
    Item(&'a mut Vec<Value>, String),
    Order(&'a mut Vec<Value>),
}

impl Place<'_> {
    /// Index of the item in its list.
    fn position(&self) -> Option<usize> {
        match self {
            Place::Field(..) | Place::Order(_) => None,
            Place::Item(items, id) => items.iter().position(|item| has_id(item, id)),
        }
    }

    /// Puts the value back that a change replaced or removed.
    pub(crate) fn undo(self, before: &Value, position: Option<usize>) {
        match (self, before) {
            (Place::Item(items, id), item) if !item.is_null() && !items.iter().any(|item| has_id(item, &id)) => {
                items.insert(position.unwrap_or(items.len()).min(items.len()), item.clone());
            }
            // The only refusal is an item without its id, which no change has recorded.
            (place, value) => drop(place.set(value.clone())),
        }
    }

    fn get(&self) -> Value {
        match self {
            Place::Field(fields, name) => fields.get(name).cloned().unwrap_or_default(),
            Place::Item(items, id) => items.iter().find(|item| has_id(item, id)).cloned().unwrap_or_default(),
            Place::Order(items) => items.iter().map(|item| item["id"].clone()).collect(),
        }
    }

    fn set(self, value: Value) -> Result<(), &'static str> {
        match (self, value) {
            (Place::Field(fields, name), Value::Null) => drop(fields.remove(&name)),
            (Place::Field(fields, name), value) => drop(fields.insert(name, value)),
            (Place::Item(items, id), Value::Null) => items.retain(|item| !has_id(item, &id)),
            (Place::Item(items, id), value) => {
                if !has_id(&value, &id) {
                    return Err("The item must carry the id of its path");
                }
                match items.iter_mut().find(|item| has_id(item, &id)) {
                    Some(item) => *item = value,
                    None => items.push(value),
                }
            }
            (Place::Order(items), value) => {
                let ids = value.as_array().map_or(&[][..], Vec::as_slice);
                let place = |item: &Value| ids.iter().position(|id| *id == item["id"]);
                if ids.len() != items.len() || items.iter().any(|item| place(item).is_none()) {
                    return Err("The order must name each item of the list once");
                }
                items.sort_by_key(|item| place(item));
            }
        }
        Ok(())
    }
}

pub(crate) fn has_id(item: &Value, id: &str) -> bool {
    item.get("id").and_then(Value::as_str) == Some(id)
}

pub(crate) fn find<'a>(value: &'a mut Value, steps: &[&str]) -> Option<Place<'a>> {
    let (step, rest) = steps.split_first()?;
    match value {
        Value::Object(fields) => {
            if rest.is_empty() {
                return Some(Place::Field(fields, (*step).to_owned()));
            }
            // Serialization omits empty parts. Create the part when its first field is set.
            let is_id = rest.first().is_some_and(|next| next.parse::<Uuid>().is_ok());
            let empty = if is_id { Value::Array(Vec::new()) } else { Value::Object(Map::new()) };
            find(fields.entry((*step).to_owned()).or_insert(empty), rest)
        }
        Value::Array(items) => {
            if rest.is_empty() && *step == ORDER {
                return Some(Place::Order(items));
            }
            if rest.is_empty() {
                step.parse::<Uuid>().ok()?;
                return Some(Place::Item(items, (*step).to_owned()));
            }
            find(items.iter_mut().find(|item| has_id(item, step))?, rest)
        }
        _ => None,
    }
}

/// Translates a serde path such as `borrowers[0].email` into the path that the author used.
fn explain(document: &Value, error: &serde_path_to_error::Error<serde_json::Error>) -> Refused {
    use serde_path_to_error::Segment;
    let mut at = document;
    let mut path = Vec::new();
    for segment in error.path() {
        let step = match segment {
            Segment::Map { key } => {
                at = at.get(key).unwrap_or(&Value::Null);
                key.clone()
            }
            Segment::Seq { index } => {
                at = at.get(index).unwrap_or(&Value::Null);
                at.get("id").and_then(Value::as_str).map_or_else(|| index.to_string(), str::to_owned)
            }
            Segment::Enum { .. } | Segment::Unknown => continue,
        };
        path.push(step);
    }
    let message = match error.inner().to_string() {
        message if message.starts_with("unknown field") => "Unknown field".to_owned(),
        message => message,
    };
    Refused::invalid(&path.join("/"), &message)
}

fn check_ids(application: &Application) -> Result<(), Refused> {
    let Application { borrowers, assets, liabilities, expenses, owned_properties, .. } = application;
    let mut seen = std::collections::BTreeSet::new();
    let ids = (borrowers.iter().map(|item| ("borrowers", item.id)))
        .chain(assets.iter().map(|item| ("assets", item.id)))
        .chain(liabilities.iter().map(|item| ("liabilities", item.id)))
        .chain(expenses.iter().map(|item| ("expenses", item.id)))
        .chain(owned_properties.iter().map(|item| ("ownedProperties", item.id)));
    for (list, id) in ids {
        if !seen.insert(id) {
            return Err(Refused::invalid(&format!("{list}/{id}"), "Two items can't have the same id"));
        }
    }
    Ok(())
}

/// Deletes the secrets of removed items.
fn forget_removed(application: &Application, secrets: &mut Secrets) {
    secrets.borrowers.retain(|id, _| application.borrowers.iter().any(|borrower| borrower.id == *id));
    secrets.account_numbers.retain(|id, _| {
        application.assets.iter().any(|asset| asset.id == *id)
            || application.liabilities.iter().any(|liability| liability.id == *id)
    });
}

/// Writes the last four digits of encrypted numbers into the document. No other code sets these fields.
pub fn show_last_four(application: &mut Application, secrets: &Secrets) {
    for borrower in &mut application.borrowers {
        borrower.taxpayer_identifier_last_four = secrets
            .borrowers
            .get(&borrower.id)
            .and_then(|sealed| sealed.taxpayer_identifier.as_ref())
            .map(|number| number.last_four().to_owned());
    }
    for asset in &mut application.assets {
        asset.account_number_last_four = secrets.account_numbers.get(&asset.id).map(|number| last_four(number));
    }
    for liability in &mut application.liabilities {
        liability.account_number_last_four = secrets.account_numbers.get(&liability.id).map(|number| last_four(number));
    }
}

/// The last four characters, or fewer if the number is short: never more than half of it.
#[must_use]
pub fn last_four(number: &str) -> String {
    let characters: Vec<char> = number.chars().filter(|c| c.is_alphanumeric()).collect();
    let shown = (characters.len() / 2).min(4);
    characters[characters.len() - shown..].iter().collect()
}

/// An encrypted value, identified by its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sealed {
    TaxpayerIdentifier(Uuid),
    BirthDate(Uuid),
    AccountNumber(Uuid),
}

impl Sealed {
    fn of(steps: &[&str]) -> Option<Self> {
        let [list, id, field] = steps else { return None };
        let id = id.parse().ok()?;
        match (*list, *field) {
            ("borrowers", "taxpayerIdentifier") => Some(Sealed::TaxpayerIdentifier(id)),
            ("borrowers", "birthDate") => Some(Sealed::BirthDate(id)),
            ("assets" | "liabilities", "accountNumber") => Some(Sealed::AccountNumber(id)),
            _ => None,
        }
    }

    fn get(self, secrets: &Secrets) -> Option<String> {
        match self {
            Sealed::TaxpayerIdentifier(id) => {
                secrets.borrowers.get(&id)?.taxpayer_identifier.as_ref().map(|number| number.reveal().to_owned())
            }
            Sealed::BirthDate(id) => secrets.borrowers.get(&id)?.birth_date.map(|date| date.to_string()),
            Sealed::AccountNumber(id) => secrets.account_numbers.get(&id).cloned(),
        }
    }

    /// The part of the value that can be shown.
    fn shown(self, value: Option<&str>) -> Value {
        match (self, value) {
            (_, None) => Value::Null,
            (Sealed::BirthDate(_), Some(_)) => Value::from("sealed"),
            (_, Some(number)) => Value::from(last_four(number)),
        }
    }

    fn change(self, document: &Value, secrets: &mut Secrets, change: &Change) -> Result<Outcome, Refused> {
        let (list, id) = match self {
            Sealed::TaxpayerIdentifier(id) | Sealed::BirthDate(id) => (&["borrowers"][..], id),
            Sealed::AccountNumber(id) => (&["assets", "liabilities"][..], id),
        };
        let id_text = id.to_string();
        let exists = list.iter().any(|list| {
            document
                .get(list)
                .and_then(Value::as_array)
                .is_some_and(|items| items.iter().any(|item| has_id(item, &id_text)))
        });
        if !exists {
            return Err(Refused::invalid(&change.path, "Unknown field"));
        }
        let present = self.get(secrets);
        let before = self.shown(present.as_deref());
        let was_seen =
            same(&before, &change.from) || change.from.as_str().is_some_and(|from| Some(from) == present.as_deref());
        if !was_seen {
            return Ok(Outcome::Conflict(before));
        }
        let to = match &change.to {
            Value::Null => None,
            Value::String(text) => Some(text.as_str()),
            _ => return Err(Refused::invalid(&change.path, "must be a text")),
        };
        self.set(secrets, to).map_err(|message| Refused::invalid(&change.path, &message))?;
        let after = self.get(secrets);
        if after == present {
            return Ok(Outcome::Unchanged);
        }
        let after = self.shown(after.as_deref());
        Ok(Outcome::Made(Made { path: change.path.clone(), before, after, position: None }))
    }

    fn set(self, secrets: &mut Secrets, to: Option<&str>) -> Result<(), String> {
        match self {
            Sealed::TaxpayerIdentifier(id) => {
                let number =
                    to.map(str::parse).transpose().map_err(|error: crate::values::Invalid| error.to_string())?;
                secrets.borrowers.entry(id).or_default().taxpayer_identifier = number;
            }
            Sealed::BirthDate(id) => {
                let date = to.map(days::read).transpose().map_err(|error| error.to_string())?;
                secrets.borrowers.entry(id).or_default().birth_date = date;
            }
            Sealed::AccountNumber(id) => match to.map(str::trim).filter(|text| !text.is_empty()) {
                Some(text) if text.len() > 50 => return Err("must have at most 50 characters".to_owned()),
                Some(text) => drop(secrets.account_numbers.insert(id, text.to_owned())),
                None => drop(secrets.account_numbers.remove(&id)),
            },
        }
        secrets.borrowers.retain(|_, sealed| *sealed != BorrowerSecrets::default());
        Ok(())
    }
}

/// Paths of all encrypted values that exist, so that a page can offer to reveal them.
#[must_use]
pub fn sealed_paths(application: &Application, secrets: &Secrets) -> Vec<String> {
    let mut paths = Vec::new();
    for (id, sealed) in &secrets.borrowers {
        if sealed.taxpayer_identifier.is_some() {
            paths.push(format!("borrowers/{id}/taxpayerIdentifier"));
        }
        if sealed.birth_date.is_some() {
            paths.push(format!("borrowers/{id}/birthDate"));
        }
        if !sealed.demographics.is_empty() {
            paths.push(format!("borrowers/{id}/demographics"));
        }
    }
    for id in secrets.account_numbers.keys() {
        let list = if application.assets.iter().any(|asset| asset.id == *id) { "assets" } else { "liabilities" };
        paths.push(format!("{list}/{id}/accountNumber"));
    }
    paths
}

/// An encrypted value by its path. The caller must write an audit entry.
#[must_use]
pub fn reveal(secrets: &Secrets, path: &str) -> Option<Value> {
    let steps: Vec<&str> = path.split('/').collect();
    if let ["borrowers", id, "demographics"] = steps[..] {
        let sealed = secrets.borrowers.get(&id.parse().ok()?)?;
        return serde_json::to_value(&sealed.demographics).ok().filter(|_| !sealed.demographics.is_empty());
    }
    Sealed::of(&steps)?.get(secrets).map(Value::from)
}

#[cfg(test)]
mod tests;
