//! The application: what the Uniform Residential Loan Application (Fannie Mae Form 1003, Freddie Mac Form 65, 2021
//! edition) asks for, as one typed document.
//!
//! Both file formats are read into it and written from it, the loan page shows and edits it, and [`crate::project`]
//! makes of it what lists and reports need. Everything is optional: officers begin with a name and a phone number.
//! Every list item carries an id that never changes, so that a change can name it whatever its place in the list.
//!
//! What would harm a person in the wrong hands is not here but in [`Secrets`]: taxpayer numbers, birth dates, account
//! numbers, demographic answers. The document keeps the last four digits at most.
//!
//! Words are those of MISMO 3.4 (reference model B324). Field names follow the form; the section of the form stands in
//! brackets.
#![allow(rustdoc::broken_intra_doc_links, reason = "[4a] is a section of the form")]

use crate::{
    values::{Email, Money, Phone, PostalCode, Rate, StateCode, TaxpayerIdentifier},
    words,
};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use std::{collections::BTreeMap, fmt};
use utoipa::ToSchema;
use uuid::Uuid;

/// Version of the document's structure, kept beside each document so that a later program can read earlier ones.
pub const SCHEMA: i16 = 1;

/// The edition of the form that this document follows, as the specification writes it.
pub const FILE_VERSION: &str = "URLA_2021";

/// One loan application.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Application {
    /// [4a, L1, L3] The loan that is asked for.
    pub loan: LoanTerms,
    /// [4a, L1, L2] The property that secures it.
    pub property: SubjectProperty,
    /// [1, 5, 7] Who borrows; the first is the primary borrower.
    pub borrowers: Vec<Borrower>,
    /// [2a, 2b, 4d] Accounts, other assets, credits and gifts.
    pub assets: Vec<Asset>,
    /// [2c, 3] Debts, the mortgages on owned property among them.
    pub liabilities: Vec<Liability>,
    /// [2d] Alimony, child support and the like.
    pub expenses: Vec<Expense>,
    /// [3] Real estate the borrowers own.
    pub owned_properties: Vec<OwnedProperty>,
    /// [4b] Other new mortgages on the property.
    pub other_loans: Vec<OtherLoan>,
    /// [L3] The monthly payment, line by line; present expenses only where a file carries them.
    pub housing_expenses: Vec<HousingExpense>,
    /// [L1, L4] The money that changes hands.
    pub transaction: Transaction,
    /// [L2] Who will hold title, and how.
    pub title: Title,
    /// [9] Who took the application.
    pub originator: Originator,
}

words! {
    /// Whether something is done without.
    pub enum Waiver { Yes, No }
}
words! {
    /// What the loan is for.
    pub enum LoanPurpose { Purchase, Refinance, Other }
}
words! {
    /// Who insures or guarantees the loan.
    pub enum MortgageType { Conventional, FHA, VA, USDARuralDevelopment, Other }
}
words! {
    /// Which claim on the property comes first.
    pub enum LienPriority { FirstLien, SecondLien, ThirdLien, FourthLien, Other }
}
words! {
    /// How the loan is paid back.
    pub enum AmortizationType {
        Fixed, AdjustableRate,
        /// Growing equity mortgage.
        GEM,
        /// Graduated payment mortgage.
        GPM,
        GraduatedPaymentARM, RateImprovementMortgage, Step, Other,
    }
}
words! {
    /// What a refinance does with the equity.
    pub enum RefinanceCashOut { CashOut, LimitedCashOut, NoCashOut, Unknown }
}
words! {
    /// Why a refinance is made.
    pub enum RefinancePurpose {
        AssetAcquisition, CapitalizedInterestTaxesInsuranceOrFees, Cash, Convenience, DebtConsolidation, Education,
        EquityBuyout, HomeImprovement, InterestRateReduction, Medical, MortgageTermReduction, PayoffLeaseholdInterest,
        PrimaryLienPayoff, SecondaryLienPayoff, SpecialPurpose, UnsecuredLienPayoff, Unspecified, Other,
    }
}
words! {
    /// Government refinance programs.
    pub enum GovernmentRefinanceType {
        CashOutVA, FullDocumentation, InterestRateReductionRefinanceLoan, NonStreamlined, PriorFHA, RehabilitationLoan,
        SpecialLending, StreamlineWithAppraisal, StreamlineWithoutAppraisal, Other,
    }
}
words! {
    /// How a construction loan ends.
    pub enum ConstructionLoanType { ConstructionOnly, ConstructionToPermanent }
}
words! {
    /// How a Community Second is paid back.
    pub enum CommunitySecondRepayment { DeferredFullyForgiven, DeferredNotFullyForgiven, NonDeferred }
}
words! {
    /// One closing for construction and permanent loan, or two.
    pub enum ConstructionClosing { OneClosing, TwoClosing }
}

