//! Merges the routes of all features and adds the middleware.

use crate::{
    bodies::{self, Pace},
    demo, dev_mail, headers, health, metrics,
    parameters::{self, Described},
    startup, web,
};
use access::Doors;
use axum::{
    Extension, Router,
    extract::{DefaultBodyLimit, MatchedPath},
    middleware,
    response::IntoResponse,
};
use events::Hub;
use http::Request;
use platform::{
    App, Error,
    give_way::turns,
    idempotency::{self, Idempotency},
    network,
};
use std::{any::Any, sync::Arc, time::Duration};
use tower::ServiceBuilder;
use tower_http::{
    CompressionLevel, catch_panic::CatchPanicLayer, compression::CompressionLayer, timeout::TimeoutLayer,
    trace::TraceLayer,
};
use utoipa_axum::router::OpenApiRouter;

/// Maximum size of a body that isn't a file.
const BODY_BYTES_MAX: usize = 1024 * 1024;
/// Log and metrics label of requests without a route: pages and files of the web.
pub(crate) const NO_ROUTE: &str = "(web)";
/// Requests that take longer are aborted.
const REQUEST_SECONDS_MAX: u64 = 30;

/// Routes that need no token.
pub(crate) fn public_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(health::routes())
        .merge(orgs::public_routes())
        .merge(people::public_routes())
        .merge(access::public_routes())
        .merge(files::public_routes())
        .merge(integrations::public_routes())
        .merge(leads::public_routes())
        .merge(events::public_routes())
        .merge(demo::routes())
}

/// Routes for signed-in users and API keys.
pub(crate) fn staff_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(startup::routes())
        .merge(access::routes())
        .merge(orgs::routes())
        .merge(audit::routes())
        .merge(people::routes())
        .merge(billing::routes())
        .merge(leads::routes())
        .merge(loans::routes())
        .merge(borrowers::routes())
        .merge(contacts::routes())
        .merge(files::routes())
        .merge(imports::routes())
        .merge(bulk_imports::routes())
        .merge(integrations::routes())
        .merge(pricing::routes())
        .merge(search::routes())
        .merge(tasks::routes())
        .merge(reports::routes())
        .merge(views::routes())
}

/// Public upload routes. They limit size and speed themselves.
pub(crate) fn public_upload_routes() -> OpenApiRouter<App> {
    files::upload_routes()
}

/// Upload routes for signed-in users.
pub(crate) fn staff_upload_routes() -> OpenApiRouter<App> {
    imports::upload_routes().merge(bulk_imports::upload_routes()).merge(borrowers::upload_routes())
}

/// Builds the router of the whole server.
pub fn router(app: App, doors: Arc<Doors>, hub: Arc<Hub>) -> Router {
    let identified = ServiceBuilder::new()
        .layer(middleware::from_fn_with_state(app.clone(), integrations::authenticate_key))
        .layer(middleware::from_fn_with_state((app.clone(), doors.clone()), access::authenticate))
        .layer(middleware::from_fn_with_state(app.clone(), turns::notice))
        .layer(middleware::from_fn_with_state(app.clone(), loans::release_on_exit));
    let limited = ServiceBuilder::new().layer(DefaultBodyLimit::max(BODY_BYTES_MAX)).layer(
        TimeoutLayer::with_status_code(http::StatusCode::SERVICE_UNAVAILABLE, Duration::from_secs(REQUEST_SECONDS_MAX)),
    );
    let once = middleware::from_fn_with_state(Idempotency::new(app.clone()), idempotency::carry_out_once);
    let no_key = middleware::from_fn(idempotency::refuse_key);
    // Innermost, because another task carries out a request with an `Idempotency-Key`.
    let address = middleware::from_fn_with_state(app.clone(), network::note_address);
    let without_key = |routes: Router<App>| routes.layer(address.clone()).layer(no_key.clone());
    let staff = routes_of(staff_routes(), |routes| routes.layer(address.clone()).layer(once)).layer(identified.clone());
    let public = routes_of(public_routes(), without_key);
    let uploads = routes_of(staff_upload_routes(), without_key)
        .layer(identified)
        .merge(routes_of(public_upload_routes(), without_key))
        .layer(DefaultBodyLimit::disable());
    let around = ServiceBuilder::new()
        .layer(TraceLayer::new_for_http().make_span_with(span).on_response(log_response).on_failure(()))
        .layer(middleware::from_fn_with_state(app.clone(), metrics::count))
        .layer(middleware::from_fn_with_state((app.clone(), doors.clone()), headers::secure))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(app.clone(), health::notice_full_disk))
        .layer(middleware::from_fn_with_state(Pace::of(&app.config), bodies::watch))
        // Answers are small and users wait for them. The web's own files are stored compressed.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(Extension(doors))
        .layer(Extension(hub));
    public
        .merge(staff)
        .merge(dev_mail::routes())
        .route("/api/openapi.json", axum::routing::get(|| async { crate::openapi::response() }))
        .layer(limited)
        .merge(uploads)
        .fallback(web::serve)
        .method_not_allowed_fallback(|| async { Error::MethodNotAllowed })
        .layer(around)
        .with_state(app)
}

/// Wraps routes in a layer that refuses undocumented query parameters, around the layer for `Idempotency-Key`.
fn routes_of(routes: OpenApiRouter<App>, keyed: impl FnOnce(Router<App>) -> Router<App>) -> Router<App> {
    let (routes, document) = routes.split_for_parts();
    keyed(routes).layer(middleware::from_fn_with_state(Described::of(&document), parameters::refuse_unknown))
}

/// Logs route templates only, so that ids, names and tokens stay out of the log.
fn span<B>(request: &Request<B>) -> tracing::Span {
    let route = request.extensions().get::<MatchedPath>().map_or(NO_ROUTE, MatchedPath::as_str);
    tracing::info_span!("request", method = %request.method(), route, id = %uuid::Uuid::now_v7())
}

fn log_response<B>(response: &http::Response<B>, latency: Duration, _: &tracing::Span) {
    let status = response.status().as_u16();
    let ms = latency.as_micros() as f64 / 1000.0;
    match status {
        500.. => tracing::error!(status, ms, "answered"),
        _ => tracing::debug!(status, ms, "answered"),
    }
}

fn panicked(panic: Box<dyn Any + Send + 'static>) -> axum::response::Response {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    Error::Internal(anyhow::anyhow!("a handler panicked: {}", text.unwrap_or("no message"))).into_response()
}
