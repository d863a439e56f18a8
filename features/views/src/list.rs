//! The views of a list that a user can see.

use crate::{record, store};
use axum::extract::State;
use lending::{
    access::{Grants, Permission},
    words,
};
use platform::{
    Actor, App, Error, Result,
    db::Timestamp,
    extract::{Json, Query},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

words! {
    /// Who can see a view.
    #[allow(clippy::upper_case_acronyms)]
    pub enum Sharing {
        /// Only its owner.
        PRIVATE,
        /// All users who work in the branch.
        BRANCH,
        /// All users of the company.
        COMPANY,
    }
}

impl Sharing {
    /// Whether a user can share views this way. Sharing with the branch requires permission to change the branch's
    /// settings, and sharing with the company permission to change the company's.
    pub(crate) fn may(self, grants: &Grants) -> bool {
        match self {
            Sharing::PRIVATE => true,
            Sharing::BRANCH => grants.may(Permission::BranchSettingsManage),
            Sharing::COMPANY => grants.may(Permission::SettingsManage),
        }
    }
}

words! {
    /// A list with saved views.
    #[allow(non_camel_case_types)]
    pub enum List {
        /// The pipeline.
        loans,
        /// The leads.
        leads,
    }
}

impl List {
    /// The permission required to see the list.
    pub(crate) const fn permission(self) -> Permission {
        match self {
            List::loans => Permission::LoanView,
            List::leads => Permission::LeadView,
        }
    }
}

/// Parameters of the list of views.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct In {
    /// `loans` or `leads`.
    list: String,
}

/// Views of a list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Views)]
pub struct Out {
    /// The user's own views and those of their branch and company, by name.
    rows: Vec<ViewOut>,
    /// Ways in which the user can share their own views.
    sharing: Vec<Sharing>,
}

/// A view.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = View)]
pub struct ViewOut {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) sharing: Sharing,
    /// Settings in the list's URL.
    pub(crate) content: BTreeMap<String, String>,
    pub(crate) owner_name: Option<String>,
    /// Whether the user can change the view. Otherwise they can save their changes as a view of their own.
    pub(crate) may_edit: bool,
    pub(crate) updated_at: Timestamp,
    /// Version for the header `If-Match`.
    pub(crate) version: i32,
}

/// Lists the views of a list.
#[utoipa::path(get, path = "/api/views", tag = "views", operation_id = "listViews", params(In), responses((status = 200, body = Out), (status = 403), (status = 422)))]
pub async fn list(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let list: List = query.list.parse().map_err(|error| Error::field("list", format!("{error}")))?;
    let mut tx = actor.begin(&app, list.permission()).await?;
    let rows = store::seen(&mut tx, list).await?;
    let grants = &tx.actor().access.grants;
    Ok(Json(Out {
        sharing: Sharing::ALL.iter().copied().filter(|sharing| sharing.may(grants)).collect(),
        rows: rows.into_iter().map(|view| record::out(&tx, view)).collect::<Result<_>>()?,
    }))
}
