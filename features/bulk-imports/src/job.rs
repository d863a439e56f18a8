//! Creates loans from a batch's files, several per job.

use crate::{
    add::MADE_BEFORE,
    reading::{ReadFile, read},
    store::{self, Claimed, Outcome, Terms},
};
use lending::{
    application::{Application, Secrets},
    bulk_import::{ItemStatus, Rule, RuleNote},
    import::Imported,
    stages::StageKind,
};
use loans::{ClosedDates, Decided, NewLoan, Schedule};
use platform::{
    App, Error, InCompany, JobTx, Result,
    jobs::{self, Job},
    record::{self, Audit},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::vec;
use uuid::Uuid;
use zeroize::Zeroizing;

/// Stops fetching more files into memory above this size.
const BYTES_AT_ONCE: usize = 1024 * 1024;

/// Message for a file that failed for an unrelated reason.
const FAILED: &str = "This file could not be processed. Please try again.";
/// Message for a file that crashes the program.
const SET_ASIDE: &str = "This file was set aside: processing it failed again and again.";
/// Message for a file that was deleted by the sweep.
const GONE: &str = "This file is not here any more. Please upload it again.";
/// Message if the user who started the batch has left.
const LEFT: &str = "The user who started this import is no longer active.";

/// Creates loans from some files of a batch in one transaction. If its process dies, each file gets its own job, so
/// that a file that crashes the process affects no other.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ImportFiles {
    pub company: i64,
    pub user: i64,
    pub batch: Uuid,
    pub items: Vec<Uuid>,
}

/// A claimed file with its bytes, or its final state.
struct Fetched {
    item: Uuid,
    file: std::result::Result<(Uuid, Zeroizing<Vec<u8>>), &'static str>,
}

/// A parsed file.
struct Work {
    item: Uuid,
    file: Uuid,
    content_key: Vec<u8>,
    rules: Vec<RuleNote>,
    imported: Imported,
}

/// State and reason of a file that creates no loan.
type Over = (ItemStatus, Vec<RuleNote>);

impl Job for ImportFiles {
    const NAME: &'static str = "import-files";

    const PRIORITY: i16 = 10;

    async fn run(self, app: &App) -> Result<()> {
        let mut tx = self.begin_repeatable(app).await?;
        let Some(terms) = store::terms(&mut tx, self.batch).await? else { return Ok(()) };
        let claimed = store::claim(&mut tx, &self.items).await?;
        if self.items.len() > 1 && claimed.iter().any(|item| item.tries > 1) {
            for item in claimed {
                jobs::enqueue(&mut tx, &self.of_one(item.id)).await?;
            }
            return tx.commit().await;
        }
        tx.commit().await?;
        let mut work = Vec::with_capacity(claimed.len());
        let mut over = Vec::new();
        let mut claimed = claimed.into_iter();
        while claimed.len() > 0 {
            let fetched = self.fetch_some(app, &mut claimed, &terms).await;
            let _turn = app.turns.take().await;
            for Fetched { item, file } in fetched {
                let found = match file {
                    Ok((file, bytes)) => self.read(app, item, file, bytes).await?,
                    Err(text) => Err((ItemStatus::FAILED, vec![Rule::Processing.error(text)])),
                };
                match found {
                    Ok(found) => work.push(found),
                    Err((status, rules)) => over.push(Outcome { item, status, loan: None, rules: json!(rules) }),
                }
            }
        }
        if !over.is_empty() {
            let mut tx = self.begin(app).await?;
            store::put(&mut tx, &over).await?;
            tx.commit().await?;
        }
        let _turn = app.turns.take().await;
        self.make(app, &terms, &work).await?;
        let mut tx = self.begin_repeatable(app).await?;
        finish(&mut tx, self.batch).await?;
        tx.commit().await
    }

    async fn set_aside(self, app: &App) -> Result<()> {
        let mut tx = self.begin(app).await?;
        // Any of the files may cause the crash, so give each its own job.
        if self.items.len() > 1 {
            for item in &self.items {
                jobs::enqueue(&mut tx, &self.of_one(*item)).await?;
            }
            return tx.commit().await;
        }
        let rules = json!([Rule::Processing.error(SET_ASIDE)]);
        let failed = self.items.iter().map(|item| Outcome {
            item: *item,
            status: ItemStatus::FAILED,
            loan: None,
            rules: rules.clone(),
        });
        store::put(&mut tx, &failed.collect::<Vec<_>>()).await?;
        finish(&mut tx, self.batch).await?;
        tx.commit().await
    }
}

impl ImportFiles {
    async fn begin(&self, app: &App) -> Result<JobTx> {
        JobTx::begin(app, self.company, Some(self.user)).await
    }

    /// For steps that the job repeats if it restarts: claiming files and completing the batch.
    async fn begin_repeatable(&self, app: &App) -> Result<JobTx> {
        JobTx::begin_repeatable(app, self.company, Some(self.user)).await
    }

    fn of_one(&self, item: Uuid) -> Self {
        Self { company: self.company, user: self.user, batch: self.batch, items: vec![item] }
    }

    /// Fetches the next files that fit into memory. The store may be remote, so hold no permit meanwhile.
    async fn fetch_some(&self, app: &App, claimed: &mut vec::IntoIter<Claimed>, terms: &Terms) -> Vec<Fetched> {
        let mut some = Vec::with_capacity(claimed.len());
        let mut bytes = 0;
        while bytes < BYTES_AT_ONCE
            && let Some(item) = claimed.next()
        {
            let fetched = self.fetch(app, item, terms).await;
            bytes += fetched.file.as_ref().map_or(0, |(_, bytes)| bytes.len());
            some.push(fetched);
        }
        some
    }

