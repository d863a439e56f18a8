//! Uploaded files and their signed URLs.
//!
//! A user requests an upload URL and puts the bytes there. The URL is the permission: for one file, up to a size, until
//! it expires, once. Download links work the same way. The sweep deletes files that were uploaded but never used.

mod address;
mod download;
mod download_url;
mod note_pictures;
mod store;
mod sweep;
mod ticket;
mod upload;
mod upload_url;

pub use note_pictures::{keep_pictures, show_note};
pub use store::{
    StoredFile, Unpacked, discard, file, keep_all_for_good, keep_for_good, record_unpacked, record_upload,
};
pub use sweep::sweep;

use platform::App;
use utoipa_axum::{router::OpenApiRouter, routes};

/// Routes that need no token, because a download link or picture URL is the permission.
#[must_use]
pub fn public_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(download::download)).routes(routes!(note_pictures::note_picture))
}

/// Upload route that needs no token, because the signed URL is the permission. Accepts large bodies.
#[must_use]
pub fn upload_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(upload::upload))
}

/// Routes for signed-in users.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(upload_url::upload_url)).routes(routes!(download_url::download_url))
}
