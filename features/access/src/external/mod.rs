//! An external OpenID provider, enabled by configuration (decisions D1, D2).
//!
//! The browser signs in there and this server receives ID tokens. It fetches the provider's metadata and keys, finds
//! the user, and keeps its own login. Idle timeout, absolute timeout and sign-out therefore apply regardless of the
//! provider.

mod issuer;
mod log_out;
mod sign_in;
mod store;

pub(crate) use issuer::Issuer;
pub(crate) use log_out::logout_url;
pub(crate) use sign_in::{SignedIn, signed_in};
