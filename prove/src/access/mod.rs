//! Attacks on signing in: guessing, forging, using twice, leading astray. None may get anywhere, and none may keep the
//! owner out.

mod guessing;
mod once;
mod redirects;
mod timing;
mod tokens;

use crate::table::Proof;
use testkit::{Issuer, Place};

/// The servers that are attacked.
pub struct Servers<'a> {
    /// With the settings of the demo profile.
    pub plain: &'a Place,
    /// Where everybody needs a second factor.
    pub strict: &'a Place,
    /// Where people sign in at another provider.
    pub federated: &'a Place,
    /// That provider.
    pub issuer: &'a Issuer,
}

/// How much of it.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Wrong passwords on one account, and accounts on which one password is tried.
    pub guesses: u32,
    /// Tries of a known and of an unknown account each, by which their times are compared; not compared where there is
    /// none.
    pub timed: Option<u32>,
}

/// Attacks them.
pub async fn prove(servers: Servers<'_>, size: Size) -> Proof {
    let mut proof = Proof::of("access");
    tokens::prove(&mut proof, servers.plain, servers.federated, servers.issuer).await;
    redirects::prove(&mut proof, servers.plain).await;
    once::prove(&mut proof, servers.plain, servers.strict).await;
    timing::prove(&mut proof, servers.plain, size.timed).await;
    guessing::prove(&mut proof, servers.plain, size.guesses).await;
    proof
}
