//! Refuses typed values that can't be true (URLA-05, URLA-06, URLA-10, URLA-11, URLA-25, URLA-37).
//!
//! Only changed fields are checked. A file can contain such values, and they must not keep a loan from being edited. A
//! value that is only incomplete is never refused.

use super::{Made, Refused};
use crate::{
    application::{
        Application, Citizenship, Income, IncomeType, LoanPurpose, MaritalStatus, Residence, ResidencyBasis, Secrets,
        TaxpayerIdentifierType,
    },
    form::{Kind, catalog},
    values::{Money, Rate, TaxpayerIdentifier},
};
use serde_json::Value;
use uuid::Uuid;

/// Checks every changed field in the changed application.
pub(super) fn check(application: &Application, secrets: &Secrets, made: &[Made]) -> Result<(), Refused> {
    for change in made.iter().filter(|change| !change.after.is_null()) {
        check_change(application, secrets, change).map_err(|(path, message)| Refused::invalid(&path, message))?;
        check_amounts(application, &change.path, &change.after)?;
    }
    Ok(())
}

type Checked = Result<(), (String, &'static str)>;

fn check_change(application: &Application, secrets: &Secrets, change: &Made) -> Checked {
    let refuse = |message| Err((change.path.clone(), message));
    let steps: Vec<&str> = change.path.split('/').collect();
    match steps[..] {
        ["borrowers", id, ref field @ ..] => check_borrower(application, secrets, id, field, &change.path),
        ["property", "unitCount"] if !application.property.unit_count.is_none_or(|units| (1..=4).contains(&units)) => {
            refuse("Enter 1 to 4 units")
        }
        ["loan", "refinanceCashOut" | "refinancePurpose" | "governmentRefinance" | "governmentRefinanceOther"]
            if application.loan.purpose == Some(LoanPurpose::Purchase) =>
        {
            refuse("A purchase has no refinance type")
        }
        ["loan", "noteRate"] if application.loan.note_rate.is_some_and(|rate| rate < Rate::default()) => {
            refuse("The rate can't be negative")
        }
        _ => Ok(()),
    }
}

fn check_borrower(application: &Application, secrets: &Secrets, id: &str, field: &[&str], path: &str) -> Checked {
    let Some(borrower) = application.borrowers.iter().find(|one| one.id.to_string() == id) else { return Ok(()) };
    let is_changed = |name: &str| field.is_empty() || field == [name];
    let at = |name: &str| format!("borrowers/{id}/{name}");
    if is_changed("citizenship")
        && matches!(borrower.citizenship, Some(Citizenship::NonResidentAlien | Citizenship::Unknown))
    {
        return Err((
            at("citizenship"),
            "Choose U.S. Citizen, Permanent Resident Alien or Non-Permanent Resident Alien",
        ));
    }
    if is_changed("maritalStatus") && borrower.marital_status == Some(MaritalStatus::Unknown) {
        return Err((at("maritalStatus"), "Choose Married, Separated or Unmarried"));
    }
    if field == ["jointIntentAt"] {
        return Err((at("jointIntentAt"), "This field follows from others"));
    }
    if field == ["taxpayerIdentifier"] {
        let number = secrets.borrowers.get(&borrower.id).and_then(|sealed| sealed.taxpayer_identifier.as_ref());
        let message = number.and_then(|number| refusal(number, borrower.taxpayer_identifier_type));
        return message.map_or(Ok(()), |message| Err((path.to_owned(), message)));
    }
    let rented = |home: &&Residence| match field {
        [] | ["residences"] => true,
        ["residences", home_id, "monthlyRent"] | ["residences", home_id] => *home_id == home.id.to_string(),
        _ => false,
    };
    for home in borrower.residences.iter().filter(rented) {
        let is_rent = home.monthly_rent.is_some_and(|rent| rent != Money::ZERO);
        if is_rent && home.basis.is_some_and(|basis| basis != ResidencyBasis::Rent) {
            return Err((at(&format!("residences/{}/monthlyRent", home.id)), "Enter a rent only for a rented home"));
        }
    }
    Ok(())
}

/// Why a typed number can't be of its type. Without a type it is a Social Security number.
fn refusal(number: &TaxpayerIdentifier, kind: Option<TaxpayerIdentifierType>) -> Option<&'static str> {
    match kind {
        None | Some(TaxpayerIdentifierType::SocialSecurityNumber) => {
            (!number.is_issuable_ssn()).then_some("Enter a valid Social Security number")
        }
        Some(TaxpayerIdentifierType::IndividualTaxpayerIdentificationNumber) => {
            (!number.is_itin()).then_some("Enter a valid ITIN. It begins with 9")
        }
        Some(TaxpayerIdentifierType::EmployerIdentificationNumber) => None,
    }
}

