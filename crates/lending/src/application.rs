//! The loan application: the data of the Uniform Residential Loan Application (Fannie Mae Form 1003, Freddie Mac Form
//! 65, 2021 edition) as one typed document.
//!
//! Both file formats are imported into and exported from it, the loan page edits it, and [`crate::project`] derives the
//! columns for lists and reports. Every field is optional, because officers start with a name and a phone number. Every
//! list item has a stable id, so that a change can address it regardless of its position.
//!
//! Sensitive values are stored encrypted in [`Secrets`]: taxpayer numbers, birth dates, account numbers, demographic
//! answers. The document contains at most their last four digits.
//!
//! Enum values are those of MISMO 3.4 (reference model B324). Field names follow the form, and brackets name its
//! section.
#![allow(rustdoc::broken_intra_doc_links, reason = "[4a] is a section of the form")]

use crate::{
    values::{Email, Money, Phone, PostalCode, Rate, StateCode, TaxpayerIdentifier},
    words,
};
use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use std::{collections::BTreeMap, fmt};
use utoipa::ToSchema;
use uuid::Uuid;

/// Version of the document's structure. It is stored with each document, so that later releases can read earlier ones.
pub const SCHEMA: i16 = 2;

/// Edition of the form, as the specification writes it.
pub const FILE_VERSION: &str = "URLA_2021";

/// One loan application.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Application {
    /// [4a, L1, L3] The requested loan.
    pub loan: LoanTerms,
    /// [4a, L1, L2] The property that secures it.
    pub property: SubjectProperty,
    /// [1, 5, 7] The borrowers, with the primary borrower first.
    pub borrowers: Vec<Borrower>,
    /// [2a, 2b, 4d] Accounts, other assets, credits and gifts.
    pub assets: Vec<Asset>,
    /// [2c, 3] Debts, including mortgages on owned properties.
    pub liabilities: Vec<Liability>,
    /// [2d] Alimony, child support and similar expenses.
    pub expenses: Vec<Expense>,
    /// [3] Real estate the borrowers own.
    pub owned_properties: Vec<OwnedProperty>,
    /// [4b] Other new mortgages on the property.
    pub other_loans: Vec<OtherLoan>,
    /// [L3] Monthly housing payment by item. Contains present expenses only if an imported file had them.
    pub housing_expenses: Vec<HousingExpense>,
    /// [L1, L4] The funds of the transaction.
    pub transaction: Transaction,
    /// [L2] Future titleholders and manner of title.
    pub title: Title,
    /// [9] The loan originator who took the application.
    pub originator: Originator,
    /// Sections 4b to 4d that the form's "Does not apply" box marks.
    #[serde(skip_serializing_if = "is_default")]
    pub not_applicable: LoanNotApplicable,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// [4b, 4c, 4d] The "Does not apply" boxes that the form has once per loan. An empty section without its mark is
/// unanswered. With the mark it is complete. MISMO has no data point for these boxes.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct LoanNotApplicable {
    /// [4b] No other new mortgage loans.
    pub other_loans: Option<bool>,
    /// [4c] No rental income on the property.
    pub rental_income: Option<bool>,
    /// [4d] No gifts or grants.
    pub gifts: Option<bool>,
}

words! {
    /// Whether a requirement is waived.
    pub enum Waiver { Yes, No }
}
words! {
    /// Purpose of the loan.
    pub enum LoanPurpose { Purchase, Refinance, Other }
}
words! {
    /// Insurer or guarantor of the loan.
    pub enum MortgageType { Conventional, FHA, VA, USDARuralDevelopment, Other }
}
words! {
    /// Lien position.
    pub enum LienPriority { FirstLien, SecondLien, ThirdLien, FourthLien, Other }
}
words! {
    /// Amortization type of the loan.
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
    /// How a refinance uses the equity.
    pub enum RefinanceCashOut { CashOut, LimitedCashOut, NoCashOut, Unknown }
}
words! {
    /// Reason for a refinance.
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
    /// Whether a construction loan converts to a permanent one.
    pub enum ConstructionLoanType { ConstructionOnly, ConstructionToPermanent }
}
words! {
    /// Repayment of a Community Second.
    pub enum CommunitySecondRepayment { DeferredFullyForgiven, DeferredNotFullyForgiven, NonDeferred }
}
words! {
    /// One closing for construction and permanent loan, or two.
    pub enum ConstructionClosing { OneClosing, TwoClosing }
}

