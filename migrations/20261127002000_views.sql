-- Saved views.

-- Saved views of lists: the list's address under a name. Private, shared with a branch, or published to the company.
create table saved_view (
  company_id  bigint not null,
  id          bigint generated always as identity,
  list        text not null check (list in ('loans', 'leads')),
  -- The creator's membership.
  owner_id    bigint not null,
  name        text not null check (length(name) between 1 and 60),
  sharing     text not null check (sharing in ('PRIVATE', 'BRANCH', 'COMPANY')),
  -- The branch that it is shared with.
  org_unit_id bigint,
  content     jsonb not null,
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, owner_id) references membership (company_id, id),
  foreign key (company_id, org_unit_id) references org_unit (company_id, id),
  check ((sharing = 'BRANCH') = (org_unit_id is not null))
);
create unique index saved_view_name on saved_view (company_id, owner_id, list, lower(name));
create index saved_view_shared on saved_view (company_id, list, sharing, org_unit_id);
call make_tenant_table('saved_view');
