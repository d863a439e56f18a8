//! Making a loan: whatever it comes from, the same row, document, sealed map, team, history, audit entry and event.

use crate::{
    clocks,
    differences::{self, Decided},
    fields::LoanOut,
    from_file, invite, notify, secrets, store, team,
};
use borrowers::directory::{self, Known, Told};
use jiff::tz::TimeZone;
use lending::{
    access::Role,
    application::{Application, Secrets},
    numbers::loan_number,
    patch::show_last_four,
    project::project,
    stages::StageKind,
    team::{LoanRole, Member, Slot},
};
use platform::{
    App, Error, InCompany, Result, Tx,
    db::{Date, Timestamp},
    idempotency::Once,
};
use serde_json::json;
use std::collections::BTreeSet;
use uuid::Uuid;

/// A loan to be made.
#[derive(Debug)]
pub struct NewLoan {
    /// The application.
    pub application: Application,
    /// What is sealed apart from it.
    pub secrets: Secrets,
    /// The officer's membership.
    pub officer: i64,
    /// Who works on it beside the officer, known to be people of the company who have these roles.
    pub team: Vec<Member>,
    /// The kind of stage it begins at.
    pub stage: StageKind,
    /// Made for somebody who is only looking.
    pub is_prospect: bool,
    /// The borrower shall be invited.
    pub invite_borrower: bool,
    /// `ACTIVE_LOAN` or `CLOSED_LOAN`, for a loan from a file.
    pub import_type: Option<&'static str>,
    /// The file it comes from.
    pub source_file: Option<Uuid>,
    /// Brokered by a non-delegated correspondent.
    pub is_non_delegated_correspondent: bool,
    /// Closed loans.
    pub dates: ClosedDates,
    /// What is expected of a loan under way.
    pub schedule: Schedule,
    /// When it began, for one that did not begin now.
    pub begun: Option<Begun>,
    /// What was decided of the differences between its file and what was known.
    pub decided: Decided,
}

/// The past of a loan that was under way before it came here.
#[derive(Clone, Copy, Debug)]
pub struct Begun {
    /// When it was made.
    pub created_at: Timestamp,
    /// Since when it stands at its stage.
    pub stage_since: Timestamp,
}

/// The days that a loan under way is held against.
#[derive(Clone, Copy, Debug, Default)]
pub struct Schedule {
    /// Expected closing.
    pub closing_on: Option<Date>,
    /// End of the rate lock.
    pub lock_expires_on: Option<Date>,
}

/// The dates of a closed loan.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClosedDates {
    /// Funded.
    pub funded_on: Option<Date>,
    /// Documents signed.
    pub doc_signed_on: Option<Date>,
    /// Application complete in the sense of Regulation Z.
    pub trid_on: Option<Date>,
}

/// A loan, made or found.
#[derive(Debug)]
pub enum Made {
    /// It stands in this transaction, which is still to be committed.
    Now(i64),
    /// Another request under the same key was faster: this transaction is lost.
    Before,
}

