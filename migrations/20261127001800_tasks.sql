-- Tasks, task templates, and comments.

-- Task templates. Every company starts with the defaults.
create table task_template (
  company_id      bigint not null,
  id              bigint generated always as identity,
  position        integer not null,
  -- The kind of record that the template applies to.
  about           text not null check (about in ('LOAN', 'LEAD')),
  -- Title and text may contain merge fields (`lending::tags`).
  title           text not null check (length(title) between 1 and 200),
  text            text not null default '' check (length(text) <= 4000),
  -- As for a task. START is the day on which the task is created.
  due_days        smallint check (due_days between 0 and 400),
  due_count       text check (due_count in ('CALENDAR', 'BUSINESS')),
  due_side        text check (due_side in ('BEFORE', 'AFTER')),
  due_of          text check (due_of in (
    'START', 'CREATED', 'APPLICATION', 'LOAN_ESTIMATE', 'CLOSING_DISCLOSURE', 'LOCK_EXPIRY', 'CLOSING', 'FUNDING')),
  priority        text not null default 'NORMAL' check (priority in ('LOW', 'NORMAL', 'HIGH')),
  role            text,
  role_is_primary boolean,
  -- Checklist items and requested documents.
  checklist       jsonb not null default '[]' check (jsonb_typeof(checklist) = 'array' and jsonb_array_length(checklist) <= 50),
  documents       jsonb not null default '[]' check (jsonb_typeof(documents) = 'array' and jsonb_array_length(documents) <= 50),
  updated_at      timestamptz not null default now(),
  version         integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id) references org_unit (id),
  check (num_nonnulls(due_days, due_count, due_side, due_of) in (0, 4)),
  check (num_nonnulls(role, role_is_primary) in (0, 2)),
  check (about = 'LOAN' or coalesce(due_of, 'START') = 'START')
);
create unique index task_template_title on task_template (company_id, about, lower(title));
call make_tenant_table('task_template');

