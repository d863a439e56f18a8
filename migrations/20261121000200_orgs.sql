-- Companies and their branches, the hosts they are reached by, and how each of them looks.
-- Global, because they are read before anybody is signed in.
-- Locks: none, the tables are new.

create table org_unit (
  id                      bigint generated always as identity primary key,
  parent_id               bigint references org_unit,
  -- The company: the unit itself, or for a branch the unit above it.
  company_id              bigint not null,
  type                    text not null check (type in ('PROVIDER', 'BROKER', 'PROCESSOR', 'BRANCH')),
  state                   text not null default 'ACTIVE' check (state in ('ACTIVE', 'SUSPENDED')),
  name                    text not null check (length(name) between 1 and 200),
  display_name            text not null check (length(display_name) between 1 and 200),
  slug                    text unique check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  nmls_id                 text check (nmls_id ~ '^[0-9]{1,12}$'),
  owner_user_id           bigint,
  has_no_owner            boolean not null default false,
  is_non_delegated        boolean not null default false,
  license_payer           text not null default 'COMPANY' check (license_payer in ('COMPANY', 'BRANCH', 'SELF')),
  session_timeout_minutes smallint not null default 30 check (session_timeout_minutes between 5 and 480),
  time_zone               text not null default 'America/New_York',
  saturday_open           boolean not null default false,
  street                  text,
  city                    text,
  state_code              text check (state_code ~ '^[A-Z]{2}$'),
  postal_code             text check (postal_code ~ '^[0-9]{5}([0-9]{4})?$'),
  -- {YYYY}, {YY}, {MM}, {branch} and {id}; it must hold the loan's own id (decision D22).
  loan_number_pattern     text not null default '{YYYY}-{id}' check (position('{id}' in loan_number_pattern) > 0),
  -- Rises when a permission override or the state of the company changes; part of what `enter` compares.
  access_version          integer not null default 1,
  created_at              timestamptz not null default now(),
  unique (company_id, id),
  foreign key (company_id) references org_unit (id) deferrable initially deferred,
  check ((type = 'BRANCH') = (company_id <> id)),
  check (type <> 'BRANCH' or parent_id is not null)
);
create index on org_unit (parent_id);
grant select, insert, update on org_unit to keyturn_app;
-- A company is its own tenant: its id is known before its row is written.
grant usage on sequence org_unit_id_seq to keyturn_app;

create table org_domain (
  host        text primary key check (host = lower(host)),
  context     text not null check (context in ('LOS', 'POS', 'REALTOR')),
  org_unit_id bigint not null references org_unit
);
create index on org_domain (org_unit_id);
grant select, insert, update, delete on org_domain to keyturn_app;

create table org_theme (
  org_unit_id               bigint primary key references org_unit,
  logo                      text not null default 'logo.svg',
  app_title                 text,
  asset_path                text not null default '/assets',
  remote_asset_path         text,
  theme_name                text,
  theme_color               text check (theme_color ~ '^#[0-9a-f]{6}$'),
  login_title               text,
  compliance_logo           text,
  light_logo_url            text,
  is_realtor_portal_old_url boolean not null default false,
  los_remote_asset_path     text
);
grant select, insert, update, delete on org_theme to keyturn_app;
