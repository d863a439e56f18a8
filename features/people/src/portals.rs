//! An officer's own portal URLs.

use crate::store;
use axum::extract::State;
use lending::{
    access::Permission,
    portals::{PortalAddresses, parse_portal_url},
};
use platform::{
    Actor, App, Fields, Result, Tx,
    extract::Json,
    record::Audit,
    version::{IfMatch, changes, stale},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Portal URLs in requests and responses. Null if unset.
#[derive(Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PortalUrls)]
pub struct PortalUrls {
    borrower_portal_url: Option<String>,
    borrower_portal_spanish_url: Option<String>,
    realtor_portal_url: Option<String>,
}

/// The officer's own URLs, and those of branch and company.
#[derive(Serialize, ToSchema)]
#[schema(as = OwnPortals)]
pub struct OwnPortals {
    own: PortalUrls,
    /// Used if the officer sets none.
    inherited: PortalUrls,
    /// The version for `If-Match`.
    version: i32,
}

/// URLs to change. Absent ones stay, empty ones are removed.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = PortalUrlsChange)]
pub struct PortalUrlsChange {
    borrower_portal_url: Option<String>,
    borrower_portal_spanish_url: Option<String>,
    realtor_portal_url: Option<String>,
}

impl From<PortalAddresses> for PortalUrls {
    fn from(PortalAddresses { borrower, borrower_spanish, realtor }: PortalAddresses) -> Self {
        PortalUrls {
            borrower_portal_url: borrower,
            borrower_portal_spanish_url: borrower_spanish,
            realtor_portal_url: realtor,
        }
    }
}

/// Validates a portal URL. Keeps the previous one if none is given.
pub fn portal_url_of(fields: &mut Fields, path: &str, typed: Option<&str>, before: Option<String>) -> Option<String> {
    match typed {
        Some(typed) => fields.take(path, parse_portal_url(typed)).flatten(),
        None => before,
    }
}

impl PortalUrlsChange {
    fn apply_to(self, before: PortalAddresses) -> Result<PortalAddresses> {
        let mut fields = Fields::default();
        let mut read = |path, typed: Option<String>, before| portal_url_of(&mut fields, path, typed.as_deref(), before);
        let after = PortalAddresses {
            borrower: read("borrowerPortalUrl", self.borrower_portal_url, before.borrower),
            borrower_spanish: read(
                "borrowerPortalSpanishUrl",
                self.borrower_portal_spanish_url,
                before.borrower_spanish,
            ),
            realtor: read("realtorPortalUrl", self.realtor_portal_url, before.realtor),
        };
        fields.check()?;
        Ok(after)
    }
}

/// Returns the portal URLs of the active user.
#[utoipa::path(get, path = "/api/users/me/portals", tag = "people", operation_id = "getMyPortals", responses((status = 200, body = OwnPortals), (status = 403)))]
pub async fn get(actor: Actor, State(app): State<App>) -> Result<Json<OwnPortals>> {
    let mut tx = actor.begin(&app, Permission::OfficerSettingsEdit).await?;
    Ok(Json(own_portals(&mut tx).await?))
}

/// Changes the active user's own portal URLs.
#[utoipa::path(patch, path = "/api/users/me/portals", tag = "people", operation_id = "changeMyPortals", params(("If-Match" = String, Header)), request_body = PortalUrlsChange, responses((status = 200, body = OwnPortals), (status = 403), (status = 409), (status = 422)))]
pub async fn change(
    actor: Actor,
    State(app): State<App>,
    IfMatch(seen): IfMatch,
    Json(body): Json<PortalUrlsChange>,
) -> Result<Json<OwnPortals>> {
    let mut tx = actor.begin(&app, Permission::OfficerSettingsEdit).await?;
    let user = tx.actor().user;
    let (version, before) = store::portals::own(&mut tx).await?;
    let after = body.apply_to(before.clone())?;
    let change = changes(&PortalUrls::from(before), &PortalUrls::from(after.clone()))?;
    let is_first = version == seen && (change.is_none() || store::portals::set_own(&mut tx, seen, &after).await?);
    if !is_first {
        let now = own_portals(&mut tx).await?;
        return Err(stale(&mut tx, "user", &user.to_string(), &now).await?);
    }
    if let Some((before, after)) = change {
        let entity_id = user.to_string();
        let (before, after) = (Some(before), Some(after));
        tx.audit(Audit { action: "user.portals-edit", entity: "user", entity_id: &entity_id, before, after }).await?;
        tx.event("user.edited", user).await?;
    }
    let out = own_portals(&mut tx).await?;
    tx.commit().await?;
    Ok(Json(out))
}

async fn own_portals(tx: &mut Tx) -> Result<OwnPortals> {
    let (version, own) = store::portals::own(tx).await?;
    let inherited = PortalAddresses::in_force(&store::portals::of_units(tx).await?);
    Ok(OwnPortals { own: own.into(), inherited: inherited.into(), version })
}
