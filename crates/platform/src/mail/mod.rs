//! Mail that really leaves: put down in the transaction that causes it, written and sent by a job.
//!
//! A feature declares a kind of mail as a struct with what the letter has to know, and says how it is written:
//!
//! ```ignore
//! /// A link by which somebody sets a new password.
//! #[derive(Serialize, Deserialize)]
//! struct ResetPassword { origin: String, theme: Option<String> }
//!
//! impl Mail for ResetPassword {
//!     const KIND: &'static str = "reset-password";
//!     async fn letter(self, draft: &mut Draft<'_>) -> Result<Option<Letter>> {
//!         let token = draft.secret("set-password");                  // the same again when the job is tried again
//!         store::keep_token(draft.tx, &sha256(&token), draft.user, ...).await?;   // insert ... on conflict do nothing
//!         Ok(Some(Letter::new("Set a new password", "The link expires in one hour.")
//!             .text("Somebody asked for a new password for your account.")
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
//! What is put down holds no token (design: storage, secrets): that is made when the letter is written, by [`Draft::secret`],
//! and only its hash is kept. Writing ends its own transaction before anything is sent. A letter is the same to the byte
//! when it is sent a second time (same Message-ID, same link), so a receiver recognizes it.

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

/// A kind of mail; the value is what a letter of it has to know. It is stored in clear: ids and words, no secrets.
pub trait Mail: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// What it is called in the outbox. Stays for ever: mail of the version before is still to be sent.
    const KIND: &'static str;

    /// Writes the letter, when it is about to be sent; nothing where it is not wanted any more, because somebody has left
    /// or has done by now what it asks for. What is written to the database here is committed before the letter leaves. It
    /// may be called again for the same mail.
    ///
    /// # Errors
    /// It is tried again later.
    fn letter(self, draft: &mut Draft<'_>) -> impl Future<Output = Result<Option<Letter>>> + Send;
}

/// A mail that is being written.
pub struct Draft<'a> {
    /// The server's state.
    pub app: &'a App,
    /// A transaction that has entered the company and acts for nobody.
    pub tx: &'a mut GlobalTx,
    /// How the company looks.
    pub look: &'a Look,
    /// Which mail this is.
    pub id: Uuid,
    /// In whose name it is sent.
    pub company: i64,
    /// Whom it is about.
    pub user: Option<i64>,
    /// Where it goes.
    pub to: &'a str,
}

impl Draft<'_> {
    /// A secret that this mail, and no other, brings to its receiver: 256 bits, as 43 characters that an address takes.
    ///
    /// Derived from the mail's id under the installation's signing key. So nobody can guess it, nothing but its hash need be
    /// kept, and a mail that is sent twice brings the same one twice. Another purpose gives another secret.
    #[must_use]
    pub fn secret(&self, purpose: &str) -> String {
        let key = self.app.keys.derived("mail");
        BASE64_URL_SAFE_NO_PAD.encode(mac(&key, &[purpose.as_bytes(), self.id.as_bytes()]))
    }
}

/// Where a mail goes.
#[derive(Clone, Copy, Debug)]
pub struct Address<'a> {
    /// The address.
    pub email: &'a str,
    /// The person's name, in any script.
    pub name: Option<&'a str>,
}

/// Puts a mail down: it is sent once the transaction is committed, and never when it is rolled back.
///
/// The company is the one in whose name and look it is sent; the transaction must have entered it ([`crate::Tx`] has;
/// [`GlobalTx::enter`]), or row security refuses the row. `user` is whom it is about.
///
/// # Errors
/// The database's.
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

/// [`Mail::letter`] of a kind that is known by its name only.
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
