//! SQL for editing branding.

use crate::branding::{Look, Out};
use platform::{Result, Tx};

/// Branding of a company. Defaults to the product's.
pub(crate) async fn find(tx: &mut Tx, company: i64) -> Result<Out> {
    let found = sqlx::query!(
        "select app_title, login_title, theme_color, logo, light_logo_url, compliance_logo, theme_name, asset_path,
                remote_asset_path, los_remote_asset_path, is_realtor_portal_old_url, version
         from org_theme
         where org_unit_id = $1",
        company
    )
    .fetch_optional(&mut **tx)
    .await?;
    let Some(row) = found else {
        return Ok(Out { look: Look::of_product(), version: 0 });
    };
    Ok(Out {
        look: Look {
            app_title: row.app_title,
            login_title: row.login_title,
            theme_color: row.theme_color,
            logo: Some(row.logo).filter(|logo| logo != DEFAULT_LOGO),
            light_logo_url: row.light_logo_url,
            compliance_logo: row.compliance_logo,
            theme_name: row.theme_name,
            asset_path: row.asset_path,
            remote_asset_path: row.remote_asset_path,
            los_remote_asset_path: row.los_remote_asset_path,
            is_realtor_portal_old_url: row.is_realtor_portal_old_url,
        },
        version: row.version,
    })
}

/// Default logo (THEME-06).
const DEFAULT_LOGO: &str = "logo.svg";

/// Writes branding if the version matches. Branding that was never written has version 0.
pub(crate) async fn put(tx: &mut Tx, company: i64, version: i32, look: &Look) -> Result<bool> {
    let written = sqlx::query!(
        "insert into org_theme as t (org_unit_id, app_title, login_title, theme_color, logo, light_logo_url, compliance_logo,
                                     theme_name, asset_path, remote_asset_path, los_remote_asset_path,
                                     is_realtor_portal_old_url)
         values ($1, $3, $4, $5, coalesce($6, 'logo.svg'), $7, $8, $9, $10, $11, $12, $13)
         on conflict (org_unit_id) do update
         set app_title = excluded.app_title,
             login_title = excluded.login_title,
             theme_color = excluded.theme_color,
             logo = excluded.logo,
             light_logo_url = excluded.light_logo_url,
             compliance_logo = excluded.compliance_logo,
             theme_name = excluded.theme_name,
             asset_path = excluded.asset_path,
             remote_asset_path = excluded.remote_asset_path,
             los_remote_asset_path = excluded.los_remote_asset_path,
             is_realtor_portal_old_url = excluded.is_realtor_portal_old_url,
             version = t.version + 1
         where t.version = $2",
        company,
        version,
        look.app_title,
        look.login_title,
        look.theme_color,
        look.logo,
        look.light_logo_url,
        look.compliance_logo,
        look.theme_name,
        look.asset_path,
        look.remote_asset_path,
        look.los_remote_asset_path,
        look.is_realtor_portal_old_url
    )
    .execute(&mut **tx)
    .await?;
    Ok(written.rows_affected() == 1)
}
