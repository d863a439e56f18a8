//! The funds of the transaction: 07A, 07B, 02D, 02E, GOA, GOB.

use super::{
    reading::Reading,
    words::{CREDITS, DOWN_PAYMENTS, IMPROVEMENTS},
    writing::{Writing, code, sum},
};
use crate::application::{DownPayment, PurchaseCredit, PurchaseCreditType, Transaction};
use fnma32::records::{construction_or_refinance, credit, down_payment, fha, fha_va, transaction};

pub(super) fn read(reading: &mut Reading) {
    if let Some(record) = reading.once(&transaction::LAYOUT) {
        reading.application.transaction = Transaction {
            alterations_amount: reading.money(record, &transaction::ALTERATIONS),
            land_amount: reading.money(record, &transaction::LAND),
            refinance_payoff_amount: reading.money(record, &transaction::REFINANCE),
            prepaid_items_amount: reading.money(record, &transaction::PREPAID_ITEMS),
            closing_costs_amount: reading.money(record, &transaction::CLOSING_COSTS),
            mi_and_funding_fee_amount: reading.money(record, &transaction::MI_AND_FUNDING_FEE),
            mi_and_funding_fee_financed_amount: reading.money(record, &transaction::MI_AND_FUNDING_FEE_FINANCED),
            discount_points_amount: reading.money(record, &transaction::DISCOUNT),
            seller_paid_closing_costs_amount: reading.money(record, &transaction::SELLER_PAID_COSTS),
            ..Transaction::default()
        };
        // The transaction repeats the loan's total of subordinate financing.
        let subordinate = reading.money(record, &transaction::SUBORDINATE_FINANCING);
        reading.application.loan.subordinate_financing_amount = subordinate;
    }
    if let Some(record) = reading.once(&construction_or_refinance::LAYOUT) {
        use construction_or_refinance::{IMPROVEMENTS as DESCRIPTION, IMPROVEMENTS_COST, IMPROVEMENTS_MADE};
        let made = reading.word(record, &IMPROVEMENTS_MADE, IMPROVEMENTS).map(str::to_owned);
        reading.application.transaction.refinance_improvements = made;
        reading.application.transaction.refinance_improvements_description = reading.string(record, &DESCRIPTION);
        reading.application.transaction.refinance_improvements_amount = reading.money(record, &IMPROVEMENTS_COST);
    }
    if let Some(record) = reading.once(&fha_va::LAYOUT) {
        let concession = reading.money(record, &fha_va::SELLER_CONCESSIONS);
        reading.application.transaction.sales_concession_amount = concession;
    }
    for record in reading.filled(&credit::LAYOUT) {
        let credit = PurchaseCredit {
            id: reading.new_id(),
            kind: reading.word(record, &credit::KIND, CREDITS),
            amount: reading.money(record, &credit::AMOUNT),
            ..PurchaseCredit::default()
        };
        reading.application.transaction.credits.push(credit);
    }
    if let Some(record) = reading.once(&fha::LAYOUT)
        && let Some(refund) = reading.money_above_zero(record, &fha::MIP_REFUND)
    {
        let id = reading.new_id();
        reading.application.transaction.credits.push(PurchaseCredit {
            id,
            kind: Some(PurchaseCreditType::MIPremiumRefund),
            amount: Some(refund),
            ..PurchaseCredit::default()
        });
    }
    for record in reading.filled(&down_payment::LAYOUT) {
        let part = DownPayment {
            id: reading.new_id(),
            kind: reading.word(record, &down_payment::KIND, DOWN_PAYMENTS),
            amount: reading.money(record, &down_payment::AMOUNT),
            explanation: reading.string(record, &down_payment::EXPLANATION),
        };
        reading.application.transaction.down_payments.push(part);
    }
}

pub(super) fn write(writing: &mut Writing) {
    let Transaction {
        alterations_amount,
        land_amount,
        refinance_payoff_amount,
        other_payoff_amount,
        prepaid_items_amount,
        closing_costs_amount,
        mi_and_funding_fee_amount,
        mi_and_funding_fee_financed_amount,
        discount_points_amount,
        seller_paid_closing_costs_amount,
        seller_credits_amount,
        sales_concession_amount,
        subordinate_financing_amount,
        cash_from_borrower_amount: _,
        refinance_improvements,
        refinance_improvements_description,
        refinance_improvements_amount,
        credits,
        down_payments,
    } = &writing.application.transaction;
    let new_loans = sum(writing.application.other_loans.iter().map(|loan| loan.amount));
    let all_subordinate = writing.application.loan.subordinate_financing_amount;

    let row = writing.once(&transaction::LAYOUT);
    row.put(&transaction::ALTERATIONS, *alterations_amount);
    row.put(&transaction::LAND, *land_amount);
    row.put(&transaction::REFINANCE, sum([*refinance_payoff_amount, *other_payoff_amount]));
    row.put(&transaction::PREPAID_ITEMS, *prepaid_items_amount);
    row.put(&transaction::CLOSING_COSTS, *closing_costs_amount);
    row.put(&transaction::MI_AND_FUNDING_FEE, *mi_and_funding_fee_amount);
    row.put(&transaction::DISCOUNT, *discount_points_amount);
    row.put(&transaction::SUBORDINATE_FINANCING, all_subordinate.or(*subordinate_financing_amount).or(new_loans));
    row.put(&transaction::SELLER_PAID_COSTS, *seller_paid_closing_costs_amount);
    row.put(&transaction::MI_AND_FUNDING_FEE_FINANCED, *mi_and_funding_fee_financed_amount);

    let row = writing.once(&construction_or_refinance::LAYOUT);
    let made = code(IMPROVEMENTS, refinance_improvements.as_deref().as_ref());
    row.put(&construction_or_refinance::IMPROVEMENTS_MADE, made);
    row.put(&construction_or_refinance::IMPROVEMENTS, refinance_improvements_description.as_ref());
    row.put(&construction_or_refinance::IMPROVEMENTS_COST, *refinance_improvements_amount);
    writing.once(&fha_va::LAYOUT).put(&fha_va::SELLER_CONCESSIONS, *sales_concession_amount);

    let is = |credit: &PurchaseCredit, kind| credit.kind == Some(kind);
    for PurchaseCredit { id: _, kind, other: _, amount, source: _ } in
        credits.iter().filter(|credit| !is(credit, PurchaseCreditType::MIPremiumRefund))
    {
        let row = writing.row(&credit::LAYOUT);
        row.put(&credit::KIND, kind.map(|kind| code(CREDITS, Some(&kind)).unwrap_or("07")));
        row.put(&credit::AMOUNT, *amount);
    }
    // Write the total of seller credits as one credit, unless the credits list them individually.
    if seller_credits_amount.is_some() && !credits.iter().any(|credit| is(credit, PurchaseCreditType::Seller)) {
        let row = writing.row(&credit::LAYOUT);
        row.word(&credit::KIND, CREDITS, Some(PurchaseCreditType::Seller));
        row.put(&credit::AMOUNT, *seller_credits_amount);
    }
    let refunds = credits.iter().filter(|credit| is(credit, PurchaseCreditType::MIPremiumRefund));
    writing.once(&fha::LAYOUT).put(&fha::MIP_REFUND, sum(refunds.map(|credit| credit.amount)));
    for DownPayment { id: _, kind, amount, explanation } in down_payments {
        let row = writing.row(&down_payment::LAYOUT);
        row.word(&down_payment::KIND, DOWN_PAYMENTS, *kind);
        row.put(&down_payment::AMOUNT, *amount);
        row.put(&down_payment::EXPLANATION, explanation.as_ref());
    }
}
