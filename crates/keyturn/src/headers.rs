//! Security headers for pages and answers (OWASP ASVS 5.0, chapter V3), and rejection of cross-site requests.

use access::Doors;
use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use platform::{App, Error, Origin};
use std::{collections::BTreeSet, sync::Arc};

/// Policy for pages. Inline scripts are forbidden. Inline styles are allowed because the component library sets CSS
/// variables that way. Logos may come from any host.
const OF_PAGES: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https:; \
     font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/// Policy for everything else. Opened as a page, an answer can do nothing.
const OF_ANSWERS: &str = "default-src 'none'; style-src 'unsafe-inline'; object-src 'none'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'; sandbox";
/// Two years, including subdomains (section 3.4.1 requires one year).
const STRICT_TRANSPORT_SECURITY: &str = "max-age=63072000; includeSubDomains";
/// Browser features that no page uses.
const PERMISSIONS_POLICY: &str = "accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), \
     gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), xr-spatial-tracking=()";

/// Middleware that rejects changes from other sites and adds the headers to every answer.
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
    // A page may set a stricter policy.
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
    // Answers and tokens are never cached. Cacheable responses set their own header.
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

/// Returns true for a change requested by another site's page. All current browsers send Fetch Metadata; other programs
/// don't.
fn is_foreign_change(request: &Request) -> bool {
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    // Lead forms are posted from other sites. The secret in the URL is what counts.
    if request.uri().path().starts_with("/api/lead-forms/") {
        return false;
    }
    let site = request.headers().get("sec-fetch-site").map(HeaderValue::as_bytes);
    !is_safe && matches!(site, Some(b"cross-site" | b"same-site"))
}

/// Policy for pages. Allows connections to an external identity provider, the real-time server, and the hosts of widget
/// scripts, which may also be framed.
fn policy_of_pages(app: &App, doors: &Arc<Doors>) -> String {
    let parse = |address: &str| url::Url::parse(address).ok();
    let widgets: Vec<_> = app.config.widget_scripts().into_iter().flatten().filter_map(parse).collect();
    let called = doors.called_by_pages(&app.config).into_iter().chain(parse(&app.config.rtc_url));
    let called = sources(called.chain(widgets.iter().cloned()));
    let widgets = sources(widgets);
    let frames = if widgets.is_empty() { String::new() } else { format!("; frame-src 'self'{widgets}") };
    format!("{OF_PAGES}; script-src 'self'{widgets}{frames}; connect-src 'self'{called}")
}

/// Distinct origins of URLs. Formatted by hand, because `Url` treats WebSocket origins as opaque.
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

/// The e-sign callback returns from another site and notifies the page that opened it (AUTH-13). All other pages are
/// isolated, but may open such windows.
fn opener_policy(path: &str) -> &'static str {
    if path == "/e-sign-callback" { "unsafe-none" } else { "same-origin-allow-popups" }
}

/// Emails load pictures from the company's assets.
fn resource_policy(path: &str) -> &'static str {
    if path.starts_with("/assets/") { "cross-origin" } else { "same-origin" }
}
