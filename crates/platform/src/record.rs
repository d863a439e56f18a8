//! What a change writes beside itself, in the same transaction: who did what, and that it happened.

use crate::{
    error::Result,
    tenant::{GlobalTx, InCompany, KeyTx, Tx},
};
use serde_json::Value;
use sqlx::PgConnection;

/// An audit entry. Values hold no sealed data: the last four digits at most.
#[derive(Debug)]
pub struct Audit<'a> {
    /// `loan.create`, `loan.lock`: the noun and what was done.
    pub action: &'static str,
    /// The kind of record.
    pub entity: &'static str,
    /// Its id.
    pub entity_id: &'a str,
    /// What was before.
    pub before: Option<Value>,
    /// What is after.
    pub after: Option<Value>,
}

impl Tx {
    /// Writes an audit entry; who acts is taken from the transaction by the table itself.
    ///
    /// # Errors
    /// The database's.
    pub async fn audit(&mut self, audit: Audit<'_>) -> Result<()> {
        let company = self.company();
        write(self, company, audit).await
    }

    /// Writes what a super administrator of the provider does with a company or with one of its people: into that company's
    /// log, and into the provider's. `event` is told to the company's tabs. The transaction is in the provider's company
    /// afterwards.
    ///
    /// # Errors
    /// [`crate::Error::Forbidden`] for everybody else, or the database's.
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

    /// Writes an event, by ids only.
    ///
    /// # Errors
    /// The database's.
    pub async fn event(&mut self, kind: &str, entity_id: i64) -> Result<()> {
        event(self, kind, entity_id).await
    }
}

/// Writes an audit entry into whatever company was entered; who acts is taken from the transaction by the table itself.
///
/// # Errors
/// The database's.
pub async fn audit(tx: &mut impl InCompany, audit: Audit<'_>) -> Result<()> {
    let company = tx.company();
    write(tx, company, audit).await
}

/// Writes an event into whatever company was entered, by ids only.
///
/// # Errors
/// The database's.
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
    /// Writes an audit entry; the key that acts is taken from the transaction by the table itself.
    ///
    /// # Errors
    /// The database's.
    pub async fn audit(&mut self, audit: Audit<'_>) -> Result<()> {
        let company = self.company();
        write(self, company, audit).await
    }

    /// Writes an event, by ids only.
    ///
    /// # Errors
    /// The database's.
    pub async fn event(&mut self, kind: &str, entity_id: i64) -> Result<()> {
        let company = self.company();
        write_event(self, company, kind, entity_id).await
    }
}

impl GlobalTx {
    /// Writes an audit entry for what nobody did: what happens by the calendar, in a company that was entered.
    ///
    /// # Errors
    /// The database's.
    pub async fn audit(&mut self, company: i64, audit: Audit<'_>) -> Result<()> {
        write(self, company, audit).await
    }

    /// Writes an event of a company that was entered, by ids only.
    ///
    /// # Errors
    /// The database's.
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
