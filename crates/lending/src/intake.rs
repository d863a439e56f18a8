//! Leads that come in by themselves: what becomes of one who may be somebody that is known already.

use crate::{matching::Strength, words};

words! {
    /// What a company has done with somebody who comes in and seems to be known (DUP-16).
    #[allow(clippy::upper_case_acronyms)]
    pub enum IntakeRule {
        /// Nothing new is made: the known lead is told that they came again.
        LINK,
        /// Nothing is made.
        SKIP,
        /// A lead is made, with a mark.
        CREATE,
        /// Somebody looks at it first.
        HOLD,
    }
}

impl Default for IntakeRule {
    /// Nothing is lost and nobody is asked twice without somebody having looked.
    fn default() -> Self {
        IntakeRule::HOLD
    }
}

words! {
    /// What became of an arrival.
    #[allow(clippy::upper_case_acronyms)]
    pub enum ArrivalState {
        /// A lead was made of it.
        MADE,
        /// It was linked to a lead that was there.
        LINKED,
        /// A lead was there, and it was passed over.
        SKIPPED,
        /// It waits for somebody to look at it.
        HELD,
        /// Somebody decided that it is nothing.
        DROPPED,
        /// A row of a file that can't be taken; it is told with the reason.
        REFUSED,
        /// The lead that was made of it was taken back with its import.
        UNDONE,
    }
}

words! {
    /// Why an arrival is held.
    #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
    pub enum HoldReason {
        /// It may be somebody who is known.
        DUPLICATE,
        /// It has values that can't be taken.
        UNREADABLE,
        /// Nobody is named to own it.
        NO_OWNER,
    }
}

words! {
    /// What a column of a file of leads can hold (LEADPAGE-15).
    #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
    pub enum LeadColumn {
        /// Given name.
        FIRST_NAME,
        /// Family name.
        LAST_NAME,
        /// Both in one; the last word is the family name.
        NAME,
        /// E-mail address.
        EMAIL,
        /// Cell phone.
        PHONE,
        /// Purchase or refinance.
        PURPOSE,
        /// Where the property is.
        STATE,
        /// How much is to be borrowed.
        LOAN_AMOUNT,
        /// What the property costs, or is thought to be worth.
        PROPERTY_VALUE,
        /// The sender's own id.
        EXTERNAL_ID,
        /// What is to be noted.
        NOTE,
        /// Consent to calls and texts: its wording, or yes or no.
        CONSENT,
        /// When that was given.
        CONSENT_AT,
        /// The internet address from which it was given.
        CONSENT_ADDRESS,
    }
}

impl LeadColumn {
    /// What a column that is called so seems to hold.
    #[must_use]
    pub fn guess(head: &str) -> Option<Self> {
        let key: String = head.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
        Some(match key.as_str() {
            "firstname" | "first" | "givenname" | "borrowerfirstname" | "fname" => Self::FIRST_NAME,
            "lastname" | "last" | "surname" | "familyname" | "borrowerlastname" | "lname" => Self::LAST_NAME,
            "name" | "fullname" | "contact" | "contactname" | "borrower" | "borrowername" | "leadname" => Self::NAME,
            "email" | "emailaddress" | "mail" | "borroweremail" => Self::EMAIL,
            "phone" | "cellphone" | "cell" | "mobile" | "mobilephone" | "phonenumber" | "telephone" => Self::PHONE,
            "purpose" | "loanpurpose" | "loantype" => Self::PURPOSE,
            "state" | "statecode" | "propertystate" => Self::STATE,
            "loanamount" | "amount" | "requestedamount" | "requestedloanamount" | "mortgageamount" => Self::LOAN_AMOUNT,
            "propertyvalue" | "homevalue" | "estimatedvalue" | "estimatedhomevalue" | "purchaseprice" | "homeprice"
            | "esthomevalue" => Self::PROPERTY_VALUE,
            "id" | "leadid" | "externalid" | "reference" | "providerid" => Self::EXTERNAL_ID,
            "consent" | "tcpaconsent" | "tcpa" | "tcpalanguage" | "consenttext" | "consentwording" | "optin"
            | "disclosure" => Self::CONSENT,
            "consentat" | "consentdate" | "consenttime" | "consenttimestamp" | "optindate" => Self::CONSENT_AT,
            "ip" | "ipaddress" | "consentip" | "optinip" => Self::CONSENT_ADDRESS,
            "note" | "notes" | "comment" | "comments" | "message" => Self::NOTE,
            _ => return None,
        })
    }
}

/// A name's first part and its last word.
#[must_use]
pub fn split_name(name: &str) -> (&str, &str) {
    let name = name.trim();
    match name.split_once(',') {
        // Ortiz, Maya
        Some((last, first)) => (first.trim(), last.trim()),
        None => name.rsplit_once(char::is_whitespace).map_or((name, ""), |(first, last)| (first.trim(), last)),
    }
}

/// Why a text can't be somebody's name: a spreadsheet would calculate it.
#[must_use]
pub fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'])
}

/// What becomes of an arrival that can be read, by how surely it is somebody known. What is only possible is no duplicate:
/// a household shares a phone.
#[must_use]
pub fn decide(rule: IntakeRule, surest: Option<Strength>) -> ArrivalState {
    let is_known = surest.is_some_and(|strength| strength >= Strength::Likely);
    match rule {
        _ if !is_known => ArrivalState::MADE,
        IntakeRule::LINK => ArrivalState::LINKED,
        IntakeRule::SKIP => ArrivalState::SKIPPED,
        IntakeRule::CREATE => ArrivalState::MADE,
        IntakeRule::HOLD => ArrivalState::HELD,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_and_names_are_understood() {
        for (head, column) in [
            ("First Name", Some(LeadColumn::FIRST_NAME)),
            ("E-Mail", Some(LeadColumn::EMAIL)),
            ("Cell phone", Some(LeadColumn::PHONE)),
            ("lead_id", Some(LeadColumn::EXTERNAL_ID)),
            ("Loan Amount", Some(LeadColumn::LOAN_AMOUNT)),
            ("Est. Home Value", Some(LeadColumn::PROPERTY_VALUE)),
            ("Purchase price", Some(LeadColumn::PROPERTY_VALUE)),
            ("Credit score", None),
        ] {
            assert_eq!(LeadColumn::guess(head), column, "{head}");
        }
        assert_eq!(split_name(" Maya de la Cruz "), ("Maya de la", "Cruz"));
        assert_eq!((split_name("Ortiz, Maya"), split_name("Maya")), (("Maya", "Ortiz"), ("Maya", "")));
        assert!(is_formula("=HYPERLINK(\"x\")") && !is_formula("O'Neil"));
    }

    #[test]
    fn only_who_is_likely_or_certain_meets_the_rule() {
        for rule in IntakeRule::ALL {
            for strength in [None, Some(Strength::Possible)] {
                assert_eq!(decide(*rule, strength), ArrivalState::MADE, "{rule} {strength:?}");
            }
        }
        for strength in [Strength::Likely, Strength::Certain] {
            let of = |rule| decide(rule, Some(strength));
            assert_eq!(of(IntakeRule::default()), ArrivalState::HELD);
            assert_eq!(
                [of(IntakeRule::LINK), of(IntakeRule::SKIP), of(IntakeRule::CREATE)],
                [ArrivalState::LINKED, ArrivalState::SKIPPED, ArrivalState::MADE]
            );
        }
    }
}
