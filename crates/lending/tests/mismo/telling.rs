//! Issues that an officer sees about a file, and secrets that must not appear in them.

use crate::{
    message::{Deal, arc, borrower, only},
    read,
};
use lending::{
    application::{LiabilityType, Secrets},
    import::Issue,
    mismo::ISSUES_MAX,
};

#[test]
fn an_unknown_value_is_reported_and_the_field_stays_empty() {
    let property = "<PROPERTY_DETAIL><PropertyUsageType>Houseboat</PropertyUsageType></PROPERTY_DETAIL>";
    let imported = Deal { property, ..Deal::default() }.read();
    assert_eq!(imported.application.property.usage, None);
    let told: Vec<_> = imported.issues.iter().filter(|issue| issue.field == "PropertyUsageType").collect();
    assert_eq!(told.len(), 2, "one for the unknown value, and one for the missing usage: {told:#?}");
    let unknown = told.iter().find(|issue| issue.value.is_some()).unwrap();
    assert_eq!(unknown.value.as_deref(), Some("Houseboat"));
    assert_eq!(unknown.reason, "MISMO 3.4 has no such word here. It was skipped.");
    assert_eq!(unknown.place, "DEAL/COLLATERALS/COLLATERAL[1]/SUBJECT_PROPERTY/PROPERTY_DETAIL");
}

#[test]
fn a_student_loan_is_read_as_an_installment_loan_and_reported() {
    let debts = "<LIABILITIES><LIABILITY><LIABILITY_DETAIL><LiabilityType>StudentLoan</LiabilityType>\
                 </LIABILITY_DETAIL></LIABILITY></LIABILITIES>";
    let imported = Deal { debts, ..Deal::default() }.read();
    assert_eq!(imported.application.liabilities[0].kind, Some(LiabilityType::Installment));
    assert_eq!(
        only(&imported, "LiabilityType").reason,
        "This is not written as MISMO 3.4 has it. It was taken as Installment."
    );
}

#[test]
fn required_data_that_a_file_lacks_is_reported() {
    let imported = Deal { property: "", terms: "", party: "", ..Deal::default() }.read();
    for (field, words) in [
        ("LoanPurposeType", "whether this is a purchase or a refinance"),
        ("MortgageType", "which type of mortgage is asked for"),
        ("BaseLoanAmount", "how much is asked for"),
        ("PropertyUsageType", "how the property will be used"),
        ("TaxpayerIdentifierValue", "no Social Security number for this borrower"),
    ] {
        let issue = only(&imported, field);
        assert!(issue.reason.contains(words), "{issue:#?}");
        assert!(issue.reason.ends_with("Add it on the loan's page."), "{issue:#?}");
        assert_eq!(issue.value, None);
    }
    assert_eq!(imported.issues.len(), 5);
}

#[test]
fn a_second_borrower_without_a_last_name_is_reported() {
    let nameless = borrower("BORROWER_2", "Ben").replace("<LastName>Homeowner</LastName>", "");
    let imported = Deal { parties: &nameless, ..Deal::default() }.read();
    assert_eq!(imported.application.borrowers.len(), 2);
    assert!(only(&imported, "LastName").reason.contains("no last name"));
}

/// Secrets that must never appear in an issue, each in its element.
const SEALED: &str = r#"
    <BORROWER_DETAIL><BorrowerBirthDate>05/06/1907</BorrowerBirthDate></BORROWER_DETAIL>
    <GOVERNMENT_MONITORING>
        <GOVERNMENT_MONITORING_DETAIL><HMDAEthnicityRefusalIndicator>never-say-1</HMDAEthnicityRefusalIndicator></GOVERNMENT_MONITORING_DETAIL>
        <HMDA_RACES><HMDA_RACE><HMDA_RACE_DETAIL><HMDARaceType>black_or_african_american</HMDARaceType></HMDA_RACE_DETAIL></HMDA_RACE>
            <HMDA_RACE><HMDA_RACE_DETAIL><HMDARaceType>never-say-2</HMDARaceType></HMDA_RACE_DETAIL></HMDA_RACE></HMDA_RACES>
        <EXTENSION><OTHER><ULAD:GOVERNMENT_MONITORING_EXTENSION><ULAD:HMDA_ETHNICITIES><ULAD:HMDA_ETHNICITY>
            <ULAD:HMDAEthnicityType>never-say-3</ULAD:HMDAEthnicityType></ULAD:HMDA_ETHNICITY></ULAD:HMDA_ETHNICITIES>
            </ULAD:GOVERNMENT_MONITORING_EXTENSION></OTHER></EXTENSION>
    </GOVERNMENT_MONITORING>"#;

