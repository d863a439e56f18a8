//! First call of the sign-in page: email and password.

use super::{
    check_host,
    step::{Step, finish, request_expired},
};
use crate::{
    credentials::{self, Outcome},
    device::Device,
    second_factor,
    store::{self, second_factor as factors},
};
use axum::{extract::State, response::IntoResponse};
use axum_extra::extract::cookie::CookieJar;
use http::HeaderMap;
use people::Person;
use platform::{App, Error, GlobalTx, Network, Origin, Result, extract::Json};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;
use zeroize::Zeroizing;

/// Request of the page.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SignInIn)]
pub struct In {
    /// Id of the authorization request, from the page's URL.
    request: Uuid,
    email: String,
    #[schema(value_type = String)]
    password: Zeroizing<String>,
}

/// Checks email and password and returns the next step.
#[utoipa::path(post, path = "/oidc/sign-in", tag = "openid", operation_id = "signIn", request_body = In, responses((status = 200, body = Step)))]
pub async fn sign_in(
    State(app): State<App>,
    origin: Origin,
    network: Network,
    headers: HeaderMap,
    Json(body): Json<In>,
) -> Result<impl IntoResponse> {
    check_host(&app, &origin).await?;
    let request = {
        let mut connection = app.pool.acquire().await?;
        store::request(&mut connection, body.request).await?.ok_or_else(request_expired)?
    };
    let device = Device::of(&headers, &origin);
    let outcome = credentials::check(&app, &body.email, body.password, network, &device).await?;
    let (person, password_age_days) = match outcome {
        Outcome::Right { person, password_age_days } => (person, password_age_days),
        Outcome::Blocked => return Ok((CookieJar::new(), Json(Step::blocked(&origin)?))),
    };
    if app.config.password_max_age_days.is_some_and(|days| password_age_days >= i32::from(days)) {
        return Ok((CookieJar::new(), Json(Step::password_expired(&origin, &person.email)?)));
    }
    let mut tx = GlobalTx::begin(&app.pool).await?;
    if let Some(step) = ask_for_code(&app, &mut tx, body.request, &person).await? {
        tx.commit().await?;
        return Ok((CookieJar::new(), Json(step)));
    }
    let (cookie, redirect_to) =
        finish(&app, &mut tx, &origin, &headers, (body.request, &request), &person, None).await?;
    tx.commit().await?;
    Ok((CookieJar::new().add(cookie), Json(Step::Done { redirect_to })))
}

/// The step that asks for a code or enrolls an authenticator. `None` if neither is required.
async fn ask_for_code(app: &App, tx: &mut GlobalTx, request: Uuid, person: &Person) -> Result<Option<Step>> {
    let is_enrolled = factors::second_factor(tx, person.id).await?.is_some();
    if !is_enrolled && !app.config.needs_second_factor() {
        return Ok(None);
    }
    let ticket = identity::random_token().map_err(Error::internal)?;
    let ticket_hash = identity::hash_token(&ticket);
    if is_enrolled {
        factors::keep_ticket(tx, &ticket_hash, request, person.id, None).await?;
        return Ok(Some(Step::SecondFactor { ticket }));
    }
    let enrolment = second_factor::new_enrolment(app, person.id, &person.email, &person.company_name)?;
    factors::keep_ticket(tx, &ticket_hash, request, person.id, Some(&enrolment.sealed)).await?;
    Ok(Some(Step::enroll(ticket, enrolment)))
}
