-- People, and what they are in which company. A person is one person of the whole installation.
-- Global, because signing in comes before the company is known; memberships carry the company all the same.
-- Locks: none, the tables are new.

create table app_user (
  id                  bigint generated always as identity primary key,
  home_company_id     bigint not null references org_unit,
  first_name          text not null,
  last_name           text not null,
  email               text not null,
  -- Lower case: what two addresses are compared by.
  email_key           text not null unique,
  phone               text,
  profile_image       text,
  nmls_id             text check (nmls_id ~ '^[0-9]{1,12}$'),
  state               text not null default 'ACTIVE' check (state in ('INVITED', 'ACTIVE', 'BLOCKED', 'DEACTIVATED')),
  borrower_portal_url text,
  realtor_portal_url  text,
  is_spanish          boolean not null default false,
  tab_config          jsonb not null default '{}',
  created_at          timestamptz not null default now()
);
create index on app_user (home_company_id);
grant select, insert, update on app_user to keyturn_app;

alter table org_unit add foreign key (owner_user_id) references app_user;

-- A person in a unit of a company: the specification's WizeUserOrgUnit.
create table membership (
  id             bigint generated always as identity primary key,
  company_id     bigint not null,
  user_id        bigint not null references app_user,
  org_unit_id    bigint not null,
  active         boolean not null default true,
  is_default     boolean not null default false,
  -- Rises when roles, state or contract of this membership or the state of its user change.
  access_version integer not null default 1,
  created_at     timestamptz not null default now(),
  unique (company_id, id),
  unique (user_id, org_unit_id),
  foreign key (company_id, org_unit_id) references org_unit (company_id, id)
);
create index on membership (company_id, org_unit_id);
create unique index membership_one_default on membership (user_id) where is_default;
grant select, insert, update on membership to keyturn_app;

create table membership_role (
  company_id    bigint not null,
  membership_id bigint not null,
  role          text not null check (role in (
    'ORIGINATOR', 'PROCESSOR', 'CONTRACTPROCESSOR', 'ASSISTANT', 'LOANADMIN', 'ADMINISTRATOR', 'BRANCHADMIN',
    'ASSOCIATEADMIN', 'COMPANYADMIN', 'SUPERADMIN', 'DISCLOSURE_DESK', 'PAYROLL', 'CLOSER', 'LOCK_DESK', 'FUNDER')),
  -- The first role decides whether somebody counts as a contract processor.
  position      smallint not null check (position between 1 and 15),
  primary key (company_id, membership_id, role),
  unique (company_id, membership_id, position),
  foreign key (company_id, membership_id) references membership (company_id, id)
);
create index on membership_role (company_id, role, membership_id);
grant select, insert, update, delete on membership_role to keyturn_app;

-- What other features may join: a member with the name and the branch that pages show, and a person's name. Roles and
-- branch are read only by statements that ask for them.
create view member with (security_invoker = true) as
select m.company_id, m.id as membership_id, m.user_id, m.org_unit_id,
       u.first_name || ' ' || u.last_name as name, u.email,
       m.active and u.state = 'ACTIVE' as is_active,
       b.display_name as branch_name, b.nmls_id as branch_nmls_id,
       array(select r.role
             from membership_role r
             where r.company_id = m.company_id and r.membership_id = m.id
             order by r.position) as roles
from membership m
join app_user u on u.id = m.user_id
left join org_unit b on b.id = m.org_unit_id;

create view person with (security_invoker = true) as
select id as user_id, first_name || ' ' || last_name as name from app_user;

grant select on member, person to keyturn_app;
