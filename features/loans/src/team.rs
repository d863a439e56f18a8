//! Who is named for a loan beside its officer: read from the payload, and held against who they are and who may name them.

use crate::{
    fields::{LoanIn, OtherUsers},
    store::team as store,
};
use axum::extract::State;
use lending::{
    access::Permission,
    leads::Maker,
    team::{LoanRole, Member, Pair, Seat, Slot, TeamWarning, access_warning, doubled, prefill},
};
use platform::{Actor, App, Error, Fields, Result, Tx, extract::Json};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use utoipa::ToSchema;

/// Slots of the form beside the officer's.
const OTHERS_MAX: usize = Pair::ALL.len() * 2 - 1;

impl OtherUsers {
    /// Everybody named, each with the path under which they were.
    ///
    /// # Errors
    /// A slot is named twice, or what was sent for a slot is for another.
    pub(crate) fn read(&self) -> Result<Vec<(String, Member)>> {
        let mut fields = Fields::default();
        if self.processor_org_unit_id.is_some() {
            fields.add("otherUsers/ProcessorOrgUnitId", "must be null");
        }
        let assistant = self.loan_assistant.map(|member| ("otherUsers/loanAssistant".to_owned(), member));
        let processor = self.processor_user.map(|member| ("otherUsers/ProcessorUser".to_owned(), member));
        for (named, pair) in [(&assistant, Pair::Assistant), (&processor, Pair::Processor)] {
            if let Some((path, member)) = named
                && Slot::of(member.role, member.primary) != (Slot { pair, is_junior: false })
            {
                fields.add(format!("{path}/LoanRole"), "This slot is for another role");
            }
        }
        if self.wize_users.len() > OTHERS_MAX {
            fields.add("otherUsers/WizeUsers", format!("must have at most {OTHERS_MAX} entries"));
        }
        let others = self.wize_users.iter().enumerate().take(OTHERS_MAX);
        let others = others.map(|(at, member)| (format!("otherUsers/WizeUsers/{at}"), *member));
        let named: Vec<_> = assistant.into_iter().chain(processor).chain(others).collect();
        let mut taken = HashSet::from([Slot::of(LoanRole::ORIGINATOR, true)]);
        for (path, member) in &named {
            if !taken.insert(Slot::of(member.role, member.primary)) {
                fields.add(format!("{path}/LoanRole"), "This slot is filled already");
            }
        }
        fields.check()?;
        Ok(named)
    }
}

/// The team of a new loan as its maker may name it: each active here and of that role, no one twice in a pair (TEAM-24), and
/// in slots that the maker doesn't see nobody but whom the officer's default team has there (TEAM-33, decision C4).
///
/// # Errors
/// What is wrong, under the path of each; 403 for slots that the maker may not fill.
pub(crate) async fn checked(tx: &mut Tx, officer: i64, named: Vec<(String, Member)>) -> Result<Vec<Member>> {
    if named.is_empty() {
        return Ok(Vec::new());
    }
    refuse_unseen(tx, officer, &named).await?;
    let team: Vec<Member> = named.iter().map(|(_, member)| *member).collect();
    let officer = Member { role: LoanRole::ORIGINATOR, primary: true, membership: officer };
    let all: Vec<Member> = team.iter().copied().chain([officer]).collect();
    let named: Vec<_> = named.into_iter().map(|(path, member)| (format!("{path}/WizeUserOrgUnitId"), member)).collect();
    let path_of = |slot| {
        let at = named.iter().find(|(_, member)| Slot::of(member.role, member.primary) == slot);
        at.map_or("otherUsers", |(path, _)| path.as_str())
    };
    refuse_unfit(tx, &all, &named, path_of).await?;
    Ok(team)
}

/// Refuses whoever is given a slot and is not active here or has not its role, each under their own path, and whoever would have both
/// slots of a pair, under the path of the junior one (TEAM-24).
pub(crate) async fn refuse_unfit<'a>(
    tx: &mut Tx,
    team: &[Member],
    given: &[(String, Member)],
    path_of: impl Fn(Slot) -> &'a str,
) -> Result<()> {
    let ids: Vec<i64> = team.iter().map(|member| member.membership).collect();
    let people = store::people(tx, &ids).await?;
    let mut fields = Fields::default();
    for (path, member) in given {
        let fits = |found: &store::Found| {
            found.membership == member.membership
                && found.is_active
                && found.roles.iter().any(|code| code == member.role.as_str())
        };
        if !people.iter().any(fits) {
            fields.add(path, "Choose an active user with this role");
        }
    }
    let seat = |member: &Member| {
        let found = people.iter().find(|found| found.membership == member.membership)?;
        Some(Seat { role: member.role, primary: member.primary, user: found.user })
    };
    for pair in doubled(&team.iter().filter_map(seat).collect::<Vec<_>>()) {
        fields.add(path_of(Slot { pair, is_junior: true }), pair.twice());
    }
    fields.check()
}

