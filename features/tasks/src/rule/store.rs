//! SQL for rules.

pub(crate) mod dry_run;
pub(crate) mod timed;

use crate::rule::{
    Action, Definition, In, Out, Trigger, TriggerKind,
    log::{EntryOut, Would},
    of_loan::{OccasionOut, RunOut},
};
use lending::{
    rules::{STEPS_MAX, Unmet, WatchedField},
    stages::StageKind,
};
use platform::{
    Error, InCompany, Result, Tx,
    db::{Date, Timestamp},
};
use serde_json::{Value, json};

fn says(name: String, is_active: bool, definition: Value) -> Result<In> {
    Ok(In::of(name, is_active, serde_json::from_value(definition).map_err(Error::internal)?))
}

fn definition(says: &In) -> Result<Value> {
    serde_json::to_value(says.definition()).map_err(Error::internal)
}

/// All rules of the company that aren't deleted, by name.
pub(crate) async fn all(tx: &mut Tx) -> Result<Vec<Out>> {
    let rows = sqlx::query!(
        "select r.id, r.identifier, r.name, r.is_active, r.definition, r.updated_at as \"updated_at: Timestamp\", r.version,
                (select coalesce(sum(n.task_count), 0)
                 from automation_run n
                 where n.company_id = $1 and n.rule_id = r.id) as \"task_count!\",
                (select u.display_name
                 from org_unit u
                 where u.company_id = $1 and u.id = (r.definition ->> 'orgUnitId')::bigint) as org_unit_name,
                array(select o.org_unit_id
                      from automation_rule_off o
                      where o.company_id = $1 and o.rule_id = r.id
                      order by o.org_unit_id) as \"off_org_unit_ids!\"
         from automation_rule r
         where r.company_id = $1
           and not r.is_removed
         order by lower(r.name), r.id",
        tx.company()
    )
    .fetch_all(&mut **tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Out {
                id: row.id,
                identifier: row.identifier,
                says: says(row.name, row.is_active, row.definition)?,
                updated_at: row.updated_at,
                task_count: row.task_count,
                org_unit_name: row.org_unit_name,
                off_org_unit_ids: row.off_org_unit_ids,
                version: row.version,
            })
        })
        .collect()
}

/// Inserts a rule with its first version.
pub(crate) async fn create(tx: &mut Tx, says: &In) -> Result<i64> {
    let origin = tx.actor().origin.clone();
    let row = sqlx::query!(
        "with made as (
           insert into automation_rule (company_id, name, is_active, definition)
           values ($1, $2, $3, $4)
           returning id, version, name, is_active, definition
         ), noted as (
           insert into automation_rule_version (company_id, rule_id, version, name, is_active, definition, changed_by, origin)
           select $1, id, version, name, is_active, definition, $5, $6 from made
         )
         select id from made",
        tx.company(),
        says.rule_name,
        says.is_active,
        definition(says)?,
        tx.actor().user,
        origin.as_deref()
    )
    .fetch_one(&mut **tx)
    .await?;
    Ok(row.id)
}

/// Updates a rule if its version matches, and inserts the next version.
pub(crate) async fn update(tx: &mut Tx, id: i64, version: i32, says: &In, is_removed: bool) -> Result<bool> {
    let origin = tx.actor().origin.clone();
    let updated = sqlx::query!(
        "with written as (
           update automation_rule
           set name = $4, is_active = $5, definition = $6, is_removed = $7, updated_at = now(), version = version + 1
           where company_id = $1
             and id = $2
             and version = $3
             and not is_removed
           returning id, version, name, is_active, definition
         )
         insert into automation_rule_version (company_id, rule_id, version, name, is_active, definition, changed_by, origin)
         select $1, id, version, name, is_active, definition, $8, $9 from written",
        tx.company(),
        id,
        version,
        says.rule_name,
        says.is_active,
        definition(says)?,
        is_removed,
        tx.actor().user,
        origin.as_deref()
    )
    .execute(&mut **tx)
    .await?;
    Ok(updated.rows_affected() > 0)
}

/// A version of a rule, with author and time.
pub(crate) struct Version {
    pub version: i32,
    pub says: In,
    pub changed_by: Option<String>,
    pub changed_at: Timestamp,
}

