//! The history of an application: values by path, labels, a past state, and the differences of two states.
//!
//! A past state is the present document with its changes undone, newest first. Each change recorded the value that it
//! replaced as the document held it, and the position of an item that it removed, so the result equals the document of
//! that moment. Sealed values appear as their last four digits, as in every document.

use crate::{
    form::catalog,
    patch::{ORDER, find, has_id, same},
};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use uuid::Uuid;

/// Where a value came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub enum ChangeSource {
    /// A person in the application.
    Form,
    /// A file.
    Import,
    /// A borrower in the portal.
    Portal,
    /// An automation rule.
    Rule,
    /// A program with an API key.
    #[serde(rename = "API")]
    Api,
    /// The program itself, such as a schedule.
    System,
}

/// A recorded change, as undoing it needs it.
#[derive(Clone, Debug)]
pub struct PastChange {
    /// Path of the field or item.
    pub path: String,
    /// Value before the change.
    pub before: Value,
    /// Position of a removed item in its list.
    pub position: Option<usize>,
}

/// Undoes changes, which must be ordered from the newest to the oldest.
pub fn undo(document: &mut Value, changes: &[PastChange]) {
    for PastChange { path, before, position } in changes {
        let Some(path) = path_in_document(path) else { continue };
        let steps: Vec<&str> = path.split('/').collect();
        if let Some(place) = find(document, &steps) {
            place.undo(before, *position);
        }
    }
}

/// Where the document shows a field: of a sealed number its last four digits. `None` for a birth date and for the answers
/// of section 8, which no document shows.
fn path_in_document(path: &str) -> Option<String> {
    match sealed_field(path) {
        None => Some(path.to_owned()),
        Some("taxpayerIdentifier" | "accountNumber") => Some(format!("{path}LastFour")),
        Some(_) => None,
    }
}

/// Name of the sealed field at a path, if it is one.
fn sealed_field(path: &str) -> Option<&str> {
    match path.split('/').collect::<Vec<_>>()[..] {
        ["borrowers", _, field @ ("taxpayerIdentifier" | "birthDate")]
        | ["borrowers", _, "demographics", field]
        | ["assets" | "liabilities", _, field @ "accountNumber"] => Some(field),
        _ => None,
    }
}

/// Whether a path is that of an encrypted value, of which the history shows the last four digits at most.
#[must_use]
pub fn is_sealed(path: &str) -> bool {
    sealed_field(path).is_some()
}

/// Why an earlier value of a field can't be restored, or `None` if it can.
#[must_use]
pub fn refusal_to_restore(path: &str) -> Option<&'static str> {
    match path.rsplit('/').next() {
        _ if is_sealed(path) => Some("The history has at most the last four digits. Enter the value again."),
        Some("signedOn") => Some("A signature date can't be restored. It changes with a new signature."),
        _ => None,
    }
}

/// The value at a path, or null. At the path of a list's order, the ids of its items.
#[must_use]
pub fn value_at(value: &Value, path: &str) -> Value {
    let mut at = value;
    for step in path.split('/') {
        match at {
            Value::Array(items) if step == ORDER => return items.iter().map(|item| item["id"].clone()).collect(),
            _ => at = below(at, step),
        }
    }
    at.clone()
}

/// The value of a field or item, or null.
fn below<'a>(value: &'a Value, step: &str) -> &'a Value {
    let found = match value {
        Value::Object(fields) => fields.get(step),
        Value::Array(items) => items.iter().find(|item| has_id(item, step)),
        _ => None,
    };
    found.unwrap_or(&Value::Null)
}

/// The value of a field within a recorded value: `value` is that of `path` itself or of a part of the document that
/// contains it. `None` if the change was elsewhere.
#[must_use]
pub fn value_within(value: &Value, changed: &str, path: &str) -> Option<Value> {
    match path.strip_prefix(changed)? {
        "" => Some(value.clone()),
        rest => rest.strip_prefix('/').map(|rest| value_at(value, rest)),
    }
}

