//! Text forms of the standard's enum values in files.

use super::values::{Taken, Value};
use crate::application::{
    AmortizationType, ApplicationTakenMethod, AssetType, Attachment, BankruptcyChapter, Citizenship,
    CommunitySecondRepayment, ConstructionClosing, ConstructionLoanType, ConstructionMethod, CounselingType,
    Disposition, DomesticRelationship, DownPaymentType, EmploymentClassification, EmploymentStatus, Ethnicity,
    EthnicityOrigin, ExpenseTiming, ExpenseType, FundsSource, GovernmentRefinanceType, HousingExpenseType, IncomeType,
    LiabilityType, LienPriority, LoanPurpose, MaritalStatus, MilitaryStatus, MortgageType, OwnershipInterest,
    PriorPropertyTitle, PriorPropertyUsage, ProjectLegalStructure, PropertyEstate, PropertyUsage, PurchaseCreditType,
    Race, RaceDesignation, RefinanceCashOut, RefinancePurpose, ResidencyBasis, ResidencyType, Sex,
    TaxpayerIdentifierType, YesNo,
};
use std::borrow::Cow;

/// An enum of the standard.
pub(super) trait Word: Copy + PartialEq + 'static {
    /// Every value.
    const ALL: &'static [Self];
    /// Values that the schema spells differently or under another name. Read and written without a note.
    const SPELLED: &'static [(Self, &'static str)] = &[];
    /// Common deviations in hand-made files with an obvious meaning. Read with a note.
    const MEANT: &'static [(&'static str, Self)] = &[];
    /// Values that MISMO 3.4 doesn't define. They are written as `Other` with their own name as the description.
    const FOREIGN: &'static [Self] = &[];

    /// The value's name in the model.
    fn word(self) -> &'static str;
}

impl<W: Word> Value for W {
    fn take(text: &str) -> Taken<Self> {
        if let Some(word) = W::ALL.iter().find(|word| word.word() == text) {
            return Taken::As(*word);
        }
        if let Some((word, _)) = W::SPELLED.iter().find(|(_, spelled)| *spelled == text) {
            return Taken::As(*word);
        }
        let alike = |known: &str| letters(known).eq(letters(text));
        let by_meaning = W::MEANT.iter().find(|(known, _)| alike(known)).map(|(_, word)| *word);
        match by_meaning.or_else(|| W::ALL.iter().copied().find(|word| alike(word.word()))) {
            Some(word) => Taken::Meant(word),
            None => Taken::Not("MISMO 3.4 has no such word here".to_owned()),
        }
    }

    fn text(&self) -> Cow<'_, str> {
        let spelled = W::SPELLED.iter().find(|(word, _)| word == self).map(|(_, spelled)| *spelled);
        Cow::Borrowed(spelled.unwrap_or_else(|| self.word()))
    }
}

/// Letters and digits in lowercase, so that `Primary Residence` and `PRIMARY_RESIDENCE` are equal.
fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase())
}

/// Enums with a value `Other` and a text that describes it.
pub(super) trait Described: Word {
    /// The value that covers everything not listed.
    const OTHER: Self;
}

/// The value and description to write. A value unknown to MISMO becomes `Other`, described by its own name.
pub(super) fn describe<W: Described>(
    word: Option<W>,
    description: Option<&String>,
) -> (Option<W>, Option<Cow<'_, str>>) {
    match word {
        Some(foreign) if W::FOREIGN.contains(&foreign) => (Some(W::OTHER), Some(Cow::Borrowed(foreign.word()))),
        _ => (word, description.map(|text| Cow::Borrowed(text.as_str()))),
    }
}

/// Reverses [`describe`]: restores a value unknown to MISMO from `Other` and its description.
pub(super) fn recognize<W: Described>(word: &mut Option<W>, description: &mut Option<String>) {
    let foreign = W::FOREIGN.iter().find(|foreign| description.as_deref() == Some(foreign.word()));
    if let (true, Some(foreign)) = (*word == Some(W::OTHER), foreign) {
        *word = Some(*foreign);
        *description = None;
    }
}

/// Defines for each enum how its values appear in files: `spelled` differently by the schema, `meant` in hand-made
/// files, `foreign` to the standard.
macro_rules! words_in_files {
    ($($list:ident {
        $(spelled: $($word:ident = $spelling:literal),+;)?
        $(meant: $($wrong:literal = $right:ident),+;)?
        $(foreign: $($foreign:ident),+;)?
    })+) => {
        $(impl Word for $list {
            const ALL: &'static [Self] = $list::ALL;
            $(const SPELLED: &'static [(Self, &'static str)] = &[$(($list::$word, $spelling)),+];)?
            $(const MEANT: &'static [(&'static str, Self)] = &[$(($wrong, $list::$right)),+];)?
            $(const FOREIGN: &'static [Self] = &[$($list::$foreign),+];)?

            fn word(self) -> &'static str {
                self.as_str()
            }
        })+
    };
}

