//! What browsers are told to do with every page and answer (OWASP ASVS 5.0, chapter V3), and the requests of other sites
//! that are refused for it.

use access::Doors;
use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use platform::{App, Error, Origin};
use std::{collections::BTreeSet, sync::Arc};

/// Pages: none of their scripts stand in the page. Styles may be inline, because the component library writes its variables
/// so; logos come from wherever a company keeps them.
const OF_PAGES: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https:; \
     font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/// Everything else is no page: opened as one it may do nothing.
const OF_ANSWERS: &str = "default-src 'none'; style-src 'unsafe-inline'; object-src 'none'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'; sandbox";
/// Two years, for every host below this one (section 3.4.1 asks for a year).
const STRICT_TRANSPORT_SECURITY: &str = "max-age=63072000; includeSubDomains";
/// What no page of ours uses.
const PERMISSIONS_POLICY: &str = "accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), \
     gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), xr-spatial-tracking=()";

/// Refuses what other sites would have changed here, and adds the headers to whatever is answered.
pub(crate) async fn secure(State((app, doors)): State<(App, Arc<Doors>)>, request: Request, next: Next) -> Response {
    let is_https = origin(request.headers()).is_some_and(|origin| !origin.is_loopback());
    let path = request.uri().path().to_owned();
    let mut response = match is_foreign_change(&request) {
        true => Error::Forbidden.into_response(),
        false => next.run(request).await,
    };
    let is_page = is_page(response.headers());
    let headers = response.headers_mut();
    let policy = match is_page {
        true => HeaderValue::from_str(&policy_of_pages(&app, &doors)),
        false => Ok(HeaderValue::from_static(OF_ANSWERS)),
    };
    // A page may have a stricter one of its own.
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(policy.unwrap_or(HeaderValue::from_static(OF_ANSWERS)));
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("permissions-policy"), PERMISSIONS_POLICY),
        (HeaderName::from_static("cross-origin-opener-policy"), opener_policy(&path)),
        (HeaderName::from_static("cross-origin-resource-policy"), resource_policy(&path)),
    ] {
        set(headers, name, HeaderValue::from_static(value));
    }
    if is_https {
        set(headers, header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(STRICT_TRANSPORT_SECURITY));
    }
    // API and tokens are never kept; what may be says so itself.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn set(headers: &mut HeaderMap, name: HeaderName, value: HeaderValue) {
    headers.insert(name, value);
}

fn origin(headers: &HeaderMap) -> Option<Origin> {
    Origin::of_host(headers.get(header::HOST)?.to_str().ok()?)
}

fn is_page(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("text/html"))
}

/// Every browser of today says where a request comes from (Fetch Metadata). Nothing here is changed by another site's
/// page, whatever else the request carries; programs that are no browsers say nothing.
fn is_foreign_change(request: &Request) -> bool {
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    // Other sites' forms are what an intake address is for; its secret is all that counts there.
    if request.uri().path().starts_with("/api/lead-forms/") {
        return false;
    }
    let site = request.headers().get("sec-fetch-site").map(HeaderValue::as_bytes);
    !is_safe && matches!(site, Some(b"cross-site" | b"same-site"))
}

/// A page talks to us, to the identity provider where that is another, to the real-time server where one is named, and to
/// where the scripts of widgets come from, whose own windows it may show.
fn policy_of_pages(app: &App, doors: &Arc<Doors>) -> String {
    let parse = |address: &str| url::Url::parse(address).ok();
    let widgets: Vec<_> = app.config.widget_scripts().into_iter().flatten().filter_map(parse).collect();
    let called = doors.called_by_pages(&app.config).into_iter().chain(parse(&app.config.rtc_url));
    let called = sources(called.chain(widgets.iter().cloned()));
    let widgets = sources(widgets);
    let frames = if widgets.is_empty() { String::new() } else { format!("; frame-src 'self'{widgets}") };
    format!("{OF_PAGES}; script-src 'self'{widgets}{frames}; connect-src 'self'{called}")
}

/// The origins of addresses, each once. Put together by hand: the origin of a WebSocket's address is opaque to `Url`.
fn sources(addresses: impl IntoIterator<Item = url::Url>) -> String {
    let sources: BTreeSet<String> = addresses
        .into_iter()
        .filter_map(|address| {
            let port = address.port().map(|port| format!(":{port}")).unwrap_or_default();
            Some(format!(" {}://{}{port}", address.scheme(), address.host_str()?))
        })
        .collect();
    sources.into_iter().collect()
}

/// A signing window comes back from another site and tells the page that opened it (AUTH-13); every other page keeps to
/// itself, and may open such windows.
fn opener_policy(path: &str) -> &'static str {
    if path == "/e-sign-callback" { "unsafe-none" } else { "same-origin-allow-popups" }
}

/// Pictures of mails are a company's own files in assets.
fn resource_policy(path: &str) -> &'static str {
    if path.starts_with("/assets/") { "cross-origin" } else { "same-origin" }
}
