//! [1b to 1e] Monthly income by job, by borrower and in total.

use super::{Figure, FigurePart, label_or, rental::RentalFigures};
use crate::{
    application::{Application, Borrower, Employment, EmploymentStatus, Income, IncomeType, OwnershipInterest},
    values::Money,
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// Monthly income of the application.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IncomeFigures {
    /// By borrower.
    pub borrowers: Vec<BorrowerIncome>,
    /// Income of all borrowers, and rental income.
    pub total: Figure,
}

/// Monthly income of a borrower.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BorrowerIncome {
    /// Id of the borrower.
    pub borrower: Uuid,
    /// [1b, 1c] By current job.
    pub jobs: Vec<JobIncome>,
    /// [1e] From other sources.
    pub other: Figure,
    /// Both.
    pub total: Figure,
}

/// [1b, 1c] Monthly income of a job. The six amounts follow the form.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobIncome {
    /// Id of the job.
    pub employment: Uuid,
    /// Base pay, including military base pay.
    pub base: Money,
    /// Overtime.
    pub overtime: Money,
    /// Bonus.
    pub bonus: Money,
    /// Commission.
    pub commission: Money,
    /// Military entitlements, without base pay.
    pub military_entitlements: Money,
    /// Other income of the job.
    pub other: Money,
    /// The job's total: wages, or the income or loss of a business that the borrower owns to 25 % or more.
    pub total: Figure,
}

#[derive(Clone, Copy, PartialEq)]
enum Column {
    Base,
    Overtime,
    Bonus,
    Commission,
    MilitaryEntitlements,
    Other,
}

/// The form's column for a job's income.
const fn column(kind: Option<IncomeType>) -> Column {
    use IncomeType as Kind;
    match kind {
        Some(Kind::Base | Kind::MilitaryBasePay) => Column::Base,
        Some(Kind::Overtime) => Column::Overtime,
        Some(Kind::Bonus) => Column::Bonus,
        Some(Kind::Commissions) => Column::Commission,
        Some(
            Kind::MilitaryClothesAllowance
            | Kind::MilitaryCombatPay
            | Kind::MilitaryFlightPay
            | Kind::MilitaryHazardPay
            | Kind::MilitaryOverseasPay
            | Kind::MilitaryPropPay
            | Kind::MilitaryQuartersAllowance
            | Kind::MilitaryRationsAllowance
            | Kind::MilitaryVariableHousingAllowance,
        ) => Column::MilitaryEntitlements,
        _ => Column::Other,
    }
}

pub(super) fn income(application: &Application, rental: &RentalFigures) -> IncomeFigures {
    let borrowers: Vec<_> = application.borrowers.iter().map(|borrower| of_borrower(borrower, rental)).collect();
    let mut parts: Vec<FigurePart> = borrowers.iter().flat_map(|borrower| borrower.total.parts.clone()).collect();
    parts.extend(rental.income_parts());
    IncomeFigures { borrowers, total: Figure::of(parts) }
}

fn of_borrower(borrower: &Borrower, rental: &RentalFigures) -> BorrowerIncome {
    let is_current = |job: &&Employment| job.status != Some(EmploymentStatus::Previous);
    let jobs: Vec<_> = borrower.employments.iter().filter(is_current).map(|job| of_job(borrower, job)).collect();
    let others = borrower.incomes.iter().filter(|income| job_of(borrower, income).is_none());
    let has_others = borrower.incomes.len() > 1 || jobs.iter().any(|job| job.total.amount != Money::ZERO);
    let other: Vec<_> = others.filter_map(|income| part_of_other(borrower, income, rental, has_others)).collect();
    let mut parts: Vec<FigurePart> = jobs.iter().flat_map(|job| job.total.parts.clone()).collect();
    parts.extend(other.clone());
    BorrowerIncome { borrower: borrower.id, jobs, other: Figure::of(other), total: Figure::of(parts) }
}

fn job_of<'a>(borrower: &'a Borrower, income: &Income) -> Option<&'a Employment> {
    borrower.employments.iter().find(|job| Some(job.id) == income.employment)
}

/// Whether the income or loss of the business replaces the job's wages (URLA-13).
#[must_use]
pub(crate) fn counts_as_business(job: &Employment) -> bool {
    match job.ownership {
        Some(OwnershipInterest::GreaterThanOrEqualTo25Percent) => job.self_employed != Some(false),
        Some(OwnershipInterest::LessThan25Percent) => false,
        None => job.self_employed != Some(false) && job.self_employed_income.is_some(),
    }
}

