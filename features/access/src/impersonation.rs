//! What nobody does in another's name (decision D32).

use platform::{Actor, Error, Result};

/// Refuses a change of password or second factor while somebody else is acted for.
pub(crate) fn refuse_while_impersonating(actor: &Actor) -> Result<()> {
    if actor.logged_in_user == actor.user { Ok(()) } else { Err(Error::Forbidden) }
}
