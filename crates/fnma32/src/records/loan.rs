//! The loan and the property: 00A to 02E and PAI.

use crate::layout::{Section, record};

const SECTION: Section = Section::Application;

record! {
    /// Whether other people's income, assets and debts count as well.
    pub mod qualification "00A" 5 Once {
        OTHER_PERSONS_INCOME "00A-020"   4   1 YesNo, "Others' income or assets will be used for qualification";
        SPOUSES_DEBTS        "00A-030"   5   1 YesNo, "The spouse's liabilities count, income and assets do not";
    }
}

record! {
    /// The mortgage applied for and its terms.
    pub mod mortgage "01A" 317 Once {
        MORTGAGE_TYPE           "01A-020"   4   2 Code(codes::MORTGAGE_TYPE),     "Mortgage Applied For";
        MORTGAGE_TYPE_OTHER     "01A-030"   6  80 Text,                           "Mortgage Applied For (Other)";
        AGENCY_CASE_NUMBER      "01A-040"  86  30 Text,                           "Agency Case Number";
        LENDER_CASE_NUMBER      "01A-050" 116  15 Text,                           "Case Number";
        AMOUNT                  "01A-060" 131  15 Amount,                         "Loan Amount";
        RATE                    "01A-070" 146   7 Rate,                           "Interest Rate";
        TERM_MONTHS             "01A-080" 153   3 Digits,                         "No. of Months";
        AMORTIZATION_TYPE       "01A-090" 156   2 Code(codes::AMORTIZATION_TYPE), "Amortization Type";
        AMORTIZATION_TYPE_OTHER "01A-100" 158  80 Text,                           "Amortization Type Other Explanation";
        ARM_DESCRIPTION         "01A-110" 238  80 Text,                           "ARM Textual Description";
    }
}

record! {
    /// The property that secures the loan.
    pub mod property "02A" 188 Once {
        STREET                 "02A-020"   4  50 Text,   "Property Street Address";
        CITY                   "02A-030"  54  35 Text,   "Property City";
        STATE                  "02A-040"  89   2 Text,   "Property State";
        ZIP                    "02A-050"  91   5 Digits, "Property Zip Code";
        ZIP_PLUS_FOUR          "02A-060"  96   4 Digits, "Property Zip Code Plus Four";
        UNITS                  "02A-070" 100   3 Digits, "No. of Units";
        LEGAL_DESCRIPTION_CODE "02A-080" 103   2 Code(codes::LEGAL_DESCRIPTION_CODE), "Legal Description - Code";
        LEGAL_DESCRIPTION      "02A-090" 105  80 Text,   "Legal Description of Subject Property";
        YEAR_BUILT             "02A-100" 185   4 Year,   "Year Built";
    }
}

record! {
    /// The property's address in parts.
    pub mod property_address "PAI" 65 Once {
        HOUSE_NUMBER "PAI-020"   4  11 Text, "House Number";
        STREET_NAME  "PAI-030"  15  40 Text, "Street Name";
        UNIT         "PAI-040"  55  11 Text, "Unit Number";
    }
}

record! {
    /// Purpose of the loan, and occupancy and title of the property.
    pub mod purpose "02B" 157 Once {
        RESERVED             "02B-020"   4   2 Reserved, "Reserved for Future Use";
        PURPOSE              "02B-030"   6   2 Code(codes::PURPOSE), "Purpose of Loan";
        PURPOSE_OTHER        "02B-040"   8  80 Text,     "Purpose of Loan (Other)";
        USAGE                "02B-050"  88   1 Code(codes::USAGE), "Property will be";
        TITLE_MANNER         "02B-060"  89  60 Text,     "Manner in which Title will be held";
        ESTATE               "02B-070" 149   1 Code(codes::ESTATE), "Estate will be held in";
        LEASEHOLD_EXPIRATION "02B-080" 150   8 Date,     "(Estate will be held in) Leasehold expiration date";
    }
}

record! {
    /// Name of a future titleholder.
    pub mod titleholder "02C" 63 Many {
        NAME "02C-020"   4  60 Text, "Titleholder Name";
    }
}

record! {
    /// Cost and value data of a construction loan or refinance.
    pub mod construction_or_refinance "02D" 165 Once {
        ACQUIRED_YEAR     "02D-020"   4   4 Year,   "Year Lot Acquired (Construction) or Year Acquired (Refinance)";
        ORIGINAL_COST     "02D-030"   8  15 Amount, "Original Cost (Construction or Refinance)";
        EXISTING_LIENS    "02D-040"  23  15 Amount, "Amount Existing Liens (Construction or Refinance)";
        LOT_VALUE         "02D-050"  38  15 Amount, "(a) Present Value of Lot";
        IMPROVEMENT_COST  "02D-060"  53  15 Amount, "(b) Cost of Improvements";
        REFINANCE_PURPOSE "02D-070"  68   2 Code(codes::REFINANCE_PURPOSE), "Purpose of Refinance";
        IMPROVEMENTS      "02D-080"  70  80 Text,   "Describe Improvements";
        IMPROVEMENTS_MADE "02D-090" 150   1 Code(codes::IMPROVEMENTS_MADE), "(Describe Improvements) made/to be made";
        IMPROVEMENTS_COST "02D-100" 151  15 Amount, "(Describe Improvements) Cost";
    }
}

record! {
    /// A source of the down payment.
    pub mod down_payment "02E" 100 Many {
        KIND        "02E-020"   4   2 Code(codes::DOWN_PAYMENT_KIND), "Down Payment Type Code";
        AMOUNT      "02E-030"   6  15 Amount,                         "Down Payment Amount";
        EXPLANATION "02E-040"  21  80 Text,                           "Down Payment Explanation";
    }
}
