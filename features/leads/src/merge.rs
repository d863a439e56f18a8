//! Merges leads of one person (DUP-13): a preview by field, the merge, and its undo within thirty days. The timelines
//! are combined, each lead's origin is kept, and the oldest source counts.

use crate::{
    edit::record,
    fields::{ContactIn, DetailIn, LeadOut, ReferralIn, ScenarioIn, read_contacts},
    make::{NewLead, tell},
    owners::KnownOwner,
    reach::within_reach,
    store::{self, merges},
};
use axum::extract::State;
use borrowers::matching::{self, RecordKind};
use lending::{access::Permission, lists::LeadStatusKind};
use platform::{
    Actor, App, Error, Fields, Result, Tx,
    db::{Date, Timestamp},
    extract::{Id, Json, Query},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{cmp::Reverse, collections::BTreeSet};
use utoipa::{IntoParams, ToSchema};

/// Maximum number of leads in a merge.
const LEADS_MAX: usize = 5;
/// Maximum number of contacts of a lead.
const CONTACTS_MAX: usize = 4;
/// Days within which a merge can be undone.
pub(crate) const UNDO_DAYS: i32 = 30;

/// The leads to preview.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PreviewIn {
    /// Two to five ids, separated by commas.
    ids: String,
}

/// The lead that each value comes from. Defaults to the preview's choice.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[schema(as = LeadMergeChoices)]
pub struct Choices {
    first_name: Option<i64>,
    last_name: Option<i64>,
    email: Option<i64>,
    cell_phone: Option<i64>,
    loan_purpose: Option<i64>,
    state: Option<i64>,
    loan_amount: Option<i64>,
    property_value: Option<i64>,
    /// All owners.
    owners: Option<i64>,
    /// With lost reason and wake-up date.
    status: Option<i64>,
    next_follow_up_on: Option<i64>,
}

/// Leads side by side, and the result of a merge.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LeadMergePreview)]
pub struct Preview {
    /// Oldest first.
    leads: Vec<LeadOut>,
    /// Default lead to keep: the converted one, otherwise the oldest.
    kept_id: i64,
    choices: Choices,
    /// The lead whose source and provider count: the oldest that has one.
    source_id: i64,
    /// One of them was converted. It is kept with its own values.
    is_converted: bool,
    /// Why they can't be merged.
    refusal: Option<&'static str>,
}

/// A merge to perform.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewLeadMerge)]
pub struct In {
    /// The lead to keep.
    kept_id: i64,
    /// All leads including the kept one.
    ids: Vec<i64>,
    #[serde(default)]
    choices: Choices,
}

/// A merge that was performed or undone.
#[derive(Serialize, ToSchema)]
#[schema(as = LeadMerge)]
pub struct Out {
    id: i64,
    lead: LeadOut,
}

/// A merge on the kept lead's page.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MergeOfLead)]
pub struct Made {
    pub id: i64,
    pub made_at: Timestamp,
    pub made_by: Option<String>,
    /// The leads that were merged into this one.
    pub lead_ids: Vec<i64>,
    /// Deadline for undoing it. Null if it can't be undone. The newest merge must be undone first.
    pub undo_until: Option<Timestamp>,
}

/// Origin of a merged lead.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LeadOrigin)]
pub struct Origin {
    pub lead_id: i64,
    pub name: String,
    pub source_name: Option<String>,
    pub provider_name: Option<String>,
    pub referrer_name: Option<String>,
    /// When it came in.
    pub created_at: Timestamp,
    /// First call, email, text or meeting by its owners.
    pub first_contact_at: Option<Timestamp>,
}

/// Values of the kept lead that a merge changes.
#[derive(Clone, Serialize, Deserialize)]
struct Facts {
    scenario: ScenarioIn,
    contacts: Vec<ContactIn>,
    detail: DetailIn,
    referral: ReferralIn,
    owners: Vec<KnownOwner>,
    next_follow_up_on: Option<Date>,
    standing: Value,
}

