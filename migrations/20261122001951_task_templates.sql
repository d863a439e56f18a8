-- What a company does again and again, ready to be put on a loan or a lead: templates of tasks. Every company begins with the usual
-- ones; those that were there before get the same.
-- Locks: `task` for a moment, it gets columns that need no rewriting. The version before makes tasks without a template, and a new
-- company without any, which its administrator can write.

create table task_template (
  company_id bigint not null,
  id         bigint generated always as identity,
  position   integer not null,
  -- What it is put on.
  about      text not null check (about in ('LOAN', 'LEAD')),
  -- Title and text hold tags (`lending::tags`).
  title      text not null check (length(title) between 1 and 200),
  text       text not null default '' check (length(text) <= 4000),
  -- As a task's own rule; START is the day on which the task is made.
  due_days   smallint check (due_days between 0 and 400),
  due_count  text check (due_count in ('CALENDAR', 'BUSINESS')),
  due_side   text check (due_side in ('BEFORE', 'AFTER')),
  due_of     text check (due_of in (
    'START', 'CREATED', 'APPLICATION', 'LOAN_ESTIMATE', 'CLOSING_DISCLOSURE', 'LOCK_EXPIRY', 'CLOSING', 'FUNDING')),
  priority   text not null default 'NORMAL' check (priority in ('LOW', 'NORMAL', 'HIGH')),
  role       text,
  role_is_primary boolean,
  -- Texts of entries, and names of documents that are asked for.
  checklist  jsonb not null default '[]' check (jsonb_typeof(checklist) = 'array' and jsonb_array_length(checklist) <= 50),
  documents  jsonb not null default '[]' check (jsonb_typeof(documents) = 'array' and jsonb_array_length(documents) <= 50),
  updated_at timestamptz not null default now(),
  version    integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id) references org_unit (id),
  check (num_nonnulls(due_days, due_count, due_side, due_of) in (0, 4)),
  check (num_nonnulls(role, role_is_primary) in (0, 2)),
  check (about = 'LOAN' or coalesce(due_of, 'START') = 'START')
);
create unique index task_template_title on task_template (company_id, about, lower(title));
call make_tenant_table('task_template');

alter table task
  -- Which template it was made of, as long as there is that template.
  add column template_id bigint,
  add column documents jsonb not null default '[]' check (jsonb_typeof(documents) = 'array' and jsonb_array_length(documents) <= 50);

-- What the tags of a text stand for on a loan. Nothing of it is sealed.
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

-- What they stand for on a lead, and who owns it first.
create view lead_tag with (security_invoker = true) as
select n.company_id, n.lead_id, n.org_unit_id, n.name, coalesce(c.first_name, '') as first_name, coalesce(c.last_name, '') as last_name,
       u.membership_id as owner_id
from lead_name n
left join lead_contact c on c.company_id = n.company_id and c.lead_id = n.lead_id and c.position = 1
left join lead_user u on u.company_id = n.company_id and u.lead_id = n.lead_id and u.position = 1;
grant select on lead_tag to keyturn_app;

-- Gives a company the templates that a new one begins with; the company has to be entered.
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

do $$
declare
  company bigint;
begin
  for company in select id from org_unit where id = company_id loop
    perform set_config('app.company_id', company::text, true);
    perform give_default_task_templates(company);
  end loop;
  perform set_config('app.company_id', '', true);
end
$$;
