//! The team of a loan that stands: slot by slot, each held against who stood there as its author saw it.

use crate::{
    clocks,
    fields::{LoanOut, MemberOut},
    get::within_reach,
    hand_over::successor_of,
    notify,
    store::{self, LoanRow, hand_over, team as rows},
    team::{may_fill, refuse_unfit, warning_of},
};
use axum::extract::State;
use lending::{
    access::Permission,
    team::{self, LoanRole, Member, Pair, Slot, SlotChange},
};
use platform::{
    Actor, App, Error, Fields, Result, Tx,
    db::Timestamp,
    extract::{Id, Json},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use utoipa::ToSchema;

/// Slots of the form.
const SLOTS_MAX: usize = Pair::ALL.len() * 2;

/// Somebody else for a slot.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TeamSlotChange)]
pub struct In {
    /// Its name in the form, such as `juniorLOA`.
    slot: String,
    /// The membership that was seen in it; null where it was empty.
    from: Option<i64>,
    /// Who shall stand there; null empties it.
    to: Option<PersonIn>,
}

/// Somebody for a slot.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TeamSlotPerson)]
struct PersonIn {
    #[serde(rename = "LoanRole")]
    role: LoanRole,
    #[serde(rename = "WizeUserOrgUnitId")]
    membership: i64,
}

/// A slot in which somebody else stands than was seen.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Conflict<'a> {
    slot: &'static str,
    member: Option<&'a MemberOut>,
    changed_by: Option<String>,
    changed_at: Option<Timestamp>,
}

/// Changes slots of a loan's team, all or none.
#[utoipa::path(patch, path = "/api/loans/{id}/team", tag = "loans", operation_id = "changeLoanTeam", params(("id" = i64, Path)),
    request_body = Vec<In>, responses((status = 200, body = LoanOut), (status = 403), (status = 404), (status = 409), (status = 422), (status = 423)))]
pub async fn patch(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    Json(body): Json<Vec<In>>,
) -> Result<Json<LoanOut>> {
    let changes = read(&body)?;
    let mut tx = actor.begin(&app, Permission::LoanEdit).await?;
    // Locked first: whoever comes second compares with whom the first one put there.
    store::lock_row(&mut tx, id).await?;
    let loan = within_reach(&mut tx, id).await?;
    let was = loan.members();
    let (is, news) = make(&mut tx, &loan, &changes).await?;
    if is == was {
        return Ok(Json(loan.into_out(&tx)));
    }
    for membership in news {
        notify::put_on_team(&mut tx, membership, vec![id]).await?;
    }
    let officer = is.iter().find(|member| Slot::of(member.role, member.primary) == OFFICER);
    let others: Vec<Member> = is.iter().filter(|member| Some(*member) != officer).copied().collect();
    let warning = warning_of(&mut tx, officer.map_or(loan.officer_id, |officer| officer.membership), &others).await?;
    let mut out = store::loan(&mut tx, id).await?.ok_or(Error::NotFound)?.into_out(&tx);
    out.access_warning = warning.map(Into::into);
    tx.commit().await?;
    Ok(Json(out))
}

/// Changes slots of a loan whose row is locked; answers the team as it is then, and whom it did not have before.
pub(crate) async fn make(tx: &mut Tx, loan: &LoanRow, changes: &[SlotChange]) -> Result<(Vec<Member>, BTreeSet<i64>)> {
    if loan.is_read_only(tx) {
        return Err(Error::ReadOnly);
    }
    if !changes.iter().all(|change| may_fill(tx, change.slot.pair)) {
        return Err(Error::Forbidden);
    }
    let was = loan.members();
    let is = match team::change(&was, changes) {
        Ok(is) => is,
        Err(slots) => return Err(overtaken(tx, loan, &slots).await?),
    };
    let made: Vec<SlotChange> = changes.iter().filter(|change| change.differs()).copied().collect();
    if made.is_empty() {
        return Ok((was, BTreeSet::new()));
    }
    let given: Vec<_> = made.iter().filter_map(|change| Some((change.slot.name().to_owned(), change.to?))).collect();
    refuse_unfit(tx, &is, &given, |slot| slot.name()).await?;
    put(tx, loan, &made, &is).await?;
    let news = given.iter().map(|(_, member)| member.membership);
    let news = news.filter(|new| was.iter().all(|member| member.membership != *new)).collect();
    Ok((is, news))
}

