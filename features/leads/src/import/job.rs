//! Processes the rows of an import in batches.

use super::{mapping::handed, start::Terms, store, upload::read_file};
use crate::intake::{Channel, Way, receive};
use lending::intake::ArrivalState;
use platform::{App, Error, JobTx, Result, jobs::Job, record};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Rows per transaction.
const BATCH: usize = 250;

/// Processes the rows of an import. Each row is processed once: the import stores its progress in the same transaction
/// as the leads.
#[derive(Debug, Serialize, Deserialize)]
pub struct ImportLeads {
    pub(super) company: i64,
    pub(super) import: i64,
}

impl Job for ImportLeads {
    const NAME: &'static str = "import-leads";

    const PRIORITY: i16 = 10;

    async fn run(self, app: &App) -> Result<()> {
        let Self { company, import } = self;
        let mut tx = JobTx::begin(app, company, None).await?;
        let Some(found) = store::running(&mut tx, import).await? else { return Ok(()) };
        drop(tx);
        let terms: Terms = serde_json::from_value(found.terms).map_err(Error::internal)?;
        let sheet = match read_file(app, company, found.file_id).await? {
            Ok(sheet) => sheet,
            Err(refused) => {
                let mut tx = JobTx::begin(app, company, Some(found.created_by)).await?;
                store::fail(&mut tx, import, &refused.0).await?;
                return tx.commit().await;
            }
        };
        let mut owner = terms.owner.clone();
        owner.is_primary = true;
        let way = Way { channel: Channel::Import(import), rule: terms.rule, owner: Some(owner) };
        loop {
            let _turn = app.turns.take().await;
            let mut tx = JobTx::begin(app, company, Some(found.created_by)).await?;
            // Another process with the same job waits here and then skips these rows.
            let Some(now) = store::running(&mut tx, import).await? else { return Ok(()) };
            let taken = usize::try_from(now.taken).unwrap_or(0);
            let rows = sheet.rows.iter().skip(taken).take(BATCH);
            let batch = rows.map(|row| handed(row, &sheet.head, &terms)).collect::<Result<Vec<_>>>()?;
            if batch.is_empty() {
                store::finish(&mut tx, import).await?;
                let entity_id = import.to_string();
                let audit = record::Audit {
                    action: "lead-import.finish",
                    entity: "lead-import",
                    entity_id: &entity_id,
                    before: None,
                    after: Some(json!({ "rows": taken })),
                };
                record::audit(&mut tx, audit).await?;
                return tx.commit().await;
            }
            let size = batch.len();
            let arrived = receive(app, &mut tx, &way, batch).await?;
            let count = |state| arrived.iter().filter(|one| one.state == state && !one.is_again).count();
            let again = arrived.iter().filter(|one| one.is_again).count();
            let counted = store::Counted {
                taken: size,
                made: count(ArrivalState::MADE),
                linked: count(ArrivalState::LINKED),
                skipped: count(ArrivalState::SKIPPED) + again,
                held: count(ArrivalState::HELD),
                refused: count(ArrivalState::REFUSED),
            };
            store::count(&mut tx, import, &counted).await?;
            tx.commit().await?;
        }
    }
}