/// The versions of a rule, first version first.
pub(crate) async fn versions(tx: &mut Tx, rule: i64) -> Result<Vec<Version>> {
    let rows = sqlx::query!(
        "select v.version, v.name, v.is_active, v.definition, v.changed_at as \"changed_at: Timestamp\", p.name as \"changed_by?\"
         from automation_rule_version v
         left join person p on p.user_id = v.changed_by
         where v.company_id = $1
           and v.rule_id = $2
         order by v.version",
        tx.company(),
        rule
    )
    .fetch_all(&mut **tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Version {
                version: row.version,
                says: says(row.name, row.is_active, row.definition)?,
                changed_by: row.changed_by,
                changed_at: row.changed_at,
            })
        })
        .collect()
}

/// Ids of the company's active stages.
pub(crate) async fn stages(tx: &mut Tx) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar!(
        "select stage_id as \"stage_id!\" from loan_stage_choice where company_id = $1",
        tx.company()
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Name of a rule that uses a template, if any.
pub(crate) async fn of_template(tx: &mut Tx, template: i64) -> Result<Option<String>> {
    let holds = json!({ "actions": [{ "templateIds": [template] }] });
    Ok(sqlx::query_scalar!(
        "select name from automation_rule where company_id = $1 and not is_removed and definition @> $2 order by id limit 1",
        tx.company(),
        holds
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// An event of a loan.
pub(crate) struct LoanStep {
    pub id: i64,
    pub at: Timestamp,
    /// The user who caused it. `None` if a rule did.
    pub by: Option<i64>,
    /// The rules that led to it, in order.
    pub after: Vec<i64>,
    pub loan: i64,
    pub org_unit: i64,
    what: Happened,
}

/// Kind of an event.
enum Happened {
    /// The loan entered a stage.
    Entered {
        stage: i64,
        kind: String,
        /// The loan was created there.
        is_first: bool,
        /// The loan was moved because its stage was retired.
        is_rehoused: bool,
    },
    /// Fields changed.
    Changed(Vec<WatchedField>),
    /// A time that one rule waits for was reached.
    Timed(i64),
}

impl LoanStep {
    fn brings_about(&self, rule: i64, trigger: &Trigger) -> bool {
        match (&self.what, trigger.kind) {
            // A loan that was already closed when it was created is history.
            (Happened::Entered { is_first, kind, .. }, TriggerKind::CREATED) => {
                *is_first && kind.parse().is_ok_and(StageKind::is_open)
            }
            (Happened::Entered { is_rehoused, stage, .. }, TriggerKind::STAGE_ENTERED) => {
                !is_rehoused && trigger.stage_ids.contains(stage)
            }
            (Happened::Changed(fields), TriggerKind::FIELD_CHANGED) => {
                fields.iter().any(|field| trigger.fields.contains(field))
            }
            (Happened::Timed(waiting), TriggerKind::DATE_REACHED | TriggerKind::UNCHANGED) => *waiting == rule,
            _ => false,
        }
    }
}

/// Finds an event of a loan: a step or an occasion, which share one id sequence.
pub(crate) async fn step(tx: &mut impl InCompany, id: i64) -> Result<Option<LoanStep>> {
    match entered(tx, id).await? {
        None => occasion(tx, id).await,
        entered => Ok(entered),
    }
}

async fn occasion(tx: &mut impl InCompany, id: i64) -> Result<Option<LoanStep>> {
    let company = tx.company();
    let row = sqlx::query!(
        "select o.loan_id, o.at as \"at: Timestamp\", o.caused_by, o.after_rules, o.fields, o.rule_id, l.org_unit_id as \"org_unit_id!\"
         from automation_occasion o
         join loan_name l on l.company_id = $1 and l.loan_id = o.loan_id
         where o.company_id = $1
           and o.id = $2",
        company,
        id
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(row.map(|row| LoanStep {
        id,
        at: row.at,
        by: row.caused_by,
        after: row.after_rules,
        loan: row.loan_id,
        org_unit: row.org_unit_id,
        what: row.rule_id.map_or_else(|| Happened::Changed(watched(row.fields)), Happened::Timed),
    }))
}

fn watched(fields: Option<Vec<String>>) -> Vec<WatchedField> {
    fields.unwrap_or_default().iter().filter_map(|field| field.parse().ok()).collect()
}

async fn entered(tx: &mut impl InCompany, id: i64) -> Result<Option<LoanStep>> {
    let company = tx.company();
    let row = sqlx::query!(
        "select s.loan_id as \"loan_id!\", s.stage_id as \"stage_id!\", s.kind as \"kind!\", s.recorded_at as \"recorded_at!: Timestamp\",
                s.changed_by, s.after_rules as \"after_rules!\", s.is_first as \"is_first!\", s.is_rehoused as \"is_rehoused!\",
                l.org_unit_id as \"org_unit_id!\"
         from loan_stage_entry s
         join loan_name l on l.company_id = $1 and l.loan_id = s.loan_id
         where s.company_id = $1
           and s.id = $2",
        company,
        id
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(row.map(|row| LoanStep {
        id,
        at: row.recorded_at,
        by: row.changed_by,
        after: row.after_rules,
        loan: row.loan_id,
        org_unit: row.org_unit_id,
        what: Happened::Entered {
            stage: row.stage_id,
            kind: row.kind,
            is_first: row.is_first,
            is_rehoused: row.is_rehoused,
        },
    }))
}

/// A rule as of an event.
pub(crate) struct RuleThen {
    pub id: i64,
    pub identifier: String,
    pub name: String,
    pub version: i32,
    /// Origin that the author of the rule used.
    pub origin: Option<String>,
    pub definition: Definition,
}

/// The rules that an event triggers, as of the event.
pub(crate) async fn rules_of(tx: &mut impl InCompany, step: &LoanStep) -> Result<Vec<RuleThen>> {
    let company = tx.company();
    let rows = sqlx::query!(
        "select r.id, r.identifier, v.name, v.version, v.definition, v.origin,
                exists (select from automation_rule_off o
                        where o.company_id = $1 and o.rule_id = r.id and o.org_unit_id = $3) as \"is_off!\"
         from automation_rule r
         join lateral (
           select name, version, is_active, definition, origin
           from automation_rule_version
           where company_id = $1 and rule_id = r.id and changed_at <= $2
           order by version desc
           limit 1) v on true
         where r.company_id = $1
           and v.is_active
         order by r.id",
        company,
        step.at as Timestamp,
        step.org_unit
    )
    .fetch_all(&mut **tx)
    .await?;
    let mut rules = Vec::new();
    for row in rows {
        let definition: Definition = serde_json::from_value(row.definition).map_err(Error::internal)?;
        if step.brings_about(row.id, &definition.trigger) && definition.is_followed_in(step.org_unit, row.is_off) {
            rules.push(RuleThen {
                id: row.id,
                identifier: row.identifier,
                name: row.name,
                version: row.version,
                origin: row.origin,
                definition,
            });
        }
    }
    Ok(rules)
}

/// A rule that can hold loans before a stage.
pub(crate) struct Holding {
    pub id: i64,
    pub name: String,
    pub definition: Definition,
}

/// Rules for entering a stage, in order of creation.
pub(crate) async fn holding(tx: &mut impl InCompany, stage: i64, org_unit: i64) -> Result<Vec<Holding>> {
    let company = tx.company();
    let says = json!({ "trigger": { "kind": "STAGE_ENTERED", "stageIds": [stage] }, "actions": [{ "kind": "HOLD" }] });
    let rows = sqlx::query!(
        "select r.id, r.name, r.definition,
                exists (select from automation_rule_off o
                        where o.company_id = $1 and o.rule_id = r.id and o.org_unit_id = $3) as \"is_off!\"
         from automation_rule r
         where r.company_id = $1
           and r.is_active
           and not r.is_removed
           and r.definition @> $2
         order by r.id",
        company,
        says,
        org_unit
    )
    .fetch_all(&mut **tx)
    .await?;
    let mut rules = Vec::new();
    for row in rows {
        let definition: Definition = serde_json::from_value(row.definition).map_err(Error::internal)?;
        if definition.test_until.is_none() && definition.is_followed_in(org_unit, row.is_off) {
            rules.push(Holding { id: row.id, name: row.name, definition });
        }
    }
    Ok(rules)
}

/// A task of a loan that was created from a template.
pub(crate) struct OfTemplate {
    pub id: i64,
    pub template_id: i64,
    pub title: String,
    pub is_done: bool,
    pub version: i32,
}

/// Tasks of a loan that were created from templates, newest first.
pub(crate) async fn tasks_of(tx: &mut impl InCompany, loan: i64, templates: &[i64]) -> Result<Vec<OfTemplate>> {
    let company = tx.company();
    Ok(sqlx::query_as!(
        OfTemplate,
        "select id, template_id as \"template_id!\", title, status = 'DONE' as \"is_done!\", version
         from task
         where company_id = $1
           and loan_id = $2
           and template_id = any ($3)
           and status <> 'REMOVED'
         order by id desc",
        company,
        loan,
        templates
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Result of a rule for an event.
#[derive(Default)]
pub(crate) struct Run<'a> {
    pub tasks: i16,
    /// The unmet condition.
    pub unmet: Option<&'a Unmet>,
    /// In test mode: what it would do.
    pub would: Option<Would>,
}

/// Records the result of a rule for an event. Returns false if it was recorded before.
pub(crate) async fn note_run(tx: &mut impl InCompany, step: &LoanStep, rule: &RuleThen, run: Run<'_>) -> Result<bool> {
    let company = tx.company();
    let Run { tasks, unmet, would } = run;
    let would = would.map(serde_json::to_value).transpose().map_err(Error::internal)?;
    let unmet = unmet.map(|unmet| json!({ "field": unmet.field, "values": unmet.values }));
    let noted = sqlx::query!(
        "insert into automation_run (company_id, step_id, rule_id, rule_version, loan_id, task_count, unmet, would)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict do nothing",
        company,
        step.id,
        rule.id,
        rule.version,
        step.loan,
        tasks,
        unmet,
        would
    )
    .execute(&mut **tx)
    .await?;
    Ok(noted.rows_affected() > 0)
}

/// Rule runs on a loan, newest first.
pub(crate) async fn runs(tx: &mut Tx, loan: i64) -> Result<Vec<RunOut>> {
    let rows = sqlx::query!(
        "select n.rule_id, r.name as rule_name, n.rule_version, n.at as \"at: Timestamp\", s.stage_name as \"stage_name?\",
                o.fields as \"fields?\", o.reached_on as \"reached_on?: Date\",
                o.unchanged_since as \"unchanged_since?: Timestamp\", n.task_count, n.unmet, n.acts, n.refused
         from automation_run n
         join automation_rule r on r.company_id = $1 and r.id = n.rule_id
         left join loan_stage_entry s on s.company_id = $1 and s.id = n.step_id
         left join automation_occasion o on o.company_id = $1 and o.id = n.step_id
         where n.company_id = $1
           and n.loan_id = $2
           and n.would is null
         order by n.step_id desc, n.rule_id
         limit 100",
        tx.company(),
        loan
    )
    .fetch_all(&mut **tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(RunOut {
                rule_id: row.rule_id,
                rule_name: row.rule_name,
                version: row.rule_version,
                at: row.at,
                occasion: OccasionOut {
                    stage_name: row.stage_name,
                    fields: watched(row.fields),
                    reached_on: row.reached_on,
                    unchanged_since: row.unchanged_since,
                },
                task_count: row.task_count,
                acts: serde_json::from_value(row.acts).map_err(Error::internal)?,
                refused: row.refused,
                unmet: row.unmet.map(serde_json::from_value).transpose().map_err(Error::internal)?,
            })
        })
        .collect()
}

/// Log of a rule, newest first; limited to one branch's loans if given.
pub(crate) async fn log(tx: &mut Tx, rule: i64, org_unit: Option<i64>) -> Result<Vec<EntryOut>> {
    let rows = sqlx::query!(
        "select n.loan_id, l.loan_number as \"loan_number!\", l.borrower_name as \"borrower_name!\", s.stage_name as \"stage_name?\",
                o.fields as \"fields?\", o.reached_on as \"reached_on?: Date\",
                o.unchanged_since as \"unchanged_since?: Timestamp\", n.at as \"at: Timestamp\", n.rule_version, n.task_count, n.would, n.unmet, n.acts, n.refused
         from automation_run n
         join loan_name l on l.company_id = $1 and l.loan_id = n.loan_id
         left join loan_stage_entry s on s.company_id = $1 and s.id = n.step_id
         left join automation_occasion o on o.company_id = $1 and o.id = n.step_id
         where n.company_id = $1
           and n.rule_id = $2
           and ($3::bigint is null or l.org_unit_id = $3)
         order by n.step_id desc
         limit 100",
        tx.company(),
        rule,
        org_unit
    )
    .fetch_all(&mut **tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(EntryOut {
                loan_id: row.loan_id,
                loan_number: row.loan_number,
                borrower_name: row.borrower_name,
                occasion: OccasionOut {
                    stage_name: row.stage_name,
                    fields: watched(row.fields),
                    reached_on: row.reached_on,
                    unchanged_since: row.unchanged_since,
                },
                at: row.at,
                version: row.rule_version,
                task_count: row.task_count,
                acts: serde_json::from_value(row.acts).map_err(Error::internal)?,
                refused: row.refused,
                would: row.would.map(serde_json::from_value).transpose().map_err(Error::internal)?,
                unmet: row.unmet.map(serde_json::from_value).transpose().map_err(Error::internal)?,
            })
        })
        .collect()
}

/// Returns true if a unit belongs to the company.
pub(crate) async fn is_branch(tx: &mut Tx, org_unit: i64) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        "select exists (select from org_unit where company_id = $1 and id = $2) as \"is!\"",
        tx.company(),
        org_unit
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// Switches a rule off or on in a branch. Returns false if nothing changed.
pub(crate) async fn switch(tx: &mut Tx, rule: i64, org_unit: i64, is_off: bool) -> Result<bool> {
    let (company, user) = (tx.company(), tx.actor().user);
    let done = match is_off {
        true => {
            sqlx::query!(
                "insert into automation_rule_off (company_id, rule_id, org_unit_id, switched_off_by)
                 values ($1, $2, $3, $4)
                 on conflict do nothing",
                company,
                rule,
                org_unit,
                user
            )
            .execute(&mut **tx)
            .await?
        }
        false => {
            sqlx::query!(
                "delete from automation_rule_off where company_id = $1 and rule_id = $2 and org_unit_id = $3",
                company,
                rule,
                org_unit
            )
            .execute(&mut **tx)
            .await?
        }
    };
    Ok(done.rows_affected() > 0)
}

/// Names of rules.
pub(crate) async fn names(tx: &mut impl InCompany, rules: &[i64]) -> Result<Vec<String>> {
    let company = tx.company();
    Ok(sqlx::query_scalar!(
        "select r.name
         from unnest($2::bigint[]) with ordinality as u (id, position)
         join automation_rule r on r.company_id = $1 and r.id = u.id
         order by u.position",
        company,
        rules
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Records that rules were stopped because they trigger each other endlessly. Returns false if it was recorded before.
pub(crate) async fn note_stop(
    tx: &mut impl InCompany,
    step: &LoanStep,
    rules: &[RuleThen],
    circle: &[String],
) -> Result<bool> {
    let mut is_new = false;
    for rule in rules {
        if note_run(tx, step, rule, Run::default()).await? {
            is_new = true;
            let refusal = format!("Stopped after {STEPS_MAX} steps: {} bring one another about.", circle.join(", "));
            note_refusal(tx, step.id, rule.id, &refusal).await?;
        }
    }
    Ok(is_new)
}

/// Records why an action of a rule failed.
pub(crate) async fn note_refusal(tx: &mut impl InCompany, step: i64, rule: i64, refusal: &str) -> Result<()> {
    let company = tx.company();
    sqlx::query!(
        "update automation_run set refused = left(concat_ws(' ', refused, $4::text), 1000) where company_id = $1 and step_id = $2 and rule_id = $3",
        company,
        step,
        rule,
        refusal
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Records an action of a rule on the loan itself.
pub(crate) async fn note_act(tx: &mut impl InCompany, step: i64, rule: i64, action: &Action) -> Result<()> {
    let company = tx.company();
    let act = serde_json::to_value([action]).map_err(Error::internal)?;
    sqlx::query!(
        "update automation_run set acts = acts || $4 where company_id = $1 and step_id = $2 and rule_id = $3",
        company,
        step,
        rule,
        act
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Sends one event for tasks that rules created, with the user who caused it.
pub(crate) async fn tell(tx: &mut impl InCompany, task: i64, actor: Option<i64>) -> Result<()> {
    let company = tx.company();
    sqlx::query!(
        "insert into event (company_id, kind, entity_id, actor_user_id) values ($1, 'task.automation', $2, $3)",
        company,
        task,
        actor
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
