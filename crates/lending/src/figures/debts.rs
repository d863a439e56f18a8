//! [2c, 2d, 3] Monthly debts besides the housing payment, and the treatment of each.

use super::{
    Defaults, Figure, FigurePart, MortgageLink, RentalFigures,
    income::spaced,
    label_or,
    rental::{self, Treatment},
};
use crate::{
    application::{
        Application, Expense, ExpenseType, Liability, LiabilityType, MortgageType, OwnedProperty, PropertyUsage,
        ResidencyBasis, ResidencyType,
    },
    values::{Money, Rate},
};

/// Other figures that decide the treatment of a debt.
pub(super) struct Context<'a> {
    pub rental: &'a RentalFigures,
    pub links: &'a [MortgageLink],
    pub liquid_assets: Money,
    pub cash_from_borrower: Money,
}

/// Monthly debts.
pub(super) struct Debts {
    /// Every debt, including the present housing.
    pub all: Figure,
    /// Housing expense of the principal residence, if this loan isn't for it.
    pub present_housing: Vec<FigurePart>,
}

pub(super) fn debts(application: &Application, defaults: &Defaults, context: &Context) -> Debts {
    let mut parts: Vec<FigurePart> = application
        .liabilities
        .iter()
        .map(|liability| of_liability(application, liability, defaults, context))
        .collect();
    let mut present_housing = rents(application);
    for property in &application.owned_properties {
        let costs = property_costs(application, property);
        let is_residence = property.intended_usage.or(property.current_usage) == Some(PropertyUsage::PrimaryResidence);
        if is_residence && is_other_home(application) {
            let own = parts.iter().filter(|part| part.counted && is_mortgage_on(application, property, part));
            present_housing.extend(own.cloned().chain(costs.clone()));
        }
        parts.extend(costs);
    }
    parts.extend(rents(application));
    parts.extend(application.expenses.iter().filter_map(|expense| of_expense(application, expense)));
    parts.extend(context.rental.debt_parts());
    Debts { all: Figure::of(parts), present_housing }
}

/// Whether the loan is for a second home or an investment property.
pub(super) fn is_other_home(application: &Application) -> bool {
    matches!(application.property.usage, Some(PropertyUsage::SecondHome | PropertyUsage::Investment))
}

fn is_mortgage_on(application: &Application, property: &OwnedProperty, part: &FigurePart) -> bool {
    let id = part.path.as_deref().and_then(|path| path.split('/').nth(1));
    application
        .liabilities
        .iter()
        .any(|liability| liability.owned_property == Some(property.id) && id == Some(liability.id.to_string().as_str()))
}

/// Insurance, taxes and dues of a property that stays, and its mortgage payments if only a total is known.
fn property_costs(application: &Application, property: &OwnedProperty) -> Vec<FigurePart> {
    if rental::treatment(property) != Treatment::Kept {
        return Vec::new();
    }
    let costs = rental::payments(application, property).into_iter();
    costs
        .filter(|part| part.path.as_deref().is_some_and(|path| path.starts_with("ownedProperties")))
        .map(|part| FigurePart { label: format!("{}: {}", rental::name(property), part.label), ..part })
        .collect()
}

/// Rents of present homes, if the loan isn't for the principal residence. A shared home counts once.
fn rents(application: &Application) -> Vec<FigurePart> {
    let mut homes = Vec::new();
    let mut parts = Vec::new();
    for borrower in application.borrowers.iter().filter(|_| is_other_home(application)) {
        for home in &borrower.residences {
            let is_rented = home.kind != Some(ResidencyType::Prior) && home.basis == Some(ResidencyBasis::Rent);
            let Some(rent) = home.monthly_rent.filter(|_| is_rented) else { continue };
            let path = format!("borrowers/{}/residences/{}/monthlyRent", borrower.id, home.id);
            if home.address.line.is_some() && homes.contains(&(&home.address, rent)) {
                parts.push(FigurePart::left_out(
                    "Rent of the present home",
                    path,
                    rent,
                    "Left out: the same home counts once",
                ));
                continue;
            }
            homes.push((&home.address, rent));
            parts.push(FigurePart::treated(
                "Rent of the present home",
                path,
                rent,
                "Counted: the loan isn't for this home",
            ));
        }
    }
    parts
}

fn of_liability(
    application: &Application,
    liability: &Liability,
    defaults: &Defaults,
    context: &Context,
) -> FigurePart {
    let label = label_or(liability.creditor.as_deref(), &kind_label(liability));
    let path = format!("liabilities/{}/monthlyPayment", liability.id);
    let payment = liability.monthly_payment.unwrap_or_default();
    let left_out = |why: String| FigurePart::left_out(label.clone(), path.clone(), payment, why);
    if let Some(link) = context.links.iter().find(|link| link.linked && link.liability == liability.id) {
        let property = application.owned_properties.iter().find(|one| one.id == link.property);
        let name = property.map_or_else(|| "section 3".to_owned(), rental::name);
        return left_out(format!("Left out: same account as the mortgage on {name}"));
    }
    if liability.paid_off_at_closing == Some(true) {
        return left_out("Left out: paid off at closing".to_owned());
    }
    if liability.excluded == Some(true) {
        return left_out(format!("Left out: {}", label_or(liability.exclusion_reason.as_deref(), "no reason given")));
    }
    let property = application.owned_properties.iter().find(|one| Some(one.id) == liability.owned_property);
    if let Some(property) = property {
        return match rental::treatment(property) {
            Treatment::Netted => left_out("Left out: part of the net rental income".to_owned()),
            Treatment::Sold => left_out("Left out: the property is sold".to_owned()),
            Treatment::Subject if liability.subordinated == Some(true) => {
                left_out("Left out: part of the housing payment".to_owned())
            }
            Treatment::Subject => FigurePart::treated(label, path, payment, "Counted: not marked as paid off"),
            Treatment::Kept => FigurePart::counted(label, path, payment),
        };
    }
    match by_type(application, liability, defaults, context) {
        Outcome::LeftOut(why) => left_out(why),
        Outcome::Counted(amount, treatment) => FigurePart::treated(label, path, amount, treatment),
    }
}

