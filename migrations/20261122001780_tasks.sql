-- Tasks: what somebody has to do by when, on a loan, on a lead, or on neither.
-- Locks: `lead` and `loan` for a moment, each gets a trigger; the table is new. The version before knows nothing of tasks and
-- lets them be.

create table task (
  company_id  bigint not null,
  id          bigint generated always as identity,
  -- The branch of the loan or lead, else that of whoever has to do it.
  org_unit_id bigint not null,
  loan_id     bigint,
  lead_id     bigint,
  -- The membership of whoever has to do it; nobody yet where it is absent.
  assignee_id bigint,
  title       text not null check (length(title) between 1 and 200),
  description text not null default '' check (length(description) <= 4000),
  due_on      date,
  priority    text not null default 'NORMAL' check (priority in ('LOW', 'NORMAL', 'HIGH')),
  -- A task that was removed is kept for as long as its event is told, then swept.
  status      text not null default 'TODO' check (status in ('TODO', 'DONE', 'REMOVED')),
  done_at     timestamptz,
  done_by     bigint,
  -- The membership of whoever made it.
  creator_id  bigint not null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  version     integer not null default 1,
  -- The title, normalized: what the text filter looks through.
  words       text collate "C" not null,
  -- A task without a day sorts last: sort keys are never null.
  due_key     date not null generated always as (coalesce(due_on, date '9999-12-31')) stored,
  -- Loan by loan, and within a loan by day.
  loan_key    text collate "C" not null generated always as
    (lpad(coalesce(loan_id, 999999999999)::text, 12, '0') || lpad((coalesce(due_on, date '9999-12-31') - date '0001-01-01')::text, 7, '0')) stored,
  primary key (company_id, id),
  foreign key (company_id, org_unit_id) references org_unit (company_id, id),
  foreign key (company_id, loan_id) references loan (company_id, id),
  foreign key (company_id, lead_id) references lead (company_id, id),
  foreign key (company_id, assignee_id) references membership (company_id, id),
  foreign key (company_id, creator_id) references membership (company_id, id),
  check (loan_id is null or lead_id is null),
  check ((status = 'DONE') = (done_at is not null))
);
create index task_by_due         on task (company_id, status, due_key, id);
create index task_by_updated     on task (company_id, status, updated_at, id);
create index task_by_loan        on task (company_id, status, loan_key, id);
create index task_unit_by_due     on task (company_id, org_unit_id, status, due_key, id);
create index task_unit_by_updated on task (company_id, org_unit_id, status, updated_at, id);
create index task_unit_by_loan    on task (company_id, org_unit_id, status, loan_key, id);
-- What somebody has to do; also counted by it alone.
create index task_assignee on task (company_id, assignee_id, status, due_key, id);
create index task_creator  on task (company_id, creator_id, status, id);
create index task_loan     on task (company_id, loan_id, status, due_key, id) where loan_id is not null;
create index task_lead     on task (company_id, lead_id, status, due_key, id) where lead_id is not null;
create index task_words    on task (company_id, words, id);
call make_tenant_table('task');

-- A loan's number and its borrower, for features that name it.
create view loan_name with (security_invoker = true) as
select company_id, id as loan_id, org_unit_id, loan_number, borrower_name from loan;

-- A lead, by whoever asks first.
create view lead_name with (security_invoker = true) as
select l.company_id, l.id as lead_id, l.org_unit_id, btrim(c.first_name || ' ' || c.last_name) as name
from lead l
left join lead_contact c on c.company_id = l.company_id and c.lead_id = l.id and c.position = 1;

grant select on loan_name, lead_name to keyturn_app;

-- A loan or lead that goes to another branch takes its tasks along, whichever statement moves it.
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

-- As before; a lead that somebody has set a task on was worked, and stays.
create or replace function remove_imported_leads(p_import bigint)
returns setof bigint
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
  gone    bigint[];
begin
  select coalesce(array_agg(l.id), '{}')
  into gone
  from (select l.company_id, l.id
        from lead l
        join lead_arrival a on a.company_id = company and a.lead_id = l.id
        where l.company_id = company
          and a.import_id = p_import
          and a.state = 'MADE'
          and a.decided_at is null
          and l.version = 1
          and l.loan_id is null
          and l.updated_at = l.created_at
          and not exists (select from lead_activity v where v.company_id = company and v.lead_id = l.id)
          and not exists (select from task t where t.company_id = company and t.lead_id = l.id)
        for update of l) as l;

  update lead_arrival set state = 'UNDONE', lead_id = null where company_id = company and lead_id = any (gone);
  delete from note where company_id = company and lead_id = any (gone);
  delete from lead_status_change where company_id = company and lead_id = any (gone);
  delete from lead_consent where company_id = company and lead_id = any (gone);
  delete from lead_referral where company_id = company and lead_id = any (gone);
  delete from lead_user where company_id = company and lead_id = any (gone);
  delete from lead_contact where company_id = company and lead_id = any (gone);
  delete from lead where company_id = company and id = any (gone);
  return query select unnest(gone);
end
$$;
