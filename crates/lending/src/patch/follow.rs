//! Changes that follow from other changes of the same request. The history lists them beside those.
//!
//! Adding a row clears the section's "Does not apply" mark (URLA-52). An answer that hides its follow-up questions
//! clears their answers (URLA-10, URLA-29, URLA-30, URLA-37). Initials for joint credit record their moment (URLA-55).

use super::{Made, find, same};
use crate::{
    application::{
        Application, Borrower, EmploymentClassification, EmploymentStatus, LoanPurpose, OwnedProperty, ResidencyBasis,
        ResidencyType, YesNo,
    },
    figures::{AssetSection, section_of_asset},
    form::groups,
};
use jiff::Timestamp;
use serde_json::{Value, json};
use uuid::Uuid;

/// Applies the changes that follow, and adds them to the list. A field that the request changed stays as requested.
pub(super) fn follow(document: &mut Value, application: &Application, made: &mut Vec<Made>, now: Option<Timestamp>) {
    let mut follow_ups = Vec::new();
    for change in made.iter() {
        let steps: Vec<&str> = change.path.split('/').collect();
        if !change.after.is_null() {
            follow_ups.extend(marks(application, &steps, change).into_iter().map(|path| (path, Value::Null)));
        }
        follow_ups.extend(hidden(application, &steps).into_iter().map(|path| (path, Value::Null)));
        if let (["borrowers", id, "jointIntentInitials"], Some(now)) = (&steps[..], now) {
            let at = if change.after.is_null() { Value::Null } else { json!(now) };
            follow_ups.push((format!("borrowers/{id}/jointIntentAt"), at));
        }
    }
    for (path, to) in follow_ups {
        if made.iter().any(|change| change.path == path) {
            continue;
        }
        let steps: Vec<&str> = path.split('/').collect();
        let Some(place) = find(document, &steps) else { continue };
        let before = place.get();
        if !same(&before, &to) && place.set(to.clone()).is_ok() {
            made.push(Made { path, before, after: to, position: None });
        }
    }
}

/// Paths of the marks that a change contradicts.
fn marks(application: &Application, steps: &[&str], change: &Made) -> Vec<String> {
    let added = change.before.is_null();
    match steps {
        ["borrowers", id, rest @ ..] => {
            let Some(borrower) = application.borrowers.iter().find(|one| is(one.id, id)) else { return Vec::new() };
            let mark = mark_of_borrower(borrower, rest, added);
            mark.map(|mark| format!("borrowers/{id}/notApplicable/{mark}")).into_iter().collect()
        }
        ["assets", id] if added => mark_of_asset(application, id),
        ["assets", id, "kind"] => mark_of_asset(application, id),
        ["transaction", "credits", _] if added => of_group(application, &[], "otherAssets"),
        ["liabilities", id] if added => mark_of_debt(application, id),
        ["liabilities", id, "ownedProperty"] => mark_of_debt(application, id),
        ["expenses", id] if added => {
            let owners = application.expenses.iter().find(|one| is(one.id, id)).map(|one| one.owners.clone());
            of_group(application, &owners.unwrap_or_default(), "expenses")
        }
        ["ownedProperties", id] if added => mark_of_property(application, id),
        ["otherLoans", _] if added => vec!["notApplicable/otherLoans".to_owned()],
        ["property", "rentalIncomeGross"] => vec!["notApplicable/rentalIncome".to_owned()],
        _ => Vec::new(),
    }
}

fn is(id: Uuid, text: &str) -> bool {
    text.parse::<Uuid>().is_ok_and(|other| other == id)
}

fn mark_of_borrower(borrower: &Borrower, steps: &[&str], added: bool) -> Option<&'static str> {
    match steps {
        ["mailingAddress", ..] => Some("mailingAddress"),
        ["residences", id] | ["residences", id, "kind"] => {
            let home = borrower.residences.iter().find(|one| is(one.id, id))?;
            (home.kind == Some(ResidencyType::Prior)).then_some("formerAddress")
        }
        ["incomes", id] if added => {
            let income = borrower.incomes.iter().find(|one| is(one.id, id))?;
            income.employment.is_none().then_some("otherIncome")
        }
        ["employments", id] | ["employments", id, "status" | "classification"] => {
            let job = borrower.employments.iter().find(|one| is(one.id, id))?;
            let others = borrower.employments.iter().filter(|one| one.id != job.id);
            let has_other = others.filter(|one| one.status != Some(EmploymentStatus::Previous)).count() > 0;
            Some(match (job.status, job.classification) {
                (Some(EmploymentStatus::Previous), _) => "previousEmployment",
                (_, Some(EmploymentClassification::Primary)) => "currentEmployment",
                _ if has_other => "additionalEmployment",
                _ => "currentEmployment",
            })
        }
        _ => None,
    }
}

