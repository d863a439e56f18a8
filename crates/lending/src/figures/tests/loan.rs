//! Loan to value, the monthly payment and cash to close.

use super::*;

/// URLA-26 (PV41): the balance counts in CLTV, the limit in HCLTV.
#[test]
fn cltv_uses_the_drawn_amount_and_hcltv_the_limit() {
    let mut application = Application::default();
    application.property.appraised_value = some("400000");
    application.loan.base_amount = some("320000");
    application.other_loans = vec![OtherLoan {
        id: id(1),
        heloc: Some(true),
        amount: some("20000"),
        credit_limit: some("40000"),
        ..OtherLoan::default()
    }];
    let found = of(&application).loan_to_value;
    let percents = [found.ltv, found.cltv, found.hcltv].map(|ratio| ratio.percent.unwrap().to_string());
    assert_eq!(percents, ["80.00", "85.00", "90.00"]);
}

/// URLA-26, PRICE-11 (PV42): a purchase uses the lower of price and value, a refinance the value. Eligibility cuts to
/// two decimals and then raises to the next whole percent.
#[test]
fn eligibility_raises_the_cut_ratio_to_the_next_whole_percent() {
    for (purpose, price, value, loan, percent, eligibility) in [
        (LoanPurpose::Purchase, "412000", "405000", "328860", "81.20", 82),
        (LoanPurpose::Purchase, "400000", "410000", "320000", "80.00", 80),
        (LoanPurpose::Refinance, "390000", "400000", "320050", "80.01", 81),
        (LoanPurpose::Purchase, "400000", "400000", "376040", "94.01", 95),
        (LoanPurpose::Purchase, "400000", "400000", "320004", "80.00", 80),
    ] {
        let mut application = Application::default();
        application.loan.purpose = Some(purpose);
        application.loan.base_amount = some(loan);
        application.property.purchase_price = some(price);
        application.property.appraised_value = some(value);
        let ltv = of(&application).loan_to_value.ltv;
        assert_eq!((ltv.percent.unwrap().to_string().as_str(), ltv.eligibility), (percent, Some(eligibility)));
    }
    assert_eq!(of(&Application::default()).loan_to_value.ltv.percent, None);
}

/// URLA-39 (PV45): principal and interest is computed; the eight lines have a total.
#[test]
fn the_payment_is_computed_and_can_be_overridden() {
    let mut application = Application::default();
    application.loan.base_amount = some("300000");
    application.loan.note_rate = Some("4.25".parse().unwrap());
    application.loan.term_months = Some(360);
    application.housing_expenses = vec![
        proposed(1, HousingExpenseType::HomeownersInsurance, "75"),
        proposed(2, HousingExpenseType::MIPremium, "0"),
        proposed(3, HousingExpenseType::RealEstateTax, "165"),
        proposed(4, HousingExpenseType::HomeownersAssociationDuesAndCondominiumFees, "50"),
        HousingExpense { timing: Some(ExpenseTiming::Present), ..proposed(5, HousingExpenseType::Rent, "999") },
    ];
    let payment = of(&application).payment;
    assert_eq!((payment.lines.len(), payment.total), (8, money("1765.82")));
    assert_eq!((payment.lines[0].amount, payment.lines[0].source), (money("1475.82"), LineSource::Computed));
    application.housing_expenses.push(proposed(6, HousingExpenseType::FirstMortgagePrincipalAndInterest, "1500"));
    let line = of(&application).payment.lines.remove(0);
    assert_eq!((line.amount, line.source, line.computed), (money("1500"), LineSource::Stated, some("1475.82")));
    application.housing_expenses.clear();
    application.loan.interest_only = Some(true);
    assert_eq!(of(&application).payment.lines[0].amount, money("1062.50"));
}

/// URLA-39: payments of other terms, and terms that can't be repaid.
#[test]
fn principal_and_interest_is_exact_to_the_cent() {
    for (amount, rate, months, payment) in [
        ("300000", "4.25", 360, some("1475.82")),
        ("100000", "6", 360, some("599.55")),
        ("200000", "3.875", 180, some("1466.88")),
        ("1200", "0", 12, some("100.00")),
        ("1000", "12", 1, some("1010.00")),
        ("100000000", "20", 480, some("1667264.09")),
        ("123456789", "6.125", 359, some("750866.26")),
        ("0", "4.25", 360, None),
        ("-5", "4.25", 360, None),
        ("300000", "4.25", 0, None),
        ("300000", "-1", 360, None),
        ("92233720368547758.07", "1000", 360, None),
    ] {
        let rate: Rate = rate.parse().unwrap();
        assert_eq!(principal_and_interest(money(amount), rate, months), payment, "{amount} {rate} {months}");
    }
}

/// A transaction by the amounts of its lines.
fn transaction(purpose: LoanPurpose, base: &str) -> Application {
    let mut application = Application::default();
    application.loan.purpose = Some(purpose);
    application.loan.base_amount = some(base);
    application
}