fn party(number: &str) -> String {
    format!(
        "<TAXPAYER_IDENTIFIERS><TAXPAYER_IDENTIFIER><TaxpayerIdentifierType>SocialSecurityNumber\
         </TaxpayerIdentifierType><TaxpayerIdentifierValue>{number}</TaxpayerIdentifierValue></TAXPAYER_IDENTIFIER>\
         </TAXPAYER_IDENTIFIERS>"
    )
}

fn tells(issues: &[Issue], value: &str) -> bool {
    let holds = |text: &str| text.to_ascii_lowercase().contains(&value.to_ascii_lowercase());
    issues.iter().any(|issue| {
        holds(&issue.reason) || holds(&issue.place) || holds(&issue.field) || issue.value.as_deref().is_some_and(holds)
    })
}

#[test]
fn no_issue_contains_a_secret() {
    let imported = Deal { borrower: SEALED, party: &party("12-34567"), ..Deal::default() }.read();
    for field in
        ["BorrowerBirthDate", "HMDAEthnicityRefusalIndicator", "ULAD:HMDAEthnicityType", "TaxpayerIdentifierValue"]
    {
        assert_eq!(only(&imported, field).value, None);
    }
    let told = imported.issues.iter().filter(|issue| issue.field == "HMDARaceType").count();
    assert_eq!(told, 2, "one value was understood, the other was not: {:#?}", imported.issues);
    for value in ["1907", "never-say", "black", "african", "34567"] {
        assert!(!tells(&imported.issues, value), "{value} in {:#?}", imported.issues);
    }
    assert_ne!(imported.secrets, Secrets::default());
    let printed = format!("{imported:?}");
    for value in ["05/06/1907", "1907-05-06", "never-say"] {
        assert!(!printed.contains(value), "debug output contains no secret either: {value}");
    }
}

#[test]
fn a_never_issued_number_is_kept_and_reported_without_quoting_it() {
    for number in ["987-65-4321", "000121234", "666121234", "123001234", "123120000"] {
        let imported = Deal { party: &party(number), ..Deal::default() }.read();
        let issue = only(&imported, "TaxpayerIdentifierValue");
        assert_eq!(issue.value, None);
        assert!(issue.reason.contains("No such number was ever issued"), "{issue:#?}");
        let id = imported.application.borrowers[0].id;
        let kept = imported.secrets.borrowers[&id].taxpayer_identifier.as_ref().unwrap();
        assert_eq!(kept.reveal(), number.replace('-', ""));
        assert!(!tells(&imported.issues, &number[number.len() - 4..]));
    }
}

#[test]
fn only_the_last_digits_of_account_numbers_are_visible() {
    let assets = "<ASSETS><ASSET><ASSET_DETAIL><AssetAccountIdentifier>0099-8877-6655</AssetAccountIdentifier>\
                  <AssetType>CheckingAccount</AssetType></ASSET_DETAIL></ASSET></ASSETS>";
    let imported = Deal { assets, ..Deal::default() }.read();
    let asset = &imported.application.assets[0];
    assert_eq!(asset.account_number_last_four.as_deref(), Some("6655"));
    assert_eq!(imported.secrets.account_numbers[&asset.id], "0099-8877-6655");
    let printed = format!("{:?}", imported.application);
    assert!(!printed.contains("8877-6655") && !printed.contains("88776655"));
}

#[test]
fn data_that_the_application_cannot_store_is_reported() {
    let loan = "<LOAN_DETAIL><AssumabilityIndicator>true</AssumabilityIndicator>\
                <LoanMadeUpIndicator>true</LoanMadeUpIndicator></LOAN_DETAIL>";
    let imported = Deal { loan, ..Deal::default() }.read();
    for field in ["AssumabilityIndicator", "LoanMadeUpIndicator"] {
        assert_eq!(only(&imported, field).reason, "The application has no place for this. It was skipped.", "{field}");
    }
}

