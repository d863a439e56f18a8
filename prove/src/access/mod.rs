//! Attacks on signing in: guessing, forging, replaying, and redirecting. None may succeed, and none may lock out the
//! account's owner.

mod guessing;
mod once;
mod redirects;
mod timing;
mod tokens;

use crate::table::Proof;
use testkit::{Issuer, Place};

/// The servers under attack.
pub struct Servers<'a> {
    /// A server with the settings of the demo profile.
    pub plain: &'a Place,
    /// A server that requires a second factor from every user.
    pub strict: &'a Place,
    /// A server whose users sign in at an external provider.
    pub federated: &'a Place,
    /// The external provider.
    pub issuer: &'a Issuer,
}

/// Size of the proof.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Number of wrong passwords on one account, and of accounts on which one password is tried.
    pub guesses: u32,
    /// Number of attempts on a known and an unknown account whose response times are compared. `None` skips the
    /// comparison.
    pub timed: Option<u32>,
}

/// Runs the attacks.
pub async fn prove(servers: Servers<'_>, size: Size) -> Proof {
    let mut proof = Proof::of("access");
    tokens::prove(&mut proof, servers.plain, servers.federated, servers.issuer).await;
    redirects::prove(&mut proof, servers.plain).await;
    once::prove(&mut proof, servers.plain, servers.strict).await;
    timing::prove(&mut proof, servers.plain, size.timed).await;
    guessing::prove(&mut proof, servers.plain, size.guesses).await;
    proof
}
