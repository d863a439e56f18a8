//! Making a loan: whatever it comes from, the same row, document, sealed map, team, history, audit entry and event.

use crate::{
    clocks,
    differences::{self, Decided},
    fields::LoanOut,
    from_file, invite, notify, secrets,
    store::{self, new as new_rows},
    team,
};
use borrowers::directory::{self, Known, Told};
use jiff::tz::TimeZone;
use lending::{
    access::Role,
    application::{Application, Secrets},
    clocks::next_deadline,
    numbers::loan_number,
    patch::show_last_four,
    project::project,
    stages::StageKind,
    team::{LoanRole, Member, Slot},
};
use platform::{
    App, Error, InCompany, Result, Tx,
    db::{Date, Timestamp},
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
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
    /// Withdrawn, denied, not accepted or closed for incompleteness.
    pub adverse_on: Option<Date>,
}

/// Makes a loan within a transaction; what was decided of differences is written by whoever asks.
///
/// # Errors
/// The officer is not one of this company.
pub async fn make(app: &App, tx: &mut impl InCompany, new: NewLoan) -> Result<i64> {
    make_alike(app, tx, vec![new]).await?.first().copied().ok_or(Error::NotFound)
}

/// Makes loans within a transaction, those of one officer and stage together; answers their ids in their order.
///
/// # Errors
/// As [`make`].
pub async fn make_all(app: &App, tx: &mut impl InCompany, new: Vec<NewLoan>) -> Result<Vec<i64>> {
    let mut made = Vec::with_capacity(new.len());
    let mut rest = new;
    while let Some(first) = rest.first() {
        let (officer, stage) = (first.officer, first.stage);
        let alike = rest.iter().take_while(|one| (one.officer, one.stage) == (officer, stage)).count();
        let others = rest.split_off(alike);
        made.extend(make_alike(app, tx, rest).await?);
        rest = others;
    }
    Ok(made)
}

/// Makes loans of one officer at one stage.
async fn make_alike(app: &App, tx: &mut impl InCompany, mut new: Vec<NewLoan>) -> Result<Vec<i64>> {
    let Some((new_officer, stage)) = new.first().map(|first| (first.officer, first.stage)) else {
        return Ok(Vec::new());
    };
    let company = tx.company();
    let told: Vec<_> = new.iter().map(|one| Keyed::of(app, company, one)).collect();
    let everybody: Vec<_> = told.iter().flat_map(|one| &one.people).collect();
    let prepared = new_rows::prepare(tx, new_officer, stage, new.len(), &everybody).await?;
    let officer =
        prepared.officer.ok_or_else(|| Error::field("LoanOfficerId", "Choose a loan officer of this company"))?;
    if !officer.is_active || !officer.roles.iter().any(|code| code == Role::Originator.code()) {
        return Err(Error::field("LoanOfficerId", "Choose an active loan officer"));
    }
    if !prepared.is_non_delegated && new.iter().any(|one| one.is_non_delegated_correspondent) {
        return Err(Error::field(
            "NonDelegatedCorrespondentLoan",
            "This organization is not a non-delegated correspondent",
        ));
    }
    let zone = TimeZone::get(&officer.time_zone).unwrap_or(TimeZone::UTC);
    let today = Timestamp::now().to_zoned(zone.clone()).date();
    let branch = officer.branch_nmls_id.clone().unwrap_or_else(|| officer.org_unit.to_string());
    for one in &mut new {
        show_last_four(&mut one.application, &one.secrets);
        if one.import_type != Some(from_file::CLOSED) {
            let on = one.begun.map_or(today, |begun| begun.created_at.to_zoned(zone.clone()).date());
            one.dates.trid_on = one.dates.trid_on.or_else(|| clocks::received_on(&one.application, Date(on)));
        }
        if one.stage.is_adverse() {
            let since = one.begun.map_or(today, |begun| begun.stage_since.to_zoned(zone.clone()).date());
            one.dates.adverse_on = one.dates.adverse_on.or(Some(Date(since)));
        }
        one.team.insert(0, Member { role: LoanRole::ORIGINATOR, primary: true, membership: new_officer });
        one.team.sort_by_key(|member| Slot::of(member.role, member.primary));
    }
    let mut records = Records::new(prepared.known_borrowers, prepared.borrower_ids);
    let mut loans = Vec::with_capacity(new.len());
    for ((one, told), id) in new.iter().zip(&told).zip(&prepared.ids) {
        let projection = project(&one.application);
        let linked = records.link(one, &told.people);
        let number = loan_number(&prepared.loan_number_pattern, *id, &branch, today);
        let after = json!({
            "loanNumber": number,
            "borrowerName": projection.borrower_name,
            "officer": new_officer,
            "team": one.team,
            "stage": prepared.stage_name,
            "amount": projection.amount,
            "importType": one.import_type,
            "sourceFile": one.source_file,
            "borrowers": linked,
            "differences": one.decided.told,
        });
        let clocks = clocks::of_new(one, &projection, &officer.calendar, &zone);
        loans.push(new_rows::Insert {
            id: *id,
            number,
            org_unit: officer.org_unit,
            stage_id: prepared.stage_id,
            new: one,
            projection,
            sealed: secrets::seal(&app.keys, company, *id, &one.secrets)?,
            ssn_key_version: told.ssn_key_version,
            ssn_keys: &told.ssn_keys,
            ssn_ending_keys: secrets::ssn_ending_keys(&app.keys, company, &one.application, &one.secrets),
            linked,
            next_deadline_on: next_deadline(&clocks).map(Date),
            clocks,
            after,
        });
    }
    let version = told.first().map_or(0, |one| one.ssn_key_version);
    new_rows::insert(tx, &loans, records.written(officer.org_unit, new_officer, version)).await?;
    directory::register_new(tx, officer.org_unit, new_officer, &records.fresh()).await?;
    directory::register(tx, &records.known()).await?;
    Ok(prepared.ids)
}

