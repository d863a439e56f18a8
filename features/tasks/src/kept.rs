//! Audits changes of templates and rules and sends their events.

use platform::{Error, Result, Tx, record::Audit};
use serde::Serialize;
use serde_json::Value;

/// Audits a change and sends its event. `entity` is the kind of record.
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

/// Serializes a definition for the audit log.
pub(crate) fn json(says: &impl Serialize) -> Result<Value> {
    serde_json::to_value(says).map_err(Error::internal)
}
