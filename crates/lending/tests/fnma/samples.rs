//! Files of real exporters, from `KEYTURN_SAMPLE_FILES` or the folder `shared/data` next to the workspace. They must
//! not be committed. If they are missing, these tests print a notice and pass.

use crate::{compare::flat, counted, read};
use lending::{
    application::{Application, Borrower, ConstructionLoanType, LoanPurpose, RefinanceCashOut, Secrets},
    import::{Imported, Issue},
    values::Money,
};
use serde_json::json;

/// The bytes of a sample file.
fn sample(name: &str) -> Option<Vec<u8>> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");
    let folder = std::env::var("KEYTURN_SAMPLE_FILES").unwrap_or_else(|_| beside.into());
    let path = format!("{folder}/fnma32/{name}.fnm");
    std::fs::read(&path).inspect_err(|_| eprintln!("skipped: {path} is not there")).ok()
}

fn imported(name: &str) -> Option<Imported> {
    Some(read(&sample(name)?).unwrap())
}

/// The issues as `location | field | value`.
fn told(issues: &[Issue]) -> Vec<String> {
    let number = |field: &str| field.split(' ').next().unwrap_or("").to_owned();
    issues
        .iter()
        .map(|issue| format!("{} | {} | {}", issue.place, number(&issue.field), issue.value.as_deref().unwrap_or("")))
        .collect()
}

fn reason<'i>(issues: &'i [Issue], field: &str) -> &'i str {
    issues.iter().find(|issue| issue.field.starts_with(field)).map_or("", |issue| &issue.reason)
}