/// [4a, L1, L3] The loan that is asked for.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct LoanTerms {
    /// [4a] Purchase, refinance or other.
    pub purpose: Option<LoanPurpose>,
    /// [4a] What "Other" means.
    pub purpose_other: Option<String>,
    /// [L3] Conventional, FHA, VA, USDA.
    pub mortgage_type: Option<MortgageType>,
    /// [L3] What "Other" means.
    pub mortgage_type_other: Option<String>,
    /// The loan without financed mortgage insurance or funding fee.
    pub base_amount: Option<Money>,
    /// The amount on the note, financed fees included.
    pub note_amount: Option<Money>,
    /// [L3] Interest rate on the note, percent a year.
    pub note_rate: Option<Rate>,
    /// The rate the borrower is qualified with, percent a year.
    pub qualifying_rate: Option<Rate>,
    /// [L3] Months until the loan is paid back.
    pub term_months: Option<u16>,
    /// [L3] How it is paid back.
    pub amortization: Option<AmortizationType>,
    /// [L3] What "Other" means.
    pub amortization_other: Option<String>,
    /// [L3] First or second lien.
    pub lien: Option<LienPriority>,
    /// [L1] What the refinance does with the equity.
    pub refinance_cash_out: Option<RefinanceCashOut>,
    /// [L1] Why the refinance is made.
    pub refinance_purpose: Option<RefinancePurpose>,
    /// [L1] Refinance program of FHA or VA.
    pub government_refinance: Option<GovernmentRefinanceType>,
    /// [L3] Adjustable rate: months until the first change.
    pub initial_fixed_months: Option<u16>,
    /// [L3] Adjustable rate: months between later changes.
    pub adjustment_months: Option<u16>,
    /// [L3] Adjustable rate: margin over the index, percent.
    pub margin: Option<Rate>,
    /// [L3] Adjustable rate: name of the index.
    pub index: Option<String>,
    /// [L3] Balloon payment at the end.
    pub balloon: Option<bool>,
    /// [L3] Months until the balloon is due.
    pub balloon_months: Option<u16>,
    /// [L3] Interest only at first.
    pub interest_only: Option<bool>,
    /// [L3] Months of interest only.
    pub interest_only_months: Option<u16>,
    /// [L3] The balance may grow.
    pub negative_amortization: Option<bool>,
    /// [L3] A penalty for paying early.
    pub prepayment_penalty: Option<bool>,
    /// [L3] Months the penalty lasts.
    pub prepayment_penalty_months: Option<u16>,
    /// [L3] Somebody pays to lower the first years' rate.
    pub buydown: Option<bool>,
    /// [L1] Builds or completes a house.
    pub construction: Option<bool>,
    /// [L1] Construction only, or becoming permanent.
    pub construction_type: Option<ConstructionLoanType>,
    /// [L1] One closing or two.
    pub construction_closing: Option<ConstructionClosing>,
    /// [L1] Renovation loan (HomeStyle, 203(k)).
    pub renovation: Option<bool>,
    /// [L1] Converts a contract for deed.
    pub contract_for_deed_conversion: Option<bool>,
    /// [L1] Includes energy improvements.
    pub energy_improvement: Option<bool>,
    /// [L1] Their cost.
    pub energy_improvement_amount: Option<Money>,
    /// The credit line may be drawn again (HELOC).
    pub heloc: Option<bool>,
    /// All subordinate financing together.
    pub subordinate_financing_amount: Option<Money>,
    /// Mortgaged properties of the borrowers, this one included.
    pub mortgaged_property_count: Option<u16>,
    /// The day the application was received; starts the clock of the Loan Estimate (12 CFR 1026.19(e)(1)(iii)).
    #[schema(value_type = Option<String>, format = Date)]
    pub application_received_on: Option<Date>,
    /// Number under which the lender knows the loan.
    pub lender_loan_number: Option<String>,
    /// FHA or VA case number.
    pub agency_case_number: Option<String>,
    /// Universal Loan Identifier (12 CFR 1003.4(a)(1)).
    pub universal_loan_identifier: Option<String>,
    /// MERS mortgage identification number.
    pub mers_min: Option<String>,
    /// FHA section of the act, such as 203B.
    pub section_of_act: Option<String>,
    /// FHA lender identifier.
    pub fha_lender_identifier: Option<String>,
    /// FHA sponsor identifier.
    pub fha_sponsor_identifier: Option<String>,
    /// VA entitlement.
    pub va_entitlement_amount: Option<Money>,
    /// VA: borrower and co-borrower are married to each other.
    pub va_borrowers_married: Option<bool>,
    /// Mortgage credit certificate a month.
    pub mortgage_credit_certificate_amount: Option<Money>,
    /// Community lending product, such as HomeReady.
    pub community_lending_product: Option<String>,
    /// How the Community Second beside the loan is paid back.
    pub community_second_repayment: Option<CommunitySecondRepayment>,
    /// Name of the investor's or lender's product.
    pub product_name: Option<String>,
    /// System that wrote the file the loan came from.
    pub originating_system: Option<String>,
}

words! {
    /// How a home is used.
    pub enum PropertyUsage { PrimaryResidence, SecondHome, Investment, Other }
}
words! {
    /// How land and house are held.
    pub enum PropertyEstate { FeeSimple, Leasehold, Other }
}
words! {
    /// Whether a house stands alone.
    pub enum Attachment { Attached, Detached, SemiDetached }
}
words! {
    /// How a house is built.
    pub enum ConstructionMethod { Manufactured, MobileHome, Modular, OnFrameModular, SiteBuilt, Other }
}
words! {
    /// What kind of project a unit belongs to.
    pub enum ProjectLegalStructure { CommonInterestApartment, Condominium, Cooperative, Unknown }
}

/// A postal address.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Address {
    /// Number and street.
    pub line: Option<String>,
    /// Apartment or unit.
    pub unit: Option<String>,
    /// City.
    pub city: Option<String>,
    /// County.
    pub county: Option<String>,
    /// State.
    pub state: Option<StateCode>,
    /// ZIP code.
    pub postal_code: Option<PostalCode>,
    /// Country, two letters (ISO 3166-1); the United States where empty.
    pub country: Option<String>,
}

