//! FNMA's codes and the application's enum values, in one table for both directions.
//!
//! Reading maps a code to its value. Writing uses the first code listed for a value, so if several codes map to one
//! value, the preferred code comes first. Values without a code are written as the format's "other" or not at all;
//! `super::NOT_HELD` lists the latter.

use crate::application::{
    AmortizationType, ApplicationTakenMethod, AssetType, Citizenship, CommunitySecondRepayment, Disposition,
    DownPaymentType, Ethnicity, ExpenseTiming, ExpenseType, GovernmentRefinanceType, HousingExpenseType, IncomeType,
    LiabilityType, LienPriority, MaritalStatus, MortgageType, PriorPropertyTitle, PriorPropertyUsage, PropertyEstate,
    PropertyUsage, PurchaseCreditType, Race, RefinanceCashOut, RefinancePurpose, ResidencyBasis, ResidencyType, Sex,
    YesNo,
};

/// A table of codes and values.
pub(super) type Words<W> = &'static [(&'static str, W)];

pub(super) const MORTGAGE_TYPES: Words<MortgageType> = &[
    ("01", MortgageType::Conventional),
    ("02", MortgageType::VA),
    ("03", MortgageType::FHA),
    ("04", MortgageType::USDARuralDevelopment),
    ("07", MortgageType::Other),
];

pub(super) const AMORTIZATIONS: Words<AmortizationType> = &[
    ("01", AmortizationType::AdjustableRate),
    ("04", AmortizationType::GEM),
    ("05", AmortizationType::Fixed),
    ("06", AmortizationType::GPM),
    ("13", AmortizationType::Other),
    ("13", AmortizationType::GraduatedPaymentARM),
    ("13", AmortizationType::RateImprovementMortgage),
    ("13", AmortizationType::Step),
];

pub(super) const LIENS: Words<LienPriority> = &[
    ("1", LienPriority::FirstLien),
    ("2", LienPriority::SecondLien),
    ("F", LienPriority::Other),
    ("F", LienPriority::ThirdLien),
    ("F", LienPriority::FourthLien),
];

/// How a refinance uses the equity, and its purpose.
pub(super) const REFINANCES: Words<(RefinanceCashOut, Option<RefinancePurpose>)> = &[
    ("F1", (RefinanceCashOut::NoCashOut, None)),
    ("01", (RefinanceCashOut::CashOut, None)),
    ("04", (RefinanceCashOut::CashOut, Some(RefinancePurpose::HomeImprovement))),
    ("11", (RefinanceCashOut::CashOut, Some(RefinancePurpose::DebtConsolidation))),
    ("13", (RefinanceCashOut::LimitedCashOut, None)),
];

pub(super) const GOVERNMENT_REFINANCES: Words<GovernmentRefinanceType> = &[
    ("1", GovernmentRefinanceType::FullDocumentation),
    ("2", GovernmentRefinanceType::StreamlineWithAppraisal),
    ("3", GovernmentRefinanceType::StreamlineWithoutAppraisal),
    ("4", GovernmentRefinanceType::InterestRateReductionRefinanceLoan),
    ("H", GovernmentRefinanceType::SpecialLending),
    ("R", GovernmentRefinanceType::PriorFHA),
];

/// Indexes, with MISMO's names up to version 2.6. MISMO 3.4 writes them as the description of "Other".
pub(super) const INDEXES: Words<&str> = &[
    ("0", "WeeklyAverageCMT"),
    ("1", "MonthlyAverageCMT"),
    ("2", "WeeklyAverageTAAI"),
    ("3", "WeeklyAverageTAABD"),
    ("4", "WeeklyAverageSMTI"),
    ("5", "DailyCDRate"),
    ("6", "WeeklyAverageCDRate"),
    ("7", "WeeklyAveragePrimeRate"),
    ("8", "TBillDailyValue"),
    ("9", "EleventhDistrictCostOfFunds"),
    ("10", "NationalMonthlyMedianCostOfFunds"),
    ("11", "WallStreetJournalLIBOR"),
    ("12", "FannieMaeLIBOR"),
    ("13", "FreddieMacLIBOR"),
    ("14", "NationalAverageContractRateFHLBB"),
    ("15", "FederalCostOfFunds"),
    ("16", "FannieMae60DayRequiredNetYield"),
    ("17", "FreddieMac60DayRequiredNetYield"),
];

