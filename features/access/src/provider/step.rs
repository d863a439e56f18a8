//! Answers to the sign-in page after each step, and the last step itself.

use crate::{
    device::Device,
    second_factor::{Enrolment, Used},
    store::{self, AuthorizationRequest, NewLogin, logins},
};
use axum_extra::extract::cookie::Cookie;
use http::HeaderMap;
use people::Person;
use platform::{App, Error, GlobalTx, Origin, Result, record::Audit};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;
use zeroize::Zeroizing;

/// The next step of signing in.
#[derive(Serialize, ToSchema)]
#[serde(tag = "step", rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = SignInStep)]
pub enum Step {
    /// Signed in: the browser returns to the client with a code.
    #[serde(rename_all = "camelCase")]
    Done {
        /// Where the browser goes.
        redirect_to: String,
    },
    /// A code of the second factor is required.
    SecondFactor {
        /// Identifies the user. Valid for ten minutes and five attempts.
        #[schema(value_type = String)]
        ticket: Zeroizing<String>,
    },
    /// First sign-in without an authenticator. The first code enrolls it.
    #[serde(rename_all = "camelCase")]
    Enroll {
        /// Identifies the user. Valid for ten minutes and five attempts.
        #[schema(value_type = String)]
        ticket: Zeroizing<String>,
        /// The authenticator's secret in base 32.
        secret: String,
        /// Content of the QR code (the Key URI Format of authenticators).
        otpauth_uri: String,
        /// The QR code as SVG.
        qr_code: String,
    },
    /// Signed in, with recovery codes that are shown once.
    #[serde(rename_all = "camelCase")]
    RecoveryCodes {
        /// Where the browser goes.
        redirect_to: String,
        /// Ten codes, each valid once.
        recovery_codes: Vec<String>,
    },
    /// The password is older than the installation allows (SESSION-16).
    #[serde(rename_all = "camelCase")]
    PasswordExpired {
        /// The page for setting a new password.
        redirect_to: String,
    },
    /// Too many attempts failed (SESSION-17).
    #[serde(rename_all = "camelCase")]
    Blocked {
        /// The page for setting a new password, which lifts the block.
        redirect_to: String,
    },
}

fn session_ended(origin: &Origin, reason: &str) -> Result<String> {
    let mut page = url::Url::parse(&format!("{}/session-ended", origin.base())).map_err(Error::internal)?;
    page.query_pairs_mut().append_pair("reason", reason);
    Ok(page.into())
}

impl Step {
    /// The account is blocked for this network or device.
    pub(crate) fn blocked(origin: &Origin) -> Result<Self> {
        Ok(Step::Blocked { redirect_to: session_ended(origin, "user is blocked")? })
    }

    /// The password must be changed first.
    pub(crate) fn password_expired(origin: &Origin, email: &str) -> Result<Self> {
        let reason = json!({ "message": "reset password", "email": email }).to_string();
        Ok(Step::PasswordExpired { redirect_to: session_ended(origin, &reason)? })
    }

    /// Shows a new authenticator.
    pub(crate) fn enroll(ticket: Zeroizing<String>, enrolment: Enrolment) -> Self {
        let Enrolment { secret, otpauth_uri, qr_code, sealed: _ } = enrolment;
        Step::Enroll { ticket, secret, otpauth_uri, qr_code }
    }
}

/// The `User-Agent` header, truncated to the stored length.
pub(crate) fn user_agent(headers: &HeaderMap) -> Option<String> {
    let text = headers.get(http::header::USER_AGENT).and_then(|value| value.to_str().ok());
    text.map(|text| text.chars().take(300).collect())
}

/// The last step: opens the login, creates the client's code, and remembers the device. Returns where the browser goes.
pub(crate) async fn finish(
    app: &App,
    tx: &mut GlobalTx,
    origin: &Origin,
    headers: &HeaderMap,
    (request_id, request): (Uuid, &AuthorizationRequest),
    person: &Person,
    used: Option<Used>,
) -> Result<(Cookie<'static>, String)> {
    if !store::take_request(tx, request_id).await? {
        return Err(request_expired());
    }
    let code = identity::random_token().map_err(Error::internal)?;
    let login = Uuid::new_v4();
    let device = Device::of(headers, origin);
    end_before(tx, &device).await?;
    let cookie = device.remember(tx, person.id, origin).await?;
    let (user_agent, device_hash) = (user_agent(headers), identity::hash_token(cookie.value()));
    let new = NewLogin {
        id: login,
        user: person.id,
        hours: app.config.login_hours,
        user_agent: user_agent.as_deref(),
        device_hash: Some(&device_hash),
    };
    store::open_login(tx, new).await?;
    store::keep_code(tx, &identity::hash_token(&code), request, login).await?;
    let second_factor = match used {
        Some(Used::Authenticator) => "authenticator",
        Some(Used::RecoveryCode) => "recovery code",
        None => "none",
    };
    let audit = Audit {
        action: "login.begin",
        entity: "login",
        entity_id: &login.to_string(),
        before: None,
        after: Some(json!({ "secondFactor": second_factor })),
    };
    tx.audit_as(person.home_company, person.id, audit).await?;

    let mut back = url::Url::parse(&request.redirect_uri).map_err(Error::internal)?;
    back.query_pairs_mut()
        .append_pair("code", &code)
        .append_pair("state", &request.state)
        .append_pair("iss", &origin.issuer());
    Ok((cookie, back.into()))
}

/// Ends earlier logins of this browser, because their tokens are about to be replaced.
async fn end_before(tx: &mut GlobalTx, device: &Device) -> Result<()> {
    let Some(hash) = device.hash() else { return Ok(()) };
    for ended in logins::revoke_of_device(tx, hash, "signed in again").await? {
        let audit = Audit {
            action: "login.end",
            entity: "login",
            entity_id: &ended.id.to_string(),
            before: None,
            after: Some(json!({ "reason": "signed in again" })),
        };
        tx.audit_as(ended.home_company, ended.user, audit).await?;
    }
    Ok(())
}

/// Error that makes the page start again.
pub(crate) fn request_expired() -> Error {
    Error::Gone { code: "LWAUTH10011", message: "This sign-in page has expired. Please start again.".to_owned() }
}
