//! Liveness and readiness checks.

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::StatusCode;
use platform::{App, extract::Json};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(health)).routes(routes!(ready))
}

/// Liveness of the process.
#[derive(Serialize, ToSchema)]
struct Health {
    status: &'static str,
    version: &'static str,
}

/// Readiness by component.
#[derive(Serialize, ToSchema)]
struct Ready {
    status: &'static str,
    database: &'static str,
    /// `full` if a request failed because of a full disk in the last 30 seconds, or if `data_dir` has less free space
    /// than `disk_free_min_mb`.
    disk: &'static str,
}

/// Reports that the process is alive, without checking anything else.
#[utoipa::path(get, path = "/api/health", tag = "health", operation_id = "getHealth", responses((status = 200, body = Health)))]
async fn health() -> Json<Health> {
    Json(Health { status: "ok", version: env!("CARGO_PKG_VERSION") })
}

/// Checks everything that serving needs. Status 503 names the failing components.
#[utoipa::path(get, path = "/api/ready", tag = "health", operation_id = "getReady", responses((status = 200, body = Ready), (status = 503, body = Ready)))]
async fn ready(State(app): State<App>) -> impl IntoResponse {
    let database = match sqlx::query_scalar!("select 1 as \"one!\"").fetch_one(&app.pool).await {
        Ok(_) => "ok",
        Err(_) => "failing",
    };
    let disk = if app.room.was_full() || is_nearly_full(&app) { "full" } else { "ok" };
    match (database, disk) {
        ("ok", "ok") => (StatusCode::OK, Json(Ready { status: "ok", database, disk })),
        _ => (StatusCode::SERVICE_UNAVAILABLE, Json(Ready { status: "failing", database, disk })),
    }
}

fn is_nearly_full(app: &App) -> bool {
    let least = u64::from(app.config.disk_free_min_mb) << 20;
    let free = rustix::fs::statvfs(&app.config.data_dir).map(|disk| disk.f_bavail.saturating_mul(disk.f_frsize));
    free.is_ok_and(|free| free < least)
}

/// Middleware that records full-disk answers for `/api/ready`.
pub(crate) async fn notice_full_disk(State(app): State<App>, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    if response.status() == StatusCode::INSUFFICIENT_STORAGE {
        app.room.note_full();
    }
    response
}
