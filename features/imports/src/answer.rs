//! What a dialog needs to know of a file that was read. Keys are the specification's (L section 3, import result).

use borrowers::{Match, Person, is_known_email, matches_of, person};
use lending::{
    application::{Application, LoanPurpose, PropertyUsage},
    import::{Imported, Issue},
    values::{Email, Money, Phone, StateCode},
};
use platform::{Result, Tx};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// The import result.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportResult)]
pub struct Out {
    /// With it the loan is made.
    file_id: Uuid,
    leads: Leads,
    loan_info: LoanInfo,
    warnings: Vec<Warning>,
    loan_application: LoanApplication,
    /// What should be looked at, in the order of the file.
    issues: Vec<Issue>,
}

/// Possible matches of the file's borrowers.
#[derive(Debug, Serialize, ToSchema)]
pub struct Leads {
    rows: Vec<Match>,
}

/// The file in a line.
#[derive(Debug, Serialize, ToSchema)]
pub struct LoanInfo {
    borrowers: Vec<BorrowerInfo>,
    #[schema(value_type = Option<String>)]
    amount: Option<Money>,
    purpose: Option<LoanPurpose>,
}

/// A borrower of the file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BorrowerInfo {
    first_name: Option<String>,
    last_name: Option<String>,
    #[schema(value_type = Option<String>)]
    email: Option<Email>,
    #[schema(value_type = Option<String>)]
    phone: Option<Phone>,
}

/// Something to be told that keeps nobody from going on.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Warning {
    lw_code: &'static str,
    message: &'static str,
}

/// The two values that fill the form's lists.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct LoanApplication {
    property: PropertyInfo,
    purpose_of_loan: PurposeOfLoan,
}

/// The property's state.
#[derive(Debug, Serialize, ToSchema)]
pub struct PropertyInfo {
    #[schema(value_type = Option<String>)]
    state: Option<StateCode>,
}

/// How the property will be used: `PrimaryResidence`, `SecondHome` or `Investment`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PurposeOfLoan {
    residence_type_text: Option<PropertyUsage>,
}

/// A borrower of the company has one of the file's addresses.
const KNOWN_EMAIL: Warning = Warning { lw_code: "LWBOR20001", message: "A borrower with this email already exists." };

impl Out {
    /// Looks up matches and puts the answer together.
    pub(crate) async fn of(tx: &mut Tx, file_id: Uuid, imported: Imported) -> Result<Self> {
        let Application { borrowers, loan, property, .. } = imported.application;
        let people: Vec<Person> = borrowers
            .iter()
            .map(|borrower| {
                person(
                    borrower.email.as_ref().map(Email::as_str),
                    borrower.cell_phone.as_ref().or(borrower.home_phone.as_ref()).map(Phone::digits),
                    borrower.first_name.as_deref(),
                    borrower.last_name.as_deref(),
                )
            })
            .collect();
        let rows = matches_of(tx, &people).await?.rows;
        let warnings = if is_known_email(tx, &people).await? { vec![KNOWN_EMAIL] } else { Vec::new() };
        let borrowers = borrowers
            .into_iter()
            .map(|borrower| BorrowerInfo {
                first_name: borrower.first_name,
                last_name: borrower.last_name,
                email: borrower.email,
                phone: borrower.cell_phone.or(borrower.home_phone),
            })
            .collect();
        Ok(Self {
            file_id,
            leads: Leads { rows },
            loan_info: LoanInfo { borrowers, amount: loan.base_amount.or(loan.note_amount), purpose: loan.purpose },
            warnings,
            loan_application: LoanApplication {
                property: PropertyInfo { state: property.address.state },
                purpose_of_loan: PurposeOfLoan { residence_type_text: property.usage },
            },
            issues: imported.issues,
        })
    }
}
