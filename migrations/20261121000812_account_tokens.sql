-- Links that invite somebody, set a password or reset a second factor; and who has accepted the terms.
-- Global: whoever follows such a link is not signed in. `second_factor_reset` is a company's own.
-- Locks: `app_user` and `org_unit` for a moment, each gets a column without rewriting its rows. The version before reads
-- none of it.

-- The hash of what a mail brings. Good once, and until then; made when the mail is written.
create table account_token (
  token_hash bytea primary key,
  user_id    bigint not null references app_user,
  purpose    text not null check (purpose in ('INVITE', 'RESET', 'SECOND_FACTOR_RESET')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index on account_token (user_id, purpose);
create index on account_token (expires_at);
grant select, insert, update, delete on account_token to keyturn_app;

-- When the terms were accepted: with the password (SETPW-19).
alter table app_user add column terms_accepted_at timestamptz;

-- A company may demand that one of its administrators approves the reset of a second factor (decision D30).
alter table org_unit add column second_factor_reset_needs_approval boolean not null default false;

create table second_factor_reset (
  company_id         bigint not null,
  id                 bigint generated always as identity,
  user_id            bigint not null,
  requested_at       timestamptz not null default now(),
  decided_at         timestamptz,
  decided_by_user_id bigint,
  is_approved        boolean,
  primary key (company_id, id),
  check ((decided_at is null) = (is_approved is null)),
  check ((decided_at is null) = (decided_by_user_id is null))
);
-- One that waits is enough.
create unique index on second_factor_reset (company_id, user_id) where decided_at is null;
call make_tenant_table('second_factor_reset', 'select, insert, update');
