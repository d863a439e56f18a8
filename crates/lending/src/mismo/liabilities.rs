//! Sections 2c and 2d: debts and other expenses.

use super::{
    assets::{read_account_number, write_account_number},
    fields::fields,
    property::{read_address, write_address},
    reading::{Item, Reading},
    words::{describe, recognize},
    writing::Writing,
};
use crate::application::{Application, Expense, Liability};
use mismo34::{Path, path};

fields! {
    const LIABILITY: Liability = "LIABILITY" {
        "LIABILITY_DETAIL" {
            "HELOCMaximumBalanceAmount": credit_limit,
            "LiabilityExclusionIndicator": excluded,
            "LiabilityMonthlyPaymentAmount": monthly_payment,
            "LiabilityPaymentIncludesTaxesInsuranceIndicator": includes_taxes_and_insurance,
            "LiabilityPayoffStatusIndicator": paid_off_at_closing,
            "LiabilityRemainingTermMonthsCount": remaining_months,
            "LiabilityType": kind,
            "LiabilityTypeOtherDescription": other,
            "LiabilityUnpaidBalanceAmount": balance,
            "MortgageType": mortgage_type,
            "SubjectLoanResubordinationIndicator": subordinated,
        }
        "LIABILITY_HOLDER/NAME" { "FullName": creditor }
    }

    const EXPENSE: Expense = "EXPENSE" {
        "" {
            "ExpenseMonthlyPaymentAmount": monthly_payment,
            "ExpenseRemainingTermMonthsCount": remaining_months,
            "ExpenseType": kind,
            "ExpenseTypeOtherDescription": other,
        }
    }
}

const LIABILITIES: Path = Path::of("DEAL", "LIABILITIES/LIABILITY");
const EXPENSES: Path = Path::of("DEAL", "EXPENSES/EXPENSE");
const ACCOUNT: Path = Path::of("LIABILITY", "LIABILITY_DETAIL/LiabilityAccountIdentifier");
const HOLDER_ADDRESS: Path = Path::of("LIABILITY", "LIABILITY_HOLDER/ADDRESS");

/// Reads debts and expenses. Relationships define who owes them later.
pub(super) fn read(reading: &mut Reading<'_>) {
    for element in reading.deal.every(&LIABILITIES) {
        let mut liability = Liability { id: reading.new_id(), ..Liability::default() };
        reading.fields(element, LIABILITY, &mut liability);
        if let Some(address) = element.at(&HOLDER_ADDRESS) {
            liability.creditor_address = Some(read_address(reading, address));
        }
        liability.account_number_last_four = read_account_number(reading, element, &ACCOUNT, liability.id);
        reading.items.push((element.number(), Item::Liability(reading.application.liabilities.len())));
        reading.application.liabilities.push(liability);
    }
    for element in reading.deal.every(&EXPENSES) {
        let mut expense = Expense { id: reading.new_id(), ..Expense::default() };
        reading.fields(element, EXPENSE, &mut expense);
        recognize(&mut expense.kind, &mut expense.other);
        if expense.other.is_none() {
            expense.other = reading.value(element, &path!("EXPENSE", "AlimonyOwedToName"));
        }
        reading.items.push((element.number(), Item::Expense(reading.application.expenses.len())));
        reading.application.expenses.push(expense);
    }
}

/// Writes debts and expenses.
pub(super) fn write(writing: &mut Writing<'_>, application: &Application) {
    for liability in &application.liabilities {
        let place = writing.builder.add(writing.deal, &LIABILITIES);
        writing.label(place, "LIABILITY", liability.id);
        writing.fields(place, LIABILITY, liability);
        if let Some(address) = &liability.creditor_address {
            write_address(writing, place, &HOLDER_ADDRESS, address);
        }
        write_account_number(writing, place, &ACCOUNT, liability.id);
    }
    for expense in &application.expenses {
        let place = writing.builder.add(writing.deal, &EXPENSES);
        writing.label(place, "EXPENSE", expense.id);
        let (kind, other) = describe(expense.kind, expense.other.as_ref());
        let other = other.map(Into::into);
        writing.fields(place, EXPENSE, &Expense { kind, other, ..expense.clone() });
    }
}
