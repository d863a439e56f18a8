//! Changes the settings of a company or branch.

use crate::{
    store::units,
    unit::{Address, Holiday, Out, Settings, administered, out},
};
use axum::extract::State;
use lending::{
    access::Permission,
    calendar::TimeZone,
    numbers::check_pattern,
    values::{PostalCode, StateCode},
};
use platform::{
    Actor, App, Fields, Result, Tx,
    extract::{Id, Json},
    record::Audit,
    version::{IfMatch, changes, stale},
};
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashSet;
use utoipa::ToSchema;

/// Maximum length of the name of a unit, street or city.
const NAME_LENGTH_MAX: usize = 200;
const HOLIDAY_LENGTH_MAX: usize = 80;
/// Maximum number of a company's own holidays.
const HOLIDAYS_MAX: usize = 100;
/// Who may see contacts.
const CONTACT_VISIBILITIES: [&str; 2] = ["ALL", "OWN_AND_LINKED"];
const NMLS_ID_LENGTH_MAX: usize = 12;

/// Fields to change; absent fields stay. Empty texts mean none.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = UnitChange)]
pub struct In {
    name: Option<String>,
    display_name: Option<String>,
    nmls_id: Option<String>,
    address: Option<Address>,
    time_zone: Option<String>,
    session_timeout_minutes: Option<i64>,
    inherits_calendar: Option<bool>,
    saturday_open: Option<bool>,
    closed_weekdays: Option<Vec<i16>>,
    holidays: Option<Vec<Holiday>>,
    is_non_delegated: Option<bool>,
    loan_number_pattern: Option<String>,
    second_factor_reset_needs_approval: Option<bool>,
    contact_visibility: Option<String>,
    borrower_portal_url: Option<String>,
    borrower_portal_spanish_url: Option<String>,
    realtor_portal_url: Option<String>,
}

/// Changes the settings of the company or of a branch in the user's scope.
#[utoipa::path(patch, path = "/api/org-units/{id}", tag = "orgs", operation_id = "editUnit", params(("id" = i64, Path), ("If-Match" = String, Header)), request_body = In, responses((status = 200, body = Out), (status = 403), (status = 404), (status = 409)))]
pub async fn edit(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    IfMatch(version): IfMatch,
    Json(body): Json<In>,
) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::BranchSettingsManage).await?;
    if let Some(written) = write(&mut tx, id, version, body).await? {
        let audit = Audit {
            action: "org-unit.edit",
            entity: "org-unit",
            entity_id: &id.to_string(),
            before: Some(written.before),
            after: Some(written.after),
        };
        tx.audit(audit).await?;
        tx.event("org-unit.edited", id).await?;
        if written.moves_days {
            loans::calendar_changed(&mut tx).await?;
            tasks::calendar_changed(&mut tx).await?;
        }
    }
    let unit = administered(&mut tx, id).await?;
    let out = out(&tx, unit)?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Returns the open deadlines that a change of business days would move. Applies the change and rolls it back.
#[utoipa::path(post, path = "/api/org-units/{id}/calendar-preview", tag = "orgs", operation_id = "previewCalendar", params(("id" = i64, Path), ("If-Match" = String, Header)), request_body = In, responses((status = 200, body = loans::Moves), (status = 403), (status = 404), (status = 409)))]
pub async fn preview(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    IfMatch(version): IfMatch,
    Json(body): Json<In>,
) -> Result<Json<loans::Moves>> {
    let mut tx = actor.begin(&app, Permission::BranchSettingsManage).await?;
    Ok(Json(match write(&mut tx, id, version, body).await? {
        Some(written) if written.moves_days => loans::moved_by_calendar(&mut tx, id).await?,
        _ => loans::Moves::default(),
    }))
}

/// A change that was written.
struct Written {
    before: Value,
    after: Value,
    /// The change affects how deadlines are counted.
    moves_days: bool,
}

/// Writes the settings. `None` if nothing changes.
async fn write(tx: &mut Tx, id: i64, version: i32, body: In) -> Result<Option<Written>> {
    let unit = administered(tx, id).await?;
    let is_company = unit.id == tx.company();
    let settings = changed(unit.settings.clone(), body, is_company)?;
    let entity_id = id.to_string();
    if version != unit.version {
        let now = out(tx, unit)?;
        return Err(stale(tx, "org-unit", &entity_id, &now).await?);
    }
    let Some((before, after)) = changes(&unit.settings, &settings)? else { return Ok(None) };
    if !units::update(tx, id, version, &settings).await? {
        let now = administered(tx, id).await?;
        let now = out(tx, now)?;
        return Err(stale(tx, "org-unit", &entity_id, &now).await?);
    }
    let days =
        |of: &Settings| (of.inherits_calendar, of.saturday_open, of.closed_weekdays.clone(), of.holidays.clone());
    Ok(Some(Written { before, after, moves_days: days(&unit.settings) != days(&settings) }))
}

