//! Sections 1b to 1e: employment and income.

use super::{
    fields::fields,
    property::{read_address, write_address},
    reading::{Element, Item, Reading},
    writing::Writing,
};
use crate::{
    application::{Borrower, Employment, EmploymentStatus, Income},
    values::Money,
};
use mismo34::{Path, Place, name, path};

fields! {
    const EMPLOYMENT: Employment = "EMPLOYER" {
        "LEGAL_ENTITY/CONTACTS/CONTACT/CONTACT_POINTS/CONTACT_POINT/CONTACT_POINT_TELEPHONE" {
            "ContactPointTelephoneValue": phone,
        }
        "LEGAL_ENTITY/LEGAL_ENTITY_DETAIL" { "FullName": employer_name }
        "EMPLOYMENT" {
            "EmploymentBorrowerSelfEmployedIndicator": self_employed,
            "EmploymentClassificationType": classification,
            "EmploymentEndDate": ended_on,
            "EmploymentMonthsOnJobCount": months_employed,
            "EmploymentPositionDescription": position,
            "EmploymentStartDate": started_on,
            "EmploymentStatusType": status,
            "EmploymentTimeInLineOfWorkMonthsCount": line_of_work_months,
            "OwnershipInterestType": ownership,
            "SpecialBorrowerEmployerRelationshipIndicator": special_relationship,
        }
        "EMPLOYMENT/EXTENSION/OTHER/DU:EMPLOYMENT_EXTENSION" {
            "DU:ForeignIncomeIndicator": foreign_income,
            "DU:SeasonalIncomeIndicator": seasonal_income,
        }
    }

    const INCOME: Income = "CURRENT_INCOME_ITEM" {
        "CURRENT_INCOME_ITEM_DETAIL" {
            "CurrentIncomeMonthlyTotalAmount": monthly_amount,
            "EmploymentIncomeIndicator": from_employment,
            "IncomeType": kind,
            "IncomeTypeOtherDescription": other,
        }
    }
}

const MONTHLY_INCOME: Path = Path::of("EMPLOYER", "EMPLOYMENT/EmploymentMonthlyIncomeAmount");
const EMPLOYER: Path = Path::of("BORROWER", "EMPLOYERS/EMPLOYER");
const ITEM: Path = Path::of("BORROWER", "CURRENT_INCOME/CURRENT_INCOME_ITEMS/CURRENT_INCOME_ITEM");

/// The field that the single amount of an `EMPLOYMENT` belongs to: income at a previous employer, income from
/// self-employment, or total wages in addition to the income items.
fn monthly_income(employment: &mut Employment) -> &mut Option<Money> {
    match (employment.status, employment.self_employed) {
        (Some(EmploymentStatus::Previous), _) => &mut employment.previous_income,
        (_, Some(true)) => &mut employment.self_employed_income,
        _ => &mut employment.stated_income,
    }
}

/// Reads jobs and incomes. `at` is the borrower's index in the list.
pub(super) fn read<'d>(reading: &mut Reading<'d>, element: Element<'d>, at: usize, borrower: &mut Borrower) {
    for employer in element.every(&EMPLOYER) {
        let mut employment = Employment { id: reading.new_id(), ..Employment::default() };
        reading.fields(employer, EMPLOYMENT, &mut employment);
        if let Some(address) = employer.child(name!("ADDRESS")) {
            employment.address = read_address(reading, address);
        }
        *monthly_income(&mut employment) = reading.value(employer, &MONTHLY_INCOME);
        reading.items.push((employer.number(), Item::Employment(at, borrower.employments.len())));
        borrower.employments.push(employment);
    }
    for item in element.every(&ITEM) {
        let mut income = Income { id: reading.new_id(), ..Income::default() };
        reading.fields(item, INCOME, &mut income);
        reading.items.push((item.number(), Item::Income(at, borrower.incomes.len())));
        borrower.incomes.push(income);
    }
}

/// Writes jobs and incomes.
pub(super) fn write(writing: &mut Writing<'_>, place: Place, borrower: &Borrower) {
    for employment in &borrower.employments {
        let employer = writing.builder.add(place, &EMPLOYER);
        writing.label(employer, "EMPLOYER", employment.id);
        writing.fields(employer, EMPLOYMENT, employment);
        write_address(writing, employer, &path!("EMPLOYER", "ADDRESS"), &employment.address);
        let income = *monthly_income(&mut employment.clone());
        writing.value(employer, &MONTHLY_INCOME, income.as_ref());
    }
    for income in &borrower.incomes {
        let item = writing.builder.add(place, &ITEM);
        writing.label(item, "CURRENT_INCOME_ITEM", income.id);
        writing.fields(item, INCOME, income);
    }
}
