-- The clocks of the law on loans: what was done on a loan that starts or ends one, and where each of them stands
-- (`lending::clocks`). The calendar of offices tells the names of a company's own closed days, by which a count explains itself.
-- Locks: none on rows; the view is replaced.

create or replace view office_calendar with (security_invoker = true) as
select b.company_id, b.id as org_unit_id, b.time_zone, coalesce(b.state_code, c.state_code) as state_code, c.saturday_open,
       array(select h.closed_on from business_holiday h where h.company_id = b.company_id order by h.closed_on) as holidays,
       array(select h.name from business_holiday h where h.company_id = b.company_id order by h.closed_on) as holiday_names
from org_unit b
join org_unit c on c.id = b.company_id;

-- Append-only. What was recorded in error is taken back by a row of its own, and stays to be read.
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
  -- A corrected Closing Disclosure for which three days begin anew.
  restarts    boolean not null default false,
  -- What else its kind tells: circumstance and fees, rates before and after.
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

-- One row for each clock of a loan. One that was met is not computed again as long as its act stands.
create table loan_clock (
  company_id bigint not null,
  loan_id    bigint not null,
  rule       text not null,
  -- The act that started it; 0 where a loan has one clock by the rule.
  subject_id bigint not null,
  started_on date,
  due_on     date,
  -- Each day between, counted or skipped with its reason; none for consecutive days.
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
-- Which deadlines a changed calendar moves.
create index loan_clock_running on loan_clock (company_id, rule, loan_id) where state = 'Running';
call make_tenant_table('loan_clock');