/// [4a, L1, L3] The requested loan.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct LoanTerms {
    /// [4a] Purchase, refinance or other.
    pub purpose: Option<LoanPurpose>,
    /// [4a] Description if the purpose is "Other".
    pub purpose_other: Option<String>,
    /// [L3] Conventional, FHA, VA, USDA.
    pub mortgage_type: Option<MortgageType>,
    /// [L3] Description if the mortgage type is "Other".
    pub mortgage_type_other: Option<String>,
    /// Loan amount without financed mortgage insurance or funding fee.
    pub base_amount: Option<Money>,
    /// Amount on the note, including financed fees.
    pub note_amount: Option<Money>,
    /// [L3] Annual interest rate on the note, in percent.
    pub note_rate: Option<Rate>,
    /// Annual rate used to qualify the borrower, in percent.
    pub qualifying_rate: Option<Rate>,
    /// [L3] Term in months.
    pub term_months: Option<u16>,
    /// [L3] Amortization type.
    pub amortization: Option<AmortizationType>,
    /// [L3] Description if the amortization is "Other".
    pub amortization_other: Option<String>,
    /// [L3] First or second lien.
    pub lien: Option<LienPriority>,
    /// [L1] How the refinance uses the equity.
    pub refinance_cash_out: Option<RefinanceCashOut>,
    /// [L1] Reason for the refinance.
    pub refinance_purpose: Option<RefinancePurpose>,
    /// [L1] Refinance program of FHA or VA.
    pub government_refinance: Option<GovernmentRefinanceType>,
    /// [L1] Description if the refinance program is "Other".
    pub government_refinance_other: Option<String>,
    /// [L3] Adjustable rate: months until the first change.
    pub initial_fixed_months: Option<u16>,
    /// [L3] Adjustable rate: months between later changes.
    pub adjustment_months: Option<u16>,
    /// [L3] Adjustable rate: margin over the index, percent.
    pub margin: Option<Rate>,
    /// [L3] Adjustable rate: name of the index.
    pub index: Option<String>,
    /// [L3] Adjustable rate: present value of the index, percent.
    pub index_rate: Option<Rate>,
    /// [L3] Adjustable rate: the investor's plan number.
    pub arm_plan: Option<String>,
    /// [L3] Balloon payment at the end.
    pub balloon: Option<bool>,
    /// [L3] Months until the balloon is due.
    pub balloon_months: Option<u16>,
    /// [L3] Starts with an interest-only period.
    pub interest_only: Option<bool>,
    /// [L3] Length of the interest-only period in months.
    pub interest_only_months: Option<u16>,
    /// [L3] Negative amortization: the balance can grow.
    pub negative_amortization: Option<bool>,
    /// [L3] Has a prepayment penalty.
    pub prepayment_penalty: Option<bool>,
    /// [L3] Months in which the prepayment penalty applies.
    pub prepayment_penalty_months: Option<u16>,
    /// [L3] Temporary buydown of the initial rate.
    pub buydown: Option<bool>,
    /// [L3] Buydown: the initial rate, in percent.
    pub buydown_initial_rate: Option<Rate>,
    /// [L3] Another feature of the loan, described in words.
    pub other_feature: Option<String>,
    /// [L1] Finances the construction or completion of a house.
    pub construction: Option<bool>,
    /// [L1] Construction only, or construction to permanent.
    pub construction_type: Option<ConstructionLoanType>,
    /// [L1] One closing or two.
    pub construction_closing: Option<ConstructionClosing>,
    /// [L1] Renovation loan (HomeStyle, 203(k)).
    pub renovation: Option<bool>,
    /// [L1] Converts a contract for deed.
    pub contract_for_deed_conversion: Option<bool>,
    /// [L1] Includes energy improvements.
    pub energy_improvement: Option<bool>,
    /// [L1] Cost of the energy improvements.
    pub energy_improvement_amount: Option<Money>,
    /// Home equity line of credit (HELOC): the borrower can draw repeatedly.
    pub heloc: Option<bool>,
    /// Total subordinate financing.
    pub subordinate_financing_amount: Option<Money>,
    /// Number of mortgaged properties of the borrowers, including this one.
    pub mortgaged_property_count: Option<u16>,
    /// The day the application was received. It starts the deadline for the Loan Estimate (12 CFR 1026.19(e)(1)(iii)).
    #[schema(value_type = Option<String>, format = Date)]
    pub application_received_on: Option<Date>,
    /// The lender's loan number.
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
    /// Mortgage credit certificate, monthly amount.
    pub mortgage_credit_certificate_amount: Option<Money>,
    /// Community lending product, such as HomeReady.
    pub community_lending_product: Option<String>,
    /// Repayment of the Community Second that accompanies the loan.
    pub community_second_repayment: Option<CommunitySecondRepayment>,
    /// Name of the investor's or lender's product.
    pub product_name: Option<String>,
    /// System that created the imported file.
    pub originating_system: Option<String>,
}

words! {
    /// Occupancy of a property.
    pub enum PropertyUsage { PrimaryResidence, SecondHome, Investment, Other }
}
words! {
    /// Type of ownership of the land.
    pub enum PropertyEstate { FeeSimple, Leasehold, Other }
}
words! {
    /// Whether the house is attached to another.
    pub enum Attachment { Attached, Detached, SemiDetached }
}
words! {
    /// Construction method of a house.
    pub enum ConstructionMethod { Manufactured, MobileHome, Modular, OnFrameModular, SiteBuilt, Other }
}
words! {
    /// Legal structure of the project that a unit belongs to.
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
    /// Province or region of an address outside the United States.
    pub province: Option<String>,
    /// Postal code of an address outside the United States.
    pub foreign_postal_code: Option<String>,
    /// Two-letter country code (ISO 3166-1). Empty means the United States.
    pub country: Option<String>,
}