/// Previews the merge of two to five leads.
#[utoipa::path(get, path = "/api/lead-merges/preview", tag = "leads", operation_id = "previewLeadMerge", params(PreviewIn), responses((status = 200, body = Preview), (status = 403), (status = 404), (status = 422)))]
pub async fn preview(actor: Actor, State(app): State<App>, Query(query): Query<PreviewIn>) -> Result<Json<Preview>> {
    let ids: Option<Vec<i64>> = query.ids.split(',').map(|text| text.trim().parse().ok()).collect();
    let ids = ids_of(&ids.ok_or_else(|| Error::field("ids", "must be ids with commas between them"))?)?;
    let mut tx = actor.begin(&app, Permission::LeadCreate).await?;
    let leads = leads(&mut tx, &ids).await?;
    let kept = kept_by_default(&leads);
    let preview = Preview {
        kept_id: kept.id,
        choices: by_default(&leads, kept)?,
        source_id: source_of(&leads).map_or(kept.id, |lead| lead.id),
        is_converted: kept.loan_id.is_some(),
        refusal: refusal(&leads),
        leads: leads.iter().map(|lead| lead.clone().shown(&app, tx.actor())).collect(),
    };
    Ok(Json(preview))
}

/// Merges leads. All activities are kept, and URLs of the merged leads redirect to the kept one.
#[utoipa::path(post, path = "/api/lead-merges", tag = "leads", operation_id = "mergeLeads", request_body = In, responses((status = 200, body = Out), (status = 403), (status = 404), (status = 409), (status = 422)))]
pub async fn merge(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<Json<Out>> {
    let ids = ids_of(&body.ids)?;
    if !ids.contains(&body.kept_id) {
        return Err(Error::field("keptId", "Choose one of the leads"));
    }
    let mut tx = actor.begin(&app, Permission::LeadCreate).await?;
    merges::lock(&mut tx, &ids).await?;
    let leads = leads(&mut tx, &ids).await?;
    if let Some(message) = refusal(&leads) {
        return Err(Error::Conflict { code: "LWLEAD10416", message: message.to_owned(), details: None });
    }
    let kept = lead_of(&leads, body.kept_id)?;
    if kept.loan_id.is_none() && leads.iter().any(|lead| lead.loan_id.is_some()) {
        return Err(Error::field("keptId", "The lead that became a loan stays"));
    }
    let others: Vec<&LeadOut> = leads.iter().filter(|lead| lead.id != kept.id).collect();
    let other_ids: Vec<i64> = others.iter().map(|lead| lead.id).collect();
    let origins = origins(&mut tx, &leads).await?;
    let before = facts_of(&mut tx, kept).await?;
    let after = merged(&mut tx, &leads, kept, &before, body.choices).await?;
    write(&mut tx, kept, &before, &after).await?;
    let [was, is] = [&before, &after].map(serde_json::to_value);
    let (was, is) = (was.map_err(Error::internal)?, is.map_err(Error::internal)?);
    let new = merges::NewMerge { kept: kept.id, others: &other_ids, before: &was, after: &is, origins: &origins };
    let id = merges::merge(&mut tx, &new).await?;
    let company = tx.company();
    matching::remove_all(&mut tx, company, RecordKind::Lead, &other_ids).await?;
    let told = json!({ "merge": id, "leads": other_ids, "values": is });
    record(&mut tx, "lead.merge", kept.id, Some(was), Some(told)).await?;
    answer(&app, tx, id, kept.id).await
}

/// Undoes a merge. Restores the leads with their data; later changes stay with the kept lead. The newest merge of a
/// lead must be undone first.
#[utoipa::path(post, path = "/api/lead-merges/{id}/undo", tag = "leads", operation_id = "undoLeadMerge", params(("id" = i64, Path)), responses((status = 200, body = Out), (status = 403), (status = 404), (status = 409)))]
pub async fn undo(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::LeadCreate).await?;
    let merge = merges::find(&mut tx, id).await?.ok_or(Error::NotFound)?;
    within_reach(&mut tx, merge.kept_id).await?;
    merges::lock(&mut tx, &[merge.kept_id]).await?;
    let merge = merges::find(&mut tx, id).await?.ok_or(Error::NotFound)?;
    let refusal = match () {
        () if merge.is_undone => Some("This merge was undone already.".to_owned()),
        () if merge.is_old => Some(format!("A merge can be undone for {UNDO_DAYS} days.")),
        () if merge.is_covered => {
            Some("Other leads were joined into this one since. Undo that merge first.".to_owned())
        }
        () => None,
    };
    if let Some(message) = refusal {
        return Err(Error::Conflict { code: "LWLEAD10417", message, details: None });
    }
    merges::undo(&mut tx, merge.id).await?;
    let kept = out(&mut tx, merge.kept_id).await?;
    let now = facts_of(&mut tx, &kept).await?;
    let was = serde_json::to_value(&now).map_err(Error::internal)?;
    let is = restored(&was, &merge.before, &merge.after);
    write(&mut tx, &kept, &now, &serde_json::from_value(is.clone()).map_err(Error::internal)?).await?;
    merges::set_merged(&mut tx, &merge.lead_ids, None).await?;
    for lead in &merge.lead_ids {
        let lead = out(&mut tx, *lead).await?;
        let facts = facts_of(&mut tx, &lead).await?;
        write(&mut tx, &lead, &facts, &facts).await?;
    }
    let told = json!({ "leads": merge.lead_ids, "values": is });
    record(&mut tx, "lead.unmerge", merge.kept_id, Some(json!({ "merge": id, "values": was })), Some(told)).await?;
    answer(&app, tx, id, merge.kept_id).await
}

