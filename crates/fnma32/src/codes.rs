//! The guide's codes for each coded field, with their meanings.
//!
//! Source: Fannie Mae, Residential Loan Data 1003 Version 3.2 integration guide (2017). EDI numbers refer to the data
//! elements that the guide cites.

/// Codes of a field and their meanings, in the order of the guide.
pub type Codes = &'static [(&'static str, &'static str)];

/// Types of casefile identifiers (TPI-030).
pub const IDENTIFIER_TYPE: Codes = &[("01", "Fannie Mae CasefileID")];
/// Whether the casefile is new (TPI-050).
pub const IMPORT_ACTION: Codes = &[("R", "Resubmit"), ("N", "New Import")];
/// State of the exported data (000-040).
pub const EXPORT_VERSION: Codes = &[("W", "Working Copy")];
/// Mortgage types (EDI 1093, 01A-020).
pub const MORTGAGE_TYPE: Codes =
    &[("01", "Conventional"), ("02", "VA"), ("03", "FHA"), ("04", "USDA / Rural Housing Service"), ("07", "Other")];
/// Amortization types (EDI 1085, 01A-090).
pub const AMORTIZATION_TYPE: Codes =
    &[("01", "Adjustable Rate"), ("04", "GEM"), ("05", "Fixed Rate"), ("06", "GPM"), ("13", "Other")];
/// Types of legal descriptions (EDI 1496, 02A-080).
pub const LEGAL_DESCRIPTION_CODE: Codes = &[("F1", "Other"), ("02", "Metes and Bounds")];
/// Purposes of the loan (EDI 1081, 02B-030).
pub const PURPOSE: Codes =
    &[("04", "Construction"), ("05", "Refinance"), ("13", "Construction-Perm"), ("15", "Other"), ("16", "Purchase")];
/// Occupancy of a home (EDI 1070, 02B-050, 08A-150).
pub const USAGE: Codes = &[("1", "Primary Residence"), ("2", "Secondary Residence"), ("D", "Investment Property")];
/// Estates in land: fee simple or leasehold (02B-070).
pub const ESTATE: Codes = &[("1", "Fee Simple"), ("2", "Leasehold")];
/// Purposes of a refinance (EDI 1082, 02D-070).
pub const REFINANCE_PURPOSE: Codes = &[
    ("F1", "No Cash Out"),
    ("01", "Cash-Out/Other"),
    ("04", "Cash-Out/Home Improvement"),
    ("11", "Cash-Out/Debt Consolidation"),
    ("13", "Limited Cash-Out"),
];
/// Whether improvements are made (02D-090).
pub const IMPROVEMENTS_MADE: Codes = &[("Y", "Made"), ("N", "To be made"), ("U", "Unknown")];
/// Sources of a down payment (EDI 1083, 02E-020).
pub const DOWN_PAYMENT_KIND: Codes = &[
    ("F1", "Checking/Savings"),
    ("F2", "Deposit on Sales Contract"),
    ("F3", "Equity Sold on Property"),
    ("03", "Equity Pending from Sale"),
    ("F4", "Equity Pending from Subject Property"),
    ("04", "Gift Funds"),
    ("F5", "Stocks and bonds"),
    ("10", "Lot Equity"),
    ("09", "Bridge Loan"),
    ("01", "Unsecured Borrowed Funds"),
    ("F6", "Trust Funds"),
    ("F7", "Retirement Funds"),
    ("11", "Rent with option to purchase"),
    ("F8", "Life insurance cash value"),
    ("14", "Sale of Chattel"),
    ("07", "Trade Equity"),
    ("06", "Sweat Equity"),
    ("02", "Cash on Hand"),
    ("13", "Other"),
    ("28", "Secured Borrowed Funds"),
    ("H0", "FHA - Gift - Source N/A"),
    ("H1", "FHA - Gift - Source Relative"),
    ("H3", "FHA - Gift - Source Government Assistance"),
    ("H6", "FHA - Gift - Source Employer"),
    ("H4", "FHA - Gift - Source Nonprofit/Religious/Community - Seller Funded"),
    ("H5", "FHA - Gift - Source Nonprofit/Religious/Community - Non-Seller Funded"),
];
/// Applicant or co-applicant (03A-020).
pub const APPLICANT_INDICATOR: Codes = &[("BW", "Applicant"), ("QZ", "Co-Applicant")];
/// Marital status (EDI 1067, 03A-110).
pub const APPLICANT_MARITAL_STATUS: Codes =
    &[("M", "Married"), ("S", "Separated"), ("U", "Unmarried (Single, Divorced, Widowed)")];