/// [4a, L1, L2] The property that secures the loan.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct SubjectProperty {
    /// [4a] Where it is.
    pub address: Address,
    /// [4a] No property has been found yet: "to be determined".
    pub to_be_determined: Option<bool>,
    /// [4a] How the borrowers will use it.
    pub usage: Option<PropertyUsage>,
    /// [4a] Number of units, 1 to 4.
    pub unit_count: Option<u16>,
    /// [4a] Value as the borrowers estimate it.
    pub estimated_value: Option<Money>,
    /// [4a] Value by appraisal.
    pub appraised_value: Option<Money>,
    /// [L4] Price in the sales contract.
    pub purchase_price: Option<Money>,
    /// [L2] Fee simple or leasehold.
    pub estate: Option<PropertyEstate>,
    /// [L2] The day the lease of the land ends.
    #[schema(value_type = Option<String>, format = Date)]
    pub leasehold_ends_on: Option<Date>,
    /// Attached or detached.
    pub attachment: Option<Attachment>,
    /// Site built, manufactured.
    pub construction_method: Option<ConstructionMethod>,
    /// [L1] Part of a project.
    pub in_project: Option<bool>,
    /// [L1] What kind of project.
    pub project_type: Option<ProjectLegalStructure>,
    /// [L1] Planned unit development.
    pub planned_unit_development: Option<bool>,
    /// [4a] Partly used for business.
    pub mixed_use: Option<bool>,
    /// [4a] FHA secondary residence.
    pub fha_secondary_residence: Option<bool>,
    /// [L1] In a community property state.
    pub community_property_state: Option<bool>,
    /// [L1] A clean energy lien already exists.
    pub existing_clean_energy_lien: Option<bool>,
    /// Year the house was built.
    pub year_built: Option<u16>,
    /// Year the borrowers acquired it (refinance).
    pub acquired_year: Option<u16>,
    /// What it cost them (refinance).
    pub original_cost: Option<Money>,
    /// Liens that already lie on it (refinance, construction).
    pub existing_liens_amount: Option<Money>,
    /// Construction: what the lot is worth now.
    pub lot_value: Option<Money>,
    /// [L1] Construction: what building costs.
    pub construction_cost: Option<Money>,
    /// Whether the lender does without an appraisal.
    pub appraisal_waiver: Option<Waiver>,
    /// Number of the appraisal at the agencies.
    pub appraisal_identifier: Option<String>,
    /// Legal description.
    pub legal_description: Option<String>,
    /// Census tract.
    pub census_tract: Option<String>,
    /// County, three FIPS digits.
    pub fips_county: Option<String>,
    /// State, two FIPS digits.
    pub fips_state: Option<String>,
    /// Metropolitan statistical area.
    pub msa: Option<String>,
    /// [4c] Rent expected a month, gross.
    pub rental_income_gross: Option<Money>,
    /// [4c] Rent expected a month, net.
    pub rental_income_net: Option<Money>,
}

impl SubjectProperty {
    /// What the property is worth as far as is known: by appraisal, else as estimated, else its price. Zero is unknown.
    #[must_use]
    pub fn value(&self) -> Option<Money> {
        let known = [self.appraised_value, self.estimated_value, self.purchase_price];
        known.into_iter().flatten().find(|value| *value > Money::ZERO)
    }
}

words! {
    /// A person's right to live in the country.
    pub enum Citizenship { USCitizen, PermanentResidentAlien, NonPermanentResidentAlien, NonResidentAlien, Unknown }
}
words! {
    /// Marital status (Regulation B, 12 CFR 1002.5(d)(1)): no other words are asked.
    pub enum MaritalStatus { Married, Separated, Unmarried, Unknown }
}
words! {
    /// Which number a taxpayer has.
    pub enum TaxpayerIdentifierType { SocialSecurityNumber, IndividualTaxpayerIdentificationNumber, EmployerIdentificationNumber }
}
words! {
    /// Domestic relationships of an unmarried borrower (Unmarried Addendum).
    pub enum DomesticRelationship { CivilUnion, DomesticPartnership, RegisteredReciprocalBeneficiaryRelationship, Other }
}

/// [1, 5, 7] A person who borrows. Sections 1, 5, 7 and 8 of the form exist once for each.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Borrower {
    /// Never changes.
    pub id: Uuid,
    /// [1a] First name.
    pub first_name: Option<String>,
    /// [1a] Middle name.
    pub middle_name: Option<String>,
    /// [1a] Last name.
    pub last_name: Option<String>,
    /// [1a] JR, SR, III.
    pub suffix: Option<String>,
    /// [1a] Other names used.
    pub aliases: Vec<Alias>,
    /// [1a] Which taxpayer number; the number itself is sealed.
    pub taxpayer_identifier_type: Option<TaxpayerIdentifierType>,
    /// [1a] Its last four digits.
    pub taxpayer_identifier_last_four: Option<String>,
    /// [1a] Citizenship.
    pub citizenship: Option<Citizenship>,
    /// [1a] Marital status.
    pub marital_status: Option<MaritalStatus>,
    /// [Unmarried Addendum] Is there a person with rights like a spouse's?
    pub domestic_relationship: Option<bool>,
    /// [Unmarried Addendum] Which relationship.
    pub domestic_relationship_type: Option<DomesticRelationship>,
    /// [Unmarried Addendum] What "Other" means.
    pub domestic_relationship_other: Option<String>,
    /// [Unmarried Addendum] The state where it was formed.
    pub domestic_relationship_state: Option<StateCode>,
    /// [1a] Number of dependents.
    pub dependent_count: Option<u16>,
    /// [1a] Their ages.
    pub dependent_ages: Vec<u16>,
    /// [1a] Lives in a community property state.
    pub community_property_state_resident: Option<bool>,
    /// [1a] The borrower with whom this one applies jointly; section 2 to 4 are theirs together.
    pub joint_with: Option<Uuid>,
    /// [1a] E-mail.
    pub email: Option<Email>,
    /// [1a] Home phone.
    pub home_phone: Option<Phone>,
    /// [1a] Cell phone.
    pub cell_phone: Option<Phone>,
    /// [1a] Work phone.
    pub work_phone: Option<Phone>,
    /// [1a] Extension of the work phone.
    pub work_phone_extension: Option<String>,
    /// [1a] Current and former addresses.
    pub residences: Vec<Residence>,
    /// [1a] Where mail goes, if elsewhere.
    pub mailing_address: Option<Address>,
    /// [1b, 1c, 1d] Work, present and past.
    pub employments: Vec<Employment>,
    /// [1b to 1e] What is earned a month, item by item.
    pub incomes: Vec<Income>,
    /// [5a, 5b] The answers to the declarations.
    pub declarations: Declarations,
    /// [7] Military service.
    pub military: MilitaryService,
    /// Language preferred, three letters (ISO 639-2).
    pub language: Option<String>,
    /// A language without a code of its own on the form, in the borrower's words.
    pub language_other: Option<String>,
    /// Prefers not to say which language.
    pub language_refused: Option<bool>,
    /// Years of school (form of 2009).
    pub school_years: Option<u16>,
    /// VA: federal tax a month.
    pub va_federal_tax: Option<Money>,
    /// [6] The day this borrower signed the application.
    #[schema(value_type = Option<String>, format = Date)]
    pub signed_on: Option<Date>,
    /// Housing counseling and education.
    pub counseling: Vec<Counseling>,
}

