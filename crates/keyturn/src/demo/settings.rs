//! Harbor's settings: its lenders, licenses, and an officer's team.

use platform::{Error, GlobalTx, Result};

/// Lenders that Harbor works with.
const LENDERS: [&str; 4] = ["Pacific Crest Wholesale", "Northfield Funding", "Old Mill Bank", "Granite State Lending"];

/// Licenses of units by name, then of people by first name: state, number, and years until the year at whose end it
/// expires.
const UNITS: [(&str, &str, &str, i32); 4] = [
    ("Harbor Home Lending", "CA", "60DBO-44871", 1),
    ("Harbor Home Lending", "CO", "100022871", 1),
    ("Bayside", "CA", "60DBO-44872", 1),
    ("Summit", "CO", "100022872", 1),
];
const PEOPLE: [(&str, &str, &str, i32); 10] = [
    ("Avery", "CA", "CA-DFPI300001", 1),
    ("Avery", "NV", "61044", -1),
    ("Priya", "CA", "CA-DFPI300002", 1),
    ("Marcus", "CO", "100300003", 1),
    ("Nina", "CA", "CA-DFPI300004", 1),
    ("Nina", "CO", "100300004", 1),
    ("Noah", "CA", "CA-DFPI300005", 1),
    ("Noah", "CO", "100300005", 1),
    ("Beth", "CA", "CA-DFPI300006", 1),
    ("Hugo", "CO", "100300007", 1),
];

/// The default team of Avery's loans, by first name.
const TEAM: [(&str, &str); 7] = [
    ("PROCESSOR", "Paul"),
    ("ASSISTANT", "Jamie"),
    ("DISCLOSURE_DESK", "Dana"),
    ("PAYROLL", "Mei"),
    ("CLOSER", "Carl"),
    ("LOCK_DESK", "Mei"),
    ("FUNDER", "Carl"),
];

/// Announcements of the provider: title and text.
const ANNOUNCEMENTS: [(&str, &str); 2] = [
    (
        "Rules make tasks for you",
        "When a loan is created or enters a stage, rules of your company make the tasks that belong to it. An administrator finds them in the settings under Automation.",
    ),
    (
        "Many loan files at once",
        "Drop a .zip of MISMO 3.4 files on the import tab. Each file is read before anything begins, and you may go on working while the loans are made.",
    ),
];

/// Data that the provider shares with all companies.
pub(super) async fn of_provider(tx: &mut GlobalTx) -> Result<()> {
    let lenders: Vec<_> = serde_json::from_str(include_str!("lenders.json")).map_err(Error::internal)?;
    integrations::integrate_lenders(tx, &lenders).await?;
    for (title, body) in ANNOUNCEMENTS {
        orgs::announce(tx, title, body).await?;
    }
    Ok(())
}

pub(super) async fn of_harbor(tx: &mut GlobalTx, company: i64) -> Result<()> {
    for (position, name) in (1..).zip(LENDERS) {
        sqlx::query!(
            "insert into list_entry (company_id, list, name, position) values ($1, 'lender', $2, $3)",
            company,
            name,
            position
        )
        .execute(&mut **tx)
        .await?;
    }
    for (holder, state, number, years) in UNITS.iter().chain(&PEOPLE) {
        sqlx::query!(
            "insert into license (company_id, org_unit_id, user_id, state_code, number, issued_on, expires_on)
             select $1, o.id, u.id, $3, $4, date '2021-03-01', make_date(extract(year from now())::integer + $5, 12, 31)
             from (select) one
             left join org_unit o on o.company_id = $1 and o.name = $2
             left join app_user u on u.home_company_id = $1 and u.first_name = $2
             where coalesce(o.id, u.id) is not null",
            company,
            *holder,
            *state,
            *number,
            *years
        )
        .execute(&mut **tx)
        .await?;
    }
    sqlx::query!(
        "with officer as (
           insert into default_team (company_id, officer_id)
           select $1, m.id
           from membership m
           join app_user u on u.id = m.user_id
           where m.company_id = $1 and u.first_name = 'Avery'
           returning officer_id
         )
         insert into default_team_member (company_id, officer_id, role, is_primary, membership_id)
         select $1, officer.officer_id, given.role, true, m.id
         from officer, unnest($2::text[], $3::text[]) as given(role, name)
         join app_user u on u.home_company_id = $1 and u.first_name = given.name
         join membership m on m.company_id = $1 and m.user_id = u.id",
        company,
        &TEAM.map(|(role, _)| role.to_owned()),
        &TEAM.map(|(_, name)| name.to_owned())
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