/// Address types (03C-030).
pub const RESIDENCE_KIND: Codes = &[("F4", "Former Residence"), ("ZG", "Present Address"), ("BH", "Mailing Address")];
/// Basis on which an applicant lives at an address (EDI 1078, 03C-090).
pub const RESIDENCE_BASIS: Codes = &[("X", "Living Rent Free"), ("R", "Rent"), ("O", "Own")];
/// Whether an expense is present or proposed (05H-030).
pub const HOUSING_EXPENSE_TIMING: Codes = &[("1", "Present Housing Expense"), ("2", "Proposed Housing Expense")];
/// Items of the housing payment (EDI 1071, 05H-040).
pub const HOUSING_EXPENSE_KIND: Codes = &[
    ("25", "Rent"),
    ("26", "First Mortgage P&I"),
    ("22", "Other Financing P&I"),
    ("01", "Hazard Insurance"),
    ("14", "Real Estate Taxes"),
    ("02", "Mortgage Insurance"),
    ("06", "Homeowner Association Dues"),
    ("23", "Other"),
];
/// Income types (EDI 1186, 05I-030). The printed guide ends after F8; the others occur in exported files.
pub const INCOME_KIND: Codes = &[
    ("F1", "Military Base Pay"),
    ("07", "Military Rations Allowance"),
    ("F2", "Military Flight Pay"),
    ("F3", "Military Hazard Pay"),
    ("02", "Military Clothes Allowance"),
    ("04", "Military Quarters Allowance"),
    ("03", "Military Prop Pay"),
    ("F4", "Military Overseas Pay"),
    ("F5", "Military Combat Pay"),
    ("F6", "Military Variable Housing Allowance"),
    ("F7", "Alimony/Child Support Income"),
    ("F8", "Notes Receivable/Installment"),
    ("41", "Pension/Retirement Income"),
    ("42", "Social Security/Disability Income"),
    ("30", "Real Estate/Mortgage Differential"),
    ("F9", "Trust Income"),
    ("AU", "Accessory Unit Income"),
    ("M1", "Unemployment/Public Assistance"),
    ("M2", "Automobile/Expense Account Income"),
    ("M3", "Foster Care"),
    ("M4", "VA Benefits (non-education)"),
    ("NB", "Non-Borrower Household Income"),
    ("45", "Other Income"),
    ("20", "Base Employment Income"),
    ("09", "Overtime"),
    ("08", "Bonuses"),
    ("10", "Commissions"),
    ("17", "Dividends/Interest"),
    ("SI", "Subject Property Net Cash Flow"),
    ("S8", "Housing Choice Voucher (Sec 8)"),
    ("33", "Net Rental Income"),
    ("BI", "Boarder Income"),
    ("MC", "Mortgage Credit Certificate (MCC)"),
    ("CG", "Capital Gains"),
    ("EA", "Employment Related Assets"),
    ("FI", "Foreign Income"),
    ("RP", "Royalty Payment"),
    ("SE", "Seasonal Income"),
    ("TL", "Temporary Leave"),
    ("TI", "Tip Income"),
];
/// Asset types (EDI 569, 06C-030).
pub const ASSET_KIND: Codes = &[
    ("03", "Checking Account"),
    ("F1", "Cash Deposit on Sales Contract"),
    ("SG", "Savings Account"),
    ("F2", "Gift"),
    ("01", "Certificate of Deposit"),
    ("F3", "Money Market Fund"),
    ("F4", "Mutual Funds"),
    ("05", "Stock"),
    ("06", "Bond"),
    ("F5", "Secured Borrowed Funds"),
    ("F7", "Bridge Loan"),
    ("08", "Retirement Funds"),
    ("F8", "Net Worth of Business Owned"),
    ("11", "Trust Funds"),
    ("M1", "Other Non-Liquid Asset"),
    ("OL", "Other Liquid Asset"),
    ("NE", "Net Equity"),
    ("COH", "Cash On Hand"),
    ("GE", "Gift of Equity"),
];
/// Expense types (06F-030).
pub const EXPENSE_KIND: Codes = &[
    ("DR", "Alimony"),
    ("DT", "Child Support"),
    ("DV", "Separate Maintenance Payment"),
    ("DZ", "Job Related Expense"),
    ("EE", "Other Expense Type"),
];
/// Disposition of an owned property (EDI 1075, 06G-080).
pub const DISPOSITION: Codes = &[("S", "Sold"), ("H", "Retained"), ("P", "Pending Sale"), ("R", "Rental")];
/// Types of owned property (EDI 1074, 06G-090).
pub const PROPERTY_KIND: Codes = &[
    ("14", "Single Family"),
    ("04", "Condominium"),
    ("16", "Townhouse"),
    ("13", "Co-operative"),
    ("15", "Two-to-four unit property"),
    ("18", "Multifamily (more than 4 units)"),
    ("08", "Manufactured/Mobile Home"),
    ("02", "Commercial - Non-Residential"),
    ("F1", "Mixed Use - Residential"),
    ("05", "Farm"),
    ("03", "Home and Business Combined"),
    ("07", "Land"),
];
/// Liability types (EDI 1189, 06L-030).
pub const LIABILITY_KIND: Codes = &[
    ("I", "Installment Loan"),
    ("O", "30 Day Charge Account (open)"),
    ("R", "Revolving Charge Account"),
    ("C", "HELOC"),
    ("M", "Mortgage"),
    ("F", "Lease Payments"),
    ("N", "Liens"),
    ("A", "Taxes"),
    ("Z", "Other Liability"),
];
/// Types of summary amounts (06S-030).
pub const SUMMARY_KIND: Codes = &[("HMB", "Undrawn HELOC Amount"), ("SCA", "Excess financing/sales concessions")];
/// Credit types (07B-020).
pub const CREDIT_KIND: Codes = &[
    ("01", "Cash Deposit on sales contract"),
    ("02", "Seller Credit"),
    ("03", "Lender Credit"),
    ("04", "Relocation Funds"),
    ("05", "Employer Assisted Housing"),
    ("06", "Lease Purchase Fund"),
    ("07", "Other"),
    ("08", "Borrower Paid Fees"),
    ("09", "Sweat Equity"),
];
/// Citizenship and residency status (EDI 1066, 08A-120).
pub const CITIZENSHIP: Codes =
    &[("01", "US Citizen"), ("03", "Permanent Resident-Alien"), ("05", "Non-Permanent Resident-Alien")];