pub(super) const COMMUNITY_PRODUCTS: Words<&str> =
    &[("04", "MyCommunityMortgage"), ("06", "HFAPreferredRiskSharing"), ("07", "HFAPreferred"), ("08", "HomeReady")];

pub(super) const REPAYMENTS: Words<CommunitySecondRepayment> = &[
    ("01", CommunitySecondRepayment::NonDeferred),
    ("02", CommunitySecondRepayment::DeferredFullyForgiven),
    ("03", CommunitySecondRepayment::DeferredNotFullyForgiven),
];

/// FHA sections, with MISMO 3.4's names.
pub(super) const SECTIONS_OF_ACT: Words<&str> = &[
    ("203(b)", "203B"),
    ("203(b)/251", "203B251"),
    ("203(k)", "203K"),
    ("203(k)/251", "203K251"),
    ("234(c)", "234C"),
    ("234(c)/251", "234C251"),
    ("257", "257"),
];

pub(super) const USAGES: Words<PropertyUsage> =
    &[("1", PropertyUsage::PrimaryResidence), ("2", PropertyUsage::SecondHome), ("D", PropertyUsage::Investment)];

pub(super) const ESTATES: Words<PropertyEstate> = &[("1", PropertyEstate::FeeSimple), ("2", PropertyEstate::Leasehold)];

/// Whether improvements are made, with MISMO's values.
pub(super) const IMPROVEMENTS: Words<&str> = &[("Y", "Made"), ("N", "ToBeMade"), ("U", "Unknown")];

pub(super) const MARITAL_STATUSES: Words<MaritalStatus> =
    &[("M", MaritalStatus::Married), ("S", MaritalStatus::Separated), ("U", MaritalStatus::Unmarried)];

pub(super) const RESIDENCY_TYPES: Words<ResidencyType> =
    &[("ZG", ResidencyType::Current), ("F4", ResidencyType::Prior)];

/// The code of a mailing address, which isn't a residence.
pub(super) const MAILING: &str = "BH";

pub(super) const RESIDENCY_BASES: Words<ResidencyBasis> =
    &[("O", ResidencyBasis::Own), ("R", ResidencyBasis::Rent), ("X", ResidencyBasis::LivingRentFree)];

pub(super) const TIMINGS: Words<ExpenseTiming> = &[("1", ExpenseTiming::Present), ("2", ExpenseTiming::Proposed)];

pub(super) const HOUSING_EXPENSES: Words<HousingExpenseType> = &[
    ("25", HousingExpenseType::Rent),
    ("26", HousingExpenseType::FirstMortgagePrincipalAndInterest),
    ("22", HousingExpenseType::OtherMortgageLoanPrincipalAndInterest),
    ("01", HousingExpenseType::HomeownersInsurance),
    ("14", HousingExpenseType::RealEstateTax),
    ("02", HousingExpenseType::MIPremium),
    ("06", HousingExpenseType::HomeownersAssociationDuesAndCondominiumFees),
    ("23", HousingExpenseType::Other),
];

