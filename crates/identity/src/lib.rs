//! OpenID Connect as pure functions: signing keys, id tokens, proof keys (PKCE), random tokens, discovery.
//!
//! Tables, routes and time are `features/access`'s; they are handed in here. The embedded provider's tokens are checked
//! by the same function as any other issuer's.

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
