//! FNMA 3.2: results for real files, round trips, and rejections.
#![recursion_limit = "512"]
#![allow(clippy::unwrap_used, reason = "a test that fails here has failed")]

mod compare;
mod everything;
mod fixtures;
mod hostile;
mod loans;
mod properties;
mod reading;
mod round_trip;
mod samples;
mod through_mismo;

use lending::import::{Imported, NewId, Refusal};
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
    lending::fnma::read(bytes, &mut counted())
}