#[test]
fn the_well_formed_file_imports_completely() {
    let Some(imported) = imported("well-formed-investment-purchase") else { return };
    let id = |number: u8| format!("00000000-0000-0000-0000-0000000000{number:02x}");
    let (avery, home) = (id(2), id(13));
    let application: Application = serde_json::from_value(json!({
        "loan": {
            "purpose": "Purchase", "mortgageType": "Conventional", "baseAmount": "150000.00", "noteRate": "3.875",
            "termMonths": 360, "amortization": "Fixed", "lien": "FirstLien", "balloon": false,
            "prepaymentPenalty": false,
            "subordinateFinancingAmount": "0.00", "productName": "30 Yr Fixed - Conventional - N"
        },
        "property": {
            "address": {"line": "101 Sample Way", "city": "Fairmont", "state": "CA", "postalCode": "90004"},
            "usage": "Investment", "appraisedValue": "200000.00", "purchasePrice": "200000.00", "estate": "FeeSimple",
            "attachment": "Detached", "legalDescription": "SEE PRELIMINARY TITLE"
        },
        "borrowers": [{
            "id": avery, "firstName": "Avery", "lastName": "Samplestone",
            "taxpayerIdentifierType": "IndividualTaxpayerIdentificationNumber", "taxpayerIdentifierLastFour": "0001",
            "citizenship": "USCitizen", "maritalStatus": "Married", "dependentCount": 2, "dependentAges": [7, 8],
            "email": "person1@example.com", "homePhone": "2025550101",
            "residences": [{
                "id": id(3), "kind": "Current", "basis": "Own", "months": 96,
                "address": {"line": "103 Sample Way", "city": "Sampleto", "state": "CA", "postalCode": "90005"}
            }],
            "employments": [{
                "id": id(5), "status": "Current", "classification": "Primary", "employerName": "Sample Employer",
                "address": {"line": "105 Sample Road", "city": "Northvil", "state": "CA", "postalCode": "90006"},
                "position": "Store Manager", "monthsEmployed": 24, "lineOfWorkMonths": 216, "selfEmployed": true,
                "selfEmployedIncome": "12500.00"
            }],
            "declarations": {
                "intentToOccupy": "Yes", "homeownerPastThreeYears": "Yes", "priorPropertyUsage": "Investment",
                "priorPropertyTitle": "Sole", "undisclosedComakerOfNote": false, "outstandingJudgments": false,
                "delinquentOrDefault": false, "partyToLawsuit": false, "deedInLieu": false, "foreclosure": false,
                "bankruptcy": false, "alimonyOrChildSupport": false, "borrowedDownPayment": false,
                "loanForeclosureOrJudgment": false
            },
            "schoolYears": 16,
            "counseling": [{"id": id(4), "kind": "Education", "confirmed": true}]
        }],
        "assets": [
            {"id": id(12), "owners": [avery], "kind": "CheckingAccount", "holder": "Wells Fargo", "value": "75000.00"}
        ],
        "liabilities": [{
            "id": id(14), "owners": [avery], "kind": "MortgageLoan", "creditor": "BANK",
            "creditorAddress": {"line": "PO BOX 10000", "city": "SAMPLETOWN", "state": "IA", "postalCode": "50300"},
            "accountNumberLastFour": "9999", "balance": "400000.00", "monthlyPayment": "1850.00", "remainingMonths": 0,
            "paidOffAtClosing": true, "excluded": false, "ownedProperty": home, "subordinated": false
        }],
        "ownedProperties": [{
            "id": home, "owners": [avery],
            "address": {"line": "103 Sample Way", "city": "Fairmont", "state": "CA", "postalCode": "90004"},
            "value": "200000.00", "disposition": "Retain", "currentUsage": "PrimaryResidence", "isSubject": true,
            "lienBalance": "150000.00", "lienPayment": "0.00", "maintenanceExpense": "0.00",
            "rentalIncomeGross": "1600.00", "rentalIncomeNet": "0.00", "propertyType": "Co-operative"
        }],
        "housingExpenses": [
            {"id": id(7), "timing": "Present", "kind": "FirstMortgagePrincipalAndInterest", "amount": "600.00",
             "borrower": avery},
            {"id": id(8), "timing": "Present", "kind": "HomeownersInsurance", "amount": "960.00", "borrower": avery},
            {"id": id(9), "timing": "Present", "kind": "RealEstateTax", "amount": "1799.00", "borrower": avery},
            {"id": id(10), "timing": "Proposed", "kind": "MIPremium", "amount": "0.00"},
            {"id": id(11), "timing": "Proposed", "kind": "HomeownersAssociationDuesAndCondominiumFees",
             "amount": "0.00"}
        ],
        "transaction": {
            "alterationsAmount": "0.00", "landAmount": "0.00", "refinancePayoffAmount": "150000.00",
            "prepaidItemsAmount": "0.00", "closingCostsAmount": "0.00", "miAndFundingFeeAmount": "0.00",
            "miAndFundingFeeFinancedAmount": "0.00", "discountPointsAmount": "0.01",
            "sellerPaidClosingCostsAmount": "0.00",
            "downPayments": [{"id": id(15), "kind": "FHAGiftSourceGovernmentAssistance", "amount": "50000.00"}]
        },
        "title": {"holders": [{"id": id(1), "name": "Avery Samplestone"}]},
        "originator": {
            "name": "Loan Officer", "phone": "2025550103", "organizationName": "Sample Brokerage Inc",
            "organizationAddress": {"line": "100 Main S"}, "takenBy": "Internet"
        }
    }))
    .unwrap();
    let secrets: Secrets = serde_json::from_value(json!({
        "borrowers": {avery: {
            "taxpayerIdentifier": "900450001", "birthDate": "1980-06-15",
            "demographics": {
                "ethnicities": ["NotHispanicOrLatino"], "ethnicityRefused": false, "races": ["Asian"],
                "raceRefused": false, "sexes": ["Male"], "sexRefused": false
            }
        }},
        "accountNumbers": {id(14): "9999999999999"}
    }))
    .unwrap();
    assert_eq!(flat(&imported.application, &imported.secrets), flat(&application, &secrets));
    assert_eq!(imported.issues, []);
}

/// Our writer writes the well-formed file back with equal contents. Only the envelope and data that the application
/// can't store may differ.
#[test]
fn the_well_formed_file_is_written_back_unchanged() {
    let Some(bytes) = sample("well-formed-investment-purchase") else { return };
    let imported = read(&bytes).unwrap();
    let written = String::from_utf8(lending::fnma::write(&imported.application, &imported.secrets)).unwrap();
    let written: Vec<&str> = written.lines().map(str::trim_end).collect();
    let original = String::from_utf8(bytes).unwrap();
    let missing: Vec<&str> = original.lines().map(str::trim_end).filter(|line| !written.contains(line)).collect();
    let records: Vec<&str> = missing.iter().map(|line| &line[..3]).collect();
    // The envelope's date, the age, codes for "unknown", N and zero, and names without a value.
    let expected = ["EH ", "00A", "03A", "99B", "ADS", "ADS", "ADS", "LNC", "PCH"];
    assert_eq!(records, expected, "{missing:#?}");
}

