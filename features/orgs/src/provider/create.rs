//! Creates a company: its unit, branding, host, default stages, trial, and first administrator.

use crate::{
    defaults::create_defaults,
    edit_unit::{nmls_id_of, required_name},
    provider::{
        company::{Out, find},
        host::host_name,
    },
    store::{self, NewCompany, companies},
};
use axum::extract::State;
use http::StatusCode;
use lending::{
    access::{Permission, Role},
    calendar::TimeZone,
    values::{Email, StateCode},
};
use people::NewPerson;
use platform::{Actor, App, Error, Fields, Origin, Result, Tx, extract::Json, record::Audit};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// Default color.
const THEME_COLOR: &str = "#1f5fa8";
const PERSON_NAME_LENGTH_MAX: usize = 100;

/// A new company.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewCompany)]
pub struct In {
    /// BROKER or PROCESSOR.
    #[serde(rename = "type")]
    unit_type: String,
    name: String,
    /// Lowercase letters, digits and hyphens.
    slug: String,
    nmls_id: Option<String>,
    /// The company's state.
    state_code: String,
    /// IANA name of a US time zone.
    time_zone: String,
    #[serde(default)]
    is_non_delegated: bool,
    /// Host where its staff sign in.
    host: String,
    admin: Admin,
}

/// The first administrator, who is invited by email.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = FirstAdmin)]
pub struct Admin {
    first_name: String,
    last_name: String,
    email: String,
}

/// Creates a company and invites its first administrator.
#[utoipa::path(post, path = "/api/org-admin/org-units", tag = "orgs", operation_id = "createCompany", request_body = In, responses((status = 201, body = Out)))]
pub async fn create(
    actor: Actor,
    State(app): State<App>,
    origin: Origin,
    Json(body): Json<In>,
) -> Result<(StatusCode, Json<Out>)> {
    let mut tx = actor.begin(&app, Permission::OrgAdmin).await?;
    let new = read(&mut tx, body, app.config.is_demo()).await?;
    let provider = tx.company();
    let company = NewCompany {
        parent: Some(provider),
        unit_type: &new.unit_type,
        name: &new.name,
        slug: &new.slug,
        nmls_id: new.nmls_id.as_deref(),
        state_code: &new.state_code,
        time_zone: new.time_zone.as_str(),
        theme_color: THEME_COLOR,
        is_non_delegated: new.is_non_delegated,
        hosts: std::slice::from_ref(&new.host),
    };
    let id = store::create_company(&mut tx, &company).await.map_err(taken)?;
    companies::enter_new(&mut tx, id).await?;
    create_defaults(&mut tx, id).await?;
    let person = NewPerson {
        home_company: id,
        first_name: &new.first_name,
        last_name: &new.last_name,
        email: &new.email,
        nmls_id: None,
        memberships: &[(id, id, vec![Role::CompanyAdmin])],
    };
    let (user, _) = people::create_invited(&mut tx, &person).await.map_err(taken)?;
    let person = people::person_by_id(&mut tx, user).await?.ok_or(Error::NotFound)?;
    access::invite(&mut tx, &at(&origin, &new.host), &person).await?;
    billing::begin_trial(&mut tx, id).await?;
    let after = json!({
        "type": new.unit_type, "name": new.name, "slug": new.slug, "nmlsId": new.nmls_id, "stateCode": new.state_code,
        "timeZone": new.time_zone.as_str(), "isNonDelegated": new.is_non_delegated, "host": new.host, "adminUserId": user,
    });
    let entity_id = id.to_string();
    let audit = Audit {
        action: "org-unit.create",
        entity: "org-unit",
        entity_id: &entity_id,
        before: None,
        after: Some(after),
    };
    tx.audit_across(id, audit, Some(("org-unit.created", id))).await?;
    let company = find(&mut tx, id).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(company)))
}

/// The validated values.
struct New {
    unit_type: String,
    name: String,
    slug: String,
    nmls_id: Option<String>,
    state_code: String,
    time_zone: TimeZone,
    is_non_delegated: bool,
    host: String,
    first_name: String,
    last_name: String,
    email: String,
}

