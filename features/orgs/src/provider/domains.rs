//! The hosts of a company.

use crate::{
    provider::{
        company::{Domain, Out as Company, find},
        host::host_name,
    },
    store::companies,
};
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Error, Fields, Result, Tx,
    extract::{Id, Json},
    record::Audit,
    version::{IfMatch, stale},
};
use serde_json::json;
use std::collections::HashSet;

const HOSTS_MAX: usize = 20;
/// The application that a host serves.
const CONTEXTS: [&str; 3] = ["LOS", "POS", "REALTOR"];

/// Returns the hosts of a company.
#[utoipa::path(get, path = "/api/org-admin/org-units/{id}/domains", tag = "orgs", operation_id = "listDomains", params(("id" = i64, Path)), responses((status = 200, body = Vec<Domain>)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Vec<Domain>>> {
    let mut tx = actor.begin(&app, Permission::OrgAdmin).await?;
    let domains = find(&mut tx, id).await?.domains;
    tx.commit().await?;
    Ok(Json(domains))
}

/// Replaces the hosts of a company. Removing a host ends the logins there.
#[utoipa::path(put, path = "/api/org-admin/org-units/{id}/domains", tag = "orgs", operation_id = "putDomains", params(("id" = i64, Path), ("If-Match" = String, Header)),
    request_body = Vec<Domain>, responses((status = 200, body = Company), (status = 409)))]
pub async fn put(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    IfMatch(version): IfMatch,
    Json(body): Json<Vec<Domain>>,
) -> Result<Json<Company>> {
    let mut tx = actor.begin(&app, Permission::OrgAdmin).await?;
    let company = find(&mut tx, id).await?;
    let domains = read(&mut tx, &company, body, app.config.is_demo()).await?;
    let entity_id = id.to_string();
    if version != company.version || !companies::next_version(&mut tx, id, version).await? {
        let now = find(&mut tx, id).await?;
        return Err(stale(&mut tx, "org-unit", &entity_id, &now).await?);
    }
    companies::put_domains(&mut tx, id, &domains).await.map_err(host_taken)?;
    let audit = Audit {
        action: "org-unit.domains",
        entity: "org-unit",
        entity_id: &entity_id,
        before: Some(json!({ "domains": company.domains })),
        after: Some(json!({ "domains": domains })),
    };
    tx.audit_across(id, audit, Some(("org-unit.edited", id))).await?;
    let company = find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(company))
}

async fn read(tx: &mut Tx, company: &Company, body: Vec<Domain>, is_demo: bool) -> Result<Vec<Domain>> {
    let mut fields = Fields::default();
    if body.len() > HOSTS_MAX {
        fields.add("domains", format!("A company has at most {HOSTS_MAX} hosts"));
    }
    let (mut seen, mut domains) = (HashSet::new(), Vec::new());
    for (index, Domain { host, context }) in body.into_iter().enumerate() {
        if !CONTEXTS.contains(&context.as_str()) {
            fields.add(format!("{index}/context"), format!("must be one of {}", CONTEXTS.join(", ")));
        }
        let Some(host) = fields.take(&format!("{index}/host"), host_name(&host, is_demo)) else { continue };
        if !seen.insert(host.clone()) {
            fields.add(format!("{index}/host"), "This host is in the list already");
        } else if companies::is_host_of_another(tx, &host, company.id).await? {
            fields.add(format!("{index}/host"), "This host belongs to another company");
        }
        domains.push(Domain { host, context });
    }
    fields.check()?;
    Ok(domains)
}

/// Handles a host that a concurrent request took.
fn host_taken(error: Error) -> Error {
    match error.violates("org_domain_pkey") {
        true => Error::field("domains", "One of these hosts belongs to another company by now"),
        false => error,
    }
}
