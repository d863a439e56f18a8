//! The worked examples of the requirements and of the test vectors. Every table row names its source.

use super::*;
use crate::{
    application::*,
    values::{Percent, Rate},
};
use uuid::Uuid;

mod loan;

const KEN: Uuid = Uuid::from_u128(1);
const JOB: Uuid = Uuid::from_u128(2);
const HOUSE: Uuid = Uuid::from_u128(3);

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

fn some(text: &str) -> Option<Money> {
    Some(money(text))
}

fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

fn of(application: &Application) -> Figures {
    let found = figures(application, &Defaults::default());
    assert_parts_explain(&found);
    found
}

/// Every figure equals the sum of its counted parts.
fn assert_parts_explain(figures: &Figures) {
    let Figures { income, assets, debts, rental, cash, ratios, payment, .. } = figures;
    let mut all = vec![&income.total, debts, &assets.accounts, &assets.other_assets, &assets.credits, &assets.total];
    all.extend(rental.properties.iter().chain(&rental.subject).map(|one| &one.computed));
    all.extend(income.borrowers.iter().flat_map(|one| one.jobs.iter().map(|job| &job.total).chain([&one.total])));
    for figure in all {
        assert_eq!(figure.amount, counted(&figure.parts), "{figure:?}");
    }
    for line in &cash.lines {
        assert_eq!(line.amount, counted(&line.parts), "{line:?}");
    }
    assert_eq!(payment.total, payment.lines.iter().map(|line| line.amount).sum());
    for ratio in [&ratios.housing, &ratios.total] {
        assert_eq!(ratio.amount, counted(&ratio.parts));
    }
}

fn counted(parts: &[FigurePart]) -> Money {
    parts.iter().filter(|part| part.counted).map(|part| part.amount).sum()
}

fn income(number: u128, kind: IncomeType, amount: &str, job: Option<Uuid>) -> Income {
    Income { id: id(number), kind: Some(kind), monthly_amount: some(amount), employment: job, ..Income::default() }
}

/// Ken with a job and its incomes.
fn ken(incomes: Vec<Income>) -> Application {
    let job = Employment { id: JOB, employer_name: Some("Acme".into()), ..Employment::default() };
    let borrower = Borrower { id: KEN, employments: vec![job], incomes, ..Borrower::default() };
    Application { borrowers: vec![borrower], ..Application::default() }
}

fn earning(amount: &str) -> Application {
    ken(vec![income(10, IncomeType::Base, amount, Some(JOB))])
}

fn debt(number: u128, kind: LiabilityType, balance: &str, payment: &str) -> Liability {
    Liability {
        id: id(number),
        kind: Some(kind),
        creditor: Some(format!("Creditor {number}")),
        balance: some(balance),
        monthly_payment: some(payment),
        ..Liability::default()
    }
}

fn proposed(number: u128, kind: HousingExpenseType, amount: &str) -> HousingExpense {
    HousingExpense {
        id: id(number),
        timing: Some(ExpenseTiming::Proposed),
        kind: Some(kind),
        amount: some(amount),
        ..HousingExpense::default()
    }
}

fn asset(number: u128, kind: AssetType, value: &str) -> Asset {
    Asset { id: id(number), kind: Some(kind), value: some(value), ..Asset::default() }
}

fn credit(number: u128, kind: PurchaseCreditType, amount: &str) -> PurchaseCredit {
    PurchaseCredit { id: id(number), kind: Some(kind), amount: some(amount), ..PurchaseCredit::default() }
}

fn rented(number: u128, rent: &str, maintenance: &str) -> OwnedProperty {
    OwnedProperty {
        id: id(number),
        disposition: Some(Disposition::Retain),
        intended_usage: Some(PropertyUsage::Investment),
        rental_income_gross: some(rent),
        maintenance_expense: some(maintenance),
        ..OwnedProperty::default()
    }
}

fn mortgage(number: u128, property: Uuid, payment: &str) -> Liability {
    Liability { owned_property: Some(property), ..debt(number, LiabilityType::MortgageLoan, "100000", payment) }
}

fn treatment<'a>(figure: &'a Figure, label: &str) -> &'a str {
    &figure
        .parts
        .iter()
        .find(|part| part.label.contains(label))
        .unwrap_or_else(|| panic!("{label}: {figure:?}"))
        .treatment
}

