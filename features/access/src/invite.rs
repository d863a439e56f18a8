//! Inviting somebody who was made without a password.

use crate::{
    letters::{self, Invite},
    links::{Page, Purpose},
    store::tokens,
};
use people::Person;
use platform::{Error, Origin, Result, mail};
use sqlx::PgConnection;

/// Puts down the mail by which somebody sets a first password, on the pages of an origin. The transaction has entered the
/// person's home company.
pub async fn invite(connection: &mut PgConnection, origin: &Origin, person: &Person) -> Result<()> {
    let mail = Invite { page: Page::of(origin, "/setPassword") };
    mail::enqueue(connection, person.home_company, Some(person.id), letters::address(person), &mail).await?;
    Ok(())
}

/// Makes an invitation link that an operator hands over, on the pages of an origin. Earlier links of the invitation end.
///
/// # Errors
/// The database's, or the system gives no random bytes.
pub async fn invitation_link(connection: &mut PgConnection, origin: &Origin, person: &Person) -> Result<String> {
    let (token, purpose) = (identity::random_token().map_err(Error::internal)?, Purpose::Invite);
    tokens::keep(connection, &identity::hash_token(&token), person.id, purpose, purpose.minutes()).await?;
    Page::of(origin, "/setPassword").link(&person.email, &token)
}