/// The paths of the parts of the document that contain a field, without the field itself.
#[must_use]
pub fn parts_of(path: &str) -> Vec<String> {
    path.match_indices('/').map(|(at, _)| path[..at].to_owned()).collect()
}

/// A field that differs between two states.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = FieldDifference)]
pub struct Difference {
    /// Path of the field.
    pub path: String,
    /// The field's label.
    pub label: String,
    /// Value in the earlier state, or null.
    pub before: Value,
    /// Value in the later state, or null.
    pub after: Value,
}

/// Differences of one part of the application.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = FieldDifferenceSection)]
pub struct Section {
    /// The part: a borrower by name, or a section.
    pub title: String,
    /// Its differences, by path.
    pub differences: Vec<Difference>,
}

/// The fields that differ between two states, grouped by section.
#[must_use]
pub fn comparison(before: &Value, after: &Value) -> Vec<Section> {
    let mut found = Vec::new();
    compare("", before, after, &mut found);
    let mut sections: Vec<Section> = Vec::new();
    for (path, before_value, after_value) in found {
        // A removed item has its name only in the earlier state.
        let known = if value_at(after, item_of(&path)).is_null() { before } else { after };
        let (title, label) = title_and_label(known, &path);
        let difference = Difference { path, label, before: before_value, after: after_value };
        match sections.iter_mut().find(|section| section.title == title) {
            Some(section) => section.differences.push(difference),
            None => sections.push(Section { title, differences: vec![difference] }),
        }
    }
    sections
}

/// The first two steps of a path: an item of a list at the top of the document.
fn item_of(path: &str) -> &str {
    path.match_indices('/').nth(1).map_or(path, |(at, _)| &path[..at])
}

fn compare(path: &str, before: &Value, after: &Value, found: &mut Vec<(String, Value, Value)>) {
    let joined = |step: &str| if path.is_empty() { step.to_owned() } else { format!("{path}/{step}") };
    match (before, after) {
        _ if same(before, after) => {}
        (Value::Object(_) | Value::Null, Value::Object(_) | Value::Null) => {
            let empty = Map::new();
            let of = |value: &Value| value.as_object().unwrap_or(&empty).clone();
            let (before, after) = (of(before), of(after));
            let added = after.keys().filter(|key| !before.contains_key(*key));
            for key in before.keys().chain(added).filter(|key| *key != "id") {
                let value = |fields: &Map<String, Value>| fields.get(key).cloned().unwrap_or_default();
                compare(&joined(key), &value(&before), &value(&after), found);
            }
        }
        _ if has_items(before) || has_items(after) => {
            let of = |value: &Value| value.as_array().cloned().unwrap_or_default();
            let (before, after) = (of(before), of(after));
            let added = after.iter().filter(|item| !before.iter().any(|other| other["id"] == item["id"]));
            for id in before.iter().chain(added).filter_map(|item| item["id"].as_str()) {
                let value = |items: &[Value]| items.iter().find(|item| has_id(item, id)).cloned().unwrap_or_default();
                compare(&joined(id), &value(&before), &value(&after), found);
            }
        }
        _ => found.push((path.to_owned(), before.clone(), after.clone())),
    }
}

/// Whether a value is a list of items with ids.
fn has_items(value: &Value) -> bool {
    value.as_array().is_some_and(|items| items.iter().any(|item| item["id"].is_string()))
}

/// A field's label: its item and its name on the form, such as `Maya Ortiz › First Name`. Other fields are labeled by the
/// words of their path.
#[must_use]
pub fn label_of(document: &Value, path: &str) -> String {
    if catalog().field(path).is_some() {
        return catalog().label_of(document, path);
    }
    let (title, label) = title_and_words(document, path);
    if label.is_empty() { title } else { format!("{title} › {label}") }
}

/// A field's section or item, and its label within that.
fn title_and_label(document: &Value, path: &str) -> (String, String) {
    let (title, words) = title_and_words(document, path);
    if catalog().field(path).is_none() {
        return (title, words);
    }
    let label = catalog().label_of(document, path);
    match label.split_once(" › ").filter(|_| path.starts_with("borrowers/")) {
        Some((name, label)) => (name.to_owned(), label.to_owned()),
        None => (title, label),
    }
}