/// Answers including "unknown" (08A-130, 08A-140).
pub const YES_NO_UNKNOWN: Codes = &[("Y", "Yes"), ("N", "No"), ("U", "Unknown")];
/// Manner of holding title (EDI 1187, 08A-160).
pub const OWNED_TITLE: Codes =
    &[("01", "Sole (individual)"), ("25", "Joint With Spouse"), ("26", "Joint With Other Than Spouse")];
/// Declarations that need an explanation (EDI 1321, 08B-030).
pub const EXPLANATION_KIND: Codes = &[
    ("91", "Outstanding Judgments"),
    ("92", "Declared Bankruptcy in past 7 years"),
    ("93", "Foreclosure or deed in lieu in past 7 years, Direct/Indirect Foreclosed Property in the past 7 years"),
    ("94", "Party to Lawsuit"),
    ("95", "Obligated on a loan foreclosed, or deed in lieu of judgment"),
    ("96", "Delinquency or Default"),
    ("97", "Obligated to pay alimony, child support or maintenance, Alimony Child Support"),
    ("98", "Part of down payment borrowed, Borrowed Down Payment"),
    ("99", "Co-Maker or Endorser on a note"),
];
/// Ethnicity (EDI 1108, 10A-040).
pub const ETHNICITY: Codes = &[
    ("1", "Hispanic or Latino"),
    ("2", "Not Hispanic or Latino"),
    ("3", "Information not provided"),
    ("4", "Not applicable"),
];
/// Sex (10A-060).
pub const SEX: Codes = &[("F", "Female"), ("M", "Male"), ("I", "Information not provided"), ("N", "Not applicable")];
/// How the application was taken (EDI 1079, 10B-020).
pub const TAKEN_BY: Codes =
    &[("F", "Face-to-Face"), ("M", "Mail or Fax"), ("T", "Telephone"), ("I", "Internet or E-Mail")];
