//! Facts of the format: the location and meaning of data.

use crate::message::{Deal, arc, borrower, only};
use lending::{
    application::{
        AssetType, Disposition, ExpenseType, LienPriority, LoanPurpose, MilitaryStatus, RefinanceCashOut,
        TaxpayerIdentifierType,
    },
    values::Money,
};

fn money(dollars: i64) -> Option<Money> {
    Some(Money::from_cents(dollars * 100))
}

#[test]
fn a_complete_file_has_no_issues() {
    let imported = Deal::default().read();
    assert_eq!(imported.issues, []);
    assert_eq!(imported.application.borrowers[0].first_name.as_deref(), Some("Ada"));
    assert_eq!(imported.application.loan.base_amount, money(200_000));
}

#[test]
fn a_related_loan_does_not_affect_the_subject_loan_even_if_it_comes_first() {
    let related = r#"<LOAN LoanRoleType="RelatedLoan" xlink:label="LOAN_2"><TERMS_OF_LOAN>
        <LienPriorityType>SecondLien</LienPriorityType><LoanPurposeType>Refinance</LoanPurposeType>
        <MortgageType>FHA</MortgageType><NoteAmount>15000</NoteAmount></TERMS_OF_LOAN></LOAN>"#;
    let deal = Deal { other_loans: related, ..Deal::default() };
    let message = deal.message();
    let before = message.replace("<LOANS>", &format!("<LOANS>{related}")).replacen(&format!("{related}\n"), "", 1);
    for message in [&message, &before] {
        let application = crate::read(message.as_bytes()).unwrap().application;
        assert_eq!(application.loan.purpose, Some(LoanPurpose::Purchase));
        assert_eq!(application.loan.note_amount, None);
        assert_eq!(application.loan.lien, None);
        assert_eq!(application.other_loans[0].amount, money(15_000));
        assert_eq!(application.other_loans[0].lien, Some(LienPriority::SecondLien));
    }
}

#[test]
fn a_second_subject_loan_is_reported_and_read_as_another_mortgage() {
    let second =
        r#"<LOAN LoanRoleType="SubjectLoan"><TERMS_OF_LOAN><NoteAmount>9000</NoteAmount></TERMS_OF_LOAN></LOAN>"#;
    let imported = Deal { other_loans: second, ..Deal::default() }.read();
    assert!(only(&imported, "LoanRoleType").reason.contains("a second loan"));
    assert_eq!(imported.application.loan.base_amount, money(200_000));
    assert_eq!(imported.application.other_loans[0].amount, money(9_000));
}

#[test]
fn the_value_is_the_appraised_one_then_the_estimate_then_the_price_and_never_zero() {
    let property = |valuation: &str, estimate: &str, price: &str| {
        let property = format!(
            "<PROPERTY_DETAIL><PropertyEstimatedValueAmount>{estimate}</PropertyEstimatedValueAmount></PROPERTY_DETAIL>\
             <PROPERTY_VALUATIONS><PROPERTY_VALUATION><PROPERTY_VALUATION_DETAIL><PropertyValuationAmount>{valuation}\
             </PropertyValuationAmount></PROPERTY_VALUATION_DETAIL></PROPERTY_VALUATION></PROPERTY_VALUATIONS>\
             <SALES_CONTRACTS><SALES_CONTRACT><SALES_CONTRACT_DETAIL><SalesContractAmount>{price}\
             </SalesContractAmount></SALES_CONTRACT_DETAIL></SALES_CONTRACT></SALES_CONTRACTS>"
        );
        Deal { property: &property, ..Deal::default() }.read().application.property.value()
    };
    assert_eq!(property("310000", "305000", "300000"), money(310_000));
    assert_eq!(property("", "305000", "300000"), money(305_000));
    assert_eq!(property("0.00", "305000", "300000"), money(305_000));
    assert_eq!(property("", "", "300000"), money(300_000));
    assert_eq!(property("0.00", "0", "0.00"), None);
}

