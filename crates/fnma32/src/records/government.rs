//! Government data: IDA to GOE.

use crate::layout::{Section, record};

const SECTION: Section = Section::Government;

record! {
    /// Opens the government data; contains no values.
    pub mod government_header "IDA" 26 Once {
        FILLER "IDA-020"   4  23 Reserved, "Filler";
    }
}

record! {
    /// The lender's FHA identifiers.
    pub mod fha_lender "LEA" 66 Once {
        LENDER         "LEA-020"   4  20 Text,     "FHA Lender Identifier";
        SPONSOR        "LEA-030"  24  20 Text,     "FHA Sponsor Identifier";
        ORIGINATOR_EIN "LEA-040"  44  10 Text,     "Sponsored Originator EIN";
        FILLER         "LEA-050"  54  13 Reserved, "Filler";
    }
}

record! {
    /// Data required by both FHA and VA.
    pub mod fha_va "GOA" 136 Once {
        ENERGY_EFFICIENT_HOME       "GOA-020"   4   1 YesNo,  "Energy Efficient New Home";
        MORTGAGE_CREDIT_CERTIFICATE "GOA-030"   5  15 Amount, "MCC";
        SELLER_CONCESSIONS          "GOA-040"  20  15 Amount, "Seller Concessions";
        BORROWER_COSTS              "GOA-050"  35  15 Amount, "Borrower Total Closing Costs Fees";
        BORROWER_POINTS             "GOA-060"  50   7 Rate,   "Borrower Total Closing Costs Points (%)";
        SELLER_COSTS                "GOA-070"  57  15 Amount, "Seller Total Closing Costs Fees";
        SELLER_POINTS               "GOA-080"  72   7 Rate,   "Seller Total Closing Costs Points (%)";
        OTHER_COSTS                 "GOA-090"  79  15 Amount, "Other Total Closing Costs Fees";
        OTHER_POINTS                "GOA-100"  94   7 Rate,   "Other Total Closing Costs Points (%)";
        REFINANCE                   "GOA-110" 101   1 Code(codes::GOVERNMENT_REFINANCE), "Type of Refinance";
        COUNTY                      "GOA-120" 102  35 Text,   "Property County";
    }
}

record! {
    /// Data required by the FHA.
    pub mod fha "GOB" 63 Once {
        SECTION_OF_ACT     "GOB-020"   4  13 Text,     "FHA Section of the Act Codes";
        ALLOWABLE_REPAIRS  "GOB-030"  17  15 Amount,   "Allowable Repairs";
        MIP_UPFRONT        "GOB-040"  32   7 Rate,     "MIP Upfront (%)";
        MIP_REFUND         "GOB-050"  39  15 Amount,   "MIP Refund Amount";
        FIRST_RENEWAL_RATE "GOB-060"  54   7 Rate,     "First Renewal Rate (%)";
        RESERVED           "GOB-070"  61   3 Reserved, "Reserved for future use (First Renewal Rate (Months))";
    }
}

record! {
    /// Loan data required by the VA.
    pub mod va "GOC" 40 Once {
        MARRIED     "GOC-020"   4   1 YesNo,  "CoBorrower Married to Primary Borrower";
        ENTITLEMENT "GOC-030"   5  15 Amount, "Entitlement Amount";
        MAINTENANCE "GOC-040"  20   7 Amount, "Monthly Maintenance";
        UTILITIES   "GOC-050"  27   7 Amount, "Monthly Utilities";
        FUNDING_FEE "GOC-060"  34   7 Rate,   "Funding Fee (%)";
    }
}

record! {
    /// An applicant's taxes and income as required by the VA.
    pub mod va_taxes "GOD" 132 OncePerApplicant {
        SSN                 "GOD-020"   4   9 Ssn,    "Applicant Social Security Number";
        TOTAL_TAX           "GOD-030"  13  15 Amount, "Total Tax";
        STATE_TAX           "GOD-040"  28  15 Amount, "State Tax";
        LOCAL_TAX           "GOD-050"  43  15 Amount, "Local Income Tax";
        SOCIAL_SECURITY_TAX "GOD-060"  58  15 Amount, "Social Security Tax";
        NON_TAXABLE_PRIMARY "GOD-070"  73  15 Amount, "Total Non-Taxable Income -- Primary";
        NON_TAXABLE_OTHER   "GOD-080"  88  15 Amount, "Total Non-Taxable Income -- Other";
        TAXABLE_PRIMARY     "GOD-090" 103  15 Amount, "Total Taxable Income -- Primary";
        TAXABLE_OTHER       "GOD-100" 118  15 Amount, "Total Taxable Income -- Other";
    }
}

record! {
    /// Applicant data required by FHA and VA.
    pub mod government_applicant "GOE" 32 OncePerApplicant {
        SSN           "GOE-020"   4   9 Ssn,                     "Applicant Social Security Number";
        CAIVR         "GOE-030"  13  10 Sealed(&Text),           "CAIVR #";
        CREDIT_RATING "GOE-040"  23   3 Sealed(&Text),           "Borrower Credit Rating";
        BANKRUPTCY    "GOE-050"  26   3 Sealed(&Text),           "Bankruptcy < 3 years";
        FORECLOSURE   "GOE-060"  29   3 Sealed(&Text),           "Foreclosure";
        COUNSELING    "GOE-070"  32   1 Code(codes::COUNSELING), "First Time Homebuyer Counsel Type";
    }
}
