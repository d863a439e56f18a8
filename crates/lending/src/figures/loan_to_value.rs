//! [4a, 4b] Loan to value.

use super::{FigurePart, cash, label_or, payment};
use crate::{
    application::{Application, LoanPurpose},
    values::{Money, Percent},
};
use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

/// Loan to value in its three forms.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoanToValue {
    /// The value: on a purchase the lower of price and appraised value.
    pub value: Option<FigurePart>,
    /// The loan.
    pub ltv: LoanToValueRatio,
    /// The loan and the amounts drawn on other mortgages.
    pub cltv: LoanToValueRatio,
    /// The loan and the whole credit limits.
    pub hcltv: LoanToValueRatio,
}

/// A ratio of mortgages to value.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoanToValueRatio {
    /// Cut to two decimals. Absent without an amount or a value.
    pub percent: Option<Percent>,
    /// The whole percent that counts for eligibility (Selling Guide B2-1.2-01).
    pub eligibility: Option<i64>,
    /// The mortgages.
    pub parts: Vec<FigurePart>,
}

/// The ratio of mortgages to a value: cut to two decimals, and for eligibility raised to the next whole percent
/// (Selling Guide B2-1.2-01).
#[must_use]
pub fn loan_to_value_ratio(mortgages: Money, value: Money) -> Option<(Percent, i64)> {
    let percent = Percent::truncated(mortgages, value)?;
    Some((percent, percent.next_whole()))
}

pub(super) fn loan_to_value(application: &Application) -> LoanToValue {
    let value = value(application);
    let first: Vec<FigurePart> = cash::loan_amount(application).into_iter().collect();
    let drawn = [first.clone(), others(application, false)].concat();
    let limits = [first.clone(), others(application, true)].concat();
    let ratio = |parts: Vec<FigurePart>| {
        let mortgages: Money = parts.iter().map(|part| part.amount).sum();
        let amount = value.as_ref().map(|value| value.amount).filter(|_| !first.is_empty());
        let found = amount.and_then(|value| loan_to_value_ratio(mortgages, value));
        LoanToValueRatio { percent: found.map(|found| found.0), eligibility: found.map(|found| found.1), parts }
    };
    let [ltv, cltv, hcltv] = [first.clone(), drawn, limits].map(ratio);
    LoanToValue { value, ltv, cltv, hcltv }
}

/// The value that counts. Zero counts as unknown.
fn value(application: &Application) -> Option<FigurePart> {
    let property = &application.property;
    let known = |label: &str, path: &str, amount: Option<Money>| {
        amount.filter(|amount| *amount > Money::ZERO).map(|amount| FigurePart::counted(label, path.to_owned(), amount))
    };
    let value = known("Appraised value", "property/appraisedValue", property.appraised_value)
        .or_else(|| known("Estimated value", "property/estimatedValue", property.estimated_value));
    let price = known("Purchase price", "property/purchasePrice", property.purchase_price);
    match application.loan.purpose {
        Some(LoanPurpose::Refinance) => value,
        _ => match (value, price) {
            (Some(value), Some(price)) => Some(if price.amount <= value.amount { price } else { value }),
            (value, price) => value.or(price),
        },
    }
}

/// The other mortgages: the amounts drawn, or the credit limits of lines of credit.
fn others(application: &Application, limits: bool) -> Vec<FigurePart> {
    let choose = |drawn: Option<Money>, limit: Option<Money>| match (drawn, limit) {
        (drawn, Some(limit)) if limits => Some(limit.max(drawn.unwrap_or_default())),
        (drawn, _) => drawn,
    };
    let new = application.other_loans.iter().filter_map(|loan| {
        let path = format!("otherLoans/{}/amount", loan.id);
        let amount = choose(loan.amount, loan.credit_limit)?;
        Some(FigurePart::counted(label_or(loan.creditor.as_deref(), "Other new mortgage"), path, amount))
    });
    let staying = payment::subordinated(application).filter_map(|liability| {
        let path = format!("liabilities/{}/balance", liability.id);
        let amount = choose(liability.balance, liability.credit_limit)?;
        Some(FigurePart::counted(label_or(liability.creditor.as_deref(), "Mortgage that stays"), path, amount))
    });
    let listed: Vec<_> = new.chain(staying).collect();
    let stated = application.transaction.subordinate_financing_amount.or(application.loan.subordinate_financing_amount);
    match (listed.is_empty(), stated) {
        (true, Some(amount)) => vec![FigurePart::treated(
            "Subordinate financing",
            "transaction/subordinateFinancingAmount".to_owned(),
            amount,
            "Stated in the file",
        )],
        _ => listed,
    }
}
