-- A rule moves a loan: nobody did, so the step names the rule, and the rules by whose acts it came about, so that rules that bring one
-- another about are stopped.
-- Locks: `loan_stage_change` for a moment, it gets columns without a default, and a column that may be empty from now on; its check is
-- not asked of rows that are there. `automation_run` for a moment. The version before moves loans as it did, and can't show who made
-- a step that a rule has made to whom it lists as nobody.

alter table loan_stage_change
  alter column changed_by drop not null,
  -- Of `automation_rule`, whose rows stay. No foreign key: it would be asked of every step that a person makes.
  add column rule_id bigint,
  -- The rules that led here, the first one first; this one is the last.
  add column after_rules bigint[],
  add constraint loan_stage_change_by check (changed_by is not null or rule_id is not null) not valid;

alter table automation_run
  -- Why a part of what the rule does was not done.
  add column refused text check (length(refused) <= 1000);
grant update (refused) on automation_run to keyturn_app;

create or replace view loan_stage_entry with (security_invoker = true) as
select c.company_id, c.loan_id, c.id, c.stage_id, n.kind, c.recorded_at, c.changed_by, b.id is null as is_first,
       coalesce(not w.is_active, false) as is_rehoused, n.name as stage_name, coalesce(c.after_rules, '{}') as after_rules
from loan_stage_change c
join loan_stage n on n.company_id = c.company_id and n.id = c.stage_id
left join lateral (
  select o.id, o.stage_id
  from loan_stage_change o
  where o.company_id = c.company_id and o.loan_id = c.loan_id and o.id < c.id
  order by o.id desc
  limit 1) b on true
left join loan_stage w on w.company_id = c.company_id and w.id = b.stage_id;

-- What rules are called.
create view rule_name with (security_invoker = true) as
select company_id, id as rule_id, identifier, name from automation_rule;
grant select on rule_name to keyturn_app;
