//! Tenant transactions, the only access to a company's rows.
//!
//! One message contains BEGIN and `enter(...)`. The settings for row-level security end with the transaction, so a
//! pooled connection carries nothing over. A query without `where company_id` can't return rows of another company.

use crate::{
    actor::{Actor, Entering},
    app::App,
    bell::Bell,
    error::{Error, Result},
    idempotency::{self, Claim},
    key_holder::KeyHolder,
    network::address_setting,
    record::Audit,
};
use lending::access::Permission;
use sqlx::{AssertSqlSafe, PgConnection, PgPool, Postgres, pool::PoolConnection};
use std::ops::{Deref, DerefMut};

/// A user's transaction in one company. Rolled back if dropped without [`Tx::commit`].
pub struct Tx {
    entered: Entered,
    actor: Actor,
    bell: Bell,
}

/// A connection in a company's transaction, with its claim on the request's `Idempotency-Key`.
pub(crate) struct Entered {
    connection: Connection,
    claim: Option<Claim>,
}

impl Entered {
    /// Begins a transaction, including its claim in the same message.
    async fn begin(app: &App, company: i64, begin: String) -> sqlx::Result<Self> {
        let claim = idempotency::claim(company).await?;
        let statement = claim.as_ref().map(|claim| claim.statement.as_str()).unwrap_or_default();
        match Connection::begin(&app.pool, format!("{begin}{statement}")).await {
            Ok(connection) => Ok(Self { connection, claim }),
            Err(error) if claim.is_some_and(|claim| claim.is_taken(&error)) => Err(sqlx::Error::Io(
                std::io::Error::other("another process carries out the request with this Idempotency-Key"),
            )),
            Err(error) => Err(error),
        }
    }

    async fn commit(self, company: i64, bell: Bell) -> Result<()> {
        match self.claim {
            Some(claim) => claim.park(self.connection, company, bell),
            None => {
                self.connection.end("COMMIT").await?;
                bell.ring(company);
            }
        }
        Ok(())
    }
}

impl Tx {
    pub(crate) fn new(entered: Entered, actor: Actor, app: &App) -> Self {
        Self { entered, actor, bell: app.bell.clone() }
    }

    /// The actor, with rights that the database has confirmed.
    #[must_use]
    pub fn actor(&self) -> &Actor {
        &self.actor
    }

    /// The company that every statement must name.
    #[must_use]
    pub fn company(&self) -> i64 {
        self.actor.company()
    }

    /// Commits. In a request with an `Idempotency-Key`, the commit happens together with the answer
    /// ([`crate::idempotency`]).
    pub async fn commit(self) -> Result<()> {
        let company = self.company();
        self.entered.commit(company, self.bell).await
    }

    /// Begins a transaction, enters the company and checks the license if required, all in one message.
    pub(crate) async fn enter(app: &App, actor: &Actor, permission: Permission) -> Result<Entered, Entering> {
        let (login, session) = (actor.login, actor.session);
        Self::begin(app, actor, permission, &format!("enter('{login}', '{session}'")).await
    }

    /// Begins a transaction of a job that runs on behalf of a user.
    pub(crate) async fn enter_on_behalf(app: &App, actor: &Actor, permission: Permission) -> Result<Entered, Entering> {
        let (user, logged_in_user) = (actor.user, actor.logged_in_user);
        Self::begin(app, actor, permission, &format!("enter_on_behalf({user}, {logged_in_user}")).await
    }

    async fn begin(app: &App, actor: &Actor, permission: Permission, enter: &str) -> Result<Entered, Entering> {
        let access = &actor.access;
        let consolidated = actor.consolidated && access.grants.may_consolidate();
        // Only typed ids and a flag, so nothing needs escaping.
        let begin = format!(
            "BEGIN; SELECT {enter}, {}, {}, {consolidated}){}",
            access.membership,
            access.version,
            if permission.needs_license() { "; SELECT require_license()" } else { "" }
        );
        Entered::begin(app, actor.company(), begin).await.map_err(|error| {
            match error.as_database_error().and_then(|e| e.code()) {
                Some(code) if code == "KTREL" => Entering::RightsChanged,
                _ => Entering::Refused(error.into()),
            }
        })
    }
}

impl Deref for Tx {
    type Target = PgConnection;
    fn deref(&self) -> &PgConnection {
        &self.entered.connection
    }
}

impl DerefMut for Tx {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.entered.connection
    }
}