/// Refuses negative amounts in fields that can't be negative, in a field or in an added item.
fn check_amounts(application: &Application, path: &str, value: &Value) -> Result<(), Refused> {
    match value {
        Value::String(text) if text.starts_with('-') => {
            let is_amount = catalog().field(path).is_some_and(|field| field.kind == Kind::Money);
            let is_negative = text.parse().is_ok_and(|amount: Money| amount < Money::ZERO);
            if is_amount && is_negative && !may_be_a_loss(application, path) {
                return Err(Refused::invalid(path, "The amount can't be negative"));
            }
            Ok(())
        }
        Value::Object(fields) => {
            fields.iter().try_for_each(|(name, value)| check_amounts(application, &format!("{path}/{name}"), value))
        }
        Value::Array(items) => items.iter().try_for_each(|item| match item["id"].as_str() {
            Some(id) => check_amounts(application, &format!("{path}/{id}"), item),
            None => Ok(()),
        }),
        _ => Ok(()),
    }
}

/// Whether the path is the amount of an income that can be a loss.
fn may_be_a_loss(application: &Application, path: &str) -> bool {
    let steps: Vec<&str> = path.split('/').collect();
    let ["borrowers", borrower, "incomes", income, "monthlyAmount"] = steps[..] else { return false };
    let id_is = |id: Uuid, text: &str| id.to_string() == text;
    let is_loss = |income: &Income| {
        matches!(
            income.kind,
            Some(IncomeType::SelfEmploymentLoss | IncomeType::NetRentalIncome | IncomeType::SubjectPropertyNetCashFlow)
        )
    };
    let owner = application.borrowers.iter().find(|one| id_is(one.id, borrower));
    owner.is_some_and(|owner| owner.incomes.iter().any(|one| id_is(one.id, income) && is_loss(one)))
}

#[cfg(test)]
mod tests {
    use super::super::{Change, apply};
    use super::*;
    use crate::application::Borrower;
    use serde_json::json;

    const KEN: Uuid = Uuid::from_u128(1);
    const HOME: Uuid = Uuid::from_u128(2);

    fn ken() -> Application {
        let home = Residence { id: HOME, ..Residence::default() };
        let borrower = Borrower { id: KEN, residences: vec![home], ..Borrower::default() };
        Application { borrowers: vec![borrower], ..Application::default() }
    }

    fn typed(application: &Application, changes: &[(&str, Value)]) -> Result<Application, Refused> {
        let changes: Vec<_> = changes
            .iter()
            .map(|(path, to)| {
                let path = path.replace("KEN", &KEN.to_string()).replace("HOME", &HOME.to_string());
                let from = serde_json::to_value(application).unwrap();
                let from = crate::form::catalog::containing_item(&from, &path);
                let from = path.rsplit('/').next().map(|name| from[name].clone()).unwrap_or_default();
                let from = if path.starts_with("loan/") || path.starts_with("property/") {
                    serde_json::to_value(application).unwrap().pointer(&format!("/{path}")).cloned().unwrap_or_default()
                } else {
                    from
                };
                Change { path, from, to: to.clone() }
            })
            .collect();
        apply(application, &Secrets::default(), &changes).map(|(application, ..)| application)
    }

    fn message(application: &Application, changes: &[(&str, Value)]) -> Option<String> {
        match typed(application, changes) {
            Ok(_) => None,
            Err(Refused::Invalid(fields)) => {
                let path =
                    changes.last().unwrap().0.replace("KEN", &KEN.to_string()).replace("HOME", &HOME.to_string());
                Some(fields.get(&path).unwrap_or_else(|| panic!("{path}: {fields:?}")).clone())
            }
            Err(refused) => panic!("{refused:?}"),
        }
    }