#[test]
fn a_meaningless_amount_of_zero_is_reported() {
    let terms = "<BaseLoanAmount>0.00</BaseLoanAmount><LoanPurposeType>Purchase</LoanPurposeType>\
                 <MortgageType>Conventional</MortgageType>";
    let imported = Deal { terms, ..Deal::default() }.read();
    assert_eq!(imported.application.loan.base_amount, None);
    let told: Vec<_> = imported.issues.iter().filter(|issue| issue.field == "BaseLoanAmount").collect();
    assert_eq!(told.len(), 2, "one for zero, and one for missing: {told:#?}");
}

#[test]
fn self_employed_income_belongs_to_the_employment() {
    let employer = |employment: &str| {
        let employers = format!("<EMPLOYERS><EMPLOYER><EMPLOYMENT>{employment}</EMPLOYMENT></EMPLOYER></EMPLOYERS>");
        Deal { borrower: &employers, ..Deal::default() }.read().application.borrowers[0].employments[0].clone()
    };
    let own = employer(
        "<EmploymentBorrowerSelfEmployedIndicator>true</EmploymentBorrowerSelfEmployedIndicator>\
         <EmploymentMonthlyIncomeAmount>8000.00</EmploymentMonthlyIncomeAmount>\
         <EmploymentStatusType>Current</EmploymentStatusType>",
    );
    assert_eq!((own.self_employed_income, own.previous_income, own.stated_income), (money(8_000), None, None));
    let loss = employer(
        "<EmploymentBorrowerSelfEmployedIndicator>true</EmploymentBorrowerSelfEmployedIndicator>\
         <EmploymentMonthlyIncomeAmount>-250.00</EmploymentMonthlyIncomeAmount>",
    );
    assert_eq!(loss.self_employed_income, money(-250));
    let previous = employer(
        "<EmploymentMonthlyIncomeAmount>3100.00</EmploymentMonthlyIncomeAmount>\
         <EmploymentStatusType>Previous</EmploymentStatusType>",
    );
    assert_eq!((previous.self_employed_income, previous.previous_income), (None, money(3_100)));
    let wages = employer("<EmploymentMonthlyIncomeAmount>4100.00</EmploymentMonthlyIncomeAmount>");
    assert_eq!((wages.self_employed_income, wages.stated_income), (None, money(4_100)));
}

#[test]
fn an_alias_never_mixes_with_the_borrowers_name() {
    let aliases = "<ALIASES><ALIAS><NAME><FirstName>Adele</FirstName><MiddleName>B</MiddleName>\
                   <LastName>Tenant</LastName><SuffixName>JR</SuffixName></NAME></ALIAS></ALIASES>";
    let imported = Deal { individual: aliases, ..Deal::default() }.read();
    let borrower = &imported.application.borrowers[0];
    assert_eq!((borrower.first_name.as_deref(), borrower.last_name.as_deref()), (Some("Ada"), Some("Homeowner")));
    assert_eq!((&borrower.middle_name, &borrower.suffix), (&None, &None));
    assert_eq!(borrower.aliases[0].first_name.as_deref(), Some("Adele"));
    assert_eq!(borrower.aliases[0].last_name.as_deref(), Some("Tenant"));
    assert_eq!(imported.issues, []);
}

#[test]
fn a_taxpayer_identifier_is_read_with_or_without_dashes() {
    for (kind, number, kept) in [
        ("SocialSecurityNumber", "219-09-9999", TaxpayerIdentifierType::SocialSecurityNumber),
        (
            "IndividualTaxpayerIdentificationNumber",
            "900709999",
            TaxpayerIdentifierType::IndividualTaxpayerIdentificationNumber,
        ),
        ("EmployerIdentificationNumber", "12-3129999", TaxpayerIdentifierType::EmployerIdentificationNumber),
    ] {
        let party = format!(
            "<TAXPAYER_IDENTIFIERS><TAXPAYER_IDENTIFIER><TaxpayerIdentifierType>{kind}</TaxpayerIdentifierType>\
             <TaxpayerIdentifierValue>{number}</TaxpayerIdentifierValue></TAXPAYER_IDENTIFIER></TAXPAYER_IDENTIFIERS>"
        );
        let imported = Deal { party: &party, ..Deal::default() }.read();
        let borrower = &imported.application.borrowers[0];
        let sealed = imported.secrets.borrowers[&borrower.id].taxpayer_identifier.as_ref().unwrap();
        assert_eq!(sealed.reveal(), number.replace('-', ""));
        assert_eq!(borrower.taxpayer_identifier_type, Some(kept));
        assert_eq!(borrower.taxpayer_identifier_last_four.as_deref(), Some("9999"));
        assert_eq!(imported.issues, []);
    }
}

