//! Income, expenses, assets and debts of applicants: 05H to 06S.

use crate::layout::{Section, record};

const SECTION: Section = Section::Application;

record! {
    /// An item of the monthly housing payment, present or proposed.
    pub mod housing_expense "05H" 30 Many {
        SSN    "05H-020"   4   9 Ssn,                                 "Applicant Social Security Number";
        TIMING "05H-030"  13   1 Code(codes::HOUSING_EXPENSE_TIMING), "Present/Proposed Indicator";
        KIND   "05H-040"  14   2 Code(codes::HOUSING_EXPENSE_KIND),   "Housing Payment Type Code";
        AMOUNT "05H-050"  16  15 Amount,                              "Housing Payment Amount (Monthly Housing Exp.)";
    }
}

record! {
    /// An applicant's monthly income from one source. Each source occurs at most once per applicant.
    pub mod income "05I" 29 Many {
        SSN    "05I-020"   4   9 Ssn,                      "Applicant Social Security Number";
        KIND   "05I-030"  13   2 Code(codes::INCOME_KIND), "Type of Income Code";
        AMOUNT "05I-040"  15  15 Amount,                   "Income Amount (Monthly Income)";
    }
}

record! {
    /// A cash deposit toward the purchase.
    pub mod cash_deposit "06A" 62 Many {
        SSN     "06A-020"   4   9 Ssn,    "Applicant Social Security Number";
        HELD_BY "06A-030"  13  35 Text,   "Cash deposit toward purchase held by";
        VALUE   "06A-040"  48  15 Amount, "Cash or Market Value";
    }
}

record! {
    /// A life insurance policy.
    pub mod life_insurance "06B" 72 Many {
        SSN            "06B-020"   4   9 Ssn,           "Applicant Social Security Number";
        ACCOUNT_NUMBER "06B-030"  13  30 Sealed(&Text), "Acct. no.";
        CASH_VALUE     "06B-040"  43  15 Amount,        "Life Insurance Cash or Market Value";
        FACE_AMOUNT    "06B-050"  58  15 Amount,        "Life insurance Face Amount";
    }
}

record! {
    /// An account or another asset.
    pub mod asset "06C" 266 Many {
        SSN            "06C-020"   4   9 Ssn,                     "Applicant Social Security Number";
        KIND           "06C-030"  13   3 Code(codes::ASSET_KIND), "Account/Asset Type";
        HOLDER         "06C-040"  16  35 Text,                    "Depository/Stock/Bond Institution Name";
        STREET         "06C-050"  51  35 Text,                    "Depository Street Address";
        CITY           "06C-060"  86  35 Text,                    "Depository City";
        STATE          "06C-070" 121   2 Text,                    "Depository State";
        ZIP            "06C-080" 123   5 Digits,                  "Depository Zip Code";
        ZIP_PLUS_FOUR  "06C-090" 128   4 Digits,                  "Depository Zip Code Plus Four";
        ACCOUNT_NUMBER "06C-100" 132  30 Sealed(&Text),           "Acct. no.";
        VALUE          "06C-110" 162  15 Amount,                  "Cash or Market Value";
        SHARES         "06C-120" 177   7 Text,                    "Number of Stock/Bond Shares";
        DESCRIPTION    "06C-130" 184  80 Text,                    "Asset Description";
        RESERVED_1     "06C-140" 264   1 Reserved,                "Reserved for Future Use";
        RESERVED_2     "06C-150" 265   2 Reserved,                "Reserved for Future Use";
    }
}

record! {
    /// An automobile.
    pub mod automobile "06D" 61 Many {
        SSN   "06D-020"   4   9 Ssn,    "Applicant Social Security Number";
        MAKE  "06D-030"  13  30 Text,   "Automobile Make/ Model";
        YEAR  "06D-040"  43   4 Year,   "Automobile Year";
        VALUE "06D-050"  47  15 Amount, "Cash or Market Value";
    }
}

record! {
    /// Alimony, child support and other expenses that are not debts.
    pub mod expense "06F" 93 Many {
        SSN             "06F-020"   4   9 Ssn,    "Applicant Social Security Number";
        KIND            "06F-030"  13   3 Code(codes::EXPENSE_KIND), "Expense Type Code";
        MONTHLY_PAYMENT "06F-040"  16  15 Amount, "Monthly Payment Amount";
        MONTHS_LEFT     "06F-050"  31   3 Digits, "Months Left to Pay";
        OWED_TO         "06F-060"  34  60 Text,   "Alimony/Child Support/Separate Maintenance Owed To";
    }
}