words_in_files! {
    LoanPurpose {
        meant: "CashOutRefinance" = Refinance, "NoCashOutRefinance" = Refinance, "LimitedCashOutRefinance" = Refinance,
            "RateTermRefinance" = Refinance, "RefinanceCashOut" = Refinance, "Refi" = Refinance;
    }
    MortgageType {
        meant: "Conv" = Conventional, "USDA" = USDARuralDevelopment, "USDARural" = USDARuralDevelopment,
            "FarmersHomeAdministration" = USDARuralDevelopment;
    }
    LienPriority { meant: "First" = FirstLien, "Second" = SecondLien, "Third" = ThirdLien, "Fourth" = FourthLien; }
    AmortizationType {
        meant: "FixedRate" = Fixed, "ARM" = AdjustableRate, "Adjustable" = AdjustableRate,
            "AdjustableRateMortgage" = AdjustableRate, "GraduatedPaymentMortgage" = GPM, "GrowingEquityMortgage" = GEM;
    }
    RefinanceCashOut { meant: "Limited" = LimitedCashOut, "CashOutRefinance" = CashOut, "NoCashOutRefinance" = NoCashOut; }
    RefinancePurpose { meant: "CashOut" = Cash, "CashOutDebtConsolidation" = DebtConsolidation, "CashOutHomeImprovement" = HomeImprovement; }
    GovernmentRefinanceType {
        meant: "CashOut" = CashOutVA, "IRRRL" = InterestRateReductionRefinanceLoan;
        foreign: NonStreamlined, PriorFHA, RehabilitationLoan, SpecialLending;
    }
    ConstructionLoanType {}
    ConstructionClosing {}
    PropertyUsage {
        meant: "PrimaryHome" = PrimaryResidence, "Primary" = PrimaryResidence, "OwnerOccupied" = PrimaryResidence,
            "PrincipalResidence" = PrimaryResidence, "SecondaryHome" = SecondHome, "SecondaryResidence" = SecondHome,
            "Secondary" = SecondHome, "InvestmentProperty" = Investment, "Investor" = Investment;
    }
    PropertyEstate {}
    Attachment {}
    ConstructionMethod { meant: "ManufacturedHome" = Manufactured; }
    ProjectLegalStructure { meant: "Condo" = Condominium, "Coop" = Cooperative; }
    Citizenship {
        meant: "Citizen" = USCitizen, "PermanentResident" = PermanentResidentAlien,
            "NonPermanentResident" = NonPermanentResidentAlien;
    }
    MaritalStatus {
        meant: "Single" = Unmarried, "Divorced" = Unmarried, "Widowed" = Unmarried, "NeverMarried" = Unmarried,
            "NotProvided" = Unknown;
    }
    TaxpayerIdentifierType {
        meant: "SSN" = SocialSecurityNumber, "ITIN" = IndividualTaxpayerIdentificationNumber,
            "EIN" = EmployerIdentificationNumber;
    }
    DomesticRelationship {}
    ResidencyType { meant: "Present" = Current, "Previous" = Prior, "Former" = Prior; }
    ResidencyBasis { meant: "RentFree" = LivingRentFree, "Owner" = Own, "Renter" = Rent; }
    EmploymentStatus { meant: "Present" = Current, "Prior" = Previous, "Former" = Previous; }
    EmploymentClassification {}
    OwnershipInterest {}
    IncomeType {
        spelled: AccessoryUnitIncome = "AccessoryUnitIincome";
        meant: "BaseIncome" = Base, "Salary" = Base, "BasePay" = Base, "Bonuses" = Bonus, "Commission" = Commissions,
            "OvertimePay" = Overtime, "Interest" = DividendsInterest, "Dividends" = DividendsInterest,
            "InterestAndDividends" = DividendsInterest, "VABenefits" = VABenefitsNonEducational, "Tips" = TipIncome;
    }
    YesNo { meant: "true" = Yes, "false" = No, "Y" = Yes, "N" = No; }
    PriorPropertyUsage { spelled: FHASecondaryResidence = "SecondHome"; }
    PriorPropertyTitle { meant: "JointWithOther" = JointWithOtherThanSpouse; }
    BankruptcyChapter {
        meant: "Chapter7" = ChapterSeven, "Chapter11" = ChapterEleven, "Chapter12" = ChapterTwelve,
            "Chapter13" = ChapterThirteen;
    }
    MilitaryStatus { meant: "CurrentlyServing" = ActiveDuty, "Retired" = Veteran, "Discharged" = Veteran; }
    CounselingType {}
    AssetType {
        meant: "Checking" = CheckingAccount, "Savings" = SavingsAccount, "MoneyMarket" = MoneyMarketFund,
            "CertificateOfDeposit" = CertificateOfDepositTimeDeposit, "Retirement" = RetirementFund,
            "EarnestMoney" = EarnestMoneyCashDepositTowardPurchase, "Gift" = GiftOfCash, "CashGift" = GiftOfCash,
            "GiftFunds" = GiftOfCash, "Stocks" = Stock, "Bonds" = Bond, "MutualFunds" = MutualFund, "Cash" = CashOnHand,
            "BridgeLoan" = BridgeLoanNotDeposited, "GiftOfEquity" = GiftOfPropertyEquity;
        foreign: GiftsNotDeposited, NetEquity, TradeEquity, RentCredit, SweatEquity, LotEquity;
    }
    FundsSource { meant: "CommunityNonprofitOrganization" = CommunityNonProfit, "FamilyMember" = Relative; }
    LiabilityType {
        meant: "StudentLoan" = Installment, "AutoLoan" = Installment, "CarLoan" = Installment, "CreditCard" = Revolving,
            "Mortgage" = MortgageLoan, "HomeEquityLineOfCredit" = HELOC, "Open30Day" = Open30DayChargeAccount,
            "Lease" = LeasePayment, "AutoLease" = LeasePayment;
    }
    ExpenseType {
        meant: "SeparateMaintenance" = SeparateMaintenanceExpense, "JobRelatedExpense" = JobRelatedExpenses;
        foreign: PetCare, PhoneCellular;
    }
    Disposition {
        spelled: HoldForInvestment = "Retain", RetainForRental = "Retain", RetainForPrimaryOrSecondaryResidence = "Retain";
        meant: "Retained" = Retain, "Pending" = PendingSale;
    }
    CommunitySecondRepayment {}
    HousingExpenseType {
        meant: "HazardInsurance" = HomeownersInsurance, "Taxes" = RealEstateTax, "RealEstateTaxes" = RealEstateTax,
            "MortgageInsurance" = MIPremium, "HomeownersAssociationDues" = HomeownersAssociationDuesAndCondominiumFees,
            "PrincipalAndInterest" = FirstMortgagePrincipalAndInterest;
    }
    ExpenseTiming { meant: "Current" = Present; }
    PurchaseCreditType {
        meant: "EarnestMoneyDeposit" = EarnestMoney, "RelocationFund" = RelocationFunds, "SellerCredit" = Seller,
            "LenderCredit" = Lender;
        foreign: LotEquity, Seller, Lender, BorrowerPaidFees, RentCredit, UnusedEscrow;
    }
    DownPaymentType {
        spelled: SecuredBorrowedFunds = "SecuredLoan";
        foreign: FHAGiftSourceNotApplicable, FHAGiftSourceRelative, FHAGiftSourceGovernmentAssistance, FHAGiftSourceEmployer,
            FHAGiftSourceNonprofitSellerFunded, FHAGiftSourceNonprofitNonSellerFunded;
    }
    ApplicationTakenMethod {
        spelled: Other = "";
        meant: "EmailOrInternet" = Internet, "InPerson" = FaceToFace, "Phone" = Telephone, "FaxOrMail" = Mail;
    }
    Ethnicity {}
    EthnicityOrigin {}
    Race {}
    RaceDesignation { meant: "Guamanian" = GuamanianOrChamorro; }
    Sex { meant: "ApplicantHasSelectedBothMaleAndFemale" = ApplicantSelectedBothMaleAndFemale, "M" = Male, "F" = Female; }
}

