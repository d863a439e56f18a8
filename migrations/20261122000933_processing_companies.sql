-- Processing companies under contract: whose people a company may give places in its branches.
-- Global, like memberships: it is read before a company is entered, by `people` alone.
-- Locks: none, the table is new. The version before reads none of it.

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
