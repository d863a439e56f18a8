//! Loan file import. A file is parsed once and kept sealed under its id until a loan is created from it.
//!
//! Parsing returns the file's content and its issues. A file that can't become a loan is refused with a message for the
//! officer and deleted.

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

/// Routes for signed-in users.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(mismo::active)).routes(routes!(mismo::closed))
}

/// Upload route with large bodies.
#[must_use]
pub fn upload_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(fnma::fnma))
}
