-- Loan stages are kept like the other lists of a company: renamed, retired, each with the version that `If-Match` names.
-- Lenders are one more list.
-- Locks: `loan_stage` for a moment, it gets two columns without rewriting its rows and another index over some twenty of
-- them. The version before reads neither.

alter table loan_stage add column is_active boolean not null default true;
alter table loan_stage add column version integer not null default 1;
alter table loan_stage drop constraint loan_stage_company_id_name_key;
create unique index loan_stage_name on loan_stage (company_id, lower(name));

create table lender partition of list_entry (
  constraint lender_id unique (company_id, id),
  check (kind is null)
) for values in ('lender');
create unique index lender_name on lender (company_id, lower(name));
call make_tenant_table('lender', 'select');

-- What other features' forms offer of a list.
create view list_choice with (security_invoker = true) as
select company_id, list, id, name, kind, position
from list_entry
where is_active;
grant select on list_choice to keyturn_app;
