//! Housing and total debt ratio (URLA-41).

use super::{FigurePart, PaymentFigures, debts::Debts, debts::is_other_home, income::IncomeFigures};
use crate::{
    application::{Application, PropertyUsage},
    values::{Money, Percent},
};
use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

/// Both ratios and the income they share.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QualifyingRatios {
    /// Monthly income.
    pub income: Money,
    /// Housing expense to income.
    pub housing: QualifyingRatio,
    /// Housing expense and debts to income.
    pub total: QualifyingRatio,
}

/// A ratio to income.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QualifyingRatio {
    /// Rounded to two decimals. Absent without income.
    pub percent: Option<Percent>,
    /// The percentage, or `No income`.
    pub text: String,
    /// The sum of the expenses.
    pub amount: Money,
    /// The expenses, counted or not.
    pub parts: Vec<FigurePart>,
}

impl QualifyingRatio {
    fn of(parts: Vec<FigurePart>, income: Money) -> Self {
        let amount = parts.iter().filter(|part| part.counted).map(|part| part.amount).sum();
        let percent = Percent::rounded(amount, income);
        let text = percent.map_or_else(|| "No income".to_owned(), |percent| percent.to_string());
        Self { percent, text, amount, parts }
    }
}

/// The housing expense is the payment of this loan, or that of the present home if this loan is for another one. The
/// payment of an investment property is part of its net rental income.
pub(super) fn ratios(
    application: &Application,
    income: &IncomeFigures,
    payment: &PaymentFigures,
    debts: &Debts,
) -> QualifyingRatios {
    let income = income.total.amount;
    let lines = payment.lines.iter().filter(|line| line.amount != Money::ZERO);
    let proposed: Vec<_> = lines.map(|line| FigurePart::counted(line.label, None, line.amount)).collect();
    let housing = if is_other_home(application) { debts.present_housing.clone() } else { proposed.clone() };
    let mut total = match application.property.usage {
        Some(PropertyUsage::Investment) => Vec::new(),
        _ => proposed,
    };
    total.extend(debts.all.parts.clone());
    QualifyingRatios {
        income,
        housing: QualifyingRatio::of(housing, income),
        total: QualifyingRatio::of(total, income),
    }
}