#[test]
fn left_aligned_amounts_and_a_coborrower_without_a_number_are_read() {
    let Some(Imported { application, secrets, issues, .. }) = imported("fha-construction-left-aligned-amounts") else {
        return;
    };
    let Application { loan, property, borrowers, assets, liabilities, expenses, owned_properties, .. } = &application;
    assert_eq!(loan.base_amount.unwrap().to_string(), "12.00");
    assert_eq!(loan.note_rate.unwrap().to_string(), "4.000");
    assert_eq!((loan.term_months, loan.construction), (Some(36), Some(true)));
    assert_eq!(loan.construction_type, Some(ConstructionLoanType::ConstructionOnly));
    assert_eq!(loan.purpose, Some(LoanPurpose::Purchase));
    assert_eq!(property.address.city.as_deref(), Some("Yuma"));

    let names: Vec<&str> = borrowers.iter().filter_map(|borrower| borrower.last_name.as_deref()).collect();
    assert_eq!(names, ["Singh", "Cosingh"]);
    let [singh, cosingh] = &borrowers[..] else { panic!("{names:?}") };
    assert_eq!((singh.incomes.len(), cosingh.incomes.len()), (6, 7));
    assert_eq!((singh.residences.len(), cosingh.residences.len()), (2, 1));
    assert_eq!(singh.residences[0].monthly_rent.unwrap().to_string(), "1.00");
    assert_eq!(singh.employments[0].self_employed_income.unwrap().to_string(), "123.00");
    assert_eq!(singh.employments[1].previous_income.unwrap().to_string(), "20000.00");
    assert_eq!(cosingh.employments[0].employer_name.as_deref(), Some("Indradev"));
    assert_eq!((singh.declarations.foreclosure, cosingh.declarations.foreclosure), (Some(false), Some(true)));
    assert!(secrets.borrowers[&singh.id].taxpayer_identifier.is_some());
    assert!(secrets.borrowers[&cosingh.id].taxpayer_identifier.is_none());
    assert_eq!(secrets.borrowers[&singh.id].demographics.races.len(), 5);
    assert_eq!(secrets.borrowers[&cosingh.id].demographics.ethnicity_refused, Some(true));

    assert_eq!((assets.len(), liabilities.len(), expenses.len(), owned_properties.len()), (13, 2, 3, 1));
    assert_eq!(assets.iter().filter_map(|asset| asset.value).sum::<Money>().to_string(), "1371861.00");
    assert_eq!(secrets.account_numbers.len(), 4);
    assert!(secrets.account_numbers.values().any(|number| number == "76767676786"));

    assert_eq!(
        told(&issues),
        [
            "line 4, record 000 |  | ",
            "line 11, record 03A | 03A-120 | 2",
            "line 12, record 03A | 03A-030 | ",
            "line 57, record 06B | 06B-050 | 22",
            "lines 58, 59, 60, 61 and 5 more, record 06C |  | ",
            "lines 58, 59, 60, 61 and 5 more, record 06C | 06C-120 | ",
            "line 78, record 08A | 08A-050 | Y",
            "lines 79, 80, 81, 82 and 9 more, record 08B | 08B-040 | ",
            "line 109, record PCH | PCH-020 | 360",
        ]
    );
    assert!(reason(&issues, "03A-030").contains("no Social Security number"));
}

#[test]
fn two_applicants_with_the_same_number_are_reported() {
    let Some(Imported { application, secrets, issues, .. }) = imported("construction-shared-ssn-overlong-name") else {
        return;
    };
    let [first, second] = &application.borrowers[..] else { panic!("two applicants") };
    assert_eq!(first.incomes.len(), 7);
    assert!(second.incomes.is_empty() && second.residences.is_empty());
    assert!(secrets.borrowers[&first.id].taxpayer_identifier.is_some());
    assert_eq!(second.taxpayer_identifier_last_four, None);
    assert_eq!(application.loan.base_amount.unwrap().to_string(), "828282.22");
    assert_eq!(first.mailing_address.as_ref().and_then(|address| address.country.as_deref()), Some("IN"));
    assert_eq!(application.housing_expenses.len(), 15);
    assert_eq!(first.residences[0].monthly_rent.unwrap().to_string(), "2222.00");

    assert_eq!(
        told(&issues),
        [
            "line 4, record 000 |  | ",
            "line 8, record 02B | 02B-030 | 13",
            "lines 11 and 12, record 03A | 03A-080 | 222222222",
            "line 12, record 03A |  | ",
            "line 12, record 03A | 03A-030 | ",
            "lines 15 and 16, record 03C | 03C-060 | ",
            "line 45, record PCH | PCH-020 | 360",
        ]
    );
    assert!(reason(&issues, "03A-030").starts_with("Another applicant has the same Social Security number"));
    assert!(issues[3].reason.contains("beyond the end of the record (by 35)"));
}

