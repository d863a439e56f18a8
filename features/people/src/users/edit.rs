//! Changes a user's profile.

use super::{User, managed};
use crate::store::users as store;
use axum::extract::State;
use lending::{access::Permission, values::Phone};
use platform::{
    Actor, App, Error, Fields, Result,
    extract::{Id, Json},
    record::Audit,
    version::{IfMatch, changes, stale},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const NAME_LENGTH_MAX: usize = 100;
const NMLS_ID_LENGTH_MAX: usize = 12;
const JOB_TITLE_LENGTH_MAX: usize = 100;

/// Fields to change; absent fields stay. Empty texts mean none.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ManagedUserChange)]
pub struct In {
    first_name: Option<String>,
    last_name: Option<String>,
    job_title: Option<String>,
    phone: Option<String>,
    nmls_id: Option<String>,
}

/// Name and contact data of a user.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    pub first_name: String,
    pub last_name: String,
    pub job_title: Option<String>,
    pub phone: Option<String>,
    pub nmls_id: Option<String>,
}

impl In {
    /// Applies the changes, or returns the invalid fields.
    pub(crate) fn laid_over(&self, before: &Profile) -> Result<Profile> {
        let In { first_name, last_name, job_title, phone, nmls_id } = self;
        let mut fields = Fields::default();
        let after = Profile {
            first_name: match first_name {
                Some(name) => name_of(&mut fields, "firstName", name),
                None => before.first_name.clone(),
            },
            last_name: match last_name {
                Some(name) => name_of(&mut fields, "lastName", name),
                None => before.last_name.clone(),
            },
            job_title: match job_title {
                Some(title) => job_title_of(&mut fields, title),
                None => before.job_title.clone(),
            },
            phone: phone.as_deref().map_or_else(|| before.phone.clone(), |phone| phone_of(&mut fields, phone)),
            nmls_id: nmls_id.as_deref().map_or_else(|| before.nmls_id.clone(), |id| nmls_id_of(&mut fields, id)),
        };
        fields.check()?;
        Ok(after)
    }
}

/// Changes the profile of a user of the caller's company.
#[utoipa::path(patch, path = "/api/users/{id}", tag = "people", operation_id = "editUser", params(("id" = i64, Path), ("If-Match" = String, Header)), request_body = In, responses((status = 200, body = User), (status = 403), (status = 404), (status = 409)))]
pub async fn edit(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    IfMatch(version): IfMatch,
    Json(body): Json<In>,
) -> Result<Json<User>> {
    let mut tx = actor.begin(&app, Permission::UsersManage).await?;
    let found = managed(&mut tx, id).await?;
    if !found.is_of(tx.company()) {
        return Err(Error::Forbidden);
    }
    let before = Profile {
        first_name: found.user.first_name.clone(),
        last_name: found.user.last_name.clone(),
        job_title: found.user.job_title.clone(),
        phone: found.user.phone.clone(),
        nmls_id: found.user.nmls_id.clone(),
    };
    let after = body.laid_over(&before)?;
    let entity_id = id.to_string();
    let change = changes(&before, &after)?;
    if version == found.user.version && change.is_none() {
        return Ok(Json(found.into_out(&tx)));
    }
    let is_first = version == found.user.version && store::update(&mut tx, id, version, &after).await?;
    if !is_first {
        let now = managed(&mut tx, id).await?.into_out(&tx);
        return Err(stale(&mut tx, "user", &entity_id, &now).await?);
    }
    let (before, after) = change.unzip();
    tx.audit(Audit { action: "user.edit", entity: "user", entity_id: &entity_id, before, after }).await?;
    tx.event("user.edited", id).await?;
    let out = managed(&mut tx, id).await?.into_out(&tx);
    tx.commit().await?;
    Ok(Json(out))
}

/// Validates a first or last name.
pub(crate) fn name_of(fields: &mut Fields, path: &str, name: &str) -> String {
    let what = if path == "firstName" { "First name is required" } else { "Last name is required" };
    let name = fields.required(path, name, what).unwrap_or_default();
    if name.chars().count() > NAME_LENGTH_MAX {
        fields.add(path, format!("A name has at most {NAME_LENGTH_MAX} characters"));
    }
    name
}

/// Validates an optional job title.
fn job_title_of(fields: &mut Fields, title: &str) -> Option<String> {
    let title = title.trim();
    if title.chars().count() > JOB_TITLE_LENGTH_MAX {
        fields.add("jobTitle", format!("A job title has at most {JOB_TITLE_LENGTH_MAX} characters"));
    }
    (!title.is_empty()).then(|| title.to_owned())
}

/// Validates an optional phone number.
pub(crate) fn phone_of(fields: &mut Fields, phone: &str) -> Option<String> {
    match phone.trim() {
        "" => None,
        text => fields.take("phone", text.parse::<Phone>()).map(|phone| phone.digits().to_owned()),
    }
}

/// Validates an optional NMLS id.
pub(crate) fn nmls_id_of(fields: &mut Fields, nmls_id: &str) -> Option<String> {
    let nmls_id = nmls_id.trim();
    if nmls_id.len() > NMLS_ID_LENGTH_MAX || !nmls_id.bytes().all(|byte| byte.is_ascii_digit()) {
        fields.add("nmlsId", format!("An NMLS ID has at most {NMLS_ID_LENGTH_MAX} digits"));
    }
    (!nmls_id.is_empty()).then(|| nmls_id.to_owned())
}
