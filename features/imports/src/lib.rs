//! Loan files: read once, kept sealed under their file's id until a loan is made of them.
//!
//! Reading tells what the file says and what is wrong with it. A file that can't become a loan is refused with a sentence
//! for the officer, and nothing of it stays.

mod answer;
mod fnma;
mod mismo;
mod read;
mod store;
mod sweep;

pub use mismo::file_id;
pub use read::read_mismo;
pub use store::{look, note_contents, take};
pub use sweep::sweep;

use platform::{App, reseal::SealedTable};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Tables of this feature that hold sealed values.
pub const SEALED: [SealedTable; 1] = [SealedTable {
    table: "imported_loan",
    key: "key_id",
    value: "ciphertext",
    place: "imported_loan",
    place_id: "file_id",
    is_tenant: true,
}];

/// The routes of somebody who is signed in.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(mismo::active)).routes(routes!(mismo::closed))
}

/// The route that carries a file itself and takes large bodies.
#[must_use]
pub fn upload_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(fnma::fnma))
}