/// [4a, L1, L2] The property that secures the loan.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct SubjectProperty {
    /// [4a] Address of the property.
    pub address: Address,
    /// [4a] The property is "to be determined": the borrowers haven't found one yet.
    pub to_be_determined: Option<bool>,
    /// [4a] How the borrowers will use it.
    pub usage: Option<PropertyUsage>,
    /// [4a] Number of units, 1 to 4.
    pub unit_count: Option<u16>,
    /// [4a] Value estimated by the borrowers.
    pub estimated_value: Option<Money>,
    /// [4a] Appraised value.
    pub appraised_value: Option<Money>,
    /// [L4] Price in the sales contract.
    pub purchase_price: Option<Money>,
    /// [L2] Fee simple or leasehold.
    pub estate: Option<PropertyEstate>,
    /// [L2] Expiration of the leasehold.
    #[schema(value_type = Option<String>, format = Date)]
    pub leasehold_ends_on: Option<Date>,
    /// Attached or detached.
    pub attachment: Option<Attachment>,
    /// Construction method, such as site built or manufactured.
    pub construction_method: Option<ConstructionMethod>,
    /// [L1] Part of a project.
    pub in_project: Option<bool>,
    /// [L1] Legal structure of the project.
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
    /// Original cost to the borrowers (refinance).
    pub original_cost: Option<Money>,
    /// Existing liens on the property (refinance, construction).
    pub existing_liens_amount: Option<Money>,
    /// Construction: current value of the lot.
    pub lot_value: Option<Money>,
    /// [L1] Construction: the day the borrowers acquired the lot.
    #[schema(value_type = Option<String>, format = Date)]
    pub lot_acquired_on: Option<Date>,
    /// [L1] Construction: what the lot cost the borrowers.
    pub lot_original_cost: Option<Money>,
    /// [L1] Construction: cost of building.
    pub construction_cost: Option<Money>,
    /// Whether the lender waives the appraisal.
    pub appraisal_waiver: Option<Waiver>,
    /// The agencies' identifier of the appraisal.
    pub appraisal_identifier: Option<String>,
    /// Legal description.
    pub legal_description: Option<String>,
    /// Census tract.
    pub census_tract: Option<String>,
    /// FIPS county code, three digits.
    pub fips_county: Option<String>,
    /// FIPS state code, two digits.
    pub fips_state: Option<String>,
    /// Metropolitan statistical area.
    pub msa: Option<String>,
    /// [4c] Expected gross monthly rent.
    pub rental_income_gross: Option<Money>,
    /// [4c] Expected net monthly rent.
    pub rental_income_net: Option<Money>,
}

impl SubjectProperty {
    /// Best known value of the property: appraised, or else estimated, or else the price. Zero counts as unknown.
    #[must_use]
    pub fn value(&self) -> Option<Money> {
        let known = [self.appraised_value, self.estimated_value, self.purchase_price];
        known.into_iter().flatten().find(|value| *value > Money::ZERO)
    }
}

words! {
    /// Citizenship and residency status.
    pub enum Citizenship { USCitizen, PermanentResidentAlien, NonPermanentResidentAlien, NonResidentAlien, Unknown }
}
words! {
    /// Marital status. Regulation B allows no other categories (12 CFR 1002.5(d)(1)).
    pub enum MaritalStatus { Married, Separated, Unmarried, Unknown }
}
words! {
    /// Type of taxpayer identification number.
    pub enum TaxpayerIdentifierType { SocialSecurityNumber, IndividualTaxpayerIdentificationNumber, EmployerIdentificationNumber }
}
words! {
    /// Domestic relationships of an unmarried borrower (Unmarried Addendum).
    pub enum DomesticRelationship { CivilUnion, DomesticPartnership, RegisteredReciprocalBeneficiaryRelationship, Other }
}

words! {
    /// Whether a borrower applies alone or together with others.
    pub enum CreditType { Individual, Joint }
}

/// [1a to 3c] The "Does not apply" boxes of a borrower. The boxes of sections 2 and 3 belong to the first borrower of a
/// joint group. MISMO has no data point for them.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct NotApplicable {
    /// [1a] No former address.
    pub former_address: Option<bool>,
    /// [1a] No mailing address besides the current one.
    pub mailing_address: Option<bool>,
    /// [1b] No current employment.
    pub current_employment: Option<bool>,
    /// [1c] No additional employment.
    pub additional_employment: Option<bool>,
    /// [1d] No previous employment.
    pub previous_employment: Option<bool>,
    /// [1e] No income from other sources.
    pub other_income: Option<bool>,
    /// [2b] No other assets or credits.
    pub other_assets: Option<bool>,
    /// [2c] No debts.
    pub liabilities: Option<bool>,
    /// [2d] No other liabilities or expenses.
    pub expenses: Option<bool>,
    /// [3a] Owns no real estate.
    pub real_estate: Option<bool>,
    /// [3b] No second property.
    pub second_property: Option<bool>,
    /// [3c] No third property.
    pub third_property: Option<bool>,
}

