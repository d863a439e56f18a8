//! Fictitious loans, as complete as an officer would submit them. Tests, benchmarks and the project's sample files use
//! them.
//!
//! All people are invented. Social Security numbers are from the range reserved for advertising (987-65-4320 to
//! 987-65-4329), phone numbers use the exchange 555, and email addresses use example.com.

use crate::{
    application::*,
    values::{StateCode, TaxpayerIdentifier, last_four_of},
};
use jiff::civil::{Date, date};
use uuid::Uuid;

/// A loan and its name.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// Name of its file.
    pub name: &'static str,
    /// The application.
    pub application: Application,
    /// Secrets of the application.
    pub secrets: Secrets,
}

/// Every fixture.
#[must_use]
pub fn all() -> Vec<Fixture> {
    vec![conventional_purchase(), refinance_with_real_estate(), va_purchase()]
}

/// A fixed id, numbered by item.
const fn id(number: u128) -> Uuid {
    Uuid::from_u128(0x0192_0000_0000_7000_8000_0000_0000_0000 + number)
}

/// Parses a value. An unparsable one is simply absent from the sample files.
fn some<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

fn words(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn address(line: &str, city: &str, state: &str, postal_code: &str) -> Address {
    Address {
        line: words(line),
        city: words(city),
        state: some::<StateCode>(state),
        postal_code: some(postal_code),
        ..Address::default()
    }
}

/// Secrets of a borrower: taxpayer number, birth date and the answers of section 8.
fn sealed(number: &str, birth_date: Date, demographics: Demographics) -> BorrowerSecrets {
    BorrowerSecrets {
        taxpayer_identifier: some::<TaxpayerIdentifier>(number),
        birth_date: Some(birth_date),
        demographics,
    }
}

fn answers(ethnicity: Ethnicity, races: &[Race], sex: Sex) -> Demographics {
    Demographics {
        ethnicities: vec![ethnicity],
        ethnicity_refused: Some(false),
        ethnicity_observed: Some(false),
        races: races.to_vec(),
        race_refused: Some(false),
        race_observed: Some(false),
        sexes: vec![sex],
        sex_refused: Some(false),
        sex_observed: Some(false),
        taken_by: Some(ApplicationTakenMethod::FaceToFace),
        ..Demographics::default()
    }
}

/// Declarations of a borrower with nothing to declare.
fn nothing_to_declare() -> Declarations {
    Declarations {
        intent_to_occupy: Some(YesNo::Yes),
        homeowner_past_three_years: Some(YesNo::No),
        relationship_with_seller: Some(false),
        undisclosed_borrowed_funds: Some(false),
        undisclosed_mortgage_application: Some(false),
        undisclosed_credit_application: Some(false),
        proposed_clean_energy_lien: Some(false),
        undisclosed_comaker_of_note: Some(false),
        outstanding_judgments: Some(false),
        delinquent_or_default: Some(false),
        party_to_lawsuit: Some(false),
        deed_in_lieu: Some(false),
        short_sale: Some(false),
        foreclosure: Some(false),
        bankruptcy: Some(false),
        ..Declarations::default()
    }
}

/// Terms of a typical loan: fixed rate, thirty years, first lien.
fn terms(purpose: LoanPurpose, mortgage_type: MortgageType, amount: &str, rate: &str) -> LoanTerms {
    LoanTerms {
        purpose: Some(purpose),
        mortgage_type: Some(mortgage_type),
        base_amount: some(amount),
        note_rate: some(rate),
        term_months: Some(360),
        amortization: Some(AmortizationType::Fixed),
        lien: Some(LienPriority::FirstLien),
        balloon: Some(false),
        buydown: Some(false),
        construction: Some(false),
        interest_only: Some(false),
        negative_amortization: Some(false),
        prepayment_penalty: Some(false),
        ..LoanTerms::default()
    }
}

fn asset(number: u128, owners: &[Uuid], kind: AssetType, holder: Option<&str>, value: &str) -> Asset {
    Asset {
        id: id(number),
        owners: owners.to_vec(),
        kind: Some(kind),
        holder: holder.map(str::to_owned),
        value: some(value),
        ..Asset::default()
    }
}

fn debt(number: u128, owners: &[Uuid], kind: LiabilityType, creditor: &str, balance: &str, payment: &str) -> Liability {
    Liability {
        id: id(number),
        owners: owners.to_vec(),
        kind: Some(kind),
        creditor: words(creditor),
        balance: some(balance),
        monthly_payment: some(payment),
        excluded: Some(false),
        paid_off_at_closing: Some(false),
        ..Liability::default()
    }
}

fn income(number: u128, kind: IncomeType, amount: &str, employment: Option<Uuid>) -> Income {
    Income {
        id: id(number),
        kind: Some(kind),
        monthly_amount: some(amount),
        from_employment: Some(employment.is_some()),
        employment,
        ..Income::default()
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

fn originator() -> Originator {
    Originator {
        name: words("Olive Officer"),
        nmls_id: words("1000001"),
        state_license: words("CA-1000001"),
        phone: some("4155550100"),
        email: some("olive.officer@example.com"),
        organization_name: words("Harbor House Home Loans"),
        organization_nmls_id: words("2000002"),
        organization_address: address("1 Harbor Plaza", "Oakland", "CA", "94607"),
        taken_by: Some(ApplicationTakenMethod::FaceToFace),
        signed_on: Some(date(2026, 3, 4)),
        ..Originator::default()
    }
}

/// Sets account numbers: the full number as a secret, and the last four digits in the document.
fn with_accounts(
    mut application: Application,
    mut secrets: Secrets,
    accounts: &[(u128, &str)],
) -> (Application, Secrets) {
    for (number, account) in accounts {
        secrets.account_numbers.insert(id(*number), (*account).to_owned());
    }
    for asset in &mut application.assets {
        asset.account_number_last_four = secrets.account_numbers.get(&asset.id).and_then(|number| last_four_of(number));
    }
    for liability in &mut application.liabilities {
        liability.account_number_last_four =
            secrets.account_numbers.get(&liability.id).and_then(|number| last_four_of(number));
    }
    (application, secrets)
}

/// A single borrower buys a house with a conventional loan.
#[must_use]
pub fn conventional_purchase() -> Fixture {
    let (casey, job) = (id(1), id(2));
    let borrower = Borrower {
        id: casey,
        first_name: words("Casey"),
        middle_name: words("Quinn"),
        last_name: words("Rivera"),
        suffix: words("JR"),
        aliases: vec![Alias { id: id(3), first_name: words("Casey"), last_name: words("Quinn"), ..Alias::default() }],
        taxpayer_identifier_type: Some(TaxpayerIdentifierType::SocialSecurityNumber),
        taxpayer_identifier_last_four: words("4320"),
        citizenship: Some(Citizenship::USCitizen),
        marital_status: Some(MaritalStatus::Unmarried),
        domestic_relationship: Some(true),
        domestic_relationship_type: Some(DomesticRelationship::DomesticPartnership),
        domestic_relationship_state: some("CA"),
        dependent_count: Some(2),
        dependent_ages: vec![6, 11],
        community_property_state_resident: Some(true),
        email: some("casey.rivera@example.com"),
        home_phone: some("8185550101"),
        cell_phone: some("8185550102"),
        work_phone: some("8185550103"),
        work_phone_extension: words("12"),
        residences: vec![
            Residence {
                id: id(4),
                kind: Some(ResidencyType::Current),
                basis: Some(ResidencyBasis::Rent),
                months: Some(18),
                monthly_rent: some("2150.00"),
                address: Address { unit: words("4B"), ..address("77 Sample Avenue", "Burbank", "CA", "91501") },
            },
            Residence {
                id: id(5),
                kind: Some(ResidencyType::Prior),
                basis: Some(ResidencyBasis::LivingRentFree),
                months: Some(43),
                address: address("8 Orchard Lane", "Reno", "NV", "89501"),
                ..Residence::default()
            },
        ],
        mailing_address: Some(address("PO Box 1200", "Burbank", "CA", "91502-1200")),
        employments: vec![Employment {
            id: job,
            status: Some(EmploymentStatus::Current),
            classification: Some(EmploymentClassification::Primary),
            employer_name: words("Example Avionics"),
            phone: some("8185550177"),
            address: address("500 Runway Road", "Burbank", "CA", "91505"),
            position: words("Electrical Engineer"),
            started_on: Some(date(2017, 1, 22)),
            line_of_work_months: Some(180),
            self_employed: Some(false),
            special_relationship: Some(false),
            foreign_income: Some(false),
            seasonal_income: Some(false),
            ..Employment::default()
        }],
        incomes: vec![
            income(6, IncomeType::Base, "8500.00", Some(job)),
            income(7, IncomeType::Overtime, "1250.50", Some(job)),
            income(8, IncomeType::DividendsInterest, "100.00", None),
        ],
        declarations: nothing_to_declare(),
        military: MilitaryService { served: Some(false), ..MilitaryService::default() },
        language: words("spa"),
        language_refused: Some(false),
        counseling: vec![Counseling {
            id: id(9),
            kind: Some(CounselingType::Education),
            confirmed: Some(true),
            format: words("Internet"),
            completed_on: Some(date(2026, 1, 15)),
            agency: words("81234"),
            agency_identifier: None,
        }],
        ..Borrower::default()
    };
    let application = Application {
        loan: LoanTerms {
            application_received_on: Some(date(2026, 3, 2)),
            lender_loan_number: words("HH-2026-0001"),
            universal_loan_identifier: words("549300EXAMPLE0000000110"),
            mortgaged_property_count: Some(1),
            originating_system: words("Keyturn"),
            ..terms(LoanPurpose::Purchase, MortgageType::Conventional, "300000.00", "6.125")
        },
        property: SubjectProperty {
            address: Address {
                county: words("Los Angeles"),
                ..address("10650 Sycamore Street", "Burbank", "CA", "91502-1234")
            },
            usage: Some(PropertyUsage::PrimaryResidence),
            unit_count: Some(1),
            appraised_value: some("342000.00"),
            purchase_price: some("340000.00"),
            estate: Some(PropertyEstate::FeeSimple),
            attachment: Some(Attachment::Attached),
            construction_method: Some(ConstructionMethod::SiteBuilt),
            in_project: Some(true),
            project_type: Some(ProjectLegalStructure::Condominium),
            planned_unit_development: Some(false),
            mixed_use: Some(false),
            existing_clean_energy_lien: Some(false),
            year_built: Some(1972),
            appraisal_identifier: words("EXAMPLE0001"),
            fips_county: words("037"),
            fips_state: words("06"),
            msa: words("31080"),
            ..SubjectProperty::default()
        },
        borrowers: vec![borrower],
        assets: vec![
            asset(10, &[casey], AssetType::CheckingAccount, Some("First Example Bank"), "20000.00"),
            asset(11, &[casey], AssetType::RetirementFund, Some("Example Retirement & Trust"), "75000.25"),
            asset(12, &[casey], AssetType::EarnestMoneyCashDepositTowardPurchase, None, "10000.00"),
            Asset {
                source: Some(FundsSource::Relative),
                deposited: Some(true),
                ..asset(13, &[casey], AssetType::GiftOfCash, None, "5000.00")
            },
        ],
        liabilities: vec![
            Liability {
                remaining_months: Some(34),
                ..debt(14, &[casey], LiabilityType::Revolving, "Example Card", "1554.00", "45.00")
            },
            Liability {
                remaining_months: Some(22),
                ..debt(15, &[casey], LiabilityType::Installment, "Example Auto Finance", "9100.40", "425.00")
            },
        ],
        expenses: vec![Expense {
            id: id(16),
            owners: vec![casey],
            kind: Some(ExpenseType::JobRelatedExpenses),
            monthly_payment: some("45.00"),
            ..Expense::default()
        }],
        housing_expenses: vec![
            proposed(17, HousingExpenseType::FirstMortgagePrincipalAndInterest, "1822.83"),
            proposed(18, HousingExpenseType::HomeownersInsurance, "75.00"),
            proposed(19, HousingExpenseType::RealEstateTax, "310.00"),
            proposed(20, HousingExpenseType::HomeownersAssociationDuesAndCondominiumFees, "205.00"),
        ],
        transaction: Transaction {
            closing_costs_amount: some("4785.00"),
            prepaid_items_amount: some("1500.00"),
            seller_credits_amount: some("2000.00"),
            cash_from_borrower_amount: some("32285.00"),
            credits: vec![PurchaseCredit {
                id: id(21),
                kind: Some(PurchaseCreditType::BorrowerPaidFees),
                amount: some("450.00"),
                ..PurchaseCredit::default()
            }],
            ..Transaction::default()
        },
        title: Title {
            holders: vec![Titleholder {
                id: id(22),
                name: words("Casey Quinn Rivera"),
                is_current: Some(false),
                vesting: words("Individual"),
            }],
            manner: None,
            ..Title::default()
        },
        originator: originator(),
        ..Application::default()
    };
    let mut secrets = Secrets::default();
    let demographics = answers(Ethnicity::HispanicOrLatino, &[Race::White], Sex::Female);
    let demographics = Demographics { ethnicity_origins: vec![EthnicityOrigin::PuertoRican], ..demographics };
    secrets.borrowers.insert(casey, sealed("987-65-4320", date(1984, 5, 17), demographics));
    let accounts = [(10, "5512-0098"), (11, "RT 2204471"), (14, "4000123412341234"), (15, "77120")];
    let (application, secrets) = with_accounts(application, secrets, &accounts);
    Fixture { name: "conventional-purchase", application, secrets }
}

/// A couple refinances. One of them is self-employed, and both own another house that they rent out at a loss.
#[must_use]
pub fn refinance_with_real_estate() -> Fixture {
    let (lena, tomas, home, cabin, practice, school) = (id(1), id(2), id(3), id(4), id(5), id(6));
    let both = [lena, tomas];
    let residence = |number| Residence {
        id: id(number),
        kind: Some(ResidencyType::Current),
        basis: Some(ResidencyBasis::Own),
        months: Some(121),
        address: address("1240 Main Street", "Baltimore", "MD", "21201"),
        ..Residence::default()
    };
    let owner_declarations = Declarations {
        homeowner_past_three_years: Some(YesNo::Yes),
        prior_property_usage: Some(PriorPropertyUsage::PrimaryResidence),
        prior_property_title: Some(PriorPropertyTitle::JointWithSpouse),
        ..nothing_to_declare()
    };
    let borrowers = vec![
        Borrower {
            id: lena,
            first_name: words("Lena"),
            last_name: words("Lindqvist"),
            taxpayer_identifier_type: Some(TaxpayerIdentifierType::SocialSecurityNumber),
            taxpayer_identifier_last_four: words("4321"),
            citizenship: Some(Citizenship::PermanentResidentAlien),
            marital_status: Some(MaritalStatus::Married),
            dependent_count: Some(0),
            email: some("lena.lindqvist@example.com"),
            cell_phone: some("4105550111"),
            residences: vec![residence(7)],
            employments: vec![Employment {
                id: practice,
                status: Some(EmploymentStatus::Current),
                classification: Some(EmploymentClassification::Primary),
                employer_name: words("Lindqvist & Daughters Veterinary Practice"),
                phone: some("4105550112"),
                address: address("3 Paw Lane", "Baltimore", "MD", "21202"),
                position: words("Owner"),
                started_on: Some(date(2009, 9, 1)),
                line_of_work_months: Some(216),
                self_employed: Some(true),
                ownership: Some(OwnershipInterest::GreaterThanOrEqualTo25Percent),
                self_employed_income: some("9500.00"),
                ..Employment::default()
            }],
            incomes: vec![Income { other: words("Lecture fees"), ..income(8, IncomeType::Other, "300.00", None) }],
            declarations: Declarations {
                undisclosed_borrowed_funds: Some(true),
                undisclosed_borrowed_funds_amount: some("2500.00"),
                ..owner_declarations.clone()
            },
            ..Borrower::default()
        },
        Borrower {
            id: tomas,
            first_name: words("Tomas"),
            middle_name: words("E"),
            last_name: words("Lindqvist"),
            taxpayer_identifier_type: Some(TaxpayerIdentifierType::SocialSecurityNumber),
            taxpayer_identifier_last_four: words("4322"),
            citizenship: Some(Citizenship::USCitizen),
            marital_status: Some(MaritalStatus::Married),
            joint_with: Some(lena),
            email: some("tomas.lindqvist@example.com"),
            home_phone: some("4105550113"),
            residences: vec![residence(9)],
            employments: vec![
                Employment {
                    id: school,
                    status: Some(EmploymentStatus::Current),
                    classification: Some(EmploymentClassification::Primary),
                    employer_name: words("Baltimore Example School"),
                    position: words("Teacher"),
                    started_on: Some(date(2019, 8, 15)),
                    self_employed: Some(false),
                    ..Employment::default()
                },
                Employment {
                    id: id(10),
                    status: Some(EmploymentStatus::Previous),
                    employer_name: words("Example Tutors"),
                    started_on: Some(date(2012, 2, 1)),
                    ended_on: Some(date(2019, 7, 31)),
                    self_employed: Some(false),
                    previous_income: some("3900.00"),
                    ..Employment::default()
                },
            ],
            incomes: vec![income(11, IncomeType::Base, "5100.00", Some(school))],
            declarations: Declarations {
                bankruptcy: Some(true),
                bankruptcy_chapters: vec![BankruptcyChapter::ChapterSeven, BankruptcyChapter::ChapterThirteen],
                ..owner_declarations
            },
            ..Borrower::default()
        },
    ];
    let application = Application {
        loan: LoanTerms {
            refinance_cash_out: Some(RefinanceCashOut::CashOut),
            refinance_purpose: Some(RefinancePurpose::DebtConsolidation),
            application_received_on: Some(date(2026, 2, 5)),
            lender_loan_number: words("HH-2026-0002"),
            mortgaged_property_count: Some(2),
            ..terms(LoanPurpose::Refinance, MortgageType::Conventional, "202000.00", "5.875")
        },
        property: SubjectProperty {
            address: address("1240 Main Street", "Baltimore", "MD", "21201"),
            usage: Some(PropertyUsage::PrimaryResidence),
            unit_count: Some(1),
            estimated_value: some("255000.00"),
            estate: Some(PropertyEstate::Leasehold),
            leasehold_ends_on: Some(date(2091, 1, 1)),
            attachment: Some(Attachment::Detached),
            construction_method: Some(ConstructionMethod::SiteBuilt),
            in_project: Some(false),
            year_built: Some(1952),
            acquired_year: Some(2016),
            original_cost: some("188000.00"),
            ..SubjectProperty::default()
        },
        borrowers,
        assets: vec![
            asset(12, &both, AssetType::SavingsAccount, Some("Chesapeake Example Credit Union"), "18400.12"),
            Asset { other: words("Piano"), ..asset(13, &[tomas], AssetType::Other, None, "4000.00") },
        ],
        liabilities: vec![
            Liability {
                paid_off_at_closing: Some(true),
                includes_taxes_and_insurance: Some(false),
                mortgage_type: Some(MortgageType::Conventional),
                owned_property: Some(home),
                ..debt(14, &both, LiabilityType::MortgageLoan, "Example Mortgage Servicing", "186500.00", "1304.22")
            },
            Liability {
                credit_limit: some("25000.00"),
                owned_property: Some(home),
                subordinated: Some(true),
                ..debt(15, &both, LiabilityType::HELOC, "Chesapeake Example Credit Union", "8000.00", "120.00")
            },
            Liability {
                owned_property: Some(cabin),
                ..debt(16, &both, LiabilityType::MortgageLoan, "Mountain Example Bank", "92000.00", "710.00")
            },
            Liability {
                paid_off_at_closing: Some(true),
                ..debt(17, &[lena], LiabilityType::Revolving, "Example Card", "4530.00", "90.00")
            },
        ],
        expenses: vec![Expense {
            id: id(18),
            owners: vec![tomas],
            kind: Some(ExpenseType::ChildSupport),
            monthly_payment: some("600.00"),
            remaining_months: Some(31),
            ..Expense::default()
        }],
        owned_properties: vec![
            OwnedProperty {
                id: home,
                owners: both.to_vec(),
                address: address("1240 Main Street", "Baltimore", "MD", "21201"),
                value: some("255000.00"),
                disposition: Some(Disposition::Retain),
                current_usage: Some(PropertyUsage::PrimaryResidence),
                intended_usage: Some(PropertyUsage::PrimaryResidence),
                is_subject: Some(true),
                lien_balance: some("194500.00"),
                maintenance_expense: some("375.00"),
                ..OwnedProperty::default()
            },
            OwnedProperty {
                id: cabin,
                owners: both.to_vec(),
                address: address("9 Ridge Trail", "Oakland", "MD", "21550"),
                value: some("140000.00"),
                disposition: Some(Disposition::PendingSale),
                current_usage: Some(PropertyUsage::Investment),
                is_subject: Some(false),
                unit_count: Some(1),
                lien_balance: some("92000.00"),
                maintenance_expense: some("210.00"),
                rental_income_gross: some("650.00"),
                rental_income_net: some("-270.00"),
                ..OwnedProperty::default()
            },
        ],
        housing_expenses: vec![
            proposed(19, HousingExpenseType::FirstMortgagePrincipalAndInterest, "1194.91"),
            proposed(20, HousingExpenseType::RealEstateTax, "250.00"),
            HousingExpense {
                timing: Some(ExpenseTiming::Present),
                borrower: Some(lena),
                ..proposed(21, HousingExpenseType::FirstMortgagePITI, "1304.22")
            },
        ],
        transaction: Transaction {
            refinance_payoff_amount: some("186500.00"),
            other_payoff_amount: some("4530.00"),
            closing_costs_amount: some("4100.00"),
            cash_from_borrower_amount: some("-6870.00"),
            ..Transaction::default()
        },
        title: Title {
            holders: vec![Titleholder {
                id: id(22),
                name: words("Lena Lindqvist and Tomas E Lindqvist"),
                is_current: Some(true),
                vesting: words("TenantsByTheEntirety"),
            }],
            manner: None,
            ..Title::default()
        },
        originator: originator(),
        ..Application::default()
    };
    let mut secrets = Secrets::default();
    let answered = answers(Ethnicity::NotHispanicOrLatino, &[Race::White, Race::Asian], Sex::Female);
    let answered = Demographics { race_designations: vec![RaceDesignation::Filipino], ..answered };
    secrets.borrowers.insert(lena, sealed("987-65-4321", date(1974, 11, 2), answered));
    let refused = Demographics {
        ethnicity_refused: Some(true),
        race_refused: Some(true),
        sex_refused: Some(true),
        taken_by: Some(ApplicationTakenMethod::Telephone),
        ..Demographics::default()
    };
    secrets.borrowers.insert(tomas, sealed("987-65-4322", date(1972, 6, 30), refused));
    let accounts = [(12, "118-2240"), (14, "478453001"), (15, "5566778"), (16, "316157"), (17, "4000987698769876")];
    let (application, secrets) = with_accounts(application, secrets, &accounts);
    Fixture { name: "refinance-with-real-estate", application, secrets }
}

/// A veteran buys with a VA loan with a financed funding fee and a second mortgage from the city.
#[must_use]
pub fn va_purchase() -> Fixture {
    let (marcus, base) = (id(1), id(2));
    let borrower = Borrower {
        id: marcus,
        first_name: words("Marcus"),
        last_name: words("O'Hallahan"),
        taxpayer_identifier_type: Some(TaxpayerIdentifierType::SocialSecurityNumber),
        taxpayer_identifier_last_four: words("4323"),
        citizenship: Some(Citizenship::USCitizen),
        marital_status: Some(MaritalStatus::Separated),
        dependent_count: Some(1),
        dependent_ages: vec![14],
        email: some("marcus.ohallahan@example.com"),
        cell_phone: some("2025550131"),
        residences: vec![Residence {
            id: id(3),
            kind: Some(ResidencyType::Current),
            basis: Some(ResidencyBasis::Rent),
            months: Some(76),
            monthly_rent: some("1500.00"),
            address: address("200 Barracks Row", "Washington", "DC", "20003"),
        }],
        employments: vec![Employment {
            id: base,
            status: Some(EmploymentStatus::Current),
            classification: Some(EmploymentClassification::Primary),
            employer_name: words("US Army"),
            started_on: Some(date(2008, 5, 1)),
            line_of_work_months: Some(214),
            self_employed: Some(false),
            ..Employment::default()
        }],
        incomes: vec![
            income(4, IncomeType::MilitaryBasePay, "4400.00", Some(base)),
            income(5, IncomeType::MilitaryQuartersAllowance, "1650.00", Some(base)),
            income(6, IncomeType::VABenefitsNonEducational, "350.00", None),
        ],
        declarations: Declarations { party_to_lawsuit: Some(true), ..nothing_to_declare() },
        military: MilitaryService {
            served: Some(true),
            statuses: vec![MilitaryStatus::ActiveDuty, MilitaryStatus::Veteran],
            completion_on: Some(date(2028, 12, 1)),
            surviving_spouse: Some(false),
        },
        va_federal_tax: some("1375.00"),
        ..Borrower::default()
    };
    let application = Application {
        loan: LoanTerms {
            note_amount: some("322508.00"),
            agency_case_number: words("19-19-6-0000001"),
            lender_loan_number: words("HH-2026-0003"),
            va_entitlement_amount: some("36000.00"),
            va_borrowers_married: Some(false),
            subordinate_financing_amount: some("12000.00"),
            community_second_repayment: Some(CommunitySecondRepayment::DeferredNotFullyForgiven),
            ..terms(LoanPurpose::Purchase, MortgageType::VA, "315400.00", "5.250")
        },
        property: SubjectProperty {
            to_be_determined: Some(true),
            address: Address { line: None, ..address("", "Washington", "DC", "20008") },
            usage: Some(PropertyUsage::PrimaryResidence),
            unit_count: Some(2),
            purchase_price: some("330000.00"),
            estate: Some(PropertyEstate::FeeSimple),
            rental_income_gross: some("1100.00"),
            rental_income_net: some("825.00"),
            ..SubjectProperty::default()
        },
        borrowers: vec![borrower],
        assets: vec![asset(7, &[marcus], AssetType::CheckingAccount, Some("Service Example Bank"), "9200.00")],
        liabilities: vec![debt(
            8,
            &[marcus],
            LiabilityType::Open30DayChargeAccount,
            "Post Exchange",
            "410.00",
            "410.00",
        )],
        other_loans: vec![OtherLoan {
            id: id(9),
            creditor: words("City of Washington Homebuyer Program"),
            lien: Some(LienPriority::SecondLien),
            amount: some("12000.00"),
            monthly_payment: some("27.00"),
            heloc: Some(false),
            funds_source: words("LocalAgency"),
            community_second: Some(true),
            ..OtherLoan::default()
        }],
        housing_expenses: vec![
            proposed(10, HousingExpenseType::FirstMortgagePrincipalAndInterest, "1780.90"),
            proposed(11, HousingExpenseType::OtherMortgageLoanPrincipalAndInterest, "27.00"),
            proposed(12, HousingExpenseType::HomeownersInsurance, "65.00"),
        ],
        transaction: Transaction {
            closing_costs_amount: some("3000.00"),
            mi_and_funding_fee_amount: some("7108.00"),
            mi_and_funding_fee_financed_amount: some("7108.00"),
            credits: vec![
                PurchaseCredit {
                    id: id(13),
                    kind: Some(PurchaseCreditType::EarnestMoney),
                    amount: some("1000.00"),
                    source: words("BorrowerPaidOutsideClosing"),
                    ..PurchaseCredit::default()
                },
                PurchaseCredit {
                    id: id(14),
                    kind: Some(PurchaseCreditType::Lender),
                    amount: some("1250.00"),
                    ..PurchaseCredit::default()
                },
            ],
            ..Transaction::default()
        },
        originator: originator(),
        ..Application::default()
    };
    let mut secrets = Secrets::default();
    let races = [Race::BlackOrAfricanAmerican, Race::AmericanIndianOrAlaskaNative];
    let demographics = answers(Ethnicity::NotHispanicOrLatino, &races, Sex::Male);
    let demographics = Demographics { tribe: words("Example Nation"), ..demographics };
    secrets.borrowers.insert(marcus, sealed("987-65-4323", date(1986, 4, 9), demographics));
    let (application, secrets) = with_accounts(application, secrets, &[(7, "0023-11877"), (8, "PX-55021")]);
    Fixture { name: "va-purchase", application, secrets }
}
