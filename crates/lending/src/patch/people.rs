//! Rules about the borrowers of an application as a whole.

use super::Refused;
use crate::application::Application;
use uuid::Uuid;

/// Most borrowers of a loan.
const BORROWERS_MAX: usize = 20;

/// Checks that a borrower remains, and that whoever is named as owner, payer or joint applicant is one (URLA-03,
/// URLA-51).
pub(super) fn check(application: &Application) -> Result<(), Refused> {
    let Application { borrowers, assets, liabilities, expenses, owned_properties, housing_expenses, .. } = application;
    if borrowers.is_empty() {
        return Err(Refused::invalid("borrowers", "A loan keeps at least one borrower"));
    }
    if borrowers.len() > BORROWERS_MAX {
        return Err(Refused::invalid("borrowers", &format!("A loan has at most {BORROWERS_MAX} borrowers")));
    }
    let is_known = |id: &Uuid| borrowers.iter().any(|borrower| borrower.id == *id);
    let owners = (assets.iter().map(|item| ("assets", item.id, &item.owners)))
        .chain(liabilities.iter().map(|item| ("liabilities", item.id, &item.owners)))
        .chain(expenses.iter().map(|item| ("expenses", item.id, &item.owners)))
        .chain(owned_properties.iter().map(|item| ("ownedProperties", item.id, &item.owners)));
    for (list, id, owners) in owners {
        if !owners.iter().all(is_known) {
            return Err(Refused::invalid(&format!("{list}/{id}/owners"), "The owners must be borrowers of this loan"));
        }
    }
    for expense in housing_expenses {
        if expense.borrower.is_some_and(|id| !is_known(&id)) {
            let path = format!("housingExpenses/{}/borrower", expense.id);
            return Err(Refused::invalid(&path, "The payer must be a borrower of this loan"));
        }
    }
    for borrower in borrowers {
        let path = || format!("borrowers/{}/jointWith", borrower.id);
        let Some(other) = borrower.joint_with else { continue };
        if other == borrower.id || !is_known(&other) {
            return Err(Refused::invalid(&path(), "Joint applicants must be other borrowers of this loan"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{Change, apply};
    use super::*;
    use crate::application::{Asset, Borrower, Secrets};
    use serde_json::{Value, json};

    const KEN: Uuid = Uuid::from_u128(1);
    const LORRAINE: Uuid = Uuid::from_u128(2);
    const CHECKING: Uuid = Uuid::from_u128(3);

    fn couple() -> Application {
        let borrower = |id, joint_with| Borrower { id, joint_with: Some(joint_with), ..Borrower::default() };
        Application {
            borrowers: vec![borrower(KEN, LORRAINE), borrower(LORRAINE, KEN)],
            assets: vec![Asset { id: CHECKING, owners: vec![LORRAINE], ..Asset::default() }],
            ..Application::default()
        }
    }

    fn change(path: String, from: Value, to: Value) -> Change {
        Change { path, from, to }
    }

    fn remove(application: &Application, id: Uuid) -> Change {
        let borrower = application.borrowers.iter().find(|borrower| borrower.id == id);
        change(format!("borrowers/{id}"), serde_json::to_value(borrower).unwrap(), Value::Null)
    }

    /// URLA-51: the last borrower can't be removed, and items of a removed one need another owner.
    #[test]
    fn a_borrower_is_removed_with_what_belongs_to_them() {
        let application = couple();
        let separate = change(format!("borrowers/{KEN}/jointWith"), json!(LORRAINE), Value::Null);
        let refused = apply(&application, &Secrets::default(), &[separate.clone(), remove(&application, LORRAINE)]);
        assert!(
            matches!(refused, Err(super::Refused::Invalid(fields)) if fields.contains_key(&format!("assets/{CHECKING}/owners")))
        );
        let give = change(format!("assets/{CHECKING}/owners"), json!([LORRAINE]), json!([KEN]));
        let (alone, ..) =
            apply(&application, &Secrets::default(), &[separate, give, remove(&application, LORRAINE)]).unwrap();
        assert_eq!(alone.borrowers.len(), 1);
        let refused = apply(&alone, &Secrets::default(), &[remove(&alone, KEN)]);
        assert!(matches!(refused, Err(super::Refused::Invalid(fields)) if fields.contains_key("borrowers")));
    }

    /// URLA-51: the primary borrower is the first of the list.
    #[test]
    fn borrowers_are_reordered_by_their_ids() {
        let order = |from: [Uuid; 2], to: Vec<Uuid>| change("borrowers/order".to_owned(), json!(from), json!(to));
        let make_primary = order([KEN, LORRAINE], vec![LORRAINE, KEN]);
        let (changed, _, made) = apply(&couple(), &Secrets::default(), &[make_primary]).unwrap();
        assert_eq!(changed.borrowers[0].id, LORRAINE);
        assert_eq!(made[0].after, json!([LORRAINE, KEN]));
        for wrong in [vec![KEN], vec![KEN, KEN], vec![KEN, CHECKING]] {
            let refused = apply(&couple(), &Secrets::default(), &[order([KEN, LORRAINE], wrong)]);
            assert!(matches!(refused, Err(super::Refused::Invalid(_))));
        }
    }

    #[test]
    fn a_joint_applicant_is_another_borrower() {
        let joint = change(format!("borrowers/{KEN}/jointWith"), json!(LORRAINE), json!(KEN));
        assert!(matches!(apply(&couple(), &Secrets::default(), &[joint]), Err(super::Refused::Invalid(_))));
    }
}
