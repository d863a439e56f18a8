//! Who sees borrowers and business contacts.

use lending::access::{Permission, Reach};
use platform::{Result, Tx, list::Scope};

/// How far whoever acts sees contacts: as their roles have it, or all of the company's where it has decided so.
pub async fn contact_reach(tx: &mut Tx) -> Result<Reach> {
    let actor = tx.actor();
    let reach = actor.access.grants.reach(Permission::ContactView, actor.consolidated);
    if reach == Reach::Company {
        return Ok(reach);
    }
    let sees_all =
        sqlx::query_scalar!("select contact_visibility = 'ALL' as \"all!\" from org_unit where id = $1", tx.company())
            .fetch_one(&mut **tx)
            .await?;
    Ok(if sees_all { Reach::Company } else { reach })
}

/// Whose records are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// One's own, and those of what one works on.
    Mine,
    /// The active branch's.
    Branch,
    /// As many as one's reach.
    All,
}

impl Whose {
    /// Reads `assigneeType`.
    ///
    /// # Errors
    /// It is none of the three.
    pub fn read(text: Option<&str>) -> Result<Self> {
        match text {
            None | Some("ALL") => Ok(Whose::All),
            Some("MINE") => Ok(Whose::Mine),
            Some("BRANCH") => Ok(Whose::Branch),
            Some(_) => Err(platform::Error::field("assigneeType", "must be MINE, BRANCH or ALL")),
        }
    }
}

/// Contacts that whoever acts sees, narrowed to what is asked for; never widened.
pub async fn contact_scope(tx: &mut Tx, whose: Whose) -> Result<Scope> {
    let asked = match whose {
        Whose::Mine => Reach::Own,
        Whose::Branch => Reach::Unit,
        Whose::All => Reach::Company,
    };
    let reach = contact_reach(tx).await?.min(asked);
    let actor = tx.actor();
    Ok(Scope { reach, company: actor.company(), org_unit: actor.org_unit(), membership: actor.membership() })
}
