use super::*;
use crate::{fixtures, patch::show_last_four};

/// A purchase by two borrowers with all six items.
fn complete() -> Application {
    let fixtures::Fixture { mut application, secrets, .. } = fixtures::conventional_purchase();
    show_last_four(&mut application, &secrets);
    application
}

fn items(application: &Application) -> Vec<Item> {
    missing(application).into_iter().map(|missing| missing.item).collect()
}

/// The missing items after a change.
fn after(change: impl FnOnce(&mut Application)) -> Vec<Item> {
    let mut application = complete();
    change(&mut application);
    items(&application)
}

#[test]
fn six_items_are_an_application() {
    assert_eq!(items(&complete()), []);
}

/// TRID-07
#[test]
fn a_loan_amount_must_be_positive() {
    for amount in [None, Some(Money::from_cents(0))] {
        let missing = after(|application| {
            application.loan.base_amount = amount;
            application.loan.note_amount = None;
        });
        assert_eq!(missing, [Item::LoanAmount]);
    }
}

/// TRID-08
#[test]
fn a_purchase_needs_a_price() {
    let missing = after(|application| {
        application.property.purchase_price = None;
        application.property.appraised_value = Some(Money::from_cents(40_000_000));
    });
    assert_eq!(missing, [Item::PropertyValue]);
}

/// TRID-09
#[test]
fn a_refinance_needs_a_value() {
    let refinance = |value| {
        after(|application| {
            application.loan.purpose = Some(LoanPurpose::Refinance);
            application.property.appraised_value = value;
            application.property.estimated_value = None;
        })
    };
    assert_eq!(refinance(None), [Item::PropertyValue]);
    assert_eq!(refinance(Some(Money::from_cents(40_000_000))), []);
}

/// TRID-10
#[test]
fn a_property_to_be_determined_lacks_an_address() {
    assert_eq!(after(|application| application.property.to_be_determined = Some(true)), [Item::PropertyAddress]);
}

/// TRID-11
#[test]
fn each_part_of_the_address_is_needed() {
    let changes: [fn(&mut Application); 5] = [
        |application| application.property.address.line = None,
        |application| application.property.address.line = Some("  ".to_owned()),
        |application| application.property.address.postal_code = None,
        |application| application.property.address.city = None,
        |application| application.property.address.state = None,
    ];
    for change in changes {
        assert_eq!(after(change), [Item::PropertyAddress]);
    }
}

/// TRID-12
#[test]
fn every_borrower_needs_name_income_and_number() {
    let second = |change: fn(&mut Borrower)| {
        after(|application| {
            let mut borrower = application.borrowers[0].clone();
            borrower.id = Uuid::from_u128(7);
            change(&mut borrower);
            application.borrowers.push(borrower);
        })
    };
    assert_eq!(second(|_| {}), []);
    assert_eq!(second(|borrower| borrower.taxpayer_identifier_last_four = None), [Item::SocialSecurityNumber]);
    assert_eq!(second(|borrower| borrower.first_name = None), [Item::Name]);
    assert_eq!(second(|borrower| borrower.last_name = Some(String::new())), [Item::Name]);
    let without_income = |borrower: &mut Borrower| {
        borrower.incomes.clear();
        borrower.employments.clear();
    };
    assert_eq!(second(without_income), [Item::Income]);
    // An income of zero counts as an answer.
    let with_nothing = second(|borrower| {
        borrower.employments.clear();
        borrower.incomes.truncate(1);
        borrower.incomes[0].monthly_amount = Some(Money::from_cents(0));
    });
    assert_eq!(with_nothing, []);
}

/// TRID-12
#[test]
fn an_application_without_borrowers_is_incomplete() {
    let missing = after(|application| application.borrowers.clear());
    assert_eq!(missing, [Item::Name, Item::Income, Item::SocialSecurityNumber]);
}

/// TRID-01, TRID-02, TRID-03
#[test]
fn the_review_has_the_keys_of_the_specification() {
    let fixtures::Fixture { application, secrets, .. } = fixtures::conventional_purchase();
    let data = TridData::of(&application, &secrets);
    let json = serde_json::to_value(&data).unwrap();
    for key in ["LoanAmount", "LoanPurpose", "PurchasePrice", "ApplicationDate", "PropertyUsageType"] {
        assert!(!json[key].is_null(), "{key}");
    }
    for key in ["LineText", "PostalCode", "CityName", "StateCode", "TBDInd"] {
        assert!(!json["SubjectProperty"]["Address"][key].is_null(), "{key}");
    }
    for key in ["SSN", "GrossMonthlyIncome", "Incomes", "id"] {
        assert!(!json["Borrowers"][0][key].is_null(), "{key}");
    }
    assert!(
        json["Borrowers"][0]["Name"]["FirstName"].is_string() && json["Borrowers"][0]["Name"]["LastName"].is_string()
    );
    assert_eq!(serde_json::from_value::<TridData>(json).unwrap(), data);
    // Debug output, such as in logs, contains no Social Security number.
    let number = data.borrowers[0].ssn.clone().unwrap();
    assert!(!format!("{data:?}").contains(number.last_four()));
}
