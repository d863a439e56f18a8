//! Sends links to users who forgot their password or lost their authenticator.

use crate::{
    letters::{self, SendLink},
    links::Page,
    provider::check_host,
    store::tokens,
};
use axum::extract::State;
use platform::{App, Error, GlobalTx, Network, Origin, Result, extract::Json, limits};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Maximum length of an address (RFC 5321 section 4.5.3.1.3).
const EMAIL_MAX: usize = 254;
/// Requests per address and network within [`WINDOW_MINUTES`] (decision D18).
const REQUESTS_MAX: i32 = 5;
/// Requests per address from all networks, to protect mailboxes from floods.
const REQUESTS_PER_ADDRESS_MAX: i32 = 15;
/// Requests per network for all addresses, to prevent enumeration.
const REQUESTS_PER_NETWORK_MAX: i32 = 60;
const WINDOW_MINUTES: i32 = 15;

/// Address of the user, and the page that the link opens.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ForgotPasswordIn)]
pub struct PasswordIn {
    email: String,
    /// `{origin}/setPassword?assetPath=..&remoteAssetPath=..&theme=..` on this origin.
    return_url: String,
}

/// Result of the request.
#[derive(Serialize, ToSchema)]
#[schema(as = ForgotPassword)]
pub struct PasswordOut {
    success: bool,
    /// A sentence for the user.
    message: String,
    /// USER_NOT_FOUND or USER_ALREADY_REGISTERED, if the installation reveals it.
    error: Option<&'static str>,
}

/// Sends a link for setting a new password. Invited users get a new invitation instead.
#[utoipa::path(post, path = "/api/auth/forgot-password", tag = "access", operation_id = "forgotPassword", request_body = PasswordIn, responses((status = 200, body = PasswordOut)))]
pub async fn password(
    State(app): State<App>,
    origin: Origin,
    network: Network,
    Json(body): Json<PasswordIn>,
) -> Result<Json<PasswordOut>> {
    let page = Page::parse(&origin, &body.return_url, "returnUrl", "/setPassword")?;
    let refused = ask(&app, &origin, network, body.email, page, false).await?;
    let message = match refused {
        None => {
            "If a valid account is associated with this email address, an email with password reset instructions will be sent."
        }
        Some("USER_ALREADY_REGISTERED") => "User is already registered",
        Some(_) => "User not found",
    };
    Ok(Json(PasswordOut { success: refused.is_none(), message: message.to_owned(), error: refused }))
}

/// Address of the user, and the page that the link opens.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ResetMfaIn)]
pub struct SecondFactorIn {
    email: String,
    theme: Option<String>,
    /// `/reset-mfa-confirmation`.
    return_path: String,
}

/// Result of the request.
#[derive(Serialize, ToSchema)]
#[schema(as = MfaReset)]
pub struct SecondFactorOut {
    success: bool,
    /// USER_NOT_FOUND or USER_ALREADY_REGISTERED, if the installation reveals it.
    message: Option<&'static str>,
}

/// Sends a link for resetting the second factor.
#[utoipa::path(post, path = "/api/auth/mfa/reset", tag = "access", operation_id = "resetMfa", request_body = SecondFactorIn, responses((status = 200, body = SecondFactorOut)))]
pub async fn second_factor(
    State(app): State<App>,
    origin: Origin,
    network: Network,
    Json(body): Json<SecondFactorIn>,
) -> Result<Json<SecondFactorOut>> {
    let page = Page::parse(&origin, &body.return_path, "returnPath", "/reset-mfa-confirmation")?.with_theme(body.theme);
    let refused = ask(&app, &origin, network, body.email, page, true).await?;
    Ok(Json(SecondFactorOut { success: refused.is_none(), message: refused }))
}

/// Requests a link. Returns why none is sent, if that may be revealed.
async fn ask(
    app: &App,
    origin: &Origin,
    network: Network,
    email: String,
    page: Page,
    is_second_factor: bool,
) -> Result<Option<&'static str>> {
    // The link leads to the requested host, so it must be one of ours.
    check_host(app, origin).await?;
    let email = email.trim().to_lowercase();
    if email.is_empty() {
        return Err(Error::field("email", "Email is required"));
    }
    if email.len() > EMAIL_MAX || !email.contains('@') {
        return Err(Error::field("email", "Enter valid email address *"));
    }
    let bucket = if is_second_factor { "reset second factor" } else { "forgot password" };
    for (subject, attempts_max) in [
        (format!("{email}\n{network}"), REQUESTS_MAX),
        (email.clone(), REQUESTS_PER_ADDRESS_MAX),
        (network.to_string(), REQUESTS_PER_NETWORK_MAX),
    ] {
        limits::take(&app.pool, bucket, &subject, attempts_max, WINDOW_MINUTES).await?;
    }
    let mut tx = GlobalTx::begin(&app.pool).await?;
    // Unknown addresses run the same query with user 0.
    let user = people::person_by_email(&mut tx, &email).await?.map_or(0, |person| person.id);
    let refused = match tokens::account(&mut tx, user, origin.name()).await? {
        // Even if unknown accounts are revealed, accounts of other companies aren't.
        Some(account) if !account.is_of_host => Some("USER_NOT_FOUND"),
        Some(account) => match account.state.as_str() {
            // The user signs in at an external provider and has nothing to reset here.
            "ACTIVE" if !account.has_password => Some("USER_ALREADY_REGISTERED"),
            "ACTIVE" => None,
            "INVITED" if !is_second_factor => None,
            _ => Some("USER_NOT_FOUND"),
        },
        None => Some("USER_NOT_FOUND"),
    };
    let may_tell = app.config.reveals_unknown_accounts();
    if refused.is_none() || !may_tell {
        // If nothing may be revealed, always add a job. Without a user it does nothing.
        let user = refused.is_none().then_some(user);
        letters::send_link(&mut tx, &SendLink { user, page, is_second_factor }).await?;
    }
    tx.commit().await?;
    Ok(refused.filter(|_| may_tell))
}