/// Whether who acts sees the slots of a pair and may fill them (TEAM-33 to -35).
pub(crate) fn may_fill(tx: &Tx, pair: Pair) -> bool {
    let grants = &tx.actor().access.grants;
    pair.permission().is_none_or(|needed| grants.may(needed))
}

/// The team of a loan that begins without the form: who is named beside the officer, and in the slots that are left whom the
/// officer's default team has there, as the form pre-fills it (TEAM-18, decision C21).
///
/// # Errors
/// The database's.
pub async fn with_default_team(tx: &mut Tx, officer: i64, named: Vec<Member>) -> Result<Vec<Member>> {
    let ids: Vec<i64> = named.iter().map(|member| member.membership).chain([officer]).collect();
    let people = store::people(tx, &ids).await?;
    let user_of = |membership: i64| people.iter().find(|found| found.membership == membership).map(|found| found.user);
    let Some(user) = user_of(officer) else { return Ok(named) };
    let entries: Vec<_> = named
        .iter()
        .filter_map(|member| Some((*member, user_of(member.membership)?)))
        .chain(store::default_members(tx, officer).await?)
        .collect();
    let seats: Vec<_> =
        entries.iter().map(|(member, user)| Seat { role: member.role, primary: member.primary, user: *user }).collect();
    let filled = prefill(user, &seats);
    Ok(filled.into_iter().map(|(slot, at)| Member { primary: !slot.is_junior, ..entries[at].0 }).collect())
}

/// Refuses whoever stands in a slot that the maker doesn't see, unless the officer's default team has them.
async fn refuse_unseen(tx: &mut Tx, officer: i64, named: &[(String, Member)]) -> Result<()> {
    let is_seen = |member: &Member| may_fill(tx, Pair::of(member.role));
    let unseen: Vec<Member> = named.iter().map(|(_, member)| *member).filter(|member| !is_seen(member)).collect();
    if unseen.is_empty() {
        return Ok(());
    }
    let defaults = store::default_team(tx, officer).await?;
    let is_default = |member: &Member| {
        defaults.iter().any(|(role, membership)| *role == member.role.as_str() && *membership == member.membership)
    };
    if unseen.iter().all(is_default) { Ok(()) } else { Err(Error::Forbidden) }
}

/// What is asked before a loan is saved.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = TeamCheck)]
pub struct CheckIn {
    #[serde(rename = "LoanOfficerId")]
    loan_officer_id: i64,
    #[serde(default)]
    other_users: OtherUsers,
}

/// What there is to tell.
#[derive(Serialize, ToSchema)]
#[schema(as = TeamChecked)]
pub struct CheckOut {
    warning: Option<WarningOut>,
}

/// Why whoever makes a loan could not open it.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = TeamWarningOut)]
pub struct WarningOut {
    code: TeamWarning,
    text: &'static str,
}

impl From<TeamWarning> for WarningOut {
    fn from(code: TeamWarning) -> Self {
        Self { code, text: code.text() }
    }
}

/// Whether whoever makes a loan with this team could open it. Who is named wrongly is told where the loan is saved.
#[utoipa::path(post, path = "/api/loans/check-team", tag = "loans", operation_id = "checkTeam", request_body = CheckIn, responses((status = 200, body = CheckOut), (status = 403), (status = 422)))]
pub async fn check(actor: Actor, State(app): State<App>, Json(body): Json<CheckIn>) -> Result<Json<CheckOut>> {
    let team: Vec<_> = body.other_users.read()?.into_iter().map(|(_, member)| member).collect();
    let mut tx = actor.begin(&app, Permission::LoanCreate).await?;
    let warning = warning_of(&mut tx, body.loan_officer_id, &team).await?;
    Ok(Json(CheckOut { warning: warning.map(Into::into) }))
}

/// Why whoever acts could not open a loan of this officer and team.
pub(crate) async fn warning_of(tx: &mut Tx, officer: i64, team: &[Member]) -> Result<Option<TeamWarning>> {
    let ids: Vec<i64> = team.iter().map(|member| member.membership).chain([officer]).collect();
    let people = store::people(tx, &ids).await?;
    let actor = tx.actor();
    let Some(officer) = people.iter().find(|found| found.membership == officer) else { return Ok(None) };
    Ok(access_warning(Maker {
        reach: actor.access.grants.loan_reach(actor.consolidated),
        owns: people.iter().any(|found| found.membership == actor.membership()),
        is_owner: people.iter().any(|found| found.user == actor.user),
        is_of_branch: officer.org_unit == actor.org_unit(),
    }))
}

/// The team beside an officer, as its maker may name it.
///
/// # Errors
/// What is wrong, under the path of each; 403 for slots that the maker may not fill.
pub async fn team_of(tx: &mut Tx, officer: i64, others: &OtherUsers) -> Result<Vec<Member>> {
    checked(tx, officer, others.read()?).await
}

/// The team that a payload names for its officer.
///
/// # Errors
/// As [`OtherUsers::read`] and [`checked`].
pub(crate) async fn of_payload(tx: &mut Tx, body: &LoanIn) -> Result<Vec<Member>> {
    team_of(tx, body.loan_officer_id, &body.other_users).await
}
