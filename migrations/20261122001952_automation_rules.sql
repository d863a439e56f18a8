-- Rules by which tasks are made when something happens to a loan: what a company has said once, done each time.
-- Locks: `task` for a moment, it gets columns that need no rewriting; `loan_stage_change` for a moment, it gets a trigger. The version
-- before moves loans as it did, and the first process that knows rules follows what it did; a single task that a rule has made can't be
-- opened there, for it expects everybody's maker.

create table automation_rule (
  company_id bigint not null,
  id         bigint generated always as identity,
  identifier text not null generated always as ('rule-' || id) stored,
  name       text not null check (length(name) between 1 and 100),
  is_active  boolean not null,
  -- `tasks::rule::Definition`.
  definition jsonb not null,
  -- Its name is kept for what it has made.
  is_removed boolean not null default false,
  updated_at timestamptz not null default now(),
  version    integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id) references org_unit (id)
);
create unique index automation_rule_name on automation_rule (company_id, lower(name)) where not is_removed;
call make_tenant_table('automation_rule', 'select, insert, update');

-- What a rule said from when on: whatever happened before it was changed is followed as it was.
create table automation_rule_version (
  company_id bigint not null,
  rule_id    bigint not null,
  version    integer not null,
  name       text not null,
  is_active  boolean not null,
  definition jsonb not null,
  changed_by bigint,
  changed_at timestamptz not null default now(),
  primary key (company_id, rule_id, version),
  foreign key (company_id, rule_id) references automation_rule (company_id, id)
);
call make_tenant_table('automation_rule_version', 'select, insert');

-- A rule acts once on a step of a loan: whoever comes second finds this row.
create table automation_run (
  company_id   bigint not null,
  -- The row of `loan_stage_change`.
  step_id      bigint not null,
  rule_id      bigint not null,
  rule_version integer not null,
  loan_id      bigint not null,
  at           timestamptz not null default now(),
  task_count   smallint not null,
  primary key (company_id, step_id, rule_id),
  foreign key (company_id, rule_id) references automation_rule (company_id, id)
);
create index automation_run_rule on automation_run (company_id, rule_id);
call make_tenant_table('automation_run', 'select, insert');

alter table task
  -- Nobody made it: a rule did, on a step of the loan.
  alter column creator_id drop not null,
  add column rule_id bigint,
  add column step_id bigint,
  add foreign key (company_id, rule_id) references automation_rule (company_id, id) not valid,
  add check (creator_id is not null or rule_id is not null) not valid;
create index task_step on task (company_id, step_id) where step_id is not null;

-- The stages of a company, and which of them a loan reached when.
create view loan_stage_choice with (security_invoker = true) as
select company_id, id as stage_id, name from loan_stage;
-- One that was moved because its stage was retired has entered nothing.
create view loan_stage_entry with (security_invoker = true) as
select c.company_id, c.loan_id, c.id, c.stage_id, n.kind, c.recorded_at, c.changed_by, b.id is null as is_first,
       coalesce(not w.is_active, false) as is_rehoused
from loan_stage_change c
join loan_stage n on n.company_id = c.company_id and n.id = c.stage_id
left join lateral (
  select o.id, o.stage_id
  from loan_stage_change o
  where o.company_id = c.company_id and o.loan_id = c.loan_id and o.id < c.id
  order by o.id desc
  limit 1) b on true
left join loan_stage w on w.company_id = c.company_id and w.id = b.stage_id;
grant select on loan_stage_choice, loan_stage_entry to keyturn_app;

-- A step of a loan causes a job in its own transaction where the company has rules, whichever statement writes it.
create function run_rules()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if exists (select from automation_rule r
             where r.company_id = (select company_id from steps limit 1) and r.is_active) then
    -- The kind is there from the first start of a process that knows it.
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
create trigger run_rules
after insert on loan_stage_change referencing new table as steps
for each statement execute function run_rules();
