//! Sorts the lists of an application into the sections of the form, for each group of joint applicants.

use crate::boxes::label_of;
use lending::{
    application::{
        Application, Asset, Borrower, Employment, EmploymentClassification, EmploymentStatus, Expense, Income,
        Liability, OtherLoan, OwnedProperty, PurchaseCredit, PurchaseCreditType, Residence, ResidencyType,
    },
    form::groups,
};
use serde_json::{Value, json};
use uuid::Uuid;

/// The lists of sections 2 to 4 that a group of borrowers shares.
#[derive(Default)]
pub(crate) struct GroupRows<'a> {
    /// [2a] Accounts.
    pub accounts: Vec<&'a Asset>,
    /// [2b] Other assets and credits, as rows of kind, value and description.
    pub other_assets: Vec<Value>,
    /// [2c] Debts that no property secures.
    pub debts: Vec<&'a Liability>,
    /// [2d] Expenses.
    pub expenses: Vec<&'a Expense>,
    /// [3] Properties with their mortgages.
    pub properties: Vec<(&'a OwnedProperty, Vec<&'a Liability>)>,
    /// [4b] Other new mortgages.
    pub other_loans: Vec<&'a OtherLoan>,
    /// [4d] Gifts and grants.
    pub gifts: Vec<&'a Asset>,
}

/// Assigns wages that name no employer to the borrower's first current job, where the form has them.
pub(crate) fn with_assigned_wages(application: &Application) -> Application {
    let mut application = application.clone();
    for borrower in &mut application.borrowers {
        let Some(job) = current_jobs(borrower).first().map(|job| job.id) else { continue };
        let wages = borrower.incomes.iter_mut().filter(|income| income.from_employment == Some(true));
        wages.filter(|income| income.employment.is_none()).for_each(|income| income.employment = Some(job));
    }
    application
}

/// The groups of joint applicants, each with its borrowers in the order of the application.
pub(crate) fn groups(application: &Application) -> Vec<Vec<&Borrower>> {
    let by_id = |id| application.borrowers.iter().find(|borrower| borrower.id == id);
    groups::groups(application).into_iter().map(|group| group.into_iter().filter_map(by_id).collect()).collect()
}

/// The lists of one group. An item belongs to the group of its first owner. Items without an owner, credits and other
/// loans belong to the first group.
pub(crate) fn of_group<'a>(application: &'a Application, group: &[&Borrower], is_first: bool) -> GroupRows<'a> {
    let groups = groups::groups(application);
    let first = group.first().map(|borrower| borrower.id);
    let owns = |owners: &[Uuid]| groups::group_of(&groups, owners).first().copied() == first;
    let assets: Vec<&Asset> = application.assets.iter().filter(|asset| owns(&asset.owners)).collect();
    let is_listed = |asset: &Asset, list: &str| asset.kind.is_some_and(|kind| label_of(list, kind.as_str()).is_some());
    let (accounts, rest): (Vec<_>, Vec<_>) = assets.into_iter().partition(|asset| is_listed(asset, "account"));
    let (gifts, rest): (Vec<_>, Vec<_>) = rest.into_iter().partition(|asset| is_listed(asset, "gift"));
    let mut other_assets: Vec<Value> = rest.into_iter().map(asset_row).collect();
    if is_first {
        let credits = application.transaction.credits.iter();
        other_assets.extend(credits.filter(|credit| is_listed_credit(credit)).map(credit_row));
    }
    let properties: Vec<&OwnedProperty> =
        application.owned_properties.iter().filter(|property| owns(&property.owners)).collect();
    let mortgages = |property: &OwnedProperty| {
        let secured = application.liabilities.iter().filter(|debt| debt.owned_property == Some(property.id));
        secured.collect::<Vec<_>>()
    };
    let secures = |debt: &Liability| {
        debt.owned_property.is_some_and(|id| application.owned_properties.iter().any(|property| property.id == id))
    };
    GroupRows {
        accounts,
        other_assets,
        debts: application.liabilities.iter().filter(|debt| owns(&debt.owners) && !secures(debt)).collect(),
        expenses: application.expenses.iter().filter(|expense| owns(&expense.owners)).collect(),
        properties: properties.into_iter().map(|property| (property, mortgages(property))).collect(),
        other_loans: if is_first { application.other_loans.iter().collect() } else { Vec::new() },
        gifts,
    }
}

fn asset_row(asset: &Asset) -> Value {
    json!({ "kind": asset.kind, "value": asset.value, "other": asset.other })
}

fn credit_row(credit: &PurchaseCredit) -> Value {
    json!({ "kind": credit.kind, "value": credit.amount, "other": credit.other })
}

/// Whether section 2b lists the credit: the form's list names it. All credits count in L4.
fn is_listed_credit(credit: &PurchaseCredit) -> bool {
    let is_named = |kind: PurchaseCreditType| label_of("assetOrCredit", kind.as_str()).is_some();
    credit.kind.is_some_and(|kind| kind != PurchaseCreditType::Other && is_named(kind))
}

/// Current jobs with the primary one first.
pub(crate) fn current_jobs(borrower: &Borrower) -> Vec<&Employment> {
    let is_current = |job: &&Employment| job.status != Some(EmploymentStatus::Previous);
    let mut jobs: Vec<&Employment> = borrower.employments.iter().filter(is_current).collect();
    jobs.sort_by_key(|job| job.classification == Some(EmploymentClassification::Secondary));
    jobs
}

/// Jobs that ended.
pub(crate) fn previous_jobs(borrower: &Borrower) -> Vec<&Employment> {
    borrower.employments.iter().filter(|job| job.status == Some(EmploymentStatus::Previous)).collect()
}

/// The current address. An address without a kind counts as current.
pub(crate) fn residence(borrower: &Borrower) -> Option<&Residence> {
    borrower.residences.iter().find(|residence| residence.kind != Some(ResidencyType::Prior))
}

/// Former addresses.
pub(crate) fn former_residences(borrower: &Borrower) -> Vec<&Residence> {
    borrower.residences.iter().filter(|residence| residence.kind == Some(ResidencyType::Prior)).collect()
}

/// [1e] Income that no listed job pays.
pub(crate) fn other_incomes(borrower: &Borrower) -> Vec<&Income> {
    borrower.incomes.iter().filter(|income| job_of(borrower, income).is_none()).collect()
}

/// The job that pays an income.
fn job_of<'a>(borrower: &'a Borrower, income: &Income) -> Option<&'a Employment> {
    borrower.employments.iter().find(|job| Some(job.id) == income.employment)
}
