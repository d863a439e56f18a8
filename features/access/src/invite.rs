//! Inviting somebody who was made without a password.

use crate::{
    letters::{self, Invite},
    links::Page,
};
use people::Person;
use platform::{Origin, Result, mail};
use sqlx::PgConnection;

/// Puts down the mail by which somebody sets a first password, on the pages of an origin. The transaction has entered the
/// person's home company.
///
/// # Errors
/// The database's.
pub async fn invite(connection: &mut PgConnection, origin: &Origin, person: &Person) -> Result<()> {
    let mail = Invite { page: Page::of(origin, "/setPassword") };
    mail::enqueue(connection, person.home_company, Some(person.id), letters::address(person), &mail).await?;
    Ok(())
}
