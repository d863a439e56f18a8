//! [L4] Cash to close: lines A to N.

use super::{FigurePart, assets, label_or};
use crate::{
    application::{Application, Disposition, Liability, LoanPurpose, PurchaseCreditType},
    values::Money,
};
use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

/// [L4] Cash to close.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CashToClose {
    /// Lines A to N, in the order of the form.
    pub lines: Vec<CashLine>,
    /// H - K - N. Negative is cash to the borrower.
    pub cash_from_borrower: Money,
    /// `Cash from the borrower` or `Cash to the borrower`.
    pub label: &'static str,
}

/// A line of L4.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CashLine {
    /// Its letter.
    pub line: char,
    /// Its label.
    pub label: &'static str,
    /// Its amount.
    pub amount: Money,
    /// The derived amount, if a stated one overrides it.
    pub computed: Option<Money>,
    /// Explains the amount.
    pub parts: Vec<FigurePart>,
}

impl CashLine {
    fn of(line: char, label: &'static str, parts: Vec<FigurePart>) -> Self {
        let amount = parts.iter().filter(|part| part.counted).map(|part| part.amount).sum();
        Self { line, label, amount, computed: None, parts }
    }

    /// A stated amount overrides the derived parts.
    fn overridden(self, stated: Option<FigurePart>) -> Self {
        match stated {
            Some(stated) => Self {
                amount: stated.amount,
                computed: (!self.parts.is_empty()).then_some(self.amount),
                parts: vec![stated],
                ..self
            },
            None => self,
        }
    }

    fn total(line: char, label: &'static str, of: &[&CashLine]) -> Self {
        let parts = of.iter().map(|one| FigurePart::counted(format!("Line {}", one.line), None, one.amount)).collect();
        Self::of(line, label, parts)
    }
}

fn amount(label: &str, path: &str, amount: Option<Money>) -> Option<FigurePart> {
    amount.map(|amount| FigurePart::counted(label, path.to_owned(), amount))
}

fn stated(label: &str, path: &str, amount: Option<Money>) -> Option<FigurePart> {
    amount.map(|amount| FigurePart::treated(label, path.to_owned(), amount, "Stated"))
}

/// Line I without the financed part: the loan amount, or else the note amount less the financed part.
pub(super) fn loan_amount(application: &Application) -> Option<FigurePart> {
    let financed = application.transaction.mi_and_funding_fee_financed_amount.unwrap_or_default();
    amount("Loan amount", "loan/baseAmount", application.loan.base_amount)
        .or_else(|| amount("Note amount", "loan/noteAmount", application.loan.note_amount.map(|note| note - financed)))
}

pub(super) fn cash_to_close(application: &Application) -> CashToClose {
    let transaction = &application.transaction;
    let property = &application.property;
    let is_refinance = application.loan.purpose == Some(LoanPurpose::Refinance);
    let parts = |list: &[Option<FigurePart>]| list.iter().flatten().cloned().collect::<Vec<_>>();
    let price = property.purchase_price.filter(|_| !is_refinance);
    let payoffs = if is_refinance { payoffs(application, is_on_subject) } else { Vec::new() };
    let payoff = transaction.refinance_payoff_amount.filter(|_| is_refinance);
    let due = [
        CashLine::of('A', "Sales contract price", parts(&[amount("Purchase price", "property/purchasePrice", price)])),
        CashLine::of(
            'B',
            "Improvements, renovations and repairs",
            parts(&[amount("Improvements", "transaction/alterationsAmount", transaction.alterations_amount)]),
        ),
        CashLine::of(
            'C',
            "Land, if acquired separately",
            parts(&[amount("Land", "transaction/landAmount", transaction.land_amount)]),
        ),
        CashLine::of('D', "Mortgages paid off in the refinance", payoffs).overridden(stated(
            "Balance paid off",
            "transaction/refinancePayoffAmount",
            payoff,
        )),
        CashLine::of('E', "Credit cards and other debts paid off", self::payoffs(application, is_other_debt))
            .overridden(stated("Debts paid off", "transaction/otherPayoffAmount", transaction.other_payoff_amount)),
        CashLine::of(
            'F',
            "Closing costs, prepaids and mortgage insurance",
            parts(&[
                amount("Closing costs", "transaction/closingCostsAmount", transaction.closing_costs_amount),
                amount("Prepaid items", "transaction/prepaidItemsAmount", transaction.prepaid_items_amount),
                amount(
                    "Mortgage insurance and funding fee",
                    "transaction/miAndFundingFeeAmount",
                    transaction.mi_and_funding_fee_amount,
                ),
            ]),
        ),
        CashLine::of(
            'G',
            "Discount points",
            parts(&[amount("Discount points", "transaction/discountPointsAmount", transaction.discount_points_amount)]),
        ),
    ];
    let total_due = CashLine::total('H', "Total due from the borrower", &due.iter().collect::<Vec<_>>());
    let loan = CashLine::of(
        'I',
        "Loan amount",
        parts(&[
            loan_amount(application),
            amount(
                "Financed mortgage insurance and funding fee",
                "transaction/miAndFundingFeeFinancedAmount",
                transaction.mi_and_funding_fee_financed_amount,
            ),
        ]),
    );
    let others = CashLine::of('J', "Other new mortgage loans on the property", other_mortgages(application));
    let mortgages = CashLine::total('K', "Total mortgage loans", &[&loan, &others]);
    let seller = CashLine::of('L', "Seller credits", seller_credits(application));
    let credits = [assets::credits(application), assets::gifts_of_equity(application)].concat();
    let other = CashLine::of('M', "Other credits", credits);
    let total_credits = CashLine::total('N', "Total credits", &[&seller, &other]);
    let cash_from_borrower = total_due.amount - mortgages.amount - total_credits.amount;
    let label = if cash_from_borrower < Money::ZERO { "Cash to the borrower" } else { "Cash from the borrower" };
    let mut lines = Vec::from(due);
    lines.extend([total_due, loan, others, mortgages, seller, other, total_credits]);
    CashToClose { lines, cash_from_borrower, label }
}

