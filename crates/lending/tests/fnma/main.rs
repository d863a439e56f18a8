//! FNMA 3.2: what real files yield, what survives a round trip, and what is refused.
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

/// Ids that are counted, so that two readings give the same.
pub fn counted() -> impl NewId {
    let mut last = 0;
    move || {
        last += 1;
        Uuid::from_u128(last)
    }
}

/// Reads a file, with ids that are counted.
pub fn read(bytes: &[u8]) -> Result<Imported, Refusal> {
    lending::fnma::read(bytes, &mut counted())
}
