//! Sections L1, L3 and L4: the funds of the transaction and the monthly payment.

use super::{
    coded::{self, Coded},
    fields::fields,
    loan::subject_place,
    property::drop_zero,
    reading::{Element, Item, Reading},
    values::{Taken, Value},
    words::{describe, recognize},
    writing::Writing,
};
use crate::{
    application::{Application, DownPayment, HousingExpense, PurchaseCredit, PurchaseCreditType, Transaction},
    values::Money,
};
use mismo34::{Path, Place, path};

fields! {
    const LOAN: Transaction = "LOAN" {
        "CLOSING_INFORMATION/CLOSING_INFORMATION_DETAIL" { "CashFromBorrowerAtClosingAmount": cash_from_borrower_amount }
        "CONSTRUCTION" { "LandOriginalCostAmount": land_amount }
        "DOCUMENT_SPECIFIC_DATA_SETS/DOCUMENT_SPECIFIC_DATA_SET/URLA/URLA_DETAIL" {
            "AlterationsImprovementsAndRepairsAmount": alterations_amount,
            "BorrowerPaidDiscountPointsTotalAmount": discount_points_amount,
            "EstimatedClosingCostsAmount": closing_costs_amount,
            "MIAndFundingFeeFinancedAmount": mi_and_funding_fee_financed_amount,
            "MIAndFundingFeeTotalAmount": mi_and_funding_fee_amount,
            "PrepaidItemsEstimatedAmount": prepaid_items_amount,
            "RefinanceImprovementCostsAmount": refinance_improvements_amount,
            "RefinanceImprovementsType": refinance_improvements,
            "RefinanceProposedImprovementsDescription": refinance_improvements_description,
            "SellerPaidClosingCostsAmount": seller_paid_closing_costs_amount,
        }
        "DOCUMENT_SPECIFIC_DATA_SETS/DOCUMENT_SPECIFIC_DATA_SET/URLA/URLA_TOTAL/EXTENSION/OTHER/ULAD:URLA_TOTAL_EXTENSION" {
            "ULAD:URLATotalSellerCreditsAmount": seller_credits_amount,
        }
    }

    const DEAL: Transaction = "DEAL" {
        "COLLATERALS/COLLATERAL/SUBJECT_PROPERTY/SALES_CONTRACTS/SALES_CONTRACT/SALES_CONCESSIONS/SALES_CONCESSION" {
            "SalesConcessionAmount": sales_concession_amount,
        }
        "LIABILITIES/LIABILITY_SUMMARY" {
            "TotalNonSubjectPropertyDebtsToBePaidOffAmount": other_payoff_amount,
            "TotalSubjectPropertyPayoffsAndPaymentsAmount": refinance_payoff_amount,
        }
    }

    const CREDIT: PurchaseCredit = "PURCHASE_CREDIT" {
        "" {
            "PurchaseCreditAmount": amount,
            "PurchaseCreditType": kind,
            "PurchaseCreditTypeOtherDescription": other,
        }
    }

    const DOWN_PAYMENT: DownPayment = "DOWN_PAYMENT" {
        "" {
            "DownPaymentAmount": amount,
            "FundsType": kind,
            "FundsTypeOtherDescription": explanation,
        }
    }

    const HOUSING_EXPENSE: HousingExpense = "HOUSING_EXPENSE" {
        "" {
            "HousingExpensePaymentAmount": amount,
            "HousingExpenseTimingType": timing,
            "HousingExpenseType": kind,
            "HousingExpenseTypeOtherDescription": other,
        }
    }
}

const CASH_TO_BORROWER: Path =
    Path::of("LOAN", "CLOSING_INFORMATION/CLOSING_INFORMATION_DETAIL/CashToBorrowerAtClosingAmount");
const CREDITS: Path = Path::of("LOAN", "PURCHASE_CREDITS/PURCHASE_CREDIT");
const ADJUSTMENTS: Path = Path::of("LOAN", "CLOSING_INFORMATION/CLOSING_ADJUSTMENT_ITEMS/CLOSING_ADJUSTMENT_ITEM");
const ADJUSTMENT_AMOUNT: Path =
    Path::of("CLOSING_ADJUSTMENT_ITEM", "CLOSING_ADJUSTMENT_ITEM_DETAIL/ClosingAdjustmentItemAmount");