/// A mark of sections 2 and 3 belongs to the first borrower of a joint group. Every mark of the group is cleared.
fn of_group(application: &Application, owners: &[Uuid], mark: &str) -> Vec<String> {
    let all = groups::groups(application);
    let group = groups::group_of(&all, owners);
    group.iter().map(|id| format!("borrowers/{id}/notApplicable/{mark}")).collect()
}

fn mark_of_asset(application: &Application, id: &str) -> Vec<String> {
    let Some(asset) = application.assets.iter().find(|one| is(one.id, id)) else { return Vec::new() };
    match section_of_asset(asset.kind) {
        AssetSection::Gift => vec!["notApplicable/gifts".to_owned()],
        AssetSection::Other | AssetSection::Credit => of_group(application, &asset.owners, "otherAssets"),
        AssetSection::Account | AssetSection::Elsewhere => Vec::new(),
    }
}

fn mark_of_debt(application: &Application, id: &str) -> Vec<String> {
    let Some(debt) = application.liabilities.iter().find(|one| is(one.id, id)) else { return Vec::new() };
    match debt.owned_property {
        Some(property) => vec![format!("ownedProperties/{property}/notMortgaged")],
        None => of_group(application, &debt.owners, "liabilities"),
    }
}

/// A property contradicts "I do not own any real estate" and the mark of its section.
fn mark_of_property(application: &Application, id: &str) -> Vec<String> {
    let Some(property) = application.owned_properties.iter().find(|one| is(one.id, id)) else { return Vec::new() };
    let all = groups::groups(application);
    let group = groups::group_of(&all, &property.owners);
    let of_same = |one: &&OwnedProperty| groups::group_of(&all, &one.owners) == group;
    let at = application.owned_properties.iter().filter(of_same).position(|one| one.id == property.id).unwrap_or(0);
    let marks = ["realEstate", "secondProperty", "thirdProperty"];
    marks.iter().take(at + 1).flat_map(|mark| of_group(application, &property.owners, mark)).collect()
}

/// Paths of the answers that a changed answer hides.
fn hidden(application: &Application, steps: &[&str]) -> Vec<String> {
    match steps {
        ["borrowers", id, rest @ ..] => {
            let Some(borrower) = application.borrowers.iter().find(|one| is(one.id, id)) else { return Vec::new() };
            hidden_of_borrower(borrower, rest).iter().map(|path| format!("borrowers/{id}/{path}")).collect()
        }
        ["loan", "purpose"] if application.loan.purpose == Some(LoanPurpose::Purchase) => {
            ["refinanceCashOut", "refinancePurpose", "governmentRefinance", "governmentRefinanceOther"]
                .map(|field| format!("loan/{field}"))
                .to_vec()
        }
        _ => Vec::new(),
    }
}