fn of_job(borrower: &Borrower, job: &Employment) -> JobIncome {
    let incomes: Vec<_> = borrower.incomes.iter().filter(|income| income.employment == Some(job.id)).collect();
    let sum = |wanted: Column| {
        incomes.iter().filter(|income| column(income.kind) == wanted).filter_map(|income| signed(income)).sum()
    };
    let employer = label_or(job.employer_name.as_deref(), "Employer");
    let path = |field: &str| format!("borrowers/{}/employments/{}/{field}", borrower.id, job.id);
    let is_business = counts_as_business(job);
    let mut parts: Vec<FigurePart> = incomes
        .iter()
        .filter_map(|income| {
            let label = format!("{employer}: {}", label(income));
            let part = FigurePart::counted(label, income_path(borrower, income), signed(income)?);
            Some(match is_business {
                true => FigurePart {
                    counted: false,
                    treatment: "Left out: the business income replaces wages".into(),
                    ..part
                },
                false => part,
            })
        })
        .collect();
    if is_business && let Some(amount) = job.self_employed_income {
        parts.push(FigurePart::counted(
            format!("{employer}: income of the business"),
            path("selfEmployedIncome"),
            amount,
        ));
    }
    if let (true, Some(amount)) = (parts.is_empty(), job.stated_income) {
        let label = format!("{employer}: total");
        parts.push(FigurePart::treated(label, path("statedIncome"), amount, "Counted: total stated in the file"));
    }
    JobIncome {
        employment: job.id,
        base: sum(Column::Base),
        overtime: sum(Column::Overtime),
        bonus: sum(Column::Bonus),
        commission: sum(Column::Commission),
        military_entitlements: sum(Column::MilitaryEntitlements),
        other: sum(Column::Other),
        total: Figure::of(parts),
    }
}

/// Income without a current job: a source of 1e, or wages of a previous job.
fn part_of_other(borrower: &Borrower, income: &Income, rental: &RentalFigures, has_others: bool) -> Option<FigurePart> {
    use IncomeType as Kind;
    let part = FigurePart::counted(label(income), income_path(borrower, income), signed(income)?);
    let why = match income.kind {
        Some(
            Kind::NetRentalIncome
            | Kind::ProposedGrossRentForSubjectProperty
            | Kind::RealEstateOwnedGrossRentalIncome
            | Kind::SubjectPropertyNetCashFlow,
        ) if rental.has_rent() => "Left out: the property's rental income counts",
        Some(Kind::NonBorrowerHouseholdIncome) => "Left out: not a borrower's income",
        Some(Kind::BorrowerEstimatedTotalMonthlyIncome) if has_others => "Left out: the itemized income counts",
        _ => return Some(part),
    };
    Some(FigurePart { counted: false, treatment: why.into(), ..part })
}

/// The amount. A loss counts as negative, however the file writes it.
fn signed(income: &Income) -> Option<Money> {
    let amount = income.monthly_amount?;
    let is_loss = income.kind == Some(IncomeType::SelfEmploymentLoss);
    Some(if is_loss && amount > Money::ZERO { -amount } else { amount })
}

fn income_path(borrower: &Borrower, income: &Income) -> String {
    format!("borrowers/{}/incomes/{}/monthlyAmount", borrower.id, income.id)
}

fn label(income: &Income) -> String {
    use IncomeType as Kind;
    let name = match income.kind {
        Some(Kind::Other) | None => return label_or(income.other.as_deref(), "Other"),
        Some(Kind::Commissions) => "Commission",
        Some(Kind::MilitaryBasePay) => "Military base pay",
        Some(Kind::HousingAllowance) => "Housing or parsonage",
        Some(Kind::DividendsInterest) => "Interest and dividends",
        Some(Kind::MortgageDifferential) => "Mortgage differential payments",
        Some(Kind::NotesReceivableInstallment) => "Notes receivable",
        Some(Kind::Pension) => "Retirement",
        Some(Kind::Royalties) => "Royalty payments",
        Some(Kind::Unemployment) => "Unemployment benefits",
        Some(Kind::VABenefitsNonEducational) => "VA compensation",
        Some(Kind::BorrowerEstimatedTotalMonthlyIncome) => "Estimated total income",
        Some(kind) => return spaced(kind.as_str()),
    };
    name.to_owned()
}

/// A name in words: `BoarderIncome` becomes `Boarder income`.
pub(super) fn spaced(word: &str) -> String {
    let mut text = String::with_capacity(word.len() + 4);
    for (at, letter) in word.char_indices() {
        if at > 0 && letter.is_ascii_uppercase() {
            text.push(' ');
            text.push(letter.to_ascii_lowercase());
        } else {
            text.push(letter);
        }
    }
    text
}
