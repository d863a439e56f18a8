//! Additional case data: 99B, ADS, SCA.

use crate::layout::{Section, record};

const SECTION: Section = Section::AdditionalCase;

record! {
    /// The value of the property and its source.
    pub mod valuation "99B" 145 Once {
        BELOW_MARKET_FINANCING  "99B-020"   4   1 YesNo,    "Seller Provided Below Market Financing";
        MORTGAGE_OWNER          "99B-030"   5   2 Code(codes::MORTGAGE_OWNER), "Owner of existing mortgage";
        VALUE                   "99B-040"   7  15 Amount,   "Property Appraised Value";
        BUYDOWN_RATE            "99B-050"  22   7 Rate,     "Buydown Rate";
        VALUE_KIND              "99B-060"  29   2 Code(codes::VALUE_KIND), "Actual vs. Estimated Appraised Value";
        BLANK                   "99B-070"  31   3 Reserved, "Blank";
        APPRAISER_NAME          "99B-080"  34  60 Text,     "Appraiser Name";
        APPRAISER_COMPANY       "99B-090"  94  35 Text,     "Appraiser Company";
        APPRAISER_LICENSE       "99B-100" 129  15 Text,     "Appraiser License Number";
        APPRAISER_LICENSE_STATE "99B-110" 144   2 Text,     "Appraiser License State Code";
    }
}

record! {
    /// A named value: data added after the layout was fixed.
    pub mod additional_data "ADS" 88 Many {
        NAME  "ADS-020"   4  35 Text,          "Name";
        VALUE "ADS-030"  39  50 Sealed(&Text), "Value";
    }
}

record! {
    /// A score of a mortgage insurer.
    pub mod mortgage_score "SCA" 17 Many {
        SCORE_ID "SCA-020"   4   3 Code(codes::SCORE_ID), "Score ID";
        SCORE    "SCA-030"   7   3 Sealed(&Digits),       "Score";
        DATE     "SCA-040"  10   8 Date,                  "Score Date";
    }
}