/// [1, 5, 7] A borrower. Each borrower completes sections 1, 5, 7 and 8 of the form.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Borrower {
    /// Stable id.
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
    /// [1a] Type of taxpayer number. The number itself is stored encrypted.
    pub taxpayer_identifier_type: Option<TaxpayerIdentifierType>,
    /// [1a] Last four digits of the taxpayer number.
    pub taxpayer_identifier_last_four: Option<String>,
    /// [1a] Citizenship.
    pub citizenship: Option<Citizenship>,
    /// [1a] Marital status.
    pub marital_status: Option<MaritalStatus>,
    /// [Unmarried Addendum] Whether another person has rights similar to a spouse's.
    pub domestic_relationship: Option<bool>,
    /// [Unmarried Addendum] Type of relationship.
    pub domestic_relationship_type: Option<DomesticRelationship>,
    /// [Unmarried Addendum] Description if the relationship is "Other".
    pub domestic_relationship_other: Option<String>,
    /// [Unmarried Addendum] State in which the relationship was formed.
    pub domestic_relationship_state: Option<StateCode>,
    /// [1a] Number of dependents.
    pub dependent_count: Option<u16>,
    /// [1a] Ages of the dependents.
    pub dependent_ages: Vec<u16>,
    /// [1a] Lives in a community property state.
    pub community_property_state_resident: Option<bool>,
    /// [1a] Id of the borrower who applies jointly with this one. They share sections 2 to 4.
    pub joint_with: Option<Uuid>,
    /// [1a] Individual or joint credit.
    pub credit_type: Option<CreditType>,
    /// [1a] Initials by which this borrower declares the intent to apply for joint credit (12 CFR 1002.7(d)).
    pub joint_intent_initials: Option<String>,
    /// [1a] When the borrower gave the initials.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub joint_intent_at: Option<Timestamp>,
    /// The form's "Does not apply" boxes.
    #[serde(skip_serializing_if = "is_default")]
    pub not_applicable: NotApplicable,
    /// [1a] Email.
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
    /// [1a] Mailing address, if different.
    pub mailing_address: Option<Address>,
    /// [1b, 1c, 1d] Current and previous employment.
    pub employments: Vec<Employment>,
    /// [1b to 1e] Monthly income by item.
    pub incomes: Vec<Income>,
    /// [5a, 5b] The answers to the declarations.
    pub declarations: Declarations,
    /// [7] Military service.
    pub military: MilitaryService,
    /// Preferred language, three-letter code (ISO 639-2).
    pub language: Option<String>,
    /// Preferred language that has no code on the form, in the borrower's words.
    pub language_other: Option<String>,
    /// The borrower doesn't want to name a preferred language.
    pub language_refused: Option<bool>,
    /// Years of school (form of 2009).
    pub school_years: Option<u16>,
    /// VA: monthly federal tax.
    pub va_federal_tax: Option<Money>,
    /// [6] The day this borrower signed the application.
    #[schema(value_type = Option<String>, format = Date)]
    pub signed_on: Option<Date>,
    /// Housing counseling and education.
    pub counseling: Vec<Counseling>,
}

/// [1a] A former or alternate name.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Alias {
    /// Stable id.
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
    /// Whether an address is current or former.
    pub enum ResidencyType { Current, Prior }
}
words! {
    /// Basis on which a borrower lives at an address.
    pub enum ResidencyBasis { Own, Rent, LivingRentFree, Unknown }
}

/// [1a] A current or former address of a borrower.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Residence {
    /// Stable id.
    pub id: Uuid,
    /// Current or prior.
    pub kind: Option<ResidencyType>,
    /// Own, rent or rent free.
    pub basis: Option<ResidencyBasis>,
    /// Months at this address.
    pub months: Option<u16>,
    /// Monthly rent.
    pub monthly_rent: Option<Money>,
    /// The address.
    pub address: Address,
}

words! {
    /// Whether a job is current or previous.
    pub enum EmploymentStatus { Current, Previous }
}
words! {
    /// Whether a job is the primary or an additional one.
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
    /// Stable id.
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
    /// Months on this job, if a file states them instead of the start date.
    pub months_employed: Option<u16>,
    /// Months in this line of work.
    pub line_of_work_months: Option<u16>,
    /// Whether the borrower owns the business.
    pub self_employed: Option<bool>,
    /// Share of the business.
    pub ownership: Option<OwnershipInterest>,
    /// Monthly income or loss from self-employment; can be negative. [`Borrower::incomes`] contains wages.
    pub self_employed_income: Option<Money>,
    /// Employed by a family member, property seller, agent or another party to the transaction.
    pub special_relationship: Option<bool>,
    /// Income is earned abroad.
    pub foreign_income: Option<bool>,
    /// Income is seasonal.
    pub seasonal_income: Option<bool>,
    /// Monthly income at a previous employer.
    pub previous_income: Option<Money>,
    /// Total monthly wages, if a file states them in addition to the items in [`Borrower::incomes`]. Never add the two.
    pub stated_income: Option<Money>,
}

