-- What every feature stands on: the rule of the tenant wall, the audit trail, events, idempotency, files.
-- Why first: every later table is made a tenant table by the procedure below.
-- Locks: none, the database is new.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

revoke all on schema public from public;
alter default privileges revoke execute on routines from public;
grant usage on schema public to keyturn_app, keyturn_provider;

-- Makes a table a tenant table: one company sees its own rows and no others, the owner of the table included.
-- The setting is read once per statement (the subselect), so that it serves as an index condition; `nullif` because a
-- connection that has carried the setting once keeps it as an empty text.
create procedure make_tenant_table(target regclass, privileges text default 'select, insert, update, delete')
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy company on %s using (company_id = (select nullif(current_setting(''app.company_id'', true), '''')::bigint))',
    target);
  execute format('grant %s on %s to keyturn_app', privileges, target);
end
$$;

-- Who did what: written in the transaction of the change itself. The program may add and read, never alter.
-- `xid` orders the rows for the sealer, which takes only what can no longer be overtaken. Who acts is taken from the
-- transaction itself, so that no statement can forget or forge it.
create table audit_entry (
  company_id        bigint not null,
  id                bigint generated always as identity,
  xid               xid8 not null default pg_current_xact_id(),
  at                timestamptz not null default now(),
  session_id        uuid default nullif(current_setting('app.session_id', true), '')::uuid,
  logged_in_user_id bigint default nullif(current_setting('app.logged_in_user_id', true), '')::bigint,
  active_user_id    bigint default nullif(current_setting('app.user_id', true), '')::bigint,
  membership_id     bigint default nullif(current_setting('app.membership_id', true), '')::bigint,
  action            text not null,
  entity            text not null,
  entity_id         text not null,
  before            jsonb,
  after             jsonb,
  primary key (company_id, id)
);
create index on audit_entry (company_id, entity, entity_id, id);
create index on audit_entry (company_id, xid, id);
call make_tenant_table('audit_entry', 'select, insert');

-- What happened, by ids only; readers catch up by (xid, id) below the oldest running transaction.
create table event (
  company_id    bigint not null,
  id            bigint generated always as identity,
  xid           xid8 not null default pg_current_xact_id(),
  at            timestamptz not null default now(),
  kind          text not null,
  entity_id     bigint not null,
  actor_user_id bigint default nullif(current_setting('app.user_id', true), '')::bigint,
  rtc_client_id text,
  primary key (company_id, id)
);
create index on event (company_id, xid, id);
create index on event (company_id, at);
call make_tenant_table('event', 'select, insert, delete');

-- A creating call under a key is carried out once in 24 hours; the same key with another body is refused.
create table idempotency (
  company_id   bigint not null,
  user_id      bigint not null,
  key          uuid not null,
  request_hash bytea not null,
  status       smallint not null,
  entity_id    bigint not null,
  created_at   timestamptz not null default now(),
  primary key (company_id, user_id, key)
);
create index on idempotency (company_id, created_at);
call make_tenant_table('idempotency');

-- Stored files: the bytes lie encrypted in the file store under `id`; the row says what they are.
create table file (
  company_id   bigint not null,
  id           uuid not null,
  name         text not null check (length(name) between 1 and 255),
  size_bytes   bigint not null check (size_bytes >= 0),
  sha256       bytea not null check (length(sha256) = 32),
  purpose      text not null check (purpose in ('import')),
  uploaded_by  bigint not null,
  created_at   timestamptz not null default now(),
  -- A file that nothing has come to use is removed then.
  expires_at   timestamptz,
  primary key (company_id, id)
);
create index on file (company_id, expires_at) where expires_at is not null;
call make_tenant_table('file');

-- Global: an address that was signed for one upload. Taking the row is what makes it single use on every process.
create table signed_file (
  id           uuid primary key,
  company_id   bigint not null,
  user_id      bigint not null,
  name         text not null,
  max_bytes    bigint not null,
  expires_at   timestamptz not null,
  used_at      timestamptz
);
create index on signed_file (expires_at);
grant select, insert, update, delete on signed_file to keyturn_app;

-- Global: attempts in a window of time, by what is limited and a hash of whom.
create table rate_limit (
  bucket       text not null,
  subject_hash bytea not null,
  window_start timestamptz not null,
  attempts     integer not null,
  primary key (bucket, subject_hash)
);
create index on rate_limit (window_start);
grant select, insert, update, delete on rate_limit to keyturn_app;
