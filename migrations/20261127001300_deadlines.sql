-- Compliance events and the deadlines that follow from them.

-- Append-only. A wrong record is retracted by a row of its own, and stays readable.
create table clock_act (
  company_id  bigint not null,
  id          bigint generated always as identity,
  loan_id     bigint not null,
  kind        text not null,
  -- The day in the time zone of the loan's branch.
  happened_on date not null,
  manner      text check (manner in ('InPerson', 'Mail', 'Email', 'Portal', 'Phone')),
  -- The disclosure that was received, or the circumstance that a revised Loan Estimate answers.
  about_id    bigint,
  -- A corrected Closing Disclosure that restarts the three-day wait.
  restarts    boolean not null default false,
  -- Details by kind: circumstance and fees, rates before and after.
  details     jsonb not null,
  note        text check (length(note) between 1 and 2000),
  recorded_by bigint not null,
  recorded_at timestamptz not null default now(),
  primary key (company_id, loan_id, id),
  unique (company_id, id),
  foreign key (company_id, loan_id) references loan (company_id, id),
  foreign key (company_id, loan_id, about_id) references clock_act (company_id, loan_id, id)
);
call make_tenant_table('clock_act', 'select, insert');

create table clock_act_retraction (
  company_id   bigint not null,
  act_id       bigint not null,
  reason       text not null check (length(reason) between 1 and 500),
  retracted_by bigint not null,
  retracted_at timestamptz not null default now(),
  primary key (company_id, act_id),
  foreign key (company_id, act_id) references clock_act (company_id, id)
);
call make_tenant_table('clock_act_retraction', 'select, insert');

-- The deadlines of a loan. A met deadline isn't computed again unless its record is retracted.
create table loan_clock (
  company_id bigint not null,
  loan_id    bigint not null,
  rule       text not null,
  -- The record that started it; 0 if the loan has one deadline of this rule.
  subject_id bigint not null,
  started_on date,
  due_on     date,
  -- Each day counted or skipped, with the reason. Null for consecutive days.
  days       jsonb not null,
  state      text not null check (state in ('Running', 'Met', 'Missed', 'NotDue')),
  met_on     date,
  met_by     bigint,
  reason     text,
  primary key (company_id, loan_id, rule, subject_id),
  foreign key (company_id, loan_id) references loan (company_id, id),
  foreign key (company_id, loan_id, met_by) references clock_act (company_id, loan_id, id),
  check ((state = 'Met') = (met_on is not null) and (state = 'Met') = (met_by is not null)),
  check ((state = 'NotDue') = (reason is not null)),
  check ((started_on is null) = (due_on is null) and (due_on is not null or state = 'NotDue'))
);
-- Deadlines that a calendar change moves.
create index loan_clock_running on loan_clock (company_id, rule, loan_id) where state = 'Running';
-- Deadlines by due day, for the report on a period.
create index loan_clock_due on loan_clock (company_id, due_on);
call make_tenant_table('loan_clock');

-- Days of a loan, with the values that show whether it is active.
create view loan_day with (security_invoker = true) as
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
grant select on loan_day to keyturn_app;

-- Deadlines by due day and result: on time, late, missed, or open.
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

-- A day of a loan by its rule name (`lending::tasks::LoanDay`).
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
