//! Result of parsing a loan file, for the import dialog. Keys are the specification's (L section 3, import result).

use crate::{read::Read, store};
use borrowers::{Match, Person, is_known_email, matches_of, person};
use lending::{
    access::Permission,
    application::{Application, LoanPurpose, PropertyUsage},
    import::{Imported, Issue},
    trid::{TridData, missing},
    values::{Email, Money, Phone, StateCode},
};
use platform::{Result, Tx, db::Timestamp, record::Audit};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

/// The import result.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportResult)]
pub struct Out {
    /// Id for creating the loan.
    file_id: Uuid,
    leads: Leads,
    loan_info: LoanInfo,
    warnings: Vec<Warning>,
    loan_application: LoanApplication,
    /// Issues to review, in the order of the file.
    issues: Vec<Issue>,
    /// The six items of an application, for reviewing an active loan. Includes numbers if the user may reveal them.
    #[serde(rename = "TridData", skip_serializing_if = "Option::is_none")]
    trid_data: Option<TridData>,
    /// Labels of missing items. Empty if the review can take place.
    trid_missing: Vec<&'static str>,
    /// The loan that was created from the same document before.
    #[serde(skip_serializing_if = "Option::is_none")]
    imported_before: Option<ImportedBefore>,
}

/// Whether the answer includes the items for review.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Review {
    Trid,
    None,
}

/// The loan that was created from the same document: its id if it is in scope, otherwise only its owner (decision D29).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportedBefore {
    loan_id: Option<i64>,
    officer_name: Option<String>,
    imported_at: Timestamp,
}

/// Possible matches of the file's borrowers.
#[derive(Debug, Serialize, ToSchema)]
pub struct Leads {
    rows: Vec<Match>,
}

/// Summary of the file.
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

/// A warning that doesn't block the import.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Warning {
    lw_code: &'static str,
    message: &'static str,
}

/// Values that preselect the form's lists.
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

/// Intended use of the property: `PrimaryResidence`, `SecondHome` or `Investment`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PurposeOfLoan {
    residence_type_text: Option<PropertyUsage>,
}

/// Warning if a borrower of the company has one of the file's email addresses.
const KNOWN_EMAIL: Warning = Warning { lw_code: "LWBOR20001", message: "A borrower with this email already exists." };

impl Out {
    /// Finds matches and builds the answer.
    pub(crate) async fn of(tx: &mut Tx, file_id: Uuid, read: Read, review: Review) -> Result<Self> {
        let Read { imported, content_key } = read;
        let imported_before = imported_before(tx, &content_key).await?;
        let (trid_data, trid_missing) = match review {
            Review::Trid => (Some(trid_of(tx, file_id, &imported).await?), missing_of(&imported.application)),
            Review::None => (None, Vec::new()),
        };
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
            trid_data,
            trid_missing,
            imported_before,
        })
    }
}

/// Labels of missing items, without duplicates.
fn missing_of(application: &Application) -> Vec<&'static str> {
    let mut labels = Vec::new();
    for item in missing(application).into_iter().map(|missing| missing.item.label()) {
        if !labels.contains(&item) {
            labels.push(item);
        }
    }
    labels
}

/// The six items. Includes numbers if the user may reveal them, which is audited.
async fn trid_of(tx: &mut Tx, file_id: Uuid, imported: &Imported) -> Result<TridData> {
    let mut items = TridData::of(&imported.application, &imported.secrets);
    let actor = tx.actor();
    let may_reveal = actor.refuse_for_another().is_ok() && actor.may(Permission::LoanReveal).is_ok();
    let numbers = items.borrowers.iter_mut().filter(|borrower| borrower.ssn.is_some());
    if !may_reveal {
        numbers.for_each(|borrower| borrower.ssn = None);
        return Ok(items);
    }
    let revealed: Vec<_> = numbers.map(|borrower| borrower.id).collect();
    if !revealed.is_empty() {
        let entity_id = file_id.to_string();
        let after = Some(json!({ "taxpayerIdentifiersOf": revealed }));
        tx.audit(Audit { action: "import.reveal", entity: "file", entity_id: &entity_id, before: None, after }).await?;
    }
    Ok(items)
}

async fn imported_before(tx: &mut Tx, content_key: &[u8]) -> Result<Option<ImportedBefore>> {
    let Some(before) = store::imported_before(tx, content_key).await? else { return Ok(None) };
    let actor = tx.actor();
    let reach = actor.access.grants.loan_reach(actor.consolidated);
    let is_seen = reach.covers(before.org_unit == actor.org_unit(), before.is_own);
    Ok(Some(ImportedBefore {
        loan_id: is_seen.then_some(before.loan),
        officer_name: before.officer_name,
        imported_at: before.made_at,
    }))
}
