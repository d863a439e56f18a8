//! The sections of Form 1003.

use crate::values::Invalid;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, Type},
};

/// How often a section exists on a loan (URLA-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
pub enum SectionScope {
    /// Once for each borrower.
    Borrower,
    /// Once for each group of borrowers who apply jointly.
    Group,
    /// Once.
    Loan,
}

macro_rules! sections {
    ($($name:ident $key:literal $scope:ident $title:literal;)+) => {
        /// A section of the form, in the order of the form. The last three aren't entries of the section list: the
        /// heading, the Unmarried Addendum and the Supplemental Consumer Information Form.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Section {
            $(#[doc = $title] #[serde(rename = $key)] $name),+
        }

        impl Section {
            /// Every section, in the order of the form.
            pub const ALL: &'static [Section] = &[$(Section::$name),+];

            /// The form's number, such as `1a` or `L4`. It is also the URL hash.
            #[must_use]
            pub const fn key(self) -> &'static str {
                match self { $(Section::$name => $key),+ }
            }

            /// The title on the form.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self { $(Section::$name => $title),+ }
            }

            /// How often it exists on a loan.
            #[must_use]
            pub const fn scope(self) -> SectionScope {
                match self { $(Section::$name => SectionScope::$scope),+ }
            }
        }

        impl FromStr for Section {
            type Err = Invalid;
            fn from_str(text: &str) -> Result<Self, Invalid> {
                match text {
                    $($key => Ok(Section::$name),)+
                    _ => Err(Invalid("Unknown section".to_owned())),
                }
            }
        }
    };
}

sections! {
    S1a "1a" Borrower "Personal Information";
    S1b "1b" Borrower "Current Employment/Self-Employment and Income";
    S1c "1c" Borrower "Additional Employment/Self-Employment and Income";
    S1d "1d" Borrower "Previous Employment/Self-Employment and Income";
    S1e "1e" Borrower "Income from Other Sources";
    S2a "2a" Group "Assets - Bank Accounts, Retirement, and Other Accounts You Have";
    S2b "2b" Group "Other Assets and Credits You Have";
    S2c "2c" Group "Liabilities - Credit Cards, Other Debts, and Leases that You Owe";
    S2d "2d" Group "Other Liabilities and Expenses";
    S3a "3a" Group "Property You Own";
    S3b "3b" Group "Additional Property";
    S3c "3c" Group "Additional Property";
    S4a "4a" Loan "Loan and Property Information";
    S4b "4b" Loan "Other New Mortgage Loans on the Property You are Buying or Refinancing";
    S4c "4c" Loan "Rental Income on the Property You Want to Purchase";
    S4d "4d" Loan "Gifts or Grants You Have Been Given or Will Receive for this Loan";
    S5a "5a" Borrower "About this Property and Your Money for this Loan";
    S5b "5b" Borrower "About Your Finances";
    S6 "6" Borrower "Acknowledgments and Agreements";
    S7 "7" Borrower "Military Service";
    S8 "8" Borrower "Demographic Information";
    S9 "9" Loan "Loan Originator Information";
    L1 "L1" Loan "Property and Loan Information";
    L2 "L2" Loan "Title Information";
    L3 "L3" Loan "Mortgage Loan Information";
    L4 "L4" Loan "Qualifying the Borrower - Minimum Required Funds or Cash Back";
    Head "head" Loan "Uniform Residential Loan Application";
    Ua "UA" Borrower "Unmarried Addendum";
    Scif "SCIF" Borrower "Supplemental Consumer Information Form";
}

// The derived schema would list the names of the variants: it doesn't see the keys inside of the macro.
impl PartialSchema for Section {
    fn schema() -> RefOr<Schema> {
        let keys = Section::ALL.iter().map(|section| section.key());
        let object = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(keys));
        object.description(Some("A section of the form, by its number.")).into()
    }
}

impl ToSchema for Section {}

impl Section {
    /// The 26 entries of the section list (URLA-01).
    pub const LISTED: &'static [Section] = Section::ALL.split_at(26).0;
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// URLA-01: the section list has the form's 26 sections in the form's order.
    #[test]
    fn the_section_list_follows_the_form() {
        let keys: Vec<_> = Section::LISTED.iter().map(|section| section.key()).collect();
        assert_eq!(keys.join(" "), "1a 1b 1c 1d 1e 2a 2b 2c 2d 3a 3b 3c 4a 4b 4c 4d 5a 5b 6 7 8 9 L1 L2 L3 L4");
        for section in Section::ALL {
            assert_eq!(section.key().parse::<Section>().as_ref(), Ok(section));
            assert_eq!(serde_json::to_value(section).unwrap(), section.key());
        }
    }

    /// URLA-03: sections 1, 5, 6, 7 and 8 exist per borrower, 2 and 3 per joint group, 4, 9 and L1 to L4 once.
    #[test]
    fn each_section_has_its_scope() {
        for section in Section::LISTED {
            let scope = match section.key().as_bytes()[0] {
                b'1' | b'5'..=b'8' => SectionScope::Borrower,
                b'2' | b'3' => SectionScope::Group,
                _ => SectionScope::Loan,
            };
            assert_eq!(section.scope(), scope, "{section}");
        }
    }
}
