//! Loans of fictitious people, with Social Security numbers that were never issued, 555 phone numbers and example.com.

use lending::{
    application::{Application, Secrets},
    fixtures::{self, Fixture},
};
use serde_json::{Value, json};

/// An application and its secrets.
pub struct Loan {
    pub name: &'static str,
    pub application: Application,
    pub secrets: Secrets,
}

fn loan(name: &'static str, application: Value, secrets: Value) -> Loan {
    Loan {
        name,
        application: serde_json::from_value(application).unwrap(),
        secrets: serde_json::from_value(secrets).unwrap(),
    }
}

/// An id that encodes the kind of item.
fn id(kind: u8, number: u8) -> String {
    format!("00000000-0000-4000-8000-0000000000{kind:x}{number:x}")
}

const BORROWER: u8 = 1;
const RESIDENCE: u8 = 2;
const JOB: u8 = 3;
const INCOME: u8 = 4;
const ASSET: u8 = 5;
const LIABILITY: u8 = 6;
const PROPERTY: u8 = 7;
const HOUSING: u8 = 8;
const OTHER: u8 = 9;

/// Every loan with a sample file.
pub fn all() -> Vec<Loan> {
    vec![couple_buys_condominium(), refinance_of_the_self_employed(), veteran_builds(), buyer_without_a_house()]
}

/// The fixtures that all formats share.
pub fn shared() -> Vec<Loan> {
    let loan = |Fixture { name, application, secrets }: Fixture| Loan { name, application, secrets };
    fixtures::all().into_iter().map(loan).collect()
}