/// Makes a loan within a transaction; what was decided of differences is written by whoever asks.
///
/// # Errors
/// The officer is not one of this company.
pub async fn make(app: &App, tx: &mut impl InCompany, mut new: NewLoan, once: Option<&Once>) -> Result<Made> {
    let company = tx.company();
    let (ssn_key_version, ssn_keys) = secrets::ssn_keys(&app.keys, company, &new.application, &new.secrets);
    let ssn_ending_keys = secrets::ssn_ending_keys(&app.keys, company, &new.application, &new.secrets);
    let people = secrets::people(&app.keys, company, &new.application, &new.secrets, &ssn_keys);
    let prepared = store::prepare(tx, new.officer, new.stage, &people).await?;
    let officer =
        prepared.officer.ok_or_else(|| Error::field("LoanOfficerId", "Choose a loan officer of this company"))?;
    if !officer.is_active || !officer.roles.iter().any(|code| code == Role::Originator.code()) {
        return Err(Error::field("LoanOfficerId", "Choose an active loan officer"));
    }
    if new.is_non_delegated_correspondent && !prepared.is_non_delegated {
        return Err(Error::field(
            "NonDelegatedCorrespondentLoan",
            "This organization is not a non-delegated correspondent",
        ));
    }
    let zone = TimeZone::get(&prepared.time_zone).unwrap_or(TimeZone::UTC);
    let today = Timestamp::now().to_zoned(zone.clone()).date();
    let branch = officer.branch_nmls_id.clone().unwrap_or_else(|| officer.org_unit.to_string());
    let number = loan_number(&prepared.loan_number_pattern, prepared.id, &branch, today);

    show_last_four(&mut new.application, &new.secrets);
    if new.import_type != Some(from_file::CLOSED) {
        let on = new.begun.map_or(today, |begun| begun.created_at.to_zoned(zone).date());
        new.dates.trid_on = new.dates.trid_on.or_else(|| clocks::received_on(&new.application, Date(on)));
    }
    let has_clocks = new.dates.trid_on.is_some();
    let projection = project(&new.application);
    let linked = linked(&new, &people, &prepared.known_borrowers, &prepared.borrower_ids);
    let records = people.iter().zip(&linked).map(|(told, id)| told.record(*id, ssn_key_version)).collect();
    let sealed = secrets::seal(&app.keys, company, prepared.id, &new.secrets)?;
    new.team.insert(0, Member { role: LoanRole::ORIGINATOR, primary: true, membership: new.officer });
    new.team.sort_by_key(|member| Slot::of(member.role, member.primary));
    let after = json!({
        "loanNumber": number,
        "borrowerName": projection.borrower_name,
        "officer": new.officer,
        "team": new.team,
        "stage": prepared.stage_name,
        "amount": projection.amount,
        "importType": new.import_type,
        "sourceFile": new.source_file,
        "borrowers": linked,
        "differences": new.decided.told,
    });
    let new_officer = new.officer;
    let inserted = store::insert(
        tx,
        store::Insert {
            id: prepared.id,
            number: &number,
            org_unit: officer.org_unit,
            stage_id: prepared.stage_id,
            stage: new.stage,
            new: &new,
            projection: &projection,
            sealed,
            ssn_key_version,
            ssn_keys: &ssn_keys,
            ssn_ending_keys: &ssn_ending_keys,
            linked: &linked,
            records,
            after,
            once,
        },
    )
    .await;
    match inserted {
        Ok(()) => {
            let (known, new): (Vec<_>, Vec<_>) =
                linked.iter().copied().zip(&people).partition(|(id, _)| !prepared.borrower_ids.contains(id));
            directory::register_new(tx, officer.org_unit, new_officer, &new).await?;
            directory::register(tx, &known.into_iter().map(|(id, _)| id).collect::<Vec<_>>()).await?;
            if has_clocks {
                clocks::follow(tx, prepared.id).await?;
            }
            Ok(Made::Now(prepared.id))
        }
        Err(error) if error.as_database_error().and_then(|error| error.constraint()) == Some("idempotency_pkey") => {
            Ok(Made::Before)
        }
        Err(error) => Err(error.into()),
    }
}

/// The record of each borrower of a new loan: the one with which they were compared, else as [`link`] finds it.
fn linked(new: &NewLoan, people: &[Told], known: &[Known], fresh: &[i64]) -> Vec<i64> {
    let compared = &new.decided.records;
    let others: Vec<_> = known.iter().filter(|one| !compared.values().any(|id| *id == one.id())).cloned().collect();
    let borrowers = new.application.borrowers.iter();
    let linked = link(people, &others, fresh);
    borrowers.zip(linked).map(|(borrower, id)| compared.get(&borrower.id).copied().unwrap_or(id)).collect()
}

/// The record of each borrower in the directory: a known one, or a new one under the next of the fresh ids.
pub(crate) fn link(people: &[Told], known: &[Known], fresh: &[i64]) -> Vec<i64> {
    let linked = directory::link(people, known);
    linked.into_iter().zip(fresh).map(|(known, fresh)| known.unwrap_or(*fresh)).collect()
}

/// Makes a loan and answers it; under a key, the one that was made before.
///
/// # Errors
/// As [`make`]; the key was used for something else.
pub(crate) async fn make_once(app: &App, mut tx: Tx, new: NewLoan, once: Option<Once>) -> Result<LoanOut> {
    let (actor, officer, team) = (tx.actor().clone(), new.officer, new.team.clone());
    let invited = new.application.borrowers.first().filter(|_| new.invite_borrower).cloned();
    let decided = new.decided.clone();
    match make(app, &mut tx, new, once.as_ref()).await? {
        Made::Now(id) => {
            differences::keep(&mut tx, id, &decided).await?;
            let members: BTreeSet<_> = team.iter().map(|member| member.membership).chain([officer]).collect();
            for member in members {
                notify::put_on_team(&mut tx, member, vec![id]).await?;
            }
            invite::invite(&mut tx, officer, invited.as_ref()).await?;
            let mut loan = store::loan(&mut tx, id).await?.ok_or(Error::NotFound)?.into_out(&tx);
            loan.access_warning = team::warning_of(&mut tx, officer, &team).await?.map(Into::into);
            tx.commit().await?;
            Ok(loan)
        }
        Made::Before => {
            drop(tx);
            let mut tx = actor.begin(app, lending::access::Permission::LoanCreate).await?;
            found_before(&mut tx, once.as_ref()).await?.ok_or(Error::NotFound)
        }
    }
}

/// The loan that a call under this key has made already.
pub(crate) async fn found_before(tx: &mut Tx, once: Option<&Once>) -> Result<Option<LoanOut>> {
    let Some(once) = once else { return Ok(None) };
    let Some(id) = once.made_before(tx).await? else { return Ok(None) };
    Ok(store::loan(tx, id).await?.map(|loan| loan.into_out(tx)))
}
