//! The figures that Form 1003 derives from an application: income, assets, debts, rental income, loan to value, the
//! monthly payment, the cash to close and the ratios.
//!
//! Every figure keeps its parts, so that a page can answer why it has its value. A figure equals the sum of its counted
//! parts. A part that doesn't count says why.

mod assets;
mod cash;
mod debts;
mod defaults;
mod income;
mod links;
mod loan_to_value;
mod payment;
mod ratios;
mod rental;
#[cfg(test)]
mod tests;

pub(crate) use assets::{AssetSection, section_of as section_of_asset};

pub use assets::AssetFigures;
pub use cash::{CashLine, CashToClose};
pub use defaults::{Dated, Defaults};
pub use income::{BorrowerIncome, IncomeFigures, JobIncome};
pub use links::MortgageLink;
pub use loan_to_value::{LoanToValue, LoanToValueRatio, loan_to_value_ratio};
pub use payment::{LineSource, PaymentFigures, PaymentLine, PaymentLineKind, principal_and_interest};
pub use ratios::{QualifyingRatio, QualifyingRatios};
pub use rental::{PropertyRent, RentMethod, RentalFigures, ScheduleE, schedule_e_net};

use crate::{application::Application, values::Money};
use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

/// A part of a figure.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FigurePart {
    /// Short name, such as the creditor.
    pub label: String,
    /// Path of the field it comes from.
    pub path: Option<String>,
    /// The amount. Negative amounts reduce the figure.
    pub amount: Money,
    /// Whether the figure contains it.
    pub counted: bool,
    /// How the figure treats it, such as `Counted` or `Left out: 9 payments`.
    pub treatment: String,
}

impl FigurePart {
    fn counted(label: impl Into<String>, path: impl Into<Option<String>>, amount: Money) -> Self {
        Self::treated(label, path, amount, "Counted")
    }

    fn treated(
        label: impl Into<String>,
        path: impl Into<Option<String>>,
        amount: Money,
        treatment: impl Into<String>,
    ) -> Self {
        Self { label: label.into(), path: path.into(), amount, counted: true, treatment: treatment.into() }
    }

    fn left_out(
        label: impl Into<String>,
        path: impl Into<Option<String>>,
        amount: Money,
        why: impl Into<String>,
    ) -> Self {
        Self { counted: false, ..Self::treated(label, path, amount, why) }
    }
}

/// An amount and its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Figure {
    /// Sum of the counted parts.
    pub amount: Money,
    /// Explains the amount.
    pub parts: Vec<FigurePart>,
}

impl Figure {
    fn of(parts: Vec<FigurePart>) -> Self {
        Self { amount: parts.iter().filter(|part| part.counted).map(|part| part.amount).sum(), parts }
    }
}

/// Every figure of an application.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    /// [1b to 1e] Monthly income.
    pub income: IncomeFigures,
    /// [2a, 2b, 4d] Assets and credits.
    pub assets: AssetFigures,
    /// [2c, 2d, 3] Monthly debts besides the housing payment, with the treatment of each.
    pub debts: Figure,
    /// [2c, 3] Debts that are, or could be, a mortgage listed in section 3.
    pub mortgage_links: Vec<MortgageLink>,
    /// [3, 4c] Rental income.
    pub rental: RentalFigures,
    /// [4a, 4b] Loan to value.
    pub loan_to_value: LoanToValue,
    /// [L3] The proposed monthly payment.
    pub payment: PaymentFigures,
    /// [L4] Cash to close.
    pub cash: CashToClose,
    /// Housing and total debt ratio.
    pub ratios: QualifyingRatios,
}

/// Computes every figure of an application.
#[must_use]
pub fn figures(application: &Application, defaults: &Defaults) -> Figures {
    let links = links::mortgage_links(application);
    let payment = payment::payment(application);
    let rental = rental::rental(application, defaults, &payment);
    let income = income::income(application, &rental);
    let assets = assets::assets(application);
    let cash = cash::cash_to_close(application);
    let debts = debts::debts(
        application,
        defaults,
        &debts::Context {
            rental: &rental,
            links: &links,
            liquid_assets: assets.total.amount,
            cash_from_borrower: cash.cash_from_borrower,
        },
    );
    let ratios = ratios::ratios(application, &income, &payment, &debts);
    let loan_to_value = loan_to_value::loan_to_value(application);
    Figures { income, assets, debts: debts.all, mortgage_links: links, rental, loan_to_value, payment, cash, ratios }
}

/// The first text that isn't empty.
fn label_or(text: Option<&str>, otherwise: &str) -> String {
    text.map(str::trim).filter(|text| !text.is_empty()).unwrap_or(otherwise).to_owned()
}