const ADJUSTMENT_TYPE: Path =
    Path::of("CLOSING_ADJUSTMENT_ITEM", "CLOSING_ADJUSTMENT_ITEM_DETAIL/ClosingAdjustmentItemType");
const LENDER_CREDIT: &str = "LenderCredit";
const DOWN_PAYMENTS: Path = Path::of("LOAN", "DOWN_PAYMENTS/DOWN_PAYMENT");
const PROPOSED: Path = Path::of("LOAN", "HOUSING_EXPENSES/HOUSING_EXPENSE");
const PRESENT: Path = Path::of("ROLE", "BORROWER/HOUSING_EXPENSES/HOUSING_EXPENSE");

const CREDIT_SOURCE: Coded = Coded {
    word: Path::of("PURCHASE_CREDIT", "PurchaseCreditSourceType"),
    description: Path::of("PURCHASE_CREDIT", "PurchaseCreditSourceTypeOtherDescription"),
    words: &[
        "BorrowerPaidOutsideClosing",
        "BuilderDeveloper",
        "Employer",
        "FederalAgency",
        "Lender",
        "LocalAgency",
        "NonParentRelative",
        "Parent",
        "PropertySeller",
        "RealEstateAgent",
        "StateAgency",
        "UnrelatedFriend",
    ],
};

/// Reads amounts, credits and expenses. Call it after reading the borrowers.
pub(super) fn read<'d>(reading: &mut Reading<'d>, loan: Element<'d>) {
    let mut transaction = Transaction::default();
    reading.fields(loan, LOAN, &mut transaction);
    reading.fields(reading.deal, DEAL, &mut transaction);
    if transaction.discount_points_amount.is_none() {
        let points = path!("LOAN", "LOAN_PRODUCT/LOAN_PRODUCT_DETAIL/DiscountPointsTotalAmount");
        transaction.discount_points_amount = reading.value(loan, &points);
    }
    read_cash_to_borrower(reading, loan, &mut transaction);
    for element in loan.every(&CREDITS) {
        let mut credit = PurchaseCredit { id: reading.new_id(), ..PurchaseCredit::default() };
        reading.fields(element, CREDIT, &mut credit);
        recognize(&mut credit.kind, &mut credit.other);
        credit.source = coded::read(reading, element, &CREDIT_SOURCE);
        transaction.credits.push(credit);
    }
    for element in loan.every(&ADJUSTMENTS) {
        transaction.credits.extend(read_adjustment(reading, element));
    }
    for element in loan.every(&DOWN_PAYMENTS) {
        let mut payment = DownPayment { id: reading.new_id(), ..DownPayment::default() };
        reading.fields(element, DOWN_PAYMENT, &mut payment);
        recognize(&mut payment.kind, &mut payment.explanation);
        transaction.down_payments.push(payment);
    }
    reading.application.transaction = transaction;
    read_housing_expenses(reading, loan);
}

/// Reads cash to the borrower as negative cash from the borrower.
fn read_cash_to_borrower<'d>(reading: &mut Reading<'d>, loan: Element<'d>, transaction: &mut Transaction) {
    let mut cash: Option<Money> = reading.value(loan, &CASH_TO_BORROWER);
    if transaction.cash_from_borrower_amount.is_none() {
        transaction.cash_from_borrower_amount = cash.map(|cash| Money::from_cents(cash.cents().saturating_neg()));
    } else if cash.is_some_and(|cash| cash != Money::ZERO)
        && let Some(point) = loan.at(&CASH_TO_BORROWER)
    {
        reading.about(point, "The file has cash both from and to the borrower. Only the first was used.");
    } else {
        drop_zero(reading, loan, &CASH_TO_BORROWER, &mut cash);
    }
}

