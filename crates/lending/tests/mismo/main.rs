//! MISMO 3.4: results for real files, round trips, and rejections.
#![recursion_limit = "512"]
#![allow(clippy::unwrap_used, reason = "a test that fails here has failed")]

#[allow(dead_code, reason = "patterns of paths are for the other format")]
#[path = "../fnma/compare.rs"]
mod compare;
mod fixtures;
mod held;
mod message;
mod reading;
mod round_trip;
mod samples;
mod telling;

use lending::{
    application::{Application, Secrets},
    import::{Imported, NewId, Refusal},
    mismo::{self, About},
};
use uuid::Uuid;

/// Sequential ids, so that two reads give equal results.
pub fn counted() -> impl NewId {
    let mut last = 0;
    move || {
        last += 1;
        Uuid::from_u128(last)
    }
}

/// Reads a file with sequential ids.
pub fn read(bytes: &[u8]) -> Result<Imported, Refusal> {
    mismo::read(bytes, &mut counted())
}

/// Writes a file with a fixed creation date at the beginning of 2026.
pub fn write(application: &Application, secrets: &Secrets) -> Vec<u8> {
    let created_at = "2026-01-02T03:04:05Z".parse().unwrap();
    mismo::write(application, secrets, About { created_at, made_by: "Keyturn" })
}
