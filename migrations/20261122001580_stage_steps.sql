-- Why a loan went where it went: a step to another stage keeps what was told for it, and the loan the day on which its
-- application ended. Why applications are withdrawn is one more list of the company.
-- Locks: `loan` and `loan_stage_change` for a moment, they get columns without rewriting their rows; rows that are there
-- have none of them and are not looked at. The version before writes steps without reasons.

create table withdrawal_reason partition of list_entry (
  constraint withdrawal_reason_id unique (company_id, id),
  check (kind is null)
) for values in ('withdrawal-reason');
create unique index withdrawal_reason_name on withdrawal_reason (company_id, lower(name));
call make_tenant_table('withdrawal_reason', 'select');

-- Gives a company the reasons that a new one begins with; the company has to be entered.
create function give_loan_lists(p_company bigint)
returns void
language sql
set search_path = public, pg_temp
as $$
  insert into list_entry (company_id, list, name, position)
  select p_company, 'withdrawal-reason', name, position
  from unnest(array['Chose another lender', 'Rate or terms', 'Purchase fell through', 'Property', 'Postponed',
                    'No longer interested'])
    with ordinality as given(name, position);
$$;
grant execute on function give_loan_lists(bigint) to keyturn_app;

do $$
declare
  company bigint;
begin
  for company in select id from org_unit where id = company_id loop
    perform set_config('app.company_id', company::text, true);
    perform give_loan_lists(company);
  end loop;
  perform set_config('app.company_id', '', true);
end
$$;

-- The day on which the application was withdrawn, denied, not accepted or closed for incompleteness.
alter table loan add column adverse_on date;

alter table loan_stage_change add column reason_id bigint;
alter table loan_stage_change add column reason text;
-- Principal reasons for a denial by their codes in the HMDA register, at most four (12 CFR 1003.4(a)(16)).
alter table loan_stage_change add column denial_reasons smallint[];
alter table loan_stage_change add constraint loan_stage_change_reason
  check (length(reason) between 1 and 500) not valid;
alter table loan_stage_change add constraint loan_stage_change_denial_reasons
  check (cardinality(denial_reasons) between 1 and 4 and denial_reasons <@ array[1, 2, 3, 4, 5, 6, 7, 8, 9]::smallint[]) not valid;
alter table loan_stage_change add foreign key (company_id, reason_id) references withdrawal_reason (company_id, id) not valid;