/// A couple buys a condominium with an adjustable-rate mortgage and a gift, and keeps the old home as a rental.
pub fn couple_buys_condominium() -> Loan {
    let (maria, daniel, home) = (id(BORROWER, 1), id(BORROWER, 2), id(PROPERTY, 1));
    let (mortgage, card, checking) = (id(LIABILITY, 1), id(LIABILITY, 2), id(ASSET, 1));
    let application = json!({
        "loan": {
            "purpose": "Purchase", "mortgageType": "Conventional", "baseAmount": "412000.00", "noteRate": "6.125",
            "qualifyingRate": "8.125", "termMonths": 360, "amortization": "AdjustableRate", "lien": "FirstLien",
            "initialFixedMonths": 60, "adjustmentMonths": 12, "margin": "2.250", "index": "WeeklyAverageCMT",
            "balloon": false, "interestOnly": false, "negativeAmortization": false, "prepaymentPenalty": false,
            "mortgagedPropertyCount": 2, "subordinateFinancingAmount": "15000.00",
            "lenderLoanNumber": "KT-2024-001", "productName": "5/1 ARM",
            "communityLendingProduct": "HomeReady", "communitySecondRepayment": "DeferredFullyForgiven"
        },
        "property": {
            "address": {
                "line": "480 Harbor View Drive", "unit": "12B", "city": "Oakland", "county": "Alameda", "state": "CA",
                "postalCode": "94607-1234"
            },
            "usage": "PrimaryResidence", "unitCount": 1, "appraisedValue": "520000.00", "purchasePrice": "515000.00",
            "estate": "FeeSimple", "inProject": true, "projectType": "Condominium", "yearBuilt": 2006,
            "appraisalIdentifier": "1007A1B2C3", "legalDescription": "Unit 12B, Harbor View, Book 12 Page 34",
            "censusTract": "4017.00", "fipsCounty": "001", "fipsState": "06"
        },
        "borrowers": [
            {
                "id": maria, "firstName": "María", "middleName": "Inés", "lastName": "Okafor-Núñez",
                "taxpayerIdentifierType": "SocialSecurityNumber", "taxpayerIdentifierLastFour": "0001",
                "aliases": [{"id": id(OTHER, 1), "firstName": "María", "lastName": "Núñez"}],
                "citizenship": "USCitizen", "maritalStatus": "Married", "dependentCount": 2, "dependentAges": [4, 9],
                "jointWith": daniel, "email": "maria@example.com", "homePhone": "4155550132", "schoolYears": 16,
                "residences": [
                    {
                        "id": id(RESIDENCE, 1), "kind": "Current", "basis": "Own", "months": 63,
                        "address": {"line": "17 Alder Court", "city": "Berkeley", "state": "CA", "postalCode": "94704"}
                    },
                    {
                        "id": id(RESIDENCE, 2), "kind": "Prior", "basis": "Rent", "months": 20,
                        "address": {
                            "line": "900 Calle Mayor", "unit": "3", "city": "Toluca", "country": "MX"
                        }
                    }
                ],
                "mailingAddress": {"line": "PO Box 55", "city": "Berkeley", "state": "CA", "postalCode": "94701"},
                "employments": [
                    {
                        "id": id(JOB, 1), "status": "Current", "classification": "Primary",
                        "employerName": "Bayside Unified School District", "phone": "5105550144",
                        "address": {"line": "1 School Way", "city": "Oakland", "state": "CA", "postalCode": "94601"},
                        "position": "Teacher", "monthsEmployed": 75, "lineOfWorkMonths": 120, "selfEmployed": false
                    },
                    {
                        "id": id(JOB, 2), "status": "Previous", "employerName": "Example Tutors",
                        "phone": "4155550177",
                        "address": {"line": "2 Lesson Lane", "city": "Oakland", "state": "CA", "postalCode": "94602"},
                        "position": "Tutor", "startedOn": "2015-08-01", "endedOn": "2018-01-31", "selfEmployed": false,
                        "previousIncome": "3100.00"
                    }
                ],
                "incomes": [
                    {"id": id(INCOME, 1), "kind": "Base", "monthlyAmount": "6800.00", "fromEmployment": true,
                     "employment": id(JOB, 1)},
                    {"id": id(INCOME, 2), "kind": "DividendsInterest", "monthlyAmount": "40.50",
                     "fromEmployment": false},
                    {"id": id(INCOME, 3), "kind": "Other", "other": "Foreign income", "monthlyAmount": "210.00",
                     "fromEmployment": false}
                ],
                "declarations": {
                    "intentToOccupy": "Yes", "homeownerPastThreeYears": "Yes", "priorPropertyUsage": "PrimaryResidence",
                    "priorPropertyTitle": "JointWithSpouse", "undisclosedComakerOfNote": false,
                    "outstandingJudgments": false, "delinquentOrDefault": false, "partyToLawsuit": false,
                    "deedInLieu": false, "foreclosure": false, "bankruptcy": false, "alimonyOrChildSupport": false,
                    "borrowedDownPayment": false, "loanForeclosureOrJudgment": false
                },
                "signedOn": "2024-03-02",
                "counseling": [{"id": id(OTHER, 2), "kind": "Education", "confirmed": true}]
            },
            {
                "id": daniel, "firstName": "Daniel", "lastName": "Okafor", "suffix": "JR",
                "taxpayerIdentifierType": "SocialSecurityNumber", "taxpayerIdentifierLastFour": "0002",
                "citizenship": "PermanentResidentAlien", "maritalStatus": "Married", "jointWith": maria,
                "email": "daniel@example.com", "homePhone": "4155550133",
                "residences": [{
                    "id": id(RESIDENCE, 3), "kind": "Current", "basis": "Own", "months": 63,
                    "address": {"line": "17 Alder Court", "city": "Berkeley", "state": "CA", "postalCode": "94704"}
                }],
                "employments": [
                    {
                        "id": id(JOB, 3), "status": "Current", "classification": "Primary",
                        "employerName": "Example Freight",
                        "address": {"line": "88 Dock Street", "city": "Richmond", "state": "CA", "postalCode": "94801"},
                        "position": "Dispatcher", "monthsEmployed": 30
                    },
                    {
                        "id": id(JOB, 4), "status": "Current", "classification": "Secondary",
                        "employerName": "Example Pizza",
                        "address": {"line": "4 Oven Road", "city": "Berkeley", "state": "CA", "postalCode": "94702"},
                        "startedOn": "2023-05-01", "statedIncome": "600.00"
                    }
                ],
                "incomes": [
                    {"id": id(INCOME, 4), "kind": "Base", "monthlyAmount": "4200.00", "fromEmployment": true},
                    {"id": id(INCOME, 5), "kind": "Overtime", "monthlyAmount": "380.00", "fromEmployment": true}
                ],
                "declarations": {"intentToOccupy": "Yes", "homeownerPastThreeYears": "Yes"},
                "signedOn": "2024-03-02"
            }
        ],
        "assets": [
            {"id": checking, "owners": [maria], "kind": "CheckingAccount", "holder": "Example Credit Union",
             "holderAddress": {"line": "5 Vault Street", "city": "Oakland", "state": "CA", "postalCode": "94612"},
             "accountNumberLastFour": "7788", "value": "31250.75"},
            {"id": id(ASSET, 2), "owners": [daniel], "kind": "RetirementFund", "holder": "Example 401(k)",
             "value": "88000.00"},
            {"id": id(ASSET, 3), "owners": [maria], "kind": "GiftOfCash", "value": "20000.00", "source": "Parent"},
            {"id": id(ASSET, 4), "owners": [maria], "kind": "EarnestMoneyCashDepositTowardPurchase",
             "holder": "Example Escrow", "value": "10000.00"},
            {"id": id(ASSET, 5), "owners": [maria], "kind": "Boat", "value": "4000.00"},
            {"id": id(ASSET, 6), "owners": [daniel], "kind": "Automobile", "other": "2019 Example Wagon",
             "value": "14500.00"}
        ],
        "liabilities": [
            {"id": mortgage, "owners": [maria], "kind": "MortgageLoan", "creditor": "Example Savings Bank",
             "creditorAddress": {"line": "9 Ledger Plaza", "city": "San Francisco", "state": "CA",
             "postalCode": "94105"},
             "accountNumberLastFour": "4411", "balance": "301200.40", "monthlyPayment": "1893.11",
             "remainingMonths": 288, "paidOffAtClosing": false, "excluded": false, "subordinated": false,
             "ownedProperty": home},
            {"id": card, "owners": [daniel], "kind": "Revolving", "creditor": "Example Card",
             "accountNumberLastFour": "9001", "balance": "2140.00", "monthlyPayment": "65.00", "excluded": false}
        ],
        "expenses": [
            {"id": id(OTHER, 3), "owners": [daniel], "kind": "ChildSupport", "other": "Example County",
             "monthlyPayment": "250.00", "remainingMonths": 40}
        ],
        "ownedProperties": [{
            "id": home, "owners": [maria],
            "address": {"line": "17 Alder Court", "city": "Berkeley", "state": "CA", "postalCode": "94704"},
            "value": "640000.00", "disposition": "RetainForRental", "currentUsage": "PrimaryResidence",
            "intendedUsage": "Investment", "isSubject": false,
            "lienBalance": "301200.40", "lienPayment": "1893.11", "maintenanceExpense": "410.00",
            "rentalIncomeGross": "2900.00", "rentalIncomeNet": "-128.11", "propertyType": "Single Family"
        }],
        "otherLoans": [{"id": id(OTHER, 4), "lien": "SecondLien", "communitySecond": true}],
        "housingExpenses": [
            {"id": id(HOUSING, 1), "timing": "Proposed", "kind": "FirstMortgagePrincipalAndInterest",
             "amount": "2503.37"},
            {"id": id(HOUSING, 2), "timing": "Proposed", "kind": "HomeownersInsurance", "amount": "95.00"},
            {"id": id(HOUSING, 3), "timing": "Proposed", "kind": "RealEstateTax", "amount": "540.00"},
            {"id": id(HOUSING, 4), "timing": "Proposed", "kind": "HomeownersAssociationDuesAndCondominiumFees",
             "amount": "410.00"},
            {"id": id(HOUSING, 5), "timing": "Present", "kind": "FirstMortgagePrincipalAndInterest",
             "amount": "1893.11",
             "borrower": maria}
        ],
        "transaction": {
            "prepaidItemsAmount": "2210.00", "closingCostsAmount": "7350.00", "miAndFundingFeeAmount": "0.00",
            "discountPointsAmount": "1030.00",             "sellerPaidClosingCostsAmount": "1500.00",
            "credits": [
                {"id": id(OTHER, 5), "kind": "EarnestMoney", "amount": "10000.00"},
                {"id": id(OTHER, 6), "kind": "Lender", "amount": "750.00"}
            ],
            "downPayments": [
                {"id": id(OTHER, 7), "kind": "CheckingSavings", "amount": "60000.00"},
                {"id": id(OTHER, 8), "kind": "GiftFunds", "amount": "20000.00", "explanation": "From María's parents"}
            ]
        },
        "title": {
            "holders": [
                {"id": id(OTHER, 9), "name": "María Inés Okafor-Núñez"},
                {"id": id(OTHER, 10), "name": "Daniel Okafor Jr."}
            ],
            "manner": "As community property"
        },
        "originator": {
            "name": "Taylor Officer", "nmlsId": "1234567", "phone": "4155550100",
            "organizationName": "Example Mortgage",
            "organizationNmlsId": "7654321",
            "organizationAddress": {
                "line": "100 Main Street", "unit": "Suite 300", "city": "San Francisco", "state": "CA",
                "postalCode": "94105"
            },
            "takenBy": "Telephone", "signedOn": "2024-03-01"
        }
    });
    let secrets = json!({
        "borrowers": {
            maria: {
                "taxpayerIdentifier": "666120001", "birthDate": "1986-07-14",
                "demographics": {
                    "ethnicities": ["HispanicOrLatino"], "ethnicityOrigins": ["Mexican", "Other"],
                    "ethnicityOther": "Oaxacan", "ethnicityRefused": false, "ethnicityObserved": false,
                    "races": ["Asian", "White"], "raceDesignations": ["Filipino", "OtherAsian"], "otherAsian": "Hmong",
                    "raceRefused": false, "raceObserved": false, "sexes": ["Female"], "sexRefused": false,
                    "sexObserved": false, "takenBy": "Telephone"
                }
            },
            daniel: {
                "taxpayerIdentifier": "666120002", "birthDate": "1983-02-28",
                "demographics": {"ethnicityRefused": true, "raceRefused": true, "sexRefused": true,
                "takenBy": "Telephone"}
            }
        },
        "accountNumbers": {checking: "0045667788", mortgage: "MTG-20194411", card: "400000009001"}
    });
    loan("couple-buys-condominium", application, secrets)
}