const TWO_ACCOUNTS: &str = r#"<ASSETS>
    <ASSET xlink:label="ASSET_1"><ASSET_DETAIL><AssetCashOrMarketValueAmount>500.10</AssetCashOrMarketValueAmount>
        <AssetType>CheckingAccount</AssetType></ASSET_DETAIL></ASSET>
    <ASSET xlink:label="ASSET_2"><OWNED_PROPERTY><OWNED_PROPERTY_DETAIL>
        <OwnedPropertyDispositionStatusType>Retain</OwnedPropertyDispositionStatusType>
        <OwnedPropertyRentalIncomeNetAmount>-270.00</OwnedPropertyRentalIncomeNetAmount>
        </OWNED_PROPERTY_DETAIL></OWNED_PROPERTY></ASSET>
    </ASSETS>"#;
const DEBTS: &str = r#"
    <EXPENSES><EXPENSE xlink:label="EXPENSE_1"><ExpenseMonthlyPaymentAmount>150</ExpenseMonthlyPaymentAmount>
        <ExpenseType>ChildSupport</ExpenseType></EXPENSE></EXPENSES>
    <LIABILITIES><LIABILITY xlink:label="LIABILITY_1"><LIABILITY_DETAIL><LiabilityType>MortgageLoan</LiabilityType>
        <LiabilityUnpaidBalanceAmount>90000</LiabilityUnpaidBalanceAmount></LIABILITY_DETAIL></LIABILITY></LIABILITIES>"#;

#[test]
fn relationships_define_owners_and_several_are_joint() {
    let relationships = [
        arc("ASSET_1", "ASSET_IsAssociatedWith_ROLE", "BORROWER_1"),
        arc("ASSET_1", "ASSET_IsAssociatedWith_ROLE", "BORROWER_2"),
        arc("ASSET_1", "ASSET_IsAssociatedWith_ROLE", "BORROWER_2"),
        arc("ASSET_2", "ASSET_IsAssociatedWith_ROLE", "BORROWER_2"),
        arc("ASSET_2", "ASSET_IsAssociatedWith_LIABILITY", "LIABILITY_1"),
        arc("LIABILITY_1", "LIABILITY_IsAssociatedWith_ROLE", "BORROWER_1"),
        arc("EXPENSE_1", "EXPENSE_IsAssociatedWith_ROLE", "BORROWER_2"),
        arc("BORROWER_1", "ROLE_SharesJointCreditReportWith_ROLE", "BORROWER_2"),
    ]
    .concat();
    let second = borrower("BORROWER_2", "Ben");
    let deal =
        Deal { assets: TWO_ACCOUNTS, debts: DEBTS, parties: &second, relationships: &relationships, ..Deal::default() };
    let application = deal.read().application;
    let [ada, ben] = [application.borrowers[0].id, application.borrowers[1].id];
    assert_eq!(application.assets[0].owners, [ada, ben]);
    assert_eq!(application.owned_properties[0].owners, [ben]);
    assert_eq!(application.liabilities[0].owners, [ada]);
    assert_eq!(application.liabilities[0].owned_property, Some(application.owned_properties[0].id));
    assert_eq!(application.expenses[0].owners, [ben]);
    assert_eq!(application.borrowers[0].joint_with, Some(ben));
}

#[test]
fn without_relationships_items_have_no_owner() {
    let application = Deal { assets: TWO_ACCOUNTS, debts: DEBTS, ..Deal::default() }.read().application;
    assert!(application.assets[0].owners.is_empty());
    assert!(application.owned_properties[0].owners.is_empty());
    assert!(application.liabilities[0].owners.is_empty());
    assert_eq!(application.expenses[0].kind, Some(ExpenseType::ChildSupport));
    assert!(application.expenses[0].owners.is_empty());
}

