//! The business of mortgage lending in types and pure functions.
//!
//! Nothing here reads a clock, a socket or a table. Callers pass in time, randomness and rows, so tests can check a
//! rule against thousands of cases without them.

pub mod access;
pub mod administration;
pub mod application;
pub mod billing;
pub mod bulk_import;
pub mod calendar;
pub mod clocks;
pub mod consent;
pub mod days;
pub mod differences;
pub mod figures;
pub mod filter;
#[cfg(feature = "generate")]
pub mod fixtures;
pub mod fnma;
pub mod form;
#[cfg(feature = "generate")]
pub mod generate;
pub mod history;
pub mod import;
pub mod intake;
pub mod leads;
pub mod licenses;
pub mod lists;
pub mod manual;
pub mod matching;
pub mod mismo;
pub mod notifications;
pub mod numbers;
pub mod office_hours;
pub mod patch;
pub mod portals;
pub mod project;
pub mod retention;
pub mod rules;
pub mod search;
pub mod stages;
pub mod tabs;
pub mod tags;
pub mod tasks;
pub mod team;
pub mod trid;
pub mod values;
mod words;
