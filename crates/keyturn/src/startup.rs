//! Everything the web needs before it shows its first page to a signed-in user, in one answer.
//!
//! The web falls back to the individual routes if this call fails or omits a part, and uses them to refresh a part.

use axum::extract::State;
use billing::BillingStatus;
use http::HeaderMap;
use integrations::StoredMailbox;
use lending::access::Permission;
use loans::{KeyedLookups, Lookups};
use orgs::{Theme, ThemeParams, config::Out as Config};
use people::{Context, Me, Permissions};
use platform::{
    Actor, App, Origin, Result,
    extract::{Json, Query},
};
use pricing::PricingLookups;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(startup))
}

/// The answers of the individual routes, each under its own name.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Startup {
    /// `GET /api/theme`
    theme: Theme,
    /// `GET /api/config`
    config: Config,
    /// `GET /api/users/me`
    user: Me,
    /// `GET /api/users/me/permissions`
    permissions: Permissions,
    /// `GET /api/lookups/data`
    lookups: Lookups,
    /// Parts that only the loan program uses. Absent for a user without access to it.
    app: Option<AppStartup>,
}

/// Further data for the loan program.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AppStartup {
    /// `GET /api/users/me/email-integration`. Absent if only the mailbox provider knows the state.
    email_integration: Option<StoredMailbox>,
    /// `GET /api/contexts`
    contexts: Vec<Context>,
    /// `GET /api/lookups?keys=pipelines,lenders`
    keyed_lookups: KeyedLookups,
    /// `GET /api/pricing/lookups`
    pricing_lookups: PricingLookups,
    /// `GET /api/billing/status`
    billing_status: BillingStatus,
}

/// Theme, configuration, user, permissions, lookups, contexts and billing status, read in one transaction.
#[utoipa::path(get, path = "/api/startup", tag = "startup", operation_id = "getStartup", params(ThemeParams), responses((status = 200, body = Startup)))]
async fn startup(
    actor: Actor,
    State(app): State<App>,
    origin: Origin,
    headers: HeaderMap,
    Query(query): Query<ThemeParams>,
) -> Result<Json<Startup>> {
    let mut tx = actor.begin(&app, Permission::Session).await?;
    let permissions = people::permissions_of(&tx);
    let user = people::me(&mut tx).await?;
    let (lookups, keyed_lookups) = loans::entered_lookups(&mut tx).await?;
    let app_parts = match tx.actor().access.grants.may(Permission::App) {
        true => Some(AppStartup {
            email_integration: integrations::stored_mailbox(&mut tx).await?,
            contexts: people::contexts_of(&tx),
            keyed_lookups,
            pricing_lookups: pricing::pricing_lookups(),
            billing_status: billing::status_of(&mut tx).await?,
        }),
        false => None,
    };
    let theme = orgs::theme_of(&app, &mut tx, &headers, query).await?;
    let config = orgs::config::config_of(&app, &mut tx, &origin, &headers).await?;
    tx.commit().await?;
    Ok(Json(Startup { theme, config, user, permissions, lookups, app: app_parts }))
}
