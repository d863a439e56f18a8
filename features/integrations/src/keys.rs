//! API keys with scopes, for a company or one of its users.
//!
//! The secret is shown once and only its hash is stored. Each use of a key requires a pro plan of its owner's payer.

pub(crate) mod authenticate;
pub(crate) mod create;
pub(crate) mod itself;
pub(crate) mod list;
pub(crate) mod revoke;
mod secret;

use crate::store::keys::Row;
use lending::{
    access::{Permission, Reach, Scope},
    words,
};
use platform::{Actor, Error, Result, Tx, db::Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

/// Maximum number of active keys of a company.
pub(crate) const OF_COMPANY_MAX: i64 = 25;
/// Maximum number of active keys of a user in a company.
pub(crate) const OF_PERSON_MAX: i64 = 10;

words! {
    /// Owner of a key.
    #[allow(clippy::upper_case_acronyms)]
    pub enum KeyOwner {
        /// The company, with access to all its data.
        COMPANY,
        /// A user, with the user's own access.
        SELF,
    }
}

words! {
    /// State of a key.
    #[allow(clippy::upper_case_acronyms)]
    pub enum KeyState {
        ACTIVE,
        EXPIRED,
        REVOKED,
    }
}

/// A key without its secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ApiKey)]
pub struct KeyOut {
    id: i64,
    name: String,
    /// The start of the secret, which identifies the key.
    #[schema(example = "kt_live_9fQ2")]
    prefix: String,
    owner: KeyOwner,
    /// Name of the owner, for a user's key.
    person: Option<String>,
    scopes: Vec<String>,
    state: KeyState,
    created_at: Timestamp,
    created_by: String,
    expires_at: Timestamp,
    /// Precise to the minute.
    last_used_at: Option<Timestamp>,
    revoked_at: Option<Timestamp>,
}

impl From<Row> for KeyOut {
    fn from(row: Row) -> Self {
        let Row {
            id,
            name,
            prefix,
            membership_id,
            person,
            scopes,
            created_at,
            created_by,
            expires_at,
            is_over,
            last_used_at,
            revoked_at,
        } = row;
        let state = match revoked_at {
            Some(_) => KeyState::REVOKED,
            None if is_over => KeyState::EXPIRED,
            None => KeyState::ACTIVE,
        };
        let owner = if membership_id.is_some() { KeyOwner::SELF } else { KeyOwner::COMPANY };
        Self {
            id,
            name,
            prefix,
            owner,
            person,
            scopes,
            state,
            created_at,
            created_by,
            expires_at,
            last_used_at,
            revoked_at,
        }
    }
}

/// A scope with its description.
#[derive(Serialize, ToSchema)]
#[schema(as = ApiKeyScope)]
pub struct ScopeOut {
    code: &'static str,
    purpose: &'static str,
}

impl From<Scope> for ScopeOut {
    fn from(scope: Scope) -> Self {
        Self { code: scope.code(), purpose: scope.purpose() }
    }
}

/// Returns true if the actor manages the company's keys. Those access all its data, so the actor must as well.
fn sees_to_company(actor: &Actor) -> bool {
    actor.access.grants.reach(Permission::ApiKeysManage, true) == Reach::Company
}

/// Refuses actors who don't manage these keys.
fn refuse_stranger(actor: &Actor, owner: KeyOwner) -> Result<()> {
    match owner {
        KeyOwner::COMPANY if !sees_to_company(actor) => Err(Error::Forbidden),
        KeyOwner::COMPANY | KeyOwner::SELF => Ok(()),
    }
}

/// Returns true if the future owner has a pro plan.
async fn has_pro(tx: &mut Tx, owner: KeyOwner) -> Result<bool> {
    let (company, unit, user) = (tx.company(), tx.actor().org_unit(), tx.actor().user);
    match owner {
        KeyOwner::COMPANY => billing::has_pro(tx, company, company, None).await,
        KeyOwner::SELF => billing::has_pro(tx, company, unit, Some(user)).await,
    }
}

fn needs_pro() -> Error {
    Error::Restricted("API keys need the Pro plan.".to_owned())
}
