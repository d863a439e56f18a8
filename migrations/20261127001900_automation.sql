-- Automation rules, their versions, runs, and dry runs.

-- Automation rules.
create table automation_rule (
  company_id bigint not null,
  id         bigint generated always as identity,
  identifier text not null generated always as ('rule-' || id) stored,
  name       text not null check (length(name) between 1 and 100),
  is_active  boolean not null,
  -- `tasks::rule::Definition`.
  definition jsonb not null,
  -- Removed rules stay, because records name them.
  is_removed boolean not null default false,
  updated_at timestamptz not null default now(),
  version    integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id) references org_unit (id)
);
create unique index automation_rule_name on automation_rule (company_id, lower(name)) where not is_removed;
call make_tenant_table('automation_rule', 'select, insert, update');

alter table task add foreign key (company_id, rule_id) references automation_rule (company_id, id);

-- Versions of rules. An event is handled by the version that was active when it happened.
create table automation_rule_version (
  company_id bigint not null,
  rule_id    bigint not null,
  version    integer not null,
  name       text not null,
  is_active  boolean not null,
  definition jsonb not null,
  changed_by bigint,
  changed_at timestamptz not null default now(),
  -- Scheme and host of the company, for links in mail.
  origin     text,
  primary key (company_id, rule_id, version),
  foreign key (company_id, rule_id) references automation_rule (company_id, id)
);
call make_tenant_table('automation_rule_version', 'select, insert');

-- A rule's run for one event. The key makes each rule run once per event.
create table automation_run (
  company_id   bigint not null,
  -- The row of `loan_stage_change` or `automation_occasion`.
  step_id      bigint not null,
  rule_id      bigint not null,
  rule_version integer not null,
  loan_id      bigint not null,
  at           timestamptz not null default now(),
  task_count   smallint not null,
  -- The first condition that failed, with the loan's value. The rule did nothing.
  unmet        jsonb,
  -- What the rule would have done, for a rule on trial.
  would        jsonb,
  -- Why a part of the rule's actions was not done.
  refused      text check (length(refused) <= 1000),
  -- Changes to the loan itself (`tasks::RuleAction`).
  acts         jsonb not null default '[]',
  primary key (company_id, step_id, rule_id),
  foreign key (company_id, rule_id) references automation_rule (company_id, id)
);
create index automation_run_rule on automation_run (company_id, rule_id);
create index automation_run_loan on automation_run (company_id, loan_id, step_id desc);
call make_tenant_table('automation_run', 'select, insert');
grant update (refused) on automation_run to keyturn_app;
grant update (acts) on automation_run to keyturn_app;

create table automation_rule_off (
  company_id      bigint not null,
  rule_id         bigint not null,
  org_unit_id     bigint not null,
  switched_off_by bigint not null,
  switched_off_at timestamptz not null default now(),
  primary key (company_id, rule_id, org_unit_id),
  foreign key (company_id, rule_id) references automation_rule (company_id, id),
  foreign key (company_id, org_unit_id) references org_unit (company_id, id)
);
call make_tenant_table('automation_rule_off', 'select, insert, delete');

create table automation_occasion (
  company_id      bigint not null,
  id              bigint not null default nextval('loan_stage_change_id_seq'),
  loan_id         bigint not null,
  -- The changed fields, by their rule names.
  fields          text[] check (cardinality(fields) > 0),
  -- The rule whose day has come, or whose waiting time is over.
  rule_id         bigint,
  -- The loan's day of the rule, and the start of the unchanged period. The rule runs once for each.
  reached_on      date,
  unchanged_since timestamptz,
  at              timestamptz not null default clock_timestamp(),
  caused_by       bigint default nullif(current_setting('app.user_id', true), '')::bigint,
  -- The rules that led here, in order.
  after_rules     bigint[] not null default coalesce(nullif(current_setting('app.after_rules', true), ''), '{}')::bigint[],
  primary key (company_id, id),
  foreign key (company_id, loan_id) references loan (company_id, id),
  foreign key (company_id, rule_id) references automation_rule (company_id, id),
  check (num_nonnulls(fields, reached_on, unchanged_since) = 1),
  check ((fields is null) = (rule_id is not null))
);
create unique index automation_occasion_once
  on automation_occasion (company_id, rule_id, loan_id, reached_on, unchanged_since) nulls not distinct
  where rule_id is not null;
