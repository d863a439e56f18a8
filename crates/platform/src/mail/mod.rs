//! Outgoing mail. A transaction queues a mail in the outbox; a job writes and sends it.
//!
//! A feature declares a kind of mail as a struct with its parameters and a function that writes the email:
//!
//! ```ignore
//! /// A link for setting a new password.
//! #[derive(Serialize, Deserialize)]
//! struct ResetPassword { origin: String, theme: Option<String> }
//!
//! impl Mail for ResetPassword {
//!     const KIND: &'static str = "reset-password";
//!     async fn letter(self, draft: &mut Draft<'_>) -> Result<Option<Letter>> {
//!         let token = draft.secret("set-password");                  // the same if the job is retried
//!         store::keep_token(draft.tx, &sha256(&token), draft.user, ...).await?;   // insert ... on conflict do nothing
//!         Ok(Some(Letter::new("Set a new password", "The link expires in one hour.")
//!             .text("Someone requested a new password for your account.")
//!             .button("Set password", format!("{}/setPassword?userToken={token}", self.origin))
//!             .small("If it was not you, ignore this mail.")))
//!     }
//! }
//!
//! let to = Address { email: &user.email, name: Some(&user.name) };
//! mail::enqueue(&mut tx, company, Some(user.id), to, &ResetPassword { .. }).await?;   // `tx` has entered `company`
//! work.mail::<ResetPassword>();                                      // in the feature's `work` function
//! ```
//!
//! The outbox holds no token (design: storage, secrets). [`Draft::secret`] creates it when the email is written, and only its
//! hash is stored. The writing transaction commits before sending. An email that is sent twice is identical, including
//! Message-ID and link, so that mail clients recognize the duplicate.

mod letter;
mod message;
mod outbox;
mod sender;

pub use letter::{Letter, Look, escaped};
pub use message::{Message, MessageError};
pub use outbox::{SendMail, sweep};
pub use sender::{Sender, Trouble, files_folder};

use crate::{
    app::App,
    error::{Error, Result},
    jobs,
    keys::mac,
    tenant::GlobalTx,
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use futures::future::BoxFuture;
use serde::{Serialize, de::DeserializeOwned};
use sqlx::PgConnection;
use std::future::Future;
use uuid::Uuid;

/// A kind of mail. The value holds the parameters of one email. It is stored in clear, so it may hold ids and texts but
/// no secrets.
pub trait Mail: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Name in the outbox. Never change it: mail of the previous version is still queued.
    const KIND: &'static str;

    /// Writes the email right before it is sent. Returns `None` if it is no longer wanted, for example because the
    /// recipient left. Database changes made here are committed before the email is sent. May be called again for the
    /// same mail.
    ///
    /// # Errors
    ///
    /// The mail is retried later.
    fn letter(self, draft: &mut Draft<'_>) -> impl Future<Output = Result<Option<Letter>>> + Send;
}

/// Context for writing an email.
pub struct Draft<'a> {
    pub app: &'a App,
    /// A transaction that has entered the company without a user.
    pub tx: &'a mut GlobalTx,
    /// The company's branding.
    pub look: &'a Look,
    /// Id of the mail.
    pub id: Uuid,
    /// The sending company.
    pub company: i64,
    /// The user the mail refers to.
    pub user: Option<i64>,
    /// Recipient address.
    pub to: &'a str,
}

impl Draft<'_> {
    /// Returns a secret unique to this mail and purpose: 256 bits as 43 URL-safe characters.
    ///
    /// It is derived from the mail's id and the installation's signing key. Nobody can guess it, only its hash needs to
    /// be stored, and a mail that is sent twice has the same one.
    #[must_use]
    pub fn secret(&self, purpose: &str) -> String {
        let key = self.app.keys.derived("mail");
        BASE64_URL_SAFE_NO_PAD.encode(mac(&key, &[purpose.as_bytes(), self.id.as_bytes()]))
    }
}

/// Recipient of a mail.
#[derive(Clone, Copy, Debug)]
pub struct Address<'a> {
    pub email: &'a str,
    /// The recipient's name, in any script.
    pub name: Option<&'a str>,
}

/// Queues a mail. It is sent after the transaction commits, and never if it is rolled back.
///
/// The mail has the company's name and branding. The transaction must have entered the company ([`crate::Tx`] has;
/// [`GlobalTx::enter`]), or row-level security refuses the row. `user` is the user the mail refers to.
pub async fn enqueue<M: Mail>(
    transaction: &mut PgConnection,
    company: i64,
    user: Option<i64>,
    to: Address<'_>,
    mail: &M,
) -> Result<Uuid> {
    let id = Uuid::now_v7();
    let parameters = serde_json::to_value(mail).map_err(Error::internal)?;
    outbox::put(transaction, company, id, M::KIND, to, user, &parameters).await?;
    jobs::add(transaction, SendMail::KIND, &SendMail { company, mail: id }, None).await?;
    Ok(id)
}

/// Calls [`Mail::letter`] of a kind known only by name.
pub(crate) type Write = for<'a, 'b> fn(serde_json::Value, &'a mut Draft<'b>) -> BoxFuture<'a, Result<Option<Letter>>>;

pub(crate) fn write<'a, M: Mail>(
    parameters: serde_json::Value,
    draft: &'a mut Draft<'_>,
) -> BoxFuture<'a, Result<Option<Letter>>> {
    Box::pin(async move {
        let mail: M = serde_json::from_value(parameters).map_err(Error::internal)?;
        mail.letter(draft).await
    })
}