#[test]
fn a_file_without_a_version_is_read_with_an_issue() {
    let message = Deal::default().message().replace(r#"MISMOReferenceModelIdentifier="3.4.032420160128""#, "");
    let imported = read(message.as_bytes()).unwrap();
    assert!(only(&imported, "MISMOReferenceModelIdentifier").reason.contains("It was read as 3.4."));
}

#[test]
fn equal_issues_are_reported_once_and_their_number_is_limited() {
    let debt = |kind: &str| {
        format!("<LIABILITY><LIABILITY_DETAIL><LiabilityType>{kind}</LiabilityType></LIABILITY_DETAIL></LIABILITY>")
    };
    let same = format!("<LIABILITIES>{}</LIABILITIES>", debt("StudentLoan").repeat(40));
    let imported = Deal { debts: &same, ..Deal::default() }.read();
    assert_eq!(imported.application.liabilities.len(), 40);
    let issue = only(&imported, "LiabilityType");
    assert!(issue.reason.ends_with(" The same is found in 39 other places."), "{issue:#?}");

    let unlike: String = (0..500).map(|number| debt(&format!("Kind{number}"))).collect();
    let unlike = format!("<LIABILITIES>{unlike}</LIABILITIES>");
    let imported = Deal { debts: &unlike, ..Deal::default() }.read();
    assert_eq!(imported.issues.len(), ISSUES_MAX + 1);
    assert_eq!(imported.issues[ISSUES_MAX].reason, "And 300 more.");
    assert_eq!(imported.issues[0].value.as_deref(), Some("Kind0"), "the first issues in file order are reported");
}

#[test]
fn every_issue_is_a_sentence() {
    let imported = Deal { borrower: SEALED, property: "", terms: "", party: "", ..Deal::default() }.read();
    assert!(imported.issues.len() > 8);
    for issue in &imported.issues {
        assert!(issue.reason.ends_with('.') && issue.reason.starts_with(char::is_uppercase), "{issue:#?}");
        assert!(!issue.place.is_empty() && !issue.field.is_empty(), "{issue:#?}");
    }
}

#[test]
fn a_party_that_is_a_borrower_twice_is_one_borrower() {
    let message = Deal { relationships: &arc("ASSET_1", "ASSET_IsAssociatedWith_ROLE", "AGAIN"), ..Deal::default() }
        .message()
        .replace("</ROLES>", r#"<ROLE xlink:label="AGAIN"><BORROWER/></ROLE></ROLES>"#)
        .replace("<COLLATERALS>", r#"<ASSETS><ASSET xlink:label="ASSET_1"/></ASSETS><COLLATERALS>"#);
    let imported = read(message.as_bytes()).unwrap();
    let [borrower] = &imported.application.borrowers[..] else { panic!("{:#?}", imported.application.borrowers) };
    assert_eq!(imported.application.assets[0].owners, [borrower.id]);
    assert_eq!(only(&imported, "PartyRoleType").reason, "This party is a borrower twice. The first was used.");
}

#[test]
fn a_second_loan_originator_and_a_party_in_an_unknown_role_are_reported() {
    let party = |name: &str, role: &str| {
        format!(
            "<PARTY><INDIVIDUAL><NAME><FullName>{name}</FullName></NAME></INDIVIDUAL><ROLES><ROLE><ROLE_DETAIL>\
             <PartyRoleType>{role}</PartyRoleType></ROLE_DETAIL></ROLE></ROLES></PARTY>"
        )
    };
    let parties = |others: [(&str, &str); 2]| others.map(|(name, role)| party(name, role)).concat();
    let told = |others| {
        let imported = Deal { parties: &parties(others), ..Deal::default() }.read();
        let name = imported.application.originator.name.clone();
        (name.unwrap_or_default(), only(&imported, "PartyRoleType").reason.clone())
    };
    let (name, reason) = told([("Olive Officer", "LoanOriginator"), ("Otto Officer", "LoanOriginator")]);
    assert_eq!(name, "Olive Officer");
    assert_eq!(reason, "The file names a second loan originator. The first was used.");
    let (_, reason) = told([("Olive Officer", "LoanOriginator"), ("Rita Realtor", "RealEstateAgent")]);
    assert_eq!(reason, "The application has no place for this party (RealEstateAgent). It was skipped.");
}
