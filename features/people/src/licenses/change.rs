//! Creates, changes and deletes licenses.

use super::License;
use crate::store::licenses::{self as store, Values};
use axum::extract::State;
use http::StatusCode;
use lending::{access::Permission, values::StateCode};
use platform::{
    Actor, App, Error, Fields, Result, Tx,
    db::Date,
    extract::{Id, Json},
    record::Audit,
    version::{IfMatch, changes, stale},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const NUMBER_LENGTH_MAX: usize = 40;

/// A new license. Exactly one of the two ids names the holder.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewLicense)]
pub struct NewIn {
    /// The company itself, or one of its branches.
    #[serde(rename = "WizeOrgUnitId")]
    pub(super) org_unit: Option<i64>,
    /// A user of the company.
    #[serde(rename = "WizeUserId")]
    pub(super) user: Option<i64>,
    pub(super) state_code: String,
    /// Empty in a state that issues none.
    pub(super) number: Option<String>,
    pub(super) issued_on: Option<Date>,
    pub(super) expires_on: Option<Date>,
}

/// Adds a license.
#[utoipa::path(post, path = "/api/licenses", tag = "people", operation_id = "createLicense", request_body = NewIn, responses((status = 201, body = License), (status = 403)))]
pub async fn create(
    actor: Actor,
    State(app): State<App>,
    Json(body): Json<NewIn>,
) -> Result<(StatusCode, Json<License>)> {
    let tx = actor.begin(&app, Permission::SettingsManage).await?;
    add(tx, body).await
}

/// Adds a license after the caller's permission was checked.
pub(super) async fn add(mut tx: Tx, body: NewIn) -> Result<(StatusCode, Json<License>)> {
    let mut fields = Fields::default();
    let is_known = match (body.org_unit, body.user) {
        (Some(unit), None) => store::is_unit(&mut tx, unit).await?,
        (None, Some(user)) => store::is_member(&mut tx, user).await?,
        _ => false,
    };
    if !is_known {
        fields.add("holder", "Choose the company, one of its branches or one of its people");
    }
    let values = Values {
        state_code: state_of(&mut fields, &body.state_code),
        number: body.number.as_deref().and_then(|number| number_of(&mut fields, number)),
        issued_on: body.issued_on,
        expires_on: body.expires_on,
        is_active: true,
    };
    check_dates(&mut fields, &values);
    fields.check()?;
    let id = store::create(&mut tx, body.org_unit, body.user, &values).await?;
    let after = serde_json::to_value(&body).map_err(Error::internal)?;
    let audit = Audit {
        action: "license.create",
        entity: "license",
        entity_id: &id.to_string(),
        before: None,
        after: Some(after),
    };
    tx.audit(audit).await?;
    tx.event("license.created", id).await?;
    let out = now(&mut tx, id).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(out)))
}

/// Fields to change; absent fields stay. The holder can't change.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = LicenseChange)]
pub struct In {
    state_code: Option<String>,
    /// Empty removes the number.
    number: Option<String>,
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<Date>)]
    issued_on: Option<Option<Date>>,
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<Date>)]
    expires_on: Option<Option<Date>>,
    /// False if the license was revoked or surrendered.
    is_active: Option<bool>,
}

/// Distinguishes null, which removes a date, from an absent field, which keeps it.
fn given<'de, D: serde::Deserializer<'de>>(from: D) -> std::result::Result<Option<Option<Date>>, D::Error> {
    Option::<Date>::deserialize(from).map(Some)
}

/// Changes a license.
#[utoipa::path(patch, path = "/api/licenses/{id}", tag = "people", operation_id = "editLicense", params(("id" = i64, Path), ("If-Match" = String, Header)), request_body = In, responses((status = 200, body = License), (status = 403), (status = 404), (status = 409)))]
pub async fn edit(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    IfMatch(version): IfMatch,
    Json(body): Json<In>,
) -> Result<Json<License>> {
    let tx = actor.begin(&app, Permission::SettingsManage).await?;
    change(tx, id, version, body).await
}

