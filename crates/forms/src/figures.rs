//! The sums that the form prints. `lending::figures` derives the payment, the cash to close and the rental income; the
//! totals of lists are those of the rows that print.

use crate::rows::{self, GroupRows};
use lending::{
    application::{Application, Borrower},
    figures::{self, CashLine, Defaults, Figures as AllFigures, JobIncome},
    values::Money,
};
use serde_json::{Map, Value, json};

/// Figures by name.
pub(crate) type Figures = Map<String, Value>;

/// Every figure of an application.
pub(crate) fn all(application: &Application) -> AllFigures {
    figures::figures(application, &Defaults::default())
}

fn put(figures: &mut Figures, name: impl Into<String>, amount: Money) {
    figures.insert(name.into(), json!(amount));
}

/// An amount of zero leaves its box empty.
fn put_if_known(figures: &mut Figures, name: impl Into<String>, amount: Money) {
    if amount != Money::ZERO {
        put(figures, name, amount);
    }
}

/// [1b to 1e] Monthly income. Totals print even if they are zero, as on the official form.
pub(crate) fn income(all: &AllFigures, borrower: &Borrower) -> Figures {
    let mut figures = Figures::new();
    let known = all.income.borrowers.iter().find(|income| income.borrower == borrower.id);
    let jobs = rows::current_jobs(borrower);
    for number in 0..2 {
        let name = |column: &str| format!("employment{}{column}", number + 1);
        let job = jobs.get(number).and_then(|job| known?.jobs.iter().find(|income| income.employment == job.id));
        let columns = job.map(columns).unwrap_or_default();
        for (column, amount) in columns {
            put_if_known(&mut figures, name(column), amount);
        }
        put(&mut figures, name("Total"), columns.iter().map(|(_, amount)| *amount).sum());
    }
    let other = rows::other_incomes(borrower).into_iter().filter_map(|income| income.monthly_amount).sum();
    put(&mut figures, "otherIncome", other);
    figures
}

/// The job's income table. A business's income or loss has its own box and isn't part of the table's total.
fn columns(job: &JobIncome) -> [(&'static str, Money); 6] {
    [
        ("Base", job.base),
        ("Overtime", job.overtime),
        ("Bonus", job.bonus),
        ("Commission", job.commission),
        ("Military", job.military_entitlements),
        ("Other", job.other),
    ]
}

/// [2a, 2b, 3] Totals of the group's lists, and the net rent of each property on the form.
pub(crate) fn group(all: &AllFigures, group: &GroupRows<'_>) -> Figures {
    let mut figures = Figures::new();
    put(&mut figures, "accounts", group.accounts.iter().filter_map(|asset| asset.value).sum());
    let values = group.other_assets.iter().filter_map(|row| row["value"].as_str()?.parse::<Money>().ok());
    put(&mut figures, "otherAssets", values.sum());
    for (number, (property, _)) in group.properties.iter().enumerate() {
        let rent = all.rental.properties.iter().find(|rent| rent.property == Some(property.id));
        let has_rent = property.rental_income_gross.is_some_and(|gross| gross > Money::ZERO);
        let net = property.rental_income_net.or(rent.filter(|_| has_rent).map(|rent| rent.amount));
        if let Some(net) = net {
            put(&mut figures, format!("property{}Net", number + 1), net);
        }
    }
    figures
}

/// [4a, 4c, L3, L4] Figures of the loan.
pub(crate) fn loan(all: &AllFigures, application: &Application) -> Figures {
    let mut figures = Figures::new();
    for (number, line) in all.payment.lines.iter().enumerate() {
        put_if_known(&mut figures, format!("l3Payment{}", number + 1), line.amount);
    }
    put_if_known(&mut figures, "l3Payment9", all.payment.total);
    let property = &application.property;
    let has_rent = property.rental_income_gross.is_some_and(|gross| gross > Money::ZERO);
    let subject = all.rental.subject.as_ref().filter(|_| has_rent).map(|rent| rent.amount);
    if let Some(net) = property.rental_income_net.or(subject) {
        put(&mut figures, "subjectRentNet", net);
    }
    cash_to_close(&mut figures, all, application);
    figures
}

/// [L4] Lines A to N. Totals print once any amount is due.
fn cash_to_close(figures: &mut Figures, all: &AllFigures, application: &Application) {
    let is_total = |line: &CashLine| matches!(line.line, 'H' | 'K' | 'N');
    let is_due = all.cash.lines.iter().any(|line| ('A'..='G').contains(&line.line) && line.amount != Money::ZERO);
    let mut funds = Money::ZERO;
    for line in &all.cash.lines {
        if is_due && is_total(line) {
            put(figures, format!("l4{}", line.line), line.amount);
        } else if !is_total(line) {
            put_if_known(figures, format!("l4{}", line.line), line.amount);
        }
        if matches!(line.line, 'K' | 'N') {
            funds = funds + line.amount;
        }
        if line.line == 'I' {
            let financed = application.transaction.mi_and_funding_fee_financed_amount.unwrap_or_default();
            put_if_known(figures, "l4I1", line.amount - financed);
            put_if_known(figures, "l4I2", financed);
        }
    }
    if is_due {
        put(figures, "l4KAndN", funds);
        put(figures, "l4Cash", all.cash.cash_from_borrower);
    }
}
