//! Re-encodes uploaded logos. The original bytes are never stored.

use crate::branding::{raster, vector};
use bytes::Bytes;
use image::ImageFormat;
use platform::{Error, Result, picture::Written};
use std::{thread, time::Duration};
use tokio::{
    sync::{Semaphore, oneshot},
    time,
};

/// Maximum upload size.
pub(crate) const UPLOAD_BYTES_MAX: usize = 1024 * 1024;
/// Maximum stored size.
const KEPT_BYTES_MAX: usize = 1024 * 1024;
/// Limits concurrent decoding in this process, because each picture may take some hundred megabytes.
static READERS: Semaphore = Semaphore::const_new(2);
/// Timeout for decoding.
const READING: Duration = Duration::from_secs(15);
/// Nested shapes are processed recursively and need more stack than a default thread has. Memory is only committed as
/// used.
const STACK_BYTES: usize = 64 * 1024 * 1024;

/// Why a picture is refused, as a sentence.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Refusal(pub &'static str);

pub(crate) const UNKNOWN: Refusal = Refusal("Choose a PNG, JPEG or SVG file");
pub(crate) const BROKEN: Refusal = Refusal("This picture can't be read. Save it again and upload that");
pub(crate) const TOO_DETAILED: Refusal = Refusal("This picture has too many details for a logo. Choose a simpler one");

/// Decodes a picture by its content, regardless of its name.
pub(crate) async fn read(bytes: Bytes) -> Result<Written> {
    let reading = async {
        let permit = READERS.acquire().await.map_err(Error::internal)?;
        let (tell, told) = oneshot::channel();
        thread::Builder::new()
            .name("picture".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || {
                // The caller may have timed out already.
                let _ = tell.send(of(&bytes));
                drop(permit);
            })
            .map_err(Error::internal)?;
        // If the reader panics, the channel closes.
        Ok::<_, Error>(told.await.unwrap_or(Err(BROKEN)))
    };
    let busy = |_| Error::Unavailable(anyhow::anyhow!("reading a picture takes too long"));
    time::timeout(READING, reading).await.map_err(busy)??.map_err(|Refusal(why)| Error::field("file", why))
}

pub(crate) fn of(bytes: &[u8]) -> Result<Written, Refusal> {
    let picture = match image::guess_format(bytes) {
        Ok(ImageFormat::Png | ImageFormat::Jpeg) => raster::clean(bytes)?,
        _ => vector::clean(bytes)?,
    };
    if picture.bytes.len() > KEPT_BYTES_MAX { Err(TOO_DETAILED) } else { Ok(picture) }
}