fn line(figures: &Figures, letter: char) -> &CashLine {
    figures.cash.lines.iter().find(|line| line.line == letter).unwrap()
}

/// URLA-12 (PV47): the total of a job is the sum of its amounts.
#[test]
fn a_jobs_total_sums_its_monthly_amounts() {
    let application = ken(vec![
        income(10, IncomeType::Base, "5000.00", Some(JOB)),
        income(11, IncomeType::Overtime, "250.00", Some(JOB)),
        income(12, IncomeType::Bonus, "0", Some(JOB)),
        income(13, IncomeType::Commissions, "99.99", Some(JOB)),
    ]);
    let figures = of(&application);
    let job = &figures.income.borrowers[0].jobs[0];
    assert_eq!(job.total.amount, money("5349.99"));
    assert_eq!((job.base, job.overtime, job.commission), (money("5000"), money("250"), money("99.99")));
    assert_eq!(job.total.parts[0].path, Some(format!("borrowers/{KEN}/incomes/{}/monthlyAmount", id(10))));
}

/// URLA-12: military base pay counts in Base; the other military kinds are summed in Military Entitlements.
#[test]
fn military_base_pay_counts_in_base_and_the_rest_in_entitlements() {
    let application = ken(vec![
        income(10, IncomeType::MilitaryBasePay, "4400", Some(JOB)),
        income(11, IncomeType::MilitaryClothesAllowance, "120.00", Some(JOB)),
        income(12, IncomeType::MilitaryFlightPay, "200.00", Some(JOB)),
    ]);
    let job = &of(&application).income.borrowers[0].jobs[0];
    assert_eq!((job.base, job.military_entitlements), (money("4400"), money("320.00")));
    assert_eq!(job.total.amount, money("4720"));
}

/// URLA-13: with 25 % or more of the business, its income or loss replaces the wages. Below, the wages count.
#[test]
fn the_income_of_an_own_business_replaces_wages_and_may_be_a_loss() {
    let mut application = earning("3000");
    let job = &mut application.borrowers[0].employments[0];
    job.self_employed = Some(true);
    job.ownership = Some(OwnershipInterest::GreaterThanOrEqualTo25Percent);
    job.self_employed_income = some("-1200.00");
    let figures = of(&application);
    assert_eq!(figures.income.total.amount, money("-1200.00"));
    assert_eq!(figures.income.total.parts.len(), 2, "the hidden wages stay visible as left out");
    assert_eq!(figures.ratios.total.text, "No income");
    application.borrowers[0].employments[0].ownership = Some(OwnershipInterest::LessThan25Percent);
    assert_eq!(of(&application).income.total.amount, money("3000"));
}

/// URLA-12, URLA-15: wages of a previous job aren't current income; a source of 1e counts.
#[test]
fn other_sources_count_per_borrower() {
    let mut application = earning("3000");
    application.borrowers[0].incomes.push(income(11, IncomeType::SocialSecurity, "800", None));
    let figures = of(&application);
    assert_eq!(figures.income.borrowers[0].other.amount, money("800"));
    assert_eq!(figures.income.borrowers[0].total.amount, money("3800"));
}

/// URLA-28 (PV46): a deposited gift is part of its account; a gift of equity is a credit in L4, not an asset.
#[test]
fn a_gift_counts_once() {
    for (deposited, total) in [(true, "25000"), (false, "35000")] {
        let gift = Asset { deposited: Some(deposited), ..asset(2, AssetType::GiftOfCash, "10000") };
        let account = asset(1, AssetType::CheckingAccount, "25000");
        let application = Application { assets: vec![account, gift], ..Application::default() };
        let figures = of(&application);
        assert_eq!(figures.assets.accounts.amount, money("25000"));
        assert_eq!(figures.assets.total.amount, money(total), "deposited: {deposited}");
        assert_eq!(figures.assets.gifts.parts.len(), 1);
    }
    let assets =
        vec![asset(1, AssetType::CheckingAccount, "25000"), asset(2, AssetType::GiftOfPropertyEquity, "20000")];
    let application = Application { assets, ..Application::default() };
    let figures = of(&application);
    assert_eq!(figures.assets.total.amount, money("25000"));
    assert_eq!(line(&figures, 'M').amount, money("20000"));
}

