//! SQL for task templates and the values of their tags.

use crate::{
    record::TaskPriority,
    store,
    template::{In, Out, TemplateAbout},
};
use platform::{
    Error, InCompany, Result, Tx,
    db::{Date, Timestamp},
};
use serde_json::Value;
use sqlx::PgConnection;

struct Row {
    id: i64,
    about: String,
    title: String,
    text: String,
    due_days: Option<i16>,
    due_count: Option<String>,
    due_side: Option<String>,
    due_of: Option<String>,
    priority: String,
    role: Option<String>,
    role_is_primary: Option<bool>,
    checklist: Value,
    documents: Value,
    updated_at: Timestamp,
    version: i32,
}

impl From<Row> for Out {
    fn from(row: Row) -> Self {
        Out {
            id: row.id,
            says: In {
                about: row.about.parse().unwrap_or(TemplateAbout::LOAN),
                title: row.title,
                text: row.text,
                due_rule: store::due_rule(row.due_days, row.due_count, row.due_side, row.due_of),
                priority: row.priority.parse().unwrap_or(TaskPriority::NORMAL),
                seat: store::seat(row.role.as_deref(), row.role_is_primary),
                checklist: serde_json::from_value(row.checklist).unwrap_or_default(),
                documents: serde_json::from_value(row.documents).unwrap_or_default(),
            },
            updated_at: row.updated_at,
            version: row.version,
        }
    }
}

/// All templates of the company in its order.
pub(crate) async fn all(tx: &mut impl InCompany) -> Result<Vec<Out>> {
    of_which(tx, None).await
}

/// Some templates of the company in its order.
pub(crate) async fn of(tx: &mut impl InCompany, ids: &[i64]) -> Result<Vec<Out>> {
    of_which(tx, Some(ids)).await
}

async fn of_which(tx: &mut impl InCompany, ids: Option<&[i64]>) -> Result<Vec<Out>> {
    let company = tx.company();
    let rows = sqlx::query_as!(
        Row,
        "select id, about, title, text, due_days, due_count, due_side, due_of, priority, role, role_is_primary, checklist, documents,
                updated_at as \"updated_at: Timestamp\", version
         from task_template
         where company_id = $1
           and ($2::bigint[] is null or id = any ($2))
         order by position, id",
        company,
        ids
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(Out::from).collect())
}

fn list(texts: &[String]) -> Result<Value> {
    serde_json::to_value(texts).map_err(Error::internal)
}

/// Inserts a template after the others.
pub(crate) async fn create(tx: &mut Tx, says: &In) -> Result<Out> {
    let row = sqlx::query_as!(
        Row,
        "insert into task_template (company_id, position, about, title, text, due_days, due_count, due_side, due_of, priority, role,
                                    role_is_primary, checklist, documents)
         select $1, coalesce(max(position), 0) + 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13
         from task_template
         where company_id = $1
         returning id, about, title, text, due_days, due_count, due_side, due_of, priority, role, role_is_primary, checklist, documents,
                   updated_at as \"updated_at: Timestamp\", version",
        tx.company(),
        says.about.as_str(),
        says.title,
        says.text,
        says.due_rule.map(|rule| i16::try_from(rule.days).unwrap_or(i16::MAX)),
        says.due_rule.map(|rule| rule.count.as_str()),
        says.due_rule.map(|rule| rule.side.as_str()),
        says.due_rule.map(|rule| rule.of.as_str()),
        says.priority.as_str(),
        says.seat.map(|seat| seat.role.as_str()),
        says.seat.map(|seat| seat.primary),
        list(&says.checklist)?,
        list(&says.documents)?
    )
    .fetch_one(&mut **tx)
    .await?;
    Ok(row.into())
}

