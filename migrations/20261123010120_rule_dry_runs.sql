-- What a rule would have done in the past 90 days: found by a job, which writes nothing else.
-- Locks: none, the table is new. The version before knows nothing of it.

create table automation_dry_run (
  company_id  bigint not null,
  rule_id     bigint not null,
  -- Counts how often it was asked: the job of the time before ends when it sees another.
  run         integer not null default 1,
  asked_by    bigint not null,
  asked_at    timestamptz not null default now(),
  -- Only the loans of this branch, where whoever asks keeps no more.
  org_unit_id bigint,
  -- `tasks::rule::Definition` as it was when it was asked.
  definition  jsonb not null,
  -- Hundredths of the way.
  progress    smallint not null default 0 check (progress between 0 and 100),
  event_count bigint not null default 0,
  loan_count  bigint not null default 0,
  task_count  bigint not null default 0,
  -- The first of the loans, with what the rule would have done.
  loans       jsonb not null default '[]',
  finished_at timestamptz,
  primary key (company_id, rule_id),
  foreign key (company_id, rule_id) references automation_rule (company_id, id)
);
call make_tenant_table('automation_dry_run', 'select, insert, update');

-- When which field of an application was changed.
create view loan_field_entry with (security_invoker = true) as
select company_id, loan_id, id, path, changed_at from field_change;
grant select on loan_field_entry to keyturn_app;