#[test]
fn real_estate_is_an_asset_without_a_type_and_may_lose_money() {
    let application = Deal { assets: TWO_ACCOUNTS, ..Deal::default() }.read().application;
    assert_eq!(application.assets.len(), 1);
    assert_eq!(application.assets[0].kind, Some(AssetType::CheckingAccount));
    assert_eq!(application.owned_properties[0].disposition, Some(Disposition::Retain));
    assert_eq!(application.owned_properties[0].rental_income_net, money(-270));
}

#[test]
fn missing_and_ambiguous_labels_are_reported_and_ignored() {
    let relationships = [
        arc("ASSET_1", "ASSET_IsAssociatedWith_ROLE", "BORROWER_9"),
        arc("ASSET_2", "ASSET_IsAssociatedWith_ROLE", "BORROWER_2"),
    ]
    .concat();
    let twice = [borrower("BORROWER_2", "Ben"), borrower("BORROWER_2", "Cem")].concat();
    let deal = Deal { assets: TWO_ACCOUNTS, parties: &twice, relationships: &relationships, ..Deal::default() };
    let imported = deal.read();
    assert!(imported.application.assets[0].owners.is_empty());
    assert!(imported.application.owned_properties[0].owners.is_empty());
    assert_eq!(only(&imported, "RELATIONSHIP").value.as_deref(), Some("BORROWER_9"));
    assert_eq!(only(&imported, "xlink:label").value.as_deref(), Some("BORROWER_2"));
}

#[test]
fn a_private_license_is_the_nmls_id_and_a_public_one_the_state_license() {
    let license = |level: &str, number: &str| {
        format!(
            "<LICENSE><LICENSE_DETAIL><LicenseAuthorityLevelType>{level}</LicenseAuthorityLevelType>\
             <LicenseIdentifier>{number}</LicenseIdentifier></LICENSE_DETAIL></LICENSE>"
        )
    };
    let party = |name: &str, licenses: &str, role: &str| {
        format!(
            "<PARTY>{name}<ROLES><ROLE><LICENSES>{licenses}</LICENSES><ROLE_DETAIL><PartyRoleType>{role}\
             </PartyRoleType></ROLE_DETAIL></ROLE></ROLES></PARTY>"
        )
    };
    let parties = [
        party(
            "<INDIVIDUAL><NAME><FullName>Olive Officer</FullName></NAME></INDIVIDUAL>",
            &[license("PublicState", "MD-77"), license("Private", "123456")].concat(),
            "LoanOriginator",
        ),
        party(
            "<LEGAL_ENTITY><LEGAL_ENTITY_DETAIL><FullName>Example Lending</FullName></LEGAL_ENTITY_DETAIL></LEGAL_ENTITY>",
            &license("Private", "654321"),
            "LoanOriginationCompany",
        ),
    ]
    .concat();
    let imported = Deal { parties: &parties, ..Deal::default() }.read();
    let originator = &imported.application.originator;
    assert_eq!(originator.name.as_deref(), Some("Olive Officer"));
    assert_eq!(originator.nmls_id.as_deref(), Some("123456"));
    assert_eq!(originator.state_license.as_deref(), Some("MD-77"));
    assert_eq!(originator.organization_name.as_deref(), Some("Example Lending"));
    assert_eq!(originator.organization_nmls_id.as_deref(), Some("654321"));
    assert_eq!(originator.organization_state_license, None);
    assert_eq!(imported.application.borrowers.len(), 1, "a loan officer is not a borrower");
    assert_eq!(imported.issues, []);
}

#[test]
fn a_date_is_a_day_or_the_first_of_a_month() {
    for (written, day) in [("2021-12-01", "2021-12-01"), ("2020-12", "2020-12-01")] {
        let services = format!(
            "<MILITARY_SERVICES><MILITARY_SERVICE><MilitaryServiceExpectedCompletionDate>{written}\
             </MilitaryServiceExpectedCompletionDate><MilitaryStatusType>ActiveDuty</MilitaryStatusType>\
             </MILITARY_SERVICE></MILITARY_SERVICES>"
        );
        let imported = Deal { borrower: &services, ..Deal::default() }.read();
        let military = &imported.application.borrowers[0].military;
        assert_eq!(military.completion_on.map(|day| day.to_string()).as_deref(), Some(day));
        assert_eq!(military.statuses, [MilitaryStatus::ActiveDuty]);
        assert_eq!(imported.issues, []);
    }
}

