//! A loan with every field of the application filled, so that a round trip test covers each field.

use crate::loans::Loan;
use serde_json::{Value, json};

/// A complete address.
fn address(line: &str) -> Value {
    json!({
        "line": line, "unit": "Apt 4", "city": "Sampletown", "county": "Sample", "state": "CA",
        "postalCode": "90001-0001",
        "country": "CA", "province": "Ontario", "foreignPostalCode": "K1A 0B1"
    })
}

/// A loan with every field filled.
pub fn everything() -> Loan {
    let id = |number: u8| format!("00000000-0000-4000-9000-0000000000{number:02x}");
    let (first, second) = (id(1), id(2));
    let application = json!({
        "loan": {
            "purpose": "Other", "purposeOther": "Exchange", "mortgageType": "Other",
            "mortgageTypeOther": "Bond program",
            "baseAmount": "100000.00", "noteAmount": "100000.00", "noteRate": "5.500", "qualifyingRate": "5.750",
            "termMonths": 180, "amortization": "Step", "amortizationOther": "Steps", "lien": "ThirdLien",
            "refinanceCashOut": "NoCashOut", "refinancePurpose": "Education", "governmentRefinance": "NonStreamlined",
            "governmentRefinanceOther": "A pilot", "indexRate": "2.500", "armPlan": "P-1", "buydownInitialRate": "3.500",
            "otherFeature": "Shared equity",
            "initialFixedMonths": 36, "adjustmentMonths": 12, "margin": "2.000", "index": "An index of our own",
            "balloon": false, "balloonMonths": 60, "interestOnly": true, "interestOnlyMonths": 24,
            "negativeAmortization": false, "prepaymentPenalty": true, "prepaymentPenaltyMonths": 36, "buydown": false,
            "construction": false, "constructionType": "ConstructionOnly", "constructionClosing": "OneClosing",
            "renovation": true, "contractForDeedConversion": true, "energyImprovement": true,
            "energyImprovementAmount": "500.00", "heloc": false, "subordinateFinancingAmount": "12000.00",
            "mortgagedPropertyCount": 3, "applicationReceivedOn": "2024-02-01", "lenderLoanNumber": "L-1",
            "agencyCaseNumber": "A-1", "universalLoanIdentifier": "549300EXAMPLE0000000101",
            "mersMin": "100000000000000001",
            "sectionOfAct": "203K", "fhaLenderIdentifier": "1", "fhaSponsorIdentifier": "2",
            "vaEntitlementAmount": "1000.00", "vaBorrowersMarried": true, "mortgageCreditCertificateAmount": "10.00",
            "communityLendingProduct": "Our own product", "communitySecondRepayment": "NonDeferred",
            "productName": "Fixed 15", "originatingSystem": "Another system"
        },
        "property": {
            "address": address("1 First Street"), "toBeDetermined": false, "usage": "Other", "unitCount": 1,
            "estimatedValue": "120000.00", "appraisedValue": "125000.00", "purchasePrice": "118000.00",
            "estate": "Other",
            "leaseholdEndsOn": "2090-01-01", "attachment": "SemiDetached", "constructionMethod": "Modular",
            "inProject": true, "projectType": "CommonInterestApartment", "plannedUnitDevelopment": false,
            "mixedUse": true,
            "fhaSecondaryResidence": true, "communityPropertyState": true, "existingCleanEnergyLien": true,
            "yearBuilt": 1999, "acquiredYear": 2001, "originalCost": "90000.00", "existingLiensAmount": "1.00",
            "lotValue": "2.00", "lotAcquiredOn": "2001-05-06", "lotOriginalCost": "4.00", "constructionCost": "3.00", "appraisalWaiver": "Yes", "appraisalIdentifier": "AP-1",
            "legalDescription": "Lot 1", "censusTract": "0001.02", "fipsCounty": "037", "fipsState": "06",
            "msa": "31080",
            "rentalIncomeGross": "100.00", "rentalIncomeNet": "90.00"
        },
        "borrowers": [
            {
                "id": first, "firstName": "First", "middleName": "M", "lastName": "Borrower", "suffix": "SR",
                "aliases": [{"id": id(3), "firstName": "F", "middleName": "N", "lastName": "Former", "suffix": "JR"}],
                "taxpayerIdentifierType": "EmployerIdentificationNumber", "taxpayerIdentifierLastFour": "0031",
                "citizenship": "NonResidentAlien", "maritalStatus": "Unknown", "domesticRelationship": true,
                "domesticRelationshipType": "Other", "domesticRelationshipOther": "Partner",
                "domesticRelationshipState": "VT", "dependentCount": 1, "dependentAges": [3],
                "communityPropertyStateResident": true, "creditType": "Joint", "jointIntentInitials": "FB",
                "jointIntentAt": "2024-02-02T18:00:00Z",
                "notApplicable": {
                    "formerAddress": true, "mailingAddress": true, "currentEmployment": true,
                    "additionalEmployment": true, "previousEmployment": true, "otherIncome": true, "otherAssets": true,
                    "liabilities": true, "expenses": true, "realEstate": true, "secondProperty": true,
                    "thirdProperty": true
                },
                "email": "first@example.com",
                "homePhone": "2025550101", "cellPhone": "2025550102", "workPhone": "2025550103",
                "workPhoneExtension": "77",
                "residences": [{"id": id(4), "kind": "Current", "basis": "Own", "months": 5, "monthlyRent": "5.00",
                                "address": address("2 Second Street")}],
                "mailingAddress": address("3 Third Street"),
                "employments": [
                    {
                        "id": id(5), "status": "Current", "classification": "Primary",
                        "employerName": "Example Works with a Name That Has Too Many Signs",
                        "phone": "2025550104", "address": address("4 Fourth Street"), "position": "Clerk",
                        "startedOn": "2019-01-15", "endedOn": "2029-01-15", "monthsEmployed": 61,
                        "lineOfWorkMonths": 100, "selfEmployed": false, "ownership": "LessThan25Percent",
                        "selfEmployedIncome": "1.00", "specialRelationship": true, "foreignIncome": true,
                        "seasonalIncome": true, "previousIncome": "2.00", "statedIncome": "3.00"
                    },
                    {"id": id(6), "status": "Previous", "classification": "Secondary", "employerName": "Example Past",
                     "monthsEmployed": 9, "lineOfWorkMonths": 24}
                ],
                "incomes": [
                    {"id": id(7), "kind": "ChildSupport", "other": "From nobody", "monthlyAmount": "70.00",
                     "fromEmployment": true, "employment": id(5)},
                    {"id": id(8), "kind": "TrailingCoBorrowerIncome", "monthlyAmount": "80.00",
                     "fromEmployment": false},
                    {"id": id(9), "kind": "Pension", "monthlyAmount": "1.00", "fromEmployment": false},
                    {"id": id(10), "kind": "Pension", "monthlyAmount": "2.00", "fromEmployment": false}
                ],
                "declarations": {
                    "intentToOccupy": "Yes", "homeownerPastThreeYears": "Yes",
                    "priorPropertyUsage": "FHASecondaryResidence", "priorPropertyTitle": "JointWithOtherThanSpouse",
                    "fhaSecondaryResidence": true, "relationshipWithSeller": true, "undisclosedBorrowedFunds": true,
                    "undisclosedBorrowedFundsAmount": "9.00", "undisclosedMortgageApplication": true,
                    "undisclosedCreditApplication": true, "proposedCleanEnergyLien": true,
                    "undisclosedComakerOfNote": true, "outstandingJudgments": true, "delinquentOrDefault": true,
                    "partyToLawsuit": true, "deedInLieu": true, "shortSale": true, "foreclosure": false,
                    "bankruptcy": true, "bankruptcyChapters": ["ChapterSeven"],
                    "explanations": {
                        "a": "A.", "b": "B.", "c": "C.", "d": "D.", "e": "E.", "f": "F.", "g": "G.", "h": "H.", "i": "I.",
                        "j": "J.", "k": "K.", "l": "L.", "m": "M."
                    }, "alimonyOrChildSupport": true,
                    "borrowedDownPayment": true, "loanForeclosureOrJudgment": true
                },
                "military": {"served": true, "statuses": ["Veteran"], "completionOn": "2020-01-01",
                             "survivingSpouse": true},
                "language": "spa", "languageOther": "Mixtec", "languageRefused": false, "schoolYears": 12,
                "vaFederalTax": "4.00", "signedOn": "2024-02-02",
                "counseling": [{"id": id(11), "kind": "Education", "confirmed": true, "format": "Online",
                                "completedOn": "2024-01-01", "agency": "Example Counsel", "agencyIdentifier": "80123"}]
            },
            {"id": second, "lastName": "Joint", "jointWith": first, "cellPhone": "2025550105",
             "taxpayerIdentifierType": "SocialSecurityNumber", "taxpayerIdentifierLastFour": "0032"}
        ],
        "assets": [
            {"id": id(22), "owners": [first], "kind": "LifeInsurance", "other": "Term life", "holder": "Example Life",
             "holderAddress": address("9 Ninth Street"), "value": "22.00"},
            {"id": id(12), "owners": [first, second], "kind": "GiftsTotal", "other": "A gift", "holder": "Somebody",
             "holderAddress": address("5 Fifth Street"), "accountNumberLastFour": "1212", "value": "12.00",
             "source": "Lender", "sourceOther": "A friend", "deposited": true}
        ],
        "liabilities": [
            {"id": id(13), "owners": [], "kind": "DeferredStudentLoan", "other": "Studies",
             "creditor": "Example School",
             "creditorAddress": address("6 Sixth Street"), "accountNumberLastFour": "1313", "balance": "1.00",
             "monthlyPayment": "2.00", "remainingMonths": 3, "creditLimit": "4.00", "paidOffAtClosing": false,
             "excluded": true, "exclusionReason": "Paid by the employer", "separateDebt": true, "includesTaxesAndInsurance": true, "mortgageType": "VA", "ownedProperty": id(15),
             "subordinated": true},
            {"id": id(21), "owners": [second, first], "kind": "Revolving", "creditor": "Example Card"}
        ],
        "expenses": [
            {"id": id(14), "owners": [second, first], "kind": "UnionDues", "other": "Union", "monthlyPayment": "14.00",
             "remainingMonths": 14}
        ],
        "ownedProperties": [
            {"id": id(15), "owners": [first, second], "address": address("7 Seventh Street"), "value": "15.00",
             "disposition": "HoldForInvestment", "currentUsage": "Investment", "intendedUsage": "SecondHome",
             "isSubject": false, "notMortgaged": false, "unitCount": 2, "lienBalance": "1.00", "lienPayment": "2.00",
             "maintenanceExpense": "3.00", "rentalIncomeGross": "4.00", "rentalIncomeNet": "5.00",
             "propertyType": "A castle"}
        ],
        "otherLoans": [
            {"id": id(16), "creditor": "Example Lender", "lien": "ThirdLien", "amount": "16.00", "creditLimit": "17.00",
             "monthlyPayment": "1.00", "heloc": true, "fundsSource": "Savings", "communitySecond": true}
        ],
        "housingExpenses": [
            {"id": id(17), "timing": "Present", "kind": "Cable", "other": "Cable TV", "amount": "17.00",
             "borrower": first}
        ],
        "transaction": {
            "alterationsAmount": "1.00", "landAmount": "2.00", "refinancePayoffAmount": "3.00",
            "otherPayoffAmount": "4.00",
            "prepaidItemsAmount": "5.00", "closingCostsAmount": "6.00", "miAndFundingFeeAmount": "7.00",
            "miAndFundingFeeFinancedAmount": "8.00", "discountPointsAmount": "9.00",
            "sellerPaidClosingCostsAmount": "10.00", "sellerCreditsAmount": "11.00", "salesConcessionAmount": "12.00",
            "subordinateFinancingAmount": "12000.00", "cashFromBorrowerAmount": "-14.00",
            "refinanceImprovements": "Made",
            "refinanceImprovementsDescription": "A shed", "refinanceImprovementsAmount": "15.00",
            "credits": [{"id": id(18), "kind": "TradeEquity", "other": "A car", "amount": "16.00", "source": "Seller"}],
            "downPayments": [{"id": id(19), "kind": "SaleOfChattel", "amount": "17.00", "explanation": "A cow"}]
        },
        "notApplicable": { "otherLoans": true, "rentalIncome": true, "gifts": true },
        "title": {
            "holders": [{"id": id(20), "name": "First Borrower", "isCurrent": true, "vesting": "Sole"}],
            "manner": "Sole", "trusts": ["LivingTrust"], "landTenure": "IndividualTrustLand"
        },
        "originator": {
            "name": "Officer", "nmlsId": "1", "stateLicense": "CA-1", "phone": "2025550106",
            "email": "officer@example.com", "organizationName": "Example Mortgage", "organizationNmlsId": "2",
            "organizationStateLicense": "CA-2", "organizationAddress": address("8 Eighth Street"), "takenBy": "Fax",
            "signedOn": "2024-02-03"
        }
    });
    let secrets = json!({
        "borrowers": {
            first: {
                "taxpayerIdentifier": "666120031", "birthDate": "1970-01-01",
                "demographics": {
                    "ethnicities": ["HispanicOrLatino"], "ethnicityOrigins": ["Other"], "ethnicityOther": "Chamorro",
                    "ethnicityRefused": false, "ethnicityObserved": false, "races": ["AmericanIndianOrAlaskaNative"],
                    "raceDesignations": ["PrincipalTribe"],
                    "tribe": "The name of this tribe is longer than the format allows for", "raceRefused": false,
                    "raceObserved": true, "sexes": ["Male"], "sexRefused": false, "sexObserved": true, "takenBy": "Fax"
                }
            },
            second: {"taxpayerIdentifier": "666120032"}
        },
        "accountNumbers": {id(12): "ACCOUNT-1212", id(13): "LOAN-NUMBER-THAT-HAS-MORE-THAN-THIRTY-SIGNS-1313"}
    });
    Loan {
        name: "everything",
        application: serde_json::from_value(application).unwrap(),
        secrets: serde_json::from_value(secrets).unwrap(),
    }
}
