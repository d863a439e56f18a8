-- Leads from files: what was read of a file, how it is taken in, how far that has come, and what takes all of it back.
-- Locks: `lead_arrival` for a moment, it gets columns without rewriting its rows; the other tables are new.
create table lead_import (
  company_id  bigint not null,
  id          bigint generated always as identity,
  file_id     uuid not null,
  file_name   text not null check (length(file_name) between 1 and 255),
  state       text not null default 'READY' check (state in ('READY', 'RUNNING', 'DONE', 'FAILED', 'UNDONE')),
  -- What the columns are called, and a hash of it, by which a mapping is remembered.
  head        text[] not null check (cardinality(head) between 1 and 60),
  head_hash   bytea not null,
  row_count   integer not null check (row_count between 1 and 20000),
  -- How it is taken in: {mapping, rule, owner, source, provider, purpose}.
  terms       jsonb,
  -- Rows that are through, and what became of them.
  taken       integer not null default 0,
  made        integer not null default 0,
  linked      integer not null default 0,
  skipped     integer not null default 0,
  held        integer not null default 0,
  refused     integer not null default 0,
  -- Leads that were taken back.
  removed     integer not null default 0,
  failure     text,
  created_by  bigint not null,
  created_at  timestamptz not null default now(),
  finished_at timestamptz,
  undone_at   timestamptz,
  primary key (company_id, id),
  check (state in ('READY', 'FAILED') or terms is not null)
);
create index on lead_import (company_id, created_by, id);
call make_tenant_table('lead_import', 'select, insert, update');

-- How the columns of a head line were mapped the last time.
create table lead_import_mapping (
  company_id bigint not null,
  head_hash  bytea not null,
  mapping    jsonb not null,
  used_at    timestamptz not null default now(),
  primary key (company_id, head_hash)
);
call make_tenant_table('lead_import_mapping', 'select, insert, update');

alter table lead_arrival
  add column import_id  bigint,
  add column row_number integer,
  add constraint lead_arrival_import foreign key (company_id, import_id) references lead_import (company_id, id),
  add check ((channel = 'IMPORT') = (import_id is not null));
create unique index lead_arrival_of_import on lead_arrival (company_id, import_id, row_number) where import_id is not null;

-- Removes the leads of an import of the present company that nobody has worked since: the lead as it was made, without
-- activities, notes of people, tasks or a loan. Answers them. What came in is no lead any more.
create function remove_imported_leads(p_import bigint)
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
        for update of l) as l;

  update lead_arrival set state = 'UNDONE', lead_id = null where company_id = company and lead_id = any (gone);
  delete from note where company_id = company and lead_id = any (gone);
  delete from lead_status_change where company_id = company and lead_id = any (gone);
  delete from lead_referral where company_id = company and lead_id = any (gone);
  delete from lead_user where company_id = company and lead_id = any (gone);
  delete from lead_contact where company_id = company and lead_id = any (gone);
  delete from lead where company_id = company and id = any (gone);
  return query select unnest(gone);
end
$$;
revoke all on function remove_imported_leads(bigint) from public;
grant execute on function remove_imported_leads(bigint) to keyturn_app;