    /// URLA-11: numbers that can't be issued are refused as a Social Security number. An ITIN begins with 9.
    #[test]
    fn a_typed_taxpayer_number_fits_its_type() {
        const NUMBER: &str = "borrowers/KEN/taxpayerIdentifier";
        const KIND: &str = "borrowers/KEN/taxpayerIdentifierType";
        let ssn = json!("SocialSecurityNumber");
        let itin = json!("IndividualTaxpayerIdentificationNumber");
        for number in ["000-12-3456", "666-12-3456", "123-00-4567", "123-45-0000", "912-70-1234"] {
            let refused = message(&ken(), &[(KIND, ssn.clone()), (NUMBER, json!(number))]);
            assert_eq!(refused.as_deref(), Some("Enter a valid Social Security number"), "{number}");
            let without_type = message(&ken(), &[(NUMBER, json!(number))]);
            assert_eq!(without_type.as_deref(), Some("Enter a valid Social Security number"), "{number}");
        }
        for number in ["912-70-1234", "912-69-1234"] {
            assert_eq!(message(&ken(), &[(KIND, itin.clone()), (NUMBER, json!(number))]), None);
        }
        let refused = message(&ken(), &[(KIND, itin), (NUMBER, json!("123-45-6789"))]);
        assert_eq!(refused.as_deref(), Some("Enter a valid ITIN. It begins with 9"));
        assert_eq!(message(&ken(), &[(NUMBER, json!("123-45-6789"))]), None);
    }

    /// URLA-05, URLA-06: only the form's words can be typed.
    #[test]
    fn citizenship_and_marital_status_take_the_forms_words() {
        for (field, word, is_accepted) in [
            ("citizenship", "USCitizen", true),
            ("citizenship", "PermanentResidentAlien", true),
            ("citizenship", "NonPermanentResidentAlien", true),
            ("citizenship", "NonResidentAlien", false),
            ("citizenship", "Unknown", false),
            ("maritalStatus", "Married", true),
            ("maritalStatus", "Separated", true),
            ("maritalStatus", "Unmarried", true),
            ("maritalStatus", "Unknown", false),
            ("maritalStatus", "Divorced", false),
        ] {
            let typed = typed(&ken(), &[(&format!("borrowers/KEN/{field}"), json!(word))]);
            assert_eq!(typed.is_ok(), is_accepted, "{word}");
        }
    }

    /// URLA-05: an imported word stays, and the loan can be edited beside it.
    #[test]
    fn an_imported_word_does_not_keep_a_loan_from_being_edited() {
        let mut application = ken();
        application.borrowers[0].citizenship = Some(Citizenship::Unknown);
        application.borrowers[0].marital_status = Some(MaritalStatus::Unknown);
        let edited = typed(&application, &[("borrowers/KEN/firstName", json!("Ken"))]).unwrap();
        assert_eq!(edited.borrowers[0].citizenship, Some(Citizenship::Unknown));
    }

    /// URLA-10: a rent needs a rented home. Rent without an amount is saved.
    #[test]
    fn a_monthly_rent_needs_a_rented_home() {
        const BASIS: &str = "borrowers/KEN/residences/HOME/basis";
        const RENT: &str = "borrowers/KEN/residences/HOME/monthlyRent";
        assert_eq!(message(&ken(), &[(BASIS, json!("Rent"))]), None);
        assert_eq!(message(&ken(), &[(BASIS, json!("Rent")), (RENT, json!("1500"))]), None);
        let refused = message(&ken(), &[(BASIS, json!("Own")), (RENT, json!("1500"))]);
        assert_eq!(refused.as_deref(), Some("Enter a rent only for a rented home"));
    }

    /// URLA-25, URLA-37: values that can't be true.
    #[test]
    fn impossible_terms_are_refused() {
        let mut purchase = ken();
        purchase.loan.purpose = Some(LoanPurpose::Purchase);
        for (path, to, expected) in [
            ("property/unitCount", json!(0), Some("Enter 1 to 4 units")),
            ("property/unitCount", json!(4), None),
            ("property/unitCount", json!(5), Some("Enter 1 to 4 units")),
            ("loan/refinanceCashOut", json!("CashOut"), Some("A purchase has no refinance type")),
            ("loan/baseAmount", json!("-1"), Some("The amount can't be negative")),
            ("loan/noteRate", json!("-0.5"), Some("The rate can't be negative")),
            ("property/rentalIncomeNet", json!("-250"), None),
        ] {
            assert_eq!(message(&purchase, &[(path, to)]).as_deref(), expected, "{path}");
        }
        let refinance = typed(&ken(), &[("loan/refinanceCashOut", json!("CashOut"))]);
        assert!(refinance.is_ok());
    }

    /// URLA-22: an income can be a loss only where the form allows it.
    #[test]
    fn an_added_item_has_no_negative_amounts() {
        let item = Uuid::from_u128(9);
        for (kind, is_accepted) in [("Base", false), ("NetRentalIncome", true)] {
            let path = format!("borrowers/{KEN}/incomes/{item}");
            let change =
                Change { path, from: Value::Null, to: json!({"id": item, "kind": kind, "monthlyAmount": "-5.00"}) };
            assert_eq!(apply(&ken(), &Secrets::default(), &[change]).is_ok(), is_accepted, "{kind}");
        }
    }
}
