//! Converts a lead to a loan. Its contacts become borrowers, its owners the team, and notes and source are copied. The
//! lead then shows the loan and becomes read-only.

use crate::{
    edit::{record, refuse_converted},
    fields::{LeadOut, StatusOut},
    reach::within_reach,
    store,
};
use axum::extract::State;
use http::StatusCode;
use lending::{
    access::{Permission, Role},
    application::{Application, Borrower, LoanPurpose, PropertyUsage, Secrets},
    leads::{LeadPurpose, seat_of},
    lists::LeadStatusKind,
    stages::StageKind,
    team::{LoanRole, Member},
};
use loans::{ClosedDates, Decided, NewLoan, Schedule};
use platform::{
    Actor, App, Error, Result, Tx,
    extract::{Id, Json},
};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

/// The new loan.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ConvertedLead)]
pub struct Out {
    loan_id: i64,
}

/// Converts a lead to a loan. A second conversion is refused with the loan's id.
#[utoipa::path(post, path = "/api/leads/{id}/convert", tag = "leads", operation_id = "convertLead", params(("id" = i64, Path)), responses((status = 201, body = Out), (status = 403), (status = 404), (status = 409), (status = 422)))]
pub async fn convert(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<(StatusCode, Json<Out>)> {
    let mut tx = actor.begin(&app, Permission::LoanCreate).await?;
    tx.actor().may(Permission::LeadCreate)?;
    let _ = within_reach(&mut tx, id).await?;
    // A concurrent conversion waits here and then finds the loan.
    store::hold(&mut tx, id).await?;
    let row = within_reach(&mut tx, id).await?;
    refuse_converted(&row)?;
    let lead = store::out(&mut tx, row).await?;
    let team = store::owner_roles(&mut tx, id).await?;
    let officer = team
        .iter()
        .find(|owner| owner.roles.contains(&Role::Originator))
        .ok_or_else(|| Error::field("LeadUsers", "A loan officer has to own the lead. Make one its owner first"))?;
    let officer = officer.membership;
    let others = team.iter().filter(|owner| owner.membership != officer);
    let mut seats: Vec<Member> = Vec::new();
    for owner in others {
        let Some(role) = seat_of(&owner.roles) else { continue };
        let taken = |is_primary: bool| seats.iter().any(|seat| seat.role == role && seat.primary == is_primary);
        let is_primary = role != LoanRole::ORIGINATOR && !taken(true);
        if is_primary || !taken(false) {
            seats.push(Member { role, primary: is_primary, membership: owner.membership });
        }
    }
    let team = loans::with_default_team(&mut tx, officer, seats).await?;
    let loan_id = loans::make(&app, &mut tx, loan_of(&lead, officer, team)?).await?;
    keep(&mut tx, &lead, loan_id).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(Out { loan_id })))
}

/// Copies notes to the loan and links the lead to it.
async fn keep(tx: &mut Tx, lead: &LeadOut, loan: i64) -> Result<()> {
    store::copy_notes(tx, lead.id, loan).await?;
    let converted = store::first_status(tx, LeadStatusKind::Converted).await?;
    let reached =
        store::Reached { status: &converted, lost_reason: None, wake_on: None, late_at: None, loan: Some(loan) };
    store::set_status(tx, lead, &reached).await?;
    store::set_loan(tx, lead.id, Some(loan)).await?;
    let StatusOut { name, .. } = &lead.status;
    record(tx, "lead.convert", lead.id, Some(json!({ "status": name })), Some(json!({ "loanId": loan }))).await
}

/// Builds the loan from a lead's data.
fn loan_of(lead: &LeadOut, officer: i64, team: Vec<Member>) -> Result<NewLoan> {
    let mut application = Application::default();
    application.loan.purpose =
        Some(match lead.scenario.loan_purpose.parse::<LeadPurpose>().map_err(Error::internal)? {
            LeadPurpose::Purchase => LoanPurpose::Purchase,
            LeadPurpose::Refinance => LoanPurpose::Refinance,
        });
    application.property.address.state = lead.scenario.state_code.as_deref().and_then(|code| code.parse().ok());
    application.loan.base_amount = lead.scenario.loan_amount;
    match application.loan.purpose {
        Some(LoanPurpose::Purchase) => application.property.purchase_price = lead.scenario.property_value,
        _ => application.property.estimated_value = lead.scenario.property_value,
    }
    application.property.usage = Some(PropertyUsage::PrimaryResidence);
    application.borrowers = lead
        .contacts
        .iter()
        .map(|contact| Borrower {
            id: Uuid::now_v7(),
            first_name: Some(contact.first_name.clone()),
            last_name: Some(contact.last_name.clone()),
            email: contact.email.as_deref().and_then(|email| email.parse().ok()),
            cell_phone: contact.cell_phone.as_deref().and_then(|phone| phone.parse().ok()),
            ..Borrower::default()
        })
        .collect();
    Ok(NewLoan {
        application,
        secrets: Secrets::default(),
        officer,
        team,
        stage: StageKind::ApplicationStarted,
        is_prospect: false,
        invite_borrower: false,
        import_type: None,
        source_file: None,
        is_non_delegated_correspondent: false,
        dates: ClosedDates::default(),
        schedule: Schedule::default(),
        begun: None,
        decided: Decided::default(),
    })
}
