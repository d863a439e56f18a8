//! [L3] The proposed monthly payment.

use super::{FigurePart, label_or};
use crate::{
    application::{Application, ExpenseTiming, HousingExpense, HousingExpenseType, LoanTerms},
    values::{Money, Rate, round_half_up},
    words,
};
use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

words! {
    /// The eight lines of the proposed monthly payment.
    pub enum PaymentLineKind {
        FirstMortgage, SubordinateLiens, HomeownersInsurance, SupplementalInsurance, PropertyTaxes, MortgageInsurance,
        AssociationDues, Other,
    }
}
words! {
    /// Where the amount of a line comes from.
    pub enum LineSource {
        /// Derived from other fields.
        Computed,
        /// Entered by a user or contained in a file.
        Stated,
        /// Neither.
        Missing,
    }
}

/// [L3] The proposed monthly payment.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentFigures {
    /// The eight lines, in the order of the form.
    pub lines: Vec<PaymentLine>,
    /// Their total.
    pub total: Money,
}

/// A line of the proposed monthly payment.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentLine {
    /// Which line.
    pub kind: PaymentLineKind,
    /// Its label.
    pub label: &'static str,
    /// Its amount.
    pub amount: Money,
    /// Whether the amount is computed or stated.
    pub source: LineSource,
    /// The computed amount, also if a stated one overrides it.
    pub computed: Option<Money>,
    /// Explains the amount.
    pub parts: Vec<FigurePart>,
}

/// The line's label and the expenses it sums.
const fn definition(kind: PaymentLineKind) -> (&'static str, &'static [HousingExpenseType]) {
    use HousingExpenseType as Type;
    match kind {
        PaymentLineKind::FirstMortgage => {
            ("First mortgage (P&I)", &[Type::FirstMortgagePrincipalAndInterest, Type::FirstMortgagePITI])
        }
        PaymentLineKind::SubordinateLiens => (
            "Subordinate liens (P&I)",
            &[Type::OtherMortgageLoanPrincipalAndInterest, Type::OtherMortgageLoanPrincipalInterestTaxesAndInsurance],
        ),
        PaymentLineKind::HomeownersInsurance => ("Homeowner's insurance", &[Type::HomeownersInsurance]),
        PaymentLineKind::SupplementalInsurance => {
            ("Supplemental property insurance", &[Type::SupplementalPropertyInsurance, Type::FloodInsurance])
        }
        PaymentLineKind::PropertyTaxes => ("Property taxes", &[Type::RealEstateTax]),
        PaymentLineKind::MortgageInsurance => ("Mortgage insurance", &[Type::MIPremium]),
        PaymentLineKind::AssociationDues => {
            ("Association or project dues", &[Type::HomeownersAssociationDuesAndCondominiumFees])
        }
        PaymentLineKind::Other => (
            "Other",
            &[
                Type::GroundRent,
                Type::LeaseholdPayments,
                Type::EscrowShortage,
                Type::MaintenanceAndMiscellaneous,
                Type::Other,
            ],
        ),
    }
}

pub(super) fn payment(application: &Application) -> PaymentFigures {
    let lines: Vec<_> = PaymentLineKind::ALL.iter().map(|kind| line(application, *kind)).collect();
    let total = lines.iter().map(|line| line.amount).sum();
    PaymentFigures { lines, total }
}

fn line(application: &Application, kind: PaymentLineKind) -> PaymentLine {
    let (label, expenses) = definition(kind);
    let derived = match kind {
        PaymentLineKind::FirstMortgage => first_mortgage(application),
        PaymentLineKind::SubordinateLiens => subordinate_liens(application),
        _ => Vec::new(),
    };
    let computed = (!derived.is_empty()).then(|| derived.iter().map(|part| part.amount).sum());
    let stated: Vec<FigurePart> = application
        .housing_expenses
        .iter()
        .filter(|one| one.timing != Some(ExpenseTiming::Present))
        .filter(|one| one.kind.is_some_and(|kind| expenses.contains(&kind)))
        .filter_map(|one| stated_part(one, label))
        .collect();
    let (source, parts) = match (stated.is_empty(), computed) {
        (false, _) => (LineSource::Stated, stated),
        (true, Some(_)) => (LineSource::Computed, derived),
        (true, None) => (LineSource::Missing, derived),
    };
    PaymentLine { kind, label, amount: parts.iter().map(|part| part.amount).sum(), source, computed, parts }
}

