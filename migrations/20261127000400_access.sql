-- Sign-in: passwords, logins, tabs, and the embedded OpenID provider. Global, because sign-in happens before the company is
-- known.
create table credential (
  user_id       bigint primary key references app_user,
  password_hash text not null,
  changed_at    timestamptz not null default now()
);
grant select, insert, update on credential to keyturn_app;

-- One sign-in. It ends by time, by idleness, or by revocation, together with its tabs and refresh tokens.
create table login (
  id           uuid primary key,
  user_id      bigint not null references app_user,
  -- Identifies a sign-in at an external issuer: hash of issuer, subject and authentication time.
  issuer_hash  bytea unique,
  started_at   timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  ends_at      timestamptz not null,
  revoked_at   timestamptz,
  ended_reason text,
  user_agent   text,
  -- The browser of the login. The next sign-in in that browser ends this login (OWASP ASVS 5.0, 7.2.4).
  device_hash  bytea,
  check ((revoked_at is null) = (ended_reason is null))
);
create index on login (user_id);
create index on login (ends_at);
create index on login (device_hash) where revoked_at is null and device_hash is not null;
grant select, insert, update, delete on login to keyturn_app;
grant select on login to keyturn_provider;

-- One tab under a login. `active_user_id` differs from the login's user while the tab acts on behalf of another user.
create table session (
  id              uuid primary key,
  login_id        uuid not null references login on delete cascade,
  active_user_id  bigint not null references app_user,
  created_at      timestamptz not null default now(),
  -- When acting on behalf of another user began, was last used, and ended. A tab never changes its kind, so processes can cache
  -- it.
  acting_since    timestamptz,
  acting_seen_at  timestamptz,
  acting_ended_at timestamptz,
  check ((acting_since is null) = (acting_seen_at is null)),
  check (acting_ended_at is null or acting_since is not null)
);
create index on session (login_id);
grant select, insert, update, delete on session to keyturn_app;
grant select on session to keyturn_provider;

-- A user's subject at an external OpenID provider. Email addresses may pass to another person; subjects don't.
-- Global, because it is read before the company is known.
create table external_subject (
  issuer    text not null,
  subject   text not null check (char_length(subject) between 1 and 255),
  user_id   bigint not null references app_user,
  linked_at timestamptz not null default now(),
  primary key (issuer, subject),
  -- A user has one subject per issuer. Another subject with the same address is another person.
  unique (issuer, user_id)
);
create index on external_subject (user_id);
grant select, insert, delete on external_subject to keyturn_app;

-- Hash of the token in a mailed link. Single use, with expiry. Created when the mail is rendered.
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

-- A user's authenticator. Its secret is sealed with the installation's key.
create table second_factor (
  user_id       bigint primary key references app_user,
  secret        bytea not null,
  sealed_with   smallint not null,
  -- The newest time step (RFC 6238) whose code was accepted. It only increases, so each code works once across all processes.
  last_step     bigint not null,
  -- Salt of the user's recovery code hashes.
  recovery_salt bytea not null check (length(recovery_salt) = 16),
  enrolled_at   timestamptz not null default now()
);
grant select, insert, update, delete on second_factor to keyturn_app;

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
-- At most one open request per user.
create unique index on second_factor_reset (company_id, user_id) where decided_at is null;
call make_tenant_table('second_factor_reset', 'select, insert, update');

create table recovery_code (
  user_id   bigint not null references second_factor on delete cascade,
  code_hash bytea not null,
  used_at   timestamptz,
  primary key (user_id, code_hash)
);
grant select, insert, update, delete on recovery_code to keyturn_app;

-- A browser in which the user has signed in, by the hash of its cookie. It has its own failure counter.
create table known_device (
  user_id       bigint not null references app_user,
  device_hash   bytea not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at  timestamptz not null default now(),
  primary key (user_id, device_hash)
);
create index on known_device (device_hash);
create index on known_device (last_seen_at);
grant select, insert, update, delete on known_device to keyturn_app;

-- A user who has entered the correct password but not yet the code, for one authorization request. The secret belongs to an
-- authenticator that is being enrolled.
create table sign_in_ticket (
  ticket_hash   bytea primary key,
  request_id    uuid not null,
  user_id       bigint not null references app_user,
  secret        bytea,
  sealed_with   smallint,
  attempts_left smallint not null default 5 check (attempts_left >= 0),
  expires_at    timestamptz not null,
  check ((secret is null) = (sealed_with is null))
);
create index on sign_in_ticket (request_id);
create index on sign_in_ticket (expires_at);
grant select, insert, update, delete on sign_in_ticket to keyturn_app;

-- Sign-in attempts on an account from one network or known device within a time window. Unknown addresses count too, so the
-- account is a hash. `attempts` includes running attempts, so a hundred parallel attempts don't exceed the limit of ten.
create table sign_in_attempt (
  account_hash  bytea not null,
  kind          text not null check (kind in ('PASSWORD', 'CODE')),
  place_hash    bytea not null,
  window_start  timestamptz not null default now(),
  attempts      integer not null,
  failures      integer not null default 0,
  blocked_until timestamptz,
  primary key (account_hash, kind, place_hash)
);
create index on sign_in_attempt (window_start);
grant select, insert, update, delete on sign_in_attempt to keyturn_app;

