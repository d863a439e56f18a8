//! Percentages and limits of the calculations. They are data with a source and a date, because agencies change them.

use crate::{
    application::MortgageType,
    values::{Money, Rate},
};
use jiff::civil::{Date, date};
use serde::Serialize;
use utoipa::ToSchema;

/// A value with its source and the day from which it applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Dated<T> {
    /// The value.
    pub value: T,
    /// Where it comes from.
    pub source: &'static str,
    /// The edition that was read. The value applies from this day.
    #[schema(value_type = String, format = Date)]
    pub effective_on: Date,
}

/// Defaults of the calculations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Defaults {
    /// Share of the gross rent that counts, in percent. The rest covers vacancy and maintenance.
    pub rental_factor: Dated<Rate>,
    /// Programs whose factor differs.
    #[schema(value_type = Vec<Object>)]
    pub rental_factors_by_program: Vec<(MortgageType, Dated<Rate>)>,
    /// Installment debts with at most this many payments left may be left out of the ratio.
    pub installment_payments: Dated<u16>,
    /// Payment of a revolving debt without a stated payment, in percent of its balance.
    pub revolving_percent: Dated<Rate>,
    /// The least payment of a revolving debt without a stated payment.
    pub revolving_minimum: Dated<Money>,
    /// Payment of a student loan with a stated payment of zero, in percent of its balance.
    pub student_loan_percent: Dated<Rate>,
}

const fn guide<T: Copy>(value: T, source: &'static str) -> Dated<T> {
    Dated { value, source, effective_on: date(2026, 6, 3) }
}

const fn percent(whole: i64) -> Rate {
    Rate::from_millionths(whole * 1_000_000)
}

impl Default for Defaults {
    /// Fannie Mae's defaults in the Selling Guide of June 3, 2026.
    fn default() -> Self {
        Self {
            rental_factor: guide(percent(75), "Selling Guide B3-3.8-01"),
            rental_factors_by_program: Vec::new(),
            installment_payments: guide(10, "Selling Guide B3-6-05"),
            revolving_percent: guide(percent(5), "Selling Guide B3-6-05"),
            revolving_minimum: guide(Money::from_cents(1_000), "Selling Guide B3-6-05"),
            student_loan_percent: guide(percent(1), "Selling Guide B3-6-05"),
        }
    }
}

impl Defaults {
    /// The rental factor of a program.
    #[must_use]
    pub fn rental_factor_of(&self, program: Option<MortgageType>) -> Dated<Rate> {
        let own = self.rental_factors_by_program.iter().find(|(one, _)| Some(*one) == program);
        own.map_or(self.rental_factor, |(_, factor)| *factor)
    }
}
