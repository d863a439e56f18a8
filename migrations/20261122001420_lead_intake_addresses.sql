-- Addresses at which web forms and providers hand in leads: each with a secret, and with what its fields hold.
-- Locks: `lead_arrival` for a moment, it gets a column and another list of channels without rewriting its rows.
create table lead_intake_address (
  company_id   bigint not null,
  id           uuid not null,
  name         text not null check (length(name) between 1 and 80),
  -- The secret has 256 random bits, so that its plain hash tells nothing of it.
  secret_hash  bytea not null check (length(secret_hash) = 32),
  provider_id  bigint,
  source_id    bigint,
  -- Who owns what comes in; the company's default where nobody is named.
  owner_id     bigint,
  -- What each field holds: {"EMAIL": "contact.mail"}. Fields that are not named are known by what they are called.
  mapping      jsonb not null default '{}',
  created_by   bigint not null,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at   timestamptz,
  primary key (company_id, id),
  foreign key (company_id, provider_id) references lead_provider (company_id, id),
  foreign key (company_id, source_id) references lead_source (company_id, id),
  foreign key (company_id, owner_id) references membership (company_id, id)
);
call make_tenant_table('lead_intake_address', 'select, insert, update');

alter table lead_arrival
  add column address_id uuid,
  drop constraint lead_arrival_channel_check,
  add constraint lead_arrival_channel_check check (channel in ('API', 'IMPORT', 'ADDRESS')),
  add constraint lead_arrival_address foreign key (company_id, address_id) references lead_intake_address (company_id, id),
  add check ((channel = 'ADDRESS') = (address_id is not null));
create index on lead_arrival (company_id, address_id) where address_id is not null;
