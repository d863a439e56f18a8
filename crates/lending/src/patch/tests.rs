use super::*;
use crate::application::{Asset, Borrower};
use serde_json::json;

const KEN: Uuid = Uuid::from_u128(1);
const CHECKING: Uuid = Uuid::from_u128(2);

fn ken() -> (Application, Secrets) {
    let mut application = Application::default();
    application.borrowers.push(Borrower { id: KEN, first_name: Some("Ken".into()), ..Borrower::default() });
    application.assets.push(Asset { id: CHECKING, ..Asset::default() });
    (application, Secrets::default())
}

fn change(path: &str, from: Value, to: Value) -> Change {
    Change { path: path.replace("KEN", &KEN.to_string()).replace("CHECKING", &CHECKING.to_string()), from, to }
}

#[test]
fn two_people_who_change_different_fields_both_keep_their_work() {
    let (application, secrets) = ken();
    let first = change("borrowers/KEN/firstName", json!("Ken"), json!("Kenneth"));
    let second = change("loan/noteRate", Value::Null, json!("4.25"));
    let (application, secrets, made) = apply(&application, &secrets, &[first]).unwrap();
    assert_eq!(made[0].before, json!("Ken"));
    let (application, ..) = apply(&application, &secrets, &[second]).unwrap();
    assert_eq!(application.borrowers[0].first_name.as_deref(), Some("Kenneth"));
    assert_eq!(application.loan.note_rate.unwrap().to_string(), "4.250");
}

#[test]
fn a_field_changed_by_someone_else_is_a_conflict_and_nothing_is_applied() {
    let (application, secrets) = ken();
    let stale = change("borrowers/KEN/firstName", json!("Kent"), json!("Kenneth"));
    let fresh = change("loan/purpose", Value::Null, json!("Purchase"));
    let refused = apply(&application, &secrets, &[fresh, stale.clone()]).unwrap_err();
    assert_eq!(refused, Refused::Conflicts(vec![(stale.path, json!("Ken"))]));
}

#[test]
fn setting_the_current_value_is_not_a_conflict() {
    let (application, secrets) = ken();
    let again = change("borrowers/KEN/firstName", json!("Kent"), json!("Ken"));
    assert_eq!(apply(&application, &secrets, &[again]).unwrap().2, []);
}

#[test]
fn an_invalid_value_is_reported_with_its_authors_path() {
    let (application, secrets) = ken();
    for (path, to, message) in [
        ("borrowers/KEN/email", json!("abc"), "Please enter valid email"),
        ("loan/baseAmount", json!("1,000"), "The amount must be a number such as 1234.56"),
        ("loan/baseAmount", json!(1000), "invalid type: integer `1000`, expected a string"),
        ("borrowers/KEN/shoeSize", json!(9), "Unknown field"),
        ("borrowers/00000000-0000-0000-0000-000000000009/firstName", json!("X"), "Unknown field"),
        ("borrowers/KEN/taxpayerIdentifierLastFour", json!("1234"), "This field follows from others"),
        ("borrowers/KEN/taxpayerIdentifier", json!("12345"), "Enter a valid Social Security number"),
        ("loan//purpose", json!("Purchase"), "Unknown field"),
    ] {
        let change = change(path, Value::Null, to);
        let path = change.path.clone();
        match apply(&application, &secrets, &[change]).unwrap_err() {
            Refused::Invalid(fields) => {
                assert_eq!(fields.get(&path).map(String::as_str), Some(message), "{path}: {fields:?}")
            }
            refused => panic!("{path}: {refused:?}"),
        }
    }
}

#[test]
fn items_are_added_and_removed_by_their_id() {
    let (application, secrets) = ken();
    let id = Uuid::from_u128(7).to_string();
    let add =
        Change { path: format!("borrowers/{id}"), from: Value::Null, to: json!({"id": id, "firstName": "Lorraine"}) };
    let (application, secrets, _) = apply(&application, &secrets, std::slice::from_ref(&add)).unwrap();
    assert_eq!(application.borrowers.len(), 2);
    let remove = Change { path: add.path.clone(), from: add.to.clone(), to: Value::Null };
    let (application, ..) = apply(&application, &secrets, &[remove]).unwrap();
    assert_eq!(application.borrowers.len(), 1);
    let other = Change { to: json!({"id": KEN}), ..add };
    assert!(matches!(apply(&application, &Secrets::default(), &[other]), Err(Refused::Invalid(_))));
}

#[test]
fn document_and_history_show_the_last_four_digits_of_an_encrypted_value() {
    let (application, secrets) = ken();
    let set = change("borrowers/KEN/taxpayerIdentifier", Value::Null, json!("219-09-9991"));
    let account = change("assets/CHECKING/accountNumber", Value::Null, json!("32145698"));
    let (application, secrets, made) = apply(&application, &secrets, &[set, account]).unwrap();
    assert_eq!(application.borrowers[0].taxpayer_identifier_last_four.as_deref(), Some("9991"));
    assert_eq!(application.assets[0].account_number_last_four.as_deref(), Some("5698"));
    assert_eq!((&made[0].before, &made[0].after), (&Value::Null, &json!("9991")));
    assert!(!serde_json::to_string(&application).unwrap().contains("219099991"));
    assert_eq!(reveal(&secrets, &format!("borrowers/{KEN}/taxpayerIdentifier")), Some(json!("219099991")));
    assert_eq!(sealed_paths(&application, &secrets).len(), 2);
    // The author saw the last four digits, or the whole number after a reveal. Any other value is a conflict.
    for (from, is_good) in
        [(json!("9991"), true), (json!("219099991"), true), (Value::Null, false), (json!("1234"), false)]
    {
        let clear = change("borrowers/KEN/taxpayerIdentifier", from, Value::Null);
        assert_eq!(apply(&application, &secrets, &[clear]).is_ok(), is_good);
    }
    // Removing a borrower deletes their secrets.
    let mut application = application;
    application.borrowers.push(Borrower { id: Uuid::from_u128(3), ..Borrower::default() });
    let gone = change("borrowers/KEN", serde_json::to_value(&application.borrowers[0]).unwrap(), Value::Null);
    let (_, secrets, _) = apply(&application, &secrets, &[gone]).unwrap();
    assert!(secrets.borrowers.is_empty());
}