/// Reads a lender's credit from the closing adjustments. The application can't store other adjustments.
fn read_adjustment<'d>(reading: &mut Reading<'d>, element: Element<'d>) -> Option<PurchaseCredit> {
    let kind = match PurchaseCreditType::take(element.value(&ADJUSTMENT_TYPE)?) {
        Taken::As(kind) | Taken::Meant(kind) if kind != PurchaseCreditType::Other => kind,
        _ => return None,
    };
    reading.mark_at(element, &ADJUSTMENT_TYPE);
    let amount = reading.value(element, &ADJUSTMENT_AMOUNT);
    Some(PurchaseCredit { id: reading.new_id(), kind: Some(kind), amount, ..PurchaseCredit::default() })
}

/// Reads housing expenses. Proposed ones are in the loan, present ones in a borrower's role.
fn read_housing_expenses<'d>(reading: &mut Reading<'d>, loan: Element<'d>) {
    let mut places: Vec<_> = loan.every(&PROPOSED).into_iter().map(|element| (element, None)).collect();
    for (number, item) in &reading.items {
        let Item::Borrower(at) = item else { continue };
        let borrower = reading.application.borrowers[*at].id;
        let role = reading.document.element(*number);
        let elements = role.map(|role| role.every(&PRESENT)).unwrap_or_default();
        places.extend(elements.into_iter().map(|element| (element, Some(borrower))));
    }
    for (element, borrower) in places {
        let mut expense = HousingExpense { id: reading.new_id(), borrower, ..HousingExpense::default() };
        reading.fields(element, HOUSING_EXPENSE, &mut expense);
        reading.application.housing_expenses.push(expense);
    }
}

/// Writes amounts, credits and expenses. Call it after writing the borrowers.
pub(super) fn write(writing: &mut Writing<'_>, application: &Application) {
    let transaction = &application.transaction;
    let loan = subject_place(writing);
    let cash = transaction.cash_from_borrower_amount;
    let from_borrower = Transaction {
        cash_from_borrower_amount: cash.filter(|cash| *cash >= Money::ZERO),
        credits: Vec::new(),
        down_payments: Vec::new(),
        ..transaction.clone()
    };
    writing.fields(loan, LOAN, &from_borrower);
    writing.fields(writing.deal, DEAL, transaction);
    let to_borrower =
        cash.filter(|cash| *cash < Money::ZERO).map(|cash| Money::from_cents(cash.cents().saturating_neg()));
    writing.value(loan, &CASH_TO_BORROWER, to_borrower.as_ref());
    for credit in &transaction.credits {
        write_credit(writing, loan, credit);
    }
    for payment in &transaction.down_payments {
        let place = writing.builder.add(loan, &DOWN_PAYMENTS);
        let (kind, explanation) = describe(payment.kind, payment.explanation.as_ref());
        let explanation = explanation.map(Into::into);
        writing.fields(place, DOWN_PAYMENT, &DownPayment { kind, explanation, ..payment.clone() });
    }
    for expense in &application.housing_expenses {
        let borrower = expense.borrower.and_then(|id| writing.borrower_role(id));
        let place = match borrower {
            Some(role) => writing.builder.add(role, &PRESENT),
            None => writing.builder.add(loan, &PROPOSED),
        };
        writing.fields(place, HOUSING_EXPENSE, expense);
    }
}

fn write_credit(writing: &mut Writing<'_>, loan: Place, credit: &PurchaseCredit) {
    if credit.kind == Some(PurchaseCreditType::Lender) && credit.source.is_none() {
        let place = writing.builder.add(loan, &ADJUSTMENTS);
        writing.value(place, &ADJUSTMENT_AMOUNT, credit.amount.as_ref());
        writing.builder.value(place, &ADJUSTMENT_TYPE, LENDER_CREDIT);
        return;
    }
    let place = writing.builder.add(loan, &CREDITS);
    let (kind, other) = describe(credit.kind, credit.other.as_ref());
    let other = other.map(Into::into);
    writing.fields(place, CREDIT, &PurchaseCredit { kind, other, ..credit.clone() });
    coded::write(writing, place, &CREDIT_SOURCE, credit.source.as_ref());
}
