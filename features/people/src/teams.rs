//! Default teams: the people who process, assist and close an officer's loans unless the loan says otherwise.

use crate::{
    search::UserOption,
    store::teams::{self as store, Slot},
};
use axum::extract::State;
use lending::{
    access::{Permission, Role},
    team::{LoanRole, Member as MemberIn},
};
use platform::{
    Actor, App, Error, Fields, Result, Tx,
    extract::{Id, Json, ListQuery, Query},
    record::Audit,
    version::{IfMatch, stale},
};
use serde::Serialize;
use std::collections::HashSet;
use utoipa::ToSchema;

/// A slot of a team with its member.
#[derive(Serialize, ToSchema)]
#[schema(as = TeamMember)]
pub struct Member {
    #[serde(rename = "LoanRole")]
    role: String,
    /// True for the role's first slot, false for the junior one.
    primary: bool,
    #[serde(flatten)]
    user: UserOption,
}

/// An officer's default team.
#[derive(Serialize, ToSchema)]
#[schema(as = DefaultTeam)]
pub struct Team {
    officer: UserOption,
    members: Vec<Member>,
    /// The version for `If-Match`. 0 if there is no team yet.
    version: i32,
}

/// A page of officers with their teams.
#[derive(Serialize, ToSchema)]
#[schema(as = DefaultTeamPage)]
pub struct Out {
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Vec<Team>>,
    count: i64,
}

/// Lists the loan officers of the company with their default teams, by name.
#[utoipa::path(get, path = "/api/loan-teams", tag = "people", operation_id = "listLoanTeams", params(ListQuery), responses((status = 200, body = Out), (status = 403)))]
pub async fn list(actor: Actor, State(app): State<App>, Query(query): Query<ListQuery>) -> Result<Json<Out>> {
    let (limit, offset, text) = query.check()?;
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    let officers = [Role::Originator.code().to_owned()];
    let looked_for = crate::store::Looked {
        roles: &officers,
        text: text.unwrap_or_default(),
        limit,
        offset,
        in_default_branch: false,
        near: None,
    };
    let (found, count) = crate::store::search(&mut tx, &looked_for).await?;
    if query.only_count == Some(true) {
        return Ok(Json(Out { rows: None, count }));
    }
    let mut rows = Vec::new();
    let ids: Vec<i64> = found.iter().map(|officer| officer.membership).collect();
    let mut slots = store::slots(&mut tx, &ids).await?;
    let versions = store::versions(&mut tx, &ids).await?;
    for officer in found {
        let id = officer.membership;
        let (own, others) = slots.drain(..).partition(|slot| slot.officer == id);
        slots = others;
        let version = versions.iter().find(|(of, _)| *of == id).map_or(0, |(_, version)| *version);
        rows.push(Team { officer: UserOption::new(officer, true), members: members(own), version });
    }
    Ok(Json(Out { rows: Some(rows), count }))
}

/// Returns the members of an officer's default team who may work today.
#[utoipa::path(get, path = "/api/user-org-units/{id}/loan-team", tag = "people", operation_id = "getLoanTeam", params(("id" = i64, Path)), responses((status = 200, body = [Member]), (status = 403), (status = 404)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Vec<Member>>> {
    let mut tx = actor.begin(&app, Permission::PeopleSearch).await?;
    store::officer(&mut tx, id).await?.ok_or(Error::NotFound)?;
    Ok(Json(members(store::slots(&mut tx, &[id]).await?)))
}

/// Sets an officer's default team.
#[utoipa::path(put, path = "/api/user-org-units/{id}/loan-team", tag = "people", operation_id = "setLoanTeam", params(("id" = i64, Path), ("If-Match" = String, Header)), request_body = Vec<MemberIn>, responses((status = 200, body = Team), (status = 403), (status = 404), (status = 409)))]
pub async fn set(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    IfMatch(version): IfMatch,
    Json(body): Json<Vec<MemberIn>>,
) -> Result<Json<Team>> {
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    let officer = store::officer(&mut tx, id).await?.ok_or(Error::NotFound)?;
    if !officer.roles.iter().any(|code| code == Role::Originator.code()) {
        return Err(Error::NotFound);
    }
    let team = checked(&mut tx, &body).await?;
    let before = store::slots(&mut tx, &[id]).await?;
    let before: Vec<_> = before
        .iter()
        .map(|slot| store::Wanted {
            role: slot.role.clone(),
            is_primary: slot.is_primary,
            membership: slot.user.membership,
        })
        .collect();
    let entity_id = id.to_string();
    if !store::touch(&mut tx, id, version).await? {
        let record = now(&mut tx, id).await?;
        return Err(stale(&mut tx, "default-team", &entity_id, &record).await?);
    }
    store::write(&mut tx, id, &team).await?;
    let audit = Audit {
        action: "default-team.edit",
        entity: "default-team",
        entity_id: &entity_id,
        before: Some(serde_json::to_value(&before).map_err(Error::internal)?),
        after: Some(serde_json::to_value(&team).map_err(Error::internal)?),
    };
    tx.audit(audit).await?;
    tx.event("default-team.edited", id).await?;
    let out = now(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(out))
}

async fn now(tx: &mut Tx, id: i64) -> Result<Team> {
    let officer = store::officer(tx, id).await?.ok_or(Error::NotFound)?;
    let version = store::versions(tx, &[id]).await?.first().map_or(0, |(_, version)| *version);
    let slots = store::slots(tx, &[id]).await?;
    Ok(Team { officer: UserOption::new(officer, true), members: members(slots), version })
}

fn members(slots: Vec<Slot>) -> Vec<Member> {
    slots
        .into_iter()
        .map(|slot| Member { role: slot.role, primary: slot.is_primary, user: UserOption::new(slot.user, true) })
        .collect()
}

/// Validates a team: each slot once, with an active user who has the role, and different users in both slots of a role.
async fn checked(tx: &mut Tx, body: &[MemberIn]) -> Result<Vec<store::Wanted>> {
    let mut fields = Fields::default();
    let mut slots = HashSet::new();
    let mut people = HashSet::new();
    let mut team = Vec::new();
    for (index, member) in body.iter().enumerate() {
        let path = |field: &str| format!("{index}/{field}");
        let role = member.role;
        if role == LoanRole::ORIGINATOR && member.primary {
            fields.add(path("LoanRole"), "The officer is the primary loan officer");
        }
        if !slots.insert((role, member.primary)) {
            fields.add(path("LoanRole"), "This slot is filled already");
        }
        let found = store::officer(tx, member.membership).await?;
        let found = found.filter(|found| found.roles.iter().any(|code| code == role.as_str()));
        match found {
            None => fields.add(path("WizeUserOrgUnitId"), "Choose an active user with this role"),
            Some(found) if !people.insert((role, found.user_id)) => {
                fields.add(path("WizeUserOrgUnitId"), "Choose two different people");
            }
            Some(_) => {}
        }
        team.push(store::Wanted {
            role: role.as_str().to_owned(),
            is_primary: member.primary,
            membership: member.membership,
        });
    }
    fields.check()?;
    Ok(team)
}
