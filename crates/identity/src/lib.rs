//! OpenID Connect as pure functions: signing keys, ID tokens, PKCE, random tokens, discovery.
//!
//! `features/access` owns tables, routes and time, and passes them in. The same function verifies tokens of the
//! embedded provider and of any other issuer.

mod claims;
mod discovery;
mod keys;
mod metadata;
mod pkce;
mod token;
mod verify;

pub use claims::{Audience, IdClaims};
pub use discovery::Discovery;
pub use keys::{KeyError, SigningKey};
pub use metadata::{Metadata, MetadataProblem};
pub use pkce::{challenge_of, is_challenge};
pub use token::{hash_token, random_token};
pub use verify::{Expected, PublicKeys, TokenProblem};
