//! A company's branding by host (decision D9).

use crate::store;
use axum::extract::State;
use http::HeaderMap;
use platform::{
    App, Result,
    extract::{Json, Query},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Selects a company if the host doesn't.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ThemeParams {
    /// Slug of a company. Used in the demo profile only.
    org: Option<String>,
}

/// The specification's theme record (L section 3), with its keys.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Theme {
    logo: String,
    app_title: String,
    asset_path: String,
    remote_asset_path: Option<String>,
    theme_name: Option<String>,
    theme_color: Option<String>,
    login_title: String,
    #[serde(rename = "WizeOrgUnit")]
    wize_org_unit: Option<ThemeUnit>,
    is_realtor_portal_old_url: bool,
    los_remote_asset_path: Option<String>,
}

/// The company of a theme.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThemeUnit {
    id: i64,
    name: String,
    compliance_logo: Option<String>,
    light_logo_url: Option<String>,
}

/// Returns the branding of the host's company, or the defaults.
#[utoipa::path(get, path = "/api/theme", tag = "orgs", operation_id = "getTheme", params(ThemeParams), responses((status = 200, body = Theme)))]
pub async fn theme(
    State(app): State<App>,
    headers: HeaderMap,
    Query(query): Query<ThemeParams>,
) -> Result<Json<Theme>> {
    let mut connection = app.pool.acquire().await?;
    Ok(Json(theme_of(&app, &mut connection, &headers, query).await?))
}

/// Reads the theme of the request's host on the caller's connection.
pub async fn theme_of(
    app: &App,
    connection: &mut sqlx::PgConnection,
    headers: &HeaderMap,
    query: ThemeParams,
) -> Result<Theme> {
    let host = headers.get(http::header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name).to_lowercase();
    let asked = query.org.filter(|_| app.config.is_demo());
    let slug = asked.as_deref().or(app.config.default_company.as_deref());
    let found = store::theme(connection, &name, slug).await?;
    let title = app.config.app_title.clone();
    Ok(match found {
        Some(found) => Theme {
            logo: found.logo,
            app_title: found.app_title.unwrap_or_else(|| title.clone()),
            asset_path: found.asset_path,
            remote_asset_path: found.remote_asset_path,
            theme_name: found.theme_name,
            theme_color: found.theme_color,
            login_title: found.login_title.unwrap_or(title),
            wize_org_unit: Some(ThemeUnit {
                id: found.org_unit_id,
                name: found.company_name,
                compliance_logo: found.compliance_logo,
                light_logo_url: found.light_logo_url,
            }),
            is_realtor_portal_old_url: found.is_realtor_portal_old_url,
            los_remote_asset_path: found.los_remote_asset_path,
        },
        None => Theme {
            logo: "logo.svg".to_owned(),
            app_title: title.clone(),
            asset_path: "/assets".to_owned(),
            remote_asset_path: None,
            theme_name: None,
            theme_color: None,
            login_title: title,
            wize_org_unit: None,
            is_realtor_portal_old_url: false,
            los_remote_asset_path: None,
        },
    })
}
