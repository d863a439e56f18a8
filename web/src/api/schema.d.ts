/** Written by hand until the server describes itself; `tools/openapi` replaces this file. */
type Json<T> = { headers: { [name: string]: unknown }; content: { 'application/json': T } };
type Empty = { headers: { [name: string]: unknown }; content?: never };
type Failure = Json<components['schemas']['Problem']>;
type NoParameters = { query?: never; header?: never; path?: never; cookie?: never };
type Get<T, P = NoParameters> = { parameters: P; requestBody?: never; responses: { 200: Json<T>; default: Failure } };
type Post<B, T, P = NoParameters, S extends number = 200> = {
  parameters: P;
  requestBody: { content: { 'application/json': B } };
  responses: { [K in S]: Json<T> } & { default: Failure };
};
type Act<T, P = NoParameters> = { parameters: P; requestBody?: never; responses: { 200: Json<T>; default: Failure } };
type ById = { query?: never; header?: { 'x-background'?: string }; path: { id: number }; cookie?: never };

export interface paths {
  '/api/theme': { get: Get<components['schemas']['Theme'], { query?: { org?: string } }> };
  '/api/config': { get: Get<components['schemas']['Config']> };
  '/api/auth/logout': { post: Post<{ returnUrl: string }, { logoutUrl: string }> };
  '/oidc/sign-in': { post: Post<{ request: string; email: string; password: string }, { redirectTo: string }> };
  '/api/users/me': { get: Get<components['schemas']['Me']> };
  '/api/users/me/permissions': { get: Get<components['schemas']['Permissions']> };
  '/api/lookups/data': { get: Get<components['schemas']['Lookups']> };
  '/api/users/search/flat': {
    get: Get<
      { users: components['schemas']['UserOption'][]; count: number },
      {
        query: {
          offset?: number;
          limit?: number;
          string?: string;
          roles?: string;
          showLoader?: boolean;
          applyTags?: boolean;
          loanOfficerId?: number;
        };
      }
    >;
  };
  '/api/loans': {
    get: Get<
      components['schemas']['LoanPage'],
      {
        query?: {
          limit?: number;
          after?: string;
          string?: string;
          onlyCount?: boolean;
          showLoader?: boolean;
          sort?: string;
          orderBy?: string;
          stage?: string;
          assigneeType?: string;
          assigneeId?: string;
        };
      }
    >;
    post: Post<components['schemas']['NewLoan'], components['schemas']['Loan'], { header: { 'Idempotency-Key': string } }, 201>;
  };
  '/api/loans/from-file': {
    post: Post<components['schemas']['NewLoanFromFile'], components['schemas']['Loan'], { header: { 'Idempotency-Key': string } }, 201>;
  };
  '/api/loans/from-mismo': {
    post: Post<components['schemas']['NewLoanFromFile'], components['schemas']['Loan'], { header: { 'Idempotency-Key': string } }, 201>;
  };
  '/api/loans/{id}': { get: Get<components['schemas']['Loan'], ById> };
  '/api/loans/{id}/application': {
    get: Get<components['schemas']['ApplicationDocument'], ById>;
    patch: Post<components['schemas']['FieldEdit'][], components['schemas']['ApplicationDocument'], ById>;
  };
  '/api/loans/{id}/reveals': { post: Post<{ path: string }, { value: string }, ById> };
  '/api/loans/{id}/lock': {
    post: Act<components['schemas']['LockState'], ById>;
    delete: Act<components['schemas']['LockState'], ById>;
  };
  '/api/borrowers/matches': {
    get: Get<
      components['schemas']['Matches'],
      { query: { Email?: string; CellPhone?: string; FirstName?: string; LastName?: string; LoanOnly?: boolean } }
    >;
  };
  '/api/files/upload-url': { post: Post<{ fileName: string; size?: number }, { fileId: string; fileUploadSignedUrl: string }> };
  '/api/imports/mismo': { post: Post<{ fileName: string; filePath: string }, components['schemas']['ImportResult']> };
  '/api/imports/closed-loan': { post: Post<{ fileName: string; filePath: string }, components['schemas']['ImportResult']> };
}