async fn answer(app: &App, mut tx: Tx, id: i64, lead: i64) -> Result<Json<Out>> {
    let lead = out(&mut tx, lead).await?.shown(app, tx.actor());
    tx.commit().await?;
    Ok(Json(Out { id, lead }))
}

async fn out(tx: &mut Tx, id: i64) -> Result<LeadOut> {
    let row = store::lead(tx, id).await?.ok_or(Error::NotFound)?;
    store::out(tx, row).await
}

/// Validates two to five different ids.
fn ids_of(ids: &[i64]) -> Result<Vec<i64>> {
    let ids: BTreeSet<i64> = ids.iter().copied().collect();
    match ids.len() {
        2..=LEADS_MAX => Ok(ids.into_iter().collect()),
        _ => Err(Error::field("ids", format!("Choose two to {LEADS_MAX} different leads"))),
    }
}

/// Reads the leads, all of which must be in scope, oldest first.
async fn leads(tx: &mut Tx, ids: &[i64]) -> Result<Vec<LeadOut>> {
    let mut leads = Vec::new();
    for id in ids {
        let row = within_reach(tx, *id).await?;
        leads.push(store::out(tx, row).await?);
    }
    leads.sort_by_key(|lead| (lead.created_at, lead.id));
    Ok(leads)
}

/// Why the leads can't be merged, regardless of the choices.
fn refusal(leads: &[LeadOut]) -> Option<&'static str> {
    let loans = leads.iter().filter(|lead| lead.loan_id.is_some()).count();
    let parts: usize = leads.iter().map(|lead| lead.origins.len().max(1)).sum();
    match () {
        () if loans > 1 => Some("Each of these leads became a separate loan. You can't merge them."),
        () if parts > 50 => Some("These leads consist of more than 50 already. They can't be joined."),
        () => None,
    }
}

/// The converted lead, otherwise the oldest.
fn kept_by_default(leads: &[LeadOut]) -> &LeadOut {
    leads.iter().find(|lead| lead.loan_id.is_some()).unwrap_or(&leads[0])
}

/// The oldest lead with a known source, which counts in reports.
fn source_of(leads: &[LeadOut]) -> Option<&LeadOut> {
    leads.iter().find(|lead| lead.referral.source.is_some() || lead.detail.provider.is_some())
}

/// Default choices: the newest value that isn't empty, the earliest follow-up, and the kept lead's status unless it is
/// closed and another is open.
fn by_default(leads: &[LeadOut], kept: &LeadOut) -> Result<Choices> {
    let own = Some(kept.id);
    if kept.loan_id.is_some() {
        return Ok(Choices {
            first_name: own,
            last_name: own,
            email: own,
            cell_phone: own,
            loan_purpose: own,
            state: own,
            loan_amount: own,
            property_value: own,
            owners: own,
            status: own,
            next_follow_up_on: own,
        });
    }
    let mut newest: Vec<&LeadOut> = leads.iter().collect();
    newest.sort_by_key(|lead| Reverse((lead.updated_at, lead.id)));
    let first = |has: fn(&LeadOut) -> bool| newest.iter().find(|lead| has(lead)).map_or(own, |lead| Some(lead.id));
    let kinds = leads.iter().map(|lead| lead.status.kind.parse::<LeadStatusKind>());
    let kinds = kinds.collect::<std::result::Result<Vec<_>, _>>().map_err(Error::internal)?;
    let open: Vec<i64> = leads.iter().zip(kinds).filter(|(_, kind)| kind.is_open()).map(|(lead, _)| lead.id).collect();
    let soonest = leads.iter().filter_map(|lead| Some((lead.next_follow_up_on?, lead.id))).min();
    Ok(Choices {
        first_name: first(|_| true),
        last_name: first(|_| true),
        email: first(|lead| lead.contacts.first().is_some_and(|contact| contact.email.is_some())),
        cell_phone: first(|lead| lead.contacts.first().is_some_and(|contact| contact.cell_phone.is_some())),
        loan_purpose: first(|_| true),
        state: first(|lead| lead.scenario.state_code.is_some()),
        loan_amount: first(|lead| lead.scenario.loan_amount.is_some()),
        property_value: first(|lead| lead.scenario.property_value.is_some()),
        owners: own,
        status: if open.contains(&kept.id) { own } else { open.first().copied().or(own) },
        next_follow_up_on: soonest.map_or(own, |(_, id)| Some(id)),
    })
}