call make_tenant_table('automation_occasion', 'select, insert');

-- Dry runs of rules over the past 90 days. A job computes them and writes nothing else.
create table automation_dry_run (
  company_id  bigint not null,
  rule_id     bigint not null,
  -- Incremented with each request. A job stops when it sees a newer number.
  run         integer not null default 1,
  asked_by    bigint not null,
  asked_at    timestamptz not null default now(),
  -- Only loans of this branch, for users whose scope is the branch.
  org_unit_id bigint,
  -- `tasks::rule::Definition` at the time of the request.
  definition  jsonb not null,
  -- Percent.
  progress    smallint not null default 0 check (progress between 0 and 100),
  event_count bigint not null default 0,
  loan_count  bigint not null default 0,
  task_count  bigint not null default 0,
  -- The first matching loans, with the rule's actions.
  loans       jsonb not null default '[]',
  finished_at timestamptz,
  id          bigint generated always as identity,
  foreign key (company_id, rule_id) references automation_rule (company_id, id),
  primary key (company_id, id),
  unique nulls not distinct (company_id, rule_id, org_unit_id)
);
call make_tenant_table('automation_dry_run', 'select, insert, update');

-- Enqueues a job for an event, if the company has rules.
create function run_rules()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if exists (select from automation_rule r
             where r.company_id = (select company_id from steps limit 1) and r.is_active) then
    -- The job's kind may not exist before the first process has started.
    insert into jobs._private_tasks (identifier) values ('run-rules') on conflict do nothing;
    insert into jobs._private_jobs (task_id, payload, max_attempts)
    select t.id, json_build_object('company', s.company_id, 'step', s.id), 10
    from steps s
    join jobs._private_tasks t on t.identifier = 'run-rules'
    order by s.id;
  end if;
  return null;
end
$$;

-- Names of rules.
create view rule_name with (security_invoker = true) as
select company_id, id as rule_id, identifier, name from automation_rule;
grant select on rule_name to keyturn_app;

create trigger run_rules
after insert on automation_occasion referencing new table as steps
for each statement execute function run_rules();

-- Records changed fields of a loan, if a rule waits for one of them.
create function note_changed_fields()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
declare
  changed text[] := array_remove(array[
    case when new.purpose is distinct from old.purpose then 'purpose' end,
    case when new.mortgage_type is distinct from old.mortgage_type then 'mortgageType' end,
    case when new.lien is distinct from old.lien then 'lien' end,
    case when new.amortization is distinct from old.amortization then 'amortization' end,
    case when new.property_usage is distinct from old.property_usage then 'occupancy' end,
    case when new.state_code is distinct from old.state_code then 'state' end,
    case when new.is_non_delegated_correspondent <> old.is_non_delegated_correspondent then 'channel' end,
    case when new.amount_cents <> old.amount_cents then 'amount' end,
    case when new.purchase_price_cents is distinct from old.purchase_price_cents then 'purchasePrice' end,
    case when new.appraised_value_cents is distinct from old.appraised_value_cents then 'appraisedValue' end,
    case when new.note_rate_millionths is distinct from old.note_rate_millionths then 'rate' end,
    case when new.term_months is distinct from old.term_months then 'term' end,
    case when new.application_on is distinct from old.application_on then 'application' end,
    case when new.closing_on is distinct from old.closing_on then 'closing' end,
    case when new.lock_expires_on is distinct from old.lock_expires_on then 'lockExpiration' end,
    case when new.officer_id <> old.officer_id then 'officer' end,
    case when new.lender_id is distinct from old.lender_id then 'lender' end,
    case when new.org_unit_id <> old.org_unit_id then 'branch' end], null);
