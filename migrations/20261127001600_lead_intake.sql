-- Incoming leads: intake addresses, imports, deliveries, consent, and merges of leads.

-- The default owner of incoming leads. match_setting holds the rule for duplicates.
create table lead_intake_setting (
  company_id      bigint not null,
  owner_id        bigint,
  version         integer not null default 1,
  consent_wording text check (length(consent_wording) between 1 and 2000),
  primary key (company_id),
  foreign key (company_id, owner_id) references membership (company_id, id)
);
call make_tenant_table('lead_intake_setting');

-- Intake addresses for web forms and lead providers, each with a secret and a field mapping.
create table lead_intake_address (
  company_id   bigint not null,
  id           uuid not null,
  name         text not null check (length(name) between 1 and 80),
  -- The secret has 256 random bits, so a plain hash is enough.
  secret_hash  bytea not null check (length(secret_hash) = 32),
  provider_id  bigint,
  source_id    bigint,
  -- Owner of incoming leads; null for the company's default.
  owner_id     bigint,
  -- Meaning of each field: {"EMAIL": "contact.mail"}. Other fields are recognized by their names.
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

-- Lead imports: what the file contained, how it is imported, progress, and the means to undo it.
create table lead_import (
  company_id  bigint not null,
  id          bigint generated always as identity,
  file_id     uuid not null,
  file_name   text not null check (length(file_name) between 1 and 255),
  state       text not null default 'READY' check (state in ('READY', 'RUNNING', 'DONE', 'FAILED', 'UNDONE')),
  -- Column names, and their hash, under which the mapping is remembered.
  head        text[] not null check (cardinality(head) between 1 and 60),
  head_hash   bytea not null,
  row_count   integer not null check (row_count between 1 and 20000),
  -- How it is imported: {mapping, rule, owner, source, provider, purpose}.
  terms       jsonb,
  -- Processed rows, and their results.
  taken       integer not null default 0,
  made        integer not null default 0,
  linked      integer not null default 0,
  skipped     integer not null default 0,
  held        integer not null default 0,
  refused     integer not null default 0,
  -- Leads removed by undo.
  removed     integer not null default 0,
  failure     text,
  created_by  bigint not null,
  created_at  timestamptz not null default now(),
  finished_at timestamptz,
  undone_at   timestamptz,
  primary key (company_id, id),
  check (state in ('READY', 'FAILED') or terms is not null)
);
create index on lead_import (company_id, created_by, id);
call make_tenant_table('lead_import', 'select, insert, update');

-- The last mapping of a header line.
create table lead_import_mapping (
  company_id bigint not null,
  head_hash  bytea not null,
  mapping    jsonb not null,
  used_at    timestamptz not null default now(),
  primary key (company_id, head_hash)
);
call make_tenant_table('lead_import_mapping', 'select, insert, update');

-- Incoming leads: each delivery, its result, and deliveries that wait for review.
create table lead_arrival (
  company_id  bigint not null,
  id          uuid not null,
  channel     text not null,
  api_key_id  bigint,
  -- As the sender names it. Checked when the lead is created.
  provider_id bigint,
  -- The sender's own id. The same id is the same delivery.
  external_id text check (length(external_id) between 1 and 200),
  state       text not null check (state in ('MADE', 'LINKED', 'SKIPPED', 'HELD', 'DROPPED', 'REFUSED', 'UNDONE')),
  -- Why it was held: possible duplicate, unreadable values, or no owner.
  reason      text check (reason in ('DUPLICATE', 'UNREADABLE', 'NO_OWNER')),
  -- The lead that was created, linked to, or skipped for.
  lead_id     bigint,
  -- The intended owner. Without one, only users with company scope see it.
  owner_id    bigint,
  org_unit_id bigint,
  -- The contact's name, if readable.
  name        text not null default '' check (length(name) <= 250),
  -- Error message by path.
  faults      jsonb not null default '{}',
  -- Possible duplicates, most certain first.
  duplicates  bigint[] not null default '{}' check (cardinality(duplicates) <= 20),
  -- The delivery, sealed, because it may contain anything. Kept for at most thirty days.
  key_id      smallint,
  raw         bytea,
  received_at timestamptz not null default now(),
  decided_at  timestamptz,
  decided_by  bigint,
  import_id   bigint,
  row_number  integer,
  address_id  uuid,
  primary key (company_id, id),
  foreign key (company_id, lead_id) references lead (company_id, id),
  foreign key (company_id, owner_id) references membership (company_id, id),
  foreign key (company_id, org_unit_id) references org_unit (company_id, id),
  check (state <> 'HELD' or (reason is not null and raw is not null)),
  check ((raw is null) = (key_id is null)),
  constraint lead_arrival_import foreign key (company_id, import_id) references lead_import (company_id, id),
  check ((channel = 'IMPORT') = (import_id is not null)),
  constraint lead_arrival_channel_check check (channel in ('API', 'IMPORT', 'ADDRESS')),
  constraint lead_arrival_address foreign key (company_id, address_id) references lead_intake_address (company_id, id),
  check ((channel = 'ADDRESS') = (address_id is not null))
);
create unique index lead_arrival_once on lead_arrival (company_id, provider_id, external_id) nulls not distinct
  where external_id is not null;
create index lead_arrival_held on lead_arrival (company_id, id) where state = 'HELD';
create index on lead_arrival (company_id, lead_id) where lead_id is not null;
create index lead_arrival_raw on lead_arrival (company_id, received_at) where raw is not null;
create unique index lead_arrival_of_import on lead_arrival (company_id, import_id, row_number) where import_id is not null;
create index on lead_arrival (company_id, address_id) where address_id is not null;
call make_tenant_table('lead_arrival');

-- Consent to calls and texts (47 CFR 64.1200): for each number the wording, time and origin. Append-only for the program. Undoing
-- a whole import deletes the consent of its leads. If a form only reports yes, the company's wording applies.
create table lead_consent (
  company_id  bigint not null,
  id          bigint generated always as identity,
  lead_id     bigint not null,
  kind        text not null check (kind in ('CALL', 'TEXT')),
  -- False for a withdrawal.
  is_given    boolean not null,
  phone       text collate "C" not null check (length(phone) between 1 and 20),
  -- The text they agreed to, or their words.
  wording     text not null check (length(wording) between 1 and 2000),
  said_at     timestamptz not null,
  source      text not null check (source in ('API', 'FORM', 'IMPORT', 'SPOKEN', 'WRITTEN')),
  -- The IP address and the page of the consent.
  address     text check (length(address) between 1 and 64),
  page        text check (length(page) between 1 and 500),
  recorded_by bigint,
  recorded_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, lead_id) references lead (company_id, id)
);
create index on lead_consent (company_id, lead_id, id);
call make_tenant_table('lead_consent', 'select, insert');