/// Sources of income. If one code covers two sources, both are written with it.
pub(super) const INCOMES: Words<IncomeType> = &[
    ("20", IncomeType::Base),
    ("20", IncomeType::SelfEmploymentIncome),
    ("20", IncomeType::SelfEmploymentLoss),
    ("20", IncomeType::ContractBasis),
    ("09", IncomeType::Overtime),
    ("08", IncomeType::Bonus),
    ("10", IncomeType::Commissions),
    ("17", IncomeType::DividendsInterest),
    ("33", IncomeType::NetRentalIncome),
    ("SI", IncomeType::SubjectPropertyNetCashFlow),
    ("F1", IncomeType::MilitaryBasePay),
    ("07", IncomeType::MilitaryRationsAllowance),
    ("F2", IncomeType::MilitaryFlightPay),
    ("F3", IncomeType::MilitaryHazardPay),
    ("02", IncomeType::MilitaryClothesAllowance),
    ("04", IncomeType::MilitaryQuartersAllowance),
    ("03", IncomeType::MilitaryPropPay),
    ("F4", IncomeType::MilitaryOverseasPay),
    ("F5", IncomeType::MilitaryCombatPay),
    ("F6", IncomeType::MilitaryVariableHousingAllowance),
    ("F7", IncomeType::Alimony),
    ("F7", IncomeType::ChildSupport),
    ("F7", IncomeType::SeparateMaintenance),
    ("F8", IncomeType::NotesReceivableInstallment),
    ("41", IncomeType::Pension),
    ("42", IncomeType::SocialSecurity),
    ("42", IncomeType::Disability),
    ("30", IncomeType::MortgageDifferential),
    ("F9", IncomeType::Trust),
    ("AU", IncomeType::AccessoryUnitIncome),
    ("M1", IncomeType::Unemployment),
    ("M1", IncomeType::PublicAssistance),
    ("M2", IncomeType::AutomobileAllowance),
    ("M3", IncomeType::FosterCare),
    ("M4", IncomeType::VABenefitsNonEducational),
    ("NB", IncomeType::NonBorrowerHouseholdIncome),
    ("S8", IncomeType::HousingChoiceVoucherProgram),
    ("BI", IncomeType::BoarderIncome),
    ("MC", IncomeType::MortgageCreditCertificate),
    ("CG", IncomeType::CapitalGains),
    ("EA", IncomeType::EmploymentRelatedAccount),
    ("RP", IncomeType::Royalties),
    ("TL", IncomeType::TemporaryLeave),
    ("TI", IncomeType::TipIncome),
    ("45", IncomeType::Other),
];

/// Sources of income that the application stores as "Other" with these descriptions.
pub(super) const OTHER_INCOMES: Words<&str> = &[("FI", "Foreign income"), ("SE", "Seasonal income")];

/// Types of employment income.
pub(super) const EARNED: &[IncomeType] = &[
    IncomeType::Base,
    IncomeType::Overtime,
    IncomeType::Bonus,
    IncomeType::Commissions,
    IncomeType::ContractBasis,
    IncomeType::TipIncome,
    IncomeType::MilitaryBasePay,
    IncomeType::MilitaryRationsAllowance,
    IncomeType::MilitaryFlightPay,
    IncomeType::MilitaryHazardPay,
    IncomeType::MilitaryClothesAllowance,
    IncomeType::MilitaryQuartersAllowance,
    IncomeType::MilitaryPropPay,
    IncomeType::MilitaryOverseasPay,
    IncomeType::MilitaryCombatPay,
    IncomeType::MilitaryVariableHousingAllowance,
];

/// Types of assets. Other types are written as `OL` or `M1`, with the enum value as the description.
pub(super) const ASSETS: Words<AssetType> = &[
    ("03", AssetType::CheckingAccount),
    ("SG", AssetType::SavingsAccount),
    ("F1", AssetType::EarnestMoneyCashDepositTowardPurchase),
    ("F2", AssetType::GiftOfCash),
    ("GE", AssetType::GiftOfPropertyEquity),
    ("01", AssetType::CertificateOfDepositTimeDeposit),
    ("F3", AssetType::MoneyMarketFund),
    ("F4", AssetType::MutualFund),
    ("05", AssetType::Stock),
    ("06", AssetType::Bond),
    ("F5", AssetType::ProceedsFromSecuredLoan),
    ("F7", AssetType::BridgeLoanNotDeposited),
    ("08", AssetType::RetirementFund),
    ("F8", AssetType::NetWorthOfBusinessOwned),
    ("11", AssetType::TrustAccount),
    ("NE", AssetType::NetEquity),
    ("COH", AssetType::CashOnHand),
];