/// Returns the changed settings, or the invalid fields.
fn changed(mut settings: Settings, body: In, is_company: bool) -> Result<Settings> {
    let In {
        name,
        display_name,
        nmls_id,
        address,
        time_zone,
        session_timeout_minutes,
        inherits_calendar,
        saturday_open,
        closed_weekdays,
        holidays,
        is_non_delegated,
        loan_number_pattern,
        second_factor_reset_needs_approval,
        contact_visibility,
        borrower_portal_url,
        borrower_portal_spanish_url,
        realtor_portal_url,
    } = body;
    let mut fields = Fields::default();
    for (path, typed, kept) in [
        ("borrowerPortalUrl", borrower_portal_url, &mut settings.borrower_portal_url),
        ("borrowerPortalSpanishUrl", borrower_portal_spanish_url, &mut settings.borrower_portal_spanish_url),
        ("realtorPortalUrl", realtor_portal_url, &mut settings.realtor_portal_url),
    ] {
        *kept = people::portal_url_of(&mut fields, path, typed.as_deref(), kept.take());
    }
    if let Some(name) = name {
        settings.name = required_name(&mut fields, "name", &name).unwrap_or_default();
    }
    if let Some(name) = display_name {
        settings.display_name = required_name(&mut fields, "displayName", &name).unwrap_or_default();
    }
    if let Some(nmls_id) = nmls_id {
        settings.nmls_id = nmls_id_of(&mut fields, "nmlsId", &nmls_id);
    }
    if let Some(address) = address {
        settings.address = address_of(&mut fields, &address);
    }
    if let Some(time_zone) = time_zone
        && let Some(time_zone) = fields.take("timeZone", time_zone.parse::<TimeZone>())
    {
        time_zone.as_str().clone_into(&mut settings.time_zone);
    }
    let days = Days { saturday_open, closed_weekdays, holidays };
    if !is_company {
        let inherits = inherits_calendar.or(settings.inherits_calendar).unwrap_or(true);
        settings.inherits_calendar = Some(inherits);
        if inherits {
            days.refuse(&mut fields);
            (settings.saturday_open, settings.closed_weekdays, settings.holidays) = (None, None, None);
        } else {
            days.take(&mut fields, &mut settings);
        }
        for (path, is_given) in [
            ("sessionTimeoutMinutes", session_timeout_minutes.is_some()),
            ("isNonDelegated", is_non_delegated.is_some()),
            ("loanNumberPattern", loan_number_pattern.is_some()),
            ("secondFactorResetNeedsApproval", second_factor_reset_needs_approval.is_some()),
            ("contactVisibility", contact_visibility.is_some()),
        ] {
            if is_given {
                fields.add(path, "This is decided for the whole company, at its headquarters");
            }
        }
        fields.check()?;
        return Ok(settings);
    }
    if let Some(minutes) = session_timeout_minutes {
        match i16::try_from(minutes) {
            Ok(minutes @ 5..=480) => settings.session_timeout_minutes = Some(minutes),
            _ => fields.add("sessionTimeoutMinutes", "The session timeout must be 5 to 480 minutes"),
        }
    }
    if inherits_calendar.is_some() {
        fields.add("inheritsCalendar", "The company's own business days are those of its branches");
    }
    days.take(&mut fields, &mut settings);
    if let Some(pattern) = loan_number_pattern {
        let pattern = pattern.trim().to_owned();
        fields.take("loanNumberPattern", check_pattern(&pattern));
        settings.loan_number_pattern = Some(pattern);
    }
    if let Some(visibility) = contact_visibility {
        if !CONTACT_VISIBILITIES.contains(&visibility.as_str()) {
            fields.add("contactVisibility", "must be ALL or OWN_AND_LINKED");
        }
        settings.contact_visibility = Some(visibility);
    }
    settings.is_non_delegated = is_non_delegated.or(settings.is_non_delegated);
    settings.second_factor_reset_needs_approval =
        second_factor_reset_needs_approval.or(settings.second_factor_reset_needs_approval);
    fields.check()?;
    Ok(settings)
}

