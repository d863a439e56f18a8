//! [3, 4c] Rental income.
//!
//! The rent of a property other than the principal residence is netted against its payment. All those results are
//! summed: a positive total is income, a negative total is one debt. The rent of a principal residence with two to four
//! units is never netted: it is added to income, and the full payment stays in the housing expense (Selling Guide
//! B3-3.8-01).

use super::{Defaults, Figure, FigurePart, PaymentFigures, label_or};
use crate::{
    application::{Application, Disposition, Liability, LoanPurpose, OwnedProperty, PropertyUsage},
    values::{Money, Rate, round_half_up},
    words,
};
use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;
use uuid::Uuid;

words! {
    /// How a property's rent enters the ratios.
    pub enum RentMethod {
        /// Rent less the property's payment.
        Netted,
        /// Rent of the other units of a principal residence, added to income.
        AddedToIncome,
    }
}

/// Rental income of the application.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RentalFigures {
    /// Factor on the gross rent, in percent.
    pub factor: Rate,
    /// [3] Properties whose rent counts or is netted.
    pub properties: Vec<PropertyRent>,
    /// Sum of the netted properties of section 3. A negative sum is one debt.
    pub net: Money,
    /// [4c] The subject property, if it has two to four units or is an investment.
    pub subject: Option<PropertyRent>,
}

/// Rental income of a property.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PropertyRent {
    /// Id of the property in section 3. Absent for the subject property.
    pub property: Option<Uuid>,
    /// How the rent enters the ratios.
    pub method: RentMethod,
    /// The amount that counts: the stated one if there is one, or else the computed one.
    pub amount: Money,
    /// Whether the amount was entered instead of computed.
    pub is_stated: bool,
    /// The computed amount and its parts.
    pub computed: Figure,
}

/// How the ratios treat a property of section 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Treatment {
    /// Its payment is part of its net rental income.
    Netted,
    /// Its payment counts as a debt.
    Kept,
    /// It is sold, so its payment ends.
    Sold,
    /// It secures this loan.
    Subject,
}

/// How the ratios treat a property.
pub(super) fn treatment(property: &OwnedProperty) -> Treatment {
    let usage = property.intended_usage.or(property.current_usage);
    let has_rent = property.rental_income_gross.is_some_and(|rent| rent > Money::ZERO);
    match (property.disposition, usage) {
        _ if property.is_subject == Some(true) => Treatment::Subject,
        (Some(Disposition::Sold), _) => Treatment::Sold,
        (Some(Disposition::PendingSale), _)
        | (_, Some(PropertyUsage::PrimaryResidence | PropertyUsage::SecondHome)) => Treatment::Kept,
        (Some(Disposition::RetainForRental | Disposition::HoldForInvestment), _)
        | (_, Some(PropertyUsage::Investment)) => Treatment::Netted,
        _ if has_rent => Treatment::Netted,
        _ => Treatment::Kept,
    }
}

/// A property's name in lists of parts.
pub(super) fn name(property: &OwnedProperty) -> String {
    label_or(property.address.line.as_deref(), "Property without address")
}

/// Whether the debt is a mortgage on the property that continues after closing.
fn is_paid_on(liability: &Liability, property: &OwnedProperty) -> bool {
    liability.owned_property == Some(property.id)
        && liability.paid_off_at_closing != Some(true)
        && liability.excluded != Some(true)
}

/// The property's monthly payments: its mortgages, or the total that a file states, and insurance, taxes and dues.
pub(super) fn payments(application: &Application, property: &OwnedProperty) -> Vec<FigurePart> {
    let has_mortgages = application.liabilities.iter().any(|liability| liability.owned_property == Some(property.id));
    let mut parts: Vec<FigurePart> = application
        .liabilities
        .iter()
        .filter(|liability| is_paid_on(liability, property))
        .filter_map(|liability| {
            let label = format!("Mortgage payment, {}", label_or(liability.creditor.as_deref(), "creditor"));
            Some(FigurePart::counted(
                label,
                format!("liabilities/{}/monthlyPayment", liability.id),
                liability.monthly_payment?,
            ))
        })
        .collect();
    let path = |field: &str| format!("ownedProperties/{}/{field}", property.id);
    if let (false, Some(amount)) = (has_mortgages, property.lien_payment) {
        parts.push(FigurePart::counted("Mortgage payments stated in the file", path("lienPayment"), amount));
    }
    if let Some(amount) = property.maintenance_expense {
        parts.push(FigurePart::counted("Insurance, taxes and dues", path("maintenanceExpense"), amount));
    }
    parts
}

