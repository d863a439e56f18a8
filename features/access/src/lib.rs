//! Authentication: the embedded OpenID provider, logins and their tabs, and the check of every request's token.
//!
//! A user signs in once (a *login*) and works in tabs under it (*sessions*). A request carries an ID token, which is
//! verified without the database, and names its tab. The message that begins the request's transaction checks that
//! login and tab are still active. Rights come from the membership, never from the token.

mod authenticate;
mod bearer;
mod breached;
mod change_password;
mod common_words;
mod credentials;
mod custom_login;
mod device;
mod doors;
mod external;
mod forgotten;
mod hashing;
mod impersonation;
mod invitations;
mod invite;
mod letters;
mod links;
mod log_out;
mod logins;
mod own_second_factor;
mod password;
mod password_rules;
mod programmatic_login;
mod provider;
mod reset_second_factor;
mod return_address;
mod second_factor;
mod second_factor_approvals;
mod seen;
mod set_password;
mod signing;
mod store;
mod throttle;
mod touch;
mod user_accounts;

pub use authenticate::{TabCredentials, authenticate, identify_tab};
pub use doors::Doors;
pub use invite::{invitation_link, invite};
pub use letters::work;
pub use password::set_password;
pub use programmatic_login::actor_of;
pub use store::{signing::rotate_signing_keys, sweep};

use platform::{App, reseal::SealedTable};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Tables of this feature that hold sealed values.
pub const SEALED: [SealedTable; 3] = [
    SealedTable {
        table: "second_factor",
        key: "sealed_with",
        value: "secret",
        place: "second_factor",
        place_id: "user_id",
        is_tenant: false,
    },
    SealedTable {
        table: "sign_in_ticket",
        key: "sealed_with",
        value: "secret",
        place: "second_factor",
        place_id: "user_id",
        is_tenant: false,
    },
    SealedTable {
        table: "signing_key",
        key: "sealed_with",
        value: "private_key",
        place: "signing_key",
        place_id: "id",
        is_tenant: false,
    },
];

/// Routes that need no token. They expect [`Doors`] in an `Extension` of the router.
#[must_use]
pub fn public_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(provider::discovery::discovery))
        .routes(routes!(provider::discovery::jwks))
        .routes(routes!(provider::authorize::authorize))
        .routes(routes!(provider::sign_in::sign_in))
        .routes(routes!(provider::second_factor::second_factor))
        .routes(routes!(provider::token::token))
        .routes(routes!(provider::userinfo::userinfo))
        .routes(routes!(provider::end_session::end_session))
        .routes(routes!(programmatic_login::programmatic_login))
        .routes(routes!(custom_login::custom_login))
        .routes(routes!(forgotten::password))
        .routes(routes!(forgotten::second_factor))
        .routes(routes!(set_password::validate))
        .routes(routes!(set_password::activate))
        .routes(routes!(reset_second_factor::confirm))
}

/// Routes for signed-in users.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(log_out::log_out))
        .routes(routes!(logins::list, logins::end_all))
        .routes(routes!(logins::end_one))
        .routes(routes!(touch::touch))
        .routes(routes!(change_password::change_password))
        .routes(routes!(own_second_factor::get))
        .routes(routes!(own_second_factor::new_recovery_codes))
        .routes(routes!(impersonation::begin))
        .routes(routes!(impersonation::end))
        .routes(routes!(invitations::create))
        .routes(routes!(invitations::resend, invitations::revoke))
        .routes(routes!(user_accounts::deactivate, user_accounts::reactivate))
        .routes(routes!(user_accounts::end_logins))
        .routes(routes!(second_factor_approvals::list))
        .routes(routes!(second_factor_approvals::approve))
        .routes(routes!(second_factor_approvals::refuse))
}