async fn read(tx: &mut Tx, body: In, is_demo: bool) -> Result<New> {
    let mut fields = Fields::default();
    if !matches!(body.unit_type.as_str(), "BROKER" | "PROCESSOR") {
        fields.add("type", "must be BROKER or PROCESSOR");
    }
    let name = required_name(&mut fields, "name", &body.name);
    let slug = slug_of(&mut fields, &body.slug);
    let nmls_id = nmls_id_of(&mut fields, "nmlsId", body.nmls_id.as_deref().unwrap_or_default());
    let state_code = fields.take("stateCode", body.state_code.parse::<StateCode>());
    let time_zone = fields.take("timeZone", body.time_zone.parse::<TimeZone>());
    let host = fields.take("host", host_name(&body.host, is_demo));
    let first_name = person_name(&mut fields, "admin/firstName", &body.admin.first_name, "First name is required");
    let last_name = person_name(&mut fields, "admin/lastName", &body.admin.last_name, "Last name is required");
    let email = fields.take("admin/email", body.admin.email.parse::<Email>()).map(|email| email.to_string());
    if let Some(slug) = &slug
        && companies::is_slug_taken(tx, slug).await?
    {
        fields.add("slug", SLUG_TAKEN);
    }
    if let Some(host) = &host
        && companies::is_host_of_another(tx, host, 0).await?
    {
        fields.add("host", HOST_TAKEN);
    }
    if let Some(email) = &email
        && people::person_by_email(tx, email).await?.is_some()
    {
        fields.add("admin/email", EMAIL_TAKEN);
    }
    match (name, slug, state_code, time_zone, host, first_name, last_name, email) {
        (
            Some(name),
            Some(slug),
            Some(state_code),
            Some(time_zone),
            Some(host),
            Some(first_name),
            Some(last_name),
            Some(email),
        ) => {
            fields.check()?;
            let (unit_type, is_non_delegated) = (body.unit_type, body.is_non_delegated);
            let state_code = state_code.to_string();
            Ok(New {
                unit_type,
                name,
                slug,
                nmls_id,
                state_code,
                time_zone,
                is_non_delegated,
                host,
                first_name,
                last_name,
                email,
            })
        }
        _ => Err(fields.into()),
    }
}

fn person_name(fields: &mut Fields, path: &str, name: &str, message: &str) -> Option<String> {
    let name = fields.required(path, name, message)?;
    if name.chars().count() > PERSON_NAME_LENGTH_MAX {
        fields.add(path, format!("A name has at most {PERSON_NAME_LENGTH_MAX} characters"));
        return None;
    }
    Some(name)
}

const SLUG_TAKEN: &str = "Another company has this short name";
const HOST_TAKEN: &str = "This host belongs to another company";
const EMAIL_TAKEN: &str = "This email address belongs to an account already";

/// Validates a short name for URLs.
pub(crate) fn slug_of(fields: &mut Fields, slug: &str) -> Option<String> {
    let slug = fields.required("slug", slug, "Short name is required")?;
    let is_plain = slug.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    match is_plain && !slug.starts_with('-') && slug.len() <= 63 {
        true => Some(slug),
        false => {
            fields.add("slug", "Use lower case letters, digits and hyphens, at most 63");
            None
        }
    }
}

/// Handles a name that a concurrent request took.
pub(crate) fn taken(error: Error) -> Error {
    for (constraint, path, message) in [
        ("org_unit_slug_key", "slug", SLUG_TAKEN),
        ("org_domain_pkey", "host", HOST_TAKEN),
        ("app_user_email_key_key", "admin/email", EMAIL_TAKEN),
    ] {
        if error.violates(constraint) {
            return Error::field(path, message);
        }
    }
    error
}

/// The origin of the company's pages. On this machine, it uses the current port.
fn at(origin: &Origin, host: &str) -> Origin {
    let local = Origin::of_host(host).filter(Origin::is_loopback);
    let port = origin.host.rsplit_once(':').map(|(_, port)| format!(":{port}"));
    let host = match (local, port) {
        (Some(_), Some(port)) => format!("{host}{port}"),
        _ => host.to_owned(),
    };
    Origin::of_host(&host).unwrap_or_else(|| origin.clone())
}
