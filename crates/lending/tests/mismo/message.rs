//! Small handwritten MISMO messages.

use crate::read;
use lending::import::{Imported, Issue};

/// Contents of a loan file. Tests override the parts they need.
pub struct Deal<'a> {
    /// In `DEAL`, before the collaterals.
    pub assets: &'a str,
    /// In `SUBJECT_PROPERTY`.
    pub property: &'a str,
    /// In `DEAL`, between collaterals and loans.
    pub debts: &'a str,
    /// In the requested `LOAN`, before its terms.
    pub loan: &'a str,
    /// In its `TERMS_OF_LOAN`.
    pub terms: &'a str,
    /// In `LOANS`, after the requested loan.
    pub other_loans: &'a str,
    /// In the borrower's `INDIVIDUAL`, before the name.
    pub individual: &'a str,
    /// In the borrower's `BORROWER`.
    pub borrower: &'a str,
    /// In the borrower's `PARTY`, at its end.
    pub party: &'a str,
    /// In `PARTIES`, after the borrower.
    pub parties: &'a str,
    /// In `RELATIONSHIPS`.
    pub relationships: &'a str,
}

impl Default for Deal<'_> {
    /// A complete loan. The Social Security number is from a specimen card and was never issued.
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
    /// The message as a file.
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

    /// Reads the message.
    pub fn read(&self) -> Imported {
        read(self.message().as_bytes()).unwrap()
    }
}

/// An additional borrower.
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

/// The only issue with a field.
pub fn only<'i>(imported: &'i Imported, field: &str) -> &'i Issue {
    let mut of_field = imported.issues.iter().filter(|issue| issue.field == field);
    match (of_field.next(), of_field.next()) {
        (Some(issue), None) => issue,
        _ => panic!("not one issue about {field}: {:#?}", imported.issues),
    }
}
