-- Users. Global, because sign-in happens before the company is known. A person has one row for the whole installation.
create table app_user (
  id                  bigint generated always as identity primary key,
  home_company_id     bigint not null references org_unit,
  first_name          text not null,
  last_name           text not null,
  email               text not null,
  -- Lowercase. Addresses are compared by this column.
  email_key           text not null unique,
  phone               text,
  profile_image       text,
  nmls_id             text check (nmls_id ~ '^[0-9]{1,12}$'),
  state               text not null default 'ACTIVE' check (state in ('INVITED', 'ACTIVE', 'BLOCKED', 'DEACTIVATED')),
  borrower_portal_url text,
  realtor_portal_url  text,
  is_spanish          boolean not null default false,
  tab_config          jsonb not null default '{}',
  created_at          timestamptz not null default now(),
  -- The user accepts the terms together with the first password (SETPW-19).
  terms_accepted_at   timestamptz,
  -- Compared with `If-Match`.
  version             integer not null default 1,
  -- The state before deactivation, which reactivation restores.
  deactivated_from    text check (deactivated_from in ('INVITED', 'ACTIVE', 'BLOCKED')),
  job_title           text check (char_length(job_title) between 1 and 100)
);
create index on app_user (home_company_id);
-- Serves the provider's search for any part of a name or email address, or an NMLS ID.
create index app_user_by_name on app_user using gin (lower(first_name || ' ' || last_name) gin_trgm_ops);
create index app_user_by_email on app_user using gin (email_key gin_trgm_ops);
create index app_user_by_nmls_id on app_user (nmls_id) where nmls_id is not null;
grant select, insert, update on app_user to keyturn_app;
grant select on app_user to keyturn_provider;

alter table org_unit add foreign key (owner_user_id) references app_user;

alter table brand_image add foreign key (uploaded_by) references app_user;

-- A user's membership in an org unit: the specification's WizeUserOrgUnit.
create table membership (
  id             bigint generated always as identity primary key,
  company_id     bigint not null,
  user_id        bigint not null references app_user,
  org_unit_id    bigint not null,
  active         boolean not null default true,
  is_default     boolean not null default false,
  -- Incremented when roles, state or contract of the membership, or the state of its user, change.
  access_version integer not null default 1,
  created_at     timestamptz not null default now(),
  version        integer not null default 1,
  unique (company_id, id),
  unique (user_id, org_unit_id),
  foreign key (company_id, org_unit_id) references org_unit (company_id, id)
);
create index on membership (company_id, org_unit_id);
create unique index membership_one_default on membership (user_id) where is_default;
grant select, insert, update on membership to keyturn_app;
grant select on membership to keyturn_provider;

create table membership_role (
  company_id    bigint not null,
  membership_id bigint not null,
  role          text not null check (role in (
    'ORIGINATOR', 'PROCESSOR', 'CONTRACTPROCESSOR', 'ASSISTANT', 'LOANADMIN', 'ADMINISTRATOR', 'BRANCHADMIN',
    'ASSOCIATEADMIN', 'COMPANYADMIN', 'SUPERADMIN', 'DISCLOSURE_DESK', 'PAYROLL', 'CLOSER', 'LOCK_DESK', 'FUNDER')),
  -- The first role decides whether the user is a contract processor.
  position      smallint not null check (position between 1 and 15),
  primary key (company_id, membership_id, role),
  unique (company_id, membership_id, position),
  foreign key (company_id, membership_id) references membership (company_id, id)
);
create index on membership_role (company_id, role, membership_id);
grant select, insert, update, delete on membership_role to keyturn_app;
grant select on membership_role to keyturn_provider;

-- A company's changes to the permission table for its own users (decision D8). Read together with the roles of a membership.
-- A change increments org_unit.access_version, so that every process reads the permissions again.
create table role_permission_override (
  company_id bigint not null,
  -- Codes of `lending::access`, which decides what may be overridden and ignores other rows.
  role       text not null check (length(role) between 1 and 40),
  permission text not null check (length(permission) between 1 and 40),
  allowed    boolean not null,
  changed_at timestamptz not null default now(),
  primary key (company_id, role, permission)
);
call make_tenant_table('role_permission_override');

create table user_photo (
  user_id    bigint primary key references app_user,
  -- Each photo gets a new id, so browsers can cache photos forever.
  id         uuid not null unique,
  jpeg       bytea not null check (octet_length(jpeg) between 1 and 262144),
  created_at timestamptz not null default now()
);
grant select, insert, update, delete on user_photo to keyturn_app;

-- Notification mails that a user has switched off, by company. Account mails can't be switched off.
create table notification_choice (
  company_id bigint not null,
  user_id    bigint not null,
  kind       text not null check (length(kind) between 1 and 40),
  is_on      boolean not null,
  primary key (company_id, user_id, kind)
);
call make_tenant_table('notification_choice');

create view person with (security_invoker = true) as
select id as user_id, first_name || ' ' || last_name as name from app_user;
grant select on person to keyturn_app;

-- Views for other features: members with name and branch, and names of persons. Statements that don't select roles or branch
-- don't read them.
create view member with (security_invoker = true) as
select m.company_id, m.id as membership_id, m.user_id, m.org_unit_id,
       u.first_name || ' ' || u.last_name as name, u.email,
       m.active and u.state = 'ACTIVE' as is_active,
       b.display_name as branch_name, b.nmls_id as branch_nmls_id,
       array(select r.role
             from membership_role r
             where r.company_id = m.company_id and r.membership_id = m.id
             order by r.position) as roles,
       -- Not deactivated. Includes invited and blocked users.
       m.active and u.state <> 'DEACTIVATED' as is_staff
from membership m
join app_user u on u.id = m.user_id
left join org_unit b on b.id = m.org_unit_id;
grant select on member to keyturn_app;

-- Other features check this view before they write a mail.
create view notification_off with (security_invoker = true) as
select company_id, user_id, kind
from notification_choice
where not is_on;
grant select on notification_off to keyturn_app;

-- The officer's own portal address, or the company's borrower host. Without either, the path begins with the company's
-- licensing id.
create view officer_portal with (security_invoker = true) as
select m.company_id, m.id as membership_id, u.first_name || ' ' || u.last_name as officer_name, u.borrower_portal_url,
       (select d.host
        from org_domain d
        where d.org_unit_id = m.company_id and d.context = 'POS'
        order by d.host
        limit 1) as portal_host,
       c.nmls_id as company_nmls_id, c.display_name as company_name
from membership m
join app_user u on u.id = m.user_id
join org_unit c on c.id = m.company_id;
grant select on officer_portal to keyturn_app;