/// A field's section or item, and the words of its path within that.
fn title_and_words(document: &Value, path: &str) -> (String, String) {
    let steps: Vec<&str> = path.split('/').collect();
    let mut parts: Vec<String> = Vec::new();
    let mut at = document;
    for (depth, step) in steps.iter().enumerate() {
        at = below(at, step);
        let list = depth.checked_sub(1).map(|above| steps[above]).unwrap_or_default();
        if step.parse::<Uuid>().is_err() {
            parts.push(sentence(step));
        } else if list == "borrowers" {
            parts.pop();
            parts.push(title_of(at).unwrap_or_else(|| "Borrower".to_owned()));
        } else if let (Some(title), Some(last)) = (title_of(at), parts.last_mut()) {
            *last = format!("{last} ({title})");
        }
    }
    let title = if parts.is_empty() { String::new() } else { parts.remove(0) };
    (title, parts.join(" › "))
}

/// What an item of a list is called.
fn title_of(item: &Value) -> Option<String> {
    let text = |name: &str| item[name].as_str().filter(|text| !text.is_empty()).map(str::to_owned);
    let name = [text("firstName"), text("lastName")].into_iter().flatten().collect::<Vec<_>>().join(" ");
    if !name.is_empty() {
        return Some(name);
    }
    ["employerName", "employer", "name", "creditorName", "creditor", "holderName", "holder", "kind", "type"]
        .into_iter()
        .find_map(text)
        .or_else(|| item["address"]["line"].as_str().map(str::to_owned))
}