/// URLA-40 (PV43, PV44, PV69, PV70): cash from or to the borrower is H - K - N.
#[test]
fn cash_to_close_follows_the_lines_of_l4() {
    let mut example = transaction(LoanPurpose::Purchase, "320000");
    example.property.purchase_price = some("400000");
    example.transaction.closing_costs_amount = some("9000");
    example.transaction.discount_points_amount = some("2000");
    example.transaction.seller_credits_amount = some("5000");
    example.transaction.credits = vec![credit(1, PurchaseCreditType::EarnestMoney, "10000")];

    let mut c01 = transaction(LoanPurpose::Purchase, "300000");
    c01.property.purchase_price = some("340000");
    c01.transaction.closing_costs_amount = some("8750");
    c01.transaction.seller_credits_amount = some("4750");
    c01.transaction.credits = vec![
        credit(1, PurchaseCreditType::EarnestMoney, "10000"),
        credit(2, PurchaseCreditType::LeasePurchaseFund, "4200"),
        credit(3, PurchaseCreditType::Lender, "1000"),
    ];

    let mut refinance = transaction(LoanPurpose::Refinance, "205000");
    refinance.transaction.refinance_payoff_amount = some("187450");
    refinance.transaction.other_payoff_amount = some("4000");
    refinance.transaction.closing_costs_amount = some("5310");
    refinance.property.purchase_price = some("111111");

    let mut c06 = transaction(LoanPurpose::Refinance, "152000");
    c06.transaction.refinance_payoff_amount = some("145000");
    c06.transaction.closing_costs_amount = some("6850");
    c06.transaction.credits = vec![credit(1, PurchaseCreditType::Other, "368")];

    let mut fha01 = transaction(LoanPurpose::Purchase, "142500");
    fha01.property.purchase_price = some("151000");
    fha01.transaction.closing_costs_amount = some("1800");
    fha01.transaction.prepaid_items_amount = some("799");
    fha01.transaction.mi_and_funding_fee_amount = some("2493");
    fha01.transaction.mi_and_funding_fee_financed_amount = some("2493");
    fha01.transaction.seller_credits_amount = some("2000");
    fha01.transaction.credits = vec![credit(1, PurchaseCreditType::Other, "368")];
    fha01.other_loans = vec![OtherLoan { id: id(2), amount: some("4500"), ..OtherLoan::default() }];

    for (name, application, due, mortgages, credits, cash, label) in [
        ("URLA-40", example, "411000", "320000", "15000", "76000", "Cash from the borrower"),
        ("C01", c01, "348750", "300000", "19950", "28800", "Cash from the borrower"),
        ("PV44", refinance, "196760", "205000", "0", "-8240", "Cash to the borrower"),
        ("C06", c06, "151850", "152000", "368", "-518", "Cash to the borrower"),
        ("FHA01", fha01, "156092", "149493", "2368", "4231", "Cash from the borrower"),
    ] {
        let figures = of(&application);
        let lines = ['H', 'K', 'N'].map(|letter| line(&figures, letter).amount);
        assert_eq!(lines, [money(due), money(mortgages), money(credits)], "{name}");
        assert_eq!(figures.cash.cash_from_borrower, money(cash), "{name}");
        assert_eq!(figures.cash.label, label);
        let letters: String = figures.cash.lines.iter().map(|line| line.line).collect();
        assert_eq!(letters, "ABCDEFGHIJKLMN");
    }
}

/// URLA-40 (PV68): line F contains the whole mortgage insurance or funding fee. Its financed part is in line I too.
#[test]
fn line_f_contains_the_whole_funding_fee() {
    for (case, closing, prepaids, fee, financed, total) in [
        ("C07", "2599", "0", "1500", "750", "4099"),
        ("FHA01", "1800", "799", "2493", "2493", "5092"),
        ("VA01", "4785", "1500", "3942", "2687", "10227"),
    ] {
        let mut application = transaction(LoanPurpose::Purchase, "100000");
        application.transaction.closing_costs_amount = some(closing);
        application.transaction.prepaid_items_amount = some(prepaids);
        application.transaction.mi_and_funding_fee_amount = some(fee);
        application.transaction.mi_and_funding_fee_financed_amount = some(financed);
        let figures = of(&application);
        assert_eq!(line(&figures, 'F').amount, money(total), "{case}");
        assert_eq!(line(&figures, 'I').amount, money("100000") + money(financed), "{case}");
    }
}

/// URLA-40: lines D and E derive from the debts that closing pays off. Mortgages on the subject property are in D.
#[test]
fn payoffs_of_a_refinance_are_derived() {
    let mut application = transaction(LoanPurpose::Refinance, "205000");
    application.owned_properties =
        vec![OwnedProperty { id: HOUSE, is_subject: Some(true), ..OwnedProperty::default() }];
    let paid = |liability| Liability { paid_off_at_closing: Some(true), ..liability };
    application.liabilities = vec![
        paid(Liability { balance: some("187450"), ..mortgage(41, HOUSE, "1200") }),
        paid(debt(42, LiabilityType::Revolving, "4000", "90")),
    ];
    let figures = of(&application);
    assert_eq!((line(&figures, 'D').amount, line(&figures, 'E').amount), (money("187450"), money("4000")));
    application.transaction.refinance_payoff_amount = some("188000");
    let figures = of(&application);
    assert_eq!((line(&figures, 'D').amount, line(&figures, 'D').computed), (money("188000"), some("187450")));
}