/// URLA-18: line M is the sum of the credits and the gifts of equity. A credit listed twice counts once.
#[test]
fn other_credits_contain_earnest_money_and_gifts_of_equity() {
    let mut application = Application::default();
    application.transaction.credits = vec![credit(1, PurchaseCreditType::EarnestMoney, "10000")];
    application.assets = vec![
        asset(2, AssetType::GiftOfPropertyEquity, "20000"),
        asset(3, AssetType::EarnestMoneyCashDepositTowardPurchase, "10000"),
    ];
    let figures = of(&application);
    assert_eq!(line(&figures, 'M').amount, money("30000"));
    assert_eq!(figures.assets.credits.amount, money("10000"));
    assert_eq!(figures.assets.total.amount, Money::ZERO);
}

/// URLA-19, URLA-41 (PV36): the ratio contains the lease and the derived payments, and says why a debt is left out.
#[test]
fn each_debt_is_treated_by_its_type() {
    let mut application = earning("7850.00");
    application.housing_expenses = vec![proposed(20, HousingExpenseType::FirstMortgagePrincipalAndInterest, "1765.82")];
    application.liabilities = vec![
        Liability { remaining_months: Some(9), ..debt(30, LiabilityType::Installment, "2790", "310.00") },
        Liability { remaining_months: Some(4), ..debt(31, LiabilityType::LeasePayment, "1156", "289.00") },
        Liability { monthly_payment: None, ..debt(32, LiabilityType::Revolving, "1200.00", "0") },
        debt(33, LiabilityType::DeferredStudentLoan, "24000.00", "0"),
    ];
    let figures = of(&application);
    assert_eq!(figures.debts.amount, money("589.00"));
    assert_eq!(figures.ratios.total.amount, money("2354.82"));
    assert_eq!(figures.ratios.total.text, "30.00");
    let debts = &figures.debts;
    assert_eq!(treatment(debts, "30"), "Left out: 9 payments");
    assert_eq!(treatment(debts, "31"), "Counted: leases always count");
    assert_eq!(treatment(debts, "32"), "Counted: 5 % of the balance, at least 10.00");
    assert_eq!(treatment(debts, "33"), "Counted: 1 % of the balance");
    let amounts: Vec<_> = debts.parts.iter().map(|part| part.amount.to_string()).collect();
    assert_eq!(amounts, ["310.00", "289.00", "60.00", "240.00"]);
}

/// URLA-19: the boundaries of the defaults.
#[test]
fn the_defaults_apply_up_to_their_limits() {
    let revolving = |balance| Liability { monthly_payment: None, ..debt(1, LiabilityType::Revolving, balance, "0") };
    let installment =
        |months| Liability { remaining_months: Some(months), ..debt(1, LiabilityType::Installment, "9", "50") };
    for (liability, amount) in [
        (revolving("100.00"), "10.00"),
        (revolving("200.00"), "10.00"),
        (revolving("200.20"), "10.01"),
        (revolving("0"), "0"),
        (installment(10), "0"),
        (installment(11), "50"),
        (Liability { remaining_months: Some(10), ..debt(1, LiabilityType::DeferredStudentLoan, "400", "50") }, "0"),
        (Liability { remaining_months: None, ..debt(1, LiabilityType::Installment, "9", "50") }, "50"),
    ] {
        let application = Application { liabilities: vec![liability.clone()], ..Application::default() };
        assert_eq!(of(&application).debts.amount, money(amount), "{liability:?}");
    }
}