/// [1a] A name once used.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Alias {
    /// Never changes.
    pub id: Uuid,
    /// First name.
    pub first_name: Option<String>,
    /// Middle name.
    pub middle_name: Option<String>,
    /// Last name.
    pub last_name: Option<String>,
    /// JR, SR, III.
    pub suffix: Option<String>,
}

words! {
    /// Whether somebody lives at an address or used to.
    pub enum ResidencyType { Current, Prior }
}
words! {
    /// On what ground somebody lives at an address.
    pub enum ResidencyBasis { Own, Rent, LivingRentFree, Unknown }
}

/// [1a] An address where a borrower lives or lived.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Residence {
    /// Never changes.
    pub id: Uuid,
    /// Current or prior.
    pub kind: Option<ResidencyType>,
    /// Own, rent or rent free.
    pub basis: Option<ResidencyBasis>,
    /// Months lived there.
    pub months: Option<u16>,
    /// Rent a month.
    pub monthly_rent: Option<Money>,
    /// Where it is.
    pub address: Address,
}

words! {
    /// Whether a job is held or was.
    pub enum EmploymentStatus { Current, Previous }
}
words! {
    /// The main job or another beside it.
    pub enum EmploymentClassification { Primary, Secondary }
}
words! {
    /// The self-employed borrower's share of the business.
    pub enum OwnershipInterest { LessThan25Percent, GreaterThanOrEqualTo25Percent }
}

/// [1b, 1c, 1d] A job or a business.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Employment {
    /// Never changes.
    pub id: Uuid,
    /// Current or previous.
    pub status: Option<EmploymentStatus>,
    /// Primary or secondary.
    pub classification: Option<EmploymentClassification>,
    /// Employer or business.
    pub employer_name: Option<String>,
    /// Its phone.
    pub phone: Option<Phone>,
    /// Its address.
    pub address: Address,
    /// Position or title.
    pub position: Option<String>,
    /// First day.
    #[schema(value_type = Option<String>, format = Date)]
    pub started_on: Option<Date>,
    /// Last day.
    #[schema(value_type = Option<String>, format = Date)]
    pub ended_on: Option<Date>,
    /// Months on this job, where a file counts them instead of naming the first day.
    pub months_employed: Option<u16>,
    /// Months in this line of work.
    pub line_of_work_months: Option<u16>,
    /// Owner of the business.
    pub self_employed: Option<bool>,
    /// Share of the business.
    pub ownership: Option<OwnershipInterest>,
    /// Income or loss of the self-employed a month; may be negative. Wages stand in [`Borrower::incomes`].
    pub self_employed_income: Option<Money>,
    /// Employed by a family member, property seller, agent or another party to the transaction.
    pub special_relationship: Option<bool>,
    /// Income earned abroad.
    pub foreign_income: Option<bool>,
    /// Seasonal income.
    pub seasonal_income: Option<bool>,
    /// Income a month at a previous employer.
    pub previous_income: Option<Money>,
    /// Wages a month as one sum, where a file gives them so beside the items in [`Borrower::incomes`]: never added to them.
    pub stated_income: Option<Money>,
}

words! {
    /// Sources of income: the list of sections 1b to 1e in MISMO's words.
    pub enum IncomeType {
        AccessoryUnitIncome, Alimony, AutomobileAllowance, Base, BoarderIncome, Bonus, BorrowerEstimatedTotalMonthlyIncome,
        CapitalGains, ChildSupport, Commissions, ContractBasis, DefinedContributionPlan, Disability, DividendsInterest,
        EmploymentRelatedAccount, FosterCare, HousingAllowance, HousingChoiceVoucherProgram, MilitaryBasePay,
        MilitaryClothesAllowance, MilitaryCombatPay, MilitaryFlightPay, MilitaryHazardPay, MilitaryOverseasPay,
        MilitaryPropPay, MilitaryQuartersAllowance, MilitaryRationsAllowance, MilitaryVariableHousingAllowance,
        MiscellaneousIncome, MortgageCreditCertificate, MortgageDifferential, NetRentalIncome, NonBorrowerContribution,
        NonBorrowerHouseholdIncome, NotesReceivableInstallment, Overtime, Pension, ProposedGrossRentForSubjectProperty,
        PublicAssistance, RealEstateOwnedGrossRentalIncome, Royalties, SelfEmploymentIncome, SelfEmploymentLoss,
        SeparateMaintenance, SocialSecurity, SubjectPropertyNetCashFlow, TemporaryLeave, TipIncome, TrailingCoBorrowerIncome,
        Trust, Unemployment, VABenefitsNonEducational, WorkersCompensation, Other,
    }
}