words! {
    /// Sources of income: the list of sections 1b to 1e with MISMO's names.
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

/// [1b to 1e] A monthly income item.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Income {
    /// Stable id.
    pub id: Uuid,
    /// Source of the income.
    pub kind: Option<IncomeType>,
    /// Description if the source is "Other".
    pub other: Option<String>,
    /// Monthly amount.
    pub monthly_amount: Option<Money>,
    /// Whether it is employment income.
    pub from_employment: Option<bool>,
    /// Id of the employment that pays it.
    pub employment: Option<Uuid>,
}

words! {
    /// An answer that can be Yes, No or unknown in a file.
    pub enum YesNo { Yes, No, Unknown }
}
words! {
    /// Occupancy of a previously owned home (question A).
    pub enum PriorPropertyUsage { PrimaryResidence, FHASecondaryResidence, SecondHome, Investment }
}
words! {
    /// Manner in which title to a previously owned home was held (question A).
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
    /// A1. Occupancy of that home.
    pub prior_property_usage: Option<PriorPropertyUsage>,
    /// A2. Manner in which title to it was held.
    pub prior_property_title: Option<PriorPropertyTitle>,
    /// FHA: will occupy as secondary residence.
    pub fha_secondary_residence: Option<bool>,
    /// B. Family or business relationship with the seller.
    pub relationship_with_seller: Option<bool>,
    /// C. Borrows money for this transaction that is not disclosed elsewhere.
    pub undisclosed_borrowed_funds: Option<bool>,
    /// C. Amount of that money.
    pub undisclosed_borrowed_funds_amount: Option<Money>,
    /// D1. Applies for another mortgage.
    pub undisclosed_mortgage_application: Option<bool>,
    /// D2. Applies for other new credit.
    pub undisclosed_credit_application: Option<bool>,
    /// E. A clean energy lien will have priority over the mortgage.
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
    /// M. Chapters of those bankruptcies.
    pub bankruptcy_chapters: Vec<BankruptcyChapter>,
    /// Explanations of answers, by letter of the question.
    #[serde(skip_serializing_if = "is_default")]
    pub explanations: Explanations,
    /// Must pay alimony or child support (form of 2009).
    pub alimony_or_child_support: Option<bool>,
    /// Part of the down payment is borrowed (form of 2009).
    pub borrowed_down_payment: Option<bool>,
    /// Directly or indirectly obligated on a loan that ended in foreclosure, transfer of title or judgment (form of
    /// 2009).
    pub loan_foreclosure_or_judgment: Option<bool>,
}

/// [5a, 5b] The borrower's explanations, by letter of the question.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Explanations {
    /// Question A.
    pub a: Option<String>,
    /// Question B.
    pub b: Option<String>,
    /// Question C.
    pub c: Option<String>,
    /// Question D.
    pub d: Option<String>,
    /// Question E.
    pub e: Option<String>,
    /// Question F.
    pub f: Option<String>,
    /// Question G.
    pub g: Option<String>,
    /// Question H.
    pub h: Option<String>,
    /// Question I.
    pub i: Option<String>,
    /// Question J.
    pub j: Option<String>,
    /// Question K.
    pub k: Option<String>,
    /// Question L.
    pub l: Option<String>,
    /// Question M.
    pub m: Option<String>,
}

words! {
    /// Type of military service.
    pub enum MilitaryStatus { ActiveDuty, ReserveNationalGuardNeverActivated, Separated, Veteran, Other }
}

/// [7] Military service.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct MilitaryService {
    /// The borrower or their deceased spouse served.
    pub served: Option<bool>,
    /// Type of service.
    pub statuses: Vec<MilitaryStatus>,
    /// Active duty: projected end date. If a file gives only a month, this is its first day.
    #[schema(value_type = Option<String>, format = Date)]
    pub completion_on: Option<Date>,
    /// The borrower is a surviving spouse.
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
    /// Stable id.
    pub id: Uuid,
    /// Counseling or education.
    pub kind: Option<CounselingType>,
    /// Completion was confirmed.
    pub confirmed: Option<bool>,
    /// Format, such as in person or online.
    pub format: Option<String>,
    /// Completion date.
    #[schema(value_type = Option<String>, format = Date)]
    pub completed_on: Option<Date>,
    /// HUD-approved agency.
    pub agency: Option<String>,
    /// HUD's number of that agency.
    pub agency_identifier: Option<String>,
}

