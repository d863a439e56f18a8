//! The description of the HTTP API, generated from the routes.

use crate::app;
use axum::response::IntoResponse;
use http::header;
use std::sync::LazyLock;
use utoipa::openapi::{
    Components, InfoBuilder, OpenApi, OpenApiBuilder, RefOr,
    security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme},
};

static DOCUMENT: LazyLock<String> = LazyLock::new(|| {
    let mut text = serde_json::to_string_pretty(&describe()).unwrap_or_default();
    text.push('\n');
    text
});

/// The document as JSON.
#[must_use]
pub fn document() -> &'static str {
    DOCUMENT.trim_end()
}

pub(crate) fn response() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT.as_str())
}

fn describe() -> OpenApi {
    let info = InfoBuilder::new()
        .title("Keyturn")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some("Loan origination and lead management. Every error has {code, message}."))
        .build();
    let (_, public) = app::public_routes().merge(app::public_upload_routes()).split_for_parts();
    let (_, mut staff) = app::staff_routes().merge(app::staff_upload_routes()).split_for_parts();
    let needs_token = vec![SecurityRequirement::new("idToken", Vec::<String>::new())];
    for item in staff.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.put, &mut item.post, &mut item.delete, &mut item.patch];
        for operation in operations.into_iter().flatten() {
            // What takes keys says so itself.
            operation.security.get_or_insert_with(|| needs_token.clone());
        }
    }
    let mut document = OpenApiBuilder::new().info(info).build();
    document.merge(public);
    document.merge(staff);
    let schemes = &mut document.components.get_or_insert_with(Components::new).security_schemes;
    for (name, format) in [("idToken", "JWT"), ("apiKey", "kt_live_…")] {
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format(format).build();
        schemes.insert(name.to_owned(), RefOr::T(SecurityScheme::Http(bearer)));
    }
    document
}