-- A browser at the sign-in page, with the client's authorization request.
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

alter table sign_in_ticket add foreign key (request_id) references oidc_request on delete cascade;

-- An authorization code, by its hash. Usable once within a minute.
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

-- A refresh token, by its hash. A repeat within ten seconds returns the same successor; a later repeat ends the login.
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

-- Keys that sign ID tokens. The private key is sealed with the installation's key.
create table signing_key (
  id          text primary key,
  algorithm   text not null check (algorithm in ('RS256')),
  private_key bytea not null,
  sealed_with smallint not null,
  public_jwk  jsonb not null,
  created_at  timestamptz not null default now(),
  retired_at  timestamptz,
  -- A key is published before it signs, and stays published until its last token has expired.
  signs_from  timestamptz not null default now()
);
grant select, insert, update, delete on signing_key to keyturn_app;

-- Whether a tab may still act on behalf of another user: not ended, not idle for an hour (decision D32), and the signed-in user
-- is a super administrator of the provider. `acting_seen_at` is written at most once a minute, so one minute of grace is added.
create function acts_for_another(p_session uuid)
returns boolean
language sql
stable
set search_path = public, pg_temp
as $$
  select exists (
    select
    from session s
    join login l on l.id = s.login_id
    join app_user u on u.id = l.user_id and u.state = 'ACTIVE'
    join membership m on m.user_id = u.id and m.active
    join membership_role r on r.company_id = m.company_id and r.membership_id = m.id and r.role = 'SUPERADMIN'
    join org_unit p on p.id = m.org_unit_id and p.type = 'PROVIDER' and p.state = 'ACTIVE'
    where s.id = p_session
      and s.acting_ended_at is null
      and s.acting_seen_at > now() - interval '61 minutes'
      and l.last_seen_at > now() - make_interval(mins => p.session_timeout_minutes + 1))
$$;
grant execute on function acts_for_another(uuid) to keyturn_app;

-- Opens a user's transaction. Raises
--    KT401  the login or the tab has ended,
--    KTEND  acting on behalf of another user has ended,
--    KT403  the home company, the company, the membership or the user is not active,
--    KTREL  the user's rights have changed since the process read them.
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
         m.active and u.state = 'ACTIVE' and c.state = 'ACTIVE' and b.state = 'ACTIVE' and h.state = 'ACTIVE' as active,
         m.access_version + c.access_version as version,
         m.company_id, m.user_id, l.user_id as logged_in_user_id
  into entered
  from session s
  join login l on l.id = s.login_id
  join app_user u on u.id = s.active_user_id
  join org_unit h on h.id = u.home_company_id
  join membership m on m.id = p_membership and m.user_id = s.active_user_id
  join org_unit c on c.id = m.company_id
  join org_unit b on b.id = m.org_unit_id
  where s.id = p_session and s.login_id = p_login;

  if not found or not entered.alive then
    raise exception 'the session has ended' using errcode = 'KT401';
  end if;
  if entered.user_id <> entered.logged_in_user_id and not (entered.active and acts_for_another(p_session)) then
    raise exception 'acting for another has ended' using errcode = 'KTEND';
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
grant execute on function enter(uuid, uuid, bigint, bigint, boolean) to keyturn_app;

-- Opens a job's transaction on behalf of a user, with the user's current rights. If an administrator acted for the user, both
-- must still be active.
create function enter_on_behalf(p_user bigint, p_logged_in_user bigint, p_membership bigint, p_version bigint, p_consolidated boolean)
returns void
language plpgsql
set search_path = public, pg_temp
as $$
declare
  entered record;
begin
  select m.active and u.state = 'ACTIVE' and c.state = 'ACTIVE' and b.state = 'ACTIVE' and h.state = 'ACTIVE'
           and l.state = 'ACTIVE' as active,
         m.access_version + c.access_version as version,
         m.company_id
  into entered
  from membership m
  join app_user u on u.id = m.user_id
  join app_user l on l.id = p_logged_in_user
  join org_unit h on h.id = u.home_company_id
  join org_unit c on c.id = m.company_id
  join org_unit b on b.id = m.org_unit_id
  where m.id = p_membership and m.user_id = p_user;

  if not found or not entered.active then
    raise exception 'the membership is not active' using errcode = 'KT403';
  end if;
  if entered.version <> p_version then
    raise exception 'the rights have changed' using errcode = 'KTREL';
  end if;

  perform set_config('app.company_id', entered.company_id::text, true),
          set_config('app.user_id', p_user::text, true),
          set_config('app.logged_in_user_id', p_logged_in_user::text, true),
          set_config('app.membership_id', p_membership::text, true),
          set_config('app.consolidated', p_consolidated::text, true);
end
$$;
grant execute on function enter_on_behalf(bigint, bigint, bigint, bigint, boolean) to keyturn_app;