record! {
    /// Real estate that an applicant owns.
    pub mod owned_property "06G" 205 Many {
        SSN               "06G-020"   4   9 Ssn,                        "Applicant Social Security Number";
        STREET            "06G-030"  13  35 Text,                       "Property Street Address";
        CITY              "06G-040"  48  35 Text,                       "Property City";
        STATE             "06G-050"  83   2 Text,                       "Property State";
        ZIP               "06G-060"  85   5 Digits,                     "Property Zip Code";
        ZIP_PLUS_FOUR     "06G-070"  90   4 Digits,                     "Property Zip Code Plus Four";
        DISPOSITION       "06G-080"  94   1 Code(codes::DISPOSITION),   "Property Disposition";
        KIND              "06G-090"  95   2 Code(codes::PROPERTY_KIND), "Type of Property";
        MARKET_VALUE      "06G-100"  97  15 Amount,                     "Present Market Value";
        LIENS             "06G-110" 112  15 Amount,                     "Amount of Mortgages & Liens";
        GROSS_RENT        "06G-120" 127  15 Amount,                     "Gross Rental Income";
        MORTGAGE_PAYMENTS "06G-130" 142  15 Amount,                     "Mortgage Payments";
        MAINTENANCE       "06G-140" 157  15 Amount,                     "Insurance, Maintenance Taxes & Misc.";
        NET_RENT          "06G-150" 172  15 Amount,                     "Net Rental Income";
        CURRENT_RESIDENCE "06G-160" 187   1 YesNo,                      "Current Residence Indicator";
        SUBJECT           "06G-170" 188   1 YesNo,                      "Subject Property Indicator";
        REO_ID            "06G-180" 189   2 Text,                       "REO Asset ID";
        RESERVED          "06G-190" 191  15 Reserved,                   "Reserved for Future Use";
    }
}

record! {
    /// An alternate name of an applicant.
    pub mod alias "06H" 167 Many {
        SSN         "06H-020"   4   9 Ssn,      "Applicant Social Security Number";
        FIRST_NAME  "06H-030"  13  35 Text,     "Alternate First Name";
        MIDDLE_NAME "06H-040"  48  35 Text,     "Alternate Middle Name";
        LAST_NAME   "06H-050"  83  35 Text,     "Alternate Last Name";
        RESERVED_1  "06H-060" 118  35 Reserved, "Reserved for Future Use";
        RESERVED_2  "06H-070" 153  15 Reserved, "Reserved for Future Use";
    }
}

record! {
    /// A debt.
    pub mod liability "06L" 200 Many {
        SSN             "06L-020"   4   9 Ssn,                         "Applicant Social Security Number";
        KIND            "06L-030"  13   2 Code(codes::LIABILITY_KIND), "Liability Type";
        CREDITOR        "06L-040"  15  35 Text,                        "Creditor Name";
        STREET          "06L-050"  50  35 Text,                        "Creditor Street Address";
        CITY            "06L-060"  85  35 Text,                        "Creditor City";
        STATE           "06L-070" 120   2 Text,                        "Creditor State";
        ZIP             "06L-080" 122   5 Digits,                      "Creditor Zip Code";
        ZIP_PLUS_FOUR   "06L-090" 127   4 Digits,                      "Creditor Zip Code Plus Four";
        ACCOUNT_NUMBER  "06L-100" 131  30 Sealed(&Text),               "Acct. no.";
        MONTHLY_PAYMENT "06L-110" 161  15 Amount,                      "Monthly Payment Amount";
        MONTHS_LEFT     "06L-120" 176   3 Digits,                      "Months Left to Pay";
        BALANCE         "06L-130" 179  15 Amount,                      "Unpaid Balance";
        PAID_OFF        "06L-140" 194   1 YesNo,                       "Liability will be paid prior to closing";
        REO_ID          "06L-150" 195   2 Text,                        "REO Asset ID";
        RESUBORDINATED  "06L-160" 197   1 YesNo,                       "Resubordinated Indicator";
        OMITTED         "06L-170" 198   1 YesNo,                       "Omitted Indicator";
        SUBJECT         "06L-180" 199   1 YesNo,                       "Subject Property Indicator";
        RENTAL          "06L-190" 200   1 YesNo,                       "Rental Property Indicator";
    }
}

record! {
    /// A total over several records of an applicant.
    pub mod summary "06S" 30 Many {
        SSN    "06S-020"   4   9 Ssn,                       "Applicant Social Security Number";
        KIND   "06S-030"  13   3 Code(codes::SUMMARY_KIND), "Summary Amount Type Code";
        AMOUNT "06S-040"  16  15 Amount,                    "Amount";
    }
}
