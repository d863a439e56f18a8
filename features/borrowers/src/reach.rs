//! Access scope of borrowers and business contacts.

use lending::access::{Permission, Reach};
use platform::{Result, Tx, list::Scope};

/// The actor's scope for contacts: by their roles, or the whole company if the company has decided so.
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

/// The requested records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The user's own, and those linked to their work.
    Mine,
    /// Those of the active branch.
    Branch,
    /// All records in scope.
    All,
}

impl Whose {
    /// Parses `assigneeType`.
    ///
    /// # Errors
    ///
    /// An unknown value.
    pub fn read(text: Option<&str>) -> Result<Self> {
        match text {
            None | Some("ALL") => Ok(Whose::All),
            Some("MINE") => Ok(Whose::Mine),
            Some("BRANCH") => Ok(Whose::Branch),
            Some(_) => Err(platform::Error::field("assigneeType", "must be MINE, BRANCH or ALL")),
        }
    }
}

/// The requested contacts, limited to the actor's scope.
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
