//! Long-running proofs. Each module proves one property and prints a table of what it tried, expected and observed.
//! `prove/run` runs the full size. `./test` runs a small size without time limits.

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
