//! Changes of section 8. Its answers are stored encrypted, and the history shows only that they changed.

use super::{Change, Made, Outcome, Refused, check_days, has_id, same};
use crate::application::{BorrowerSecrets, Secrets};
use serde_json::Value;
use uuid::Uuid;

/// Stands for an answer in the history, and for the value that an author who may not read it saw.
const SEALED: &str = "sealed";

pub(super) fn change(
    document: &Value,
    secrets: &mut Secrets,
    id: &str,
    field: &str,
    change: &Change,
) -> Result<Outcome, Refused> {
    let unknown = || Refused::invalid(&change.path, "Unknown field");
    let exists = document["borrowers"].as_array().is_some_and(|items| items.iter().any(|item| has_id(item, id)));
    let borrower: Uuid = id.parse().map_err(|_| unknown())?;
    if !exists {
        return Err(unknown());
    }
    let sealed = secrets.borrowers.entry(borrower).or_default();
    let mut answers = serde_json::to_value(&sealed.demographics).unwrap_or_default();
    let present = answers[field].clone();
    let shown = |value: &Value| if same(value, &Value::Null) { Value::Null } else { Value::from(SEALED) };
    let to = match &change.to {
        Value::String(text) if text.trim().is_empty() => &Value::Null,
        to => to,
    };
    let outcome = if same(&present, to) {
        Outcome::Unchanged
    } else if same(&present, &change.from) || (change.from == SEALED && !same(&present, &Value::Null)) {
        check_days(&change.path, to)?;
        answers[field] = to.clone();
        if let (Value::Null, Some(answers)) = (to, answers.as_object_mut()) {
            answers.remove(field);
        }
        sealed.demographics = serde_json::from_value(answers).map_err(|error| {
            let is_unknown = error.to_string().starts_with("unknown field");
            if is_unknown { unknown() } else { Refused::invalid(&change.path, &error.to_string()) }
        })?;
        Outcome::Made(Made { path: change.path.clone(), before: shown(&present), after: shown(to), position: None })
    } else {
        Outcome::Conflict(shown(&present))
    };
    secrets.borrowers.retain(|_, sealed| *sealed != BorrowerSecrets::default());
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::super::{apply, reveal};
    use super::*;
    use crate::application::{Application, Borrower};
    use serde_json::json;

    const KEN: Uuid = Uuid::from_u128(1);

    fn apply_to(secrets: &Secrets, field: &str, from: Value, to: Value) -> Result<(Secrets, Vec<Made>), Refused> {
        let borrowers = vec![Borrower { id: KEN, ..Borrower::default() }];
        let application = Application { borrowers, ..Application::default() };
        let change = Change { path: format!("borrowers/{KEN}/demographics/{field}"), from, to };
        apply(&application, secrets, &[change]).map(|(_, secrets, made)| (secrets, made))
    }

    /// URLA-32: several answers in the borrower's order. URLA-35: the history doesn't show them.
    #[test]
    fn answers_are_stored_sealed_and_the_history_shows_only_a_change() {
        let races = json!(["White", "Asian"]);
        let (secrets, made) = apply_to(&Secrets::default(), "races", Value::Null, races.clone()).unwrap();
        assert_eq!((&made[0].before, &made[0].after), (&Value::Null, &json!("sealed")));
        let answers = reveal(&secrets, &format!("borrowers/{KEN}/demographics")).unwrap();
        assert_eq!(answers["races"], races);
        // An author who may not read the answer has seen that there is one.
        assert!(apply_to(&secrets, "races", json!("sealed"), json!(["Asian"])).is_ok());
        let Refused::Conflicts(conflicts) = apply_to(&secrets, "races", Value::Null, json!(["Asian"])).unwrap_err()
        else {
            panic!("a conflict was expected");
        };
        assert_eq!(conflicts[0].1, json!("sealed"));
        let (secrets, _) = apply_to(&secrets, "races", races, Value::Null).unwrap();
        assert!(secrets.is_empty());
    }

    #[test]
    fn an_unknown_answer_is_refused_by_its_path() {
        for (field, to) in [("races", json!(["Martian"])), ("shoeSize", json!(9))] {
            assert!(matches!(apply_to(&Secrets::default(), field, Value::Null, to), Err(Refused::Invalid(_))));
        }
    }
}
