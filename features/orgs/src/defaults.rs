//! The content that every new company begins with.

use crate::store::lists::create_default_lists;
use platform::Result;
use sqlx::PgConnection;

/// Gives a new company its stages, lists and task templates. The transaction has entered the company.
pub async fn create_defaults(connection: &mut PgConnection, company: i64) -> Result<()> {
    loans::create_default_stages(connection, company).await?;
    create_default_lists(connection, company).await?;
    tasks::create_default_templates(connection, company).await
}
