-- Signing in: passwords, logins and their tabs, the embedded OpenID provider, and the one door to the tenant tables.
-- Global: all of it happens before or beside a company.
-- Locks: none, the tables are new.

create table credential (
  user_id       bigint primary key references app_user,
  password_hash text not null,
  changed_at    timestamptz not null default now()
);
grant select, insert, update on credential to keyturn_app;

-- One sign-in. It ends by time, by idleness, or by being revoked; with it end its tabs and its refresh tokens.
create table login (
  id           uuid primary key,
  user_id      bigint not null references app_user,
  -- Sign-ins at another issuer are recognized by a hash of issuer, subject and time of authentication.
  issuer_hash  bytea unique,
  started_at   timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  ends_at      timestamptz not null,
  revoked_at   timestamptz,
  ended_reason text,
  user_agent   text,
  check ((revoked_at is null) = (ended_reason is null))
);
create index on login (user_id);
create index on login (ends_at);
grant select, insert, update, delete on login to keyturn_app;

-- One tab under a login. `active_user_id` differs from the login's user while somebody is acted for.
create table session (
  id             uuid primary key,
  login_id       uuid not null references login on delete cascade,
  active_user_id bigint not null references app_user,
  created_at     timestamptz not null default now()
);
create index on session (login_id);
grant select, insert, update, delete on session to keyturn_app;

-- A browser at the provider's sign-in page: what the client asked for.
create table oidc_request (
  id             uuid primary key,
  client_id      text not null,
  redirect_uri   text not null,
  scope          text not null,
  state          text not null,
  nonce          text,
  code_challenge text not null,
  expires_at     timestamptz not null
);
create index on oidc_request (expires_at);
grant select, insert, update, delete on oidc_request to keyturn_app;

-- An authorization code, by its hash; usable once within a minute.
create table oidc_code (
  code_hash      bytea primary key,
  client_id      text not null,
  redirect_uri   text not null,
  scope          text not null,
  nonce          text,
  code_challenge text not null,
  login_id       uuid not null references login on delete cascade,
  expires_at     timestamptz not null,
  used_at        timestamptz
);
create index on oidc_code (expires_at);
create index on oidc_code (login_id);
grant select, insert, update, delete on oidc_code to keyturn_app;

-- A refresh token, by its hash. Used once; again within ten seconds it gives the same successor, later it ends the login.
create table oidc_refresh (
  token_hash bytea primary key,
  login_id   uuid not null references login on delete cascade,
  client_id  text not null,
  scope      text not null,
  issued_at  timestamptz not null default now(),
  used_at    timestamptz
);
create index on oidc_refresh (login_id);
grant select, insert, update, delete on oidc_refresh to keyturn_app;

-- Keys that sign id tokens; the private part is sealed with the installation's key.
create table signing_key (
  id          text primary key,
  algorithm   text not null check (algorithm in ('RS256')),
  private_key bytea not null,
  sealed_with smallint not null,
  public_jwk  jsonb not null,
  created_at  timestamptz not null default now(),
  retired_at  timestamptz
);
grant select, insert, update on signing_key to keyturn_app;

-- The one door: a transaction enters a company for a tab, a membership and the version of its rights, in the message
-- that begins it. Raises
--   KT401  the login or tab has ended, or was idle for longer than the company allows,
--   KT403  the membership, its user or its company is no longer active,
--   KTREL  the rights have changed since the process cached them: load them again and enter once more.
-- `last_seen_at` is written at most once a minute, hence the minute of grace.
create function enter(p_login uuid, p_session uuid, p_membership bigint, p_version bigint, p_consolidated boolean)
returns void
language plpgsql
set search_path = public, pg_temp
as $$
declare
  entered record;
begin
  select l.revoked_at is null
           and l.ends_at > now()
           and l.last_seen_at > now() - make_interval(mins => c.session_timeout_minutes + 1) as alive,
         m.active and u.state = 'ACTIVE' and c.state = 'ACTIVE' and b.state = 'ACTIVE' as active,
         m.access_version + c.access_version as version,
         m.company_id, m.user_id, l.user_id as logged_in_user_id
  into entered
  from session s
  join login l on l.id = s.login_id
  join app_user u on u.id = s.active_user_id
  join membership m on m.id = p_membership and m.user_id = s.active_user_id
  join org_unit c on c.id = m.company_id
  join org_unit b on b.id = m.org_unit_id
  where s.id = p_session and s.login_id = p_login;

  if not found or not entered.alive then
    raise exception 'the session has ended' using errcode = 'KT401';
  end if;
  if not entered.active then
    raise exception 'the membership is not active' using errcode = 'KT403';
  end if;
  if entered.version <> p_version then
    raise exception 'the rights have changed' using errcode = 'KTREL';
  end if;

  perform set_config('app.company_id', entered.company_id::text, true),
          set_config('app.user_id', entered.user_id::text, true),
          set_config('app.logged_in_user_id', entered.logged_in_user_id::text, true),
          set_config('app.membership_id', p_membership::text, true),
          set_config('app.session_id', p_session::text, true),
          set_config('app.consolidated', p_consolidated::text, true);
end
$$;
revoke all on function enter(uuid, uuid, bigint, bigint, boolean) from public;
grant execute on function enter(uuid, uuid, bigint, bigint, boolean) to keyturn_app;