/// Changes of business days.
struct Days {
    saturday_open: Option<bool>,
    closed_weekdays: Option<Vec<i16>>,
    holidays: Option<Vec<Holiday>>,
}

impl Days {
    /// Refuses changes for a branch that inherits its company's calendar.
    fn refuse(&self, fields: &mut Fields) {
        for (path, is_given) in [
            ("saturdayOpen", self.saturday_open.is_some()),
            ("closedWeekdays", self.closed_weekdays.is_some()),
            ("holidays", self.holidays.is_some()),
        ] {
            if is_given {
                fields.add(path, "This branch keeps the business days of its company");
            }
        }
    }

    fn take(self, fields: &mut Fields, settings: &mut Settings) {
        if let Some(mut weekdays) = self.closed_weekdays {
            weekdays.sort_unstable();
            weekdays.dedup();
            if !weekdays.iter().all(|day| (1..=5).contains(day)) {
                fields.add("closedWeekdays", "must be 1 to 5, Monday to Friday");
            } else if weekdays.len() > 4 {
                fields.add("closedWeekdays", "Keep at least one weekday open");
            }
            settings.closed_weekdays = Some(weekdays);
        }
        if let Some(holidays) = self.holidays {
            settings.holidays = Some(holidays_of(fields, holidays));
        }
        settings.saturday_open = Some(self.saturday_open.or(settings.saturday_open).unwrap_or(false));
        settings.closed_weekdays.get_or_insert_default();
        settings.holidays.get_or_insert_default();
    }
}

/// Validates a required name.
pub(crate) fn required_name(fields: &mut Fields, path: &str, name: &str) -> Option<String> {
    let name = fields.required(path, name, "Name is required")?;
    if name.chars().count() > NAME_LENGTH_MAX {
        fields.add(path, format!("A name has at most {NAME_LENGTH_MAX} characters"));
        return None;
    }
    Some(name)
}

/// Validates an optional NMLS id.
pub(crate) fn nmls_id_of(fields: &mut Fields, path: &str, nmls_id: &str) -> Option<String> {
    let nmls_id = nmls_id.trim();
    if nmls_id.len() > NMLS_ID_LENGTH_MAX || !nmls_id.bytes().all(|byte| byte.is_ascii_digit()) {
        fields.add(path, format!("An NMLS ID has at most {NMLS_ID_LENGTH_MAX} digits"));
    }
    (!nmls_id.is_empty()).then(|| nmls_id.to_owned())
}

/// Validates an address whose parts may be missing.
pub(crate) fn address_of(fields: &mut Fields, address: &Address) -> Address {
    let text =
        |value: &Option<String>| value.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
    let (street, city) = (text(&address.street), text(&address.city));
    for (path, value) in [("address/street", &street), ("address/city", &city)] {
        if value.as_deref().is_some_and(|value| value.chars().count() > NAME_LENGTH_MAX) {
            fields.add(path, format!("must have at most {NAME_LENGTH_MAX} characters"));
        }
    }
    let state_code = text(&address.state_code)
        .and_then(|code| fields.take("address/stateCode", code.parse::<StateCode>()))
        .map(|code| code.to_string());
    let postal_code = text(&address.postal_code)
        .and_then(|code| fields.take("address/postalCode", code.parse::<PostalCode>()))
        .map(|code| code.digits().to_owned());
    Address { street, city, state_code, postal_code }
}

/// Validates the company's own holidays. Returns them by date without duplicates.
fn holidays_of(fields: &mut Fields, holidays: Vec<Holiday>) -> Vec<Holiday> {
    if holidays.len() > HOLIDAYS_MAX {
        fields.add("holidays", format!("A company keeps at most {HOLIDAYS_MAX} holidays of its own"));
    }
    let mut dates = HashSet::new();
    let mut kept = Vec::new();
    for (index, holiday) in holidays.into_iter().enumerate() {
        let path = |field: &str| format!("holidays/{index}/{field}");
        let name = fields.required(&path("name"), &holiday.name, "Name is required").unwrap_or_default();
        if name.chars().count() > HOLIDAY_LENGTH_MAX {
            fields.add(path("name"), format!("A name has at most {HOLIDAY_LENGTH_MAX} characters"));
        }
        if !(1900..=2200).contains(&holiday.date.year()) {
            fields.add(path("date"), "Choose a date");
        }
        if !dates.insert(holiday.date) {
            fields.add(path("date"), "This date is in the list already");
        }
        kept.push(Holiday { date: holiday.date, name });
    }
    kept.sort_by_key(|holiday| holiday.date);
    kept
}
