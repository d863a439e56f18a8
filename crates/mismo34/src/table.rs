//! Nesting and order of elements, for the part of MISMO 3.4 that loan applications use.
//!
//! This table is the only description of the format in this crate. It defines which elements reading keeps or skips,
//! and the order in which the schema (MISMO_3.4.0_B324.xsd and the agencies' extension schemas) requires them when
//! writing. On the left is a container with its prefix and name. On the right are its children in schema order; `*`
//! marks those that can repeat. A name without a row of its own is a data point, which contains text.
//!
//! The schema has one type per name, except for `EXTENSION` and its children `MISMO` and `OTHER`. Their rows list the
//! children of any container. Reading checks that `ULAD:ASSET_DETAIL_EXTENSION` is in an `ASSET_DETAIL`.

/// Containers and their children.
pub const ROWS: &[(&str, &str)] = &[
    ("MESSAGE", "ABOUT_VERSIONS DEAL_SETS"),
    ("ABOUT_VERSIONS", "ABOUT_VERSION*"),
    ("ABOUT_VERSION", "AboutVersionIdentifier CreatedDatetime DataVersionIdentifier DataVersionName"),
    ("DEAL_SETS", "DEAL_SET*"),
    ("DEAL_SET", "DEALS"),
    ("DEALS", "DEAL*"),
    ("DEAL", "ASSETS COLLATERALS EXPENSES LIABILITIES LOANS PARTIES RELATIONSHIPS"),
    ("ASSETS", "ASSET* ASSET_SUMMARY"),
    ("ASSET", "ASSET_DETAIL ASSET_HOLDER OWNED_PROPERTY"),
    (
        "ASSET_DETAIL",
        "AssetAccountIdentifier AssetCashOrMarketValueAmount AssetType AssetTypeOtherDescription FundsSourceType \
         FundsSourceTypeOtherDescription EXTENSION",
    ),
    ("EXTENSION", "MISMO OTHER"),
    ("MISMO", "TERMS_OF_LOAN"),
    (
        "TERMS_OF_LOAN",
        "BaseLoanAmount DisclosedIndexRatePercent LienPriorityType LienPriorityTypeOtherDescription \
         LoanPurposeType LoanPurposeTypeOtherDescription MortgageType MortgageTypeOtherDescription NoteAmount \
         NoteRatePercent",
    ),
    (
        "OTHER",
        "ULAD:ASSET_DETAIL_EXTENSION ULAD:DECLARATION_DETAIL_EXTENSION DU:EMPLOYMENT_EXTENSION \
         ULAD:GOVERNMENT_MONITORING_DETAIL_EXTENSION ULAD:GOVERNMENT_MONITORING_EXTENSION \
         ULAD:HMDA_RACE_DESIGNATION_EXTENSION ULAD:LANGUAGE_EXTENSION DU:LOAN_DETAIL_EXTENSION DU:LOAN_EXTENSION \
         ULAD:URLA_TOTAL_EXTENSION",
    ),
    ("ULAD:ASSET_DETAIL_EXTENSION", "ULAD:IncludedInAssetAccountIndicator"),
    ("ULAD:DECLARATION_DETAIL_EXTENSION", "ULAD:SpecialBorrowerSellerRelationshipIndicator"),
    ("DU:EMPLOYMENT_EXTENSION", "DU:ForeignIncomeIndicator DU:SeasonalIncomeIndicator"),
    ("ULAD:GOVERNMENT_MONITORING_DETAIL_EXTENSION", "ULAD:ApplicationTakenMethodType ULAD:HMDAGenderType"),
    ("ULAD:GOVERNMENT_MONITORING_EXTENSION", "ULAD:HMDA_ETHNICITIES"),
    ("ULAD:HMDA_ETHNICITIES", "ULAD:HMDA_ETHNICITY*"),
    ("ULAD:HMDA_ETHNICITY", "ULAD:HMDAEthnicityType"),
    (
        "ULAD:HMDA_RACE_DESIGNATION_EXTENSION",
        "ULAD:HMDARaceDesignationOtherAsianDescription ULAD:HMDARaceDesignationOtherPacificIslanderDescription \
         ULAD:HMDARaceDesignationType",
    ),
    ("ULAD:LANGUAGE_EXTENSION", "ULAD:LanguageCodeOtherDescription ULAD:LanguageRefusalIndicator"),
    ("DU:LOAN_DETAIL_EXTENSION", "DU:EnergyImprovementAmount DU:PACELoanPayoffAmount DU:SharedEquityAmount"),
    ("DU:LOAN_EXTENSION", "DU:UNDERWRITING_VERIFICATIONS"),
    ("DU:UNDERWRITING_VERIFICATIONS", "DU:UNDERWRITING_VERIFICATION*"),
    (
        "DU:UNDERWRITING_VERIFICATION",
        "DU:VerificationReportIdentifier DU:VerificationReportSupplierType DU:VerificationReportType",
    ),
    (
        "ULAD:URLA_TOTAL_EXTENSION",
        "ULAD:URLATotalCreditsAmount ULAD:URLATotalMortgageLoansAmount ULAD:URLATotalOtherCreditsAmount \
         ULAD:URLATotalSellerCreditsAmount",
    ),
    ("ASSET_HOLDER", "ADDRESS NAME"),
    ("NAME", "FirstName FullName IndividualTitleDescription LastName MiddleName PrefixName SuffixName"),
    ("OWNED_PROPERTY", "OWNED_PROPERTY_DETAIL PROPERTY"),
    (
        "OWNED_PROPERTY_DETAIL",
        "OwnedPropertyDispositionStatusType OwnedPropertyLienInstallmentAmount OwnedPropertyLienUPBAmount \
         OwnedPropertyMaintenanceExpenseAmount OwnedPropertyOwnedUnitCount OwnedPropertyRentalIncomeGrossAmount \
         OwnedPropertyRentalIncomeNetAmount OwnedPropertySubjectIndicator",
    ),
    (
        "PROPERTY",
        "ADDRESS LEGAL_DESCRIPTIONS LOCATION_IDENTIFIER PROJECT PROPERTY_DETAIL PROPERTY_VALUATIONS \
         SALES_CONTRACTS",
    ),
    (
        "ADDRESS",
        "AddressAdditionalLineText AddressLineText AddressType AddressUnitDesignatorType AddressUnitIdentifier \
         CityName CountryCode CountryName CountyName PostalCode StateCode StateName",
    ),
    ("LEGAL_DESCRIPTIONS", "LEGAL_DESCRIPTION*"),
    ("LEGAL_DESCRIPTION", "UNPARSED_LEGAL_DESCRIPTIONS"),
    ("UNPARSED_LEGAL_DESCRIPTIONS", "UNPARSED_LEGAL_DESCRIPTION*"),
    ("UNPARSED_LEGAL_DESCRIPTION", "UnparsedLegalDescription"),
    ("LOCATION_IDENTIFIER", "CENSUS_INFORMATION FIPS_INFORMATION GENERAL_IDENTIFIER"),
    ("CENSUS_INFORMATION", "CensusTractIdentifier"),
    ("FIPS_INFORMATION", "FIPSCountyCode FIPSStateNumericCode"),
    ("GENERAL_IDENTIFIER", "MSAIdentifier"),
    ("PROJECT", "PROJECT_DETAIL"),
    ("PROJECT_DETAIL", "ProjectDesignType ProjectLegalStructureType ProjectName"),
    (
        "PROPERTY_DETAIL",
        "AttachmentType CommunityPropertyStateIndicator ConstructionMethodType \
         ConstructionMethodTypeOtherDescription FHASecondaryResidenceIndicator FinancedUnitCount \
         NativeAmericanLandsType NativeAmericanLandsTypeOtherDescription PropertyAcquiredDate \
         PropertyAcquiredYear PropertyCurrentUsageType PropertyCurrentUsageTypeOtherDescription \
         PropertyEstateType PropertyEstateTypeOtherDescription PropertyEstimatedValueAmount \
         PropertyExistingCleanEnergyLienIndicator PropertyExistingLienAmount PropertyGroundLeaseExpirationDate \
         PropertyGroundLeasePerpetualIndicator PropertyInProjectIndicator PropertyMixedUsageIndicator \
         PropertyOriginalCostAmount PropertyPreviouslyOccupiedIndicator PropertyStructureBuiltYear \
         PropertyUsageType PropertyUsageTypeOtherDescription PUDIndicator RentalEstimatedGrossMonthlyRentAmount \
         RentalEstimatedNetMonthlyRentAmount",
    ),
    ("PROPERTY_VALUATIONS", "PROPERTY_VALUATION*"),
    ("PROPERTY_VALUATION", "PROPERTY_VALUATION_DETAIL"),
    ("PROPERTY_VALUATION_DETAIL", "AppraisalIdentifier PropertyValuationAmount"),
    ("SALES_CONTRACTS", "SALES_CONTRACT*"),
    ("SALES_CONTRACT", "SALES_CONCESSIONS SALES_CONTRACT_DETAIL"),
    ("SALES_CONCESSIONS", "SALES_CONCESSION*"),
    ("SALES_CONCESSION", "SalesConcessionAmount"),
    ("SALES_CONTRACT_DETAIL", "SalesContractAmount"),
    ("ASSET_SUMMARY", "LiquidAssetTotalCashOrMarketValueAmount"),
    ("COLLATERALS", "COLLATERAL*"),
    ("COLLATERAL", "SUBJECT_PROPERTY"),
    (
        "SUBJECT_PROPERTY",
        "ADDRESS LEGAL_DESCRIPTIONS LOCATION_IDENTIFIER PROJECT PROPERTY_DETAIL PROPERTY_VALUATIONS \
         SALES_CONTRACTS",
    ),
    ("EXPENSES", "EXPENSE*"),
    (
        "EXPENSE",
        "AlimonyOwedToName ExpenseMonthlyPaymentAmount ExpenseRemainingTermMonthsCount ExpenseType \
         ExpenseTypeOtherDescription",
    ),
    ("LIABILITIES", "LIABILITY* LIABILITY_SUMMARY"),
    ("LIABILITY", "LIABILITY_DETAIL LIABILITY_HOLDER"),
    (
        "LIABILITY_DETAIL",
        "HELOCMaximumBalanceAmount LiabilityAccountIdentifier LiabilityDescription LiabilityExclusionIndicator \
         LiabilityMonthlyPaymentAmount LiabilityPaymentIncludesTaxesInsuranceIndicator \
         LiabilityPayoffStatusIndicator LiabilityRemainingTermMonthsCount \
         LiabilitySecuredBySubjectPropertyIndicator LiabilityType LiabilityTypeOtherDescription \
         LiabilityUnpaidBalanceAmount MortgageType MortgageTypeOtherDescription \
         SubjectLoanResubordinationIndicator EXTENSION",
    ),
    ("LIABILITY_HOLDER", "ADDRESS CONTACT_POINTS NAME"),
    ("CONTACT_POINTS", "CONTACT_POINT*"),
    ("CONTACT_POINT", "CONTACT_POINT_EMAIL CONTACT_POINT_TELEPHONE CONTACT_POINT_DETAIL"),
    ("CONTACT_POINT_EMAIL", "ContactPointEmailValue"),
    ("CONTACT_POINT_TELEPHONE", "ContactPointTelephoneExtensionValue ContactPointTelephoneValue"),
    ("CONTACT_POINT_DETAIL", "ContactPointRoleType"),
    ("LIABILITY_SUMMARY", "TotalNonSubjectPropertyDebtsToBePaidOffAmount TotalSubjectPropertyPayoffsAndPaymentsAmount"),
    ("LOANS", "LOAN*"),
    (
        "LOAN",
        "ADJUSTMENT AFFORDABLE_LENDING AMORTIZATION CLOSING_INFORMATION CONSTRUCTION DOCUMENT_SPECIFIC_DATA_SETS \
         DOWN_PAYMENTS GOVERNMENT_LOAN HELOC HMDA_LOAN HOUSING_EXPENSES INTEREST_ONLY INVESTOR_LOAN_INFORMATION \
         LOAN_DETAIL LOAN_IDENTIFIERS LOAN_PRODUCT MATURITY MI_DATA ORIGINATION_FUNDS ORIGINATION_SYSTEMS PAYMENT \
         PREPAYMENT_PENALTY PURCHASE_CREDITS QUALIFICATION REFINANCE TERMS_OF_LOAN EXTENSION",
    ),
    ("ADJUSTMENT", "INTEREST_RATE_ADJUSTMENT"),
    (
        "INTEREST_RATE_ADJUSTMENT",
        "INDEX_RULES INTEREST_RATE_LIFETIME_ADJUSTMENT_RULE INTEREST_RATE_PER_CHANGE_ADJUSTMENT_RULES",
    ),
    ("INDEX_RULES", "INDEX_RULE*"),
    ("INDEX_RULE", "IndexSourceType IndexSourceTypeOtherDescription"),
    ("INTEREST_RATE_LIFETIME_ADJUSTMENT_RULE", "MarginRatePercent"),
    ("INTEREST_RATE_PER_CHANGE_ADJUSTMENT_RULES", "INTEREST_RATE_PER_CHANGE_ADJUSTMENT_RULE*"),
    ("INTEREST_RATE_PER_CHANGE_ADJUSTMENT_RULE", "AdjustmentRuleType PerChangeRateAdjustmentFrequencyMonthsCount"),
    (
        "AFFORDABLE_LENDING",
        "CommunityLendingProductType CommunityLendingProductTypeOtherDescription CommunitySecondsRepaymentType",
    ),
    ("AMORTIZATION", "AMORTIZATION_RULE"),
    (
        "AMORTIZATION_RULE",
        "AmortizationType AmortizationTypeOtherDescription LoanAmortizationPeriodCount LoanAmortizationPeriodType",
    ),
    ("CLOSING_INFORMATION", "CLOSING_ADJUSTMENT_ITEMS CLOSING_INFORMATION_DETAIL"),
    ("CLOSING_ADJUSTMENT_ITEMS", "CLOSING_ADJUSTMENT_ITEM*"),
    ("CLOSING_ADJUSTMENT_ITEM", "CLOSING_ADJUSTMENT_ITEM_DETAIL"),
    (
        "CLOSING_ADJUSTMENT_ITEM_DETAIL",
        "ClosingAdjustmentItemAmount ClosingAdjustmentItemType ClosingAdjustmentItemTypeOtherDescription",
    ),
    ("CLOSING_INFORMATION_DETAIL", "CashFromBorrowerAtClosingAmount CashToBorrowerAtClosingAmount CurrentRateSetDate"),
    (
        "CONSTRUCTION",
        "ConstructionImprovementCostsAmount ConstructionLoanType ConstructionToPermanentClosingType \
         LandAppraisedValueAmount LandEstimatedValueAmount LandOriginalCostAmount",
    ),
    ("DOCUMENT_SPECIFIC_DATA_SETS", "DOCUMENT_SPECIFIC_DATA_SET*"),
    ("DOCUMENT_SPECIFIC_DATA_SET", "URLA"),
    ("URLA", "URLA_DETAIL URLA_TOTAL"),
    ("DOWN_PAYMENTS", "DOWN_PAYMENT*"),
    ("DOWN_PAYMENT", "DownPaymentAmount FundsType FundsTypeOtherDescription"),
    (
        "URLA_DETAIL",
        "AlterationsImprovementsAndRepairsAmount ApplicationSignedByLoanOriginatorDate ApplicationTakenMethodType \
         BorrowerPaidDiscountPointsTotalAmount BorrowerRequestedLoanAmount EstimatedClosingCostsAmount \
         MIAndFundingFeeFinancedAmount MIAndFundingFeeTotalAmount PrepaidItemsEstimatedAmount \
         RefinanceImprovementCostsAmount RefinanceImprovementsType RefinanceProposedImprovementsDescription \
         SellerPaidClosingCostsAmount",
    ),
    ("URLA_TOTAL", "URLATotalDueFromBorrowerAtClosingAmount EXTENSION"),
    (
        "GOVERNMENT_LOAN",
        "FHALoanLenderIdentifier FHALoanSponsorIdentifier GovernmentMortgageCreditCertificateAmount \
         GovernmentRefinanceType GovernmentRefinanceTypeOtherDescription SectionOfActType \
         VABorrowerCoBorrowerMarriedIndicator VAEntitlementAmount",
    ),
    ("HELOC", "HELOC_OCCURRENCES HELOC_RULE"),
    ("HELOC_OCCURRENCES", "HELOC_OCCURRENCE*"),
    ("HELOC_OCCURRENCE", "HELOCBalanceAmount"),
    ("HELOC_RULE", "HELOCMaximumBalanceAmount"),
    ("HMDA_LOAN", "HMDA_LOAN_DETAIL"),
    ("HMDA_LOAN_DETAIL", "HMDA_HOEPALoanStatusIndicator HMDARateSpreadPercent"),
    ("HOUSING_EXPENSES", "HOUSING_EXPENSE* HOUSING_EXPENSE_SUMMARY"),
    (
        "HOUSING_EXPENSE",
        "HousingExpensePaymentAmount HousingExpenseTimingType HousingExpenseType \
         HousingExpenseTypeOtherDescription",
    ),
    ("HOUSING_EXPENSE_SUMMARY", "HousingExpenseProposedTotalMonthlyPaymentAmount"),
    ("INTEREST_ONLY", "InterestOnlyTermMonthsCount"),
    ("INVESTOR_LOAN_INFORMATION", "InvestorProductPlanIdentifier"),
    (
        "LOAN_DETAIL",
        "ApplicationReceivedDate BalloonIndicator BelowMarketSubordinateFinancingIndicator BorrowerCount \
         BuydownTemporarySubsidyFundingIndicator ConstructionLoanIndicator ConversionOfContractForDeedIndicator \
         EnergyRelatedImprovementsIndicator HELOCIndicator InitialFixedPeriodEffectiveMonthsCount \
         InterestOnlyIndicator NegativeAmortizationIndicator PrepaymentPenaltyIndicator RenovationLoanIndicator \
         TotalMortgagedPropertiesCount TotalSubordinateFinancingAmount EXTENSION",
    ),
    ("LOAN_IDENTIFIERS", "LOAN_IDENTIFIER*"),
    ("LOAN_IDENTIFIER", "LoanIdentifier LoanIdentifierType LoanIdentifierTypeOtherDescription"),
    ("LOAN_PRODUCT", "LOAN_PRODUCT_DETAIL"),
    ("LOAN_PRODUCT_DETAIL", "DiscountPointsTotalAmount ProductDescription ProductIdentifier ProductName"),
    ("MATURITY", "MATURITY_RULE"),
    ("MATURITY_RULE", "LoanMaturityPeriodCount LoanMaturityPeriodType"),
    ("MI_DATA", "MI_DATA_DETAIL"),
    ("MI_DATA_DETAIL", "MICoveragePercent"),
    ("ORIGINATION_FUNDS", "ORIGINATION_FUND*"),
    ("ORIGINATION_FUND", "FundsSourceType FundsSourceTypeOtherDescription"),
    ("ORIGINATION_SYSTEMS", "ORIGINATION_SYSTEM*"),
    (
        "ORIGINATION_SYSTEM",
        "LoanOriginationSystemLoanIdentifier LoanOriginationSystemName LoanOriginationSystemVendorIdentifier \
         LoanOriginationSystemVersionIdentifier",
    ),
    ("PAYMENT", "PAYMENT_RULE"),
    ("PAYMENT_RULE", "InitialPrincipalAndInterestPaymentAmount"),
    ("PREPAYMENT_PENALTY", "PREPAYMENT_PENALTY_LIFETIME_RULE"),
    ("PREPAYMENT_PENALTY_LIFETIME_RULE", "PrepaymentPenaltyExpirationMonthsCount"),
    ("PURCHASE_CREDITS", "PURCHASE_CREDIT*"),
    (
        "PURCHASE_CREDIT",
        "PurchaseCreditAmount PurchaseCreditSourceType PurchaseCreditSourceTypeOtherDescription \
         PurchaseCreditType PurchaseCreditTypeOtherDescription",
    ),
    ("QUALIFICATION", "QualifyingRatePercent"),
    (
        "REFINANCE",
        "RefinanceCashOutDeterminationType RefinancePrimaryPurposeType \
         RefinancePrimaryPurposeTypeOtherDescription",
    ),
    ("PARTIES", "PARTY*"),
    ("PARTY", "INDIVIDUAL LEGAL_ENTITY ADDRESSES LANGUAGES ROLES TAXPAYER_IDENTIFIERS"),
    ("INDIVIDUAL", "ALIASES CONTACT_POINTS NAME"),
    ("ALIASES", "ALIAS*"),
    ("ALIAS", "NAME"),
    ("LEGAL_ENTITY", "CONTACTS LEGAL_ENTITY_DETAIL"),
    ("CONTACTS", "CONTACT*"),
    ("CONTACT", "CONTACT_POINTS NAME"),
    ("LEGAL_ENTITY_DETAIL", "FullName"),
    ("ADDRESSES", "ADDRESS*"),
    ("LANGUAGES", "LANGUAGE*"),
    ("LANGUAGE", "LanguageCode EXTENSION"),
    ("ROLES", "ROLE*"),
    ("ROLE", "BORROWER LOAN_ORIGINATOR PROPERTY_OWNER LICENSES PARTY_ROLE_IDENTIFIERS ROLE_DETAIL"),
    (
        "BORROWER",
        "BANKRUPTCIES BORROWER_DETAIL COUNSELING CURRENT_INCOME DECLARATION DEPENDENTS EMPLOYERS \
         GOVERNMENT_BORROWER GOVERNMENT_MONITORING HOUSING_EXPENSES MILITARY_SERVICES RESIDENCES",
    ),
    ("BANKRUPTCIES", "BANKRUPTCY*"),
    ("BANKRUPTCY", "BANKRUPTCY_DETAIL"),
    ("BANKRUPTCY_DETAIL", "BankruptcyChapterType"),
    (
        "BORROWER_DETAIL",
        "BorrowerApplicationSignedDate BorrowerBirthDate BorrowerClassificationType \
         BorrowerTotalMortgagedPropertiesCount CommunityPropertyStateResidentIndicator DependentCount \
         DomesticRelationshipIndicator DomesticRelationshipStateCode DomesticRelationshipType \
         DomesticRelationshipTypeOtherDescription MaritalStatusType SchoolingYearsCount \
         SelfDeclaredMilitaryServiceIndicator SpousalVABenefitsEligibilityIndicator",
    ),
    ("COUNSELING", "COUNSELING_EVENTS"),
    ("COUNSELING_EVENTS", "COUNSELING_EVENT*"),
    ("COUNSELING_EVENT", "COUNSELING_EVENT_DETAIL"),
    (
        "COUNSELING_EVENT_DETAIL",
        "CounselingCompletedDate CounselingConfirmationIndicator CounselingFormatType \
         CounselingFormatTypeOtherDescription CounselingType",
    ),
    ("CURRENT_INCOME", "CURRENT_INCOME_DETAIL CURRENT_INCOME_ITEMS"),
    ("CURRENT_INCOME_DETAIL", "URLABorrowerTotalOtherIncomeAmount"),
    ("CURRENT_INCOME_ITEMS", "CURRENT_INCOME_ITEM* CURRENT_INCOME_ITEM_SUMMARY"),
    ("CURRENT_INCOME_ITEM", "CURRENT_INCOME_ITEM_DETAIL"),
    (
        "CURRENT_INCOME_ITEM_DETAIL",
        "CurrentIncomeMonthlyTotalAmount EmploymentIncomeIndicator IncomeType IncomeTypeOtherDescription",
    ),
    ("CURRENT_INCOME_ITEM_SUMMARY", "MonthlyMilitaryEntitlementsAmount"),
    ("DECLARATION", "DECLARATION_DETAIL"),
    (
        "DECLARATION_DETAIL",
        "AlimonyChildSupportObligationIndicator BankruptcyIndicator BorrowedDownPaymentIndicator \
         CitizenshipResidencyType FHASecondaryResidenceIndicator HomeownerPastThreeYearsType IntentToOccupyType \
         LoanForeclosureOrJudgmentIndicator OutstandingJudgmentsIndicator PartyToLawsuitIndicator \
         PresentlyDelinquentIndicator PriorPropertyDeedInLieuConveyedIndicator \
         PriorPropertyForeclosureCompletedIndicator PriorPropertyShortSaleCompletedIndicator \
         PriorPropertyTitleType PriorPropertyUsageType PropertyProposedCleanEnergyLienIndicator \
         UndisclosedBorrowedFundsAmount UndisclosedBorrowedFundsIndicator UndisclosedComakerOfNoteIndicator \
         UndisclosedCreditApplicationIndicator UndisclosedMortgageApplicationIndicator EXTENSION",
    ),
    ("DEPENDENTS", "DEPENDENT*"),
    ("DEPENDENT", "DependentAgeYearsCount"),
    ("EMPLOYERS", "EMPLOYER*"),
    ("EMPLOYER", "LEGAL_ENTITY ADDRESS EMPLOYMENT"),
    (
        "EMPLOYMENT",
        "EmploymentBorrowerSelfEmployedIndicator EmploymentClassificationType EmploymentEndDate \
         EmploymentMonthlyIncomeAmount EmploymentMonthsOnJobCount EmploymentPositionDescription \
         EmploymentStartDate EmploymentStatusType EmploymentTimeInLineOfWorkMonthsCount OwnershipInterestType \
         SpecialBorrowerEmployerRelationshipIndicator EXTENSION",
    ),
    ("GOVERNMENT_BORROWER", "VAFederalTaxAmount"),
    ("GOVERNMENT_MONITORING", "GOVERNMENT_MONITORING_DETAIL HMDA_ETHNICITY_ORIGINS HMDA_RACES EXTENSION"),
    (
        "GOVERNMENT_MONITORING_DETAIL",
        "HMDAEthnicityCollectedBasedOnVisualObservationOrSurnameIndicator HMDAEthnicityRefusalIndicator \
         HMDAGenderCollectedBasedOnVisualObservationOrNameIndicator HMDAGenderRefusalIndicator \
         HMDARaceCollectedBasedOnVisualObservationOrSurnameIndicator HMDARaceRefusalIndicator EXTENSION",
    ),
    ("HMDA_ETHNICITY_ORIGINS", "HMDA_ETHNICITY_ORIGIN*"),
    ("HMDA_ETHNICITY_ORIGIN", "HMDAEthnicityOriginType HMDAEthnicityOriginTypeOtherDescription"),
    ("HMDA_RACES", "HMDA_RACE*"),
    ("HMDA_RACE", "HMDA_RACE_DESIGNATIONS HMDA_RACE_DETAIL"),
    ("HMDA_RACE_DESIGNATIONS", "HMDA_RACE_DESIGNATION*"),
    (
        "HMDA_RACE_DESIGNATION",
        "HMDARaceDesignationOtherAsianDescription HMDARaceDesignationOtherPacificIslanderDescription \
         HMDARaceDesignationType EXTENSION",
    ),
    ("HMDA_RACE_DETAIL", "HMDARaceType HMDARaceTypeAdditionalDescription"),
    ("MILITARY_SERVICES", "MILITARY_SERVICE*"),
    ("MILITARY_SERVICE", "MilitaryServiceExpectedCompletionDate MilitaryStatusType"),
    ("RESIDENCES", "RESIDENCE*"),
    ("RESIDENCE", "ADDRESS LANDLORD RESIDENCE_DETAIL"),
    ("LANDLORD", "LANDLORD_DETAIL"),
    ("LANDLORD_DETAIL", "MonthlyRentAmount"),
    ("RESIDENCE_DETAIL", "BorrowerResidencyBasisType BorrowerResidencyDurationMonthsCount BorrowerResidencyType"),
    ("LOAN_ORIGINATOR", "LoanOriginatorType"),
    ("PROPERTY_OWNER", "PropertyOwnerStatusType RelationshipVestingType RelationshipVestingTypeOtherDescription"),
    ("LICENSES", "LICENSE*"),
    ("LICENSE", "LICENSE_DETAIL"),
    (
        "LICENSE_DETAIL",
        "LicenseAuthorityLevelType LicenseExpirationDate LicenseIdentifier LicenseIssueDate \
         LicenseIssuingAuthorityStateCode",
    ),
    ("PARTY_ROLE_IDENTIFIERS", "PARTY_ROLE_IDENTIFIER*"),
    ("PARTY_ROLE_IDENTIFIER", "PartyRoleIdentifier"),
    ("ROLE_DETAIL", "PartyRoleType PartyRoleTypeOtherDescription"),
    ("TAXPAYER_IDENTIFIERS", "TAXPAYER_IDENTIFIER*"),
    ("TAXPAYER_IDENTIFIER", "TaxpayerIdentifierType TaxpayerIdentifierValue"),
    ("RELATIONSHIPS", "RELATIONSHIP*"),
    ("RELATIONSHIP", ""),
];