words! {
    /// Types of assets and credits (2a, 2b, 4d) with MISMO's names.
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
    /// Source of a gift.
    pub enum FundsSource {
        Borrower, Builder, CommunityNonProfit, Employer, FederalAgency, Institutional, Lender, LocalAgency,
        NonOriginatingFinancialInstitution, NonParentRelative, Other, Parent, PropertySeller, Relative, ReligiousNonProfit,
        RuralHousingService, StateAgency, Unknown, UnmarriedPartner, UnrelatedFriend,
    }
}

/// [2a, 2b, 4d] An account, another asset, a credit or a gift. Its account number is stored encrypted.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Asset {
    /// Stable id.
    pub id: Uuid,
    /// Ids of the owners. Empty if the file doesn't say.
    pub owners: Vec<Uuid>,
    /// Type of asset.
    pub kind: Option<AssetType>,
    /// Description if the type is "Other".
    pub other: Option<String>,
    /// Bank or holder.
    pub holder: Option<String>,
    /// Address of the bank or holder, if a file contains it.
    pub holder_address: Option<Address>,
    /// Last four digits of the account number.
    pub account_number_last_four: Option<String>,
    /// Cash or market value.
    pub value: Option<Money>,
    /// Gifts: source of the gift.
    pub source: Option<FundsSource>,
    /// Gifts: description if the source is "Other".
    pub source_other: Option<String>,
    /// Gifts: already deposited into a listed account.
    pub deposited: Option<bool>,
}

words! {
    /// Types of debts with MISMO's names.
    pub enum LiabilityType {
        BorrowerEstimatedTotalMonthlyLiabilityPayment, CollectionsJudgmentsAndLiens, DeferredStudentLoan, DelinquentTaxes,
        FirstPositionMortgageLien, Garnishments, HELOC, HomeownersAssociationLien, Installment, LeasePayment, MonetaryJudgment,
        MortgageLoan, Open30DayChargeAccount, PersonalLoan, Revolving, SecondPositionMortgageLien, Taxes, TaxLien,
        ThirdPositionMortgageLien, UnsecuredHomeImprovementLoanInstallment, UnsecuredHomeImprovementLoanRevolving, Other,
    }
}

/// [2c, 3] A debt. Its account number is stored encrypted.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Liability {
    /// Stable id.
    pub id: Uuid,
    /// Ids of the borrowers who owe it. Empty if the file doesn't say.
    pub owners: Vec<Uuid>,
    /// Type of debt.
    pub kind: Option<LiabilityType>,
    /// Description if the type is "Other".
    pub other: Option<String>,
    /// Creditor.
    pub creditor: Option<String>,
    /// Creditor's address, if a file contains it.
    pub creditor_address: Option<Address>,
    /// Last four digits of the account number.
    pub account_number_last_four: Option<String>,
    /// Balance.
    pub balance: Option<Money>,
    /// Monthly payment.
    pub monthly_payment: Option<Money>,
    /// Months remaining.
    pub remaining_months: Option<u16>,
    /// Credit limit of a credit line.
    pub credit_limit: Option<Money>,
    /// Paid off at or before closing.
    pub paid_off_at_closing: Option<bool>,
    /// Excluded from the debt-to-income ratio.
    pub excluded: Option<bool>,
    /// Why the debt is excluded from the ratio.
    pub exclusion_reason: Option<String>,
    /// The payment includes taxes and insurance.
    pub includes_taxes_and_insurance: Option<bool>,
    /// Mortgages: insurer or guarantor.
    pub mortgage_type: Option<MortgageType>,
    /// Mortgages: id of the property that secures it.
    pub owned_property: Option<Uuid>,
    /// It isn't the mortgage of section 3 that it resembles, so both count.
    pub separate_debt: Option<bool>,
    /// Mortgages: resubordinated, so that its position relative to the new loan stays.
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
    /// Stable id.
    pub id: Uuid,
    /// Ids of the borrowers who pay it.
    pub owners: Vec<Uuid>,
    /// Type of expense.
    pub kind: Option<ExpenseType>,
    /// Description if the type is "Other", or the payee.
    pub other: Option<String>,
    /// Monthly payment.
    pub monthly_payment: Option<Money>,
    /// Months remaining.
    pub remaining_months: Option<u16>,
}

words! {
    /// What the owner intends to do with a property.
    pub enum Disposition { HoldForInvestment, PendingSale, Retain, Sold, RetainForRental, RetainForPrimaryOrSecondaryResidence }
}

