//! Another OpenID provider than the embedded one, by configuration alone (decisions D1, D2).
//!
//! The browser signs in there; this server sees its id tokens. It fetches the provider's document and keys, finds the
//! person, and keeps a login of its own, so that idle time, absolute end and sign-out hold here whatever the provider
//! does.

mod issuer;
mod log_out;
mod sign_in;
mod store;

pub(crate) use issuer::Issuer;
pub(crate) use log_out::logout_url;
pub(crate) use sign_in::{SignedIn, signed_in};
