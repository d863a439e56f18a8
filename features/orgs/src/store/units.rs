//! SQL for the settings of companies and branches.

use crate::unit::{Address, Holiday, Settings};
use platform::{Result, Tx};

/// A unit as stored.
pub(crate) struct Row {
    pub id: i64,
    pub unit_type: String,
    pub state: String,
    pub version: i32,
    pub settings: Settings,
}

/// Finds a unit of the company.
pub(crate) async fn find(tx: &mut Tx, id: i64) -> Result<Option<Row>> {
    let company = tx.company();
    let row = sqlx::query!(
        "select id, type as unit_type, state, version, name, display_name, nmls_id, street, city, state_code, postal_code,
                time_zone, session_timeout_minutes, saturday_open, has_own_calendar, closed_weekdays, is_non_delegated, loan_number_pattern,
                second_factor_reset_needs_approval, contact_visibility,
                borrower_portal_url, borrower_portal_spanish_url, realtor_portal_url
         from org_unit
         where company_id = $1
           and id = $2",
        company,
        id
    )
    .fetch_optional(&mut **tx)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let is_company = row.id == company;
    let keeps_days = is_company || row.has_own_calendar;
    let holidays = if keeps_days { Some(holidays(tx, id).await?) } else { None };
    Ok(Some(Row {
        id: row.id,
        unit_type: row.unit_type,
        state: row.state,
        version: row.version,
        settings: Settings {
            name: row.name,
            display_name: row.display_name,
            nmls_id: row.nmls_id,
            address: Address {
                street: row.street,
                city: row.city,
                state_code: row.state_code,
                postal_code: row.postal_code,
            },
            time_zone: row.time_zone,
            session_timeout_minutes: is_company.then_some(row.session_timeout_minutes),
            inherits_calendar: (!is_company).then_some(!row.has_own_calendar),
            saturday_open: keeps_days.then_some(row.saturday_open),
            closed_weekdays: keeps_days.then_some(row.closed_weekdays),
            holidays,
            is_non_delegated: is_company.then_some(row.is_non_delegated),
            loan_number_pattern: is_company.then_some(row.loan_number_pattern),
            second_factor_reset_needs_approval: is_company.then_some(row.second_factor_reset_needs_approval),
            contact_visibility: is_company.then_some(row.contact_visibility),
            borrower_portal_url: row.borrower_portal_url,
            borrower_portal_spanish_url: row.borrower_portal_spanish_url,
            realtor_portal_url: row.realtor_portal_url,
        },
    }))
}

async fn holidays(tx: &mut Tx, unit: i64) -> Result<Vec<Holiday>> {
    Ok(sqlx::query_as!(
        Holiday,
        "select closed_on as date, name from business_holiday where company_id = $1 and org_unit_id = $2 order by closed_on",
        tx.company(),
        unit
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Writes the settings of a unit if its version matches. A company's time zone is part of cached rights.
pub(crate) async fn update(tx: &mut Tx, id: i64, version: i32, settings: &Settings) -> Result<bool> {
    let company = tx.company();
    let updated = sqlx::query!(
        "update org_unit
         set name = $4,
             display_name = $5,
             nmls_id = $6,
             street = $7,
             city = $8,
             state_code = $9,
             postal_code = $10,
             access_version = access_version + (id = company_id and time_zone <> $11)::integer,
             time_zone = $11,
             session_timeout_minutes = coalesce($12, session_timeout_minutes),
             saturday_open = coalesce($13, saturday_open),
             is_non_delegated = coalesce($14, is_non_delegated),
             loan_number_pattern = coalesce($15, loan_number_pattern),
             second_factor_reset_needs_approval = coalesce($16, second_factor_reset_needs_approval),
             contact_visibility = coalesce($17, contact_visibility),
             has_own_calendar = coalesce(not $18, has_own_calendar),
             closed_weekdays = coalesce($19, closed_weekdays),
             borrower_portal_url = $20,
             borrower_portal_spanish_url = $21,
             realtor_portal_url = $22,
             version = version + 1
         where company_id = $1
           and id = $2
           and version = $3",
        company,
        id,
        version,
        settings.name,
        settings.display_name,
        settings.nmls_id,
        settings.address.street,
        settings.address.city,
        settings.address.state_code,
        settings.address.postal_code,
        settings.time_zone,
        settings.session_timeout_minutes,
        settings.saturday_open,
        settings.is_non_delegated,
        settings.loan_number_pattern,
        settings.second_factor_reset_needs_approval,
        settings.contact_visibility,
        settings.inherits_calendar,
        settings.closed_weekdays.as_deref(),
        settings.borrower_portal_url,
        settings.borrower_portal_spanish_url,
        settings.realtor_portal_url
    )
    .execute(&mut **tx)
    .await?;
    if updated.rows_affected() == 0 {
        return Ok(false);
    }
    if let Some(holidays) = &settings.holidays {
        let (dates, names): (Vec<_>, Vec<_>) =
            holidays.iter().map(|holiday| (holiday.date, holiday.name.clone())).unzip();
        sqlx::query!("delete from business_holiday where company_id = $1 and org_unit_id = $2", company, id)
            .execute(&mut **tx)
            .await?;
        sqlx::query!(
            "insert into business_holiday (company_id, org_unit_id, closed_on, name)
             select $1, $2, closed_on, name
             from unnest($3::date[], $4::text[]) as given(closed_on, name)",
            company,
            id,
            &dates,
            &names
        )
        .execute(&mut **tx)
        .await?;
    }
    Ok(true)
}
