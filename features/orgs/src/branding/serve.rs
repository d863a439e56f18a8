//! Serves logos publicly. Their URL changes with their content, so they can be cached forever.

use crate::store::images;
use axum::{
    extract::{Path, State},
    response::{IntoResponse, Response},
};
use http::{HeaderValue, header};
use platform::{App, Error, Result};

/// URL prefix of logos, followed by the hash of their bytes.
pub(crate) const ADDRESS: &str = "/api/brand-images/";

/// Returns a logo by the SHA-256 of its bytes.
#[utoipa::path(get, path = "/api/brand-images/{hash}", tag = "orgs", operation_id = "getBrandImage", params(("hash" = String, Path)),
    responses((status = 200, body = Vec<u8>, content_type = "image/*"), (status = 404)))]
pub async fn serve(State(app): State<App>, Path(hash): Path<String>) -> Result<Response> {
    let hash = hash_of(&hash).ok_or(Error::NotFound)?;
    let image = images::find(&app.pool, &hash).await?.ok_or(Error::NotFound)?;
    let kind = HeaderValue::from_str(&image.media_type).map_err(Error::internal)?;
    let mut response = image.bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, kind);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
    Ok(response)
}

/// Parses the hash in a URL: 64 lowercase hexadecimal digits.
pub(crate) fn hash_of(text: &str) -> Option<Vec<u8>> {
    let is_hash = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f'));
    if !is_hash {
        return None;
    }
    text.as_bytes()
        .chunks(2)
        .map(|pair| std::str::from_utf8(pair).ok().and_then(|pair| u8::from_str_radix(pair, 16).ok()))
        .collect()
}

/// The URL of a logo.
pub(crate) fn address_of(hash: &[u8]) -> String {
    let hex: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{ADDRESS}{hex}")
}