const OFFICER: Slot = Slot { pair: Pair::LoanOfficer, is_junior: false };

/// The changes as they are sent: each slot once, nobody in a slot of another role, never without an officer.
fn read(body: &[In]) -> Result<Vec<SlotChange>> {
    let mut fields = Fields::default();
    if !(1..=SLOTS_MAX).contains(&body.len()) {
        return Err(Error::field("slots", format!("must hold one to {SLOTS_MAX} slots")));
    }
    let mut changes: Vec<SlotChange> = Vec::new();
    for In { slot: name, from, to } in body {
        let Some(slot) = Slot::named(name) else {
            fields.add("slot", "must be a slot of the form");
            continue;
        };
        if changes.iter().any(|change| change.slot == slot) {
            fields.add(name, "This slot is changed already");
        }
        let to = to.as_ref().map(|to| Member { role: to.role, primary: !slot.is_junior, membership: to.membership });
        if to.is_some_and(|to| Pair::of(to.role) != slot.pair) {
            fields.add(name, "This slot is for another role");
        }
        if to.is_none() && slot == OFFICER {
            fields.add(name, "Loan Officer is required");
        }
        changes.push(SlotChange { slot, from: *from, to });
    }
    fields.check()?;
    Ok(changes)
}

/// Writes the team; with another officer the loan goes to that one's branch, whose days its deadlines are counted in.
async fn put(tx: &mut Tx, loan: &LoanRow, made: &[SlotChange], is: &[Member]) -> Result<()> {
    let (officer, others): (Vec<&SlotChange>, Vec<&SlotChange>) =
        made.iter().partition(|change| change.slot == OFFICER);
    if let Some(to) = officer.first().and_then(|change| change.to) {
        let officer = successor_of(tx, "loanOfficer", to.membership).await?;
        hand_over::move_officer(tx, &[loan.officer_id], Some(&[loan.id]), &officer).await?;
        clocks::follow_moved(tx, loan).await?;
    }
    if !others.is_empty() {
        let named = |of: fn(&SlotChange) -> Option<i64>| {
            others.iter().map(|change| (change.slot.name(), of(change))).collect::<BTreeMap<_, _>>()
        };
        let before = json!(named(|change| change.from));
        let after = json!(named(|change| change.to.map(|to| to.membership)));
        rows::put(tx, loan.id, is, before, after).await?;
    }
    Ok(())
}

/// Somebody else was faster: in which slots, who stands there now, who put them there and when.
async fn overtaken(tx: &mut Tx, loan: &LoanRow, slots: &[Slot]) -> Result<Error> {
    let mut conflicts = Vec::new();
    for slot in slots {
        let last = rows::last_change(tx, loan.id, *slot).await?;
        let member = loan.team.0.iter().find(|member| Slot::of(member.role, member.primary) == *slot);
        let (changed_by, changed_at) = last.map(|last| (last.changed_by, last.changed_at)).unzip();
        conflicts.push(Conflict { slot: slot.name(), member, changed_by: changed_by.flatten(), changed_at });
    }
    let who = conflicts.iter().find_map(|conflict| conflict.changed_by.clone());
    let who = who.as_deref().unwrap_or("Somebody else");
    Ok(Error::Conflict {
        code: "LWLOAN10419",
        message: format!("{who} has changed this loan’s team in the meantime."),
        details: Some(json!({ "conflicts": conflicts })),
    })
}
