//! Creates demo companies for tests, so that tests don't affect each other.

use super::{billing::Billed, cast};
use axum::extract::State;
use platform::{App, Error, Origin, Result, extract::Json};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Request for a demo company.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DemoCompanyIn)]
pub struct In {
    /// Short name. Email addresses end in `@{slug}.example`.
    slug: String,
    /// Whether one of its company admins owns it. Defaults to true.
    owner: Option<bool>,
    billing: Option<Billed>,
}

/// The new company.
#[derive(Serialize, ToSchema)]
#[schema(as = DemoCompany)]
pub struct Out {
    id: i64,
    slug: String,
    /// Its users, by the part of their email address before the `@`.
    people: Vec<Person>,
}

/// A user of the company.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Person {
    name: String,
    email: String,
    #[serde(rename = "WizeUserOrgUnitId")]
    wize_user_org_unit_id: i64,
}

/// Creates a company with the people of Harbor Home Lending under its own email addresses. Demo profile only.
#[utoipa::path(post, path = "/api/demo/companies", tag = "demo", operation_id = "createDemoCompany", request_body = In, responses((status = 201, body = Out)))]
pub async fn create(
    State(app): State<App>,
    origin: Origin,
    Json(body): Json<In>,
) -> Result<(http::StatusCode, Json<Out>)> {
    if !app.config.is_demo() || !origin.is_loopback() {
        return Err(Error::NotFound);
    }
    let is_slug = !body.slug.is_empty()
        && body.slug.len() <= 40
        && body.slug.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        && !body.slug.starts_with('-');
    if !is_slug {
        return Err(Error::field("slug", "must be lower case letters, digits and hyphens"));
    }
    let made = cast::another_company(&app, &body.slug, body.owner != Some(false), body.billing.as_ref()).await?;
    let people = made
        .people
        .into_iter()
        .map(|(name, email, membership)| Person { name, email, wize_user_org_unit_id: membership })
        .collect();
    Ok((http::StatusCode::CREATED, Json(Out { id: made.id, slug: body.slug, people })))
}
