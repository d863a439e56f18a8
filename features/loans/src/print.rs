//! Prints a loan's application as Form 1003.

use crate::{get::within_reach, secrets, store};
use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use forms::Form1003;
use http::header;
use jiff::tz::TimeZone;
use lending::{
    access::Permission,
    application::{Application, Secrets},
    form::scif,
};
use platform::{
    Actor, App, Error, Result,
    db::Timestamp,
    download::attachment,
    extract::{Id, Json},
    record::Audit,
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// How to print.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PrintRequest {
    /// Whether Social Security numbers print in full. It needs the reveal permission.
    full_ssn: bool,
}

/// Prints Form 1003 with all its forms and sheets.
#[utoipa::path(post, path = "/api/loans/{id}/prints/form-1003", tag = "loans", operation_id = "printForm1003", params(("id" = i64, Path)),
    request_body = PrintRequest, responses((status = 200, content_type = "application/pdf", body = Vec<u8>)))]
pub async fn form_1003(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    Json(body): Json<PrintRequest>,
) -> Result<Response> {
    let needed = if body.full_ssn { Permission::LoanReveal } else { Permission::LoanView };
    let mut tx = actor.begin(&app, needed).await?;
    if body.full_ssn {
        tx.actor().refuse_for_another()?;
    }
    within_reach(&mut tx, id).await?;
    let row = store::application(&mut tx, id).await?.ok_or(Error::NotFound)?;
    let reveals = tx.actor().may(Permission::LoanReveal).is_ok() && !tx.actor().acts_for_another();
    let sealed = secrets::open(&app, tx.company(), id, row.key_id, row.ciphertext)?;
    let secrets = shown(sealed, reveals, body.full_ssn);
    let application: Application = serde_json::from_value(row.document).map_err(Error::internal)?;
    if application.borrowers.is_empty() {
        return Err(Error::field("borrowers", forms::Error::NoBorrower.to_string()));
    }
    tx.audit(Audit {
        action: "loan.print",
        entity: "loan",
        entity_id: &id.to_string(),
        before: None,
        after: Some(json!({ "form": "1003", "fullSsn": body.full_ssn, "revealed": !secrets.is_empty() })),
    })
    .await?;
    let zone = TimeZone::get(&tx.actor().access.time_zone).unwrap_or(TimeZone::UTC);
    tx.commit().await?;
    let printed_at = Timestamp::now().to_zoned(zone).datetime();
    let applied_on = application.loan.application_received_on.unwrap_or(printed_at.date());
    let name = file_name(&application, printed_at.date());
    let bytes = tokio::task::spawn_blocking(move || {
        forms::form_1003(&Form1003 {
            application: &application,
            secrets: &secrets,
            is_draft: application.borrowers.iter().any(|borrower| borrower.signed_on.is_none()),
            with_supplemental: scif::is_asked(application.loan.mortgage_type, applied_on),
            printed_at,
        })
    })
    .await
    .map_err(Error::internal)?
    .map_err(Error::internal)?;
    let headers = [
        (header::CONTENT_TYPE, "application/pdf".parse().map_err(Error::internal)?),
        (header::CONTENT_DISPOSITION, attachment(&name)?),
    ];
    Ok((headers, bytes).into_response())
}

/// The sealed values that print.
fn shown(sealed: Secrets, reveals: bool, full_ssn: bool) -> Secrets {
    if !reveals {
        return Secrets::default();
    }
    let mut shown = sealed;
    if !full_ssn {
        shown.borrowers.values_mut().for_each(|borrower| borrower.taxpayer_identifier = None);
    }
    shown
}

/// `Form 1003 - Ortiz, Maya - 2026-11-27.pdf`
fn file_name(application: &Application, on: jiff::civil::Date) -> String {
    let first = application.borrowers.first();
    let names = first.map(|borrower| [borrower.last_name.clone(), borrower.first_name.clone()]).unwrap_or_default();
    let person = names.into_iter().flatten().collect::<Vec<_>>().join(", ");
    match person.is_empty() {
        true => format!("Form 1003 - {on}.pdf"),
        false => format!("Form 1003 - {person} - {on}.pdf"),
    }
}