/// [3] Real estate owned by borrowers. Each of its mortgages is a [`Liability`] that refers to it.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct OwnedProperty {
    /// Stable id.
    pub id: Uuid,
    /// Ids of the owners.
    pub owners: Vec<Uuid>,
    /// Address of the property.
    pub address: Address,
    /// Estimated value.
    pub value: Option<Money>,
    /// Sold, pending sale or retained.
    pub disposition: Option<Disposition>,
    /// Current occupancy.
    pub current_usage: Option<PropertyUsage>,
    /// Intended occupancy.
    pub intended_usage: Option<PropertyUsage>,
    /// Whether it is the subject property of this loan.
    pub is_subject: Option<bool>,
    /// [3a to 3c] "Mortgage loans on this property: does not apply".
    pub not_mortgaged: Option<bool>,
    /// Number of units.
    pub unit_count: Option<u16>,
    /// Total balance of its mortgages.
    pub lien_balance: Option<Money>,
    /// Total monthly mortgage payments, if a file states them.
    pub lien_payment: Option<Money>,
    /// Monthly insurance, taxes and dues that the mortgage payment doesn't include.
    pub maintenance_expense: Option<Money>,
    /// Gross monthly rent.
    pub rental_income_gross: Option<Money>,
    /// Net monthly rent; can be negative.
    pub rental_income_net: Option<Money>,
    /// Type of property, as worded in a file.
    pub property_type: Option<String>,
}

/// [4b] Another new mortgage on the property.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct OtherLoan {
    /// Stable id.
    pub id: Uuid,
    /// The lender.
    pub creditor: Option<String>,
    /// First or second lien.
    pub lien: Option<LienPriority>,
    /// Amount.
    pub amount: Option<Money>,
    /// Credit limit of a credit line.
    pub credit_limit: Option<Money>,
    /// Monthly payment.
    pub monthly_payment: Option<Money>,
    /// Whether it is a credit line.
    pub heloc: Option<bool>,
    /// Source of the funds, as worded in a file.
    pub funds_source: Option<String>,
    /// Whether it is a Community Second.
    pub community_second: Option<bool>,
}

words! {
    /// Items of the monthly housing payment (L3).
    pub enum HousingExpenseType {
        Cable, Electricity, EscrowShortage, FirstMortgagePITI, FirstMortgagePrincipalAndInterest, FloodInsurance, GroundRent,
        Heating, HomeownersAssociationDuesAndCondominiumFees, HomeownersInsurance, LeaseholdPayments, MaintenanceAndMiscellaneous,
        MIPremium, OtherMortgageLoanPrincipalAndInterest, OtherMortgageLoanPrincipalInterestTaxesAndInsurance,
        RealEstateTax, Rent, SupplementalPropertyInsurance, Telephone, Utilities, Other,
    }
}
words! {
    /// Whether an expense is paid now or after closing.
    pub enum ExpenseTiming { Present, Proposed }
}

/// [L3] An item of the monthly housing payment.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct HousingExpense {
    /// Stable id.
    pub id: Uuid,
    /// Present or proposed.
    pub timing: Option<ExpenseTiming>,
    /// Type of expense.
    pub kind: Option<HousingExpenseType>,
    /// Description if the type is "Other".
    pub other: Option<String>,
    /// Monthly amount.
    pub amount: Option<Money>,
    /// Present expenses: id of the borrower who pays.
    pub borrower: Option<Uuid>,
}

words! {
    /// Credits that reduce the borrower's funds to close (L4).
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
    /// Stable id.
    pub id: Uuid,
    /// Type of credit.
    pub kind: Option<PurchaseCreditType>,
    /// Description if the type is "Other".
    pub other: Option<String>,
    /// Amount.
    pub amount: Option<Money>,
    /// Source of the credit, as worded in a file.
    pub source: Option<String>,
}

words! {
    /// Sources of the down payment, with the names of MISMO 2.3.1 (form of 2009).
    pub enum DownPaymentType {
        BridgeLoan, CashOnHand, CheckingSavings, DepositOnSalesContract, EquityOnPendingSale, EquityOnSoldProperty,
        EquityOnSubjectProperty, FHAGiftSourceNotApplicable, FHAGiftSourceRelative, FHAGiftSourceGovernmentAssistance,
        FHAGiftSourceEmployer, FHAGiftSourceNonprofitSellerFunded, FHAGiftSourceNonprofitNonSellerFunded, GiftFunds,
        LifeInsuranceCashValue, LotEquity, RentWithOptionToPurchase, RetirementFunds, SaleOfChattel, SecuredBorrowedFunds,
        StocksAndBonds, SweatEquity, TradeEquity, TrustFunds, UnsecuredBorrowedFunds, Other,
    }
}

/// A part of the down payment (form of 2009, section II). The same amount can also be listed as an asset or credit, so
/// never add them up.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct DownPayment {
    /// Stable id.
    pub id: Uuid,
    /// Source of the funds.
    pub kind: Option<DownPaymentType>,
    /// Amount.
    pub amount: Option<Money>,
    /// Explanation.
    pub explanation: Option<String>,
}