/// A new loan's borrowers, with the keys by which they are found.
struct Keyed {
    ssn_key_version: i16,
    ssn_keys: Vec<Option<Vec<u8>>>,
    people: Vec<Told>,
}

impl Keyed {
    fn of(app: &App, company: i64, new: &NewLoan) -> Self {
        let (ssn_key_version, ssn_keys) = secrets::ssn_keys(&app.keys, company, &new.application, &new.secrets);
        let people = secrets::people(&app.keys, company, &new.application, &new.secrets, &ssn_keys);
        Self { ssn_key_version, ssn_keys, people }
    }
}

/// The records of the borrowers of new loans: those that are known, and those that are made for them, by id.
struct Records {
    known: Vec<Known>,
    /// Ids for new ones.
    ids: std::vec::IntoIter<i64>,
    /// What is told of each; of somebody who borrows by two of the loans, what either tells.
    told: BTreeMap<i64, (Told, bool)>,
}

impl Records {
    fn new(known: Vec<Known>, ids: Vec<i64>) -> Self {
        Self { known, ids: ids.into_iter(), told: BTreeMap::new() }
    }

    /// The record of each borrower of a loan: the one with which they were compared, else as [`link`] finds it, who was told of
    /// by an earlier loan among them.
    fn link(&mut self, new: &NewLoan, people: &[Told]) -> Vec<i64> {
        let compared = &new.decided.records;
        let others: Vec<_> =
            self.known.iter().filter(|one| !compared.values().any(|id| *id == one.id())).cloned().collect();
        let fresh: Vec<_> = self.ids.by_ref().take(people.len()).collect();
        let linked = link(people, &others, &fresh);
        let borrowers = new.application.borrowers.iter().zip(linked).zip(people);
        borrowers
            .map(|((borrower, linked), told)| {
                let id = compared.get(&borrower.id).copied().unwrap_or(linked);
                let is_fresh = fresh.contains(&id);
                if is_fresh {
                    self.known.push(Known::of(id, told));
                }
                let (known, _) = self.told.entry(id).or_insert_with(|| (Told::default(), is_fresh));
                known.fill(told);
                id
            })
            .collect()
    }

    /// The records as they are written.
    fn written(&self, org_unit: i64, owner: i64, key_version: i16) -> Value {
        self.told.iter().map(|(id, (told, _))| told.owned_record(*id, key_version, org_unit, owner)).collect()
    }

    /// Those that are new.
    fn fresh(&self) -> Vec<(i64, &Told)> {
        self.told.iter().filter(|(_, (_, is_fresh))| *is_fresh).map(|(id, (told, _))| (*id, told)).collect()
    }

    /// Those that were there.
    fn known(&self) -> Vec<i64> {
        self.told.iter().filter(|(_, (_, is_fresh))| !is_fresh).map(|(id, _)| *id).collect()
    }
}

/// The record of each borrower in the directory: a known one, or a new one under the next of the fresh ids.
pub(crate) fn link(people: &[Told], known: &[Known], fresh: &[i64]) -> Vec<i64> {
    let linked = directory::link(people, known);
    linked.into_iter().zip(fresh).map(|(known, fresh)| known.unwrap_or(*fresh)).collect()
}

/// Makes a loan and answers it.
///
/// # Errors
/// As [`make`].
pub(crate) async fn make_and_answer(app: &App, mut tx: Tx, new: NewLoan) -> Result<LoanOut> {
    let (officer, team) = (new.officer, new.team.clone());
    let invited = new.application.borrowers.first().filter(|_| new.invite_borrower).cloned();
    let decided = new.decided.clone();
    let id = make(app, &mut tx, new).await?;
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
