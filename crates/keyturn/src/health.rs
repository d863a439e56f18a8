//! Whether the server lives, and whether it can serve.

use axum::{extract::State, response::IntoResponse};
use http::StatusCode;
use platform::{App, extract::Json};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(health)).routes(routes!(ready))
}

/// The process answers.
#[derive(Serialize, ToSchema)]
struct Health {
    status: &'static str,
    version: &'static str,
}

/// Each part that serving needs.
#[derive(Serialize, ToSchema)]
struct Ready {
    status: &'static str,
    database: &'static str,
}

/// The process lives; asks nothing else.
#[utoipa::path(get, path = "/api/health", tag = "health", operation_id = "getHealth", responses((status = 200, body = Health)))]
async fn health() -> Json<Health> {
    Json(Health { status: "ok", version: env!("CARGO_PKG_VERSION") })
}

/// Everything that serving needs answers; 503 names what does not.
#[utoipa::path(get, path = "/api/ready", tag = "health", operation_id = "getReady", responses((status = 200, body = Ready), (status = 503, body = Ready)))]
async fn ready(State(app): State<App>) -> impl IntoResponse {
    match sqlx::query_scalar!("select 1 as \"one!\"").fetch_one(&app.pool).await {
        Ok(_) => (StatusCode::OK, Json(Ready { status: "ok", database: "ok" })),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, Json(Ready { status: "failing", database: "failing" })),
    }
}