/// URLA-19: a debt paid off at closing leaves the ratio and enters line E. An excluded debt keeps its reason.
#[test]
fn a_debt_paid_off_at_closing_moves_to_line_e() {
    let mut application = earning("8000");
    let paid = Liability { paid_off_at_closing: Some(true), ..debt(30, LiabilityType::Revolving, "4000", "150") };
    let excluded = Liability {
        excluded: Some(true),
        exclusion_reason: Some("Paid by the employer".into()),
        ..debt(31, LiabilityType::Installment, "9000", "200")
    };
    application.liabilities = vec![paid, excluded];
    let figures = of(&application);
    assert_eq!(figures.debts.amount, Money::ZERO);
    assert_eq!(line(&figures, 'E').amount, money("4000"));
    assert_eq!(treatment(&figures.debts, "30"), "Left out: paid off at closing");
    assert_eq!(treatment(&figures.debts, "31"), "Left out: Paid by the employer");
    application.liabilities[0].paid_off_at_closing = Some(false);
    let figures = of(&application);
    assert_eq!((figures.debts.amount, line(&figures, 'E').amount), (money("150"), Money::ZERO));
    application.transaction.other_payoff_amount = some("4100");
    application.liabilities[0].paid_off_at_closing = Some(true);
    let figures = of(&application);
    assert_eq!((line(&figures, 'E').amount, line(&figures, 'E').computed), (money("4100"), some("4000")));
}

/// URLA-20: child support raises the monthly debts; job related expenses do for VA only.
#[test]
fn expenses_count_in_the_debts() {
    let expense = |kind| Expense { id: id(1), kind: Some(kind), monthly_payment: some("600"), ..Expense::default() };
    for (kind, program, amount) in [
        (ExpenseType::ChildSupport, MortgageType::Conventional, "600"),
        (ExpenseType::Alimony, MortgageType::FHA, "600"),
        (ExpenseType::SeparateMaintenanceExpense, MortgageType::Conventional, "600"),
        (ExpenseType::Other, MortgageType::Conventional, "600"),
        (ExpenseType::JobRelatedExpenses, MortgageType::Conventional, "0"),
        (ExpenseType::JobRelatedExpenses, MortgageType::VA, "600"),
        (ExpenseType::PetCare, MortgageType::Conventional, "0"),
    ] {
        let mut application = Application { expenses: vec![expense(kind)], ..Application::default() };
        application.loan.mortgage_type = Some(program);
        assert_eq!(of(&application).debts.amount, money(amount), "{kind} {program}");
    }
}

/// URLA-22 (PV37): net rent of another property is the rent times the factor less its payments.
#[test]
fn the_rent_of_another_property_is_netted() {
    let mut application = earning("6000");
    application.owned_properties = vec![rented(40, "2000", "150")];
    application.liabilities = vec![mortgage(41, id(40), "1100")];
    let figures = of(&application);
    assert_eq!(figures.rental.properties[0].amount, money("250.00"));
    assert_eq!(figures.income.total.amount, money("6250.00"));
    assert_eq!(figures.debts.amount, Money::ZERO);
    assert_eq!(treatment(&figures.debts, "41"), "Left out: part of the net rental income");
    // A stated amount overrides the computed one, which stays visible.
    application.owned_properties[0].rental_income_net = some("225");
    let rent = &of(&application).rental.properties[0];
    assert_eq!((rent.amount, rent.computed.amount, rent.is_stated), (money("225"), money("250"), true));
}

/// URLA-22 (PV38): the results of all properties are summed. A negative total is one debt and no income.
#[test]
fn a_rental_loss_over_all_properties_is_one_debt() {
    let mut application = earning("6000");
    application.owned_properties = vec![rented(40, "2000", "150"), rented(50, "1000", "160")];
    application.liabilities = vec![mortgage(41, id(40), "1100"), mortgage(51, id(50), "1000")];
    let figures = of(&application);
    assert_eq!(figures.rental.properties[1].amount, money("-410.00"));
    assert_eq!(figures.rental.net, money("-160.00"));
    assert_eq!(figures.debts.amount, money("160.00"));
    assert_eq!(figures.income.total.amount, money("6000"));
}

/// URLA-22, URLA-27 (PV40): the rent of a two-unit residence is income, and its payment stays in the housing expense.
#[test]
fn the_rent_of_a_two_unit_residence_is_never_netted() {
    let mut application = earning("6000");
    application.property.usage = Some(PropertyUsage::PrimaryResidence);
    application.property.unit_count = Some(2);
    application.property.rental_income_gross = some("1800");
    application.housing_expenses = vec![proposed(20, HousingExpenseType::FirstMortgagePrincipalAndInterest, "2300")];
    application.liabilities = vec![debt(30, LiabilityType::Installment, "9000", "300")];
    let figures = of(&application);
    assert_eq!(figures.rental.subject.as_ref().unwrap().amount, money("1350.00"));
    assert_eq!(figures.income.total.amount, money("7350.00"));
    assert_eq!(figures.ratios.housing.text, "31.29");
    assert_eq!(figures.ratios.total.text, "35.37");
    // One unit has no rent to count.
    application.property.unit_count = Some(1);
    assert_eq!(of(&application).rental.subject, None);
}

