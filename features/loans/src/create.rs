//! A loan typed in by hand.

use crate::{
    differences::Decided,
    fields::{LoanIn, LoanOut, Source},
    make::{ClosedDates, NewLoan, Schedule, make_and_answer},
    team,
};
use axum::extract::State;
use http::StatusCode;
use lending::{access::Permission, application::Secrets, stages::StageKind};
use platform::{Actor, App, Result, extract::Json};
use uuid::Uuid;

/// Makes a loan from the Manual tab.
#[utoipa::path(post, path = "/api/loans", tag = "loans", operation_id = "createLoan", request_body = LoanIn,
    responses((status = 201, body = LoanOut)))]
pub async fn create(
    actor: Actor,
    State(app): State<App>,
    Json(body): Json<LoanIn>,
) -> Result<(StatusCode, Json<LoanOut>)> {
    let manual = body.read(Source::Form)?;
    body.refuse_file_fields()?;
    let mut tx = actor.begin(&app, Permission::LoanCreate).await?;
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
    let loan = make_and_answer(&app, tx, new).await?;
    Ok((StatusCode::CREATED, Json(loan)))
}
