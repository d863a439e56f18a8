//! The initial content of a new company.

use crate::store::lists::create_default_lists;
use platform::Result;
use sqlx::PgConnection;

/// Creates a new company's stages, lists and task templates. The transaction has entered the company.
pub async fn create_defaults(connection: &mut PgConnection, company: i64) -> Result<()> {
    loans::create_default_stages(connection, company).await?;
    create_default_lists(connection, company).await?;
    tasks::create_default_templates(connection, company).await
}