/// An API key's transaction in its company. Audit entries name the key. Rolled back if dropped without
/// [`KeyTx::commit`].
pub struct KeyTx {
    entered: Entered,
    holder: KeyHolder,
    bell: Bell,
}

impl KeyTx {
    #[must_use]
    pub fn holder(&self) -> &KeyHolder {
        &self.holder
    }

    /// The company that every statement must name.
    #[must_use]
    pub fn company(&self) -> i64 {
        self.holder.company
    }

    /// Commits. In a request with an `Idempotency-Key`, the commit happens together with the answer
    /// ([`crate::idempotency`]).
    pub async fn commit(self) -> Result<()> {
        let company = self.company();
        self.entered.commit(company, self.bell).await
    }

    /// Begins a transaction and enters the key's company in one message.
    pub(crate) async fn enter(app: &App, holder: KeyHolder, needs_license: bool) -> Result<Self> {
        let version = holder.person.as_ref().map_or(0, |person| person.version);
        // Only two numbers, so nothing needs escaping.
        let begin = format!(
            "BEGIN; SELECT enter_with_key({}, {version}){}",
            holder.key,
            if needs_license { "; SELECT require_license()" } else { "" }
        );
        Ok(Self { entered: Entered::begin(app, holder.company, begin).await?, holder, bell: app.bell.clone() })
    }
}

impl Deref for KeyTx {
    type Target = PgConnection;
    fn deref(&self) -> &PgConnection {
        &self.entered.connection
    }
}

impl DerefMut for KeyTx {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.entered.connection
    }
}

/// A transaction in one company, begun by a user, an API key or a job.
pub trait InCompany: DerefMut<Target = PgConnection> + Send {
    /// The company that every statement must name.
    fn company(&self) -> i64;

    /// The acting user, if any.
    fn user(&self) -> Option<i64>;

    /// The acting tab, which doesn't receive its own events.
    fn rtc_client_id(&self) -> Option<&str> {
        None
    }
}

impl InCompany for Tx {
    fn company(&self) -> i64 {
        self.actor.company()
    }

    fn user(&self) -> Option<i64> {
        Some(self.actor.user)
    }

    fn rtc_client_id(&self) -> Option<&str> {
        self.actor.rtc_client_id.as_deref()
    }
}

impl InCompany for KeyTx {
    fn company(&self) -> i64 {
        self.holder.company
    }

    fn user(&self) -> Option<i64> {
        self.holder.user
    }
}

/// Setting for transactions whose commit doesn't wait for the disk.
const WITHOUT_THE_DISK: &str = "; SET LOCAL synchronous_commit = off";

/// A job's transaction in one company, on behalf of the user who caused it. Audit entries name the user. Rolled back if
/// dropped without [`JobTx::commit`].
pub struct JobTx {
    tx: GlobalTx,
    company: i64,
    user: Option<i64>,
    bell: Bell,
}

impl JobTx {
    pub async fn begin(app: &App, company: i64, user: Option<i64>) -> Result<Self> {
        Self::begun(app, company, user, "").await
    }

    /// Like [`GlobalTx::begin_repeatable`].
    pub async fn begin_repeatable(app: &App, company: i64, user: Option<i64>) -> Result<Self> {
        Self::begun(app, company, user, WITHOUT_THE_DISK).await
    }

    async fn begun(app: &App, company: i64, user: Option<i64>, setting: &'static str) -> Result<Self> {
        let name = user.map(|user| user.to_string()).unwrap_or_default();
        // Only numbers, so nothing needs escaping.
        let begin = format!(
            "BEGIN; SELECT set_config('app.company_id', '{company}', true), set_config('app.user_id', '{name}', true),
                    set_config('app.logged_in_user_id', '{name}', true){setting}"
        );
        let tx = GlobalTx(Connection::begin(&app.pool, begin).await?);
        Ok(Self { tx, company, user, bell: app.bell.clone() })
    }

    pub async fn commit(self) -> Result<()> {
        self.tx.commit().await?;
        self.bell.ring(self.company);
        Ok(())
    }
}

impl InCompany for JobTx {
    fn company(&self) -> i64 {
        self.company
    }

    fn user(&self) -> Option<i64> {
        self.user
    }
}

impl Deref for JobTx {
    type Target = PgConnection;
    fn deref(&self) -> &PgConnection {
        &self.tx
    }
}

impl DerefMut for JobTx {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.tx
    }
}

/// A transaction without a user: before a company is known, and for work that visits one company after another.
/// Row-level security hides all tenant rows until it enters a company.
pub struct GlobalTx(Connection);