/// [1b to 1e] Something earned a month.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Income {
    /// Never changes.
    pub id: Uuid,
    /// Where it comes from.
    pub kind: Option<IncomeType>,
    /// What "Other" means.
    pub other: Option<String>,
    /// How much a month.
    pub monthly_amount: Option<Money>,
    /// Earned by work.
    pub from_employment: Option<bool>,
    /// The job that pays it.
    pub employment: Option<Uuid>,
}

words! {
    /// Answers that can be Yes, No or unknown in a file.
    pub enum YesNo { Yes, No, Unknown }
}
words! {
    /// How an earlier home was used (question A).
    pub enum PriorPropertyUsage { PrimaryResidence, FHASecondaryResidence, SecondHome, Investment }
}
words! {
    /// How title to an earlier home was held (question A).
    pub enum PriorPropertyTitle { Sole, JointWithSpouse, JointWithOtherThanSpouse }
}
words! {
    /// Chapters of the bankruptcy code (question M).
    pub enum BankruptcyChapter { ChapterSeven, ChapterEleven, ChapterTwelve, ChapterThirteen }
}

/// [5a, 5b] The declarations, questions A to M.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Declarations {
    /// A. Will occupy the property as primary residence.
    pub intent_to_occupy: Option<YesNo>,
    /// A. Owned a home in the last three years.
    pub homeowner_past_three_years: Option<YesNo>,
    /// A1. How that home was used.
    pub prior_property_usage: Option<PriorPropertyUsage>,
    /// A2. How title to it was held.
    pub prior_property_title: Option<PriorPropertyTitle>,
    /// FHA: as secondary residence.
    pub fha_secondary_residence: Option<bool>,
    /// B. Family or business relationship with the seller.
    pub relationship_with_seller: Option<bool>,
    /// C. Borrows money for this transaction that is not disclosed elsewhere.
    pub undisclosed_borrowed_funds: Option<bool>,
    /// C. How much.
    pub undisclosed_borrowed_funds_amount: Option<Money>,
    /// D1. Applies for another mortgage.
    pub undisclosed_mortgage_application: Option<bool>,
    /// D2. Applies for other new credit.
    pub undisclosed_credit_application: Option<bool>,
    /// E. A clean energy lien will come before the mortgage.
    pub proposed_clean_energy_lien: Option<bool>,
    /// F. Co-signer or guarantor of a debt that is not disclosed.
    pub undisclosed_comaker_of_note: Option<bool>,
    /// G. Outstanding judgments.
    pub outstanding_judgments: Option<bool>,
    /// H. Delinquent or in default on federal debt.
    pub delinquent_or_default: Option<bool>,
    /// I. Party to a lawsuit.
    pub party_to_lawsuit: Option<bool>,
    /// J. Conveyed title in lieu of foreclosure in the past seven years.
    pub deed_in_lieu: Option<bool>,
    /// K. Short sale in the past seven years.
    pub short_sale: Option<bool>,
    /// L. Foreclosure in the past seven years.
    pub foreclosure: Option<bool>,
    /// M. Bankruptcy in the past seven years.
    pub bankruptcy: Option<bool>,
    /// M. Which chapters.
    pub bankruptcy_chapters: Vec<BankruptcyChapter>,
    /// Must pay alimony or child support (form of 2009).
    pub alimony_or_child_support: Option<bool>,
    /// Part of the down payment is borrowed (form of 2009).
    pub borrowed_down_payment: Option<bool>,
    /// Obligated, directly or not, on a loan that ended in foreclosure, transfer of title or judgment (form of 2009).
    pub loan_foreclosure_or_judgment: Option<bool>,
}

words! {
    /// How somebody serves or served.
    pub enum MilitaryStatus { ActiveDuty, ReserveNationalGuardNeverActivated, Separated, Veteran, Other }
}

/// [7] Military service.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct MilitaryService {
    /// Served, or the spouse did.
    pub served: Option<bool>,
    /// How.
    pub statuses: Vec<MilitaryStatus>,
    /// Active duty: projected last day (files give a day or a month; a month is kept as its first day).
    #[schema(value_type = Option<String>, format = Date)]
    pub completion_on: Option<Date>,
    /// Surviving spouse.
    pub surviving_spouse: Option<bool>,
}

words! {
    /// Counseling or education.
    pub enum CounselingType { Counseling, Education }
}

/// Housing counseling or education that a borrower took part in.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Counseling {
    /// Never changes.
    pub id: Uuid,
    /// Counseling or education.
    pub kind: Option<CounselingType>,
    /// Completed, as confirmed.
    pub confirmed: Option<bool>,
    /// In person, online.
    pub format: Option<String>,
    /// When it was completed.
    #[schema(value_type = Option<String>, format = Date)]
    pub completed_on: Option<Date>,
    /// HUD-approved agency.
    pub agency: Option<String>,
}

words! {
    /// Kinds of assets and credits (2a, 2b, 4d) in MISMO's words.
    pub enum AssetType {
        Annuity, Automobile, Boat, Bond, BorrowerEstimatedTotalAssets, BorrowerPrimaryHome, BridgeLoanNotDeposited,
        CashOnHand, CertificateOfDepositTimeDeposit, CheckingAccount, EarnestMoneyCashDepositTowardPurchase,
        EmployerAssistance, GiftOfCash, GiftOfPropertyEquity, GiftsNotDeposited, GiftsTotal, Grant,
        IndividualDevelopmentAccount, LifeInsurance, MoneyMarketFund, MutualFund, NetEquity,
        NetWorthOfBusinessOwned, PendingNetSaleProceedsFromRealEstateAssets, ProceedsFromSaleOfNonRealEstateAsset,
        ProceedsFromSecuredLoan, ProceedsFromUnsecuredLoan, RealEstateOwned, RecreationalVehicle,
        RelocationMoney, RetirementFund, SaleOtherAssets, SavingsAccount, SavingsBond, SeverancePackage, Stock,
        StockOptions, TrustAccount, TradeEquity, RentCredit, SweatEquity, LotEquity, Other,
    }
}
words! {
    /// Who gives a gift.
    pub enum FundsSource {
        Borrower, Builder, CommunityNonProfit, Employer, FederalAgency, Institutional, Lender, LocalAgency,
        NonOriginatingFinancialInstitution, NonParentRelative, Other, Parent, PropertySeller, Relative, ReligiousNonProfit,
        RuralHousingService, StateAgency, Unknown, UnmarriedPartner, UnrelatedFriend,
    }
}

