//! The sign-in page's own call: e-mail and password for a code.

use super::check_host;
use crate::{password, store};
use axum::extract::State;
use http::{HeaderMap, StatusCode};
use platform::{App, Error, GlobalTx, Origin, Result, extract::Json, limits};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use zeroize::Zeroizing;

/// What the page sends.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SignInIn)]
pub struct In {
    /// The authorization request, from the page's address.
    request: Uuid,
    email: String,
    #[schema(value_type = String)]
    password: Zeroizing<String>,
}

/// Where the browser goes: back to the client with a code.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SignedIn)]
pub struct Out {
    redirect_to: String,
}

/// Wrong passwords that an address may send from one place within [`WINDOW_MINUTES`] (decision D30).
const ATTEMPTS_MAX: i32 = 10;
const WINDOW_MINUTES: i32 = 15;
/// Longest text that is looked at.
const TEXT_MAX: usize = 256;

/// Signs in with e-mail and password.
#[utoipa::path(post, path = "/oidc/sign-in", tag = "openid", operation_id = "signIn", request_body = In, responses((status = 200, body = Out)))]
pub async fn sign_in(
    State(app): State<App>,
    origin: Origin,
    headers: HeaderMap,
    Json(body): Json<In>,
) -> Result<Json<Out>> {
    check_host(&app, &origin).await?;
    let subject = format!("{}\n{}", origin.host, body.email.trim().to_lowercase());
    limits::check(&app.pool, "sign-in", &subject, ATTEMPTS_MAX, WINDOW_MINUTES).await?;
    if body.email.len() > TEXT_MAX || body.password.len() > TEXT_MAX {
        return Err(wrong());
    }

    let (request, person, kept) = {
        let mut connection = app.pool.acquire().await?;
        let request = store::request(&mut connection, body.request).await?.ok_or_else(request_expired)?;
        let person = people::person_by_email(&mut connection, &body.email).await?;
        let kept = match &person {
            Some(person) => store::password_hash(&mut connection, person.id).await?,
            None => None,
        };
        (request, person, kept)
    };
    let is_right = password::is_password(body.password, kept).await?;
    let person = match person {
        Some(person) if is_right && person.is_active => person,
        _ => {
            limits::note(&app.pool, "sign-in", &subject, WINDOW_MINUTES).await?;
            return Err(wrong());
        }
    };
    limits::forget(&app.pool, "sign-in", &subject).await?;

    let code = identity::random_token().map_err(Error::internal)?;
    let login = Uuid::new_v4();
    let user_agent = headers.get(http::header::USER_AGENT).and_then(|value| value.to_str().ok());
    let user_agent = user_agent.map(|text| text.chars().take(300).collect::<String>());
    let mut tx = GlobalTx::begin(&app.pool).await?;
    if !store::take_request(&mut tx, body.request).await? {
        return Err(request_expired());
    }
    store::open_login(&mut tx, login, person.id, app.config.login_hours, user_agent.as_deref()).await?;
    store::keep_code(&mut tx, &identity::hash_token(&code), &request, login).await?;
    tx.audit_for(person.home_company, person.id, "login.begin", "login", &login.to_string()).await?;
    tx.commit().await?;

    let mut back = url::Url::parse(&request.redirect_uri).map_err(Error::internal)?;
    back.query_pairs_mut()
        .append_pair("code", &code)
        .append_pair("state", &request.state)
        .append_pair("iss", &origin.issuer());
    Ok(Json(Out { redirect_to: back.into() }))
}

/// One sentence for every reason, so that nobody learns which addresses exist.
fn wrong() -> Error {
    Error::Refused {
        status: StatusCode::UNAUTHORIZED,
        code: "LWAUTH10010",
        message: "Email or password is not right.".to_owned(),
    }
}

fn request_expired() -> Error {
    Error::Gone { code: "LWAUTH10011", message: "This sign-in page has expired. Please start again.".to_owned() }
}
