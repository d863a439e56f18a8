//! The program as a library, so that tests and benchmarks start the very same server.

pub mod app;
pub mod database;
pub mod demo;
mod health;
mod log;
pub mod openapi;
pub mod serve;
mod sweep;
mod web;