/// URLA-27: the rent of an investment property is netted against its full payment.
#[test]
fn an_investment_property_subtracts_its_full_payment() {
    let mut application = earning("6000");
    application.property.usage = Some(PropertyUsage::Investment);
    application.property.rental_income_gross = some("1800");
    application.housing_expenses = vec![
        proposed(20, HousingExpenseType::FirstMortgagePrincipalAndInterest, "800"),
        proposed(21, HousingExpenseType::RealEstateTax, "200"),
        proposed(22, HousingExpenseType::HomeownersInsurance, "60"),
        proposed(23, HousingExpenseType::HomeownersAssociationDuesAndCondominiumFees, "40"),
    ];
    let figures = of(&application);
    assert_eq!(figures.rental.subject.as_ref().unwrap().amount, money("250.00"));
    assert_eq!(figures.income.total.amount, money("6250.00"));
    assert_eq!(figures.ratios.total.amount, Money::ZERO, "the payment is in the net rental income only");
    application.property.rental_income_gross = some("1000");
    let figures = of(&application);
    assert_eq!(figures.debts.amount, money("350.00"));
    assert_eq!(figures.income.total.amount, money("6000"));
}

/// URLA-22 (PV39): the Schedule E method.
#[test]
fn schedule_e_adds_back_what_the_payment_contains() {
    let year = ScheduleE {
        rents: money("21600"),
        expenses: money("12300"),
        insurance: money("900"),
        mortgage_interest: money("5200"),
        taxes: money("2400"),
        dues: money("600"),
        depreciation: money("3100"),
        months: 12,
    };
    let net = schedule_e_net(&year, money("1150.00")).unwrap();
    assert_eq!(net.amount, money("641.67"));
    assert_eq!(net.parts[7].amount, money("1791.67"));
    assert_eq!(schedule_e_net(&ScheduleE { months: 0, ..year }, Money::ZERO), None);
}

/// URLA-22: a second home, a property for sale and a sold one have no rent to net.
#[test]
fn the_payment_of_a_property_that_is_not_rented_is_a_debt() {
    for (disposition, usage, debts, text) in [
        (Disposition::Retain, PropertyUsage::SecondHome, "1250", "Counted"),
        (Disposition::PendingSale, PropertyUsage::Investment, "1250", "Counted"),
        (Disposition::Sold, PropertyUsage::Investment, "0", "Left out: the property is sold"),
    ] {
        let property =
            OwnedProperty { disposition: Some(disposition), intended_usage: Some(usage), ..rented(40, "2000", "150") };
        let application = Application {
            owned_properties: vec![property],
            liabilities: vec![mortgage(41, id(40), "1100")],
            ..Application::default()
        };
        let figures = of(&application);
        assert_eq!(figures.debts.amount, money(debts), "{disposition}");
        assert_eq!(treatment(&figures.debts, "41"), text);
        assert_eq!(figures.income.total.amount, Money::ZERO);
    }
}

