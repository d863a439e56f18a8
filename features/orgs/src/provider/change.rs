//! Changes a company's details or suspends it.

use crate::{
    edit_unit::{address_of, nmls_id_of, required_name},
    provider::{
        company::{Details, Out, find},
        create::{slug_of, taken},
    },
    store::companies,
    unit::Address,
};
use axum::extract::State;
use lending::{access::Permission, calendar::TimeZone};
use platform::{
    Actor, App, Fields, Result,
    extract::{Id, Json},
    record::Audit,
    version::{IfMatch, changes, stale},
};
use serde::Deserialize;
use utoipa::ToSchema;

/// Fields to change; absent fields stay. Empty texts mean none.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = CompanyChange)]
pub struct In {
    /// ACTIVE or SUSPENDED.
    state: Option<String>,
    name: Option<String>,
    display_name: Option<String>,
    slug: Option<String>,
    nmls_id: Option<String>,
    address: Option<Address>,
    time_zone: Option<String>,
    is_non_delegated: Option<bool>,
}

/// Changes a company. Users of a suspended company are refused at their next request.
#[utoipa::path(patch, path = "/api/org-admin/org-units/{id}", tag = "orgs", operation_id = "changeCompany", params(("id" = i64, Path), ("If-Match" = String, Header)),
    request_body = In, responses((status = 200, body = Out), (status = 409)))]
pub async fn change(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    IfMatch(version): IfMatch,
    Json(body): Json<In>,
) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::OrgAdmin).await?;
    let company = find(&mut tx, id).await?;
    let details = changed(&company, body)?;
    let entity_id = id.to_string();
    if version != company.version {
        return Err(stale(&mut tx, "org-unit", &entity_id, &company).await?);
    }
    let Some((before, after)) = changes(&company.details, &details)? else {
        tx.commit().await?;
        return Ok(Json(company));
    };
    if !companies::update(&mut tx, id, version, &details).await.map_err(taken)? {
        let now = find(&mut tx, id).await?;
        return Err(stale(&mut tx, "org-unit", &entity_id, &now).await?);
    }
    let (action, event) = match (company.details.state.as_str(), details.state.as_str()) {
        ("ACTIVE", "SUSPENDED") => ("org-unit.suspend", "org-unit.suspended"),
        ("SUSPENDED", "ACTIVE") => ("org-unit.reactivate", "org-unit.reactivated"),
        _ => ("org-unit.edit", "org-unit.edited"),
    };
    let audit = Audit { action, entity: "org-unit", entity_id: &entity_id, before: Some(before), after: Some(after) };
    tx.audit_across(id, audit, Some((event, id))).await?;
    let company = find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(company))
}

fn changed(company: &Out, body: In) -> Result<Details> {
    let In { state, name, display_name, slug, nmls_id, address, time_zone, is_non_delegated } = body;
    let mut fields = Fields::default();
    let mut details = company.details.clone();
    match state.as_deref() {
        None => {}
        Some("SUSPENDED") if company.unit_type == "PROVIDER" => {
            fields.add("state", "The provider can't be suspended, because no one could undo it");
        }
        Some(state @ ("ACTIVE" | "SUSPENDED")) => details.state = state.to_owned(),
        Some(_) => fields.add("state", "must be ACTIVE or SUSPENDED"),
    }
    if let Some(name) = name.and_then(|name| required_name(&mut fields, "name", &name)) {
        details.name = name;
    }
    if let Some(name) = display_name.and_then(|name| required_name(&mut fields, "displayName", &name)) {
        details.display_name = name;
    }
    if let Some(slug) = slug.and_then(|slug| slug_of(&mut fields, &slug)) {
        details.slug = Some(slug);
    }
    if let Some(nmls_id) = nmls_id {
        details.nmls_id = nmls_id_of(&mut fields, "nmlsId", &nmls_id);
    }
    if let Some(address) = address {
        details.address = address_of(&mut fields, &address);
    }
    if let Some(zone) = time_zone.and_then(|zone| fields.take("timeZone", zone.parse::<TimeZone>())) {
        details.time_zone = zone.as_str().to_owned();
    }
    details.is_non_delegated = is_non_delegated.unwrap_or(details.is_non_delegated);
    fields.check()?;
    Ok(details)
}
