//! [2c, 3] Finds debts of section 2c that are a mortgage of section 3, so that each mortgage counts once (URLA-23).

use crate::{
    application::{Application, Liability, LiabilityType},
    values::{Money, name_key},
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A debt of section 2c that is, or could be, a mortgage of section 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MortgageLink {
    /// Id of the debt in section 2c.
    pub liability: Uuid,
    /// Id of the mortgage in section 3, which is a liability too.
    pub mortgage: Uuid,
    /// Id of the property that the mortgage is on.
    pub property: Uuid,
    /// Creditor, last four digits and balance agree: the two count once. Otherwise only the creditor agrees, and a user
    /// decides.
    pub linked: bool,
}

/// Links and proposals. Each debt has at most one, and each mortgage is linked at most once.
pub(super) fn mortgage_links(application: &Application) -> Vec<MortgageLink> {
    let liabilities = &application.liabilities;
    let (mortgages, debts): (Vec<_>, Vec<_>) =
        liabilities.iter().partition(|liability| liability.owned_property.is_some());
    let mut links: Vec<MortgageLink> = Vec::new();
    let mut add = |is_match: fn(&Liability, &Liability) -> bool, linked: bool| {
        for debt in debts.iter().filter(|debt| debt.separate_debt != Some(true)) {
            if links.iter().any(|link| link.liability == debt.id) {
                continue;
            }
            let is_free = |one: &Liability| !links.iter().any(|link| link.linked && link.mortgage == one.id);
            let found = mortgages.iter().find(|one| is_free(one) && is_match(one, debt));
            if let Some((mortgage, property)) = found.and_then(|one| Some((one.id, one.owned_property?))) {
                links.push(MortgageLink { liability: debt.id, mortgage, property, linked });
            }
        }
    };
    add(is_same_account, true);
    add(|mortgage, debt| could_be_mortgage(debt) && is_same_creditor(mortgage, debt), false);
    links
}

fn is_same_creditor(one: &Liability, other: &Liability) -> bool {
    let key = |liability: &Liability| liability.creditor.as_deref().map(name_key).filter(|key| !key.is_empty());
    key(one).is_some_and(|creditor| key(other) == Some(creditor))
}

fn is_same_account(mortgage: &Liability, debt: &Liability) -> bool {
    let digits = mortgage.account_number_last_four.as_ref();
    is_same_creditor(mortgage, debt)
        && digits.is_some_and(|digits| debt.account_number_last_four.as_ref() == Some(digits))
        && mortgage.balance.zip(debt.balance).is_some_and(|(one, other)| is_within_five_percent(one, other))
}

/// Whether the second balance differs from the first by at most 5 %.
fn is_within_five_percent(one: Money, other: Money) -> bool {
    let difference = i128::from(one.cents()) - i128::from(other.cents());
    difference.abs() * 20 <= i128::from(one.cents()).abs()
}

/// Whether a creditor's name alone suggests a mortgage. Cards and leases of a mortgage lender don't.
fn could_be_mortgage(debt: &Liability) -> bool {
    !matches!(
        debt.kind,
        Some(
            LiabilityType::Revolving
                | LiabilityType::LeasePayment
                | LiabilityType::Open30DayChargeAccount
                | LiabilityType::DeferredStudentLoan
        )
    )
}