/// URLA-23: a mortgage entered in 2c and in section 3 counts once if creditor, last four digits and balance agree.
#[test]
fn a_mortgage_listed_twice_counts_once() {
    for (balance, digits, links, debts) in [
        ("205000", Some("8001"), Some(true), "1000"),
        ("215000", Some("8001"), Some(false), "2000"),
        ("205000", Some("9999"), Some(false), "2000"),
        ("205000", None, Some(false), "2000"),
    ] {
        let first = Liability {
            creditor: Some("Example Mortgage Servicing".into()),
            account_number_last_four: Some("8001".into()),
            balance: some("200000"),
            ..mortgage(41, HOUSE, "1000")
        };
        let second = Liability {
            id: id(42),
            owned_property: None,
            creditor: Some("EXAMPLE mortgage  servicing".into()),
            account_number_last_four: digits.map(str::to_owned),
            balance: some(balance),
            ..first.clone()
        };
        let house = OwnedProperty {
            id: HOUSE,
            intended_usage: Some(PropertyUsage::SecondHome),
            address: Address { line: Some("9 Ridge Trail".into()), ..Address::default() },
            ..OwnedProperty::default()
        };
        let mut application =
            Application { owned_properties: vec![house], liabilities: vec![first, second], ..Application::default() };
        let figures = of(&application);
        let linked = figures.mortgage_links.first().map(|link| link.linked);
        assert_eq!(linked, links, "{balance} {digits:?}");
        assert_eq!(figures.mortgage_links[0].property, HOUSE);
        assert_eq!(figures.debts.amount, money(debts));
        // One click undoes the link or the proposal.
        application.liabilities[1].separate_debt = Some(true);
        let figures = of(&application);
        assert_eq!((figures.mortgage_links.len(), figures.debts.amount), (0, money("2000")));
    }
}

/// URLA-41 (PV35): both ratios have two decimals and their parts. Without income both say "No income".
#[test]
fn ratios_need_an_income() {
    let mut application = earning("8000");
    application.housing_expenses = vec![proposed(20, HousingExpenseType::FirstMortgagePrincipalAndInterest, "2500")];
    application.liabilities = vec![debt(30, LiabilityType::Installment, "9000", "700")];
    let ratios = of(&application).ratios;
    assert_eq!((ratios.housing.text.as_str(), ratios.total.text.as_str()), ("31.25", "40.00"));
    assert_eq!(ratios.total.parts.len(), 2);
    application.borrowers.clear();
    let ratios = of(&application).ratios;
    assert_eq!((ratios.total.text.as_str(), ratios.total.percent), ("No income", None::<Percent>));
    assert_eq!(ratios.total.amount, money("3200"));
}

/// URLA-41: the present rent counts if the loan is for another home. Two borrowers who share a home pay it once.
#[test]
fn the_present_rent_counts_for_a_second_home() {
    let mut application = earning("8000");
    let home = Residence {
        basis: Some(ResidencyBasis::Rent),
        monthly_rent: some("1500"),
        address: Address { line: Some("200 Barracks Row".into()), ..Address::default() },
        ..Residence::default()
    };
    application.borrowers[0].residences = vec![home];
    let mut spouse = Borrower { id: id(9), ..application.borrowers[0].clone() };
    spouse.employments.clear();
    spouse.incomes.clear();
    application.borrowers.push(spouse);
    assert_eq!(of(&application).ratios.total.text, "0.00");
    application.property.usage = Some(PropertyUsage::SecondHome);
    application.housing_expenses = vec![proposed(20, HousingExpenseType::FirstMortgagePrincipalAndInterest, "500")];
    let ratios = of(&application).ratios;
    assert_eq!((ratios.housing.text.as_str(), ratios.total.text.as_str()), ("18.75", "25.00"));
}

/// URLA-19: an account paid in full each month counts if the assets don't cover its balance.
#[test]
fn an_open_account_counts_unless_assets_cover_it() {
    let mut application = Application {
        liabilities: vec![debt(30, LiabilityType::Open30DayChargeAccount, "410", "0")],
        ..Application::default()
    };
    assert_eq!(of(&application).debts.amount, money("410"));
    application.assets = vec![asset(1, AssetType::SavingsAccount, "410")];
    assert_eq!(of(&application).debts.amount, Money::ZERO);
}

/// The page receives camel case keys, amounts as strings and percentages with two decimals.
#[test]
fn figures_are_written_for_the_page() {
    let json = serde_json::to_value(of(&earning("8000"))).unwrap();
    assert_eq!(json["income"]["total"]["amount"], "8000.00");
    assert_eq!(json["ratios"]["housing"]["percent"], "0.00");
    assert_eq!(json["income"]["borrowers"][0]["jobs"][0]["militaryEntitlements"], "0.00");
    assert_eq!(json["cash"]["lines"][0]["line"], "A");
}

/// Property: any application has figures, and their parts explain them.
#[cfg(feature = "generate")]
mod any_application {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn has_figures_that_its_parts_explain(loan in crate::generate::loan()) {
            of(&loan.0);
        }
    }
}
