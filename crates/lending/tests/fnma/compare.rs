//! Compares two applications by path, regardless of their items' ids.

use lending::application::{Application, Secrets};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// All values of an application and its secrets by path, such as `borrowers/0/firstName`. References by id are replaced
/// by the path of the item.
pub fn flat(application: &Application, secrets: &Secrets) -> BTreeMap<String, Value> {
    let application = serde_json::to_value(application).unwrap();
    let mut places = BTreeMap::new();
    find_ids(&application, "", &mut places);
    let mut values = BTreeMap::new();
    flatten(&application, "", &places, &mut values);
    flatten(&serde_json::to_value(secrets).unwrap(), "secrets", &places, &mut values);
    values
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}/{key}") }
}

fn find_ids(value: &Value, path: &str, places: &mut BTreeMap<String, String>) {
    match value {
        Value::Object(fields) => {
            if let Some(id) = fields.get("id").and_then(Value::as_str) {
                places.insert(id.to_owned(), format!("@{path}"));
            }
            fields.iter().for_each(|(key, value)| find_ids(value, &join(path, key), places));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, item)| find_ids(item, &join(path, &i.to_string()), places));
        }
        _ => {}
    }
}

fn flatten(value: &Value, path: &str, places: &BTreeMap<String, String>, values: &mut BTreeMap<String, Value>) {
    let named = |key: &str| places.get(key).cloned().unwrap_or_else(|| key.to_owned());
    match value {
        Value::Object(fields) => {
            for (key, value) in fields.iter().filter(|(key, _)| *key != "id") {
                flatten(value, &join(path, &named(key)), places, values);
            }
        }
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                flatten(item, &join(path, &i.to_string()), places, values);
            }
        }
        Value::String(text) => {
            values.insert(path.to_owned(), Value::String(named(text)));
        }
        value => {
            values.insert(path.to_owned(), value.clone());
        }
    }
}

/// The paths of the values that differ, with both values.
pub fn differences<'m>(
    before: &'m BTreeMap<String, Value>,
    after: &'m BTreeMap<String, Value>,
) -> Vec<(&'m str, Option<&'m Value>, Option<&'m Value>)> {
    let paths: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    paths
        .into_iter()
        .map(|path| (path.as_str(), before.get(path), after.get(path)))
        .filter(|(_, before, after)| before != after)
        .collect()
}

/// A path with its list indexes replaced: `borrowers/*/firstName`.
pub fn pattern(path: &str) -> String {
    let open = |part: &str| match part {
        part if part.bytes().all(|byte| byte.is_ascii_digit()) => "*".to_owned(),
        part if part.starts_with('@') => "@".to_owned(),
        part => part.to_owned(),
    };
    let path = path.replace("@borrowers/", "@").replace("@assets/", "@").replace("@liabilities/", "@");
    path.split('/').map(open).collect::<Vec<_>>().join("/")
}

/// Whether a path equals a pattern or is below it.
pub fn is_within(path: &str, named: &str) -> bool {
    let path = pattern(path);
    path == named || path.strip_prefix(named).is_some_and(|rest| rest.starts_with('/'))
}
