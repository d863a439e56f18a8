-- Licenses, default loan teams, and contracts with processing companies.

-- State licenses of a company, its branches and its officers. A state that requires no license is a row without a number.
create table license (
  company_id  bigint not null,
  id          bigint generated always as identity,
  -- The owner: an org unit or a user.
  org_unit_id bigint,
  user_id     bigint,
  state_code  text not null check (state_code ~ '^[A-Z]{2}$'),
  number      text check (length(number) between 1 and 40),
  issued_on   date,
  expires_on  date,
  is_active   boolean not null default true,
  version     integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, org_unit_id) references org_unit (company_id, id),
  check ((org_unit_id is null) <> (user_id is null)),
  check (expires_on >= issued_on)
);
create index on license (company_id, user_id, state_code) where user_id is not null;
create index on license (company_id, org_unit_id, state_code) where org_unit_id is not null;
call make_tenant_table('license');

-- An officer's default loan team.
create table default_team (
  company_id bigint not null,
  -- The officer's membership.
  officer_id bigint not null,
  version    integer not null default 1,
  primary key (company_id, officer_id),
  foreign key (company_id, officer_id) references membership (company_id, id)
);
call make_tenant_table('default_team');

create table default_team_member (
  company_id    bigint not null,
  officer_id    bigint not null,
  role          text not null check (role in (
    'ORIGINATOR', 'PROCESSOR', 'CONTRACTPROCESSOR', 'ASSISTANT', 'DISCLOSURE_DESK', 'PAYROLL', 'CLOSER', 'LOCK_DESK', 'FUNDER')),
  is_primary    boolean not null,
  membership_id bigint not null,
  primary key (company_id, officer_id, role, is_primary),
  foreign key (company_id, officer_id) references default_team (company_id, officer_id),
  foreign key (company_id, membership_id) references membership (company_id, id),
  -- The officer is the primary officer.
  check (not (role = 'ORIGINATOR' and is_primary))
);
create index on default_team_member (company_id, membership_id);
call make_tenant_table('default_team_member');

-- Contracts with processing companies, whose users may get memberships in the company's branches.
-- Global, like memberships: `people` reads it before a company is entered.
create table processor_contract (
  id                   bigint generated always as identity primary key,
  company_id           bigint not null references org_unit,
  processor_company_id bigint not null references org_unit,
  active               boolean not null default true,
  engaged_at           timestamptz not null default now(),
  ended_at             timestamptz,
  version              integer not null default 1,
  unique (company_id, id),
  unique (company_id, processor_company_id),
  check (company_id <> processor_company_id),
  check (active = (ended_at is null))
);
create index on processor_contract (processor_company_id);
grant select, insert, update on processor_contract to keyturn_app;

-- Status of a license on a day. Renewal is due sixty days before it expires.
create function license_standing(is_active boolean, issued_on date, expires_on date, today date)
returns text
language sql
immutable
set search_path = public, pg_temp
as $$
  select case
    when not is_active then 'INACTIVE'
    when expires_on < today then 'EXPIRED'
    when issued_on > today then 'NOT_YET'
    when expires_on < today + 60 then 'EXPIRES_SOON'
    else 'AUTHORIZED'
  end
$$;
grant execute on function license_standing(boolean, date, date, date) to keyturn_app;

-- States in which an officer may originate.
create view officer_license with (security_invoker = true) as
select company_id, user_id, state_code, is_active, issued_on, expires_on
from license
where user_id is not null;
grant select on officer_license to keyturn_app;

-- The default team of an officer's new loans.
create view officer_team with (security_invoker = true) as
select company_id, officer_id, role, is_primary, membership_id from default_team_member;
grant select on officer_team to keyturn_app;