#[test]
fn a_placeholder_address_means_to_be_determined() {
    for written in ["TBD", "tbd", "To Be Determined"] {
        let property = format!(
            "<ADDRESS><AddressLineText>{written}</AddressLineText><CityName>Baltimore</CityName><StateCode>MD</StateCode>\
             </ADDRESS><PROPERTY_DETAIL><PropertyUsageType>PrimaryResidence</PropertyUsageType></PROPERTY_DETAIL>"
        );
        let imported = Deal { property: &property, ..Deal::default() }.read();
        let property = &imported.application.property;
        assert_eq!(property.to_be_determined, Some(true));
        assert_eq!((property.address.line.as_deref(), property.address.city.as_deref()), (None, Some("Baltimore")));
        assert_eq!(imported.issues, []);
    }
}

#[test]
fn the_primary_borrower_comes_first() {
    let primary = borrower("BORROWER_2", "Ben").replace(
        "<ROLE_DETAIL>",
        "<BORROWER><BORROWER_DETAIL><BorrowerClassificationType>Primary</BorrowerClassificationType></BORROWER_DETAIL>\
         </BORROWER><ROLE_DETAIL>",
    );
    let names = |parties: &str| {
        let application = Deal { parties, ..Deal::default() }.read().application;
        application.borrowers.into_iter().filter_map(|borrower| borrower.first_name).collect::<Vec<_>>()
    };
    assert_eq!(names(&primary), ["Ben", "Ada"]);
    assert_eq!(names(&borrower("BORROWER_2", "Ben")), ["Ada", "Ben"]);
}

#[test]
fn cash_to_the_borrower_is_negative_cash_from_the_borrower() {
    let loan = "<CLOSING_INFORMATION><CLOSING_INFORMATION_DETAIL><CashToBorrowerAtClosingAmount>1500.00\
                </CashToBorrowerAtClosingAmount></CLOSING_INFORMATION_DETAIL></CLOSING_INFORMATION>";
    let imported = Deal { loan, ..Deal::default() }.read();
    assert_eq!(imported.application.transaction.cash_from_borrower_amount, money(-1_500));
}

#[test]
fn namespace_prefixes_and_a_byte_order_mark_are_accepted() {
    let message = Deal::default().message();
    let renamed = message
        .replace("xmlns=", "xmlns:m-1=")
        .replace("</", "</m-1:")
        .replace('<', "<m-1:")
        .replace("<m-1:/m-1:", "</m-1:");
    for message in [renamed, format!("\u{feff}{message}")] {
        let imported = crate::read(message.as_bytes()).unwrap();
        assert_eq!(imported.application, Deal::default().read().application);
        assert_eq!(imported.issues, []);
    }
}

#[test]
fn a_hand_made_refinance_purpose_is_kept() {
    for (written, cash_out) in [
        ("CashOutRefinance", Some(RefinanceCashOut::CashOut)),
        ("NoCashOutRefinance", Some(RefinanceCashOut::NoCashOut)),
        ("LimitedCashOutRefinance", Some(RefinanceCashOut::LimitedCashOut)),
        ("Refinance", None),
    ] {
        let terms = Deal::default().terms.replace("Purchase", written);
        let imported = Deal { terms: &terms, ..Deal::default() }.read();
        assert_eq!(imported.application.loan.purpose, Some(LoanPurpose::Refinance), "{written}");
        assert_eq!(imported.application.loan.refinance_cash_out, cash_out, "{written}");
        if written == "Refinance" {
            assert_eq!(imported.issues, []);
        } else {
            let issue = only(&imported, "LoanPurposeType");
            assert_eq!(issue.value.as_deref(), Some(written));
            assert_eq!(issue.reason, "This is not written as MISMO 3.4 has it. It was taken as Refinance.");
        }
    }
}
