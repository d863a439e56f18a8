//! Product data: LNC to BUA.

use crate::layout::{Section, record};

const SECTION: Section = Section::Product;

record! {
    /// Lien position, type of property and features of the loan.
    pub mod features "LNC" 91 Once {
        LIEN                         "LNC-020"   4   1 Code(codes::LIEN), "Lien Type Code";
        DOCUMENTATION                "LNC-030"   5   1 Code(codes::DOCUMENTATION), "Loan Documentation Type Code";
        PROPERTY_KIND                "LNC-040"   6   2 Code(codes::SUBJECT_PROPERTY_KIND), "Subject Property Type Code";
        RESERVED_1                   "LNC-050"   8   2 Reserved, "Reserved for future use";
        RESERVED_2                   "LNC-060"  10   2 Reserved, "Reserved for future use";
        RESERVED_3                   "LNC-070"  12   2 Reserved, "Reserved for future use";
        RESERVED_4                   "LNC-080"  14   2 Reserved, "Reserved for future use";
        PROJECT_CLASS                "LNC-090"  16   2 Code(codes::PROJECT_CLASS), "Project Classification Code";
        NEGATIVE_AMORTIZATION_LIMIT  "LNC-100"  18   7 Rate,     "Negative Amortization Limit Percent";
        BALLOON                      "LNC-110"  25   1 YesNo,    "Balloon Indicator";
        FILLER_1                     "LNC-120"  26   1 Reserved, "Filler";
        FILLER_2                     "LNC-130"  27   1 Reserved, "Filler";
        HOMEBUYER_EDUCATION          "LNC-140"  28   1 Code(codes::HOMEBUYER_EDUCATION), "Homebuyer Education";
        LIFETIME_RATE_INCREASE       "LNC-150"  29   7 Rate,     "Maximum Lifetime Rate Increase";
        LIFETIME_PAYMENT_CAP_PERCENT "LNC-160"  36   7 Rate,     "Payment Adjustment Life Percent Cap";
        LIFETIME_PAYMENT_CAP_AMOUNT  "LNC-170"  43  15 Amount,   "Payment Adjustment Life Amount Cap";
        ESCROW_WAIVED                "LNC-180"  58   1 YesNo,    "Will Escrow be Waived?";
        CLOSING                      "LNC-190"  59   8 Date,     "Scheduled Loan Closing Date";
        FIRST_PAYMENT                "LNC-200"  67   8 Date,     "Scheduled First Payment Date";
        MI_COVERAGE                  "LNC-210"  75   7 Rate,     "MI Coverage Percent";
        MI_INSURER                   "LNC-220"  82   3 Code(codes::MI_INSURER), "MI Insurer Code";
        APR_SPREAD                   "LNC-230"  85   5 Rate,     "APR Spread";
        HOEPA                        "LNC-240"  90   1 YesNo,    "HOEPA";
        PREAPPROVAL                  "LNC-250"  91   1 YesNo,    "PreApproval";
    }
}

record! {
    /// The product, with the lender's and Fannie Mae's names.
    pub mod product "PID" 53 Once {
        DESCRIPTION "PID-020"   4  30 Text, "Product Description";
        CODE        "PID-030"  34  15 Text, "Product Code";
        PLAN_NUMBER "PID-040"  49   5 Text, "Product Plan Number";
    }
}

record! {
    /// Payment terms of the loan.
    pub mod payment "PCH" 13 Once {
        TERM_MONTHS           "PCH-020"   4   3 Digits,                         "Mortgage Term";
        ASSUMABLE             "PCH-030"   7   1 YesNo,                          "Assumable Loan Indicator";
        FREQUENCY             "PCH-040"   8   2 Code(codes::PAYMENT_FREQUENCY), "Payment Frequency Code";
        PREPAYMENT_PENALTY    "PCH-050"  10   1 YesNo,                          "Prepayment Penalty Indicator";
        PREPAYMENT_RESTRICTED "PCH-060"  11   1 YesNo,                          "Prepayment Restricted Indicator";
        REPAYMENT             "PCH-070"  12   2 Code(codes::PAYMENT_REPAYMENT), "Repayment Type Code";
    }
}

record! {
    /// Index and margin of an adjustable rate.
    pub mod adjustable_rate "ARM" 26 Once {
        INDEX_VALUE     "ARM-020"   4   7 Rate,               "ARM Index Value";
        INDEX           "ARM-030"  11   2 Code(codes::INDEX), "Index Type (Index Name)";
        MARGIN          "ARM-040"  13   7 Rate,               "ARM Index Margin";
        QUALIFYING_RATE "ARM-050"  20   7 Rate,               "ARM Qualifying Rate";
    }
}

record! {
    /// An adjustment of the payment.
    pub mod payment_adjustment "PAJ" 61 Many {
        PERIOD           "PAJ-020"   4   4 Digits,                               "Payment Adjustment Period Number";
        DURATION_MONTHS  "PAJ-030"   8   3 Digits,                               "Payment Adjustment Duration";
        FREQUENCY_MONTHS "PAJ-040"  11   3 Digits,                               "Payment Adjustment Frequency";
        KIND             "PAJ-050"  14   1 Code(codes::PAYMENT_ADJUSTMENT_KIND), "Payment Adjustment Type Code";
        PERCENT          "PAJ-060"  15   7 Rate,                                 "Payment Adjustment Percent";
        AMOUNT           "PAJ-070"  22  15 Amount,                               "Payment Adjustment Amount";
        PERCENT_CAP      "PAJ-080"  37   7 Rate,                                 "Payment Adjustment Percent Cap";
        AMOUNT_CAP       "PAJ-090"  44  15 Amount,                               "Payment Adjustment Amount Cap";
        FIRST_MONTHS     "PAJ-100"  59   3 Digits,                               "Months To First Payment Adjustment";
    }
}

record! {
    /// An adjustment of the rate.
    pub mod rate_adjustment "RAJ" 31 Many {
        PERIOD           "RAJ-020"   4   4 Digits, "Rate Adjustment Period Number";
        DURATION_MONTHS  "RAJ-030"   8   3 Digits, "Rate Adjustment Duration";
        FREQUENCY_MONTHS "RAJ-040"  11   3 Digits, "Rate Adjustment Frequency";
        METHOD           "RAJ-050"  14   1 Code(codes::RATE_ADJUSTMENT_METHOD), "Rate Adjustment Calculation Method";
        PERCENT          "RAJ-060"  15   7 Rate,   "Rate Adjustment Percent";
        CAP              "RAJ-070"  22   7 Rate,   "Rate Adjustment Cap";
        FIRST_MONTHS     "RAJ-080"  29   3 Digits, "Months To First Rate Adjustment";
    }
}

record! {
    /// A buydown: its funding and duration.
    pub mod buydown "BUA" 19 Once {
        FREQUENCY_MONTHS "BUA-020"   4   3 Digits,                          "Buydown Frequency";
        DURATION_MONTHS  "BUA-030"   7   3 Digits,                          "Buydown Duration";
        INCREASE_RATE    "BUA-040"  10   7 Rate,                            "Increase Rate";
        LENDER_FUNDED    "BUA-050"  17   1 YesNo,                           "Funding Code";
        BASE_DATE        "BUA-060"  18   1 Code(codes::BUYDOWN_BASE_DATE),  "Buydown Base Date Code";
        PERMANENCE       "BUA-070"  19   1 Code(codes::BUYDOWN_PERMANENCE), "Buydown Type Indicator (Perm. Or Temp.)";
    }
}