export interface components {
  schemas: {
    Problem: { code: string; message: string; isExpired?: boolean; fields?: { [path: string]: string } };
    Theme: {
      logo: string;
      appTitle: string;
      assetPath: string;
      remoteAssetPath: string | null;
      themeName: string;
      themeColor: string | null;
      loginTitle: string | null;
      WizeOrgUnit: { id: number; name: string; complianceLogo: string | null; lightLogoUrl: string | null } | null;
      isRealtorPortalOldUrl: boolean;
      losRemoteAssetPath: string | null;
    };
    Config: {
      profile: 'demo' | 'production';
      auth: {
        strategy: string;
        issuer: string;
        clientId: string;
        scopes: string;
        passwordMinLength: number;
        passwordMaxLength: number;
      };
      sessionTimeoutSeconds: number;
      loan: { lockPollMs: number };
      bulkImport: { pollInitialDelayMs: number; pollIntervalMs: number };
      uploads: { maxBytes: number };
      features: { [name: string]: boolean };
      rtc: { url: string | null };
      links: {
        privacyPolicy: string | null;
        termsOfUse: string | null;
        subscriptionAgreement: string | null;
        supportPortal: string | null;
        officeHours: string | null;
      };
      demoSignIns: components['schemas']['DemoSignIn'][];
      demoPassword: string | null;
    };
    DemoSignIn: { name: string; email: string; role: string; branch: string; company: string; companySlug: string };
    OrgUnit: {
      id: number;
      name: string;
      displayName: string;
      type: string;
      lightLogoUrl?: string | null;
      isNonDelegated?: boolean;
    };
    User: {
      id: number;
      name: string;
      email: string;
      profileImage: string | null;
      WizeRoles: { code: string; name: string }[];
      WizeOrgUnit: components['schemas']['OrgUnit'];
      WizeOrgUnitId: number;
      WizeUserOrgUnitId: number;
      LinkedOrgs: { id: number; name: string; displayName: string; isHeadQuarter: boolean; RoleList: string[]; type: string }[];
      isHeadQuarter: boolean;
    };
    Me: { loggedInUser: components['schemas']['User']; activeUser: components['schemas']['User'] };
    Permissions: { reach?: string; permissions: string[]; areas: { [area: string]: boolean }; routes: { [path: string]: boolean } };
    LoanStage: { id: number; name: string; kind: string; rank: number; readOnly: boolean };
    Lookups: {
      states: { code: string; name: string }[];
      loanPurposes: string[];
      propertyUsages: { value: string; label: string }[];
      leadSourceTypes: string[];
      leadStatuses: string[];
      loanStages: components['schemas']['LoanStage'][];
    };
    UserOption: {
      id: number;
      WizeUserOrgUnitId: number;
      WizeOrgUnitId: number;
      firstName: string;
      lastName: string;
      name: string;
      fullName: string;
      email: string;
      profileImage: string | null;
      tag: string | null;
      WizeOrgUnit: { displayName: string; isHeadQuarter: boolean };
      WizeRoles: { name: string }[];
      isContractProcessor: boolean;
    };
    LoanRow: {
      id: number;
      loanNumber: string;
      borrowerName: string;
      stage: { id: number; name: string; kind: string };
      stageSince: string;
      officerName: string | null;
      LoanAmount: string | null;
      noteRate: string | null;
      lockExpiresOn: string | null;
      closingOn: string | null;
      nextDeadlineOn: string | null;
      LoanPurposeType: string | null;
      StateCode: string | null;
      createdAt: string;
      updatedAt: string;
    };
    LoanPage: {
      rows: components['schemas']['LoanRow'][];
      count?: number | null;
      countIsCapped?: boolean | null;
      firstRow: number;
      next?: string | null;
      previous?: string | null;
    };
    Loan: {
      id: number;
      loanNumber: string;
      version: number;
      stage: { id: number; name: string; kind: string; readOnly: boolean };
      stageSince: string;
      readOnly: boolean;
      lockedBy: { name: string; since: string; mine: boolean } | null;
      borrowerName: string;
      LoanPurposeType: string | null;
      StateCode: string | null;
      PropertyUsageType: string | null;
      LoanAmount: string | null;
      noteRate: string | null;
      officer: { WizeUserOrgUnitId: number; name: string; email: string } | null;
      branch: { id: number; displayName: string };
      isProspect: boolean;
      importType: string | null;
      fileVersion: string;
      sourceFile: { id: string; name: string; format: string } | null;
      applicationDate: string | null;
      fundedDate: string | null;
      docSignedDate: string | null;
      tridDate: string | null;
      createdAt: string;
      createdBy: string | null;
      updatedAt: string;
    };
    LockState: {
      lockedBy: { name: string; since: string; mine: boolean } | null;
      readOnly: boolean;
      stage: { id: number; name: string; kind: string; readOnly: boolean };
    };
    PrimaryBorrower: { email: string; firstName: string; lastName: string; phone: string | null };
    NewLoan: {
      PrimaryBorrower: components['schemas']['PrimaryBorrower'];
      isProspect: boolean;
      inviteBorrower: boolean;
      validate: boolean;
      fileVersion: string;
      LoanPurposeType: string;
      StateCode: string | null;
      PropertyUsageType: string;
      LoanOfficerId: number;
      otherUsers: {
        loanAssistant: components['schemas']['UserOption'] | null;
        WizeUsers: components['schemas']['UserOption'][];
        ProcessorUser: components['schemas']['UserOption'] | null;
        ProcessorOrgUnitId: number | null;
      };
    };
    NewLoanFromFile: components['schemas']['NewLoan'] & {
      fileId: string;
      importType?: 'ACTIVE_LOAN' | 'CLOSED_LOAN';
      fundedDate?: string | null;
      applicationDate?: string | null;
      docSignedDate?: string | null;
      tridDate?: string | null;
    };
    ApplicationDocument: { version: number; application: components['schemas']['Application']; sealed: string[] };
    FieldEdit: { path: string; from: unknown; to: unknown };
    Conflict: { path: string; value: unknown; changedBy: string | null; changedAt: string | null };
    MatchedBorrower: { FirstName: string; LastName: string; Email: string | null; CellPhone: string | null; LoanId: number };
    Matches: {
      rows: components['schemas']['MatchedBorrower'][];
      outside?: { kind: string; ownerName: string; createdOn: string }[];
    };
    Issue: { place: string; field: string; value?: string | null; reason: string };
    ImportResult: {
      fileId: string;
      leads: { rows: components['schemas']['MatchedBorrower'][] };
      loanInfo: {
        borrowers: { firstName: string | null; lastName: string | null; email: string | null; phone: string | null }[];
        amount: string | null;
        purpose: string | null;
      };
      warnings?: { lwCode: string; message: string }[];
      loanApplication: { Property: { state: string | null }; PurposeOfLoan: { residenceTypeText: string | null } };
      issues: components['schemas']['Issue'][];
    };
    LoanPurpose: 'Purchase' | 'Refinance' | 'Other';
    MortgageType: 'Conventional' | 'FHA' | 'VA' | 'USDARuralDevelopment' | 'Other';
    LienPriority: 'FirstLien' | 'SecondLien' | 'ThirdLien' | 'FourthLien' | 'Other';
    AmortizationType: 'Fixed' | 'AdjustableRate' | 'GEM' | 'GPM' | 'GraduatedPaymentARM' | 'RateImprovementMortgage' | 'Step' | 'Other';
    RefinanceCashOut: 'CashOut' | 'LimitedCashOut' | 'NoCashOut' | 'Unknown';
    RefinancePurpose: 'AssetAcquisition' | 'CapitalizedInterestTaxesInsuranceOrFees' | 'Cash' | 'Convenience' | 'DebtConsolidation' | 'Education' | 'EquityBuyout' | 'HomeImprovement' | 'InterestRateReduction' | 'Medical' | 'MortgageTermReduction' | 'PayoffLeaseholdInterest' | 'PrimaryLienPayoff' | 'SecondaryLienPayoff' | 'SpecialPurpose' | 'UnsecuredLienPayoff' | 'Unspecified' | 'Other';
    GovernmentRefinanceType: 'CashOutVA' | 'FullDocumentation' | 'InterestRateReductionRefinanceLoan' | 'NonStreamlined' | 'PriorFHA' | 'RehabilitationLoan' | 'SpecialLending' | 'StreamlineWithAppraisal' | 'StreamlineWithoutAppraisal' | 'Other';
    ConstructionLoanType: 'ConstructionOnly' | 'ConstructionToPermanent';
    CommunitySecondRepayment: 'DeferredFullyForgiven' | 'DeferredNotFullyForgiven' | 'NonDeferred';
    ConstructionClosing: 'OneClosing' | 'TwoClosing';
    PropertyUsage: 'PrimaryResidence' | 'SecondHome' | 'Investment' | 'Other';
    PropertyEstate: 'FeeSimple' | 'Leasehold' | 'Other';
    Attachment: 'Attached' | 'Detached' | 'SemiDetached';
    ConstructionMethod: 'Manufactured' | 'MobileHome' | 'Modular' | 'OnFrameModular' | 'SiteBuilt' | 'Other';
    ProjectLegalStructure: 'CommonInterestApartment' | 'Condominium' | 'Cooperative' | 'Unknown';
    Citizenship: 'USCitizen' | 'PermanentResidentAlien' | 'NonPermanentResidentAlien' | 'NonResidentAlien' | 'Unknown';
    MaritalStatus: 'Married' | 'Separated' | 'Unmarried' | 'Unknown';
    TaxpayerIdentifierType: 'SocialSecurityNumber' | 'IndividualTaxpayerIdentificationNumber' | 'EmployerIdentificationNumber';
    DomesticRelationship: 'CivilUnion' | 'DomesticPartnership' | 'RegisteredReciprocalBeneficiaryRelationship' | 'Other';
    ResidencyType: 'Current' | 'Prior';
    ResidencyBasis: 'Own' | 'Rent' | 'LivingRentFree' | 'Unknown';
    EmploymentStatus: 'Current' | 'Previous';
    EmploymentClassification: 'Primary' | 'Secondary';
    OwnershipInterest: 'LessThan25Percent' | 'GreaterThanOrEqualTo25Percent';
    IncomeType: 'AccessoryUnitIncome' | 'Alimony' | 'AutomobileAllowance' | 'Base' | 'BoarderIncome' | 'Bonus' | 'BorrowerEstimatedTotalMonthlyIncome' | 'CapitalGains' | 'ChildSupport' | 'Commissions' | 'ContractBasis' | 'DefinedContributionPlan' | 'Disability' | 'DividendsInterest' | 'EmploymentRelatedAccount' | 'FosterCare' | 'HousingAllowance' | 'HousingChoiceVoucherProgram' | 'MilitaryBasePay' | 'MilitaryClothesAllowance' | 'MilitaryCombatPay' | 'MilitaryFlightPay' | 'MilitaryHazardPay' | 'MilitaryOverseasPay' | 'MilitaryPropPay' | 'MilitaryQuartersAllowance' | 'MilitaryRationsAllowance' | 'MilitaryVariableHousingAllowance' | 'MiscellaneousIncome' | 'MortgageCreditCertificate' | 'MortgageDifferential' | 'NetRentalIncome' | 'NonBorrowerContribution' | 'NonBorrowerHouseholdIncome' | 'NotesReceivableInstallment' | 'Overtime' | 'Pension' | 'ProposedGrossRentForSubjectProperty' | 'PublicAssistance' | 'RealEstateOwnedGrossRentalIncome' | 'Royalties' | 'SelfEmploymentIncome' | 'SelfEmploymentLoss' | 'SeparateMaintenance' | 'SocialSecurity' | 'SubjectPropertyNetCashFlow' | 'TemporaryLeave' | 'TipIncome' | 'TrailingCoBorrowerIncome' | 'Trust' | 'Unemployment' | 'VABenefitsNonEducational' | 'WorkersCompensation' | 'Other';
    YesNo: 'Yes' | 'No' | 'Unknown';
    PriorPropertyUsage: 'PrimaryResidence' | 'FHASecondaryResidence' | 'SecondHome' | 'Investment';
    PriorPropertyTitle: 'Sole' | 'JointWithSpouse' | 'JointWithOtherThanSpouse';
    BankruptcyChapter: 'ChapterSeven' | 'ChapterEleven' | 'ChapterTwelve' | 'ChapterThirteen';
    MilitaryStatus: 'ActiveDuty' | 'ReserveNationalGuardNeverActivated' | 'Separated' | 'Veteran' | 'Other';
    CounselingType: 'Counseling' | 'Education';
    AssetType: 'Annuity' | 'Automobile' | 'Boat' | 'Bond' | 'BorrowerEstimatedTotalAssets' | 'BorrowerPrimaryHome' | 'BridgeLoanNotDeposited' | 'CashOnHand' | 'CertificateOfDepositTimeDeposit' | 'CheckingAccount' | 'EarnestMoneyCashDepositTowardPurchase' | 'EmployerAssistance' | 'GiftOfCash' | 'GiftOfPropertyEquity' | 'GiftsNotDeposited' | 'GiftsTotal' | 'Grant' | 'IndividualDevelopmentAccount' | 'LifeInsurance' | 'MoneyMarketFund' | 'MutualFund' | 'NetEquity' | 'NetWorthOfBusinessOwned' | 'PendingNetSaleProceedsFromRealEstateAssets' | 'ProceedsFromSaleOfNonRealEstateAsset' | 'ProceedsFromSecuredLoan' | 'ProceedsFromUnsecuredLoan' | 'RealEstateOwned' | 'RecreationalVehicle' | 'RelocationMoney' | 'RetirementFund' | 'SaleOtherAssets' | 'SavingsAccount' | 'SavingsBond' | 'SeverancePackage' | 'Stock' | 'StockOptions' | 'TrustAccount' | 'TradeEquity' | 'RentCredit' | 'SweatEquity' | 'LotEquity' | 'Other';
    FundsSource: 'Borrower' | 'Builder' | 'CommunityNonProfit' | 'Employer' | 'FederalAgency' | 'Institutional' | 'Lender' | 'LocalAgency' | 'NonOriginatingFinancialInstitution' | 'NonParentRelative' | 'Other' | 'Parent' | 'PropertySeller' | 'Relative' | 'ReligiousNonProfit' | 'RuralHousingService' | 'StateAgency' | 'Unknown' | 'UnmarriedPartner' | 'UnrelatedFriend';
    LiabilityType: 'BorrowerEstimatedTotalMonthlyLiabilityPayment' | 'CollectionsJudgmentsAndLiens' | 'DeferredStudentLoan' | 'DelinquentTaxes' | 'FirstPositionMortgageLien' | 'Garnishments' | 'HELOC' | 'HomeownersAssociationLien' | 'Installment' | 'LeasePayment' | 'MonetaryJudgment' | 'MortgageLoan' | 'Open30DayChargeAccount' | 'PersonalLoan' | 'Revolving' | 'SecondPositionMortgageLien' | 'Taxes' | 'TaxLien' | 'ThirdPositionMortgageLien' | 'UnsecuredHomeImprovementLoanInstallment' | 'UnsecuredHomeImprovementLoanRevolving' | 'Other';
    ExpenseType: 'Alimony' | 'CarMaintenance' | 'CharitableContributions' | 'ChildCare' | 'ChildSupport' | 'Clothing' | 'DryCleaning' | 'Entertainment' | 'GroceryToiletry' | 'HealthInsurance' | 'JobRelatedExpenses' | 'Medical' | 'MiscellaneousLivingExpenses' | 'NetRentalExpense' | 'PayrollInsuranceDeduction' | 'PayrollMiscellaneousDeductions' | 'PayrollProfitSharingDeduction' | 'PayrollRetirementDeduction' | 'PayrollTaxDeduction' | 'PetCare' | 'PhoneCellular' | 'SeparateMaintenanceExpense' | 'UnionDues' | 'Other';
    Disposition: 'HoldForInvestment' | 'PendingSale' | 'Retain' | 'Sold' | 'RetainForRental' | 'RetainForPrimaryOrSecondaryResidence';
    HousingExpenseType: 'Cable' | 'Electricity' | 'EscrowShortage' | 'FirstMortgagePITI' | 'FirstMortgagePrincipalAndInterest' | 'FloodInsurance' | 'GroundRent' | 'Heating' | 'HomeownersAssociationDuesAndCondominiumFees' | 'HomeownersInsurance' | 'LeaseholdPayments' | 'MaintenanceAndMiscellaneous' | 'MIPremium' | 'OtherMortgageLoanPrincipalAndInterest' | 'OtherMortgageLoanPrincipalInterestTaxesAndInsurance' | 'RealEstateTax' | 'Rent' | 'SupplementalPropertyInsurance' | 'Telephone' | 'Utilities' | 'Other';
    ExpenseTiming: 'Present' | 'Proposed';
    PurchaseCreditType: 'EarnestMoney' | 'EmployerAssistedHousing' | 'LeasePurchaseFund' | 'LotEquity' | 'RelocationFunds' | 'Seller' | 'Lender' | 'BorrowerPaidFees' | 'SweatEquity' | 'TradeEquity' | 'TradeEquityFromPropertySwap' | 'GiftOfEquity' | 'BuydownFund' | 'CommitmentOriginationFee' | 'FederalAgencyFundingFeeRefund' | 'MIPremiumRefund' | 'RentCredit' | 'UnusedEscrow' | 'Other';
    DownPaymentType: 'BridgeLoan' | 'CashOnHand' | 'CheckingSavings' | 'DepositOnSalesContract' | 'EquityOnPendingSale' | 'EquityOnSoldProperty' | 'EquityOnSubjectProperty' | 'FHAGiftSourceNotApplicable' | 'FHAGiftSourceRelative' | 'FHAGiftSourceGovernmentAssistance' | 'FHAGiftSourceEmployer' | 'FHAGiftSourceNonprofitSellerFunded' | 'FHAGiftSourceNonprofitNonSellerFunded' | 'GiftFunds' | 'LifeInsuranceCashValue' | 'LotEquity' | 'RentWithOptionToPurchase' | 'RetirementFunds' | 'SaleOfChattel' | 'SecuredBorrowedFunds' | 'StocksAndBonds' | 'SweatEquity' | 'TradeEquity' | 'TrustFunds' | 'UnsecuredBorrowedFunds' | 'Other';
    ApplicationTakenMethod: 'FaceToFace' | 'Telephone' | 'Mail' | 'Internet' | 'Fax' | 'Email' | 'Other';
    Application: {
      loan: components['schemas']['LoanTerms'];
      property: components['schemas']['SubjectProperty'];
      borrowers: components['schemas']['Borrower'][];
      assets: components['schemas']['Asset'][];
      liabilities: components['schemas']['Liability'][];
      expenses: components['schemas']['Expense'][];
      ownedProperties: components['schemas']['OwnedProperty'][];
      otherLoans: components['schemas']['OtherLoan'][];
      housingExpenses: components['schemas']['HousingExpense'][];
      transaction: components['schemas']['Transaction'];
      title: components['schemas']['Title'];
      originator: components['schemas']['Originator'];
    };
    LoanTerms: {
      purpose?: components['schemas']['LoanPurpose'];
      purposeOther?: string;
      mortgageType?: components['schemas']['MortgageType'];
      mortgageTypeOther?: string;
      baseAmount?: string;
      noteAmount?: string;
      noteRate?: string;
      qualifyingRate?: string;
      termMonths?: number;
      amortization?: components['schemas']['AmortizationType'];
      amortizationOther?: string;
      lien?: components['schemas']['LienPriority'];
      refinanceCashOut?: components['schemas']['RefinanceCashOut'];
      refinancePurpose?: components['schemas']['RefinancePurpose'];
      governmentRefinance?: components['schemas']['GovernmentRefinanceType'];
      initialFixedMonths?: number;
      adjustmentMonths?: number;
      margin?: string;
      index?: string;
      balloon?: boolean;
      balloonMonths?: number;
      interestOnly?: boolean;
      interestOnlyMonths?: number;
      negativeAmortization?: boolean;
      prepaymentPenalty?: boolean;
      prepaymentPenaltyMonths?: number;
      buydown?: boolean;
      construction?: boolean;
      constructionType?: components['schemas']['ConstructionLoanType'];
      constructionClosing?: components['schemas']['ConstructionClosing'];
      renovation?: boolean;
      contractForDeedConversion?: boolean;
      energyImprovement?: boolean;
      energyImprovementAmount?: string;
      heloc?: boolean;
      subordinateFinancingAmount?: string;
      mortgagedPropertyCount?: number;
      applicationReceivedOn?: string;
      lenderLoanNumber?: string;
      agencyCaseNumber?: string;
      universalLoanIdentifier?: string;
      mersMin?: string;
      sectionOfAct?: string;
      fhaLenderIdentifier?: string;
      fhaSponsorIdentifier?: string;
      vaEntitlementAmount?: string;
      vaBorrowersMarried?: boolean;
      mortgageCreditCertificateAmount?: string;
      communityLendingProduct?: string;
      communitySecondRepayment?: components['schemas']['CommunitySecondRepayment'];
      productName?: string;
      originatingSystem?: string;
    };
    Address: {
      line?: string;
      unit?: string;
      city?: string;
      county?: string;
      state?: string;
      postalCode?: string;
      country?: string;
    };
    SubjectProperty: {
      address: components['schemas']['Address'];
      toBeDetermined?: boolean;
      usage?: components['schemas']['PropertyUsage'];
      unitCount?: number;
      estimatedValue?: string;
      appraisedValue?: string;
      purchasePrice?: string;
      estate?: components['schemas']['PropertyEstate'];
      leaseholdEndsOn?: string;
      attachment?: components['schemas']['Attachment'];
      constructionMethod?: components['schemas']['ConstructionMethod'];
      inProject?: boolean;
      projectType?: components['schemas']['ProjectLegalStructure'];
      plannedUnitDevelopment?: boolean;
      mixedUse?: boolean;
      fhaSecondaryResidence?: boolean;
      communityPropertyState?: boolean;
      existingCleanEnergyLien?: boolean;
      yearBuilt?: number;
      acquiredYear?: number;
      originalCost?: string;
      existingLiensAmount?: string;
      lotValue?: string;
      constructionCost?: string;
      appraisalIdentifier?: string;
      legalDescription?: string;
      censusTract?: string;
      fipsCounty?: string;
      fipsState?: string;
      msa?: string;
      rentalIncomeGross?: string;
      rentalIncomeNet?: string;
    };
    Borrower: {
      id: string;
      firstName?: string;
      middleName?: string;
      lastName?: string;
      suffix?: string;
      aliases: components['schemas']['Alias'][];
      taxpayerIdentifierType?: components['schemas']['TaxpayerIdentifierType'];
      taxpayerIdentifierLastFour?: string;
      citizenship?: components['schemas']['Citizenship'];
      maritalStatus?: components['schemas']['MaritalStatus'];
      domesticRelationship?: boolean;
      domesticRelationshipType?: components['schemas']['DomesticRelationship'];
      domesticRelationshipOther?: string;
      domesticRelationshipState?: string;
      dependentCount?: number;
      dependentAges: number[];
      communityPropertyStateResident?: boolean;
      jointWith?: string;
      email?: string;
      homePhone?: string;
      cellPhone?: string;
      workPhone?: string;
      workPhoneExtension?: string;
      residences: components['schemas']['Residence'][];
      mailingAddress?: components['schemas']['Address'];
      employments: components['schemas']['Employment'][];
      incomes: components['schemas']['Income'][];
      declarations: components['schemas']['Declarations'];
      military: components['schemas']['MilitaryService'];
      language?: string;
      languageOther?: string;
      languageRefused?: boolean;
      schoolYears?: number;
      vaFederalTax?: string;
      signedOn?: string;
      counseling: components['schemas']['Counseling'][];
    };
    Alias: {
      id: string;
      firstName?: string;
      middleName?: string;
      lastName?: string;
      suffix?: string;
    };
    Residence: {
      id: string;
      kind?: components['schemas']['ResidencyType'];
      basis?: components['schemas']['ResidencyBasis'];
      months?: number;
      monthlyRent?: string;
      address: components['schemas']['Address'];
    };
    Employment: {
      id: string;
      status?: components['schemas']['EmploymentStatus'];
      classification?: components['schemas']['EmploymentClassification'];
      employerName?: string;
      phone?: string;
      address: components['schemas']['Address'];
      position?: string;
      startedOn?: string;
      endedOn?: string;
      monthsEmployed?: number;
      lineOfWorkMonths?: number;
      selfEmployed?: boolean;
      ownership?: components['schemas']['OwnershipInterest'];
      selfEmployedIncome?: string;
      specialRelationship?: boolean;
      foreignIncome?: boolean;
      seasonalIncome?: boolean;
      previousIncome?: string;
      statedIncome?: string;
    };
    Income: {
      id: string;
      kind?: components['schemas']['IncomeType'];
      other?: string;
      monthlyAmount?: string;
      fromEmployment?: boolean;
      employment?: string;
    };
    Declarations: {
      intentToOccupy?: components['schemas']['YesNo'];
      homeownerPastThreeYears?: components['schemas']['YesNo'];
      priorPropertyUsage?: components['schemas']['PriorPropertyUsage'];
      priorPropertyTitle?: components['schemas']['PriorPropertyTitle'];
      fhaSecondaryResidence?: boolean;
      relationshipWithSeller?: boolean;
      undisclosedBorrowedFunds?: boolean;
      undisclosedBorrowedFundsAmount?: string;
      undisclosedMortgageApplication?: boolean;
      undisclosedCreditApplication?: boolean;
      proposedCleanEnergyLien?: boolean;
      undisclosedComakerOfNote?: boolean;
      outstandingJudgments?: boolean;
      delinquentOrDefault?: boolean;
      partyToLawsuit?: boolean;
      deedInLieu?: boolean;
      shortSale?: boolean;
      foreclosure?: boolean;
      bankruptcy?: boolean;
      bankruptcyChapters: components['schemas']['BankruptcyChapter'][];
      alimonyOrChildSupport?: boolean;
      borrowedDownPayment?: boolean;
      loanForeclosureOrJudgment?: boolean;
    };
    MilitaryService: {
      served?: boolean;
      statuses: components['schemas']['MilitaryStatus'][];
      completionOn?: string;
      survivingSpouse?: boolean;
    };
    Counseling: {
      id: string;
      kind?: components['schemas']['CounselingType'];
      confirmed?: boolean;
      format?: string;
      completedOn?: string;
      agency?: string;
    };
    Asset: {
      id: string;
      owners: string[];
      kind?: components['schemas']['AssetType'];
      other?: string;
      holder?: string;
      holderAddress?: components['schemas']['Address'];
      accountNumberLastFour?: string;
      value?: string;
      source?: components['schemas']['FundsSource'];
      deposited?: boolean;
    };
    Liability: {
      id: string;
      owners: string[];
      kind?: components['schemas']['LiabilityType'];
      other?: string;
      creditor?: string;
      creditorAddress?: components['schemas']['Address'];
      accountNumberLastFour?: string;
      balance?: string;
      monthlyPayment?: string;
      remainingMonths?: number;
      creditLimit?: string;
      paidOffAtClosing?: boolean;
      excluded?: boolean;
      includesTaxesAndInsurance?: boolean;
      mortgageType?: components['schemas']['MortgageType'];
      ownedProperty?: string;
      subordinated?: boolean;
    };
    Expense: {
      id: string;
      owners: string[];
      kind?: components['schemas']['ExpenseType'];
      other?: string;
      monthlyPayment?: string;
      remainingMonths?: number;
    };
    OwnedProperty: {
      id: string;
      owners: string[];
      address: components['schemas']['Address'];
      value?: string;
      disposition?: components['schemas']['Disposition'];
      currentUsage?: components['schemas']['PropertyUsage'];
      intendedUsage?: components['schemas']['PropertyUsage'];
      isSubject?: boolean;
      unitCount?: number;
      lienBalance?: string;
      lienPayment?: string;
      maintenanceExpense?: string;
      rentalIncomeGross?: string;
      rentalIncomeNet?: string;
      propertyType?: string;
    };
    OtherLoan: {
      id: string;
      creditor?: string;
      lien?: components['schemas']['LienPriority'];
      amount?: string;
      creditLimit?: string;
      monthlyPayment?: string;
      heloc?: boolean;
      fundsSource?: string;
      communitySecond?: boolean;
    };
    HousingExpense: {
      id: string;
      timing?: components['schemas']['ExpenseTiming'];
      kind?: components['schemas']['HousingExpenseType'];
      other?: string;
      amount?: string;
      borrower?: string;
    };
    PurchaseCredit: {
      id: string;
      kind?: components['schemas']['PurchaseCreditType'];
      other?: string;
      amount?: string;
      source?: string;
    };
    DownPayment: {
      id: string;
      kind?: components['schemas']['DownPaymentType'];
      amount?: string;
      explanation?: string;
    };
    Transaction: {
      alterationsAmount?: string;
      landAmount?: string;
      refinancePayoffAmount?: string;
      otherPayoffAmount?: string;
      prepaidItemsAmount?: string;
      closingCostsAmount?: string;
      miAndFundingFeeAmount?: string;
      miAndFundingFeeFinancedAmount?: string;
      discountPointsAmount?: string;
      sellerPaidClosingCostsAmount?: string;
      sellerCreditsAmount?: string;
      salesConcessionAmount?: string;
      subordinateFinancingAmount?: string;
      cashFromBorrowerAmount?: string;
      refinanceImprovements?: string;
      refinanceImprovementsDescription?: string;
      refinanceImprovementsAmount?: string;
      credits: components['schemas']['PurchaseCredit'][];
      downPayments: components['schemas']['DownPayment'][];
    };
    Title: {
      holders: components['schemas']['Titleholder'][];
      manner?: string;
    };
    Titleholder: {
      id: string;
      name?: string;
      isCurrent?: boolean;
      vesting?: string;
    };
    Originator: {
      name?: string;
      nmlsId?: string;
      stateLicense?: string;
      phone?: string;
      email?: string;
      organizationName?: string;
      organizationNmlsId?: string;
      organizationStateLicense?: string;
      organizationAddress: components['schemas']['Address'];
      takenBy?: components['schemas']['ApplicationTakenMethod'];
      signedOn?: string;
    };
  };
}