fn hidden_of_borrower(borrower: &Borrower, steps: &[&str]) -> Vec<String> {
    let answers = &borrower.declarations;
    let list = |fields: &[&str]| fields.iter().map(|field| (*field).to_owned()).collect();
    match steps {
        ["residences", id, "basis"] => {
            let home = borrower.residences.iter().find(|one| is(one.id, id));
            let is_rented = home.is_some_and(|home| home.basis.is_none_or(|basis| basis == ResidencyBasis::Rent));
            if is_rented { Vec::new() } else { vec![format!("residences/{id}/monthlyRent")] }
        }
        ["declarations", "intentToOccupy"] if answers.intent_to_occupy == Some(YesNo::No) => list(&[
            "declarations/homeownerPastThreeYears",
            "declarations/priorPropertyUsage",
            "declarations/priorPropertyTitle",
        ]),
        ["declarations", "homeownerPastThreeYears"] if answers.homeowner_past_three_years == Some(YesNo::No) => {
            list(&["declarations/priorPropertyUsage", "declarations/priorPropertyTitle"])
        }
        ["declarations", "undisclosedBorrowedFunds"] if answers.undisclosed_borrowed_funds == Some(false) => {
            list(&["declarations/undisclosedBorrowedFundsAmount"])
        }
        ["declarations", "bankruptcy"] if answers.bankruptcy == Some(false) => {
            list(&["declarations/bankruptcyChapters"])
        }
        ["military", "served"] if borrower.military.served == Some(false) => {
            list(&["military/statuses", "military/completionOn", "military/survivingSpouse"])
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Change, apply, apply_at};
    use super::*;
    use crate::application::Secrets;

    const KEN: Uuid = Uuid::from_u128(1);
    const LORRAINE: Uuid = Uuid::from_u128(2);
    const ROW: Uuid = Uuid::from_u128(3);

    /// A joint couple with every mark set at its place, and an unmarked answer to each question.
    fn couple() -> Application {
        serde_json::from_value(json!({
            "borrowers": [
                {"id": KEN, "jointWith": LORRAINE, "notApplicable": {
                    "formerAddress": true, "mailingAddress": true, "currentEmployment": true,
                    "additionalEmployment": true, "previousEmployment": true, "otherIncome": true, "otherAssets": true,
                    "liabilities": true, "expenses": true, "realEstate": true, "secondProperty": true,
                    "thirdProperty": true}},
                {"id": LORRAINE, "jointWith": KEN},
            ],
            "ownedProperties": [{"id": Uuid::from_u128(8), "notMortgaged": true}],
            "notApplicable": {"otherLoans": true, "rentalIncome": true, "gifts": true},
        }))
        .unwrap()
    }

    fn add(list: &str, mut item: Value) -> Change {
        item["id"] = json!(ROW);
        Change { path: format!("{list}/{ROW}"), from: Value::Null, to: item }
    }

    /// URLA-52: adding a row clears the section's mark in the same change, and the history has both.
    #[test]
    fn adding_a_row_clears_the_mark_of_its_section() {
        let ken = format!("borrowers/{KEN}");
        let mark = |name: &str| format!("{ken}/notApplicable/{name}");
        let house = Uuid::from_u128(8);
        for (change, expected) in [
            (add(&format!("{ken}/residences"), json!({"kind": "Prior"})), mark("formerAddress")),
            (add(&format!("{ken}/employments"), json!({"status": "Current"})), mark("currentEmployment")),
            (
                add(&format!("{ken}/employments"), json!({"status": "Current", "classification": "Primary"})),
                mark("currentEmployment"),
            ),
            (add(&format!("{ken}/employments"), json!({"status": "Previous"})), mark("previousEmployment")),
            (add(&format!("{ken}/incomes"), json!({"kind": "Trust"})), mark("otherIncome")),
            (add("assets", json!({"kind": "ProceedsFromSecuredLoan", "owners": [LORRAINE]})), mark("otherAssets")),
            (add("transaction/credits", json!({"kind": "EarnestMoney"})), mark("otherAssets")),
            (add("liabilities", json!({"owners": [KEN]})), mark("liabilities")),
            (add("expenses", json!({"owners": [KEN]})), mark("expenses")),
            (add("assets", json!({"kind": "GiftOfCash"})), "notApplicable/gifts".to_owned()),
            (add("otherLoans", json!({})), "notApplicable/otherLoans".to_owned()),
            (add("liabilities", json!({"ownedProperty": house})), format!("ownedProperties/{house}/notMortgaged")),
            (
                Change { path: "property/rentalIncomeGross".into(), from: Value::Null, to: json!("1800") },
                "notApplicable/rentalIncome".to_owned(),
            ),
            (
                Change { path: format!("{ken}/mailingAddress/line"), from: Value::Null, to: json!("PO Box 1") },
                mark("mailingAddress"),
            ),
        ] {
            let (after, _, made) = apply(&couple(), &Secrets::default(), std::slice::from_ref(&change)).unwrap();
            let paths: Vec<_> = made.iter().map(|made| made.path.as_str()).collect();
            assert_eq!(paths, [change.path.as_str(), expected.as_str()]);
            assert_eq!((&made[1].before, &made[1].after), (&json!(true), &Value::Null));
            let after = serde_json::to_value(after).unwrap();
            assert!(
                after.pointer(&format!("/{}", expected.replace(&format!("borrowers/{KEN}"), "borrowers/0"))).is_none()
            );
        }
    }

    /// URLA-52: a second job is 1c, and a second property clears the marks of 3a and 3b.
    #[test]
    fn the_second_row_clears_the_mark_of_the_second_section() {
        let mut application = couple();
        application.borrowers[0]
            .employments
            .push(crate::application::Employment { id: Uuid::from_u128(7), ..Default::default() });
        let job = add(&format!("borrowers/{KEN}/employments"), json!({"status": "Current"}));
        let (.., made) = apply(&application, &Secrets::default(), &[job]).unwrap();
        assert!(made[1].path.ends_with("additionalEmployment"));
        let (.., made) = apply(&couple(), &Secrets::default(), &[add("ownedProperties", json!({}))]).unwrap();
        let marks: Vec<_> = made[1..].iter().filter_map(|made| made.path.rsplit('/').next()).collect();
        assert_eq!(marks, ["realEstate", "secondProperty"]);
    }

    /// URLA-52: emptying a list does not set the mark, and an edit of a row leaves an unset mark alone.
    #[test]
    fn removing_a_row_sets_no_mark() {
        let (one, ..) = apply(&couple(), &Secrets::default(), &[add("otherLoans", json!({}))]).unwrap();
        let remove = Change { path: format!("otherLoans/{ROW}"), from: json!({"id": ROW}), to: Value::Null };
        let (after, _, made) = apply(&one, &Secrets::default(), &[remove]).unwrap();
        assert_eq!((made.len(), after.not_applicable.other_loans), (1, None));
    }

    /// URLA-55: initials for joint credit record the moment at which the borrower gave them.
    #[test]
    fn joint_intent_records_its_moment() {
        let now: Timestamp = "2026-11-27T15:05:00Z".parse().unwrap();
        let path = format!("borrowers/{LORRAINE}/jointIntentInitials");
        let give = Change { path: path.clone(), from: Value::Null, to: json!("LC") };
        let (application, _, made) = apply_at(&couple(), &Secrets::default(), &[give], now).unwrap();
        assert_eq!(application.borrowers[1].joint_intent_at, Some(now));
        assert_eq!(made[1].path, format!("borrowers/{LORRAINE}/jointIntentAt"));
        let take = Change { path, from: json!("LC"), to: Value::Null };
        let (application, ..) = apply_at(&application, &Secrets::default(), &[take], now).unwrap();
        assert_eq!(application.borrowers[1].joint_intent_at, None);
        let forge = Change { path: format!("borrowers/{KEN}/jointIntentAt"), from: Value::Null, to: json!(now) };
        assert!(apply_at(&application, &Secrets::default(), &[forge], now).is_err());
    }

    /// URLA-10, URLA-29, URLA-30, URLA-37: an answer that hides other answers clears them.
    #[test]
    fn hidden_answers_are_cleared() {
        let mut application = couple();
        application.loan.refinance_cash_out = Some(crate::application::RefinanceCashOut::CashOut);
        let borrower = &mut application.borrowers[0];
        *borrower = serde_json::from_value(json!({
            "id": KEN,
            "residences": [{"id": ROW, "basis": "Rent", "monthlyRent": "1500.00"}],
            "declarations": {
                "intentToOccupy": "Yes", "homeownerPastThreeYears": "Yes", "priorPropertyUsage": "SecondHome",
                "undisclosedBorrowedFunds": true, "undisclosedBorrowedFundsAmount": "1.00",
                "bankruptcy": true, "bankruptcyChapters": ["ChapterSeven"]},
            "military": {"served": true, "statuses": ["Veteran"]},
        }))
        .unwrap();
        application.borrowers[1].joint_with = None;
        for (field, from, to, cleared) in [
            ("declarations/intentToOccupy", json!("Yes"), json!("No"), 2),
            ("declarations/homeownerPastThreeYears", json!("Yes"), json!("No"), 1),
            ("declarations/undisclosedBorrowedFunds", json!(true), json!(false), 1),
            ("declarations/bankruptcy", json!(true), json!(false), 1),
            ("military/served", json!(true), json!(false), 1),
            (&format!("residences/{ROW}/basis"), json!("Rent"), json!("Own"), 1),
        ] {
            let change = Change { path: format!("borrowers/{KEN}/{field}"), from, to };
            let (.., made) = apply(&application, &Secrets::default(), &[change]).unwrap();
            assert_eq!(made.len(), 1 + cleared, "{field}: {made:?}");
        }
        let purchase = Change { path: "loan/purpose".into(), from: Value::Null, to: json!("Purchase") };
        let (after, _, made) = apply(&application, &Secrets::default(), &[purchase]).unwrap();
        assert_eq!((made.len(), after.loan.refinance_cash_out), (2, None));
    }
}
