-- Rules wait for more than the steps of loans: for a field that changes, for a day that comes, for hours in which nothing changes. Each
-- such thing is a row here, and causes the same job as a step does.
-- Locks: `loan` for a moment, it gets a trigger; the new table is empty. The version before can't read a rule that waits for any of this,
-- and tries again until this one has come.

-- Whatever brings rules about has a number of its own, and the later the higher: `automation_run.step_id` and `task.step_id` are either a
-- row of `loan_stage_change` or one of these.
grant usage on sequence loan_stage_change_id_seq to keyturn_app;

create table automation_occasion (
  company_id      bigint not null,
  id              bigint not null default nextval('loan_stage_change_id_seq'),
  loan_id         bigint not null,
  -- The fields that have changed, by the names that rules have for them.
  fields          text[] check (cardinality(fields) > 0),
  -- The one rule whose day has come, or whose hours are over.
  rule_id         bigint,
  -- The loan's day that it hangs on, and since when nothing has changed: for each of them it acts once.
  reached_on      date,
  unchanged_since timestamptz,
  at              timestamptz not null default clock_timestamp(),
  caused_by       bigint default nullif(current_setting('app.user_id', true), '')::bigint,
  -- The rules that led here, the first one first.
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

create trigger run_rules
after insert on automation_occasion referencing new table as steps
for each statement execute function run_rules();

-- A loan whose fields change brings about the rules that wait for one of them, whichever statement changes it.
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

-- With what says whether a loan is under way, and since when it is as it is.
create or replace view loan_day with (security_invoker = true) as
select l.company_id, l.id as loan_id, l.org_unit_id, (l.created_at at time zone c.time_zone)::date as created_on,
       l.trid_on as application_on,
       (select k.due_on
        from loan_clock k
        where k.company_id = l.company_id and k.loan_id = l.id and k.rule = 'LoanEstimate'
        limit 1) as loan_estimate_on,
       (select k.due_on
        from loan_clock k
        where k.company_id = l.company_id and k.loan_id = l.id and k.rule = 'ClosingDisclosure'
        limit 1) as closing_disclosure_on,
       l.lock_expires_on, l.closing_on, l.funded_on, c.saturday_open, c.closed_weekdays, c.holidays, c.holiday_names,
       l.stage_rank, l.updated_at
from loan l
join office_calendar c on c.company_id = l.company_id and c.org_unit_id = l.org_unit_id;
