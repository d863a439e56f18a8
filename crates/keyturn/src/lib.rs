//! The program as a library, so that tests and benchmarks start the same server.

pub mod app;
pub mod audit_log;
mod bodies;
pub mod database;
pub mod demo;
pub mod dev_mail;
mod headers;
mod health;
pub mod key_rings;
pub mod live;
mod log;
pub mod metrics;
pub mod openapi;
mod parameters;
pub mod provider;
pub mod schema;
pub mod serve;
pub mod server;
pub mod setup;
mod startup;
pub mod sweep;
pub mod test_mail;
mod web;
pub mod work;

pub use axum::Router;

/// Serves a router until the future is dropped.
pub async fn serve_router(listener: tokio::net::TcpListener, router: Router, config: &platform::config::Config) {
    server::serve(listener, router, server::Limits::of(config), std::future::pending()).await;
}
