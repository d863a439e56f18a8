//! Proofs that take long. Each is a story in a file of its own that ends in a table: what was tried, what was expected,
//! what was seen. `prove/run` runs them in full; a small form of each runs in `./test`, where no milliseconds count.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a proof that can't be prepared should stop there")]

pub mod access;
pub mod batches;
pub mod companies;
pub mod database;
pub mod files;
pub mod flood;
pub mod hostile;
pub mod jobs;
pub mod kill;
pub mod matching;
mod memory;
pub mod mutation;
pub mod nonsense;
pub mod people;
pub mod rules;
pub mod sockets;
mod table;
pub mod throughput;
mod whole;

pub use table::Proof;