-- Tasks, on a loan, on a lead, or on neither.
create table task (
  company_id      bigint not null,
  id              bigint generated always as identity,
  -- The branch of the loan or lead, otherwise of the assignee.
  org_unit_id     bigint not null,
  loan_id         bigint,
  lead_id         bigint,
  -- The assignee's membership; null if unassigned.
  assignee_id     bigint,
  title           text not null check (length(title) between 1 and 200),
  description     text not null default '' check (length(description) <= 4000),
  due_on          date,
  priority        text not null default 'NORMAL' check (priority in ('LOW', 'NORMAL', 'HIGH')),
  -- A removed task stays while its event may be delivered. The sweep deletes it.
  status          text not null default 'TODO' check (status in ('TODO', 'DONE', 'REMOVED')),
  done_at         timestamptz,
  done_by         bigint,
  -- The creator's membership.
  creator_id      bigint,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  version         integer not null default 1,
  -- The title as normalized search text.
  words           text collate "C" not null,
  -- A task without due date sorts last. Sort keys are never null.
  due_key         date not null generated always as (coalesce(due_on, date '9999-12-31')) stored,
  -- Orders by loan, then by due date.
  loan_key        text collate "C" not null generated always as
    (lpad(coalesce(loan_id, 999999999999)::text, 12, '0') || lpad((coalesce(due_on, date '9999-12-31') - date '0001-01-01')::text, 7, '0')) stored,
  -- Days of which kind, before or after which day of the loan (`lending::tasks::DueRule`).
  due_days        smallint check (due_days between 0 and 400),
  due_count       text check (due_count in ('CALENDAR', 'BUSINESS')),
  due_side        text check (due_side in ('BEFORE', 'AFTER')),
  due_of          text check (due_of in (
    'CREATED', 'APPLICATION', 'LOAN_ESTIMATE', 'CLOSING_DISCLOSURE', 'LOCK_EXPIRY', 'CLOSING', 'FUNDING')),
  -- The seat on the loan's team. `assignee_id` is its holder or substitute.
  role            text,
  role_is_primary boolean,
  -- Recurrence, and the day of the first occurrence once it is known.
  repeat_every    smallint check (repeat_every between 1 and 99),
  repeat_unit     text check (repeat_unit in ('DAY', 'WEEK', 'MONTH', 'YEAR')),
  repeat_first    date,
  -- The task starts when that task is done.
  after_task_id   bigint,
  checklist       jsonb not null default '[]' check (jsonb_typeof(checklist) = 'array' and jsonb_array_length(checklist) <= 50),
  -- The template of the task, while it exists.
  template_id     bigint,
  documents       jsonb not null default '[]' check (jsonb_typeof(documents) = 'array' and jsonb_array_length(documents) <= 50),
  rule_id         bigint,
  step_id         bigint,
  primary key (company_id, id),
  foreign key (company_id, org_unit_id) references org_unit (company_id, id),
  foreign key (company_id, loan_id) references loan (company_id, id),
  foreign key (company_id, lead_id) references lead (company_id, id),
  foreign key (company_id, assignee_id) references membership (company_id, id),
  foreign key (company_id, creator_id) references membership (company_id, id),
  check (loan_id is null or lead_id is null),
  check ((status = 'DONE') = (done_at is not null)),
  foreign key (company_id, after_task_id) references task (company_id, id),
  check (num_nonnulls(due_days, due_count, due_side, due_of) in (0, 4)),
  check (num_nonnulls(role, role_is_primary) in (0, 2)),
  check (num_nonnulls(repeat_every, repeat_unit) in (0, 2)),
  check (repeat_first is null or repeat_every is not null),
  check (loan_id is not null or (due_days is null and role is null)),
  check (creator_id is not null or rule_id is not null)
);
create index task_by_due         on task (company_id, status, due_key, id);
create index task_by_updated     on task (company_id, status, updated_at, id);
create index task_by_loan        on task (company_id, status, loan_key, id);
create index task_unit_by_due     on task (company_id, org_unit_id, status, due_key, id);
create index task_unit_by_updated on task (company_id, org_unit_id, status, updated_at, id);
create index task_unit_by_loan    on task (company_id, org_unit_id, status, loan_key, id);
-- A user's tasks. Also counted by this index alone.
create index task_assignee on task (company_id, assignee_id, status, due_key, id);
create index task_creator  on task (company_id, creator_id, status, id);
create index task_loan     on task (company_id, loan_id, status, due_key, id) where loan_id is not null;
create index task_lead     on task (company_id, lead_id, status, due_key, id) where lead_id is not null;
create index task_words    on task (company_id, words, id);
create index task_after on task (company_id, after_task_id) where after_task_id is not null;
create index task_follows on task (company_id, loan_id) where status = 'TODO' and (due_days is not null or role is not null);
create index task_step on task (company_id, step_id) where step_id is not null;
call make_tenant_table('task');

-- Plain-text comments on tasks. A deleted comment leaves a mark.
create table task_comment (
  company_id bigint not null,
  id         bigint generated always as identity,
  task_id    bigint not null,
  -- The author's membership.
  author_id  bigint not null,
  text       text not null check (length(text) <= 2000),
  created_at timestamptz not null default now(),
  edited_at  timestamptz,
  deleted_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, task_id) references task (company_id, id) on delete cascade,
  foreign key (company_id, author_id) references membership (company_id, id),
  check ((deleted_at is not null) = (text = ''))
);
-- A task's comments in order. Also counted by this index alone.
create index task_comment_task on task_comment (company_id, task_id, id) include (deleted_at);
call make_tenant_table('task_comment');

-- A loan or lead that moves to another branch updates the branch of its tasks.
create function move_tasks()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
declare
  task_id bigint;
  task_words text;
