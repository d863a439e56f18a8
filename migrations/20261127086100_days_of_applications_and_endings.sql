-- Reports count withdrawn and denied applications by the day of their ending, and loans that were made at such a stage had none.
-- The application date is one date everywhere: the day that the application states, else the day on which the last of its six
-- items arrived. Until now the pipeline and the reports read the first and tasks the second.
-- Compatible: yes
-- Locks: ACCESS EXCLUSIVE on loan while its rows are filled in, for triggers are off: a correction of old rows causes no task,
-- rule or event. The version before reads both columns and writes application_on from the application alone.

alter table loan disable trigger user;
do $$
declare
  company bigint;
begin
  for company in select id from org_unit where id = company_id loop
    perform set_config('app.company_id', company::text, true);
    update loan l
    set adverse_on = (l.stage_since at time zone c.time_zone)::date
    from loan_stage s, org_unit c
    where l.company_id = company
      and l.adverse_on is null
      and s.company_id = company
      and s.id = l.stage_id
      and s.kind in ('ApprovedNotAccepted', 'Denied', 'Withdrawn', 'Incomplete')
      and c.id = company;
    update loan set application_on = trid_on where company_id = company and application_on is null and trid_on is not null;
  end loop;
  perform set_config('app.company_id', '', true);
end
$$;
alter table loan enable trigger user;

create or replace view loan_day with (security_invoker = true) as
select l.company_id, l.id as loan_id, l.org_unit_id, (l.created_at at time zone c.time_zone)::date as created_on,
       l.application_on,
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

drop trigger follow_tasks_of_loan on loan;
create trigger follow_tasks_of_loan
after update of application_on, lock_expires_on, closing_on, funded_on, org_unit_id on loan
for each row when ((old.application_on, old.lock_expires_on, old.closing_on, old.funded_on, old.org_unit_id)
                   is distinct from (new.application_on, new.lock_expires_on, new.closing_on, new.funded_on, new.org_unit_id))
execute function follow_tasks_of_loan();
