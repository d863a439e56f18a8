//! Details of the transaction, declarations, demographics, originator: 07A to 10R.

use crate::layout::{Section, record};

const SECTION: Section = Section::Application;

record! {
    /// Details of the transaction.
    pub mod transaction "07A" 168 Once {
        PURCHASE_PRICE              "07A-020"   4  15 Amount, "a. Purchase price";
        ALTERATIONS                 "07A-030"  19  15 Amount, "b. Alterations, improvements, repairs";
        LAND                        "07A-040"  34  15 Amount, "c. Land";
        REFINANCE                   "07A-050"  49  15 Amount, "d. Refinance (Inc. debts to be paid off)";
        PREPAID_ITEMS               "07A-060"  64  15 Amount, "e. Estimated prepaid items";
        CLOSING_COSTS               "07A-070"  79  15 Amount, "f. Estimated closing costs";
        MI_AND_FUNDING_FEE          "07A-080"  94  15 Amount, "g. PMI MIP, Funding Fee";
        DISCOUNT                    "07A-090" 109  15 Amount, "h. Discount";
        SUBORDINATE_FINANCING       "07A-100" 124  15 Amount, "j. Subordinate financing";
        SELLER_PAID_COSTS           "07A-110" 139  15 Amount, "k. Applicant's closing costs paid by Seller";
        MI_AND_FUNDING_FEE_FINANCED "07A-120" 154  15 Amount, "n. PMI, MIP, Funding Fee financed";
    }
}

record! {
    /// A credit that reduces the funds that the applicants bring.
    pub mod credit "07B" 20 Many {
        KIND   "07B-020"   4   2 Code(codes::CREDIT_KIND), "Other Credit Type Code";
        AMOUNT "07B-030"   6  15 Amount,                   "Amount of Other Credit";
    }
}

record! {
    /// An applicant's answers to the declarations of the 2009 form.
    pub mod declarations "08A" 28 OncePerApplicant {
        SSN                   "08A-020"   4   9 Ssn,   "Applicant Social Security Number";
        JUDGMENTS             "08A-030"  13   1 YesNo, "a. Outstanding judgments";
        BANKRUPTCY            "08A-040"  14   1 YesNo, "b. Declared bankrupt within the past 7 years";
        FORECLOSURE           "08A-050"  15   1 YesNo, "c. Foreclosure or deed in lieu in the last 7 years";
        LAWSUIT               "08A-060"  16   1 YesNo, "d. Party to a lawsuit";
        LOAN_FORECLOSURE      "08A-070"  17   1 YesNo, "e. Obligated on a loan that ended in foreclosure or judgment";
        DELINQUENT            "08A-080"  18   1 YesNo, "f. Delinquent or in default on a federal debt";
        ALIMONY               "08A-090"  19   1 YesNo, "g. Obligated to pay alimony or child support";
        BORROWED_DOWN_PAYMENT "08A-100"  20   1 YesNo, "h. Part of the down payment borrowed";
        COMAKER               "08A-110"  21   1 YesNo, "i. Co-maker or endorser on a note";
        CITIZENSHIP           "08A-120"  22   2 Code(codes::CITIZENSHIP), "j., k. Citizenship";
        OCCUPY                "08A-130"  24   1 Code(codes::YES_NO_UNKNOWN), "l. Intends to occupy the property";
        OWNED                 "08A-140"  25   1 Code(codes::YES_NO_UNKNOWN), "m. Owned property in the last 3 years";
        OWNED_USAGE           "08A-150"  26   1 Code(codes::USAGE), "m. (1) What type of property";
        OWNED_TITLE           "08A-160"  27   2 Code(codes::OWNED_TITLE), "m. (2) How title was held";
    }
}

record! {
    /// An explanation of a declaration.
    pub mod explanation "08B" 269 Many {
        SSN  "08B-020"   4   9 Ssn,                           "Applicant Social Security Number";
        KIND "08B-030"  13   2 Code(codes::EXPLANATION_KIND), "Declaration Type Code";
        TEXT "08B-040"  15 255 Sealed(&Text),                 "Declaration Explanation";
    }
}

record! {
    /// The date of an applicant's signature.
    pub mod signature "09A" 20 OncePerApplicant {
        SSN    "09A-020"   4   9 Ssn,  "Applicant Social Security Number";
        SIGNED "09A-030"  13   8 Date, "Signature Date";
    }
}

record! {
    /// Demographic answers as collected before 2018. ADS contains those collected since.
    pub mod demographics "10A" 45 OncePerApplicant {
        SSN       "10A-020"   4   9 Ssn,                             "Applicant Social Security Number";
        REFUSED   "10A-030"  13   1 Sealed(&YesNo),                  "I do not wish to furnish this information";
        ETHNICITY "10A-040"  14   1 Sealed(&Code(codes::ETHNICITY)), "Ethnicity";
        FILLER    "10A-050"  15  30 Reserved,                        "Filler";
        SEX       "10A-060"  45   1 Sealed(&Code(codes::SEX)),       "Sex";
    }
}

record! {
    /// The loan originator who took the application.
    pub mod originator "10B" 233 Once {
        TAKEN_BY      "10B-020"   4   1 Code(codes::TAKEN_BY), "This application was taken by";
        NAME          "10B-030"   5  60 Text,                  "Loan Originator's Name";
        INTERVIEWED   "10B-040"  65   8 Date,                  "Interview Date";
        PHONE         "10B-050"  73  10 Digits,                "Loan Originator's Phone Number";
        COMPANY       "10B-060"  83  35 Text,                  "Loan Origination Company's Name";
        STREET        "10B-070" 118  35 Text,                  "Loan Origination Company's Street Address";
        STREET_2      "10B-080" 153  35 Text,                  "Loan Origination Company's Street Address 2";
        CITY          "10B-090" 188  35 Text,                  "Loan Origination Company's City";
        STATE         "10B-100" 223   2 Text,                  "Loan Origination Company's State Code";
        ZIP           "10B-110" 225   5 Digits,                "Loan Origination Company's Zip Code";
        ZIP_PLUS_FOUR "10B-120" 230   4 Digits,                "Loan Origination Company's Zip Code Plus Four";
    }
}

record! {
    /// A race that an applicant selected, as collected before 2018.
    pub mod race "10R" 14 Many {
        SSN  "10R-020"   4   9 Ssn,                        "Applicant Social Security Number";
        RACE "10R-030"  13   2 Sealed(&Code(codes::RACE)), "Race";
    }
}
