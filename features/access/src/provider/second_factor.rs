//! Second call of the sign-in page: an authenticator code or a recovery code.

use super::{
    check_host,
    step::{Step, finish, request_expired},
};
use crate::{
    credentials,
    device::Device,
    letters::{self, Notice},
    second_factor::{self, Read, RecoveryCodes, Used},
    store::{self, second_factor as factors},
    throttle::{self, Begun, Kind},
};
use axum::{extract::State, response::IntoResponse};
use axum_extra::extract::cookie::CookieJar;
use http::{HeaderMap, StatusCode};
use people::Person;
use platform::{App, Error, GlobalTx, Network, Origin, Result, extract::Json, record::Audit, seal::Sealed};
use serde::Deserialize;
use utoipa::ToSchema;
use zeroize::Zeroizing;

/// Request of the page.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SecondFactorIn)]
pub struct In {
    /// From the previous step.
    ticket: String,
    /// Six digits, or a recovery code.
    #[schema(value_type = String)]
    code: Zeroizing<String>,
}

/// Checks the code and returns the last step.
#[utoipa::path(post, path = "/oidc/second-factor", tag = "openid", operation_id = "signInSecondFactor", request_body = In, responses((status = 200, body = Step)))]
pub async fn second_factor(
    State(app): State<App>,
    origin: Origin,
    network: Network,
    headers: HeaderMap,
    Json(body): Json<In>,
) -> Result<impl IntoResponse> {
    check_host(&app, &origin).await?;
    let ticket_hash = identity::hash_token(&body.ticket);
    let ticket = factors::try_ticket(&app.pool, &ticket_hash).await?.ok_or_else(request_expired)?;
    let (request, person, device, kept) = {
        let mut connection = app.pool.acquire().await?;
        let request = store::request(&mut connection, ticket.request_id).await?.ok_or_else(request_expired)?;
        let person = people::person_by_id(&mut connection, ticket.user_id).await?.filter(|person| person.is_active);
        let person = person.ok_or_else(request_expired)?;
        let device = Device::of(&headers, &origin);
        let device = device.known_to(&mut connection, person.id).await?.cloned();
        let kept = factors::second_factor(&mut connection, person.id).await?;
        (request, person, device, kept)
    };
    let attempt = match throttle::begin(&app, Kind::Code, &person.email, network, device.as_ref()).await? {
        Begun::Go(attempt) => attempt,
        Begun::Blocked => return Ok((CookieJar::new(), Json(Step::blocked(&origin)?))),
    };

    let code = match (ticket.enrolling, kept) {
        // An authenticator was enrolled elsewhere in the meantime, so start again with that one.
        (Some(_), Some(_)) => return Err(request_expired()),
        (Some(secret), None) => Code::enrolling(&app, &person, secret, &body.code).await?,
        (None, Some(kept)) => Code::Sent(second_factor::read(&app, person.id, kept, &body.code).await?),
        (None, None) => return Err(request_expired()),
    };
    let mut tx = GlobalTx::begin(&app.pool).await?;
    let Some((used, recovery_codes)) = code.take(&mut tx, &person).await? else {
        drop(tx);
        credentials::fail(&app, attempt, Some(&person), network, credentials::CODE).await?;
        return Err(not_right());
    };
    let request = (ticket.request_id, &request);
    let (cookie, redirect_to) = finish(&app, &mut tx, &origin, &headers, request, &person, Some(used)).await?;
    tx.commit().await?;
    attempt.succeeded(&app).await?;
    let step = match recovery_codes {
        Some(recovery_codes) => Step::RecoveryCodes { redirect_to, recovery_codes },
        None => Step::Done { redirect_to },
    };
    Ok((CookieJar::new().add(cookie), Json(step)))
}

/// A code that was checked but not used yet.
enum Code {
    /// Code of a new authenticator: its secret, time step and recovery codes.
    Enrolling(Sealed, i64, RecoveryCodes),
    /// Code of an enrolled user.
    Sent(Read),
}

impl Code {
    async fn enrolling(app: &App, person: &Person, secret: Sealed, code: &str) -> Result<Self> {
        Ok(match second_factor::step_of(app, person.id, &secret, code)? {
            Some(step) => Code::Enrolling(secret, step, second_factor::new_recovery_codes().await?),
            None => Code::Sent(Read::Nothing),
        })
    }

    /// Uses the code. Returns its kind, and recovery codes if it enrolled an authenticator.
    async fn take(self, tx: &mut GlobalTx, person: &Person) -> Result<Option<(Used, Option<Vec<String>>)>> {
        let (secret, step, codes) = match self {
            Code::Enrolling(secret, step, codes) => (secret, step, codes),
            Code::Sent(read) => {
                let used = second_factor::take(tx, person.id, &read).await?;
                return Ok(used.map(|used| (used, None)));
            }
        };
        if !factors::enroll(tx, person.id, &secret, step, &codes.salt).await? {
            return Err(request_expired());
        }
        factors::put_recovery_codes(tx, person.id, &codes.salt, &codes.hashes).await?;
        let entity_id = person.id.to_string();
        let audit =
            Audit { action: "second-factor.enroll", entity: "user", entity_id: &entity_id, before: None, after: None };
        tx.audit_as(person.home_company, person.id, audit).await?;
        letters::notify(tx, person, Notice::SecondFactorEnrolled).await?;
        Ok(Some((Used::Authenticator, Some(codes.shown))))
    }
}

pub(crate) fn not_right() -> Error {
    Error::Refused {
        status: StatusCode::UNAUTHORIZED,
        code: "LWAUTH10014",
        message: "The code is not right.".to_owned(),
    }
}
