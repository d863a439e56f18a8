//! SQL for logos.

use platform::{Result, Tx, picture::Written};
use sqlx::PgPool;

/// A logo as served.
#[derive(Debug)]
pub(crate) struct Image {
    pub media_type: String,
    pub bytes: Vec<u8>,
}

/// Finds a logo by hash in any company. Equal bytes are the same picture.
pub(crate) async fn find(pool: &PgPool, hash: &[u8]) -> Result<Option<Image>> {
    Ok(sqlx::query_as!(Image, "select media_type, bytes from brand_image where sha256 = $1 limit 1", hash)
        .fetch_optional(pool)
        .await?)
}

/// Stores a logo for a company, or renews the time of an existing one.
pub(crate) async fn keep(tx: &mut Tx, company: i64, hash: &[u8], picture: &Written) -> Result<()> {
    let user = tx.actor().logged_in_user;
    sqlx::query!(
        "insert into brand_image (company_id, sha256, media_type, bytes, width_px, height_px, uploaded_by)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (company_id, sha256) do update set uploaded_at = now()",
        company,
        hash,
        picture.media_type,
        picture.bytes,
        i32::try_from(picture.width_px).unwrap_or(i32::MAX),
        i32::try_from(picture.height_px).unwrap_or(i32::MAX),
        user
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Returns true if the company has uploaded this logo.
pub(crate) async fn belongs_to(tx: &mut Tx, company: i64, hash: &[u8]) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        "select exists (select from brand_image where company_id = $1 and sha256 = $2) as \"is_its_own!\"",
        company,
        hash
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// Deletes logos that no branding has used for a month. Until then, cached pages may still show them.
pub async fn sweep(pool: &PgPool) -> Result<()> {
    sqlx::query!(
        "delete from brand_image i
         where i.uploaded_at < now() - interval '30 days'
           and not exists (
             select
             from org_theme t
             where t.org_unit_id = i.company_id
               and '/api/brand-images/' || encode(i.sha256, 'hex') in (t.logo, t.light_logo_url, t.compliance_logo))"
    )
    .execute(pool)
    .await?;
    Ok(())
}
