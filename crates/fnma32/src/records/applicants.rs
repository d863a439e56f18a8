//! Applicants with their residences and employers (03A to 04B).

use crate::layout::{Section, record};

const SECTION: Section = Section::Application;

record! {
    /// An applicant. The applicant's other records refer to it by Social Security number.
    pub mod applicant "03A" 239 OncePerApplicant {
        INDICATOR       "03A-020"   4   2 Code(codes::APPLICANT_INDICATOR),      "Applicant / Co-Applicant Indicator";
        SSN             "03A-030"   6   9 Ssn,                                   "Applicant Social Security Number";
        FIRST_NAME      "03A-040"  15  35 Text,                                  "Applicant First Name";
        MIDDLE_NAME     "03A-050"  50  35 Text,                                  "Applicant Middle Name";
        LAST_NAME       "03A-060"  85  35 Text,                                  "Applicant Last Name";
        SUFFIX          "03A-070" 120   4 Text,                                  "Applicant Generation";
        HOME_PHONE      "03A-080" 124  10 Digits,                                "Home Phone";
        AGE             "03A-090" 134   3 Sealed(&Digits),                       "Age";
        SCHOOL_YEARS    "03A-100" 137   2 Digits,                                "Yrs. School";
        MARITAL_STATUS  "03A-110" 139   1 Code(codes::APPLICANT_MARITAL_STATUS), "Marital Status";
        DEPENDENTS      "03A-120" 140   2 Digits,                                "Dependents (no.)";
        JOINTLY         "03A-130" 142   1 YesNo,                                 "Completed Jointly/Not Jointly";
        CROSS_REFERENCE "03A-140" 143   9 Ssn,                                   "Cross-Reference Number";
        BIRTH_DATE      "03A-150" 152   8 Sealed(&Date),                         "Date of Birth";
        EMAIL           "03A-160" 160  80 Text,                                  "Email Address";
    }
}

record! {
    /// A dependent's age.
    pub mod dependent "03B" 15 Many {
        SSN "03B-020"   4   9 Ssn,    "Applicant Social Security Number";
        AGE "03B-030"  13   3 Digits, "Dependent's Age";
    }
}

record! {
    /// A current, former or mailing address of an applicant.
    pub mod residence "03C" 165 Many {
        SSN           "03C-020"   4   9 Ssn,                          "Applicant Social Security Number";
        KIND          "03C-030"  13   2 Code(codes::RESIDENCE_KIND),  "(Present/Former)";
        STREET        "03C-040"  15  50 Text,                         "Residence Street Address";
        CITY          "03C-050"  65  35 Text,                         "Residence City";
        STATE         "03C-060" 100   2 Text,                         "Residence State";
        ZIP           "03C-070" 102   5 Digits,                       "Residence Zip Code";
        ZIP_PLUS_FOUR "03C-080" 107   4 Digits,                       "Residence Zip Code Plus Four";
        BASIS         "03C-090" 111   1 Code(codes::RESIDENCE_BASIS), "Own/Rent/Living Rent Free";
        YEARS         "03C-100" 112   2 Digits,                       "No. Yrs.";
        MONTHS        "03C-110" 114   2 Digits,                       "No. Months";
        COUNTRY       "03C-120" 116  50 Text,                         "Country";
    }
}

record! {
    /// An applicant's current primary employer.
    pub mod primary_employer "04A" 170 Many {
        SSN                "04A-020"   4   9 Ssn,    "Applicant Social Security Number";
        NAME               "04A-030"  13  35 Text,   "Employer Name";
        STREET             "04A-040"  48  35 Text,   "Employer Street Address";
        CITY               "04A-050"  83  35 Text,   "Employer City";
        STATE              "04A-060" 118   2 Text,   "Employer State";
        ZIP                "04A-070" 120   5 Digits, "Employer Zip Code";
        ZIP_PLUS_FOUR      "04A-080" 125   4 Digits, "Employer Zip Code Plus Four";
        SELF_EMPLOYED      "04A-090" 129   1 YesNo,  "Self Employed";
        YEARS              "04A-100" 130   2 Digits, "Yrs. on this job";
        MONTHS             "04A-110" 132   2 Digits, "Months on this job";
        LINE_OF_WORK_YEARS "04A-120" 134   2 Digits, "Yrs. employed in this line of work/profession";
        POSITION           "04A-130" 136  25 Text,   "Position / Title / Type of Business";
        PHONE              "04A-140" 161  10 Digits, "Business Phone";
    }
}

record! {
    /// Another current or former employer of an applicant.
    pub mod other_employer "04B" 196 Many {
        SSN            "04B-020"   4   9 Ssn,    "Applicant Social Security Number";
        NAME           "04B-030"  13  35 Text,   "Employer Name";
        STREET         "04B-040"  48  35 Text,   "Employer Street Address";
        CITY           "04B-050"  83  35 Text,   "Employer City";
        STATE          "04B-060" 118   2 Text,   "Employer State";
        ZIP            "04B-070" 120   5 Digits, "Employer Zip Code";
        ZIP_PLUS_FOUR  "04B-080" 125   4 Digits, "Employer Zip Code Plus Four";
        SELF_EMPLOYED  "04B-090" 129   1 YesNo,  "Self Employed";
        CURRENT        "04B-100" 130   1 YesNo,  "Current Employment Flag";
        STARTED        "04B-110" 131   8 Date,   "From Date";
        ENDED          "04B-120" 139   8 Date,   "To Date";
        MONTHLY_INCOME "04B-130" 147  15 Amount, "Monthly Income";
        POSITION       "04B-140" 162  25 Text,   "Position / Title / Type of Business";
        PHONE          "04B-150" 187  10 Digits, "Business Phone";
    }
}