/// Balances of the debts that closing pays off.
fn payoffs(application: &Application, is_wanted: fn(&Application, &Liability) -> bool) -> Vec<FigurePart> {
    application
        .liabilities
        .iter()
        .filter(|liability| liability.paid_off_at_closing == Some(true) && is_wanted(application, liability))
        .filter_map(|liability| {
            let label = label_or(liability.creditor.as_deref(), "Debt without creditor");
            Some(FigurePart::counted(label, format!("liabilities/{}/balance", liability.id), liability.balance?))
        })
        .collect()
}

/// Whether the debt is a mortgage on the subject property.
fn is_on_subject(application: &Application, liability: &Liability) -> bool {
    let property = application.owned_properties.iter().find(|one| Some(one.id) == liability.owned_property);
    property.is_some_and(|property| property.is_subject == Some(true))
}

/// Whether this closing pays the debt off as a debt. The sale of another property pays off its mortgages.
fn is_other_debt(application: &Application, liability: &Liability) -> bool {
    let property = application.owned_properties.iter().find(|one| Some(one.id) == liability.owned_property);
    property.is_none_or(|property| {
        property.is_subject != Some(true)
            && !matches!(property.disposition, Some(Disposition::Sold | Disposition::PendingSale))
    })
}

/// Line J: the amounts of 4b, or the total that a file states.
fn other_mortgages(application: &Application) -> Vec<FigurePart> {
    let listed: Vec<_> = application
        .other_loans
        .iter()
        .filter_map(|loan| {
            let path = format!("otherLoans/{}/amount", loan.id);
            Some(FigurePart::counted(label_or(loan.creditor.as_deref(), "Other new mortgage"), path, loan.amount?))
        })
        .collect();
    if listed.is_empty() {
        let path = "transaction/subordinateFinancingAmount";
        return stated("Subordinate financing", path, application.transaction.subordinate_financing_amount)
            .into_iter()
            .collect();
    }
    listed
}

/// Line L: the stated total, or else the single seller credits.
fn seller_credits(application: &Application) -> Vec<FigurePart> {
    let transaction = &application.transaction;
    if let Some(total) = stated("Seller credits", "transaction/sellerCreditsAmount", transaction.seller_credits_amount)
    {
        return vec![total];
    }
    let paid = amount(
        "Closing costs the seller pays",
        "transaction/sellerPaidClosingCostsAmount",
        transaction.seller_paid_closing_costs_amount,
    );
    let credits = transaction.credits.iter().filter(|credit| credit.kind == Some(PurchaseCreditType::Seller));
    let credits = credits.filter_map(|credit| {
        Some(FigurePart::counted("Seller credit", format!("transaction/credits/{}/amount", credit.id), credit.amount?))
    });
    paid.into_iter().chain(credits).collect()
}