#[test]
fn an_orphaned_coborrower_is_read_as_the_borrower() {
    let Some(Imported { application, issues, .. }) = imported("fha-construction-orphan-coborrower") else { return };
    let [only] = &application.borrowers[..] else { panic!("one applicant") };
    assert_eq!(only.last_name.as_deref(), Some("aa"));
    assert_eq!((only.employments.len(), only.residences.len(), only.dependent_ages.len()), (2, 1, 1));
    assert_eq!(
        told(&issues),
        [
            "line 4, record 000 |  | ",
            "line 8, record 02B | 02B-030 | 13",
            "line 11, record 03A | 03A-080 | 222222222",
            "line 11, record 03A | 03A-020 | QZ",
            "line 12, record 03B | 03B-020 | ",
            "line 14, record 04A | 04A-020 | ",
            "line 15, record 04B | 04B-020 | ",
            "line 20, record PCH | PCH-020 | 360",
        ]
    );
    assert!(reason(&issues, "03B-020").contains("the only applicant to whom it can belong"));
}

#[test]
fn a_refinance_without_an_address_is_read_and_reported() {
    let Some(Imported { application, secrets, issues, .. }) = imported("fha-cash-out-no-address") else { return };
    assert_eq!(application.loan.purpose, Some(LoanPurpose::Refinance));
    assert_eq!(application.loan.refinance_cash_out, Some(RefinanceCashOut::CashOut));
    assert_eq!(application.loan.base_amount.unwrap().to_string(), "100000.00");
    assert_eq!(application.property.address, Default::default());
    assert_eq!(application.borrowers[0].residences[0].address.city.as_deref(), Some("Ridgecrest"));
    // 000000000 isn't a valid number.
    assert_eq!(application.borrowers[0].taxpayer_identifier_last_four, None);
    assert!(secrets.is_empty());
    assert_eq!(
        told(&issues),
        [
            "line 7, record 02A | 02A-020 | ",
            "line 10, record 03A |  | ",
            "line 10, record 03A | 03A-080 | 1 234 567",
            "line 10, record 03A | 03A-030 | ",
            "line 12, record 06G | 06G-020 | ",
        ]
    );
    assert!(reason(&issues, "02A-020").contains("does not tell where the property is"));
}

#[test]
fn a_file_without_borrowers_is_refused() {
    let Some(bytes) = sample("skeleton-no-borrower") else { return };
    let refusal = read(&bytes).unwrap_err();
    assert_eq!(refusal.code, "no_borrower");
    // Its records are otherwise readable: the file type has an explanation appended, and the loan is almost empty.
    let file = fnma32::read(&bytes).unwrap();
    assert_eq!(file.applicants().len(), 0);
    assert_eq!(file.issues().len(), 5);
}

/// Loans imported from MISMO 3.4 can be written as FNMA 3.2 and read again with their figures, parties, assets and
/// debts.
#[test]
fn loans_that_came_as_mismo_are_written_as_fnma() {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");
    let folder = std::env::var("KEYTURN_SAMPLE_FILES").unwrap_or_else(|_| beside.into()) + "/mismo34";
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("skipped: {folder} is not there");
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        let name = path.display();
        let before = lending::mismo::read(&std::fs::read(&path).unwrap(), &mut counted()).unwrap();
        let bytes = lending::fnma::write(&before.application, &before.secrets);
        let after = read(&bytes).unwrap();
        let issues = after.issues.iter().filter(|issue| !issue.field.starts_with("03A-030"));
        assert_eq!(issues.count(), 0, "{name} {:#?}", after.issues);
        let (before, after) = (before.application, after.application);
        assert_eq!(before.loan.base_amount, after.loan.base_amount, "{name}");
        assert_eq!(before.loan.note_rate, after.loan.note_rate, "{name}");
        assert_eq!(before.loan.purpose, after.loan.purpose, "{name}");
        assert_eq!(before.property.address.state, after.property.address.state, "{name}");
        assert_eq!(before.property.purchase_price, after.property.purchase_price, "{name}");
        let names = |application: &Application| -> Vec<Option<String>> {
            application.borrowers.iter().map(|borrower| borrower.last_name.clone()).collect()
        };
        assert_eq!(names(&before), names(&after), "{name}");
        let counts =
            |a: &Application| [a.assets.len(), a.liabilities.len(), a.owned_properties.len(), a.expenses.len()];
        assert_eq!(counts(&before), counts(&after), "{name}");
        let earned = |application: &Application| -> Money {
            let of = |borrower: &Borrower| -> Money {
                let incomes = borrower.incomes.iter().filter_map(|income| income.monthly_amount);
                let businesses = borrower.employments.iter().filter_map(|job| job.self_employed_income);
                incomes.chain(businesses).sum()
            };
            application.borrowers.iter().map(of).sum()
        };
        assert_eq!(earned(&before), earned(&after), "{name}");
    }
}