/// [2a, 2b, 4d] An account, another asset, a credit or a gift. Its account number is sealed.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Asset {
    /// Never changes.
    pub id: Uuid,
    /// Whose it is; empty where the file does not say.
    pub owners: Vec<Uuid>,
    /// What it is.
    pub kind: Option<AssetType>,
    /// What "Other" means.
    pub other: Option<String>,
    /// Bank or holder.
    pub holder: Option<String>,
    /// Its address, where a file carries it.
    pub holder_address: Option<Address>,
    /// Last four digits of the account number.
    pub account_number_last_four: Option<String>,
    /// Cash or market value.
    pub value: Option<Money>,
    /// Gifts: who gives.
    pub source: Option<FundsSource>,
    /// Gifts: already deposited in a listed account.
    pub deposited: Option<bool>,
}

words! {
    /// Kinds of debts in MISMO's words.
    pub enum LiabilityType {
        BorrowerEstimatedTotalMonthlyLiabilityPayment, CollectionsJudgmentsAndLiens, DeferredStudentLoan, DelinquentTaxes,
        FirstPositionMortgageLien, Garnishments, HELOC, HomeownersAssociationLien, Installment, LeasePayment, MonetaryJudgment,
        MortgageLoan, Open30DayChargeAccount, PersonalLoan, Revolving, SecondPositionMortgageLien, Taxes, TaxLien,
        ThirdPositionMortgageLien, UnsecuredHomeImprovementLoanInstallment, UnsecuredHomeImprovementLoanRevolving, Other,
    }
}

/// [2c, 3] A debt. Its account number is sealed.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Liability {
    /// Never changes.
    pub id: Uuid,
    /// Who owes it; empty where the file does not say.
    pub owners: Vec<Uuid>,
    /// What it is.
    pub kind: Option<LiabilityType>,
    /// What "Other" means.
    pub other: Option<String>,
    /// Creditor.
    pub creditor: Option<String>,
    /// Creditor's address, where a file carries it.
    pub creditor_address: Option<Address>,
    /// Last four digits of the account number.
    pub account_number_last_four: Option<String>,
    /// Balance.
    pub balance: Option<Money>,
    /// Payment a month.
    pub monthly_payment: Option<Money>,
    /// Months left.
    pub remaining_months: Option<u16>,
    /// Credit limit of a credit line.
    pub credit_limit: Option<Money>,
    /// Paid off at or before closing.
    pub paid_off_at_closing: Option<bool>,
    /// Left out of the debt ratio.
    pub excluded: Option<bool>,
    /// The payment includes taxes and insurance.
    pub includes_taxes_and_insurance: Option<bool>,
    /// A mortgage: who insures it.
    pub mortgage_type: Option<MortgageType>,
    /// A mortgage: the property it lies on.
    pub owned_property: Option<Uuid>,
    /// The mortgage stays ahead of or behind the new loan (resubordinated).
    pub subordinated: Option<bool>,
}

words! {
    /// Expenses that are not debts.
    pub enum ExpenseType {
        Alimony, CarMaintenance, CharitableContributions, ChildCare, ChildSupport, Clothing, DryCleaning, Entertainment,
        GroceryToiletry, HealthInsurance, JobRelatedExpenses, Medical, MiscellaneousLivingExpenses, NetRentalExpense,
        PayrollInsuranceDeduction, PayrollMiscellaneousDeductions, PayrollProfitSharingDeduction, PayrollRetirementDeduction,
        PayrollTaxDeduction, PetCare, PhoneCellular, SeparateMaintenanceExpense, UnionDues, Other,
    }
}

/// [2d] Alimony, child support, separate maintenance, job related expenses.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Expense {
    /// Never changes.
    pub id: Uuid,
    /// Who pays it.
    pub owners: Vec<Uuid>,
    /// What it is.
    pub kind: Option<ExpenseType>,
    /// What "Other" means, or to whom it is owed.
    pub other: Option<String>,
    /// Payment a month.
    pub monthly_payment: Option<Money>,
    /// Months left.
    pub remaining_months: Option<u16>,
}

words! {
    /// What becomes of a property.
    pub enum Disposition { HoldForInvestment, PendingSale, Retain, Sold, RetainForRental, RetainForPrimaryOrSecondaryResidence }
}

/// [3] Real estate that borrowers own. Its mortgages are [`Liability`] rows that name it.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct OwnedProperty {
    /// Never changes.
    pub id: Uuid,
    /// Who owns it.
    pub owners: Vec<Uuid>,
    /// Where it is.
    pub address: Address,
    /// Estimated value.
    pub value: Option<Money>,
    /// Sold, pending sale or retained.
    pub disposition: Option<Disposition>,
    /// How it is used now.
    pub current_usage: Option<PropertyUsage>,
    /// How it will be used.
    pub intended_usage: Option<PropertyUsage>,
    /// It is the property of this loan.
    pub is_subject: Option<bool>,
    /// Number of units.
    pub unit_count: Option<u16>,
    /// Balance of all its mortgages.
    pub lien_balance: Option<Money>,
    /// Mortgage payments a month, where a file gives them as a sum.
    pub lien_payment: Option<Money>,
    /// Insurance, taxes and dues a month that are not in the mortgage payment.
    pub maintenance_expense: Option<Money>,
    /// Rent a month, gross.
    pub rental_income_gross: Option<Money>,
    /// Rent a month, net; may be negative.
    pub rental_income_net: Option<Money>,
    /// Kind of property, in a file's words.
    pub property_type: Option<String>,
}

