//! Monthly housing payment, present and proposed: 05H, and GOC for VA loans.

use super::{
    borrowers::is_rented_home,
    reading::Reading,
    words::{HOUSING_EXPENSES, TIMINGS},
    writing::{Writing, code},
};
use crate::application::{ExpenseTiming, HousingExpense, HousingExpenseType};
use fnma32::{
    Field,
    records::{housing_expense, va},
};

/// Additional VA fields of GOC and their expense types.
const VA_LINES: [(&Field, HousingExpenseType); 2] = [
    (&va::MAINTENANCE, HousingExpenseType::MaintenanceAndMiscellaneous),
    (&va::UTILITIES, HousingExpenseType::Utilities),
];

pub(super) fn read(reading: &mut Reading) {
    for record in reading.filled(&housing_expense::LAYOUT) {
        // Many programs write every line of the form, even without an amount.
        if record.get(&housing_expense::AMOUNT).is_none() {
            reading.leave(record, &housing_expense::TIMING);
            reading.leave(record, &housing_expense::KIND);
            continue;
        }
        let timing = reading.word(record, &housing_expense::TIMING, TIMINGS);
        let kind = reading.word(record, &housing_expense::KIND, HOUSING_EXPENSES);
        let amount = reading.money(record, &housing_expense::AMOUNT);
        let is_present = timing == Some(ExpenseTiming::Present);
        // In the form of 2021, the rent belongs to the rented home.
        if is_present
            && kind == Some(HousingExpenseType::Rent)
            && let Some(place) = record.applicant()
            && let Some(home) =
                reading.application.borrowers[place].residences.iter_mut().find(|home| is_rented_home(home))
            && home.monthly_rent.is_none()
        {
            home.monthly_rent = amount;
            continue;
        }
        let borrower = reading.owner(record).first().copied().filter(|_| is_present);
        let id = reading.new_id();
        reading.application.housing_expenses.push(HousingExpense { id, timing, kind, other: None, amount, borrower });
    }
    let Some(record) = reading.once(&va::LAYOUT) else { return };
    for (field, kind) in VA_LINES {
        if let Some(amount) = reading.money_above_zero(record, field) {
            let id = reading.new_id();
            reading.application.housing_expenses.push(HousingExpense {
                id,
                timing: Some(ExpenseTiming::Proposed),
                kind: Some(kind),
                other: None,
                amount: Some(amount),
                borrower: None,
            });
        }
    }
}

pub(super) fn write(writing: &mut Writing) {
    let application = writing.application;
    for borrower in &application.borrowers {
        let rent = borrower.residences.iter().find(|home| is_rented_home(home)).and_then(|home| home.monthly_rent);
        if rent.is_some() {
            let row = writing.row_of(&housing_expense::LAYOUT, borrower.id);
            row.word(&housing_expense::TIMING, TIMINGS, Some(ExpenseTiming::Present));
            row.word(&housing_expense::KIND, HOUSING_EXPENSES, Some(HousingExpenseType::Rent));
            row.put(&housing_expense::AMOUNT, rent);
        }
    }
    for HousingExpense { id: _, timing, kind, other: _, amount, borrower } in &application.housing_expenses {
        let va_line =
            VA_LINES.iter().find(|(_, line)| Some(*line) == *kind && *timing == Some(ExpenseTiming::Proposed));
        if let Some((field, _)) = va_line {
            writing.once(&va::LAYOUT).put(field, *amount);
            continue;
        }
        let row = writing.row_of_first(&housing_expense::LAYOUT, borrower.as_slice());
        row.word(&housing_expense::TIMING, TIMINGS, *timing);
        row.put(&housing_expense::KIND, kind.map(|kind| code(HOUSING_EXPENSES, Some(&kind)).unwrap_or("23")));
        row.put(&housing_expense::AMOUNT, *amount);
    }
}