begin
  for task_id, task_words in
    update task
    set org_unit_id = new.org_unit_id
    where company_id = new.company_id
      and ((tg_table_name = 'loan' and loan_id = new.id) or (tg_table_name = 'lead' and lead_id = new.id))
      and status <> 'REMOVED'
    returning id, words
  loop
    perform put_search_entry('task', new.org_unit_id, task_id, task_words);
  end loop;
  return null;
end
$$;

create trigger move_tasks_of_loan
after update of org_unit_id on loan
for each row when (old.org_unit_id is distinct from new.org_unit_id)
execute function move_tasks();

create trigger move_tasks_of_lead
after update of org_unit_id on lead
for each row when (old.org_unit_id is distinct from new.org_unit_id)
execute function move_tasks();

-- Enqueues a job that updates a loan's open tasks after its days or team have changed.
create function follow_tasks(p_company bigint, p_loan bigint)
returns void
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if exists (select from task
             where company_id = p_company and loan_id = p_loan and status = 'TODO'
               and (due_days is not null or role is not null)) then
    -- The job's kind may not exist before the first process has started.
    insert into jobs._private_tasks (identifier) values ('follow-tasks') on conflict do nothing;
    insert into jobs._private_jobs (task_id, payload, max_attempts)
    select id, json_build_object('company', p_company, 'loan', p_loan), 10
    from jobs._private_tasks
    where identifier = 'follow-tasks';
  end if;
end
$$;
grant execute on function follow_tasks(bigint, bigint) to keyturn_app;

create function follow_tasks_of_loan()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  perform follow_tasks(new.company_id, new.id);
  return null;
end
$$;

create trigger follow_tasks_of_loan
after update of trid_on, lock_expires_on, closing_on, funded_on, org_unit_id on loan
for each row when ((old.trid_on, old.lock_expires_on, old.closing_on, old.funded_on, old.org_unit_id)
                   is distinct from (new.trid_on, new.lock_expires_on, new.closing_on, new.funded_on, new.org_unit_id))
execute function follow_tasks_of_loan();

create function follow_tasks_of_part()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'DELETE' then
    perform follow_tasks(old.company_id, old.loan_id);
  else
    perform follow_tasks(new.company_id, new.loan_id);
  end if;
  return null;
end
$$;

create trigger follow_tasks_of_clock
after insert or update of due_on on loan_clock
for each row when (new.rule in ('LoanEstimate', 'ClosingDisclosure'))
execute function follow_tasks_of_part();

-- Merge fields of a loan. No sealed values.
create view loan_tag with (security_invoker = true) as
select l.company_id, l.id as loan_id, l.loan_number, l.borrower_name, b.first_name, b.last_name, l.amount_cents,
       l.note_rate_millionths, l.officer_id, l.org_unit_id, s.name as stage_name, p.line, p.city, p.state_code
from loan l
left join lateral (
  select first_name, last_name
  from loan_borrower
  where company_id = l.company_id and loan_id = l.id
  order by position
  limit 1) b on true
left join loan_stage s on s.company_id = l.company_id and s.id = l.stage_id
left join subject_property p on p.company_id = l.company_id and p.loan_id = l.id;
grant select on loan_tag to keyturn_app;

-- Merge fields of a lead, with its primary owner.
create view lead_tag with (security_invoker = true) as
select n.company_id, n.lead_id, n.org_unit_id, n.name, coalesce(c.first_name, '') as first_name, coalesce(c.last_name, '') as last_name,
       u.membership_id as owner_id
from lead_name n
left join lead_contact c on c.company_id = n.company_id and c.lead_id = n.lead_id and c.position = 1
left join lead_user u on u.company_id = n.company_id and u.lead_id = n.lead_id and u.position = 1;
grant select on lead_tag to keyturn_app;

