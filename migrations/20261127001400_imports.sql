-- Loan files: single imports and bulk imports.

-- A loan file that was read and waits for its loan: the parsed application, sealed, under the file's id.
create table imported_loan (
  company_id bigint not null,
  file_id    uuid not null,
  format     text not null check (format in ('MISMO_34', 'FNMA_32')),
  key_id     smallint not null,
  ciphertext bytea not null,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  -- Deleted when the loan is created, or at this time.
  expires_at timestamptz not null,
  primary key (company_id, file_id),
  constraint imported_loan_company_id_file_id_fkey
    foreign key (company_id, file_id) references file (company_id, id) on delete cascade
);
create index on imported_loan (company_id, expires_at);
call make_tenant_table('imported_loan');

-- Bulk imports. A batch has one team and an item per file. Its status moves in one direction only.
create table import_batch (
  company_id    bigint not null,
  id            uuid not null,
  org_unit_id   bigint not null,
  -- The creator, and the membership that the creator used.
  created_by    bigint not null,
  membership_id bigint not null,
  status        text not null default 'SETUP' check (status in ('SETUP', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED')),
  -- The officer's membership; `team` holds the others: [{LoanRole, primary, WizeUserOrgUnitId}].
  officer_id    bigint not null,
  team          jsonb not null,
  -- The batch was abandoned or replaced, and browsers should forget it.
  reset         boolean not null default false,
  -- Scheme and host of the company, for links in mail.
  origin        text,
  created_at    timestamptz not null default now(),
  started_at    timestamptz,
  finished_at   timestamptz,
  primary key (company_id, id),
  check ((status in ('COMPLETED', 'CANCELLED')) = (finished_at is not null))
);
create index on import_batch (company_id, created_by, org_unit_id, id);
-- One open batch per user and branch.
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
  -- Recognizes the same document.
  content_key   bytea,
  borrower_name text,
  loan_id       bigint,
  -- [{identifier, error, warning, ruleName}]
  rules         jsonb not null default '[]',
  -- How often work on it began.
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

-- The loan that was created from a file.
create view loan_of_file with (security_invoker = true) as
select l.company_id, l.source_file_id as file_id, l.id as loan_id, l.org_unit_id, l.officer_id, l.created_at
from loan l
where l.source_file_id is not null;
grant select on loan_of_file to keyturn_app;

-- Allowed status changes of batches and items. `lending::bulk_import` has the same table; a test compares them.
create function import_batch_may_become(was text, becomes text)
returns boolean
language sql
immutable
as $$
  select (was, becomes) in (('SETUP', 'IN_PROGRESS'), ('SETUP', 'CANCELLED'), ('IN_PROGRESS', 'COMPLETED'), ('IN_PROGRESS', 'CANCELLED'))
$$;
grant execute on function import_batch_may_become(text, text) to keyturn_app;

create function import_batch_item_may_become(was text, becomes text)
returns boolean
language sql
immutable
as $$
  select was = 'PENDING' and becomes in ('PROCESSING', 'INVALID', 'INVALID_ITEM', 'CANCELLED')
         or was = 'PROCESSING' and becomes in ('DONE', 'INVALID', 'INVALID_ITEM', 'FAILED', 'CANCELLED')
$$;
grant execute on function import_batch_item_may_become(text, text) to keyturn_app;

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
