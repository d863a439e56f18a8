-- The second factor, known devices, and the counting of failed sign-ins (decisions D30, D31).
-- Global: all of it happens before a company is known.
-- Locks: none, the tables are new; the version before neither reads nor writes them.

-- A person's authenticator. Its secret is sealed with the installation's key.
create table second_factor (
  user_id       bigint primary key references app_user,
  secret        bytea not null,
  sealed_with   smallint not null,
  -- The newest time step (RFC 6238) whose code was taken. It only rises, so that a code is good once on every process.
  last_step     bigint not null,
  -- What the person's recovery codes are hashed with.
  recovery_salt bytea not null check (length(recovery_salt) = 16),
  enrolled_at   timestamptz not null default now()
);
grant select, insert, update, delete on second_factor to keyturn_app;

create table recovery_code (
  user_id   bigint not null references second_factor on delete cascade,
  code_hash bytea not null,
  used_at   timestamptz,
  primary key (user_id, code_hash)
);
grant select, insert, update, delete on recovery_code to keyturn_app;

-- Somebody whose password was right and whose code is awaited, for one authorization request. The secret is that of an
-- authenticator that is being enrolled.
create table sign_in_ticket (
  ticket_hash   bytea primary key,
  request_id    uuid not null references oidc_request on delete cascade,
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

-- A browser in which a person has signed in, by the hash of its cookie. It only has a failure counter of its own.
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

-- Attempts on an account from one place (a network, or a known device) within a window of time. Addresses that nobody
-- has are counted like any other, hence the hash. `attempts` counts those under way too, so that a hundred at once are
-- no more than ten.
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