-- Inserts the default task templates of a new company. The transaction must have entered the company.
create function give_default_task_templates(p_company bigint)
returns void
language sql
set search_path = public, pg_temp
as $$
  insert into task_template (company_id, position, about, title, text, due_days, due_count, due_side, due_of, priority, role,
                             role_is_primary, checklist, documents)
  select p_company, position, about, title, text, due_days, due_count, due_side, due_of, priority, role,
         case when role is not null then true end, to_jsonb(checklist), to_jsonb(documents)
  from (values
    (1, 'LEAD', 'Contact new lead', 'Call {borrower.firstName} within five minutes.',
     0, 'CALENDAR', 'AFTER', 'START', 'HIGH', null, array['Call', 'Text or e-mail where nobody answers']::text[], array[]::text[]),
    (2, 'LEAD', 'Collect application', 'Send {borrower.firstName} the application, and call the next day.',
     1, 'BUSINESS', 'AFTER', 'START', 'NORMAL', null, array[]::text[], array['Application']::text[]),
    (3, 'LOAN', 'Pull credit', 'For all borrowers of {loan.number}.',
     0, 'CALENDAR', 'AFTER', 'START', 'NORMAL', 'ORIGINATOR', array[]::text[], array['Credit report']::text[]),
    (4, 'LOAN', 'Run AUS', '', 0, 'CALENDAR', 'AFTER', 'START', 'NORMAL', 'ORIGINATOR', array[]::text[], array['AUS findings']::text[]),
    (5, 'LOAN', 'Issue pre-approval', 'Letter for {borrower.name}.',
     1, 'BUSINESS', 'AFTER', 'START', 'NORMAL', 'ORIGINATOR', array[]::text[], array['Pre-approval letter']::text[]),
    (6, 'LOAN', 'Price and quote', '', 1, 'BUSINESS', 'AFTER', 'START', 'NORMAL', 'ORIGINATOR', array[]::text[], array[]::text[]),
    (7, 'LOAN', 'Send LE', 'By the third business day after the application was received.',
     0, 'BUSINESS', 'BEFORE', 'LOAN_ESTIMATE', 'HIGH', 'DISCLOSURE_DESK', array['Check the fees', 'Send', 'Record the delivery']::text[],
     array['Loan Estimate']::text[]),
    (8, 'LOAN', 'Receive intent to proceed', 'The Loan Estimate stands for ten business days.',
     10, 'BUSINESS', 'AFTER', 'LOAN_ESTIMATE', 'NORMAL', 'ORIGINATOR', array[]::text[], array['Intent to proceed']::text[]),
    (9, 'LOAN', 'Lock rate', '', null, null, null, null, 'NORMAL', 'LOCK_DESK', array[]::text[], array['Lock confirmation']::text[]),
    (10, 'LOAN', 'Lock expires in 5 days', 'Close before it ends, or ask for an extension.',
     5, 'CALENDAR', 'BEFORE', 'LOCK_EXPIRY', 'HIGH', 'LOCK_DESK', array[]::text[], array[]::text[]),
    (11, 'LOAN', 'Request needs list', 'Within 48 hours of the application.',
     2, 'CALENDAR', 'AFTER', 'APPLICATION', 'NORMAL', 'PROCESSOR', array[]::text[],
     array['Pay stubs, 30 days', 'W-2, 2 years', 'Bank statements, 2 months', 'Identification']::text[]),
    (12, 'LOAN', 'Order appraisal', 'For {property.address}.',
     2, 'BUSINESS', 'AFTER', 'START', 'NORMAL', 'PROCESSOR', array[]::text[], array['Appraisal']::text[]),
    (13, 'LOAN', 'Order title', '', 2, 'BUSINESS', 'AFTER', 'START', 'NORMAL', 'PROCESSOR', array[]::text[], array['Title commitment']::text[]),
    (14, 'LOAN', 'Order flood certificate', '',
     2, 'BUSINESS', 'AFTER', 'START', 'NORMAL', 'PROCESSOR', array[]::text[], array['Flood certificate']::text[]),
    (15, 'LOAN', 'Order homeowners insurance', '',
     3, 'BUSINESS', 'AFTER', 'START', 'NORMAL', 'PROCESSOR', array[]::text[], array['Homeowners insurance']::text[]),
    (16, 'LOAN', 'Order verification of employment', '',
     3, 'BUSINESS', 'AFTER', 'START', 'NORMAL', 'PROCESSOR', array[]::text[], array['Verification of employment']::text[]),
    (17, 'LOAN', 'Order payoff', 'Of the loan that is paid off.',
     10, 'BUSINESS', 'BEFORE', 'CLOSING', 'NORMAL', 'PROCESSOR', array[]::text[], array['Payoff statement']::text[]),
    (18, 'LOAN', 'Order condo questionnaire', '',
     3, 'BUSINESS', 'AFTER', 'START', 'NORMAL', 'PROCESSOR', array[]::text[], array['Condo questionnaire']::text[]),
    (19, 'LOAN', 'Submit to lender', '', 4, 'BUSINESS', 'AFTER', 'APPLICATION', 'HIGH', 'PROCESSOR', array[]::text[], array[]::text[]),
    (20, 'LOAN', 'Review approval', 'Within 24 hours.',
     1, 'CALENDAR', 'AFTER', 'START', 'HIGH', 'PROCESSOR', array[]::text[], array['Loan approval']::text[]),
    (21, 'LOAN', 'Collect conditions', '', 3, 'BUSINESS', 'AFTER', 'START', 'NORMAL', 'PROCESSOR', array[]::text[], array[]::text[]),
    (22, 'LOAN', 'Resubmit', '', 1, 'BUSINESS', 'AFTER', 'START', 'NORMAL', 'PROCESSOR', array[]::text[], array[]::text[]),
    (23, 'LOAN', 'Clear to close', '', 5, 'BUSINESS', 'BEFORE', 'CLOSING', 'HIGH', 'PROCESSOR', array[]::text[], array['Clear to close']::text[]),
    (24, 'LOAN', 'Send CD', 'It has to be received three business days before the closing on {loan.closingDate}.',
     0, 'BUSINESS', 'BEFORE', 'CLOSING_DISCLOSURE', 'HIGH', 'DISCLOSURE_DESK', array['Check the fees', 'Send', 'Record the delivery']::text[],
     array['Closing Disclosure']::text[]),
    (25, 'LOAN', 'Schedule closing', '', 7, 'BUSINESS', 'BEFORE', 'CLOSING', 'NORMAL', 'CLOSER', array[]::text[], array[]::text[]),
    (26, 'LOAN', 'Docs out', '', 2, 'BUSINESS', 'BEFORE', 'CLOSING', 'HIGH', 'CLOSER', array[]::text[], array['Closing package']::text[]),
    (27, 'LOAN', 'Verify funding', '', 1, 'BUSINESS', 'AFTER', 'CLOSING', 'HIGH', 'FUNDER', array[]::text[], array['Wire confirmation']::text[]),
    (28, 'LOAN', 'Send post-close letter', 'What {borrower.firstName} has to know of the first payment.',
     2, 'BUSINESS', 'AFTER', 'FUNDING', 'NORMAL', 'ORIGINATOR', array[]::text[], array['Post-close letter']::text[]),
    (29, 'LOAN', 'Say thank you and ask for a review', '', 5, 'BUSINESS', 'AFTER', 'FUNDING', 'LOW', 'ORIGINATOR', array[]::text[], array[]::text[]),
    (30, 'LOAN', 'Annual review', 'Call {borrower.firstName} a year after the funding.',
     365, 'CALENDAR', 'AFTER', 'FUNDING', 'LOW', 'ORIGINATOR', array[]::text[], array[]::text[])
  ) as given(position, about, title, text, due_days, due_count, due_side, due_of, priority, role, checklist, documents);
$$;
grant execute on function give_default_task_templates(bigint) to keyturn_app;