impl GlobalTx {
    pub async fn begin(pool: &PgPool) -> Result<Self> {
        Ok(Self(Connection::begin(pool, "BEGIN".to_owned()).await?))
    }

    /// Begins a transaction for work that is repeated if the database crashes right afterwards. Its commit doesn't wait
    /// for the disk. Later commits still imply this one.
    pub async fn begin_repeatable(pool: &PgPool) -> Result<Self> {
        Ok(Self(Connection::begin(pool, format!("BEGIN{WITHOUT_THE_DISK}")).await?))
    }

    /// Enters a company without a user, for the sweep and the demo data.
    pub async fn enter(&mut self, company: i64) -> Result<()> {
        sqlx::query!("select set_config('app.company_id', $1::bigint::text, true)", company)
            .fetch_one(&mut *self.0)
            .await?;
        Ok(())
    }

    /// Writes an audit entry in the home company of a user who isn't signed in yet.
    pub async fn audit_for(
        &mut self,
        company: i64,
        user: i64,
        action: &'static str,
        entity: &'static str,
        entity_id: &str,
    ) -> Result<()> {
        self.audit_as(company, user, Audit { action, entity, entity_id, before: None, after: None }).await
    }

    /// Like [`Self::audit_for`], with values before and after.
    pub async fn audit_as(&mut self, company: i64, user: i64, audit: Audit<'_>) -> Result<()> {
        let Audit { action, entity, entity_id, before, after } = audit;
        sqlx::query!(
            "select set_config('app.company_id', $1::bigint::text, true) as company,
                    set_config('app.user_id', $2::bigint::text, true) as active,
                    set_config('app.logged_in_user_id', $2::bigint::text, true) as logged_in",
            company,
            user
        )
        .fetch_one(&mut *self.0)
        .await?;
        sqlx::query!(
            "insert into audit_entry (company_id, action, entity, entity_id, before, after)
             values ($1, $2, $3, $4, $5, $6)",
            company,
            action,
            entity,
            entity_id,
            before,
            after
        )
        .execute(&mut *self.0)
        .await?;
        Ok(())
    }

    pub async fn commit(self) -> Result<()> {
        Ok(self.0.end("COMMIT").await?)
    }
}

impl Deref for GlobalTx {
    type Target = PgConnection;
    fn deref(&self) -> &PgConnection {
        &self.0
    }
}

impl DerefMut for GlobalTx {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.0
    }
}

/// All companies, for work that visits one after another.
pub async fn companies(pool: &PgPool) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar!("select id from org_unit where id = company_id order by id").fetch_all(pool).await?)
}

/// A pooled connection in a transaction.
///
/// sqlx's own `Transaction` leaves the connection in a failed transaction if the initial message fails, and `enter`
/// fails on purpose.
pub(crate) struct Connection(Option<PoolConnection<Postgres>>);

impl Connection {
    async fn begin(pool: &PgPool, begin: String) -> sqlx::Result<Self> {
        idempotency::commit_parked().await?;
        // Create the guard before sending, so that a cancelled request is rolled back as well.
        let mut connection = Self(Some(pool.acquire().await?));
        let begin = format!("{begin}{}", address_setting());
        sqlx::raw_sql(AssertSqlSafe(begin)).execute(&mut *connection).await?;
        Ok(connection)
    }

    pub(crate) async fn end(mut self, how: &'static str) -> sqlx::Result<()> {
        sqlx::raw_sql(how).execute(&mut *self).await?;
        self.0 = None;
        Ok(())
    }
}

impl Deref for Connection {
    type Target = PgConnection;
    fn deref(&self) -> &PgConnection {
        // `None` only during drop.
        #[allow(clippy::expect_used)]
        self.0.as_ref().expect("a connection that has not ended")
    }
}

impl DerefMut for Connection {
    fn deref_mut(&mut self) -> &mut PgConnection {
        #[allow(clippy::expect_used)]
        self.0.as_mut().expect("a connection that has not ended")
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if let Some(mut connection) = self.0.take()
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn(async move {
                if let Err(error) = sqlx::raw_sql("ROLLBACK").execute(&mut *connection).await {
                    tracing::debug!(%error, "a connection was lost before its rollback");
                    drop(connection.detach());
                }
            });
        }
    }
}

impl From<Entering> for Error {
    fn from(entering: Entering) -> Self {
        match entering {
            Entering::RightsChanged => Error::Forbidden,
            Entering::Refused(error) => error,
        }
    }
}
