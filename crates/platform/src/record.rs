//! Audit entries and events, written in the transaction of a change.

use crate::{
    error::Result,
    tenant::{GlobalTx, InCompany, KeyTx, Tx},
};
use serde_json::Value;
use sqlx::PgConnection;

/// An audit entry. Never put sealed values in it; at most their last four digits.
#[derive(Debug)]
pub struct Audit<'a> {
    /// Noun and verb, such as `loan.create` or `loan.lock`.
    pub action: &'static str,
    /// Kind of record.
    pub entity: &'static str,
    pub entity_id: &'a str,
    pub before: Option<Value>,
    pub after: Option<Value>,
}

impl Tx {
    /// Writes an audit entry. The table takes the actor from the transaction.
    pub async fn audit(&mut self, audit: Audit<'_>) -> Result<()> {
        let company = self.company();
        write(self, company, audit).await
    }

    /// Writes an action of the provider's super administrator on a company or its users into both audit logs. `event`
    /// goes to the company's tabs. Afterwards the transaction is in the provider's company.
    ///
    /// # Errors
    ///
    /// [`crate::Error::Forbidden`] for other users.
    pub async fn audit_across(&mut self, company: i64, audit: Audit<'_>, event: Option<(&str, i64)>) -> Result<()> {
        let Audit { action, entity, entity_id, before, after } = audit;
        let (kind, about) = event.unzip();
        sqlx::query!(
            "select provider_record($1, $2, $3, $4, $5, $6, $7, $8) is null as done",
            company,
            action,
            entity,
            entity_id,
            before,
            after,
            kind,
            about
        )
        .fetch_one(&mut **self)
        .await?;
        Ok(())
    }

    /// Writes an event with ids only.
    pub async fn event(&mut self, kind: &str, entity_id: i64) -> Result<()> {
        event(self, kind, entity_id).await
    }
}

/// Writes an audit entry in the entered company. The table takes the actor from the transaction.
pub async fn audit(tx: &mut impl InCompany, audit: Audit<'_>) -> Result<()> {
    let company = tx.company();
    write(tx, company, audit).await
}

/// Writes an event with ids only in the entered company.
pub async fn event(tx: &mut impl InCompany, kind: &str, entity_id: i64) -> Result<()> {
    let company = tx.company();
    let rtc_client_id = tx.rtc_client_id().map(str::to_owned);
    sqlx::query!(
        "insert into event (company_id, kind, entity_id, rtc_client_id) values ($1, $2, $3, $4)",
        company,
        kind,
        entity_id,
        rtc_client_id
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

impl KeyTx {
    /// Writes an audit entry. The table takes the API key from the transaction.
    pub async fn audit(&mut self, audit: Audit<'_>) -> Result<()> {
        let company = self.company();
        write(self, company, audit).await
    }

    /// Writes an event with ids only.
    pub async fn event(&mut self, kind: &str, entity_id: i64) -> Result<()> {
        let company = self.company();
        write_event(self, company, kind, entity_id).await
    }
}

impl GlobalTx {
    /// Writes an audit entry without an actor, for scheduled work in an entered company.
    pub async fn audit(&mut self, company: i64, audit: Audit<'_>) -> Result<()> {
        write(self, company, audit).await
    }

    /// Writes an event with ids only, for an entered company.
    pub async fn event(&mut self, company: i64, kind: &str, entity_id: i64) -> Result<()> {
        write_event(self, company, kind, entity_id).await
    }
}

async fn write_event(connection: &mut PgConnection, company: i64, kind: &str, entity_id: i64) -> Result<()> {
    sqlx::query!("insert into event (company_id, kind, entity_id) values ($1, $2, $3)", company, kind, entity_id)
        .execute(connection)
        .await?;
    Ok(())
}

async fn write(connection: &mut PgConnection, company: i64, audit: Audit<'_>) -> Result<()> {
    let Audit { action, entity, entity_id, before, after } = audit;
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
    .execute(connection)
    .await?;
    Ok(())
}