fn lead_of(leads: &[LeadOut], id: i64) -> Result<&LeadOut> {
    leads.iter().find(|lead| lead.id == id).ok_or(Error::NotFound)
}

/// Values of the kept lead after the merge.
async fn merged(tx: &mut Tx, leads: &[LeadOut], kept: &LeadOut, before: &Facts, chosen: Choices) -> Result<Facts> {
    let mut fields = Fields::default();
    let usual = by_default(leads, kept)?;
    let mut of = |path: &str, chosen: Option<i64>, usual: Option<i64>| {
        let id = chosen.or(usual).unwrap_or(kept.id);
        if kept.loan_id.is_some() && id != kept.id {
            fields.add(format!("choices/{path}"), "A lead that became a loan keeps its own values");
        }
        let found = leads.iter().find(|lead| lead.id == id);
        found.unwrap_or_else(|| {
            fields.add(format!("choices/{path}"), "Choose one of the leads");
            kept
        })
    };
    let first_name = of("firstName", chosen.first_name, usual.first_name);
    let last_name = of("lastName", chosen.last_name, usual.last_name);
    let email = of("email", chosen.email, usual.email);
    let cell_phone = of("cellPhone", chosen.cell_phone, usual.cell_phone);
    let purpose = of("loanPurpose", chosen.loan_purpose, usual.loan_purpose);
    let state = of("state", chosen.state, usual.state);
    let loan_amount = of("loanAmount", chosen.loan_amount, usual.loan_amount);
    let property_value = of("propertyValue", chosen.property_value, usual.property_value);
    let owners = of("owners", chosen.owners, usual.owners);
    let status = of("status", chosen.status, usual.status);
    let follow_up = of("nextFollowUpOn", chosen.next_follow_up_on, usual.next_follow_up_on);
    fields.check()?;
    let source = source_of(leads).unwrap_or(kept);
    let mut after = before.clone();
    after.detail = DetailIn { provider: source.detail.provider, external_id: None };
    after.referral = source.referral_in();
    if kept.loan_id.is_some() {
        return Ok(after);
    }
    let primary = |lead: &LeadOut| lead.contacts_in().into_iter().next();
    let mut contacts: Vec<ContactIn> = Vec::new();
    contacts.extend(primary(kept).map(|contact| ContactIn {
        first_name: primary(first_name).and_then(|contact| contact.first_name),
        last_name: primary(last_name).and_then(|contact| contact.last_name),
        email: primary(email).and_then(|contact| contact.email),
        cell_phone: primary(cell_phone).and_then(|contact| contact.cell_phone),
        ..contact
    }));
    let others = std::iter::once(kept).chain(leads.iter().filter(|lead| lead.id != kept.id));
    for contact in others.flat_map(|lead| lead.contacts_in().into_iter().skip(1)) {
        let key = |contact: &ContactIn| {
            let text = |text: &Option<String>| text.as_deref().unwrap_or_default().to_lowercase();
            (text(&contact.first_name), text(&contact.last_name))
        };
        if !contacts.iter().any(|known| key(known) == key(&contact)) {
            contacts.push(contact);
        }
    }
    if contacts.len() > CONTACTS_MAX {
        let message = format!("Together they have more than {CONTACTS_MAX} contacts. Remove those that are over first");
        return Err(Error::field("ids", message));
    }
    after.contacts = contacts;
    after.scenario = ScenarioIn {
        loan_purpose: purpose.scenario.loan_purpose.clone(),
        state_code: state.scenario.state_code.clone(),
        loan_amount: loan_amount.scenario_in().loan_amount,
        property_value: property_value.scenario_in().property_value,
    };
    after.owners = owners.known_owners();
    after.next_follow_up_on = follow_up.next_follow_up_on;
    after.standing = merges::standing(tx, status.id).await?;
    Ok(after)
}