/// [4b] Another new mortgage on the property.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct OtherLoan {
    /// Never changes.
    pub id: Uuid,
    /// Who lends it.
    pub creditor: Option<String>,
    /// First or second lien.
    pub lien: Option<LienPriority>,
    /// Amount.
    pub amount: Option<Money>,
    /// Credit limit of a credit line.
    pub credit_limit: Option<Money>,
    /// Payment a month.
    pub monthly_payment: Option<Money>,
    /// A credit line.
    pub heloc: Option<bool>,
    /// Where the money comes from, in a file's words.
    pub funds_source: Option<String>,
    /// Community Seconds.
    pub community_second: Option<bool>,
}

words! {
    /// Lines of the monthly housing payment (L3).
    pub enum HousingExpenseType {
        Cable, Electricity, EscrowShortage, FirstMortgagePITI, FirstMortgagePrincipalAndInterest, FloodInsurance, GroundRent,
        Heating, HomeownersAssociationDuesAndCondominiumFees, HomeownersInsurance, LeaseholdPayments, MaintenanceAndMiscellaneous,
        MIPremium, OtherMortgageLoanPrincipalAndInterest, OtherMortgageLoanPrincipalInterestTaxesAndInsurance,
        RealEstateTax, Rent, SupplementalPropertyInsurance, Telephone, Utilities, Other,
    }
}
words! {
    /// Paid now or after closing.
    pub enum ExpenseTiming { Present, Proposed }
}

/// [L3] A line of the monthly payment.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct HousingExpense {
    /// Never changes.
    pub id: Uuid,
    /// Present or proposed.
    pub timing: Option<ExpenseTiming>,
    /// Which line.
    pub kind: Option<HousingExpenseType>,
    /// What "Other" means.
    pub other: Option<String>,
    /// Amount a month.
    pub amount: Option<Money>,
    /// Present expenses: whose.
    pub borrower: Option<Uuid>,
}

words! {
    /// Credits that lower what the borrower brings (L4).
    pub enum PurchaseCreditType {
        EarnestMoney, EmployerAssistedHousing, LeasePurchaseFund, LotEquity, RelocationFunds, Seller, Lender, BorrowerPaidFees,
        SweatEquity, TradeEquity, TradeEquityFromPropertySwap, GiftOfEquity, BuydownFund, CommitmentOriginationFee,
        FederalAgencyFundingFeeRefund, MIPremiumRefund, RentCredit, UnusedEscrow, Other,
    }
}

/// [L4] A credit.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct PurchaseCredit {
    /// Never changes.
    pub id: Uuid,
    /// Which credit.
    pub kind: Option<PurchaseCreditType>,
    /// What "Other" means.
    pub other: Option<String>,
    /// How much.
    pub amount: Option<Money>,
    /// Who gives it, in a file's words.
    pub source: Option<String>,
}

words! {
    /// Sources of the down payment, in the words of MISMO 2.3.1 (form of 2009).
    pub enum DownPaymentType {
        BridgeLoan, CashOnHand, CheckingSavings, DepositOnSalesContract, EquityOnPendingSale, EquityOnSoldProperty,
        EquityOnSubjectProperty, FHAGiftSourceNotApplicable, FHAGiftSourceRelative, FHAGiftSourceGovernmentAssistance,
        FHAGiftSourceEmployer, FHAGiftSourceNonprofitSellerFunded, FHAGiftSourceNonprofitNonSellerFunded, GiftFunds,
        LifeInsuranceCashValue, LotEquity, RentWithOptionToPurchase, RetirementFunds, SaleOfChattel, SecuredBorrowedFunds,
        StocksAndBonds, SweatEquity, TradeEquity, TrustFunds, UnsecuredBorrowedFunds, Other,
    }
}

/// A part of the down payment (form of 2009, section II). It may also stand among the assets or the credits: the two
/// are never added up.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct DownPayment {
    /// Never changes.
    pub id: Uuid,
    /// Where it comes from.
    pub kind: Option<DownPaymentType>,
    /// How much.
    pub amount: Option<Money>,
    /// Explanation.
    pub explanation: Option<String>,
}

/// [L1, L4] The money that changes hands.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Transaction {
    /// Alterations, improvements and repairs.
    pub alterations_amount: Option<Money>,
    /// Land, if acquired separately.
    pub land_amount: Option<Money>,
    /// Refinance: balance of the mortgages to be paid off.
    pub refinance_payoff_amount: Option<Money>,
    /// Credit cards and other debts to be paid off.
    pub other_payoff_amount: Option<Money>,
    /// Prepaid items.
    pub prepaid_items_amount: Option<Money>,
    /// Closing costs.
    pub closing_costs_amount: Option<Money>,
    /// Mortgage insurance and funding fee.
    pub mi_and_funding_fee_amount: Option<Money>,
    /// The part of it that is financed.
    pub mi_and_funding_fee_financed_amount: Option<Money>,
    /// Discount points.
    pub discount_points_amount: Option<Money>,
    /// Closing costs the seller pays.
    pub seller_paid_closing_costs_amount: Option<Money>,
    /// Seller credits in all.
    pub seller_credits_amount: Option<Money>,
    /// Sales concessions.
    pub sales_concession_amount: Option<Money>,
    /// Subordinate financing.
    pub subordinate_financing_amount: Option<Money>,
    /// Cash from the borrower at closing; negative is cash to the borrower.
    pub cash_from_borrower_amount: Option<Money>,
    /// Improvements made or to be made (refinance).
    pub refinance_improvements: Option<String>,
    /// What they are, in the borrower's words.
    pub refinance_improvements_description: Option<String>,
    /// Their cost.
    pub refinance_improvements_amount: Option<Money>,
    /// Other credits.
    pub credits: Vec<PurchaseCredit>,
    /// Where the down payment comes from (form of 2009).
    pub down_payments: Vec<DownPayment>,
}