/// [L1, L4] The funds of the transaction.
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
    /// The financed part of the mortgage insurance and funding fee.
    pub mi_and_funding_fee_financed_amount: Option<Money>,
    /// Discount points.
    pub discount_points_amount: Option<Money>,
    /// Closing costs the seller pays.
    pub seller_paid_closing_costs_amount: Option<Money>,
    /// Total seller credits.
    pub seller_credits_amount: Option<Money>,
    /// Sales concessions.
    pub sales_concession_amount: Option<Money>,
    /// Subordinate financing.
    pub subordinate_financing_amount: Option<Money>,
    /// Cash from the borrower at closing. Negative amounts are cash to the borrower.
    pub cash_from_borrower_amount: Option<Money>,
    /// Whether improvements were made or are planned (refinance).
    pub refinance_improvements: Option<String>,
    /// Description of the improvements, in the borrower's words.
    pub refinance_improvements_description: Option<String>,
    /// Cost of the improvements.
    pub refinance_improvements_amount: Option<Money>,
    /// Other credits.
    pub credits: Vec<PurchaseCredit>,
    /// Sources of the down payment (form of 2009).
    pub down_payments: Vec<DownPayment>,
}

words! {
    /// Trusts that can hold the title.
    pub enum TrustType { LivingTrust, LandTrust }
}
words! {
    /// Tenure of land in Indian country.
    pub enum LandTenure {
        FeeSimpleOnReservation, IndividualTrustLand, TribalTrustLandOnReservation, TribalTrustLandOffReservation,
        AlaskaNativeCorporationLand,
    }
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
    /// Trusts that will hold the title.
    pub trusts: Vec<TrustType>,
    /// Tenure, if the property is in Indian country.
    pub land_tenure: Option<LandTenure>,
}

/// [L2] A name on the title.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Titleholder {
    /// Stable id.
    pub id: Uuid,
    /// Full name.
    pub name: Option<String>,
    /// Holds title now, as opposed to after closing.
    pub is_current: Option<bool>,
    /// Vesting, as worded in a file.
    pub vesting: Option<String>,
}

words! {
    /// How the loan originator took the application.
    pub enum ApplicationTakenMethod { FaceToFace, Telephone, Mail, Internet, Fax, Email, Other }
}

/// [9] The loan originator who took the application.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Originator {
    /// Loan originator's name.
    pub name: Option<String>,
    /// NMLS ID of the loan originator.
    pub nmls_id: Option<String>,
    /// State license of the loan originator.
    pub state_license: Option<String>,
    /// Phone.
    pub phone: Option<Phone>,
    /// Email.
    pub email: Option<Email>,
    /// Organization.
    pub organization_name: Option<String>,
    /// NMLS ID of the organization.
    pub organization_nmls_id: Option<String>,
    /// State license of the organization.
    pub organization_state_license: Option<String>,
    /// Address of the organization.
    pub organization_address: Address,
    /// How the originator took the application.
    pub taken_by: Option<ApplicationTakenMethod>,
    /// Date of the originator's signature.
    #[schema(value_type = Option<String>, format = Date)]
    pub signed_on: Option<Date>,
}

/// Sensitive values of an application, stored as one encrypted map per loan.
///
/// Keys are the ids of items in the document. `Debug` prints only the number of values.
#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Secrets {
    /// By borrower id.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub borrowers: BTreeMap<Uuid, BorrowerSecrets>,
    /// Account numbers by id of the asset or liability.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub account_numbers: BTreeMap<Uuid, String>,
}

impl Secrets {
    /// Whether there are no secrets to encrypt.
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

/// Sensitive values of a borrower.
#[skip_serializing_none]
#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct BorrowerSecrets {
    /// [1a] Social Security number or ITIN.
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

/// [8] Demographic information. It must not appear anywhere except here and in the HMDA register (12 CFR 1002.5(b),
/// 1003 appendix B).
#[skip_serializing_none]
#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Demographics {
    /// Selected ethnicities.
    pub ethnicities: Vec<Ethnicity>,
    /// Selected origins.
    pub ethnicity_origins: Vec<EthnicityOrigin>,
    /// Another origin, in the borrower's words.
    pub ethnicity_other: Option<String>,
    /// The borrower doesn't want to state their ethnicity.
    pub ethnicity_refused: Option<bool>,
    /// Collected by visual observation or surname.
    pub ethnicity_observed: Option<bool>,
    /// Selected races.
    pub races: Vec<Race>,
    /// Selected designations.
    pub race_designations: Vec<RaceDesignation>,
    /// Enrolled or principal tribe, in the borrower's words.
    pub tribe: Option<String>,
    /// Other Asian race, in the borrower's words.
    pub other_asian: Option<String>,
    /// Other Pacific Islander race, in the borrower's words.
    pub other_pacific_islander: Option<String>,
    /// The borrower doesn't want to state their race.
    pub race_refused: Option<bool>,
    /// Collected by visual observation or surname.
    pub race_observed: Option<bool>,
    /// Selected sexes.
    pub sexes: Vec<Sex>,
    /// The borrower doesn't want to state their sex.
    pub sex_refused: Option<bool>,
    /// Collected by visual observation or name.
    pub sex_observed: Option<bool>,
    /// How the application was taken from this borrower.
    pub taken_by: Option<ApplicationTakenMethod>,
    /// The day on which a staff member observed the borrower.
    pub observed_on: Option<Date>,
    /// The staff member who observed the borrower.
    pub observed_by: Option<String>,
}

impl Demographics {
    /// Whether all answers are empty.
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
