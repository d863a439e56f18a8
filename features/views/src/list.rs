//! The views of a list that somebody sees.

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
    /// Who sees a view.
    #[allow(clippy::upper_case_acronyms)]
    pub enum Sharing {
        /// Whoever made it.
        PRIVATE,
        /// Everybody who works in a branch.
        BRANCH,
        /// The company.
        COMPANY,
    }
}

impl Sharing {
    /// Whether somebody may share views so: with their branch who may change its settings, with the company who may change
    /// the company's.
    pub(crate) fn may(self, grants: &Grants) -> bool {
        match self {
            Sharing::PRIVATE => true,
            Sharing::BRANCH => grants.may(Permission::BranchSettingsManage),
            Sharing::COMPANY => grants.may(Permission::SettingsManage),
        }
    }
}

words! {
    /// A list that has views.
    #[allow(non_camel_case_types)]
    pub enum List {
        /// The pipeline.
        loans,
        /// Leads.
        leads,
    }
}

impl List {
    /// What sees the list.
    pub(crate) const fn permission(self) -> Permission {
        match self {
            List::loans => Permission::LoanView,
            List::leads => Permission::LeadView,
        }
    }
}

/// Whose views are asked for.
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
    /// One's own, those of one's branch and those of the company, by name.
    rows: Vec<ViewOut>,
    /// With whom one may share views of one's own.
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
    /// What the list's address holds.
    pub(crate) content: BTreeMap<String, String>,
    pub(crate) owner_name: Option<String>,
    /// Whether it can be changed; who can't, keeps what they changed as a view of their own.
    pub(crate) may_edit: bool,
    pub(crate) updated_at: Timestamp,
    /// What `If-Match` names.
    pub(crate) version: i32,
}

/// The views of a list.
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