/// [L2] Title.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Title {
    /// Names in which title will be held.
    pub holders: Vec<Titleholder>,
    /// Manner in which title will be held.
    pub manner: Option<String>,
}

/// [L2] A name on the title.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Titleholder {
    /// Never changes.
    pub id: Uuid,
    /// The name.
    pub name: Option<String>,
    /// Holds title now rather than after closing.
    pub is_current: Option<bool>,
    /// Vesting, in a file's words.
    pub vesting: Option<String>,
}

words! {
    /// How the application was taken.
    pub enum ApplicationTakenMethod { FaceToFace, Telephone, Mail, Internet, Fax, Email, Other }
}

/// [9] Who took the application.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Originator {
    /// Loan originator's name.
    pub name: Option<String>,
    /// NMLS id of the loan originator.
    pub nmls_id: Option<String>,
    /// State license of the loan originator.
    pub state_license: Option<String>,
    /// Phone.
    pub phone: Option<Phone>,
    /// E-mail.
    pub email: Option<Email>,
    /// Organization.
    pub organization_name: Option<String>,
    /// Its NMLS id.
    pub organization_nmls_id: Option<String>,
    /// Its state license.
    pub organization_state_license: Option<String>,
    /// Its address.
    pub organization_address: Address,
    /// How the application was taken.
    pub taken_by: Option<ApplicationTakenMethod>,
    /// When the originator signed.
    #[schema(value_type = Option<String>, format = Date)]
    pub signed_on: Option<Date>,
}

/// What is sealed apart from the document: one map per loan, encrypted as a whole.
///
/// Keys are the ids of the items in the document. `Debug` tells how many values there are, never what they are.
#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Secrets {
    /// By borrower.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub borrowers: BTreeMap<Uuid, BorrowerSecrets>,
    /// Account numbers by asset or liability.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub account_numbers: BTreeMap<Uuid, String>,
}

impl Secrets {
    /// Whether there is nothing to seal.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.borrowers.is_empty() && self.account_numbers.is_empty()
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secrets({} borrowers, {} accounts)", self.borrowers.len(), self.account_numbers.len())
    }
}

/// The sealed values of a borrower.
#[skip_serializing_none]
#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct BorrowerSecrets {
    /// [1a] Social security number or ITIN.
    pub taxpayer_identifier: Option<TaxpayerIdentifier>,
    /// [1a] Date of birth.
    pub birth_date: Option<Date>,
    /// [8] Demographic answers.
    #[serde(skip_serializing_if = "Demographics::is_empty")]
    pub demographics: Demographics,
}

impl fmt::Debug for BorrowerSecrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BorrowerSecrets(sealed)")
    }
}

words! {
    /// Ethnicity (12 CFR 1003 appendix B).
    pub enum Ethnicity {
        HispanicOrLatino, NotHispanicOrLatino,
        InformationNotProvidedByApplicantInMailInternetOrTelephoneApplication, NotApplicable,
    }
}
words! {
    /// Hispanic or Latino origins.
    pub enum EthnicityOrigin { Cuban, Mexican, PuertoRican, Other }
}
words! {
    /// Race.
    pub enum Race {
        AmericanIndianOrAlaskaNative, Asian, BlackOrAfricanAmerican, NativeHawaiianOrOtherPacificIslander, White,
        InformationNotProvidedByApplicantInMailInternetOrTelephoneApplication, NotApplicable,
    }
}
words! {
    /// Designations within a race.
    pub enum RaceDesignation {
        AsianIndian, Chinese, Filipino, GuamanianOrChamorro, Japanese, Korean, NativeHawaiian, OtherAsian,
        OtherPacificIslander, Samoan, Vietnamese, PrincipalTribe,
    }
}
words! {
    /// Sex.
    pub enum Sex { Female, Male, ApplicantSelectedBothMaleAndFemale, InformationNotProvidedUnknown, NotApplicable }
}

/// [8] Demographic information: nowhere but here and in the HMDA register (12 CFR 1002.5(b), 1003 appendix B).
#[skip_serializing_none]
#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Demographics {
    /// Ethnicities chosen.
    pub ethnicities: Vec<Ethnicity>,
    /// Origins chosen.
    pub ethnicity_origins: Vec<EthnicityOrigin>,
    /// Another origin, in the borrower's words.
    pub ethnicity_other: Option<String>,
    /// Does not wish to say.
    pub ethnicity_refused: Option<bool>,
    /// Found by visual observation or surname.
    pub ethnicity_observed: Option<bool>,
    /// Races chosen.
    pub races: Vec<Race>,
    /// Designations chosen.
    pub race_designations: Vec<RaceDesignation>,
    /// Tribe, other Asian or other Pacific Islander, in the borrower's words.
    pub race_other: Option<String>,
    /// Does not wish to say.
    pub race_refused: Option<bool>,
    /// Found by visual observation or surname.
    pub race_observed: Option<bool>,
    /// Sexes chosen.
    pub sexes: Vec<Sex>,
    /// Does not wish to say.
    pub sex_refused: Option<bool>,
    /// Found by visual observation or name.
    pub sex_observed: Option<bool>,
    /// How the application was taken from this borrower.
    pub taken_by: Option<ApplicationTakenMethod>,
}

impl Demographics {
    /// Whether nothing was answered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Demographics::default()
    }
}

impl fmt::Debug for Demographics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Demographics(sealed)")
    }
}
