//! Changes a company's branding, by the company's administrators or by the provider.

use crate::{
    branding::serve::{ADDRESS, hash_of},
    provider::company,
    store::{branding, images},
};
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Error, Fields, Result, Tx,
    extract::{Id, Json},
    record::Audit,
    version::{IfMatch, changes, stale},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const TITLE_LENGTH_MAX: usize = 80;
const ADDRESS_LENGTH_MAX: usize = 300;

/// A company's branding as stored.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Branding)]
pub struct Out {
    #[serde(flatten)]
    pub look: Look,
    /// The version for `If-Match`.
    pub version: i32,
}

/// Branding. Null means the product's default.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = Look)]
pub struct Look {
    /// Title of the application and the browser window.
    pub app_title: Option<String>,
    /// Title of the sign-in pages.
    pub login_title: Option<String>,
    /// `#rrggbb`.
    pub theme_color: Option<String>,
    /// URL of an uploaded logo, or a file name below the asset path.
    pub logo: Option<String>,
    /// Logo for dark backgrounds.
    pub light_logo_url: Option<String>,
    /// Compliance logo in the footer.
    pub compliance_logo: Option<String>,
    /// Only the provider can change this and the following fields.
    pub theme_name: Option<String>,
    /// Path of assets on this host.
    pub asset_path: String,
    /// HTTPS URL of assets on another host, used instead.
    pub remote_asset_path: Option<String>,
    /// URL where the portals find the staff application's assets.
    pub los_remote_asset_path: Option<String>,
    /// Agent links use the old URL of the agent portal.
    pub is_realtor_portal_old_url: bool,
}

impl Look {
    /// The product's default branding.
    pub(crate) fn of_product() -> Self {
        Self {
            app_title: None,
            login_title: None,
            theme_color: None,
            logo: None,
            light_logo_url: None,
            compliance_logo: None,
            theme_name: None,
            asset_path: "/assets".to_owned(),
            remote_asset_path: None,
            los_remote_asset_path: None,
            is_realtor_portal_old_url: false,
        }
    }
}

/// Returns the branding of a company.
#[utoipa::path(get, path = "/api/org-admin/org-units/{id}/theme", tag = "orgs", operation_id = "getBranding", params(("id" = i64, Path)), responses((status = 200, body = Out)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::OrgAdmin).await?;
    company_of_provider(&mut tx, id).await?;
    let out = branding::find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Replaces the branding of a company.
#[utoipa::path(put, path = "/api/org-admin/org-units/{id}/theme", tag = "orgs", operation_id = "putBranding", params(("id" = i64, Path), ("If-Match" = String, Header)),
    request_body = Look, responses((status = 200, body = Out), (status = 409)))]
pub async fn put(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    IfMatch(version): IfMatch,
    Json(body): Json<Look>,
) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::OrgAdmin).await?;
    company_of_provider(&mut tx, id).await?;
    let out = replace(&mut tx, id, version, body, By::Provider).await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Returns the branding of the user's company.
#[utoipa::path(get, path = "/api/org-units/{id}/theme", tag = "orgs", operation_id = "getOwnBranding", params(("id" = i64, Path)), responses((status = 200, body = Out)))]
pub async fn get_of_company(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    own_company(&tx, id)?;
    let out = branding::find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Replaces the branding of the user's company. Only the provider can change asset locations.
#[utoipa::path(put, path = "/api/org-units/{id}/theme", tag = "orgs", operation_id = "putOwnBranding", params(("id" = i64, Path), ("If-Match" = String, Header)),
    request_body = Look, responses((status = 200, body = Out), (status = 409)))]
pub async fn put_of_company(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    IfMatch(version): IfMatch,
    Json(body): Json<Look>,
) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    own_company(&tx, id)?;
    let out = replace(&mut tx, id, version, body, By::Company).await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Returns `NotFound` unless the id is a company.
pub(crate) async fn company_of_provider(tx: &mut Tx, id: i64) -> Result<()> {
    company::find(tx, id).await.map(drop)
}

/// Returns `NotFound` for other companies and for branches.
pub(crate) fn own_company(tx: &Tx, id: i64) -> Result<()> {
    if tx.company() == id { Ok(()) } else { Err(Error::NotFound) }
}

/// Who changes the branding.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Provider,
    Company,
}

async fn replace(tx: &mut Tx, company: i64, version: i32, body: Look, by: By) -> Result<Out> {
    let present = branding::find(tx, company).await?;
    let look = read(tx, company, &present.look, body, by).await?;
    let entity_id = company.to_string();
    if version != present.version {
        return Err(stale(tx, "theme", &entity_id, &present).await?);
    }
    let Some((before, after)) = changes(&present.look, &look)? else { return Ok(present) };
    if !branding::put(tx, company, version, &look).await? {
        let now = branding::find(tx, company).await?;
        return Err(stale(tx, "theme", &entity_id, &now).await?);
    }
    let audit = Audit {
        action: "theme.edit",
        entity: "theme",
        entity_id: &entity_id,
        before: Some(before),
        after: Some(after),
    };
    match by {
        By::Provider => tx.audit_across(company, audit, Some(("theme.edited", company))).await?,
        By::Company => {
            tx.audit(audit).await?;
            tx.event("theme.edited", company).await?;
        }
    }
    branding::find(tx, company).await
}

