//! Serves `/metrics` for Prometheus on its own port.

use axum::{
    Router,
    extract::{MatchedPath, Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
    routing::get,
};
use events::Hub;
use http::{StatusCode, header};
use platform::{
    App,
    jobs::overview,
    metrics::{CONTENT_TYPE, Now},
};
use sqlx::PgPool;
use std::{sync::Arc, time::Instant};

/// Sources of the gauges.
#[derive(Clone)]
pub struct Sources {
    app: App,
    jobs: PgPool,
    hub: Arc<Hub>,
}

impl Sources {
    #[must_use]
    pub fn of(app: &App, jobs: PgPool, hub: Arc<Hub>) -> Self {
        Self { app: app.clone(), jobs, hub }
    }

    /// Returns all metrics. Fails if the database can't report the queue.
    pub async fn text(&self) -> platform::Result<String> {
        let mut connection = self.jobs.acquire().await?;
        let jobs = overview::kinds(&mut connection).await?;
        drop(connection);
        let Self { app, jobs: for_jobs, hub } = self;
        let now = Now {
            pools: &[("people", &app.pool), ("jobs", for_jobs)],
            jobs: &jobs,
            tabs: hub.following(),
            is_anybody_about: app.turns.is_anybody_about(),
        };
        Ok(app.metrics.text(&now))
    }
}

/// Router with only `/metrics`.
pub fn router(sources: Sources) -> Router {
    Router::new().route("/metrics", get(read)).with_state(sources)
}

async fn read(State(sources): State<Sources>) -> Response {
    match sources.text().await {
        Ok(text) => ([(header::CONTENT_TYPE, CONTENT_TYPE)], text).into_response(),
        Err(error) => {
            tracing::warn!(%error, "the queue could not be counted");
            StatusCode::SERVICE_UNAVAILABLE.into_response()
        }
    }
}

/// Middleware that counts each request by its route template and records a span.
pub(crate) async fn count(State(app): State<App>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let answer = next.run(request).await;
    let route = route.as_ref().map_or(crate::app::NO_ROUTE, MatchedPath::as_str);
    let took = began.elapsed();
    app.metrics.answered(&method, route, answer.status(), took);
    app.traces.answered(&method, route, answer.status(), took);
    answer
}
