//! The web application, inside the program. In a debug build it is read from `web/dist`, so that a new build of the web
//! shows without a new build of the program.

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, Method, Uri, header};
use platform::Error;
use rust_embed::{Embed, EmbeddedFile};

#[derive(Embed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Web;

/// Scripts come from here alone. Styles may be inline: the component library writes its variables so.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data: blob: https:; font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; \
     form-action 'self'; frame-ancestors 'none'";

/// Files by their path; the application for every other address, which it routes itself.
pub(crate) async fn serve(method: Method, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") || path.starts_with("oidc/") || path.starts_with("rtc/") {
        return Error::NotFound.into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return Error::MethodNotAllowed.into_response();
    }
    if let Some(file) = Web::get(path).filter(|_| !path.is_empty() && path != "index.html") {
        return answer(path, file);
    }
    // What names a file that is not there is not a page.
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

fn answer(path: &str, file: EmbeddedFile) -> Response {
    let mime = mime_guess::from_path(path).first_or_octet_stream();
    let mut response = file.data.into_owned().into_response();
    let headers = response.headers_mut();
    if let Ok(mime) = HeaderValue::from_str(mime.as_ref()) {
        headers.insert(header::CONTENT_TYPE, mime);
    }
    // Built files carry a hash of their content in their names; everything else, a company's own files in assets/ among it,
    // is asked for again.
    let cache = if path.starts_with("build/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if path.ends_with(".html") {
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CONTENT_SECURITY_POLICY));
    }
    response
}
