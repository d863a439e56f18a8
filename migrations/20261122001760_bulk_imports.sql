-- Many loan files at once: a batch, one team for all of it, and an item for each file. A batch is set up, started, and goes on
-- by jobs; where it stands moves in one direction only, whoever asks.
-- Locks: none but on the tables it makes; the version before knows nothing of them.

create table import_batch (
  company_id    bigint not null,
  id            uuid not null,
  org_unit_id   bigint not null,
  -- Who made it, and the membership through which they did.
  created_by    bigint not null,
  membership_id bigint not null,
  status        text not null default 'SETUP' check (status in ('SETUP', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED')),
  -- The officer's membership, and everybody else: [{LoanRole, primary, WizeUserOrgUnitId}].
  officer_id    bigint not null,
  team          jsonb not null,
  -- A browser that still shows it forgets it: it was given up, or another one took its place.
  reset         boolean not null default false,
  -- Scheme and host by which the company was reached, for links in mail.
  origin        text,
  created_at    timestamptz not null default now(),
  started_at    timestamptz,
  finished_at   timestamptz,
  primary key (company_id, id),
  check ((status in ('COMPLETED', 'CANCELLED')) = (finished_at is not null))
);
create index on import_batch (company_id, created_by, org_unit_id, id);
-- Nobody has two under way in one place.
create unique index import_batch_open on import_batch (company_id, created_by, org_unit_id) where status in ('SETUP', 'IN_PROGRESS');
call make_tenant_table('import_batch');

create table import_batch_item (
  company_id    bigint not null,
  id            uuid not null,
  batch_id      uuid not null,
  position      integer not null,
  file_id       uuid,
  file_name     text not null check (length(file_name) between 1 and 255),
  status        text not null default 'PENDING'
                check (status in ('PENDING', 'PROCESSING', 'DONE', 'INVALID', 'CANCELLED', 'INVALID_ITEM', 'FAILED')),
  -- By which the same document is recognized.
  content_key   bytea,
  borrower_name text,
  loan_id       bigint,
  -- [{identifier, error, warning, ruleName}]
  rules         jsonb not null default '[]',
  -- How often work on it has begun.
  tries         smallint not null default 0,
  primary key (company_id, id),
  unique (company_id, batch_id, position),
  foreign key (company_id, batch_id) references import_batch (company_id, id) on delete cascade,
  foreign key (company_id, file_id) references file (company_id, id) on delete set null (file_id),
  foreign key (company_id, loan_id) references loan (company_id, id),
  check ((status = 'DONE') = (loan_id is not null))
);
create index on import_batch_item (company_id, file_id);
create index on import_batch_item (company_id, loan_id) where loan_id is not null;
call make_tenant_table('import_batch_item');

-- Where a batch or an item may go from where it stands (`lending::bulk_import` says the same; a test compares them).
create function import_batch_may_become(was text, becomes text)
returns boolean
language sql
immutable
as $$
  select (was, becomes) in (('SETUP', 'IN_PROGRESS'), ('SETUP', 'CANCELLED'), ('IN_PROGRESS', 'COMPLETED'), ('IN_PROGRESS', 'CANCELLED'))
$$;

create function import_batch_item_may_become(was text, becomes text)
returns boolean
language sql
immutable
as $$
  select was = 'PENDING' and becomes in ('PROCESSING', 'INVALID', 'INVALID_ITEM', 'CANCELLED')
         or was = 'PROCESSING' and becomes in ('DONE', 'INVALID', 'INVALID_ITEM', 'FAILED', 'CANCELLED')
$$;

grant execute on function import_batch_may_become(text, text), import_batch_item_may_become(text, text) to keyturn_app;

create function refuse_step_back()
returns trigger
language plpgsql
as $$
begin
  if tg_table_name = 'import_batch' and not import_batch_may_become(old.status, new.status)
     or tg_table_name = 'import_batch_item' and not import_batch_item_may_become(old.status, new.status) then
    raise exception '% can''t become %', old.status, new.status using errcode = 'check_violation', constraint = 'import_batch_steps';
  end if;
  return new;
end
$$;
create trigger steps before update of status on import_batch
for each row when (old.status is distinct from new.status) execute function refuse_step_back();
create trigger steps before update of status on import_batch_item
for each row when (old.status is distinct from new.status) execute function refuse_step_back();
