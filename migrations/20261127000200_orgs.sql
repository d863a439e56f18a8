-- Companies, branches, hosts and themes. Global, because they are read before sign-in.
create table org_unit (
  id                                 bigint generated always as identity primary key,
  parent_id                          bigint references org_unit,
  -- The company: the unit itself, or the parent of a branch.
  company_id                         bigint not null,
  type                               text not null check (type in ('PROVIDER', 'BROKER', 'PROCESSOR', 'BRANCH')),
  state                              text not null default 'ACTIVE' check (state in ('ACTIVE', 'SUSPENDED')),
  name                               text not null check (length(name) between 1 and 200),
  display_name                       text not null check (length(display_name) between 1 and 200),
  slug                               text unique check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  nmls_id                            text check (nmls_id ~ '^[0-9]{1,12}$'),
  owner_user_id                      bigint,
  has_no_owner                       boolean not null default false,
  is_non_delegated                   boolean not null default false,
  license_payer                      text not null default 'COMPANY' check (license_payer in ('COMPANY', 'BRANCH', 'SELF')),
  session_timeout_minutes            smallint not null default 30 check (session_timeout_minutes between 5 and 480),
  time_zone                          text not null default 'America/New_York',
  saturday_open                      boolean not null default false,
  street                             text,
  city                               text,
  state_code                         text check (state_code ~ '^[A-Z]{2}$'),
  postal_code                        text check (postal_code ~ '^[0-9]{5}([0-9]{4})?$'),
  -- May contain {YYYY}, {YY}, {MM}, {branch} and {id}. {id}, the loan's own id, is required (decision D22).
  loan_number_pattern                text not null default '{YYYY}-{id}' check (position('{id}' in loan_number_pattern) > 0),
  -- Incremented when a permission override or the company's state changes. `enter` compares it.
  access_version                     integer not null default 1,
  created_at                         timestamptz not null default now(),
  -- An administrator of the company must approve second-factor resets (decision D30).
  second_factor_reset_needs_approval boolean not null default false,
  -- Compared with `If-Match`.
  version                            integer not null default 1,
  is_billing_enabled                 boolean not null default false,
  -- Who sees contacts and borrowers: all users with the permission, or only owners and users who work on a linked record.
  contact_visibility                 text not null default 'OWN_AND_LINKED'
  check (contact_visibility in ('ALL', 'OWN_AND_LINKED')),
  -- The branch has its own business days instead of its company's.
  has_own_calendar                   boolean not null default false,
  -- Monday is 1, Friday is 5. At least one weekday stays open, so that counting business days always ends.
  closed_weekdays                    smallint[] not null default '{}',
  unique (company_id, id),
  foreign key (company_id) references org_unit (id) deferrable initially deferred,
  check ((type = 'BRANCH') = (company_id <> id)),
  check (type <> 'BRANCH' or parent_id is not null),
  constraint org_unit_closed_weekdays
  check (cardinality(closed_weekdays) <= 4 and closed_weekdays <@ array[1, 2, 3, 4, 5]::smallint[])
);
create index on org_unit (parent_id);
create index org_unit_by_nmls_id on org_unit (nmls_id) where nmls_id is not null;
create index org_unit_companies on org_unit (lower(display_name), id) where id = company_id;
grant select, insert, update on org_unit to keyturn_app;
grant select on org_unit to keyturn_provider;
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
  los_remote_asset_path     text,
  -- Compared with `If-Match`.
  version                   integer not null default 1
);
grant select, insert, update, delete on org_theme to keyturn_app;

-- A logo as it is served. Keyturn decodes and re-encodes every upload, so it contains nothing but the image.
create table brand_image (
  company_id  bigint not null references org_unit,
  sha256      bytea not null check (length(sha256) = 32),
  media_type  text not null check (media_type in ('image/png', 'image/jpeg', 'image/svg+xml')),
  bytes       bytea not null check (length(bytes) between 1 and 1048576),
  width_px    integer not null check (width_px > 0),
  height_px   integer not null check (height_px > 0),
  uploaded_at timestamptz not null default now(),
  uploaded_by bigint not null,
  primary key (company_id, sha256)
);
create index on brand_image (sha256);
-- Images are already compressed.
alter table brand_image alter column bytes set storage external;
grant select, insert, update, delete on brand_image to keyturn_app;

-- Days on which offices are closed, in addition to Sundays and federal holidays (12 CFR 1026.2(a)(6)).
create table business_holiday (
  company_id  bigint not null,
  closed_on   date not null,
  name        text not null check (length(name) between 1 and 80),
  org_unit_id bigint not null default nullif(current_setting('app.company_id', true), '')::bigint,
  foreign key (company_id, org_unit_id) references org_unit (company_id, id),
  primary key (company_id, org_unit_id, closed_on)
);
call make_tenant_table('business_holiday');

-- Global: the same for every company.
create table announcement (
  id           bigint generated always as identity primary key,
  title        text not null check (length(title) between 1 and 200),
  body         text not null check (length(body) between 1 and 5000),
  published_at timestamptz not null default now()
);
create index on announcement (published_at, id);
grant select, insert on announcement to keyturn_app;

-- `calendar_id` is the unit whose business days apply.
create view office_calendar with (security_invoker = true) as
select b.company_id, b.id as org_unit_id, b.time_zone, coalesce(b.state_code, c.state_code) as state_code, k.saturday_open,
       array(select h.closed_on
             from business_holiday h
             where h.company_id = b.company_id and h.org_unit_id = k.id
             order by h.closed_on) as holidays,
       array(select h.name
             from business_holiday h
             where h.company_id = b.company_id and h.org_unit_id = k.id
             order by h.closed_on) as holiday_names,
       k.closed_weekdays, k.id as calendar_id
from org_unit b
join org_unit c on c.id = b.company_id
join org_unit k on k.id = case when b.has_own_calendar then b.id else b.company_id end;
grant select on office_calendar to keyturn_app;
