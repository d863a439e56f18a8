//! The web application, embedded in the program. Debug builds read it from `web/dist`, so that a new web build needs no
//! new program build.

use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, Method, Uri, header};
use platform::Error;
use rust_embed::{Embed, EmbeddedFile};

#[derive(Embed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Web;

/// Serves files by path, and the application for any other path, which it routes itself.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    // The page for errors at the identity provider is among the provider's own paths (CALLBACK-07).
    let is_called = ["api/", "oidc/", "rtc/"].iter().any(|called| path.starts_with(called));
    if is_called && path != "oidc/error" {
        return Error::NotFound.into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return Error::MethodNotAllowed.into_response();
    }
    if let Some(file) = Web::get(path).filter(|_| !path.is_empty() && path != "index.html") {
        return match Web::get(&format!("{path}.br")).filter(|_| takes_brotli(&headers)) {
            Some(compressed) => {
                let mut response = answer(path, compressed);
                response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
                response
            }
            None => answer(path, file),
        };
    }
    // A path with a file name that doesn't exist isn't a page.
    if path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
        return Error::NotFound.into_response();
    }
    match Web::get("index.html") {
        Some(file) => answer("index.html", file),
        None => Error::Refused {
            status: http::StatusCode::SERVICE_UNAVAILABLE,
            code: "LWWEB10503",
            message: "The web application has not been built. Run ./run, or `npm run build` in web.".to_owned(),
        }
        .into_response(),
    }
}

/// The build stores a compressed file beside each one, smaller than a server could produce on the fly.
fn takes_brotli(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|coding| coding.trim() == "br")
}

fn answer(path: &str, file: EmbeddedFile) -> Response {
    let mime = mime_guess::from_path(path).first_or_octet_stream();
    let mut response = file.data.into_owned().into_response();
    let headers = response.headers_mut();
    if let Ok(mime) = HeaderValue::from_str(mime.as_ref()) {
        headers.insert(header::CONTENT_TYPE, mime);
    }
    // Built files have a content hash in their name. Everything else, including a company's files in assets/, is
    // revalidated.
    let cache = if path.starts_with("build/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    response
}