/// Other assets, liquid and non-liquid, with their default descriptions.
pub(super) const OTHER_ASSETS: Words<&str> = &[("OL", "Other liquid asset"), ("M1", "Other non-liquid asset")];

pub(super) const EXPENSES: Words<ExpenseType> = &[
    ("DR", ExpenseType::Alimony),
    ("DT", ExpenseType::ChildSupport),
    ("DV", ExpenseType::SeparateMaintenanceExpense),
    ("DZ", ExpenseType::JobRelatedExpenses),
    ("EE", ExpenseType::Other),
];

pub(super) const DISPOSITIONS: Words<Disposition> = &[
    ("S", Disposition::Sold),
    ("H", Disposition::Retain),
    ("H", Disposition::RetainForPrimaryOrSecondaryResidence),
    ("P", Disposition::PendingSale),
    ("R", Disposition::RetainForRental),
    ("R", Disposition::HoldForInvestment),
];

pub(super) const LIABILITIES: Words<LiabilityType> = &[
    ("I", LiabilityType::Installment),
    ("I", LiabilityType::DeferredStudentLoan),
    ("I", LiabilityType::PersonalLoan),
    ("I", LiabilityType::UnsecuredHomeImprovementLoanInstallment),
    ("O", LiabilityType::Open30DayChargeAccount),
    ("R", LiabilityType::Revolving),
    ("R", LiabilityType::UnsecuredHomeImprovementLoanRevolving),
    ("C", LiabilityType::HELOC),
    ("M", LiabilityType::MortgageLoan),
    ("M", LiabilityType::FirstPositionMortgageLien),
    ("M", LiabilityType::SecondPositionMortgageLien),
    ("M", LiabilityType::ThirdPositionMortgageLien),
    ("F", LiabilityType::LeasePayment),
    ("N", LiabilityType::CollectionsJudgmentsAndLiens),
    ("N", LiabilityType::HomeownersAssociationLien),
    ("N", LiabilityType::MonetaryJudgment),
    ("N", LiabilityType::TaxLien),
    ("A", LiabilityType::Taxes),
    ("A", LiabilityType::DelinquentTaxes),
    ("Z", LiabilityType::Other),
    ("Z", LiabilityType::Garnishments),
    ("Z", LiabilityType::BorrowerEstimatedTotalMonthlyLiabilityPayment),
];

pub(super) const CREDITS: Words<PurchaseCreditType> = &[
    ("01", PurchaseCreditType::EarnestMoney),
    ("02", PurchaseCreditType::Seller),
    ("03", PurchaseCreditType::Lender),
    ("04", PurchaseCreditType::RelocationFunds),
    ("05", PurchaseCreditType::EmployerAssistedHousing),
    ("06", PurchaseCreditType::LeasePurchaseFund),
    ("07", PurchaseCreditType::Other),
    ("08", PurchaseCreditType::BorrowerPaidFees),
    ("09", PurchaseCreditType::SweatEquity),
];