begin
  if exists (select from automation_rule r
             where r.company_id = new.company_id and r.is_active
               and r.definition @> '{"trigger": {"kind": "FIELD_CHANGED"}}'
               and r.definition #> '{trigger,fields}' ?| changed) then
    insert into automation_occasion (company_id, loan_id, fields) values (new.company_id, new.id, changed);
  end if;
  return null;
end
$$;

create trigger note_changed_fields
after update of purpose, mortgage_type, lien, amortization, property_usage, state_code, is_non_delegated_correspondent, amount_cents,
  purchase_price_cents, appraised_value_cents, note_rate_millionths, term_months, application_on, closing_on, lock_expires_on, officer_id,
  lender_id, org_unit_id on loan
for each row when ((old.purpose, old.mortgage_type, old.lien, old.amortization, old.property_usage, old.state_code,
                    old.is_non_delegated_correspondent, old.amount_cents, old.purchase_price_cents, old.appraised_value_cents,
                    old.note_rate_millionths, old.term_months, old.application_on, old.closing_on, old.lock_expires_on, old.officer_id,
                    old.lender_id, old.org_unit_id)
                   is distinct from
                   (new.purpose, new.mortgage_type, new.lien, new.amortization, new.property_usage, new.state_code,
                    new.is_non_delegated_correspondent, new.amount_cents, new.purchase_price_cents, new.appraised_value_cents,
                    new.note_rate_millionths, new.term_months, new.application_on, new.closing_on, new.lock_expires_on, new.officer_id,
                    new.lender_id, new.org_unit_id))
execute function note_changed_fields();

-- Fields of a loan that conditions can use, including the appraisal waiver.
create view loan_fact with (security_invoker = true) as
select l.company_id, l.id as loan_id, l.org_unit_id, l.stage_id, l.officer_id, l.lender_id, l.purpose, l.mortgage_type, l.lien, l.amortization,
       l.property_usage, l.state_code, l.amount_cents, l.purchase_price_cents, l.appraised_value_cents, l.note_rate_millionths, l.term_months,
       l.application_on, l.closing_on, l.lock_expires_on, p.line,
       array(select t.membership_id
             from loan_team_member t
             where t.company_id = l.company_id and t.loan_id = l.id and t.role in ('PROCESSOR', 'CONTRACTPROCESSOR')
             order by t.is_primary desc, t.membership_id) as processors,
       (select d.source_id
        from loan_lead a
        join lead d on d.company_id = a.company_id and d.id = a.lead_id
        where a.company_id = l.company_id and a.loan_id = l.id
        order by a.is_back, d.id
        limit 1) as lead_source_id,
       l.is_non_delegated_correspondent, a.document #>> '{property,appraisalWaiver}' as appraisal_waiver
from loan l
left join subject_property p on p.company_id = l.company_id and p.loan_id = l.id
left join loan_application a on a.company_id = l.company_id and a.loan_id = l.id;
grant select on loan_fact to keyturn_app;

-- When a field of an application changed.
create view loan_field_entry with (security_invoker = true) as
select company_id, loan_id, id, path, changed_at from field_change;
grant select on loan_field_entry to keyturn_app;

-- Enqueues a job when a loan is created or enters a stage, if a rule waits for it.
create function run_rules_of_step()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if exists (select from automation_rule r
             where r.company_id = (select company_id from steps limit 1) and r.is_active) then
    -- The job's kind may not exist before the first process has started.
    insert into jobs._private_tasks (identifier) values ('run-rules') on conflict do nothing;
    insert into jobs._private_jobs (task_id, payload, max_attempts)
    select t.id, json_build_object('company', s.company_id, 'step', s.id), 10
    from steps s
    join jobs._private_tasks t on t.identifier = 'run-rules'
    where exists (select from automation_rule r
                  where r.company_id = s.company_id
                    and r.is_active
                    and ((r.definition @> '{"trigger": {"kind": "CREATED"}}'
                          and not exists (select from loan_stage_change b
                                          where b.company_id = s.company_id and b.loan_id = s.loan_id and b.id < s.id))
                         or (r.definition @> '{"trigger": {"kind": "STAGE_ENTERED"}}'
                             and r.definition #> '{trigger,stageIds}' @> to_jsonb(s.stage_id))))
    order by s.id;
  end if;
  return null;
end
$$;

create trigger run_rules
after insert on loan_stage_change referencing new table as steps
for each statement execute function run_rules_of_step();