async fn facts_of(tx: &mut Tx, lead: &LeadOut) -> Result<Facts> {
    Ok(Facts {
        scenario: lead.scenario_in(),
        contacts: lead.contacts_in(),
        detail: DetailIn { provider: lead.detail.provider, external_id: None },
        referral: lead.referral_in(),
        owners: lead.known_owners(),
        next_follow_up_on: lead.next_follow_up_on,
        standing: merges::standing(tx, lead.id).await?,
    })
}

/// Writes the values of a lead: its row, search text and matching register.
async fn write(tx: &mut Tx, lead: &LeadOut, was: &Facts, is: &Facts) -> Result<()> {
    let mut fields = Fields::default();
    let scenario = is.scenario.read(&mut fields);
    let contacts = read_contacts(&mut fields, &is.contacts);
    fields.check()?;
    let new = NewLead {
        scenario,
        contacts,
        provider: is.detail.provider,
        source: is.referral.source,
        referrer: is.referral.referrer(),
        other_source: is.referral.description(),
        owners: Vec::new(),
        notes: Vec::new(),
        consents: Vec::new(),
        begun: None,
    };
    store::update(tx, lead, &new, &is.owners, is.next_follow_up_on).await?;
    if was.standing != is.standing {
        merges::put_standing(tx, lead.id, &is.standing).await?;
    }
    match is.owners.first() {
        Some(primary) => tell(tx, lead.id, primary, lead.created_at, &new.contacts).await,
        None => Err(Error::NotFound),
    }
}

/// Origins of leads: those recorded by earlier merges, otherwise from the lead itself.
async fn origins(tx: &mut Tx, leads: &[LeadOut]) -> Result<Vec<Origin>> {
    let mut origins = Vec::new();
    for lead in leads {
        match lead.origins.as_slice() {
            [] => origins.push(Origin {
                lead_id: lead.id,
                name: lead.name.clone(),
                source_name: lead.referral.other_source.clone().or_else(|| lead.referral.source_name.clone()),
                provider_name: lead.detail.provider_name.clone(),
                referrer_name: lead.referral.referrer_name.clone(),
                created_at: lead.created_at,
                first_contact_at: merges::first_contact(tx, lead.id).await?,
            }),
            known => origins.extend_from_slice(known),
        }
    }
    origins.sort_by_key(|origin| (origin.created_at, origin.lead_id));
    Ok(origins)
}

/// Values of the kept lead after an undo: the previous ones, except for later changes.
fn restored(now: &Value, before: &Value, after: &Value) -> Value {
    // A call changes when a lead becomes late, but not its status.
    let place = |fact: &Value| (fact.get("status_id").cloned(), fact.get("status_since").cloned());
    let back = |key: &str, now: &Value| {
        let (before, after) = (&before[key], &after[key]);
        let is_as_merged = if key == "standing" { place(now) == place(after) } else { now == after };
        if is_as_merged && before != after { before.clone() } else { now.clone() }
    };
    now.as_object().into_iter().flatten().map(|(key, now)| (key.clone(), back(key, now))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undoing_a_lead_merge_keeps_later_changes() {
        let before = json!({"contacts": ["Bob"], "next_follow_up_on": null});
        let after = json!({"contacts": ["Robert"], "next_follow_up_on": "2030-01-07"});
        assert_eq!(restored(&after, &before, &after), before);
        let now = json!({"contacts": ["Rob"], "next_follow_up_on": "2030-01-07"});
        assert_eq!(restored(&now, &before, &after), json!({"contacts": ["Rob"], "next_follow_up_on": null}));
    }

    #[test]
    fn a_lead_that_was_called_since_goes_back_to_where_it_stood() {
        let at =
            |status: i64, late: &str| json!({"standing": {"status_id": status, "status_since": "s", "late_at": late}});
        assert_eq!(restored(&at(2, "later"), &at(1, "soon"), &at(2, "soon")), at(1, "soon"));
        assert_eq!(restored(&at(3, "later"), &at(1, "soon"), &at(2, "soon")), at(3, "later"));
        assert_eq!(restored(&at(1, "later"), &at(1, "soon"), &at(1, "soon")), at(1, "later"));
    }
}
