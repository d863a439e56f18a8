//! Lenders that the provider has integrated, linked in the header.

use crate::store::lenders as store;
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Error, GlobalTx, Result,
    extract::{Json, Query},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Maximum length of a search text.
const TEXT_MAX: usize = 100;

/// Filter for lenders.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct In {
    /// Part of the display name or short name, ignoring case.
    string: Option<String>,
}

/// The lenders in the provider's order.
#[derive(Serialize, ToSchema)]
#[schema(as = IntegratedLenders)]
pub struct Out {
    rows: Vec<Row>,
}

/// A lender's link.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = IntegratedLender)]
pub struct Row {
    pub(crate) name: String,
    pub(crate) display_name: String,
    /// HTTPS URL of the link.
    pub(crate) href: String,
    /// Logo: an HTTPS URL, a path on this host, or a data URL.
    pub(crate) img_src: String,
    /// CSS classes of the link.
    pub(crate) class: Option<String>,
    /// CSS declarations of the link.
    pub(crate) style: Option<String>,
}

/// Lists the lenders that are integrated in this installation.
#[utoipa::path(get, path = "/api/lenders/integrated", tag = "integrations", operation_id = "listIntegratedLenders", params(In), responses((status = 200, body = Out), (status = 403), (status = 422)))]
pub async fn list(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let text = query.string.unwrap_or_default().trim().to_lowercase();
    if text.chars().count() > TEXT_MAX {
        return Err(Error::field("string", format!("has at most {TEXT_MAX} characters")));
    }
    let mut tx = actor.begin(&app, Permission::App).await?;
    Ok(Json(Out { rows: store::integrated(&mut tx, &text).await? }))
}

/// Replaces all integrated lenders, in this order.
///
/// # Errors
///
/// A lender violates the constraints of its table.
pub async fn replace(tx: &mut GlobalTx, lenders: &[Row]) -> Result<()> {
    store::replace_integrated(tx, lenders).await
}