fn stated_part(expense: &HousingExpense, label: &'static str) -> Option<FigurePart> {
    let path = format!("housingExpenses/{}/amount", expense.id);
    Some(FigurePart::treated(label_or(expense.other.as_deref(), label), path, expense.amount?, "Stated"))
}

/// Amount on the note: stated, or the loan amount and the financed mortgage insurance and funding fee.
pub(super) fn note_amount(application: &Application) -> Option<Money> {
    let financed = application.transaction.mi_and_funding_fee_financed_amount.unwrap_or_default();
    application.loan.note_amount.or_else(|| Some(application.loan.base_amount? + financed))
}

fn first_mortgage(application: &Application) -> Vec<FigurePart> {
    let amount = note_amount(application).and_then(|amount| terms_payment(amount, &application.loan));
    let label = if application.loan.interest_only == Some(true) { "Interest" } else { "Principal and interest" };
    amount
        .map(|amount| FigurePart::treated(label, None, amount, "Computed from amount, rate and term"))
        .into_iter()
        .collect()
}

fn terms_payment(amount: Money, terms: &LoanTerms) -> Option<Money> {
    let rate = terms.note_rate?;
    if terms.interest_only == Some(true) {
        return interest(amount, rate);
    }
    principal_and_interest(amount, rate, terms.term_months?)
}

/// Payments of other new mortgages and of the mortgages that stay on the property.
fn subordinate_liens(application: &Application) -> Vec<FigurePart> {
    let new = application.other_loans.iter().filter_map(|loan| {
        let path = format!("otherLoans/{}/monthlyPayment", loan.id);
        Some(FigurePart::counted(label_or(loan.creditor.as_deref(), "Other new mortgage"), path, loan.monthly_payment?))
    });
    let staying = subordinated(application).filter_map(|liability| {
        let path = format!("liabilities/{}/monthlyPayment", liability.id);
        Some(FigurePart::counted(
            label_or(liability.creditor.as_deref(), "Mortgage that stays"),
            path,
            liability.monthly_payment?,
        ))
    });
    new.chain(staying).collect()
}

/// Mortgages on the subject property that stay behind the new loan.
pub(super) fn subordinated(application: &Application) -> impl Iterator<Item = &crate::application::Liability> {
    let is_on_subject =
        |id| application.owned_properties.iter().any(|one| Some(one.id) == id && one.is_subject == Some(true));
    application.liabilities.iter().filter(move |liability| {
        liability.subordinated == Some(true)
            && liability.paid_off_at_closing != Some(true)
            && is_on_subject(liability.owned_property)
    })
}

/// Months in a year, times the millionths of a rate in 100 percent.
const MONTHLY: i128 = 12 * 100_000_000;
/// Scale of the discount factor.
const ONE: i128 = 1_000_000_000_000_000_000;

/// A month's interest, rounded to the cent.
fn interest(amount: Money, rate: Rate) -> Option<Money> {
    let product = i128::from(amount.cents()) * i128::from(rate.millionths());
    i64::try_from(round_half_up(product, MONTHLY)).ok().map(Money::from_cents)
}

/// The level monthly payment of principal and interest, rounded to the cent. `None` for an amount, rate or term that
/// can't be repaid.
#[must_use]
pub fn principal_and_interest(amount: Money, rate: Rate, months: u16) -> Option<Money> {
    if amount <= Money::ZERO || rate < Rate::default() || months == 0 {
        return None;
    }
    let (cents, rate) = (i128::from(amount.cents()), i128::from(rate.millionths()));
    let payment = if rate == 0 {
        round_half_up(cents, i128::from(months))
    } else {
        let discount = power(ONE * MONTHLY / (MONTHLY + rate), months);
        let dividend = cents.checked_mul(rate)?.checked_mul(ONE)?;
        round_half_up(dividend, MONTHLY.checked_mul(ONE - discount)?)
    };
    i64::try_from(payment).ok().map(Money::from_cents)
}

/// A fraction of [`ONE`] to a power, by squaring.
fn power(mut base: i128, mut exponent: u16) -> i128 {
    let mut result = ONE;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = round_half_up(result * base, ONE);
        }
        base = round_half_up(base * base, ONE);
        exponent >>= 1;
    }
    result
}