pub(super) const DOWN_PAYMENTS: Words<DownPaymentType> = &[
    ("F1", DownPaymentType::CheckingSavings),
    ("F2", DownPaymentType::DepositOnSalesContract),
    ("F3", DownPaymentType::EquityOnSoldProperty),
    ("03", DownPaymentType::EquityOnPendingSale),
    ("F4", DownPaymentType::EquityOnSubjectProperty),
    ("04", DownPaymentType::GiftFunds),
    ("F5", DownPaymentType::StocksAndBonds),
    ("10", DownPaymentType::LotEquity),
    ("09", DownPaymentType::BridgeLoan),
    ("01", DownPaymentType::UnsecuredBorrowedFunds),
    ("F6", DownPaymentType::TrustFunds),
    ("F7", DownPaymentType::RetirementFunds),
    ("11", DownPaymentType::RentWithOptionToPurchase),
    ("F8", DownPaymentType::LifeInsuranceCashValue),
    ("14", DownPaymentType::SaleOfChattel),
    ("07", DownPaymentType::TradeEquity),
    ("06", DownPaymentType::SweatEquity),
    ("02", DownPaymentType::CashOnHand),
    ("13", DownPaymentType::Other),
    ("28", DownPaymentType::SecuredBorrowedFunds),
    ("H0", DownPaymentType::FHAGiftSourceNotApplicable),
    ("H1", DownPaymentType::FHAGiftSourceRelative),
    ("H3", DownPaymentType::FHAGiftSourceGovernmentAssistance),
    ("H6", DownPaymentType::FHAGiftSourceEmployer),
    ("H4", DownPaymentType::FHAGiftSourceNonprofitSellerFunded),
    ("H5", DownPaymentType::FHAGiftSourceNonprofitNonSellerFunded),
];

pub(super) const CITIZENSHIPS: Words<Citizenship> = &[
    ("01", Citizenship::USCitizen),
    ("03", Citizenship::PermanentResidentAlien),
    ("05", Citizenship::NonPermanentResidentAlien),
];

pub(super) const ANSWERS: Words<YesNo> = &[("Y", YesNo::Yes), ("N", YesNo::No), ("U", YesNo::Unknown)];

pub(super) const PRIOR_USAGES: Words<PriorPropertyUsage> = &[
    ("1", PriorPropertyUsage::PrimaryResidence),
    ("2", PriorPropertyUsage::SecondHome),
    ("2", PriorPropertyUsage::FHASecondaryResidence),
    ("D", PriorPropertyUsage::Investment),
];

pub(super) const PRIOR_TITLES: Words<PriorPropertyTitle> = &[
    ("01", PriorPropertyTitle::Sole),
    ("25", PriorPropertyTitle::JointWithSpouse),
    ("26", PriorPropertyTitle::JointWithOtherThanSpouse),
];

pub(super) const ETHNICITIES: Words<Ethnicity> = &[
    ("1", Ethnicity::HispanicOrLatino),
    ("2", Ethnicity::NotHispanicOrLatino),
    ("3", Ethnicity::InformationNotProvidedByApplicantInMailInternetOrTelephoneApplication),
    ("4", Ethnicity::NotApplicable),
];

pub(super) const SEXES: Words<Sex> =
    &[("F", Sex::Female), ("M", Sex::Male), ("I", Sex::InformationNotProvidedUnknown), ("N", Sex::NotApplicable)];

pub(super) const RACES: Words<Race> = &[
    ("1", Race::AmericanIndianOrAlaskaNative),
    ("2", Race::Asian),
    ("3", Race::BlackOrAfricanAmerican),
    ("4", Race::NativeHawaiianOrOtherPacificIslander),
    ("5", Race::White),
    ("6", Race::InformationNotProvidedByApplicantInMailInternetOrTelephoneApplication),
    ("7", Race::NotApplicable),
];

/// The shortened form that fits into the 50 columns of ADS.
pub(super) const NOT_PROVIDED: &str = "InformationNotProvidedByApplicantInMIT";

pub(super) const TAKEN_BY: Words<ApplicationTakenMethod> = &[
    ("F", ApplicationTakenMethod::FaceToFace),
    ("M", ApplicationTakenMethod::Mail),
    ("M", ApplicationTakenMethod::Fax),
    ("T", ApplicationTakenMethod::Telephone),
    ("I", ApplicationTakenMethod::Internet),
    ("I", ApplicationTakenMethod::Email),
];

#[cfg(test)]
mod tests {
    use super::*;
    use fnma32::{Field, Kind, records};

