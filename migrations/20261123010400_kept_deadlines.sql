-- How a deadline was kept, and which day of a loan a rule means, are each said in one place.
-- Locks: none; a view and a function are new.

-- The deadlines of loans that are due on a day, and how each was kept: by its day, after it, not at all, or not yet.
create view kept_deadline with (security_invoker = true) as
select c.company_id, c.loan_id, c.rule, c.subject_id, c.due_on, c.met_on, l.loan_number, l.borrower_name, l.officer_id, l.org_unit_id,
       u.name as branch_name,
       case when c.state = 'Met' and c.met_on <= c.due_on then 'Met'
            when c.state = 'Met' then 'Late'
            when c.state = 'Running' and c.due_on >= (now() at time zone u.time_zone)::date then 'Open'
            else 'Missed' end as outcome
from loan_clock c
join loan l on l.company_id = c.company_id and l.id = c.loan_id
join org_unit u on u.company_id = c.company_id and u.id = l.org_unit_id
where c.state <> 'NotDue';
grant select on kept_deadline to keyturn_app;

-- The day of a loan by the name that rules have for it (`lending::tasks::LoanDay`).
create function day_of_loan(days loan_day, named text)
returns date
language sql
stable
as $$
  select case named
    when 'CREATED' then (days).created_on
    when 'APPLICATION' then (days).application_on
    when 'LOAN_ESTIMATE' then (days).loan_estimate_on
    when 'CLOSING_DISCLOSURE' then (days).closing_disclosure_on
    when 'LOCK_EXPIRY' then (days).lock_expires_on
    when 'CLOSING' then (days).closing_on
    when 'FUNDING' then (days).funded_on
  end
$$;
grant execute on function day_of_loan(loan_day, text) to keyturn_app;