    async fn fetch(&self, app: &App, item: Claimed, terms: &Terms) -> Fetched {
        let Claimed { id, file_id, .. } = item;
        let file = match file_id {
            _ if !terms.may_go_on => Err(LEFT),
            None => Err(GONE),
            Some(file) => match app.files.get(&app.keys, self.company, file).await {
                Ok(bytes) => Ok((file, bytes)),
                Err(Error::NotFound) => Err(GONE),
                Err(error) => {
                    tracing::warn!(%error, item = %id, "a file of a bulk import can't be read");
                    Err(FAILED)
                }
            },
        };
        Fetched { item: id, file }
    }

    /// Parses a file, or returns its final state.
    async fn read(&self, app: &App, item: Uuid, file: Uuid, bytes: Zeroizing<Vec<u8>>) -> Result<Result<Work, Over>> {
        let ReadFile { status, rules, content_key, imported, .. } = read(app, self.company, bytes).await?;
        Ok(match imported {
            Some(imported) => Ok(Work { item, file, content_key, rules, imported }),
            None => Err((status, rules)),
        })
    }

    /// Creates the loans together. If that fails, creates them one by one, so that only the faulty file fails.
    async fn make(&self, app: &App, terms: &Terms, work: &[Work]) -> Result<()> {
        if work.is_empty() {
            return Ok(());
        }
        let all: Vec<_> = work.iter().collect();
        let Err(error) = self.make_together(app, terms, &all).await else { return Ok(()) };
        tracing::debug!(%error, batch = %self.batch, "files are imported one by one");
        for one in work {
            let mut made = self.make_together(app, terms, &[one]).await;
            if let Err(Error::Unavailable(_)) = made {
                made = self.make_together(app, terms, &[one]).await;
            }
            let (status, text) = match made {
                Ok(()) => continue,
                Err(error @ Error::Unavailable(_)) => return Err(error),
                Err(Error::Invalid { fields, message }) => {
                    (ItemStatus::INVALID_ITEM, fields.into_values().next().unwrap_or(message))
                }
                Err(error) => {
                    tracing::warn!(error = format!("{error:#}"), item = %one.item, "no loan could be made of a file");
                    (ItemStatus::FAILED, FAILED.to_owned())
                }
            };
            let mut tx = self.begin(app).await?;
            let rules = json!([Rule::Processing.error(text)]);
            store::put(&mut tx, &[Outcome { item: one.item, status, loan: None, rules }]).await?;
            tx.commit().await?;
        }
        Ok(())
    }

    /// Creates loans and writes the files' results in one transaction. Skips files that were cancelled or processed
    /// elsewhere.
    async fn make_together(&self, app: &App, terms: &Terms, work: &[&Work]) -> Result<()> {
        let mut tx = self.begin(app).await?;
        let keys: Vec<_> = work.iter().map(|one| one.content_key.clone()).collect();
        // A concurrent import of the same document waits here and then finds the loan.
        store::hold_contents(&mut tx, &keys).await?;
        let ids: Vec<_> = work.iter().map(|one| one.item).collect();
        let open = store::hold(&mut tx, &ids).await?;
        let held = |one: &&Work| open.iter().find(|held| held.id == one.item);
        let (made, waiting): (Vec<&Work>, Vec<_>) = work
            .iter()
            .copied()
            .filter(|one| held(one).is_some())
            .partition(|one| held(one).is_some_and(|held| held.is_made));
        let new = waiting.iter().map(|one| {
            let Imported { application, secrets, .. } = one.imported.clone();
            new_loan(terms, one.file, application, secrets)
        });
        let loans = loans::make_all(app, &mut tx, new.collect()).await?;
        let outcomes = waiting.iter().zip(loans).map(|(one, loan)| Outcome {
            item: one.item,
            status: ItemStatus::DONE,
            loan: Some(loan),
            rules: json!(one.rules),
        });
        let duplicates = made.iter().map(|one| Outcome {
            item: one.item,
            status: ItemStatus::INVALID_ITEM,
            loan: None,
            rules: json!([Rule::DuplicateFile.error(MADE_BEFORE)]),
        });
        store::put(&mut tx, &outcomes.chain(duplicates).collect::<Vec<_>>()).await?;
        let files: Vec<_> = waiting.iter().map(|one| one.file).collect();
        files::keep_all_for_good(&mut tx, &files).await?;
        tx.commit().await
    }
}

fn new_loan(terms: &Terms, file: Uuid, application: Application, secrets: Secrets) -> NewLoan {
    NewLoan {
        application,
        secrets,
        officer: terms.officer,
        team: terms.team.clone(),
        stage: StageKind::ApplicationStarted,
        is_prospect: false,
        invite_borrower: false,
        import_type: Some("ACTIVE_LOAN"),
        source_file: Some(file),
        is_non_delegated_correspondent: false,
        dates: ClosedDates::default(),
        schedule: Schedule::default(),
        begun: None,
        decided: Decided::default(),
    }
}

/// Completes a batch when every file is processed, and notifies the team.
pub(crate) async fn finish(tx: &mut impl InCompany, batch: Uuid) -> Result<()> {
    let Some(done) = store::complete(tx, batch).await? else { return Ok(()) };
    let entity_id = batch.to_string();
    let after = Some(json!({ "loans": done.loans.len(), "files": done.files }));
    record::audit(
        tx,
        Audit { action: "bulk-import.finish", entity: "bulk-import", entity_id: &entity_id, before: None, after },
    )
    .await?;
    let Some(origin) = done.origin else { return Ok(()) };
    for member in done.members {
        loans::tell_of_team(tx, &origin, member, done.loans.clone()).await?;
    }
    Ok(())
}