fn less(parts: Vec<FigurePart>) -> impl Iterator<Item = FigurePart> {
    parts.into_iter().map(|part| FigurePart { amount: -part.amount, treatment: "Subtracted".into(), ..part })
}

/// Rent after the factor.
fn rent_part(path: String, rent: Money, factor: Rate) -> FigurePart {
    let percent = factor.to_string();
    let percent = percent.trim_end_matches('0').trim_end_matches('.');
    FigurePart::treated("Rent", path, rent.percent(factor), format!("{percent} % of {rent}"))
}

pub(super) fn rental(application: &Application, defaults: &Defaults, payment: &PaymentFigures) -> RentalFigures {
    let factor = defaults.rental_factor_of(application.loan.mortgage_type).value;
    let properties: Vec<_> =
        application.owned_properties.iter().filter_map(|one| of_property(application, one, factor)).collect();
    let netted = properties.iter().filter(|one| one.method == RentMethod::Netted);
    RentalFigures {
        factor,
        net: netted.map(|one| one.amount).sum(),
        subject: of_subject(application, factor, payment),
        properties,
    }
}

fn of_property(application: &Application, property: &OwnedProperty, factor: Rate) -> Option<PropertyRent> {
    let path = format!("ownedProperties/{}/rentalIncomeGross", property.id);
    let rent = property.rental_income_gross.unwrap_or_default();
    let rent_part = rent_part(path, rent, factor);
    let (method, parts) = match treatment(property) {
        Treatment::Netted => {
            let payments = payments(application, property);
            (RentMethod::Netted, std::iter::once(rent_part).chain(less(payments)).collect())
        }
        Treatment::Kept if rent > Money::ZERO && is_multi_unit_residence(property) => {
            (RentMethod::AddedToIncome, vec![rent_part])
        }
        _ => return None,
    };
    Some(PropertyRent::of(Some(property.id), method, property.rental_income_net, parts))
}

fn is_multi_unit_residence(property: &OwnedProperty) -> bool {
    property.intended_usage.or(property.current_usage) == Some(PropertyUsage::PrimaryResidence)
        && property.disposition != Some(Disposition::PendingSale)
        && property.unit_count.is_some_and(|units| (2..=4).contains(&units))
}

/// [4c] On a purchase the rent is in 4c. On a refinance it is in section 3, where the subject property is listed.
fn of_subject(application: &Application, factor: Rate, payment: &PaymentFigures) -> Option<PropertyRent> {
    let property = &application.property;
    let is_refinance = application.loan.purpose == Some(LoanPurpose::Refinance);
    let listed = application.owned_properties.iter().find(|one| is_refinance && one.is_subject == Some(true));
    let units = property.unit_count.or(listed.and_then(|one| one.unit_count));
    let method = match property.usage? {
        PropertyUsage::Investment => RentMethod::Netted,
        PropertyUsage::PrimaryResidence if units.is_some_and(|units| (2..=4).contains(&units)) => {
            RentMethod::AddedToIncome
        }
        _ => return None,
    };
    let of_list = |amount: fn(&OwnedProperty) -> Option<Money>, field: &str| {
        listed.and_then(|one| Some((amount(one)?, format!("ownedProperties/{}/{field}", one.id))))
    };
    let gross = property
        .rental_income_gross
        .map(|rent| (rent, "property/rentalIncomeGross".to_owned()))
        .or_else(|| of_list(|one| one.rental_income_gross, "rentalIncomeGross"));
    let stated = property.rental_income_net.or_else(|| listed.and_then(|one| one.rental_income_net));
    let (rent, path) = match (gross, stated) {
        (Some(gross), _) => gross,
        // Without rent, an investment property still costs its payment.
        (None, None) if method == RentMethod::AddedToIncome => return None,
        (None, _) => (Money::ZERO, "property/rentalIncomeGross".to_owned()),
    };
    let mut parts = vec![rent_part(path, rent, factor)];
    if method == RentMethod::Netted {
        parts.extend(less(vec![FigurePart::counted("Payment of the subject property", None, payment.total)]));
    }
    Some(PropertyRent::of(None, method, stated, parts))
}