    fn has_every_code<W>(words: &[(&str, W)], field: &Field) {
        let Kind::Code(codes) = field.kind.unsealed() else { panic!("{} holds no code", field.id) };
        for (code, _) in codes {
            assert!(words.iter().any(|(known, _)| known == code), "{} {code} has no word", field.id);
        }
        for (code, _) in words {
            assert!(codes.iter().any(|(known, _)| known == code), "{} has no code {code}", field.id);
        }
    }

    #[test]
    fn every_code_of_the_guide_has_a_value() {
        has_every_code(MORTGAGE_TYPES, &records::mortgage::MORTGAGE_TYPE);
        has_every_code(AMORTIZATIONS, &records::mortgage::AMORTIZATION_TYPE);
        has_every_code(LIENS, &records::features::LIEN);
        has_every_code(REFINANCES, &records::construction_or_refinance::REFINANCE_PURPOSE);
        has_every_code(GOVERNMENT_REFINANCES, &records::fha_va::REFINANCE);
        has_every_code(INDEXES, &records::adjustable_rate::INDEX);
        has_every_code(COMMUNITY_PRODUCTS, &records::community_lending::PRODUCT);
        has_every_code(REPAYMENTS, &records::community_lending::SECONDS_REPAYMENT);
        has_every_code(USAGES, &records::purpose::USAGE);
        has_every_code(ESTATES, &records::purpose::ESTATE);
        has_every_code(IMPROVEMENTS, &records::construction_or_refinance::IMPROVEMENTS_MADE);
        has_every_code(MARITAL_STATUSES, &records::applicant::MARITAL_STATUS);
        has_every_code(&[RESIDENCY_TYPES, &[(MAILING, ResidencyType::Prior)]].concat(), &records::residence::KIND);
        has_every_code(RESIDENCY_BASES, &records::residence::BASIS);
        has_every_code(TIMINGS, &records::housing_expense::TIMING);
        has_every_code(HOUSING_EXPENSES, &records::housing_expense::KIND);
        let other_incomes = OTHER_INCOMES.iter().map(|(code, _)| (*code, IncomeType::Other));
        has_every_code(&INCOMES.iter().copied().chain(other_incomes).collect::<Vec<_>>(), &records::income::KIND);
        let other_assets = OTHER_ASSETS.iter().map(|(code, _)| (*code, AssetType::Other));
        has_every_code(&ASSETS.iter().copied().chain(other_assets).collect::<Vec<_>>(), &records::asset::KIND);
        has_every_code(EXPENSES, &records::expense::KIND);
        has_every_code(DISPOSITIONS, &records::owned_property::DISPOSITION);
        has_every_code(LIABILITIES, &records::liability::KIND);
        has_every_code(CREDITS, &records::credit::KIND);
        has_every_code(DOWN_PAYMENTS, &records::down_payment::KIND);
        has_every_code(CITIZENSHIPS, &records::declarations::CITIZENSHIP);
        has_every_code(ANSWERS, &records::declarations::OWNED);
        has_every_code(PRIOR_USAGES, &records::declarations::OWNED_USAGE);
        has_every_code(PRIOR_TITLES, &records::declarations::OWNED_TITLE);
        has_every_code(ETHNICITIES, &records::demographics::ETHNICITY);
        has_every_code(SEXES, &records::demographics::SEX);
        has_every_code(RACES, &records::race::RACE);
        has_every_code(TAKEN_BY, &records::originator::TAKEN_BY);
    }

    #[test]
    fn every_liability_and_down_payment_can_be_written() {
        for kind in LiabilityType::ALL {
            assert!(LIABILITIES.iter().any(|(_, word)| word == kind), "{kind}");
        }
        for kind in DownPaymentType::ALL {
            assert!(DOWN_PAYMENTS.iter().any(|(_, word)| word == kind), "{kind}");
        }
    }
}
