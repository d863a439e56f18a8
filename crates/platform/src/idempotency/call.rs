//! Links the transactions of a request to its idempotency key.

use crate::{
    actor::Actor,
    bell::Bell,
    key_holder::{Caller, KeyHolder},
    tenant::Connection,
};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use uuid::Uuid;

tokio::task_local! {
    /// The call that the current request runs.
    pub(super) static CALL: Arc<Call>;
}

/// The owner of a key. Different callers can use the same key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Owner {
    pub company: i64,
    /// 0 for a company's API key.
    pub user: i64,
    /// 0 for a user.
    pub api_key: i64,
}

impl Owner {
    pub(crate) fn of(caller: &Caller) -> Self {
        match caller {
            Caller::Person(actor) => Self::of_actor(actor),
            Caller::Program(KeyHolder { key, company, user, .. }) => {
                Self { company: *company, user: user.unwrap_or(0), api_key: *key }
            }
        }
    }

    fn of_actor(actor: &Actor) -> Self {
        Self { company: actor.company(), user: actor.user, api_key: 0 }
    }
}

/// A request with a key.
pub(crate) struct Call {
    pub(super) owner: Owner,
    pub(super) key: Uuid,
    pub(super) request_hash: Vec<u8>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// A transaction with a claim is open.
    is_open: bool,
    /// A committed transaction holds the key's row.
    is_kept: bool,
    /// Another process has the key.
    is_taken: bool,
    /// The transaction that the handler committed last.
    parked: Option<Parked>,
}

/// A transaction that the handler committed and that waits for the answer.
pub(super) struct Parked {
    pub(super) connection: Connection,
    pub(super) company: i64,
    bell: Bell,
}

impl Parked {
    pub(super) async fn commit(self) -> sqlx::Result<()> {
        self.connection.end("COMMIT").await?;
        self.bell.ring(self.company);
        Ok(())
    }
}

impl Call {
    pub(super) fn new(owner: Owner, key: Uuid, request_hash: Vec<u8>) -> Self {
        Self { owner, key, request_hash, state: Mutex::default() }
    }

    /// Name of the call, unique across companies.
    pub(super) fn name(&self) -> String {
        let Owner { company, user, api_key } = self.owner;
        format!("idempotency/{company}/{user}/{api_key}/{}", self.key)
    }

    /// Returns true if another process had the key at the last attempt.
    pub(super) fn was_taken(&self) -> bool {
        std::mem::take(&mut self.state().is_taken)
    }

    pub(super) fn is_kept(&self) -> bool {
        self.state().is_kept
    }

    pub(super) fn parked(&self) -> Option<Parked> {
        self.state().parked.take()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// SQL at the start of a transaction that claims the key. Contains only typed ids and a hash, so nothing needs
    /// escaping.
    fn statement(&self) -> String {
        use std::fmt::Write;
        let Owner { company, user, api_key } = self.owner;
        let mut hash = String::with_capacity(2 * self.request_hash.len());
        for byte in &self.request_hash {
            let _ = write!(hash, "{byte:02x}");
        }
        let key = self.key;
        format!(
            "; DELETE FROM idempotency WHERE company_id = {company} AND user_id = {user} AND api_key_id = {api_key}
               AND key = '{key}' AND created_at <= now() - interval '24 hours'
             ; INSERT INTO idempotency (company_id, user_id, api_key_id, key, request_hash)
               VALUES ({company}, {user}, {api_key}, '{key}', '\\x{hash}')"
        )
    }
}

/// A transaction's claim of the key.
pub(crate) struct Claim {
    call: Arc<Call>,
    /// SQL to append to the message that begins the transaction.
    pub(crate) statement: String,
}

/// Returns the claim for a transaction that is about to begin in a company. `None` if the request has no key or another
/// transaction holds the claim.
pub(crate) async fn claim(company: i64) -> sqlx::Result<Option<Claim>> {
    commit_parked().await?;
    let Ok(call) = CALL.try_with(Arc::clone) else { return Ok(None) };
    if call.owner.company != company {
        return Ok(None);
    }
    let mut state = call.state();
    if state.is_open {
        return Ok(None);
    }
    state.is_open = true;
    let statement = if state.is_kept { String::new() } else { call.statement() };
    drop(state);
    Ok(Some(Claim { call, statement }))
}

/// Commits the parked transaction, because the next one must see its changes.
pub(crate) async fn commit_parked() -> sqlx::Result<()> {
    if let Ok(call) = CALL.try_with(Arc::clone)
        && let Some(parked) = call.parked()
    {
        parked.commit().await?;
        call.state().is_kept = true;
    }
    Ok(())
}

impl Claim {
    /// Returns true if the transaction failed to begin because another process has the key.
    pub(crate) fn is_taken(&self, error: &sqlx::Error) -> bool {
        let constraint = error.as_database_error().and_then(sqlx::error::DatabaseError::constraint);
        let is_taken = constraint == Some("idempotency_pkey");
        self.call.state().is_taken |= is_taken;
        is_taken
    }

    /// Keeps the transaction open until the answer is known.
    pub(crate) fn park(self, connection: Connection, company: i64, bell: Bell) {
        self.call.state().parked = Some(Parked { connection, company, bell });
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.call.state().is_open = false;
    }
}
