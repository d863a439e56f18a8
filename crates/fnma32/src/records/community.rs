//! Community lending data: LMD.

use crate::layout::{Section, record};

const SECTION: Section = Section::CommunityLending;

record! {
    /// Data about community lending.
    pub mod community_lending "LMD" 130 Once {
        COUNTY             "LMD-020"   4  40 Text,   "County";
        PRODUCT            "LMD-030"  44   2 Code(codes::COMMUNITY_LENDING_PRODUCT), "Community Lending Product";
        SECONDS_REPAYMENT  "LMD-035"  46  38 Code(codes::COMMUNITY_SECONDS_REPAYMENT), "Community Seconds Repayment";
        NEIGHBORS_ELIGIBLE "LMD-040"  84   1 YesNo,  "Fannie Neighbors Eligible";
        COMMUNITY_SECONDS  "LMD-050"  85   1 YesNo,  "Community Seconds";
        MEDIAN_INCOME      "LMD-060"  86  15 Amount, "HUD Median Income";
        LIMIT_ADJUSTMENT   "LMD-070" 101  15 Amount, "Income Limit Adjustment Factors";
        INCOME_LIMIT       "LMD-080" 116  15 Amount, "Community Lending Income Limit";
    }
}
