//! [2a, 2b, 4d] Assets and credits.

use super::{Figure, FigurePart, income::spaced, label_or};
use crate::{
    application::{Application, Asset, AssetType, PurchaseCredit, PurchaseCreditType},
    values::Money,
};
use serde::Serialize;
use utoipa::ToSchema;

/// Assets and credits of the application.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssetFigures {
    /// [2a] Total of all accounts.
    pub accounts: Figure,
    /// [2b] Other assets.
    pub other_assets: Figure,
    /// [2b] Credits.
    pub credits: Figure,
    /// [4d] Cash gifts and grants. A deposited gift is part of its account. A gift of equity is a credit.
    pub gifts: Figure,
    /// Accounts, other assets and gifts.
    pub total: Figure,
}

/// The section that lists an asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AssetSection {
    /// [2a]
    Account,
    /// [2b] An asset.
    Other,
    /// [2b] A credit.
    Credit,
    /// [4d]
    Gift,
    /// Assets of older forms that no section of this form lists.
    Elsewhere,
}

/// The section that lists assets of a type.
pub(crate) const fn section_of(kind: Option<AssetType>) -> AssetSection {
    use AssetType as Kind;
    match kind {
        Some(
            Kind::CheckingAccount
            | Kind::SavingsAccount
            | Kind::MoneyMarketFund
            | Kind::CertificateOfDepositTimeDeposit
            | Kind::MutualFund
            | Kind::Stock
            | Kind::StockOptions
            | Kind::Bond
            | Kind::SavingsBond
            | Kind::RetirementFund
            | Kind::Annuity
            | Kind::BridgeLoanNotDeposited
            | Kind::IndividualDevelopmentAccount
            | Kind::TrustAccount
            | Kind::LifeInsurance,
        ) => AssetSection::Account,
        Some(
            Kind::EarnestMoneyCashDepositTowardPurchase
            | Kind::EmployerAssistance
            | Kind::RelocationMoney
            | Kind::RentCredit
            | Kind::SweatEquity
            | Kind::LotEquity
            | Kind::TradeEquity,
        ) => AssetSection::Credit,
        Some(
            Kind::GiftOfCash | Kind::GiftOfPropertyEquity | Kind::GiftsNotDeposited | Kind::GiftsTotal | Kind::Grant,
        ) => AssetSection::Gift,
        Some(
            Kind::Automobile
            | Kind::Boat
            | Kind::RecreationalVehicle
            | Kind::RealEstateOwned
            | Kind::BorrowerPrimaryHome
            | Kind::NetEquity
            | Kind::NetWorthOfBusinessOwned
            | Kind::BorrowerEstimatedTotalAssets,
        ) => AssetSection::Elsewhere,
        None => AssetSection::Account,
        _ => AssetSection::Other,
    }
}

pub(super) fn assets(application: &Application) -> AssetFigures {
    let accounts = parts(application, AssetSection::Account, account);
    let mut other = parts(application, AssetSection::Other, account);
    let has_itemized = !accounts.is_empty() || !other.is_empty();
    other.extend(parts(application, AssetSection::Elsewhere, |asset, amount| elsewhere(asset, amount, has_itemized)));
    let gifts = parts(application, AssetSection::Gift, gift);
    let total = [accounts.clone(), other.clone(), gifts.clone()].concat();
    AssetFigures {
        accounts: Figure::of(accounts),
        other_assets: Figure::of(other),
        credits: Figure::of(credits(application)),
        gifts: Figure::of(gifts),
        total: Figure::of(total),
    }
}

fn parts(
    application: &Application,
    section: AssetSection,
    part: impl Fn(&Asset, Money) -> FigurePart,
) -> Vec<FigurePart> {
    let listed = application.assets.iter().filter(|asset| section_of(asset.kind) == section);
    listed.filter_map(|asset| Some(part(asset, asset.value?))).collect()
}

fn path(asset: &Asset) -> String {
    format!("assets/{}/value", asset.id)
}

fn name(asset: &Asset) -> String {
    let kind = asset.kind.filter(|kind| *kind != AssetType::Other).map(|kind| spaced(kind.as_str()));
    let kind = kind.unwrap_or_else(|| label_or(asset.other.as_deref(), "Other"));
    match asset.holder.as_deref().map(str::trim).filter(|holder| !holder.is_empty()) {
        Some(holder) => format!("{kind}, {holder}"),
        None => kind,
    }
}

fn account(asset: &Asset, amount: Money) -> FigurePart {
    FigurePart::counted(name(asset), path(asset), amount)
}