async fn read(tx: &mut Tx, company: i64, present: &Look, body: Look, by: By) -> Result<Look> {
    let mut fields = Fields::default();
    let mut look = Look {
        app_title: title(&mut fields, "appTitle", body.app_title),
        login_title: title(&mut fields, "loginTitle", body.login_title),
        theme_color: color(&mut fields, body.theme_color),
        ..present.clone()
    };
    for (path, value, kept) in [
        ("logo", body.logo, &mut look.logo),
        ("lightLogoUrl", body.light_logo_url, &mut look.light_logo_url),
        ("complianceLogo", body.compliance_logo, &mut look.compliance_logo),
    ] {
        let value = value.filter(|value| !value.is_empty());
        if value == *kept {
            continue;
        }
        let is_known = match &value {
            None => true,
            Some(value) => match value.strip_prefix(ADDRESS).and_then(hash_of) {
                Some(hash) => images::belongs_to(tx, company, &hash).await?,
                None => by == By::Provider && is_file_name(value),
            },
        };
        if is_known {
            *kept = value;
        } else {
            fields.add(path, "Upload a picture first");
        }
    }
    let of_provider = Look {
        theme_name: body.theme_name.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()),
        asset_path: body.asset_path.trim().to_owned(),
        remote_asset_path: address(&mut fields, "remoteAssetPath", body.remote_asset_path),
        los_remote_asset_path: address(&mut fields, "losRemoteAssetPath", body.los_remote_asset_path),
        is_realtor_portal_old_url: body.is_realtor_portal_old_url,
        ..look
    };
    let is_theme_name =
        |name: &String| name.len() <= 40 && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if !of_provider.theme_name.as_ref().is_none_or(is_theme_name) {
        fields.add("themeName", "Use letters, digits and hyphens, at most 40");
    }
    if !is_asset_path(&of_provider.asset_path) {
        fields.add("assetPath", "Enter a path such as /assets");
    }
    if by == By::Company {
        let is_changed = |one: &Look, other: &Look| {
            one.theme_name != other.theme_name
                || one.asset_path != other.asset_path
                || one.remote_asset_path != other.remote_asset_path
                || one.los_remote_asset_path != other.los_remote_asset_path
                || one.is_realtor_portal_old_url != other.is_realtor_portal_old_url
        };
        if is_changed(&of_provider, present) {
            fields.add("assetPath", "Where files lie is the provider's to say");
        }
    }
    fields.check()?;
    Ok(of_provider)
}

fn title(fields: &mut Fields, path: &str, title: Option<String>) -> Option<String> {
    let title = title.map(|title| title.trim().to_owned()).filter(|title| !title.is_empty())?;
    if title.chars().count() > TITLE_LENGTH_MAX || title.chars().any(char::is_control) {
        fields.add(path, format!("A title has at most {TITLE_LENGTH_MAX} characters"));
    }
    Some(title)
}

fn color(fields: &mut Fields, color: Option<String>) -> Option<String> {
    let color = color.map(|color| color.trim().to_ascii_lowercase()).filter(|color| !color.is_empty())?;
    let digits = color.strip_prefix('#').unwrap_or_default();
    if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        fields.add("themeColor", "Enter a color such as #1f5fa8");
    }
    Some(color)
}

/// Returns true for a file name or a relative path without `.` or `..`.
fn is_file_name(text: &str) -> bool {
    text.len() <= 200
        && !text.starts_with('/')
        && text.split('/').all(|part| !part.is_empty() && part != "." && part != "..")
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'/'))
}

fn is_asset_path(text: &str) -> bool {
    text.strip_prefix('/').is_some_and(|path| path.split('/').next() == Some("assets") && is_file_name(path))
}

/// Validates an HTTPS URL without user, query or fragment.
fn address(fields: &mut Fields, path: &str, address: Option<String>) -> Option<String> {
    let address = address.map(|address| address.trim().to_owned()).filter(|address| !address.is_empty())?;
    let is_good = url::Url::parse(&address).is_ok_and(|url| {
        url.scheme() == "https"
            && url.domain().is_some()
            && url.username().is_empty()
            && url.password().is_none()
            && url.query().is_none()
            && url.fragment().is_none()
    });
    if !is_good || address.len() > ADDRESS_LENGTH_MAX {
        fields.add(path, "Enter an address such as https://files.example.com/loans");
    }
    Some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_plain_paths() {
        for path in ["/assets", "/assets/harbor", "/assets/harbor/2026"] {
            assert!(is_asset_path(path), "{path}");
        }
        for path in
            ["", "/", "assets", "//evil.example", "/assets/../etc", "/assets//x", "/api", "/assets/", "/assets?x"]
        {
            assert!(!is_asset_path(path), "{path}");
        }
    }

    #[test]
    fn addresses_must_be_external_and_encrypted() {
        let check = |text: &str| {
            let mut fields = Fields::default();
            address(&mut fields, "remoteAssetPath", Some(text.to_owned()));
            fields.check().is_ok()
        };
        assert!(check("https://files.example.com/loans") && check(""));
        for wrong in [
            "http://files.example.com",
            "javascript:alert(1)",
            "//files.example.com",
            "https://me@x.example",
            "https://x.example?y",
            "data:image/png,x",
            "https://127.0.0.1/",
        ] {
            assert!(!check(wrong), "{wrong}");
        }
    }
}
