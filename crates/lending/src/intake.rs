//! Automatic lead intake: what happens to an incoming lead who may be a duplicate.

use crate::{matching::Strength, words};

words! {
    /// The company's rule for incoming leads that look like duplicates (DUP-16).
    #[allow(clippy::upper_case_acronyms)]
    pub enum IntakeRule {
        /// Creates no lead. The existing lead records that the person inquired again.
        LINK,
        /// Creates no lead and records nothing on the existing one.
        SKIP,
        /// Creates a lead and flags it as a possible duplicate.
        CREATE,
        /// Holds the lead for review.
        HOLD,
    }
}

impl Default for IntakeRule {
    /// Holding is the safe default: a person decides before a lead is dropped or contacted twice.
    fn default() -> Self {
        IntakeRule::HOLD
    }
}

words! {
    /// Outcome of an incoming lead.
    #[allow(clippy::upper_case_acronyms)]
    pub enum ArrivalState {
        /// A lead was created.
        MADE,
        /// It was linked to an existing lead.
        LINKED,
        /// It matched an existing lead and was skipped.
        SKIPPED,
        /// It is held for review.
        HELD,
        /// A reviewer rejected it.
        DROPPED,
        /// A row of a file was invalid. The report lists it with the reason.
        REFUSED,
        /// It created a lead, which was deleted when the import was undone.
        UNDONE,
    }
}

words! {
    /// Why an incoming lead is held for review.
    #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
    pub enum HoldReason {
        /// It may be a duplicate of an existing lead.
        DUPLICATE,
        /// It contains invalid values.
        UNREADABLE,
        /// No owner is configured for it.
        NO_OWNER,
    }
}

words! {
    /// Content of a column in a lead file (LEADPAGE-15).
    #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
    pub enum LeadColumn {
        /// First name.
        FIRST_NAME,
        /// Last name.
        LAST_NAME,
        /// Full name in one column. The last word is the last name.
        NAME,
        /// Email address.
        EMAIL,
        /// Cell phone.
        PHONE,
        /// Purchase or refinance.
        PURPOSE,
        /// State of the property.
        STATE,
        /// Requested loan amount.
        LOAN_AMOUNT,
        /// Price or estimated value of the property.
        PROPERTY_VALUE,
        /// The lead's id in the sender's system.
        EXTERNAL_ID,
        /// Free-text note.
        NOTE,
        /// Consent to calls and texts: its wording, or yes or no.
        CONSENT,
        /// When the consent was given.
        CONSENT_AT,
        /// IP address from which the consent was given.
        CONSENT_ADDRESS,
    }
}

impl LeadColumn {
    /// Guesses a column's content from its heading.
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

/// Splits a full name into first and last name. The last word is the last name, unless a comma puts it first.
#[must_use]
pub fn split_name(name: &str) -> (&str, &str) {
    let name = name.trim();
    match name.split_once(',') {
        // Ortiz, Maya
        Some((last, first)) => (first.trim(), last.trim()),
        None => name.rsplit_once(char::is_whitespace).map_or((name, ""), |(first, last)| (first.trim(), last)),
    }
}

/// Whether a spreadsheet would run this text as a formula. Such a text is rejected as a name.
#[must_use]
pub fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'])
}

/// Outcome of a valid incoming lead, by the company's rule and the strength of the best match. A merely possible match
/// doesn't count as a duplicate, because members of a household share a phone.
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
    fn the_rule_applies_only_to_likely_and_certain_matches() {
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
