//! A loan from a file that was read before.

use crate::{
    differences,
    fields::{LoanIn, LoanOut, Source},
    make::{ClosedDates, NewLoan, Schedule, make_and_answer},
    store::steps,
    team,
};
use axum::extract::State;
use http::StatusCode;
use jiff::{Timestamp, tz};
use lending::{access::Permission, stages::StageKind};
use platform::{Actor, App, Error, Fields, Result, db::Date, extract::Json};
use uuid::Uuid;

const ACTIVE: &str = "ACTIVE_LOAN";
pub(crate) const CLOSED: &str = "CLOSED_LOAN";

/// Makes a loan from an FNMA 3.2 file.
#[utoipa::path(post, path = "/api/loans/from-file", tag = "loans", operation_id = "createLoanFromFile", request_body = LoanIn,
    responses((status = 201, body = LoanOut)))]
pub async fn from_fnma(
    actor: Actor,
    State(app): State<App>,
    Json(body): Json<LoanIn>,
) -> Result<(StatusCode, Json<LoanOut>)> {
    make(actor, app, body, Kind::Fnma).await
}

/// Makes a loan from a MISMO 3.4 file, active or closed.
#[utoipa::path(post, path = "/api/loans/from-mismo", tag = "loans", operation_id = "createLoanFromMismo", request_body = LoanIn,
    responses((status = 201, body = LoanOut)))]
pub async fn from_mismo(
    actor: Actor,
    State(app): State<App>,
    Json(body): Json<LoanIn>,
) -> Result<(StatusCode, Json<LoanOut>)> {
    make(actor, app, body, Kind::Mismo).await
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Fnma,
    Mismo,
}

/// What a payload says of its file.
struct FileIn {
    file: Uuid,
    import_type: Option<&'static str>,
    dates: ClosedDates,
    application_on: Option<Date>,
}

async fn make(actor: Actor, app: App, body: LoanIn, kind: Kind) -> Result<(StatusCode, Json<LoanOut>)> {
    let manual = body.read(Source::File)?;
    let file = file_of(&body, kind)?;
    let chosen = differences::read(&body.differences)?;
    let mut tx = actor.begin(&app, Permission::LoanCreate).await?;
    let team = team::of_payload(&mut tx, &body).await?;
    let mut imported = imports::take(&app, &mut tx, file.file).await?;
    let read = imported.clone();
    if let Some(reviewed) = &body.trid_data {
        let today = steps::today_of_officer(&mut tx, body.loan_officer_id).await?;
        if reviewed.application_date.is_some_and(|day| day > *today) {
            return Err(Error::field(
                "TridData/ApplicationDate",
                format!("Enter a date on or before {}", today.strftime("%m/%d/%Y")),
            ));
        }
        reviewed.write_into(&mut imported.application, &mut imported.secrets).map_err(strangers)?;
    }
    // After the review: what the form shows was chosen last.
    manual.write_into(&mut imported.application);
    if let Some(Date(on)) = file.application_on {
        imported.application.loan.application_received_on = Some(on);
    }
    let decided = differences::decide(&app, &mut tx, &read, &mut imported, &chosen).await?;
    let is_closed = file.import_type == Some(CLOSED);
    let new = NewLoan {
        application: imported.application,
        secrets: imported.secrets,
        officer: body.loan_officer_id,
        team,
        stage: match (is_closed, body.is_prospect) {
            // "Closed" is the fixed kind post-closing (decision D27).
            (true, _) => StageKind::PostClosing,
            (false, true) => StageKind::Prospect,
            (false, false) => StageKind::ApplicationStarted,
        },
        is_prospect: body.is_prospect,
        invite_borrower: body.invite_borrower,
        import_type: file.import_type,
        source_file: Some(file.file),
        is_non_delegated_correspondent: body.non_delegated_correspondent_loan.unwrap_or(false),
        dates: file.dates,
        schedule: Schedule::default(),
        begun: None,
        decided,
    };
    let loan = make_and_answer(&app, tx, new).await?;
    Ok((StatusCode::CREATED, Json(loan)))
}

/// Borrowers and incomes of a review that the file doesn't have.
fn strangers(paths: Vec<String>) -> Error {
    let mut fields = Fields::default();
    for path in paths {
        fields.add(format!("TridData/{path}"), "The file has none of this id");
    }
    fields.check().err().unwrap_or(Error::NotFound)
}

fn file_of(body: &LoanIn, kind: Kind) -> Result<FileIn> {
    let mut fields = Fields::default();
    if body.file_id.is_none() {
        fields.add("fileId", "Upload a file first");
    }
    let import_type = match (kind, body.import_type.as_deref()) {
        (Kind::Fnma, None) => None,
        (Kind::Fnma, Some(_)) => {
            fields.add("importType", "is for MISMO files");
            None
        }
        (Kind::Mismo, Some(ACTIVE)) => Some(ACTIVE),
        (Kind::Mismo, Some(CLOSED)) => Some(CLOSED),
        (Kind::Mismo, _) => {
            fields.add("importType", format!("must be {ACTIVE} or {CLOSED}"));
            None
        }
    };
    let is_closed = import_type == Some(CLOSED);
    if body.trid_data.is_some() && import_type != Some(ACTIVE) {
        fields.add("TridData", "is for active MISMO files");
    }
    // Today begins at UTC+14: no person's calendar is ahead of it (MISMO-09).
    let today = Timestamp::now().to_zoned(tz::offset(14).to_time_zone()).date();
    let dates = [
        ("fundedDate", body.funded_date, true),
        ("applicationDate", body.application_date, true),
        ("docSignedDate", body.doc_signed_date, false),
        ("tridDate", body.trid_date, false),
    ];
    for (path, date, is_required) in dates {
        match date {
            Some(_) if !is_closed => fields.add(path, "is for closed loans"),
            Some(Date(date)) if date > today => fields.add(path, "can't be after today"),
            None if is_closed && is_required => fields.add(path, "is required for a closed loan"),
            _ => {}
        }
    }
    if body.non_delegated_correspondent_loan.is_some() && !is_closed {
        fields.add("NonDelegatedCorrespondentLoan", "is for closed loans");
    }
    fields.check()?;
    Ok(FileIn {
        file: body.file_id.unwrap_or_default(),
        import_type,
        dates: ClosedDates {
            funded_on: body.funded_date,
            doc_signed_on: body.doc_signed_date,
            trid_on: body.trid_date,
            adverse_on: None,
        },
        application_on: body.application_date,
    })
}
