//! Description of the HTTP API, generated from the routes.

use crate::app;
use axum::response::IntoResponse;
use http::header;
use platform::idempotency::WITHOUT_KEY;
use std::{collections::BTreeMap, sync::LazyLock};
use utoipa::openapi::{
    Components, InfoBuilder, KnownFormat, ObjectBuilder, OpenApi, OpenApiBuilder, RefOr, Schema, SchemaFormat, Type,
    path::{Parameter, ParameterBuilder, ParameterIn},
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

/// The header that the layer of [`platform::idempotency`] accepts on every POST of a signed-in caller.
fn idempotency_key() -> Parameter {
    ParameterBuilder::new()
        .name("Idempotency-Key")
        .parameter_in(ParameterIn::Header)
        .description(Some("The request is carried out once; repetitions within 24 hours get the same answer."))
        .schema(Some(
            ObjectBuilder::new().schema_type(Type::String).format(Some(SchemaFormat::KnownFormat(KnownFormat::Uuid))),
        ))
        .build()
}

/// A composed schema has the fields of all its parts. A part that forbids unknown fields, as request bodies do, would
/// reject the fields of the others, so inline it without that restriction.
fn open_parts(schemas: &mut BTreeMap<String, RefOr<Schema>>) {
    let described = schemas.clone();
    for schema in schemas.values_mut() {
        let RefOr::T(Schema::AllOf(composed)) = schema else { continue };
        for part in &mut composed.items {
            let RefOr::Ref(named) = part else { continue };
            let name = named.ref_location.rsplit('/').next().unwrap_or_default();
            if let Some(RefOr::T(Schema::Object(object))) = described.get(name)
                && object.additional_properties.is_some()
            {
                let mut object = object.clone();
                object.additional_properties = None;
                *part = RefOr::T(Schema::Object(object));
            }
        }
    }
}

fn describe() -> OpenApi {
    let info = InfoBuilder::new()
        .title("Keyturn")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some("Loan origination and lead management. Every error has {code, message}."))
        .build();
    let (_, public) = app::public_routes().merge(app::public_upload_routes()).split_for_parts();
    let (_, mut staff) = app::staff_routes().split_for_parts();
    let keyed = staff.paths.paths.iter_mut().filter(|(path, _)| !WITHOUT_KEY.contains(&path.as_str()));
    for operation in keyed.filter_map(|(_, item)| item.post.as_mut()) {
        operation.parameters.get_or_insert_default().push(RefOr::T(idempotency_key()));
    }
    let (_, uploads) = app::staff_upload_routes().split_for_parts();
    staff.merge(uploads);
    let needs_token = vec![SecurityRequirement::new("idToken", Vec::<String>::new())];
    for item in staff.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.put, &mut item.post, &mut item.delete, &mut item.patch];
        for operation in operations.into_iter().flatten() {
            // Routes that accept API keys declare their own security scheme.
            operation.security.get_or_insert_with(|| needs_token.clone());
        }
    }
    let mut document = OpenApiBuilder::new().info(info).build();
    document.merge(public);
    document.merge(staff);
    let components = document.components.get_or_insert_with(Components::new);
    open_parts(&mut components.schemas);
    let schemes = &mut components.security_schemes;
    for (name, format) in [("idToken", "JWT"), ("apiKey", "kt_live_…")] {
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format(format).build();
        schemes.insert(name.to_owned(), RefOr::T(SecurityScheme::Http(bearer)));
    }
    document
}
