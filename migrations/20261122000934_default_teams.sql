-- The team with which an officer's loans begin.
-- Locks: none, the tables are new. The version before reads none of them.

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
