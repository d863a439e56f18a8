//! What a company keeps to have it done again and again, templates and rules: each change is noted and told.

use platform::{Error, Result, Tx, record::Audit};
use serde::Serialize;
use serde_json::Value;

/// Writes the audit entry of a change and tells of it; `entity` is the kind of what was changed.
pub(crate) async fn written(
    tx: &mut Tx,
    entity: &'static str,
    action: &'static str,
    id: i64,
    before: Option<Value>,
    after: Option<Value>,
) -> Result<()> {
    tx.audit(Audit { action, entity, entity_id: &id.to_string(), before, after }).await?;
    tx.event(&format!("{entity}.changed"), id).await
}

/// All of what is said, as entries keep it.
pub(crate) fn json(says: &impl Serialize) -> Result<Value> {
    serde_json::to_value(says).map_err(Error::internal)
}
