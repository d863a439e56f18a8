//! What the transactions of a request know of its key.

use crate::{
    actor::Actor,
    bell::Bell,
    key_holder::{Caller, KeyHolder},
    tenant::Connection,
};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use uuid::Uuid;

tokio::task_local! {
    /// The call that the present request carries out.
    pub(super) static CALL: Arc<Call>;
}

/// Whose keys they are: two callers can use the same key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Owner {
    pub company: i64,
    /// 0 for a company's own API key.
    pub user: i64,
    /// 0 for a person.
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

/// A transaction that the handler has committed, and that waits for the answer.
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

    /// Names the call among those of all companies.
    pub(super) fn name(&self) -> String {
        let Owner { company, user, api_key } = self.owner;
        format!("idempotency/{company}/{user}/{api_key}/{}", self.key)
    }

    /// Whether another process had the key when the request was last tried.
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

    /// What a transaction begins with that claims the key. Typed ids and a hash: nothing in this text comes from outside.
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

/// A transaction's part in the call that it belongs to.
pub(crate) struct Claim {
    call: Arc<Call>,
    /// What the message that begins the transaction ends with.
    pub(crate) statement: String,
}

/// The claim of a transaction that is about to begin in a company; nothing where the request has no key, or another
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

/// Commits the transaction that waits for the answer, because another one begins that has to see what it did.
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
    /// Whether the transaction could not begin because another process has the key.
    pub(crate) fn is_taken(&self, error: &sqlx::Error) -> bool {
        let constraint = error.as_database_error().and_then(sqlx::error::DatabaseError::constraint);
        let is_taken = constraint == Some("idempotency_pkey");
        self.call.state().is_taken |= is_taken;
        is_taken
    }

    /// Leaves the transaction open until the answer is known.
    pub(crate) fn park(self, connection: Connection, company: i64, bell: Bell) {
        self.call.state().parked = Some(Parked { connection, company, bell });
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.call.state().is_open = false;
    }
}
