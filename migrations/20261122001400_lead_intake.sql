-- Leads that come in by themselves: each arrival, what was done with it, and what waits for somebody to look at it. Who
-- gets leads that name no owner.
-- Locks: none, the tables are new. The version before makes leads without them.
create table lead_arrival (
  company_id   bigint not null,
  id           uuid not null,
  channel      text not null check (channel in ('API', 'IMPORT')),
  api_key_id   bigint,
  -- As the sender names them; whether there is such a provider is seen when the lead is made.
  provider_id  bigint,
  -- The sender's own id: the same one again is the same arrival.
  external_id  text check (length(external_id) between 1 and 200),
  state        text not null check (state in ('MADE', 'LINKED', 'SKIPPED', 'HELD', 'DROPPED', 'REFUSED', 'UNDONE')),
  -- Why it was held: somebody who may be the same, values that can't be taken, nobody to own it.
  reason       text check (reason in ('DUPLICATE', 'UNREADABLE', 'NO_OWNER')),
  -- The lead that was made of it, or that it was linked to or skipped for.
  lead_id      bigint,
  -- Whose it is to be; nobody's is seen by whoever sees the whole company.
  owner_id     bigint,
  org_unit_id  bigint,
  -- Who asks, as far as that could be read.
  name         text not null default '' check (length(name) <= 250),
  -- Path to what is wrong with it.
  faults       jsonb not null default '{}',
  -- Leads that may be the same person's, the surest first.
  duplicates   bigint[] not null default '{}' check (cardinality(duplicates) <= 20),
  -- What came in, sealed: it may hold anything. Kept while it waits, thirty days at most.
  key_id       smallint,
  raw          bytea,
  received_at  timestamptz not null default now(),
  decided_at   timestamptz,
  decided_by   bigint,
  primary key (company_id, id),
  foreign key (company_id, lead_id) references lead (company_id, id),
  foreign key (company_id, owner_id) references membership (company_id, id),
  foreign key (company_id, org_unit_id) references org_unit (company_id, id),
  check (state <> 'HELD' or (reason is not null and raw is not null)),
  check ((raw is null) = (key_id is null))
);
create unique index lead_arrival_once on lead_arrival (company_id, provider_id, external_id) nulls not distinct
  where external_id is not null;
create index lead_arrival_held on lead_arrival (company_id, id) where state = 'HELD';
create index on lead_arrival (company_id, lead_id) where lead_id is not null;
create index lead_arrival_raw on lead_arrival (company_id, received_at) where raw is not null;
call make_tenant_table('lead_arrival');

-- Who owns what arrives without an owner. What is done with duplicates stands in match_setting.
create table lead_intake_setting (
  company_id bigint not null,
  owner_id   bigint,
  version    integer not null default 1,
  primary key (company_id),
  foreign key (company_id, owner_id) references membership (company_id, id)
);
call make_tenant_table('lead_intake_setting');
