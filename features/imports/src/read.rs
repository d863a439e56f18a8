//! Parses files on blocking threads, a few at a time, then seals and stores the result.

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

/// Limits concurrent parsing. Each parse uses a core and a multiple of the file's size in memory.
static AT_ONCE: Semaphore = Semaphore::const_new(4);

/// Format that a tab expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// MISMO 3.4
    Mismo34,
    /// FNMA 3.2
    Fnma32,
}

impl Format {
    /// Value in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Format::Mismo34 => "MISMO_34",
            Format::Fnma32 => "FNMA_32",
        }
    }
}

/// A parsed file.
pub(crate) struct Read {
    pub imported: Imported,
    /// Identifies the same document.
    pub content_key: Vec<u8>,
}

/// Parses a MISMO 3.4 file, or returns why no loan can be created from it. Also returns the key that identifies the
/// document.
///
/// # Errors
///
/// The parser's thread fails.
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

/// Parses a stored file. If it can't become a loan, deletes it and returns the reason.
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

/// Seals the parsed data and stores it until a loan is created from it.
pub(crate) async fn keep(app: &App, tx: &mut Tx, id: Uuid, format: Format, read: &Read) -> Result<()> {
    let text = Zeroizing::new(serde_json::to_vec(&read.imported).map_err(Error::internal)?);
    let sealed = app.keys.seal(&place(tx.company(), id), &text).map_err(Error::internal)?;
    store::keep(tx, id, format.as_str(), &sealed, &read.content_key, app.config.import_kept_days).await
}

/// The place that binds a parsed file's sealed form.
pub(crate) fn place(company: i64, id: Uuid) -> String {
    format!("imported_loan/{company}/{id}")
}
