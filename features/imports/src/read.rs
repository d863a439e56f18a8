//! Reading a file: off the request threads, a few at a time, then sealed and kept.

use crate::store;
use lending::{
    fnma,
    import::{Imported, Refusal, normalized},
    mismo,
    patch::show_last_four,
};
use platform::{App, Error, Result, Tx, keys::mac};
use tokio::sync::Semaphore;
use uuid::Uuid;
use zeroize::Zeroizing;

/// Each reading takes a core and some times the file's size of memory.
static AT_ONCE: Semaphore = Semaphore::const_new(4);

/// Which format a tab expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// MISMO 3.4
    Mismo34,
    /// FNMA 3.2
    Fnma32,
}

impl Format {
    /// As it is kept.
    pub fn as_str(self) -> &'static str {
        match self {
            Format::Mismo34 => "MISMO_34",
            Format::Fnma32 => "FNMA_32",
        }
    }
}

/// A file that was read.
pub(crate) struct Read {
    pub imported: Imported,
    /// By which the same document is recognized.
    pub content_key: Vec<u8>,
}

/// What a MISMO 3.4 file says, or why it says nothing that a loan is made of; and the key by which the same document is recognized.
///
/// # Errors
/// The thread's that reads.
pub async fn read_mismo(
    app: &App,
    company: i64,
    bytes: Zeroizing<Vec<u8>>,
) -> Result<(std::result::Result<Imported, Refusal>, Vec<u8>)> {
    parsed(app, company, bytes, Format::Mismo34).await
}

async fn parsed(
    app: &App,
    company: i64,
    bytes: Zeroizing<Vec<u8>>,
    format: Format,
) -> Result<(std::result::Result<Imported, Refusal>, Vec<u8>)> {
    let permit = AT_ONCE.acquire().await.map_err(Error::internal)?;
    let key = app.keys.derived("imports");
    let (read, content_key) = tokio::task::spawn_blocking(move || {
        let content_key = mac(&key, &[&company.to_be_bytes(), &Zeroizing::new(normalized(&bytes))]).to_vec();
        let read = match format {
            Format::Mismo34 => mismo::read(&bytes, &mut Uuid::now_v7),
            Format::Fnma32 => fnma::read(&bytes, &mut Uuid::now_v7),
        };
        (read, content_key)
    })
    .await
    .map_err(Error::internal)?;
    drop(permit);
    let read = read.map(|mut imported| {
        show_last_four(&mut imported.application, &imported.secrets);
        imported
    });
    Ok((read, content_key))
}

/// Reads the bytes of a stored file. What can't become a loan is removed, and refused with its sentence.
pub(crate) async fn read(app: &App, company: i64, id: Uuid, format: Format) -> Result<Read> {
    let bytes = app.files.get(&app.keys, company, id).await?;
    let (read, content_key) = parsed(app, company, bytes, format).await?;
    match read {
        Ok(imported) => Ok(Read { imported, content_key }),
        Err(Refusal { message, .. }) => {
            files::discard(app, company, id).await?;
            Err(Error::Refused { status: http::StatusCode::UNPROCESSABLE_ENTITY, code: "LWIMP10422", message })
        }
    }
}

/// Seals what was read and keeps it until a loan is made of it.
pub(crate) async fn keep(app: &App, tx: &mut Tx, id: Uuid, format: Format, read: &Read) -> Result<()> {
    let text = Zeroizing::new(serde_json::to_vec(&read.imported).map_err(Error::internal)?);
    let sealed = app.keys.seal(&place(tx.company(), id), &text).map_err(Error::internal)?;
    store::keep(tx, id, format.as_str(), &sealed, &read.content_key, app.config.import_kept_days).await
}

/// Where a parsed file's sealed form belongs.
pub(crate) fn place(company: i64, id: Uuid) -> String {
    format!("imported_loan/{company}/{id}")
}
