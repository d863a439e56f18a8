//! Uploaded files: addresses that are signed for one upload, and the bytes behind them.
//!
//! A person asks for an address and puts the bytes there; the address itself is the permission, for one file, up to a
//! length, until it expires, once. A link to a file works the other way round. What was uploaded and not used is removed by the sweep.

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

/// The routes that need no token: a download link is the permission, and so is a picture's address.
#[must_use]
pub fn public_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(download::download)).routes(routes!(note_pictures::note_picture))
}

/// The route that needs no token: the signed address is the permission. It takes large bodies.
#[must_use]
pub fn upload_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(upload::upload))
}

/// The routes of somebody who is signed in.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(upload_url::upload_url)).routes(routes!(download_url::download_url))
}
