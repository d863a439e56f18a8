//! Maps an external provider's ID token to a user and a login.

use super::store;
use crate::doors::Doors;
use http::StatusCode;
use identity::{Expected, IdClaims};
use platform::{App, Error, GlobalTx, Result, db::Timestamp, keys::mac};
use sqlx::PgConnection;
use uuid::Uuid;

/// A login and its user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SignedIn {
    pub login: Uuid,
    pub user: i64,
}

/// Identifies the user of an external token. The first request creates the login. It may have ended since; the database
/// checks that in the message that begins the request's transaction.
pub(crate) async fn signed_in(
    app: &App,
    doors: &Doors,
    issuer: &str,
    token: &str,
    user_agent: Option<&str>,
) -> Result<SignedIn> {
    let external = doors.external()?;
    let expected = Expected { issuer, audience: &app.config.auth_client_id, now: Timestamp::now().as_second() };
    let claims = external.check(token, expected).await?;
    // Without it, a refreshed token would look like a new sign-in, and logins would never end.
    let signed_in_at = claims.auth_time.ok_or_else(|| {
        refused(
            "LWAUTH10021",
            "Your identity provider does not tell when you signed in. Please tell your administrator.",
        )
    })?;
    // Keyed, so that the table alone doesn't link accounts to external identities.
    let key = app.keys.derived("login at another issuer");
    let hash = mac(&key, &[claims.iss.as_bytes(), claims.sub.as_bytes(), &signed_in_at.to_be_bytes()]);
    if let Some(found) = external.logins.get(&hash) {
        return Ok(found);
    }
    let known = store::login(&mut *app.pool.acquire().await?, &hash).await?;
    let found = match known {
        Some(known) => known,
        None => begin(app, &claims, signed_in_at, &hash, user_agent).await?,
    };
    external.logins.insert(hash, found);
    Ok(found)
}

async fn begin(
    app: &App,
    claims: &IdClaims,
    signed_in_at: i64,
    hash: &[u8],
    user_agent: Option<&str>,
) -> Result<SignedIn> {
    let mut tx = GlobalTx::begin(&app.pool).await?;
    let person = person(&mut tx, claims).await?;
    let login = Uuid::new_v4();
    let user_agent = user_agent.map(|text| text.chars().take(300).collect::<String>());
    let hours = app.config.login_hours;
    if store::open_login(&mut tx, login, person.id, hash, signed_in_at, hours, user_agent.as_deref()).await? {
        tx.audit_for(person.home_company, person.id, "login.begin", "login", &login.to_string()).await?;
        tx.commit().await?;
        return Ok(SignedIn { login, user: person.id });
    }
    // Another request of the same page was faster.
    drop(tx);
    store::login(&mut *app.pool.acquire().await?, hash).await?.ok_or(Error::NotSignedIn)
}

/// Finds the user of a subject. At the first sign-in, matches an address that the provider has verified. Never creates
/// users who weren't invited.
async fn person(tx: &mut GlobalTx, claims: &IdClaims) -> Result<store::Person> {
    if let Some(person) = store::person_of_subject(tx, &claims.iss, &claims.sub).await? {
        return if person.is_active { Ok(person) } else { Err(unknown()) };
    }
    let email = claims.email.as_deref().map(str::trim).filter(|email| !email.is_empty());
    let email = match (email, claims.email_verified) {
        (Some(email), Some(true)) => email,
        _ => {
            return Err(refused(
                "LWAUTH10022",
                "Your identity provider does not vouch for your email address. Please tell your administrator.",
            ));
        }
    };
    let found = people::person_by_email(connection(tx), email).await?;
    let found = found.filter(|person| person.is_active).ok_or_else(unknown)?;
    let person = store::Person { id: found.id, home_company: found.home_company, is_active: true };
    if store::link(tx, &claims.iss, &claims.sub, person.id).await? {
        tx.audit_for(person.home_company, person.id, "login.link", "user", &person.id.to_string()).await?;
        return Ok(person);
    }
    // Another request linked it a moment ago, or the address belonged to another person before.
    match store::person_of_subject(tx, &claims.iss, &claims.sub).await? {
        Some(person) => Ok(person),
        None => Err(unknown()),
    }
}

fn connection(tx: &mut GlobalTx) -> &mut PgConnection {
    tx
}

/// One message for every reason, so that it doesn't reveal which addresses have an account.
fn unknown() -> Error {
    refused("LWAUTH10020", "You have no active account here. Ask your administrator for one.")
}

fn refused(code: &'static str, message: &str) -> Error {
    Error::Refused { status: StatusCode::FORBIDDEN, code, message: message.to_owned() }
}