/// Lists the enums that have a description for `Other`.
macro_rules! described {
    ($($list:ident),+ $(,)?) => {
        $(impl Described for $list {
            const OTHER: Self = $list::Other;
        })+
    };
}

described! {
    AssetType, DownPaymentType, ExpenseType, GovernmentRefinanceType, PurchaseCreditType,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standards_values_are_read_unchanged() {
        assert_eq!(LoanPurpose::take("Refinance"), Taken::As(LoanPurpose::Refinance));
        assert_eq!(IncomeType::take("AccessoryUnitIincome"), Taken::As(IncomeType::AccessoryUnitIncome));
        assert_eq!(
            IncomeType::AccessoryUnitIncome.text(),
            "AccessoryUnitIincome",
            "the schema itself has this spelling"
        );
        assert_eq!(Disposition::take("Retain"), Taken::As(Disposition::Retain));
    }

    #[test]
    fn obvious_deviations_are_read_with_a_note_and_others_are_rejected() {
        assert!(matches!(LoanPurpose::take("CashOutRefinance"), Taken::Meant(LoanPurpose::Refinance)));
        assert!(matches!(LiabilityType::take("StudentLoan"), Taken::Meant(LiabilityType::Installment)));
        assert!(matches!(PropertyUsage::take("PRIMARY_RESIDENCE"), Taken::Meant(PropertyUsage::PrimaryResidence)));
        assert!(matches!(PropertyUsage::take("Houseboat"), Taken::Not(_)));
    }

    #[test]
    fn a_value_unknown_to_mismo_round_trips_as_other() {
        let (mut word, description) = describe(Some(PurchaseCreditType::BorrowerPaidFees), None);
        let mut description = description.map(Cow::into_owned);
        assert_eq!((word, description.as_deref()), (Some(PurchaseCreditType::Other), Some("BorrowerPaidFees")));
        recognize(&mut word, &mut description);
        assert_eq!((word, description), (Some(PurchaseCreditType::BorrowerPaidFees), None));
    }
}
