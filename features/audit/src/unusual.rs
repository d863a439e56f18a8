//! Unusual access: many reveals of sealed values, or many records opened, by one person within an hour. Company admins get
//! one notice for each kind and person in an hour, as an entry of the log and by email (16 CFR 314.4(c)(8)).

use crate::store::unusual as store;
use platform::{
    App, JobTx, Result, Tx,
    jobs::Work,
    mail::{self, Address, Draft, Letter, Mail},
    record::Audit,
    tenant::companies,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The entry that is the notice.
const NOTICE: &str = "access.unusual";

/// A kind of access that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Counted {
    Reveals,
    Records,
}

impl Counted {
    fn words(self) -> &'static str {
        match self {
            Counted::Reveals => "sealed values revealed",
            Counted::Records => "records opened",
        }
    }
}

/// The mail kinds of this module.
pub(crate) fn work(work: Work) -> Work {
    work.mail::<UnusualAccess>()
}

/// Counts a reveal that the transaction has just recorded.
///
/// # Errors
/// The database's.
pub async fn count_reveal(tx: &mut Tx, max: u32) -> Result<()> {
    let count = store::reveals_of_hour(tx).await?;
    notice(tx, Counted::Reveals, count, max).await
}

/// Counts a record that the user opens.
///
/// # Errors
/// The database's.
pub async fn count_opening(tx: &mut Tx, entity: &str, id: i64, max: u32) -> Result<()> {
    if !store::note_opening(tx, entity, id).await? {
        return Ok(());
    }
    let count = store::openings_of_hour(tx).await?;
    notice(tx, Counted::Records, count, max).await
}

/// Tells the company's admins, unless they were told within the hour.
async fn notice(tx: &mut Tx, counted: Counted, count: i64, max: u32) -> Result<()> {
    if count <= i64::from(max) {
        return Ok(());
    }
    let user = tx.actor().user;
    let entity_id = user.to_string();
    // Two requests at once must not both be the first above the limit.
    store::take_turns(tx, user).await?;
    let kind = counted.words();
    if store::was_noticed(tx, NOTICE, &entity_id, kind).await? {
        return Ok(());
    }
    let after = Some(json!({ "kind": kind, "count": count, "limit": max }));
    tx.audit(Audit { action: NOTICE, entity: "user", entity_id: &entity_id, before: None, after }).await?;
    let Some(origin) = tx.actor().origin.clone() else { return Ok(()) };
    let company = tx.company();
    let name = store::name(tx, user).await?;
    for admin in store::admins(tx).await? {
        let mail = UnusualAccess { origin: origin.to_string(), name: name.clone(), user, kind: kind.to_owned(), count };
        mail::enqueue(tx, company, Some(admin.user), Address { email: &admin.email, name: Some(&admin.name) }, &mail)
            .await?;
    }
    Ok(())
}

/// Tells a company admin of unusual access.
#[derive(Serialize, Deserialize)]
struct UnusualAccess {
    /// Scheme and host by which the company was reached.
    origin: String,
    name: String,
    user: i64,
    kind: String,
    count: i64,
}

impl Mail for UnusualAccess {
    const KIND: &'static str = "unusual-access";

    async fn letter(self, _: &mut Draft<'_>) -> Result<Option<Letter>> {
        let Self { origin, name, user, kind, count } = self;
        let subject = format!("Unusual access by {name}");
        let text = format!("{name} has more than the usual number of {kind} within an hour: {count}.");
        let address = format!("{origin}/app/settings/audit-log?person={user}");
        Ok(Some(
            Letter::new(subject, text.clone())
                .text(text)
                .text("Check in the audit log whether this is expected. You get one such notice for each person in an hour.")
                .button("Open audit log", address),
        ))
    }
}

/// Deletes openings that no count needs any more.
///
/// # Errors
/// The database's.
pub async fn sweep(app: &App) -> Result<()> {
    for company in companies(&app.pool).await? {
        let mut tx = JobTx::begin(app, company, None).await?;
        store::forget_openings(&mut tx).await?;
        tx.commit().await?;
    }
    Ok(())
}
