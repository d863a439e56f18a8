//! The program as a library, so that tests and benchmarks start the very same server.

pub mod app;
pub mod audit_log;
pub mod database;
pub mod demo;
pub mod dev_mail;
mod headers;
mod health;
pub mod live;
mod log;
pub mod metrics;
pub mod openapi;
pub mod provider;
pub mod schema;
pub mod serve;
pub mod setup;
pub mod sweep;
pub mod test_mail;
mod web;
pub mod work;

pub use axum::Router;

/// Serves a router until the future is dropped.
///
/// # Errors
/// The listener's.
pub async fn serve_router(listener: tokio::net::TcpListener, router: Router) -> std::io::Result<()> {
    axum::serve(listener, router.into_make_service_with_connect_info::<std::net::SocketAddr>()).await
}
