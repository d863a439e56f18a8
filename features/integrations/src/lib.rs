//! Integrations with other systems: API keys for programs, and a user's connections to their mailbox and to Rocket Pro
//! (authorization only).

mod integrated;
mod keys;
mod lenders;
mod mailbox;
mod rocket;
mod store;

pub use integrated::{Row as IntegratedLender, replace as integrate_lenders};
pub use keys::authenticate::authenticate_key;
pub use mailbox::get::{StoredMailbox, stored_mailbox};

use platform::{App, Result, Tx, reseal::SealedTable};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Tables of this feature that hold sealed values.
pub const SEALED: [SealedTable; 2] = [
    SealedTable {
        table: "mailbox",
        key: "sealed_with",
        value: "tokens",
        place: "mailbox",
        place_id: "user_id",
        is_tenant: true,
    },
    SealedTable {
        table: "mailbox_authorization",
        key: "sealed_with",
        value: "verifier",
        place: "mailbox_authorization",
        place_id: "user_id",
        is_tenant: true,
    },
];

/// Revokes all API keys of a user who leaves, with an audit entry for each. Returns their number.
pub async fn revoke_keys_of(tx: &mut Tx, user: i64) -> Result<usize> {
    keys::revoke::all_of(tx, user).await
}

/// Routes that need no token.
#[must_use]
pub fn public_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(mailbox::sandbox::consent))
}

/// Routes for signed-in users and API keys.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(keys::list::list, keys::create::create))
        .routes(routes!(keys::revoke::revoke))
        .routes(routes!(keys::itself::itself))
        .routes(routes!(mailbox::get::get, mailbox::connect::connect, mailbox::disconnect::disconnect))
        .routes(routes!(mailbox::authorize::authorize))
        .routes(routes!(lenders::list))
        .routes(routes!(integrated::list))
        .routes(routes!(rocket::authorize::authorize))
        .routes(routes!(rocket::post_authenticate))
}
