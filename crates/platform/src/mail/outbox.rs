//! The outbox, and the job that sends its mail.

use super::{
    Address, Draft,
    message::Message,
    sender::{Sender, Trouble, remove_old_files},
};
use crate::{
    app::App,
    db::Timestamp,
    error::{Error, Result},
    jobs::{Kind, Work},
    tenant::{GlobalTx, companies},
};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use uuid::Uuid;

/// Days after which sent and abandoned mail is deleted.
const KEPT_DAYS: i32 = 30;

/// Writes and sends one mail of the outbox.
#[derive(Debug, Serialize, Deserialize)]
pub struct SendMail {
    pub company: i64,
    pub mail: Uuid,
}

/// A queued mail.
#[derive(Debug)]
struct Row {
    kind: String,
    recipient: String,
    recipient_name: Option<String>,
    user_id: Option<i64>,
    parameters: serde_json::Value,
    created_at: Timestamp,
}

pub(super) async fn put(
    transaction: &mut PgConnection,
    company: i64,
    id: Uuid,
    kind: &str,
    to: Address<'_>,
    user: Option<i64>,
    parameters: &serde_json::Value,
) -> Result<()> {
    sqlx::query!(
        "insert into outbox_email (company_id, id, kind, recipient, recipient_name, user_id, parameters)
         values ($1, $2, $3, $4, $5, $6, $7)",
        company,
        id,
        kind,
        to.email,
        to.name,
        user,
        parameters
    )
    .execute(transaction)
    .await?;
    Ok(())
}

impl SendMail {
    pub(crate) const NAME: &'static str = "send-mail";
    /// With the queue's backoff, retries continue for about a day.
    pub(crate) const KIND: Kind = Kind { name: Self::NAME, tries_max: 12, priority: 0 };

    /// Sends the mail unless it was sent already.
    ///
    /// The transaction that writes the email commits before sending, so that no link is sent that the database doesn't
    /// know. If the process dies before recording success, the same message is sent again.
    pub(crate) async fn run(self, app: &App, work: &Work, sender: &Sender) -> Result<()> {
        let Some(message) = self.written(app, work).await? else { return Ok(()) };
        match sender.send(&message).await {
            Ok(()) => self.ended(app, None).await,
            Err(Trouble::Refused(why)) => {
                tracing::warn!(mail = %self.mail, why, "a mail was refused and is given up");
                self.ended(app, Some(&why)).await
            }
            // Store the server's answer with the job, where operators look for it.
            Err(trouble @ Trouble::NotNow(_)) => Err(Error::Refused {
                status: http::StatusCode::BAD_GATEWAY,
                code: "LWMAIL10502",
                message: trouble.to_string(),
            }),
        }
    }

    /// Returns the message. `None` if it was sent already or is no longer wanted.
    async fn written(&self, app: &App, work: &Work) -> Result<Option<Message>> {
        let look = work.look(app, self.company).await?;
        let mut tx = GlobalTx::begin(&app.pool).await?;
        tx.enter(self.company).await?;
        let found = sqlx::query_as!(
            Row,
            "select kind, recipient, recipient_name, user_id, parameters, created_at
             from outbox_email
             where company_id = $1
               and id = $2
               and sent_at is null
               and given_up_at is null",
            self.company,
            self.mail
        )
        .fetch_optional(&mut *tx)
        .await?;
        let Some(row) = found else { return Ok(None) };
        let Some(write) = work.writer(&row.kind) else {
            return Err(Error::internal(anyhow::anyhow!("nobody writes mail of the kind {}", row.kind)));
        };
        let mut draft = Draft {
            app,
            tx: &mut tx,
            look: &look,
            id: self.mail,
            company: self.company,
            user: row.user_id,
            to: &row.recipient,
        };
        let letter = write(row.parameters, &mut draft).await?;
        tx.commit().await?;
        let to = Address { email: &row.recipient, name: row.recipient_name.as_deref() };
        let message = match letter {
            Some(letter) => Message::of(&app.config, self.mail, row.created_at, to, &look, &letter),
            None => {
                self.ended(app, Some("not wanted any more")).await?;
                return Ok(None);
            }
        };
        match message {
            Ok(message) => Ok(Some(message)),
            Err(error) => {
                tracing::warn!(mail = %self.mail, %error, "a mail can't be addressed and is given up");
                self.ended(app, Some(&error.to_string())).await?;
                Ok(None)
            }
        }
    }

    /// Records that the mail was sent, or why it was abandoned.
    async fn ended(&self, app: &App, given_up_why: Option<&str>) -> Result<()> {
        let mut tx = GlobalTx::begin(&app.pool).await?;
        tx.enter(self.company).await?;
        sqlx::query!(
            "update outbox_email
             set sent_at = case when $3::text is null then now() end,
                 given_up_at = case when $3::text is not null then now() end,
                 given_up_why = $3
             where company_id = $1
               and id = $2
               and sent_at is null
               and given_up_at is null",
            self.company,
            self.mail,
            given_up_why
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await
    }
}

/// Deletes old mail that was sent or abandoned, and mail files of the same age.
pub async fn sweep(app: &App) -> Result<()> {
    for company in companies(&app.pool).await? {
        let mut tx = GlobalTx::begin(&app.pool).await?;
        tx.enter(company).await?;
        sqlx::query!(
            "delete from outbox_email
             where company_id = $1
               and coalesce(sent_at, given_up_at) < now() - make_interval(days => $2)",
            company,
            KEPT_DAYS
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
    }
    remove_old_files(&app.config, KEPT_DAYS.unsigned_abs()).await;
    Ok(())
}