create table lead_merge (
  company_id bigint not null,
  id         bigint generated always as identity,
  kept_id    bigint not null,
  -- Leads merged into it.
  lead_ids   bigint[] not null check (cardinality(lead_ids) between 1 and 4),
  -- The surviving lead before and after.
  before     jsonb not null,
  after      jsonb not null,
  -- For each lead, including earlier merged ones: source, arrival, and first contact.
  origins    jsonb not null,
  made_by    bigint not null,
  made_at    timestamptz not null default now(),
  undone_at  timestamptz,
  undone_by  bigint,
  primary key (company_id, id),
  foreign key (company_id, kept_id) references lead (company_id, id),
  check ((undone_at is null) = (undone_by is null))
);
create index lead_merge_of_kept on lead_merge (company_id, kept_id, id) where undone_at is null;
call make_tenant_table('lead_merge', 'select, insert, update');

-- Every lead that is part of the surviving lead, including those of earlier merges.
create table lead_merge_part (
  company_id bigint not null,
  merge_id   bigint not null,
  lead_id    bigint not null,
  primary key (company_id, merge_id, lead_id),
  foreign key (company_id, merge_id) references lead_merge (company_id, id),
  foreign key (company_id, lead_id) references lead (company_id, id)
);
create index on lead_merge_part (company_id, lead_id);
call make_tenant_table('lead_merge_part', 'select, insert');

-- Merges leads of the current company into one, or restores them if none is named.
create function set_leads_merged(p_leads bigint[], p_into bigint)
returns void
language sql
security definer
set search_path = public, pg_temp
as $$
  update lead
  set merged_into = p_into, version = version + 1
  where company_id = nullif(current_setting('app.company_id', true), '')::bigint
    and id = any (p_leads)
    and id is distinct from p_into
$$;
grant execute on function set_leads_merged(bigint[], bigint) to keyturn_app;

-- The merged leads of a lead, while the merges stand.
create view lead_part with (security_invoker = true) as
select m.company_id, m.kept_id as lead_id, p.lead_id as part_id, m.id as merge_id
from lead_merge m
join lead_merge_part p on p.company_id = m.company_id and p.merge_id = m.id
where m.undone_at is null;
grant select on lead_part to keyturn_app;

-- Primary contacts, for pairs that may be one person.
create view lead_person with (security_invoker = true) as
select l.company_id, l.id as lead_id, c.first_name, c.last_name, c.email, c.phone, l.owner_id
from lead l
join lead_contact c on c.company_id = l.company_id and c.lead_id = l.id and c.position = 1;
grant select on lead_person to keyturn_app;

-- Undoes an import, except for leads that someone has worked: by an activity, a note, a status change or a task.
create function remove_imported_leads(p_import bigint)
returns setof bigint
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
  gone    bigint[];
begin
  select coalesce(array_agg(l.id), '{}')
  into gone
  from (select l.company_id, l.id
        from lead l
        join lead_arrival a on a.company_id = company and a.lead_id = l.id
        where l.company_id = company
          and a.import_id = p_import
          and a.state = 'MADE'
          and a.decided_at is null
          and l.version = 1
          and l.loan_id is null
          and l.updated_at = l.created_at
          and not exists (select from lead_activity v where v.company_id = company and v.lead_id = l.id)
          and not exists (select from task t where t.company_id = company and t.lead_id = l.id)
        for update of l) as l;

  update lead_arrival set state = 'UNDONE', lead_id = null where company_id = company and lead_id = any (gone);
  delete from note where company_id = company and lead_id = any (gone);
  delete from lead_status_change where company_id = company and lead_id = any (gone);
  delete from lead_consent where company_id = company and lead_id = any (gone);
  delete from lead_referral where company_id = company and lead_id = any (gone);
  delete from lead_user where company_id = company and lead_id = any (gone);
  delete from lead_contact where company_id = company and lead_id = any (gone);
  delete from lead where company_id = company and id = any (gone);
  return query select unnest(gone);
end
$$;
grant execute on function remove_imported_leads(bigint) to keyturn_app;
