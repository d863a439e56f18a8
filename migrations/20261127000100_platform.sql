-- Foundation of every feature: the tenant policy, the audit log, events, idempotency, limits, and outgoing mail.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

revoke all on schema public from public;
alter default privileges revoke execute on routines from public;
grant usage on schema public to keyturn_app, keyturn_provider;

-- Makes a table a tenant table: each company sees only its own rows, and the table's owner is bound by the policy too.
-- The subselect reads the setting once per statement, so it can be an index condition. `nullif` is needed because a
-- connection that has carried the setting once keeps it as an empty string.
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

-- The audit log. The program can insert and read entries, but not change them. `xid` orders the rows for the sealer, which
-- takes only entries that no running transaction can precede. The defaults take the user from the transaction, so no
-- statement can omit or forge it.
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
  api_key_id        bigint default nullif(current_setting('app.api_key_id', true), '')::bigint,
  primary key (company_id, id)
);
create index on audit_entry (company_id, entity, entity_id, id);
create index on audit_entry (company_id, xid, id);
create index on audit_entry (company_id, at, id);
create index on audit_entry (company_id, active_user_id, at, id);
create index on audit_entry (company_id, action, at, id);
-- Entries made on behalf of another user, by the signed-in user.
create index on audit_entry (company_id, logged_in_user_id, at, id) where logged_in_user_id <> active_user_id;
alter table audit_entry alter column before set statistics 0, alter column after set statistics 0;
call make_tenant_table('audit_entry', 'select, insert');
grant insert on audit_entry to keyturn_provider;

-- One entry's position in its company's hash chain. `xid` and `audit_id` show how far the chain has come. A seal without an
-- entry (audit_id 0) marks a restore into another cluster, where transaction numbers start again.
create table audit_seal (
  company_id bigint not null,
  position   bigint not null check (position > 0),
  audit_id   bigint not null check (audit_id >= 0),
  xid        xid8 not null,
  hash       bytea not null check (length(hash) = 32),
  primary key (company_id, position)
);
create unique index on audit_seal (company_id, audit_id) where audit_id > 0;
call make_tenant_table('audit_seal', 'select, insert');

-- Change events, by ids only. Readers catch up by (xid, id) below the oldest running transaction.
create table event (
  company_id          bigint not null,
  id                  bigint generated always as identity,
  xid                 xid8 not null default pg_current_xact_id(),
  at                  timestamptz not null default now(),
  kind                text not null,
  entity_id           bigint not null,
  actor_user_id       bigint default nullif(current_setting('app.user_id', true), '')::bigint,
  rtc_client_id       text,
  -- The branch from which the user acted.
  actor_membership_id bigint default nullif(current_setting('app.membership_id', true), '')::bigint,
  primary key (company_id, id)
);
create index on event (company_id, xid, id);
create index on event (company_id, at);
call make_tenant_table('event', 'select, insert, delete');
grant insert on event to keyturn_provider;

-- A request with an idempotency key runs once in 24 hours. The same key with another body is refused.
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

-- Global. Attempts within a time window, by limit and hash of the subject.
create table rate_limit (
  bucket       text not null,
  subject_hash bytea not null,
  window_start timestamptz not null,
  attempts     integer not null,
  primary key (bucket, subject_hash)
);
create index on rate_limit (window_start);
grant select, insert, update, delete on rate_limit to keyturn_app;

-- Global, like the queue. A process that died while it ran a job. The row is deleted when the job ends.
create table job_crash (
  job_id    bigint not null,
  worker_id text not null,
  name      text not null,
  at        timestamptz not null default now(),
  primary key (job_id, worker_id)
);
grant select, insert, delete on job_crash to keyturn_app;

-- Outgoing mail. A tenant table, because each mail has one company's name and theme. Account mail belongs to the user's home
-- company. It holds no tokens: these are derived when the mail is rendered.
create table outbox_email (
  company_id     bigint not null,
  id             uuid not null,
  kind           text not null check (kind ~ '^[a-z][a-z0-9-]{0,62}$'),
  recipient      text not null check (length(recipient) between 3 and 320),
  recipient_name text check (length(recipient_name) <= 200),
  -- The user whom the mail concerns.
  user_id        bigint,
  parameters     jsonb not null,
  created_at     timestamptz not null default now(),
  sent_at        timestamptz,
  given_up_at    timestamptz,
  given_up_why   text,
  primary key (company_id, id),
  check (sent_at is null or given_up_at is null),
  check ((given_up_at is null) = (given_up_why is null))
);
create index on outbox_email (company_id, coalesce(sent_at, given_up_at));
call make_tenant_table('outbox_email');