/// Race (EDI 1107, 10R-030).
pub const RACE: Codes = &[
    ("1", "American Indian or Alaska Native"),
    ("2", "Asian"),
    ("3", "Black or African American"),
    ("4", "Native Hawaiian or Other Pacific Islander"),
    ("5", "White"),
    ("6", "Information not provided"),
    ("7", "Not applicable"),
];
/// Owners of an existing mortgage (99B-030).
pub const MORTGAGE_OWNER: Codes =
    &[("01", "Fannie Mae"), ("02", "Freddie Mac"), ("03", "Seller/Other"), ("F1", "Unknown")];
/// Whether the value is an appraisal (99B-060). The guide also lists three-digit document codes, but they don't fit
/// into the field.
pub const VALUE_KIND: Codes = &[("01", "Actual"), ("02", "Estimated")];
/// Score types (SCA-020).
pub const SCORE_ID: Codes = &[("001", "PMI Aura AQI Score"), ("002", "GE IQ Score"), ("003", "UGI Accuscore")];
/// Lien positions (EDI 1101, LNC-020).
pub const LIEN: Codes = &[("1", "First Mortgage"), ("2", "Second Mortgage"), ("F", "Other Mortgage")];
/// Documentation types of income and assets (EDI 1103, LNC-030).
pub const DOCUMENTATION: Codes = &[
    ("A", "Alternative (Non-traditional documentation used to determine the credit worthiness of a borrower)"),
    ("F", "Full"),
    ("R", "Reduced"),
    ("B", "Streamlined Refinance"),
    ("C", "No documentation"),
    ("D", "No Ratio"),
    ("E", "Limited Documentation"),
    ("U", "No Income, No Employment and No Assets on 1003"),
    ("G", "No Income and No Assets on 1003"),
    ("H", "No Assets on 1003"),
    ("I", "No Income and No Employment on 1003"),
    ("J", "No Income on 1003"),
    ("K", "No Verification of Stated Income, Employment or Assets"),
    ("L", "No Verification of Stated Income or Assets"),
    ("M", "No Verification of Stated Assets"),
    ("N", "No Verification of Stated Income or Employment"),
    ("O", "No Verification of Stated Income"),
    ("P", "Verbal Verification of Employment"),
    ("Q", "One paystub"),
    ("S", "One paystub and VVOE"),
    ("T", "One paystub and one W-2 and VVOE or one yr 1040"),
];
/// Types of subject property (LNC-040).
pub const SUBJECT_PROPERTY_KIND: Codes = &[
    ("01", "Detached"),
    ("02", "Attached"),
    ("03", "Condominium"),
    ("04", "Planned Unit Development (PUD)"),
    ("05", "Co-Operative (Co-Op)"),
    ("07", "High Rise Condo"),
    ("08", "Manufactured Home"),
    ("09", "Detached Condo"),
    ("10", "Manufactured Home: Condo/PUD/Co-Op"),
];
/// Project classes (LNC-090).
pub const PROJECT_CLASS: Codes = &[
    ("04", "E PUD"),
    ("05", "F PUD"),
    ("07", "1 CO-OP"),
    ("08", "2 CO-OP"),
    ("09", "P Condo"),
    ("10", "Q Condo"),
    ("11", "R Condo"),
    ("12", "S Condo"),
    ("13", "T Condo"),
    ("14", "U Condo"),
    ("15", "V Condo"),
    ("16", "G, not in a project or development"),
];
/// Homebuyer education (LNC-140). Exporters from before the 2017 guide write Y and N.
pub const HOMEBUYER_EDUCATION: Codes = &[
    ("1", "HomeBuyer Education complete"),
    ("2", "One-on-one counseling complete"),
    ("Y", "HomeBuyer Education complete"),
    ("N", "Not complete"),
];
/// Mortgage insurers (LNC-220).
pub const MI_INSURER: Codes = &[
    ("001", "GE Mortgage Insurance Corporation, GE"),
    ("006", "Mortgage Guarantee Insurance Corporation, MGIC"),
    ("011", "PMI Mortgage Insurance Company, PMI"),
    ("012", "United Guarantee Residential Insurance Company, UG"),
    ("013", "Republic Mortgage Insurance Company, RMIC"),
    ("017", "Radian Guaranty Incorporated"),
    ("024", "Triad Guarantee Residential Insurance Company, Triad"),
    ("038", "CMG Mortgage Insurance Co., an affiliate of PMI (credit unions only),CMG"),
    ("043", "Essent Guaranty, Inc"),
    ("044", "National Mortgage Insurance Company, NMI"),
];
/// Payment frequency (PCH-040).
pub const PAYMENT_FREQUENCY: Codes = &[("01", "Monthly"), ("02", "Bi-weekly")];
/// Repayment types (EDI 1087, PCH-070).
pub const PAYMENT_REPAYMENT: Codes = &[
    ("N", "Fully Amortizing (No Negative Amortization)"),
    ("F1", "Scheduled Amortization"),
    ("F2", "Interest Only"),
    ("P", "Possible Negative Amortization"),
    ("S", "Scheduled Negative Amortization"),
];
/// Indexes of adjustable rates (ARM-030).
pub const INDEX: Codes = &[
    ("0", "Weekly Average CMT"),
    ("1", "Monthly Average CMT"),
    ("2", "Weekly Average TAAI"),
    ("3", "Weekly Average TAABD"),
    ("4", "Weekly Average SMTI"),
    ("5", "Daily CD Rate"),
    ("6", "Weekly Average CD Rate"),
    ("7", "Weekly Ave Prime Rate"),
    ("8", "T-Bill Daily Value"),
    ("9", "11th District COF"),
    ("10", "National Monthly Median Cost of Funds"),
    ("11", "Wall Street Journal LIBOR"),
    ("12", "Fannie Mae LIBOR"),
    ("13", "Freddie Mac LIBOR"),
    ("14", "National Average Contract Rate (FHLBB)"),
    ("15", "Federal Cost of Funds"),
    ("16", "Fannie Mae 60-Day Required Net Yield"),
    ("17", "Freddie Mac 60-Day Required Net Yield"),
];
/// Types of payment adjustments (PAJ-050).
pub const PAYMENT_ADJUSTMENT_KIND: Codes = &[
    ("1", "Percent To Adjust Payment Amount"),
    ("2", "Percent To Adjust Payment Rate"),
    ("3", "Dollar Adjust To Payment Amount"),
];
/// Calculation methods of rate adjustments (RAJ-050).
pub const RATE_ADJUSTMENT_METHOD: Codes =
    &[("0", "Add % to Current Rate"), ("1", "Add % to Original Rate"), ("2", "Index + Margin")];
