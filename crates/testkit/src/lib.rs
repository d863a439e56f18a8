//! HTTP test support: a server with its own database and the demo data, and a client that acts as one of the demo
//! users.
//!
//! ```no_run
//! # async fn example() {
//! let keyturn = testkit::Keyturn::start().await;
//! let avery = keyturn.sign_in("avery.stone@harbor.example").await;
//! let answer = avery.get("/api/users/me").await;
//! assert_eq!(answer.status, 200);
//! # }
//! ```

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test that can't be prepared should stop there")]

mod client;
pub mod issuer;
pub mod officer;
mod place;
mod server;
mod sign_in;
pub mod smtp;
pub mod visits;
mod world;

pub use client::{Answer, Client};
pub use issuer::Issuer;
pub use keyturn::dev_mail::Mail;
pub use place::{Company, Place, private_postgres};
pub use server::{Server, program, signal};
pub use sign_in::{PASSWORD, SignInPage, VERIFIER, authorize, code_of, exchange, parameter, refresh};
pub use world::Keyturn;