/// `taxpayerIdentifierLastFour` as words.
fn sentence(name: &str) -> String {
    let mut words = String::new();
    for character in name.chars() {
        match character.is_ascii_uppercase() {
            true => words.extend([' ', character.to_ascii_lowercase()]),
            false if words.is_empty() => words.extend(character.to_uppercase()),
            false => words.push(character),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        application::{Application, Asset, Borrower, Secrets},
        patch::{Change, Made, apply},
    };
    use serde_json::json;

    const KEN: Uuid = Uuid::from_u128(1);
    const LORRAINE: Uuid = Uuid::from_u128(2);
    const CHECKING: Uuid = Uuid::from_u128(3);

    fn application() -> Application {
        let borrower = |id, first: &str| Borrower { id, first_name: Some(first.to_owned()), ..Borrower::default() };
        Application {
            borrowers: vec![borrower(KEN, "Ken"), borrower(LORRAINE, "Lorraine")],
            assets: vec![Asset { id: CHECKING, ..Asset::default() }],
            ..Application::default()
        }
    }

    fn past(made: &Made) -> PastChange {
        PastChange { path: made.path.clone(), before: made.before.clone(), position: made.position }
    }

    /// HISTORY-04: every state that a loan went through comes back exactly, with the primary borrower in first place.
    #[test]
    fn undoing_changes_gives_every_earlier_document() {
        let document = |application: &Application| serde_json::to_value(application).unwrap();
        let (mut application, mut secrets) = (application(), Secrets::default());
        let ken = document(&application)["borrowers"][0].clone();
        let steps = [
            (format!("borrowers/{KEN}/taxpayerIdentifier"), Value::Null, json!("219-09-9993")),
            (format!("borrowers/{KEN}/birthDate"), Value::Null, json!("1980-02-29")),
            ("loan/noteRate".to_owned(), Value::Null, json!("6.5")),
            ("loan/noteRate".to_owned(), json!("6.500"), json!("6.125")),
            (format!("assets/{CHECKING}/accountNumber"), Value::Null, json!("32145698")),
            (format!("borrowers/{KEN}"), Value::Null, Value::Null),
            (format!("borrowers/{KEN}"), Value::Null, ken),
            ("property/address".to_owned(), Value::Null, json!({"line": "1 Elm St", "city": "Oakland"})),
            ("borrowers/order".to_owned(), json!([LORRAINE, KEN]), json!([KEN, LORRAINE])),
            (format!("borrowers/{KEN}/demographics/races"), Value::Null, json!(["Asian"])),
        ];
        let (mut states, mut changes) = (vec![document(&application)], Vec::new());
        for (path, from, to) in steps {
            // An item is removed as it was seen.
            let from = if to.is_null() { value_at(&document(&application), &path) } else { from };
            let made;
            (application, secrets, made) = apply(&application, &secrets, &[Change { path, from, to }]).unwrap();
            assert_eq!(made.len(), 1, "{made:?}");
            changes.push(past(&made[0]));
            states.push(document(&application));
        }
        assert_eq!(changes[5].position, Some(0));
        for (count, state) in states.iter().enumerate() {
            let mut present = document(&application);
            let newest_first: Vec<_> = changes[count..].iter().rev().cloned().collect();
            undo(&mut present, &newest_first);
            let rebuilt: Application = serde_json::from_value(present).unwrap();
            assert_eq!(&document(&rebuilt), state, "after {count} changes");
        }
    }

    /// HISTORY-05: only the fields that differ, with both values, by section.
    #[test]
    fn a_comparison_lists_the_fields_that_differ() {
        let before = serde_json::to_value(application()).unwrap();
        let mut after = before.clone();
        after["borrowers"][0]["firstName"] = json!("Kenneth");
        after["borrowers"].as_array_mut().unwrap().pop();
        after["loan"]["noteRate"] = json!("6.125");
        let sections = comparison(&before, &after);
        let listed: Vec<_> = sections
            .iter()
            .flat_map(|section| section.differences.iter().map(move |one| (&section.title, one)))
            .map(|(title, one)| (title.as_str(), one.label.as_str(), &one.before, &one.after))
            .collect();
        assert_eq!(
            listed,
            [
                ("Kenneth", "First name", &json!("Ken"), &json!("Kenneth")),
                ("Lorraine", "First name", &json!("Lorraine"), &Value::Null),
                ("Loan", "Note Rate", &Value::Null, &json!("6.125")),
            ]
        );
        assert_eq!(comparison(&before, &before), []);
    }

    #[test]
    fn a_field_is_found_in_the_change_of_the_part_that_contains_it() {
        let path = format!("borrowers/{KEN}/firstName");
        let item = json!({"id": KEN, "firstName": "Ken"});
        assert_eq!(parts_of(&path), ["borrowers".to_owned(), format!("borrowers/{KEN}")]);
        assert_eq!(value_within(&item, &format!("borrowers/{KEN}"), &path), Some(json!("Ken")));
        assert_eq!(value_within(&json!([item]), "borrowers", &path), Some(json!("Ken")));
        assert_eq!(value_within(&json!("Ken"), &path, &path), Some(json!("Ken")));
        assert_eq!(value_within(&json!("x"), "borrowers/1", "borrowers/12/firstName"), None);
    }

    /// HISTORY-02, HISTORY-03
    #[test]
    fn sealed_values_and_signature_dates_are_not_restored() {
        for path in [
            "borrowers/1/taxpayerIdentifier",
            "borrowers/1/birthDate",
            "borrowers/1/demographics/races",
            "assets/1/accountNumber",
        ] {
            assert!(is_sealed(path) && refusal_to_restore(path).is_some(), "{path}");
        }
        assert!(refusal_to_restore("borrowers/1/signedOn").is_some());
        assert_eq!(refusal_to_restore("loan/noteRate"), None);
    }

    #[test]
    fn labels_name_the_item_and_the_field() {
        let mut document = serde_json::to_value(application()).unwrap();
        document["borrowers"][0]["employments"] = json!([{"id": CHECKING, "employerName": "Acme"}]);
        for (path, label) in [
            ("loan/noteRate".to_owned(), "Note Rate"),
            (format!("borrowers/{KEN}/firstName"), "Ken › First name"),
            (format!("borrowers/{KEN}/employments/{CHECKING}/position"), "Ken › Acme › Position or Title"),
            (format!("borrowers/{KEN}"), "Ken"),
        ] {
            assert_eq!(label_of(&document, &path), label);
        }
    }
}
