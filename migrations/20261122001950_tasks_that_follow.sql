-- Tasks that are due by a day of their loan, go to a role on it, come again, wait for one another, and have checklists.
-- Locks: `task` for a moment, it gets columns that need no rewriting; `loan`, `loan_clock` and `loan_team_member` for a moment, each
-- gets triggers. The version before makes tasks without any of this, and leaves those that have it as they are.

alter table task
  -- So many days of which kind, on which side of which day of the loan (`lending::tasks::DueRule`).
  add column due_days smallint check (due_days between 0 and 400),
  add column due_count text check (due_count in ('CALENDAR', 'BUSINESS')),
  add column due_side text check (due_side in ('BEFORE', 'AFTER')),
  add column due_of text check (due_of in (
    'CREATED', 'APPLICATION', 'LOAN_ESTIMATE', 'CLOSING_DISCLOSURE', 'LOCK_EXPIRY', 'CLOSING', 'FUNDING')),
  -- The seat on the loan's team; `assignee_id` is whoever has it, or stands in for them.
  add column role text,
  add column role_is_primary boolean,
  -- How it comes again, and the day on which it came first, as soon as that is known.
  add column repeat_every smallint check (repeat_every between 1 and 99),
  add column repeat_unit text check (repeat_unit in ('DAY', 'WEEK', 'MONTH', 'YEAR')),
  add column repeat_first date,
  -- It waits until that one is done.
  add column after_task_id bigint,
  add column checklist jsonb not null default '[]' check (jsonb_typeof(checklist) = 'array' and jsonb_array_length(checklist) <= 50),
  add foreign key (company_id, after_task_id) references task (company_id, id),
  add check (num_nonnulls(due_days, due_count, due_side, due_of) in (0, 4)),
  add check (num_nonnulls(role, role_is_primary) in (0, 2)),
  add check (num_nonnulls(repeat_every, repeat_unit) in (0, 2)),
  add check (repeat_first is null or repeat_every is not null),
  add check (loan_id is not null or (due_days is null and role is null));

create index task_after on task (company_id, after_task_id) where after_task_id is not null;
create index task_follows on task (company_id, loan_id) where status = 'TODO' and (due_days is not null or role is not null);

-- The days of a loan that tasks hang on.
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
       l.lock_expires_on, l.closing_on, l.funded_on, c.saturday_open, c.closed_weekdays, c.holidays, c.holiday_names
from loan l
join office_calendar c on c.company_id = l.company_id and c.org_unit_id = l.org_unit_id;

-- Who has which seat on a loan's team.
create view loan_seat with (security_invoker = true) as
select company_id, loan_id, role, is_primary, membership_id from loan_team_member;

grant select on loan_day, loan_seat to keyturn_app;

-- A loan whose days or team have changed has its open tasks follow by a job, whichever statement changed it.
create function follow_tasks(p_company bigint, p_loan bigint)
returns void
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if exists (select from task
             where company_id = p_company and loan_id = p_loan and status = 'TODO'
               and (due_days is not null or role is not null)) then
    -- The kind is there from the first start of a process that knows it.
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
create trigger follow_tasks_of_team
after insert or update or delete on loan_team_member
for each row execute function follow_tasks_of_part();
create trigger follow_tasks_of_clock
after insert or update of due_on on loan_clock
for each row when (new.rule in ('LoanEstimate', 'ClosingDisclosure'))
execute function follow_tasks_of_part();
