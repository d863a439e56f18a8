//! First step of signing in with a password: rate limits and the check of address and password.

use crate::{
    device::Device,
    password::{self, Checked},
    store,
    throttle::{self, Attempt, Begun, Kind},
};
use http::StatusCode;
use people::Person;
use platform::{App, Error, GlobalTx, Network, Result, record::Audit};
use serde_json::json;
use zeroize::Zeroizing;

/// Maximum length of an input.
pub(crate) const TEXT_MAX: usize = 256;

/// Result of a check.
pub(crate) enum Outcome {
    /// The password is correct. Includes its age in whole days.
    Right { person: Person, password_age_days: i32 },
    /// The account is blocked for this network or device.
    Blocked,
}

/// Checks address and password. Neither the answer nor its timing reveals whether the address has an account.
///
/// # Errors
///
/// [`wrong`], or too many attempts from this network.
pub(crate) async fn check(
    app: &App,
    email: &str,
    password: Zeroizing<String>,
    network: Network,
    device: &Device,
) -> Result<Outcome> {
    if email.len() > TEXT_MAX || password.len() > TEXT_MAX {
        return Err(wrong());
    }
    let (person, kept, known_device) = {
        let mut connection = app.pool.acquire().await?;
        let person = people::person_by_email(&mut connection, email).await?;
        let user = person.as_ref().map_or(0, |person| person.id);
        let kept = store::credential(&mut connection, user).await?;
        (person, kept, device.known_to(&mut connection, user).await?)
    };
    let attempt = match throttle::begin(app, Kind::Password, email, network, known_device).await? {
        Begun::Go(attempt) => attempt,
        Begun::Blocked => return Ok(Outcome::Blocked),
    };
    let old_hash = kept.password_hash.clone();
    let checked = password::check(password, kept.password_hash).await?;
    match (checked, person) {
        (Checked::Right(new_hash), Some(person)) if person.is_active => {
            attempt.succeeded(app).await?;
            if let (Some(old), Some(new)) = (old_hash, new_hash) {
                store::renew_hash(&mut *app.pool.acquire().await?, person.id, &old, &new).await?;
            }
            Ok(Outcome::Right { person, password_age_days: kept.age_days.unwrap_or(0) })
        }
        (_, person) => {
            fail(app, attempt, person.as_ref(), network, ("sign-in.fail", "sign-in.block")).await?;
            Err(wrong())
        }
    }
}

/// Audit actions for a wrong code.
pub(crate) const CODE: (&str, &str) = ("second-factor.fail", "second-factor.block");

/// Counts a failed attempt. If the account exists, audits it with the first action, or with the second if the attempt
/// blocks the account.
pub(crate) async fn fail(
    app: &App,
    attempt: Attempt,
    person: Option<&Person>,
    network: Network,
    (failed, blocked): (&'static str, &'static str),
) -> Result<()> {
    let mut tx = GlobalTx::begin(&app.pool).await?;
    let blocks = attempt.failed(&mut tx).await?;
    if let Some(person) = person {
        let action = if blocks { blocked } else { failed };
        let (entity_id, after) = (person.id.to_string(), Some(json!({ "network": network.to_string() })));
        let audit = Audit { action, entity: "user", entity_id: &entity_id, before: None, after };
        tx.audit_as(person.home_company, person.id, audit).await?;
    }
    tx.commit().await
}

/// One message for every reason, so that it doesn't reveal which addresses exist.
pub(crate) fn wrong() -> Error {
    Error::Refused {
        status: StatusCode::UNAUTHORIZED,
        code: "LWAUTH10010",
        message: "Email or password is not right.".to_owned(),
    }
}