/// A self-employed borrower does a cash-out refinance with FHA. A friend to whom he isn't married signs too.
pub fn refinance_of_the_self_employed() -> Loan {
    let (ken, alice, home) = (id(BORROWER, 1), id(BORROWER, 2), id(PROPERTY, 1));
    let (first, line) = (id(LIABILITY, 1), id(LIABILITY, 2));
    let application = json!({
        "loan": {
            "purpose": "Refinance", "mortgageType": "FHA", "baseAmount": "236250.00", "noteAmount": "240384.00",
            "noteRate": "5.9375", "termMonths": 240, "amortization": "Fixed", "lien": "FirstLien",
            "refinanceCashOut": "CashOut", "refinancePurpose": "HomeImprovement", "governmentRefinance": "PriorFHA",
            "agencyCaseNumber": "011-1234567", "sectionOfAct": "203B", "fhaLenderIdentifier": "1234500006",
            "fhaSponsorIdentifier": "9876500001", "buydown": true, "prepaymentPenalty": false,
            "mortgageCreditCertificateAmount": "125.00"
        },
        "property": {
            "address": {"line": "233 Prairie Avenue", "city": "Topeka", "county": "Shawnee", "state": "KS",
                        "postalCode": "66603"},
            "usage": "PrimaryResidence", "unitCount": 2, "appraisedValue": "315000.00", "estate": "FeeSimple",
            "attachment": "Detached", "inProject": false, "yearBuilt": 1974, "acquiredYear": 2011,
            "originalCost": "148000.00", "existingLiensAmount": "171900.00"
        },
        "borrowers": [
            {
                "id": ken, "firstName": "Ken", "lastName": "Customer",
                "taxpayerIdentifierType": "IndividualTaxpayerIdentificationNumber",
                "taxpayerIdentifierLastFour": "0010",
                "citizenship": "NonPermanentResidentAlien", "maritalStatus": "Unmarried", "dependentCount": 0,
                "email": "ken.customer@example.com", "homePhone": "7855550110",
                "residences": [{
                    "id": id(RESIDENCE, 1), "kind": "Current", "basis": "Own", "months": 150,
                    "address": {"line": "233 Prairie Avenue", "city": "Topeka", "state": "KS", "postalCode": "66603"}
                }],
                "employments": [{
                    "id": id(JOB, 1), "status": "Current", "classification": "Primary",
                    "employerName": "Customer Roofing", "phone": "7855550111",
                    "address": {"line": "233 Prairie Avenue", "unit": "Rear", "city": "Topeka", "state": "KS",
                                "postalCode": "66603"},
                    "position": "Owner", "monthsEmployed": 96, "lineOfWorkMonths": 180, "selfEmployed": true,
                    "selfEmployedIncome": "5120.00"
                }],
                "incomes": [
                    {"id": id(INCOME, 1), "kind": "NetRentalIncome", "monthlyAmount": "-90.00", "fromEmployment": false}
                ],
                "declarations": {
                    "intentToOccupy": "Yes", "homeownerPastThreeYears": "Yes", "priorPropertyUsage": "PrimaryResidence",
                    "priorPropertyTitle": "Sole", "bankruptcy": true, "deedInLieu": false, "foreclosure": false,
                    "alimonyOrChildSupport": true
                }
            },
            {
                "id": alice, "firstName": "Alice", "lastName": "Firstimer",
                "taxpayerIdentifierType": "SocialSecurityNumber", "taxpayerIdentifierLastFour": "0011",
                "maritalStatus": "Separated", "homePhone": "7855550112",
                "residences": [{
                    "id": id(RESIDENCE, 2), "kind": "Current", "basis": "Rent", "months": 11, "monthlyRent": "780.00",
                    "address": {"line": "9 Elm Street", "unit": "4", "city": "Topeka", "state": "KS",
                                "postalCode": "66604"}
                }],
                "employments": [{
                    "id": id(JOB, 2), "status": "Current", "classification": "Primary",
                    "employerName": "Example Clinic",
                    "address": {"line": "1 Clinic Drive", "city": "Topeka", "state": "KS", "postalCode": "66606"}
                }],
                "incomes": [
                    {"id": id(INCOME, 2), "kind": "Base", "monthlyAmount": "3350.00", "fromEmployment": true,
                     "employment": id(JOB, 2)},
                    {"id": id(INCOME, 3), "kind": "Unemployment", "monthlyAmount": "0.00", "fromEmployment": false},
                    {"id": id(INCOME, 4), "kind": "Trust", "monthlyAmount": "400.00", "fromEmployment": false}
                ],
                "declarations": {"intentToOccupy": "No", "homeownerPastThreeYears": "No"},
                "counseling": [{"id": id(OTHER, 1), "kind": "Counseling", "confirmed": true}]
            }
        ],
        "assets": [
            {"id": id(ASSET, 1), "owners": [ken], "kind": "LifeInsurance", "value": "9000.00"},
            {"id": id(ASSET, 2), "owners": [ken], "kind": "SavingsAccount", "holder": "Example Bank",
             "value": "6120.00"},
            {"id": id(ASSET, 3), "owners": [alice], "kind": "Other", "other": "Coin collection", "value": "1500.00"}
        ],
        "liabilities": [
            {"id": first, "owners": [ken], "kind": "MortgageLoan", "creditor": "Example Loan Servicing",
             "accountNumberLastFour": "2020", "balance": "151900.00", "monthlyPayment": "1120.00",
             "remainingMonths": 204, "paidOffAtClosing": true, "ownedProperty": home},
            {"id": line, "owners": [ken], "kind": "HELOC", "creditor": "Example Bank",
             "accountNumberLastFour": "3030", "balance": "20000.00", "monthlyPayment": "140.00",
             "creditLimit": "35000.00", "paidOffAtClosing": false, "subordinated": true, "ownedProperty": home},
            {"id": id(LIABILITY, 3), "owners": [alice], "kind": "LeasePayment", "creditor": "Example Motors",
             "balance": "0.00", "monthlyPayment": "289.00", "remainingMonths": 9, "excluded": true},
            {"id": id(LIABILITY, 4), "owners": [ken], "kind": "Taxes", "creditor": "Example County",
             "balance": "1240.00"}
        ],
        "expenses": [
            {"id": id(OTHER, 2), "owners": [ken], "kind": "Alimony", "other": "J. Customer", "monthlyPayment": "500.00",
             "remainingMonths": 18},
            {"id": id(OTHER, 3), "owners": [alice], "kind": "JobRelatedExpenses", "monthlyPayment": "60.00"}
        ],
        "ownedProperties": [{
            "id": home, "owners": [ken],
            "address": {"line": "233 Prairie Avenue", "city": "Topeka", "state": "KS", "postalCode": "66603"},
            "value": "315000.00", "disposition": "Retain", "currentUsage": "PrimaryResidence", "isSubject": true,
            "lienBalance": "171900.00", "propertyType": "Two-to-four unit property"
        }],
        "housingExpenses": [
            {"id": id(HOUSING, 1), "timing": "Proposed", "kind": "FirstMortgagePrincipalAndInterest",
             "amount": "1714.22"},
            {"id": id(HOUSING, 2), "timing": "Proposed", "kind": "MIPremium", "amount": "165.00"},
            {"id": id(HOUSING, 3), "timing": "Proposed", "kind": "OtherMortgageLoanPrincipalAndInterest",
             "amount": "140.00"}
        ],
        "transaction": {
            "alterationsAmount": "24000.00", "refinancePayoffAmount": "151900.00", "prepaidItemsAmount": "1400.00",
            "closingCostsAmount": "5200.00", "miAndFundingFeeAmount": "4134.00",
            "miAndFundingFeeFinancedAmount": "4134.00",
            "salesConcessionAmount": "0.00", "refinanceImprovements": "ToBeMade",
            "refinanceImprovementsDescription": "New roof and windows", "refinanceImprovementsAmount": "24000.00",
            "credits": [{"id": id(OTHER, 4), "kind": "MIPremiumRefund", "amount": "612.40"}]
        },
        "title": {"holders": [{"id": id(OTHER, 5), "name": "Ken Customer"}], "manner": "Sole and separate property"},
        "originator": {"name": "Taylor Officer", "organizationName": "Example Mortgage", "takenBy": "FaceToFace",
                       "signedOn": "2024-06-11"}
    });
    let secrets = json!({
        "borrowers": {
            ken: {
                "taxpayerIdentifier": "900700010", "birthDate": "1979-11-30",
                "demographics": {
                    "ethnicities": ["NotHispanicOrLatino"], "ethnicityRefused": false, "ethnicityObserved": true,
                    "races": ["NativeHawaiianOrOtherPacificIslander"],
                    "raceDesignations": ["Samoan", "OtherPacificIslander"], "otherPacificIslander": "Fijian", "raceRefused": false,
                    "raceObserved": true, "sexes": ["ApplicantSelectedBothMaleAndFemale"], "sexRefused": false,
                    "sexObserved": true, "takenBy": "FaceToFace"
                }
            },
            alice: {
                "taxpayerIdentifier": "666120011", "birthDate": "1990-04-01",
                "demographics": {
                    "ethnicities": ["HispanicOrLatino", "NotHispanicOrLatino"],
                    "races": ["AmericanIndianOrAlaskaNative", "BlackOrAfricanAmerican"], "tribe": "Example Nation",
                    "sexes": ["Female"], "sexRefused": false, "takenBy": "FaceToFace"
                }
            }
        },
        "accountNumbers": {first: "FHA-00-2020", line: "8000003030"}
    });
    loan("refinance-of-the-self-employed", application, secrets)
}

