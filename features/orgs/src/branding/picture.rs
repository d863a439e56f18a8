//! A picture as it is kept: never the bytes that were sent, always ones that we wrote.

use crate::branding::{raster, vector};
use bytes::Bytes;
use image::ImageFormat;
use platform::{Error, Result, picture::Written};
use std::{thread, time::Duration};
use tokio::{
    sync::{Semaphore, oneshot},
    time,
};

/// Most bytes of what is sent.
pub(crate) const UPLOAD_BYTES_MAX: usize = 1024 * 1024;
/// Most bytes of what is kept.
const KEPT_BYTES_MAX: usize = 1024 * 1024;
/// Pictures that are read at once in this process: each may take some hundred megabytes.
static READERS: Semaphore = Semaphore::const_new(2);
/// Time after which the sender is told that it takes too long.
const READING: Duration = Duration::from_secs(15);
/// Shapes are walked by recursion, so deeper ones need more of a stack than a thread has by itself. Taken only as it is
/// used.
const STACK_BYTES: usize = 64 * 1024 * 1024;

/// Why a picture is not taken, in a sentence.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Refusal(pub &'static str);

pub(crate) const UNKNOWN: Refusal = Refusal("Choose a PNG, JPEG or SVG file");
pub(crate) const BROKEN: Refusal = Refusal("This picture can't be read. Save it again and upload that");
pub(crate) const TOO_DETAILED: Refusal = Refusal("This picture has too many details for a logo. Choose a simpler one");

/// Reads a picture by what its bytes are, whatever they are called.
pub(crate) async fn read(bytes: Bytes) -> Result<Written> {
    let reading = async {
        let permit = READERS.acquire().await.map_err(Error::internal)?;
        let (tell, told) = oneshot::channel();
        thread::Builder::new()
            .name("picture".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || {
                // Whoever asked may have given up by now.
                let _ = tell.send(of(&bytes));
                drop(permit);
            })
            .map_err(Error::internal)?;
        // A reader that panics tells nothing.
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