/// Base dates of a buydown (BUA-060).
pub const BUYDOWN_BASE_DATE: Codes = &[("0", "Note Date"), ("1", "First Payment Date"), ("2", "Last Payment Date")];
/// Permanent or temporary buydown (BUA-070).
pub const BUYDOWN_PERMANENCE: Codes = &[("0", "Permanent"), ("1", "Temporary")];
/// Refinance programs of FHA and VA (GOA-110).
pub const GOVERNMENT_REFINANCE: Codes = &[
    ("1", "Full Documentation (FHA and VA)"),
    ("2", "Streamline with Appraisal (FHA only)"),
    ("3", "Streamline without Appraisal (FHA only)"),
    ("4", "Interest Rate Reduction Refinance Loan (VA Only)"),
    ("H", "HOPE for Homeowners (FHA Only)"),
    ("R", "Prior FHA (FHA only)"),
];
/// Counseling of first-time homebuyers (GOE-070).
pub const COUNSELING: Codes = &[("A", "Not Counseled"), ("D", "HUD Approved Counseling Agency")];
/// Community lending products (Fannie Mae 2010, LMD-030).
pub const COMMUNITY_LENDING_PRODUCT: Codes = &[
    ("04", "MyCommunityMortgage"),
    ("06", "HFA Preferred Risk Sharing"),
    ("07", "HFA Preferred"),
    ("08", "HomeReady"),
];
/// Repayment of a Community Second (LMD-035).
pub const COMMUNITY_SECONDS_REPAYMENT: Codes = &[
    ("01", "Any payment required within first 5 years"),
    ("02", "Payments deferred 5 or more years and fully forgiven"),
    ("03", "Payments deferred 5 or more years and not fully forgiven"),
];
