//! A loan typed in by hand.

use crate::{
    differences::Decided,
    fields::{LoanIn, LoanOut, Source},
    make::{ClosedDates, NewLoan, Schedule, found_before, make_once},
    team,
};
use axum::extract::State;
use http::StatusCode;
use lending::{access::Permission, application::Secrets, stages::StageKind};
use platform::{Actor, App, Result, extract::Json, idempotency::IdempotencyKey};
use uuid::Uuid;

/// Makes a loan from the Manual tab.
#[utoipa::path(post, path = "/api/loans", tag = "loans", operation_id = "createLoan", request_body = LoanIn,
    params(("Idempotency-Key" = Option<Uuid>, Header)), responses((status = 201, body = LoanOut)))]
pub async fn create(
    actor: Actor,
    State(app): State<App>,
    key: IdempotencyKey,
    Json(body): Json<LoanIn>,
) -> Result<(StatusCode, Json<LoanOut>)> {
    let manual = body.read(Source::Form)?;
    body.refuse_file_fields()?;
    let once = key.of("createLoan", &body)?;
    let mut tx = actor.begin(&app, Permission::LoanCreate).await?;
    // Asked first: who was on the team then may have left by now.
    if let Some(loan) = found_before(&mut tx, once.as_ref()).await? {
        return Ok((StatusCode::CREATED, Json(loan)));
    }
    let new = NewLoan {
        application: manual.into_application(&mut Uuid::now_v7),
        secrets: Secrets::default(),
        officer: body.loan_officer_id,
        team: team::of_payload(&mut tx, &body).await?,
        stage: if body.is_prospect { StageKind::Prospect } else { StageKind::ApplicationStarted },
        is_prospect: body.is_prospect,
        invite_borrower: body.invite_borrower,
        import_type: None,
        source_file: None,
        is_non_delegated_correspondent: false,
        dates: ClosedDates::default(),
        schedule: Schedule::default(),
        begun: None,
        decided: Decided::default(),
    };
    let loan = make_once(&app, tx, new, once).await?;
    Ok((StatusCode::CREATED, Json(loan)))
}
