-- A branch may keep business days of its own instead of its company's, and offices may be closed on a weekday.
-- Locks: org_unit for a moment, it gets columns without rewriting its rows; business_holiday while its few rows are told whose they
-- are. The version before writes a company's days as it did, and removes those of branches with them.

alter table org_unit add column has_own_calendar boolean not null default false;
-- Monday 1 to Friday 5; one of them stays open, so that every count of days ends.
alter table org_unit add column closed_weekdays smallint[] not null default '{}';
alter table org_unit add constraint org_unit_closed_weekdays
  check (cardinality(closed_weekdays) <= 4 and closed_weekdays <@ array[1, 2, 3, 4, 5]::smallint[]) not valid;

alter table business_holiday add column org_unit_id bigint;
alter table business_holiday add foreign key (company_id, org_unit_id) references org_unit (company_id, id);
do $$
declare
  company bigint;
begin
  for company in select id from org_unit where id = company_id loop
    perform set_config('app.company_id', company::text, true);
    update business_holiday set org_unit_id = company_id where company_id = company;
  end loop;
  perform set_config('app.company_id', '', true);
end
$$;
alter table business_holiday alter column org_unit_id set default nullif(current_setting('app.company_id', true), '')::bigint;
alter table business_holiday alter column org_unit_id set not null;
alter table business_holiday drop constraint business_holiday_pkey;
alter table business_holiday add primary key (company_id, org_unit_id, closed_on);

-- `calendar_id`: the unit whose days count.
create or replace view office_calendar with (security_invoker = true) as
select b.company_id, b.id as org_unit_id, b.time_zone, coalesce(b.state_code, c.state_code) as state_code, k.saturday_open,
       array(select h.closed_on
             from business_holiday h
             where h.company_id = b.company_id and h.org_unit_id = k.id
             order by h.closed_on) as holidays,
       array(select h.name
             from business_holiday h
             where h.company_id = b.company_id and h.org_unit_id = k.id
             order by h.closed_on) as holiday_names,
       k.closed_weekdays, k.id as calendar_id
from org_unit b
join org_unit c on c.id = b.company_id
join org_unit k on k.id = case when b.has_own_calendar then b.id else b.company_id end;