/// Updates a template if its version matches.
pub(crate) async fn update(tx: &mut Tx, id: i64, version: i32, says: &In) -> Result<Option<Out>> {
    let row = sqlx::query_as!(
        Row,
        "update task_template
         set about = $4, title = $5, text = $6, due_days = $7, due_count = $8, due_side = $9, due_of = $10, priority = $11,
             role = $12, role_is_primary = $13, checklist = $14, documents = $15, updated_at = now(), version = version + 1
         where company_id = $1
           and id = $2
           and version = $3
         returning id, about, title, text, due_days, due_count, due_side, due_of, priority, role, role_is_primary, checklist, documents,
                   updated_at as \"updated_at: Timestamp\", version",
        tx.company(),
        id,
        version,
        says.about.as_str(),
        says.title,
        says.text,
        says.due_rule.map(|rule| i16::try_from(rule.days).unwrap_or(i16::MAX)),
        says.due_rule.map(|rule| rule.count.as_str()),
        says.due_rule.map(|rule| rule.side.as_str()),
        says.due_rule.map(|rule| rule.of.as_str()),
        says.priority.as_str(),
        says.seat.map(|seat| seat.role.as_str()),
        says.seat.map(|seat| seat.primary),
        list(&says.checklist)?,
        list(&says.documents)?
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(row.map(Out::from))
}

/// Deletes a template. Tasks created from it lose the reference.
pub(crate) async fn remove(tx: &mut Tx, id: i64) -> Result<()> {
    sqlx::query!("delete from task_template where company_id = $1 and id = $2", tx.company(), id)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Creates the default templates of a new company that was entered.
pub async fn create_default_templates(connection: &mut PgConnection, company: i64) -> Result<()> {
    sqlx::query!("select give_default_task_templates($1) is null as done", company).fetch_one(connection).await?;
    Ok(())
}

/// Values of tags.
pub(crate) type Tagged = Vec<(&'static str, String)>;

/// Values of tags for a loan. Unknown ones have no entry.
pub(crate) async fn loan_tags(tx: &mut impl InCompany, loan: i64) -> Result<Tagged> {
    let company = tx.company();
    let row = sqlx::query!(
        "select t.loan_number as \"loan_number!\", t.borrower_name as \"borrower_name!\", t.first_name, t.last_name,
                t.amount_cents as \"amount_cents!\", t.note_rate_millionths, t.stage_name, t.line, t.city, t.state_code,
                m.name as \"officer_name?\", u.display_name as \"branch_name!\", d.application_on as \"application_on: Date\",
                d.loan_estimate_on as \"loan_estimate_on: Date\", d.closing_disclosure_on as \"closing_disclosure_on: Date\",
                d.lock_expires_on as \"lock_expires_on: Date\", d.closing_on as \"closing_on: Date\", d.funded_on as \"funded_on: Date\"
         from loan_tag t
         join loan_day d on d.company_id = $1 and d.loan_id = t.loan_id
         join org_unit u on u.company_id = $1 and u.id = t.org_unit_id
         left join member m on m.company_id = $1 and m.membership_id = t.officer_id
         where t.company_id = $1
           and t.loan_id = $2",
        company,
        loan
    )
    .fetch_one(&mut **tx)
    .await?;
    let day = |day: Option<Date>| day.map(|day| day.strftime("%m/%d/%Y").to_string());
    let address: Vec<_> = [row.line, row.city, row.state_code].into_iter().flatten().collect();
    let rate = row.note_rate_millionths.map(|rate| format!("{}.{:03}%", rate / 1_000_000, rate % 1_000_000 / 1_000));
    let tagged = [
        ("borrower.firstName", row.first_name),
        ("borrower.lastName", row.last_name),
        ("borrower.name", Some(row.borrower_name)),
        ("officer.name", row.officer_name),
        ("branch.name", Some(row.branch_name)),
        ("loan.number", Some(row.loan_number)),
        ("loan.amount", Some(dollars(row.amount_cents)).filter(|_| row.amount_cents > 0)),
        ("loan.rate", rate),
        ("loan.stage", row.stage_name),
        ("loan.applicationDate", day(row.application_on)),
        ("loan.loanEstimateDate", day(row.loan_estimate_on)),
        ("loan.closingDisclosureDate", day(row.closing_disclosure_on)),
        ("loan.lockExpirationDate", day(row.lock_expires_on)),
        ("loan.closingDate", day(row.closing_on)),
        ("loan.fundedDate", day(row.funded_on)),
        ("property.address", Some(address.join(", ")).filter(|text| !text.is_empty())),
    ];
    Ok(tagged.into_iter().filter_map(|(tag, text)| Some((tag, text?))).collect())
}

/// Values of tags for a lead, and the membership of its first owner.
pub(crate) async fn lead_tags(tx: &mut impl InCompany, lead: i64) -> Result<(Tagged, Option<i64>)> {
    let company = tx.company();
    let row = sqlx::query!(
        "select l.name as \"name!\", l.first_name as \"first_name!\", l.last_name as \"last_name!\", u.display_name as \"branch_name!\",
                l.owner_id, m.name as \"owner_name?\"
         from lead_tag l
         join org_unit u on u.company_id = $1 and u.id = l.org_unit_id
         left join member m on m.company_id = $1 and m.membership_id = l.owner_id
         where l.company_id = $1
           and l.lead_id = $2",
        company,
        lead
    )
    .fetch_one(&mut **tx)
    .await?;
    let tagged = [
        ("borrower.firstName", Some(row.first_name)),
        ("borrower.lastName", Some(row.last_name)),
        ("borrower.name", Some(row.name)),
        ("officer.name", row.owner_name),
        ("branch.name", Some(row.branch_name)),
    ];
    Ok((tagged.into_iter().filter_map(|(tag, text)| Some((tag, text?))).collect(), row.owner_id))
}

/// Formats whole dollars with separators: `$420,000`.
fn dollars(cents: i64) -> String {
    let digits = (cents / 100).to_string();
    let mut text = String::from("$");
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