fn elsewhere(asset: &Asset, amount: Money, has_itemized: bool) -> FigurePart {
    match asset.kind {
        Some(AssetType::BorrowerEstimatedTotalAssets) if !has_itemized => account(asset, amount),
        Some(AssetType::BorrowerEstimatedTotalAssets) => {
            FigurePart::left_out(name(asset), path(asset), amount, "Left out: the itemized assets count")
        }
        Some(AssetType::RealEstateOwned | AssetType::BorrowerPrimaryHome) => {
            FigurePart::left_out(name(asset), path(asset), amount, "Left out: section 3 lists real estate")
        }
        _ => FigurePart::left_out(name(asset), path(asset), amount, "Left out: not liquid"),
    }
}

fn gift(asset: &Asset, amount: Money) -> FigurePart {
    match (asset.kind, asset.deposited) {
        (Some(AssetType::GiftOfPropertyEquity), _) => {
            FigurePart::left_out(name(asset), path(asset), amount, "Left out: a gift of equity is a credit in L4")
        }
        (kind, Some(true)) if kind != Some(AssetType::GiftsNotDeposited) => {
            FigurePart::left_out(name(asset), path(asset), amount, "Left out: the account's balance contains it")
        }
        _ => FigurePart::treated(name(asset), path(asset), amount, "Counted: not deposited"),
    }
}

/// [2b] Credits of both lists. A credit that a file lists as an asset too counts once.
pub(super) fn credits(application: &Application) -> Vec<FigurePart> {
    let listed =
        application.transaction.credits.iter().filter(|credit| credit.kind != Some(PurchaseCreditType::Seller));
    let mut parts: Vec<FigurePart> = listed.filter_map(of_credit).collect();
    for asset in application.assets.iter().filter(|asset| section_of(asset.kind) == AssetSection::Credit) {
        let Some(amount) = asset.value else { continue };
        let twin = application.transaction.credits.iter().any(|credit| {
            credit.amount == asset.value && credit.kind.is_some() && credit.kind == credit_type(asset.kind)
        });
        parts.push(match twin {
            true => FigurePart::left_out(name(asset), path(asset), amount, "Left out: the same credit counts"),
            false => account(asset, amount),
        });
    }
    parts
}

fn of_credit(credit: &PurchaseCredit) -> Option<FigurePart> {
    let kind = credit.kind.filter(|kind| *kind != PurchaseCreditType::Other);
    let label = match kind {
        Some(PurchaseCreditType::LeasePurchaseFund) => "Rent credit".to_owned(),
        Some(PurchaseCreditType::EmployerAssistedHousing) => "Employer assistance".to_owned(),
        Some(PurchaseCreditType::Lender) => "Lender credit".to_owned(),
        Some(kind) => spaced(kind.as_str()),
        None => label_or(credit.other.as_deref(), "Other credit"),
    };
    Some(FigurePart::counted(label, format!("transaction/credits/{}/amount", credit.id), credit.amount?))
}

/// The credit that an asset of this type is.
const fn credit_type(kind: Option<AssetType>) -> Option<PurchaseCreditType> {
    use PurchaseCreditType as Credit;
    match kind {
        Some(AssetType::EarnestMoneyCashDepositTowardPurchase) => Some(Credit::EarnestMoney),
        Some(AssetType::EmployerAssistance) => Some(Credit::EmployerAssistedHousing),
        Some(AssetType::RelocationMoney) => Some(Credit::RelocationFunds),
        Some(AssetType::RentCredit) => Some(Credit::LeasePurchaseFund),
        Some(AssetType::SweatEquity) => Some(Credit::SweatEquity),
        Some(AssetType::LotEquity) => Some(Credit::LotEquity),
        Some(AssetType::TradeEquity) => Some(Credit::TradeEquity),
        _ => None,
    }
}

/// [4d] Gifts of equity, which line M of L4 contains.
pub(super) fn gifts_of_equity(application: &Application) -> Vec<FigurePart> {
    let is_listed = |amount: Money| {
        application
            .transaction
            .credits
            .iter()
            .any(|credit| credit.kind == Some(PurchaseCreditType::GiftOfEquity) && credit.amount == Some(amount))
    };
    parts(application, AssetSection::Gift, |asset, amount| match (asset.kind, is_listed(amount)) {
        (Some(AssetType::GiftOfPropertyEquity), false) => account(asset, amount),
        (Some(AssetType::GiftOfPropertyEquity), true) => {
            FigurePart::left_out(name(asset), path(asset), amount, "Left out: the same credit counts")
        }
        _ => FigurePart::left_out(name(asset), path(asset), amount, "Left out: an asset, not a credit"),
    })
    .into_iter()
    .filter(|part| part.counted || part.treatment.ends_with("same credit counts"))
    .collect()
}
