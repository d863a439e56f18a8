//! Other systems: programs that come in with an API key, and what a person connects with their account: their mailbox, and
//! Rocket Pro, as far as its authorization goes.

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

/// Revokes every API key of a person who leaves; answers how many there were. Each has its audit entry.
pub async fn revoke_keys_of(tx: &mut Tx, user: i64) -> Result<usize> {
    keys::revoke::all_of(tx, user).await
}

/// The routes that need no token.
#[must_use]
pub fn public_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(mailbox::sandbox::consent))
}

/// The routes of somebody who is signed in, and of programs with a key.
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