/// Changes a license after the caller's permission was checked.
pub(super) async fn change(mut tx: Tx, id: i64, version: i32, body: In) -> Result<Json<License>> {
    let today = Date::today_in(&tx.actor().access.time_zone);
    let found = store::find(&mut tx, today, id).await?.ok_or(Error::NotFound)?;
    let was = Values {
        state_code: found.state_code.clone(),
        number: found.number.clone(),
        issued_on: found.issued_on,
        expires_on: found.expires_on,
        is_active: found.is_active,
    };
    let mut fields = Fields::default();
    let is = Values {
        state_code: body.state_code.map_or_else(|| was.state_code.clone(), |code| state_of(&mut fields, &code)),
        number: body.number.map_or_else(|| was.number.clone(), |number| number_of(&mut fields, &number)),
        issued_on: body.issued_on.unwrap_or(was.issued_on),
        expires_on: body.expires_on.unwrap_or(was.expires_on),
        is_active: body.is_active.unwrap_or(was.is_active),
    };
    check_dates(&mut fields, &is);
    fields.check()?;
    let entity_id = id.to_string();
    let change = changes(&was, &is)?;
    if version == found.version && change.is_none() {
        return Ok(Json(found.into()));
    }
    if version != found.version || !store::update(&mut tx, id, version, &is).await? {
        let record = now(&mut tx, id).await?;
        return Err(stale(&mut tx, "license", &entity_id, &record).await?);
    }
    let (before, after) = change.unzip();
    tx.audit(Audit { action: "license.edit", entity: "license", entity_id: &entity_id, before, after }).await?;
    tx.event("license.edited", id).await?;
    let out = now(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Deletes a license that was entered by mistake.
#[utoipa::path(delete, path = "/api/licenses/{id}", tag = "people", operation_id = "removeLicense", params(("id" = i64, Path)), responses((status = 204), (status = 403), (status = 404)))]
pub async fn remove(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    let tx = actor.begin(&app, Permission::SettingsManage).await?;
    take_away(tx, id).await
}

/// Deletes a license after the caller's permission was checked.
pub(super) async fn take_away(mut tx: Tx, id: i64) -> Result<StatusCode> {
    let before = serde_json::to_value(now(&mut tx, id).await?).map_err(Error::internal)?;
    store::remove(&mut tx, id).await?;
    let audit = Audit {
        action: "license.remove",
        entity: "license",
        entity_id: &id.to_string(),
        before: Some(before),
        after: None,
    };
    tx.audit(audit).await?;
    tx.event("license.removed", id).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn now(tx: &mut Tx, id: i64) -> Result<License> {
    let today = Date::today_in(&tx.actor().access.time_zone);
    Ok(store::find(tx, today, id).await?.ok_or(Error::NotFound)?.into())
}

fn state_of(fields: &mut Fields, code: &str) -> String {
    match code.trim() {
        "" => {
            fields.add("stateCode", "Choose a state");
            String::new()
        }
        code => fields.take("stateCode", code.parse::<StateCode>()).map(|code| code.to_string()).unwrap_or_default(),
    }
}

fn number_of(fields: &mut Fields, number: &str) -> Option<String> {
    let number = number.trim();
    if number.chars().count() > NUMBER_LENGTH_MAX {
        fields.add("number", format!("A license number has at most {NUMBER_LENGTH_MAX} characters"));
    }
    (!number.is_empty()).then(|| number.to_owned())
}

fn check_dates(fields: &mut Fields, values: &Values) {
    for (path, date) in [("issuedOn", values.issued_on), ("expiresOn", values.expires_on)] {
        if date.is_some_and(|date| !(1900..=2200).contains(&date.year())) {
            fields.add(path, "Choose a date");
        }
    }
    if let (Some(issued), Some(expires)) = (values.issued_on, values.expires_on)
        && expires < issued
    {
        fields.add("expiresOn", "A license can't expire before it is issued");
    }
}