/// A veteran builds a house with a construction-to-permanent VA loan, and buys the lot with it.
pub fn veteran_builds() -> Loan {
    let sam = id(BORROWER, 1);
    let application = json!({
        "loan": {
            "purpose": "Purchase", "mortgageType": "VA", "baseAmount": "388000.00", "noteAmount": "396342.00",
            "noteRate": "6.500", "termMonths": 360, "amortization": "GPM", "lien": "FirstLien", "construction": true,
            "constructionType": "ConstructionToPermanent", "agencyCaseNumber": "62-62-6-1234567",
            "vaEntitlementAmount": "36000.00", "vaBorrowersMarried": false, "balloon": true, "balloonMonths": 84,
            "negativeAmortization": true, "interestOnly": false
        },
        "property": {
            "address": {"line": "Lot 9 Juniper Road", "city": "Flagstaff", "state": "AZ", "postalCode": "86001"},
            "usage": "PrimaryResidence", "unitCount": 1, "estimatedValue": "440000.00", "purchasePrice": "118000.00",
            "estate": "Leasehold", "leaseholdEndsOn": "2099-12-31", "constructionMethod": "Manufactured",
            "acquiredYear": 2023, "originalCost": "118000.00", "lotValue": "125000.00", "constructionCost": "301500.00"
        },
        "borrowers": [{
            "id": sam, "firstName": "Sam", "lastName": "Veteran", "taxpayerIdentifierType": "SocialSecurityNumber",
            "taxpayerIdentifierLastFour": "0020", "citizenship": "USCitizen", "maritalStatus": "Unmarried",
            "email": "sam@example.com", "homePhone": "9285550120",
            "residences": [{
                "id": id(RESIDENCE, 1), "kind": "Current", "basis": "LivingRentFree", "months": 7,
                "address": {"line": "1 Barracks Row", "city": "Flagstaff", "state": "AZ", "postalCode": "86004"}
            }],
            "employments": [{
                "id": id(JOB, 1), "status": "Current", "classification": "Primary", "employerName": "Example Army",
                "address": {"city": "Flagstaff", "state": "AZ"}, "monthsEmployed": 84
            }],
            "incomes": [
                {"id": id(INCOME, 1), "kind": "MilitaryBasePay", "monthlyAmount": "4100.00", "fromEmployment": true,
                 "employment": id(JOB, 1)},
                {"id": id(INCOME, 2), "kind": "MilitaryQuartersAllowance", "monthlyAmount": "1350.00",
                 "fromEmployment": true, "employment": id(JOB, 1)},
                {"id": id(INCOME, 3), "kind": "VABenefitsNonEducational", "monthlyAmount": "620.00",
                 "fromEmployment": false}
            ],
            "declarations": {"intentToOccupy": "Unknown", "homeownerPastThreeYears": "No"},
            "vaFederalTax": "512.00"
        }],
        "assets": [
            {"id": id(ASSET, 1), "owners": [sam], "kind": "CashOnHand", "value": "2500.00"},
            {"id": id(ASSET, 2), "owners": [sam], "kind": "Other", "other": "Other non-liquid asset", "value": "900.00"}
        ],
        "liabilities": [
            {"id": id(LIABILITY, 1), "owners": [sam], "kind": "Installment", "creditor": "Example Auto Finance",
             "balance": "9100.00", "monthlyPayment": "310.00", "remainingMonths": 31},
            {"id": id(LIABILITY, 2), "owners": [sam], "kind": "Open30DayChargeAccount", "creditor": "Example Store",
             "balance": "120.00", "monthlyPayment": "120.00"},
            {"id": id(LIABILITY, 3), "owners": [sam], "kind": "CollectionsJudgmentsAndLiens",
             "creditor": "Example Court",
             "balance": "700.00"}
        ],
        "housingExpenses": [
            {"id": id(HOUSING, 1), "timing": "Proposed", "kind": "FirstMortgagePrincipalAndInterest",
             "amount": "2452.43"},
            {"id": id(HOUSING, 2), "timing": "Present", "kind": "Other", "amount": "75.00", "borrower": sam},
            {"id": id(HOUSING, 3), "timing": "Proposed", "kind": "MaintenanceAndMiscellaneous", "amount": "120.00"},
            {"id": id(HOUSING, 4), "timing": "Proposed", "kind": "Utilities", "amount": "210.55"}
        ],
        "transaction": {"landAmount": "118000.00", "miAndFundingFeeAmount": "8342.00",
                        "miAndFundingFeeFinancedAmount": "8342.00"},
        "title": {"holders": [{"id": id(OTHER, 1), "name": "Sam Veteran"}]},
        "originator": {"takenBy": "Mail"}
    });
    let secrets = json!({
        "borrowers": {
            sam: {
                "taxpayerIdentifier": "666120020", "birthDate": "1994-01-09",
                "demographics": {
                    "ethnicities": ["InformationNotProvidedByApplicantInMailInternetOrTelephoneApplication"],
                    "races": ["InformationNotProvidedByApplicantInMailInternetOrTelephoneApplication"],
                    "sexes": ["InformationNotProvidedUnknown"], "takenBy": "Mail"
                }
            }
        }
    });
    loan("veteran-builds", application, secrets)
}

/// A buyer who hasn't found a house yet and has given little information.
pub fn buyer_without_a_house() -> Loan {
    let lee = id(BORROWER, 1);
    let application = json!({
        "loan": {"purpose": "Purchase", "mortgageType": "USDARuralDevelopment", "baseAmount": "150000.00"},
        "property": {"address": {"state": "IA"}, "toBeDetermined": true, "usage": "PrimaryResidence"},
        "borrowers": [{"id": lee, "firstName": "Lee", "lastName": "Newcomer", "homePhone": "5155550130"}],
        "originator": {"name": "Taylor Officer"}
    });
    loan("buyer-without-a-house", application, json!({}))
}