impl PropertyRent {
    fn of(property: Option<Uuid>, method: RentMethod, stated: Option<Money>, parts: Vec<FigurePart>) -> Self {
        let computed = Figure::of(parts);
        Self { property, method, amount: stated.unwrap_or(computed.amount), is_stated: stated.is_some(), computed }
    }

    fn path(&self) -> Option<String> {
        let field = if self.is_stated { "rentalIncomeNet" } else { "rentalIncomeGross" };
        Some(self.property.map_or_else(|| format!("property/{field}"), |id| format!("ownedProperties/{id}/{field}")))
    }

    fn treatment(&self) -> &'static str {
        if self.is_stated { "Counted: stated amount" } else { "Counted" }
    }
}

impl RentalFigures {
    /// Whether a property has rental income or a rental loss.
    pub(super) fn has_rent(&self) -> bool {
        !self.properties.is_empty() || self.subject.is_some()
    }

    /// The parts that count as income.
    pub(super) fn income_parts(&self) -> Vec<FigurePart> {
        let added = |one: &&PropertyRent| one.method == RentMethod::AddedToIncome;
        let mut parts: Vec<FigurePart> = (self.properties.iter().chain(&self.subject))
            .filter(added)
            .map(|one| {
                FigurePart::treated(
                    "Rent of the principal residence's other units",
                    one.path(),
                    one.amount,
                    one.treatment(),
                )
            })
            .collect();
        if self.net > Money::ZERO {
            parts.push(FigurePart::treated(
                "Net rental income",
                None,
                self.net,
                "Counted: sum of the rented properties",
            ));
        }
        if let Some(subject) = self.netted_subject().filter(|one| one.amount > Money::ZERO) {
            parts.push(FigurePart::treated(
                "Net rental income of the subject property",
                subject.path(),
                subject.amount,
                subject.treatment(),
            ));
        }
        parts
    }

    /// The parts that count as a debt.
    pub(super) fn debt_parts(&self) -> Vec<FigurePart> {
        let mut parts = Vec::new();
        if self.net < Money::ZERO {
            parts.push(FigurePart::treated(
                "Net rental loss",
                None,
                -self.net,
                "Counted: sum of the rented properties",
            ));
        }
        if let Some(subject) = self.netted_subject().filter(|one| one.amount < Money::ZERO) {
            parts.push(FigurePart::treated(
                "Net rental loss of the subject property",
                subject.path(),
                -subject.amount,
                subject.treatment(),
            ));
        }
        parts
    }

    fn netted_subject(&self) -> Option<&PropertyRent> {
        self.subject.as_ref().filter(|one| one.method == RentMethod::Netted)
    }
}

/// A year of a property on Schedule E of the tax return (Form 1038).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScheduleE {
    /// Rents received.
    pub rents: Money,
    /// Total expenses. They contain the amounts below.
    pub expenses: Money,
    /// Insurance.
    pub insurance: Money,
    /// Mortgage interest.
    pub mortgage_interest: Money,
    /// Taxes.
    pub taxes: Money,
    /// Dues of a homeowners' association.
    pub dues: Money,
    /// Depreciation.
    pub depreciation: Money,
    /// Months in service in that year.
    pub months: u16,
}

/// Net rental income by the Schedule E method: rents less expenses, plus the expenses that the payment contains or that
/// aren't cash, by month, less the monthly payment. `None` without a month in service.
#[must_use]
pub fn schedule_e_net(year: &ScheduleE, payment: Money) -> Option<Figure> {
    let annual = [
        ("Rents", year.rents),
        ("Expenses", -year.expenses),
        ("Insurance", year.insurance),
        ("Mortgage interest", year.mortgage_interest),
        ("Taxes", year.taxes),
        ("Dues", year.dues),
        ("Depreciation", year.depreciation),
    ];
    if year.months == 0 {
        return None;
    }
    let total: Money = annual.iter().map(|(_, amount)| *amount).sum();
    let monthly = i64::try_from(round_half_up(i128::from(total.cents()), i128::from(year.months))).ok()?;
    let mut parts: Vec<FigurePart> = annual
        .iter()
        .map(|(label, amount)| FigurePart::left_out(*label, None, *amount, "FigurePart of the monthly amount"))
        .collect();
    let months = format!("Counted: {} / {} months", total, year.months);
    parts.push(FigurePart::treated("Monthly amount", None, Money::from_cents(monthly), months));
    parts.push(FigurePart::treated("Payment", None, -payment, "Subtracted"));
    Some(Figure::of(parts))
}
