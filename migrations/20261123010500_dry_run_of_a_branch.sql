-- What a rule would have done to the loans of one branch stands beside what it would have done to all, not in its place.
-- Locks: the table, for the moment that its few rows take.
alter table automation_dry_run
  drop constraint automation_dry_run_pkey,
  add id bigint generated always as identity,
  add primary key (company_id, id),
  add unique nulls not distinct (company_id, rule_id, org_unit_id);
