//! Invites users who were created without a password.

use crate::{
    letters::{self, Invite},
    links::{Page, Purpose},
    store::tokens,
};
use people::Person;
use platform::{Error, Origin, Result, mail};
use sqlx::PgConnection;

/// Queues the email for setting a first password on the pages of an origin. The transaction has entered the user's home
/// company.
pub async fn invite(connection: &mut PgConnection, origin: &Origin, person: &Person) -> Result<()> {
    let mail = Invite { page: Page::of(origin, "/setPassword") };
    mail::enqueue(connection, person.home_company, Some(person.id), letters::address(person), &mail).await?;
    Ok(())
}

/// Creates an invitation link for an operator to hand over. Earlier links of the invitation expire.
///
/// # Errors
///
/// The system can't provide random bytes.
pub async fn invitation_link(connection: &mut PgConnection, origin: &Origin, person: &Person) -> Result<String> {
    let (token, purpose) = (identity::random_token().map_err(Error::internal)?, Purpose::Invite);
    tokens::keep(connection, &identity::hash_token(&token), person.id, purpose, purpose.minutes()).await?;
    Page::of(origin, "/setPassword").link(&person.email, &token)
}
