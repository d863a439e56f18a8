//! Who of the directory a file's borrowers are, and what is known of them.

use crate::{
    get::within_reach,
    secrets,
    store::{self, differences as rows},
};
use borrowers::{
    Person,
    compared::{Held, held},
    directory::{self, Told, agreement},
};
use lending::{
    application::{Application, Borrower},
    import::Imported,
};
use platform::{App, Error, Result, Tx, db::Timestamp};
use std::cmp::Reverse;

/// What is known of somebody.
pub(super) struct Side {
    pub held: Held,
    /// The directory's record over what their newest loan says.
    pub known: Borrower,
    /// When that loan was made, and what of them was changed on it when, by paths below the borrower.
    pub loan_made_at: Option<Timestamp>,
    pub changes: Vec<(String, Timestamp)>,
}

/// The file's borrowers of whom a record is known and within reach: that of the loan's borrower who agrees best, else the one
/// to which the new loan would be linked.
pub(super) async fn sides<'a>(
    app: &App,
    tx: &mut Tx,
    imported: &'a Imported,
    loan: Option<i64>,
) -> Result<Vec<(&'a Borrower, Side)>> {
    let people = people(app, tx, imported);
    let mut preferred = Vec::new();
    if let Some(loan) = loan {
        within_reach(tx, loan).await?;
        let linked = store::linked_borrowers(tx, loan).await?;
        for id in linked.into_values() {
            preferred.push(held(tx, id).await?);
        }
    }
    let known = directory::known(tx, &people).await?;
    let linked = directory::link(&people, &known);
    let mut found = Vec::new();
    for ((borrower, told), linked) in imported.application.borrowers.iter().zip(&people).zip(linked) {
        let person = told.person();
        let best = preferred
            .iter()
            .enumerate()
            .filter_map(|(at, held)| Some((at, agreement(&person, &held.person())?)))
            .min_by_key(|(at, agreement)| (Reverse((agreement.strength, agreement.score)), *at));
        let held = match (best, linked) {
            (Some((at, _)), _) => Some(preferred.swap_remove(at)),
            (None, Some(id)) => seen(tx, id).await?,
            (None, None) => None,
        };
        if let Some(held) = held
            && !found.iter().any(|(_, side): &(_, Side)| side.held.id == held.id)
        {
            found.push((borrower, Side::held(tx, held).await?));
        }
    }
    Ok(found)
}

impl Side {
    /// What is known of a record that a file's borrower is compared with.
    ///
    /// # Errors
    /// It lies out of reach, or tells of somebody else.
    pub(super) async fn of(app: &App, tx: &mut Tx, imported: &Imported, file: &Borrower, id: i64) -> Result<Self> {
        let held = held(tx, id).await?;
        let borrowers = imported.application.borrowers.iter();
        let people = people(app, tx, imported);
        let told: Option<Person> =
            borrowers.zip(&people).find(|(one, _)| one.id == file.id).map(|(_, told)| told.person());
        match told.and_then(|person| agreement(&person, &held.person())) {
            Some(_) => Side::held(tx, held).await,
            None => Err(Error::field("differences", format!("{} is somebody else", held.name()))),
        }
    }

    async fn held(tx: &mut Tx, held: Held) -> Result<Self> {
        let Some(loan) = held.newest_loan else {
            return Ok(Side { known: held.over(None), held, loan_made_at: None, changes: Vec::new() });
        };
        let row = store::application(tx, loan).await?.ok_or(Error::NotFound)?;
        let application: Application = serde_json::from_value(row.document).map_err(Error::internal)?;
        let linked = store::linked_borrowers(tx, loan).await?;
        let newest = application.borrowers.iter().find(|borrower| linked.get(&borrower.id) == Some(&held.id));
        let changes = match newest {
            Some(newest) => rows::changes(tx, loan, &format!("borrowers/{}/", newest.id)).await?,
            None => Vec::new(),
        };
        let made_at = store::loan(tx, loan).await?.map(|loan| loan.created_at);
        Ok(Side { known: held.over(newest), held, loan_made_at: made_at, changes })
    }
}

/// A record, unless it lies out of reach.
async fn seen(tx: &mut Tx, id: i64) -> Result<Option<Held>> {
    match held(tx, id).await {
        Err(Error::NotFound) => Ok(None),
        held => held.map(Some),
    }
}

/// The file's borrowers as the directory hears of them.
fn people(app: &App, tx: &Tx, imported: &Imported) -> Vec<Told> {
    let (_, ssn_keys) = secrets::ssn_keys(&app.keys, tx.company(), &imported.application, &imported.secrets);
    secrets::people(&app.keys, tx.company(), &imported.application, &imported.secrets, &ssn_keys)
}