enum Outcome {
    Counted(Money, String),
    LeftOut(String),
}

/// The treatment of a debt that isn't a mortgage of section 3.
fn by_type(application: &Application, liability: &Liability, defaults: &Defaults, context: &Context) -> Outcome {
    use LiabilityType as Kind;
    let payment = liability.monthly_payment.unwrap_or_default();
    let balance = liability.balance.unwrap_or_default();
    let counted = Outcome::Counted(payment, "Counted".to_owned());
    match liability.kind {
        Some(Kind::DeferredStudentLoan) if payment <= Money::ZERO => {
            let rate = defaults.student_loan_percent.value;
            Outcome::Counted(balance.percent(rate), format!("Counted: {} % of the balance", plain(rate)))
        }
        Some(Kind::Revolving | Kind::UnsecuredHomeImprovementLoanRevolving)
            if payment <= Money::ZERO && balance > Money::ZERO =>
        {
            let (rate, minimum) = (defaults.revolving_percent.value, defaults.revolving_minimum.value);
            let treatment = format!("Counted: {} % of the balance, at least {minimum}", plain(rate));
            Outcome::Counted(balance.percent(rate).max(minimum), treatment)
        }
        Some(
            Kind::Installment
            | Kind::PersonalLoan
            | Kind::UnsecuredHomeImprovementLoanInstallment
            | Kind::DeferredStudentLoan,
        ) => match liability.remaining_months {
            Some(1) if defaults.installment_payments.value >= 1 => Outcome::LeftOut("Left out: 1 payment".to_owned()),
            Some(months) if months <= defaults.installment_payments.value => {
                Outcome::LeftOut(format!("Left out: {months} payments"))
            }
            _ => counted,
        },
        Some(Kind::LeasePayment) => Outcome::Counted(payment, "Counted: leases always count".to_owned()),
        Some(Kind::Open30DayChargeAccount) => open_account(application, payment, balance, context),
        Some(Kind::BorrowerEstimatedTotalMonthlyLiabilityPayment) if application.liabilities.len() > 1 => {
            Outcome::LeftOut("Left out: the itemized debts count".to_owned())
        }
        _ => counted,
    }
}

/// An account that is paid in full each month counts only if the assets after closing don't cover its balance.
fn open_account(application: &Application, payment: Money, balance: Money, context: &Context) -> Outcome {
    let open = application.liabilities.iter().filter(|one| one.kind == Some(LiabilityType::Open30DayChargeAccount));
    let balances: Money = open.filter_map(|one| one.balance).sum();
    let cash = context.cash_from_borrower.max(Money::ZERO);
    if context.liquid_assets - cash >= balances {
        return Outcome::LeftOut("Left out: the assets cover the balance".to_owned());
    }
    let amount = if payment > Money::ZERO { payment } else { balance };
    Outcome::Counted(amount, "Counted: the assets don't cover the balance".to_owned())
}

fn kind_label(liability: &Liability) -> String {
    let kind = liability.kind.filter(|kind| *kind != LiabilityType::Other);
    kind.map_or_else(|| label_or(liability.other.as_deref(), "Debt"), |kind| spaced(kind.as_str()))
}

/// A rate without trailing zeros.
fn plain(rate: Rate) -> String {
    let text = rate.to_string();
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// [2d] Job related expenses and child care count for VA only.
fn of_expense(application: &Application, expense: &Expense) -> Option<FigurePart> {
    use ExpenseType as Kind;
    let amount = expense.monthly_payment?;
    let path = format!("expenses/{}/monthlyPayment", expense.id);
    let label = match expense.kind {
        Some(Kind::SeparateMaintenanceExpense) => "Separate maintenance".to_owned(),
        Some(Kind::Other) | None => label_or(expense.other.as_deref(), "Other"),
        Some(kind) => spaced(kind.as_str()),
    };
    let is_va = application.loan.mortgage_type == Some(MortgageType::VA);
    Some(match expense.kind {
        Some(Kind::Alimony | Kind::ChildSupport | Kind::SeparateMaintenanceExpense | Kind::Other) | None => {
            FigurePart::counted(label, path, amount)
        }
        Some(Kind::JobRelatedExpenses | Kind::ChildCare) if is_va => FigurePart::counted(label, path, amount),
        Some(Kind::JobRelatedExpenses | Kind::ChildCare) => {
            FigurePart::left_out(label, path, amount, "Left out: counts for VA only")
        }
        Some(_) => FigurePart::left_out(label, path, amount, "Left out: a living expense"),
    })
}
