//! Small MISMO messages, written by hand.

use crate::read;
use lending::import::{Imported, Issue};

/// What is said of a loan; every part may be told anew.
pub struct Deal<'a> {
    /// Within `DEAL`, before the collaterals.
    pub assets: &'a str,
    /// Within `SUBJECT_PROPERTY`.
    pub property: &'a str,
    /// Within `DEAL`, between collaterals and loans.
    pub debts: &'a str,
    /// Within the `LOAN` that is asked for, before its terms.
    pub loan: &'a str,
    /// Within its `TERMS_OF_LOAN`.
    pub terms: &'a str,
    /// Within `LOANS`, beside it.
    pub other_loans: &'a str,
    /// Within the borrower's `INDIVIDUAL`, before the name.
    pub individual: &'a str,
    /// Within the borrower's `BORROWER`.
    pub borrower: &'a str,
    /// Within the borrower's `PARTY`, at its end.
    pub party: &'a str,
    /// Within `PARTIES`, after the borrower.
    pub parties: &'a str,
    /// Within `RELATIONSHIPS`.
    pub relationships: &'a str,
}

impl Default for Deal<'_> {
    /// A loan of which nothing is missing. The number is that of a specimen card, which was never anybody's.
    fn default() -> Self {
        Deal {
            assets: "",
            property: "<PROPERTY_DETAIL><PropertyUsageType>PrimaryResidence</PropertyUsageType></PROPERTY_DETAIL>",
            debts: "",
            loan: "",
            terms: "<BaseLoanAmount>200000.00</BaseLoanAmount><LoanPurposeType>Purchase</LoanPurposeType>\
                    <MortgageType>Conventional</MortgageType>",
            other_loans: "",
            individual: "",
            borrower: "",
            party: "<TAXPAYER_IDENTIFIERS><TAXPAYER_IDENTIFIER><TaxpayerIdentifierType>SocialSecurityNumber\
                    </TaxpayerIdentifierType><TaxpayerIdentifierValue>219099999</TaxpayerIdentifierValue>\
                    </TAXPAYER_IDENTIFIER></TAXPAYER_IDENTIFIERS>",
            parties: "",
            relationships: "",
        }
    }
}

impl Deal<'_> {
    /// The file.
    pub fn message(&self) -> String {
        let Deal { assets, property, debts, loan, terms, other_loans, .. } = self;
        let Deal { individual, borrower, party, parties, relationships, .. } = self;
        format!(
            r#"<MESSAGE xmlns="http://www.mismo.org/residential/2009/schemas" xmlns:xlink="http://www.w3.org/1999/xlink"
                xmlns:ULAD="http://www.datamodelextension.org/Schema/ULAD" MISMOReferenceModelIdentifier="3.4.032420160128">
            <DEAL_SETS><DEAL_SET><DEALS><DEAL>
            {assets}
            <COLLATERALS><COLLATERAL><SUBJECT_PROPERTY>{property}</SUBJECT_PROPERTY></COLLATERAL></COLLATERALS>
            {debts}
            <LOANS>
                <LOAN LoanRoleType="SubjectLoan">{loan}<TERMS_OF_LOAN>{terms}</TERMS_OF_LOAN></LOAN>
                {other_loans}
            </LOANS>
            <PARTIES>
                <PARTY>
                    <INDIVIDUAL>{individual}<NAME><FirstName>Ada</FirstName><LastName>Homeowner</LastName></NAME></INDIVIDUAL>
                    <ROLES><ROLE xlink:label="BORROWER_1">
                        <BORROWER>{borrower}</BORROWER>
                        <ROLE_DETAIL><PartyRoleType>Borrower</PartyRoleType></ROLE_DETAIL>
                    </ROLE></ROLES>
                    {party}
                </PARTY>
                {parties}
            </PARTIES>
            <RELATIONSHIPS>{relationships}</RELATIONSHIPS>
            </DEAL></DEALS></DEAL_SET></DEAL_SETS></MESSAGE>"#
        )
    }

    /// What is read of the file.
    pub fn read(&self) -> Imported {
        read(self.message().as_bytes()).unwrap()
    }
}

/// A borrower beside the first.
pub fn borrower(label: &str, first_name: &str) -> String {
    format!(
        "<PARTY><INDIVIDUAL><NAME><FirstName>{first_name}</FirstName><LastName>Homeowner</LastName></NAME></INDIVIDUAL>\
         <ROLES><ROLE xlink:label=\"{label}\"><ROLE_DETAIL><PartyRoleType>Borrower</PartyRoleType></ROLE_DETAIL></ROLE>\
         </ROLES></PARTY>"
    )
}

/// A relationship between two labels.
pub fn arc(from: &str, role: &str, to: &str) -> String {
    format!(
        "<RELATIONSHIP xlink:from=\"{from}\" xlink:to=\"{to}\" \
         xlink:arcrole=\"urn:fdc:mismo.org:2009:residential/{role}\"/>"
    )
}

/// The only issue about a field.
pub fn only<'i>(imported: &'i Imported, field: &str) -> &'i Issue {
    let mut of_field = imported.issues.iter().filter(|issue| issue.field == field);
    match (of_field.next(), of_field.next()) {
        (Some(issue), None) => issue,
        _ => panic!("not one issue about {field}: {:#?}", imported.issues),
    }
}
