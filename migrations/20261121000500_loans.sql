-- Loans: the row that lists read, the application as one document, what is sealed apart, the team, stages and history.
-- Locks: none, the tables are new.

-- The company's own names and order for stages, each mapped to a fixed kind whose rank sorts (domain.md 2.3).
create table loan_stage (
  company_id bigint not null,
  id         bigint generated always as identity,
  name       text not null check (length(name) between 1 and 80),
  kind       text not null,
  rank       smallint not null,
  position   smallint not null,
  primary key (company_id, id),
  unique (company_id, name)
);
call make_tenant_table('loan_stage');

create sequence loan_id as bigint start 100001;
grant usage on sequence loan_id to keyturn_app;

create table loan (
  company_id            bigint not null,
  id                    bigint not null,
  -- The branch of the primary officer.
  org_unit_id           bigint not null,
  -- The membership of the primary officer.
  officer_id            bigint not null,
  loan_number           text not null,
  stage_id              bigint not null,
  stage_rank            smallint not null,
  stage_since           timestamptz not null default now(),
  is_prospect           boolean not null default false,
  -- The officer asked that the borrower be invited to the portal.
  invite_borrower       boolean not null default false,
  file_version          text not null,
  import_type           text check (import_type in ('ACTIVE_LOAN', 'CLOSED_LOAN')),
  source_file_id        uuid,
  is_non_delegated_correspondent boolean not null default false,
  funded_on             date,
  doc_signed_on         date,
  trid_on               date,
  closing_on            date,
  lock_expires_on       date,
  next_deadline_on      date,

  -- Projected from the application by `lending::project`, and written by nothing else.
  borrower_name         text not null,
  sort_name             text collate "C" not null,
  purpose               text,
  mortgage_type         text,
  lien                  text,
  amortization          text,
  property_usage        text,
  state_code            text,
  amount_cents          bigint not null,
  note_amount_cents     bigint,
  purchase_price_cents  bigint,
  appraised_value_cents bigint,
  note_rate_millionths  bigint,
  term_months           smallint,
  application_on        date,
  borrower_count        smallint not null,
  -- Names, numbers, e-mail, phone and street in one normalized text: what the pipeline's text filter looks through.
  words                 text not null,

  created_by            bigint not null,
  created_at            timestamptz not null default now(),
  updated_at            timestamptz not null default now(),
  version               integer not null default 1,

  -- An absent date sorts last: sort keys are never null.
  closing_sort          date not null generated always as (coalesce(closing_on, date '9999-12-31')) stored,
  lock_expiry_sort      date not null generated always as (coalesce(lock_expires_on, date '9999-12-31')) stored,
  next_deadline_sort    date not null generated always as (coalesce(next_deadline_on, date '9999-12-31')) stored,

  primary key (company_id, id),
  foreign key (company_id, org_unit_id) references org_unit (company_id, id),
  foreign key (company_id, officer_id) references membership (company_id, id),
  foreign key (company_id, stage_id) references loan_stage (company_id, id)
);
-- One index for each sort in each reach; each ends in id, and none is read past the rows of a page.
create index loan_by_updated          on loan (company_id, updated_at, id);
create index loan_by_created          on loan (company_id, created_at, id);
create index loan_by_amount           on loan (company_id, amount_cents, id);
create index loan_by_borrower         on loan (company_id, sort_name, id);
create index loan_by_stage_rank       on loan (company_id, stage_rank, id);
create index loan_by_closing          on loan (company_id, closing_sort, id);
create index loan_by_lock_expiry      on loan (company_id, lock_expiry_sort, id);
create index loan_by_deadline         on loan (company_id, next_deadline_sort, id);
create index loan_unit_by_updated     on loan (company_id, org_unit_id, updated_at, id);
create index loan_unit_by_created     on loan (company_id, org_unit_id, created_at, id);
create index loan_unit_by_amount      on loan (company_id, org_unit_id, amount_cents, id);
create index loan_unit_by_borrower    on loan (company_id, org_unit_id, sort_name, id);
create index loan_unit_by_stage_rank  on loan (company_id, org_unit_id, stage_rank, id);
create index loan_unit_by_closing     on loan (company_id, org_unit_id, closing_sort, id);
create index loan_unit_by_lock_expiry on loan (company_id, org_unit_id, lock_expiry_sort, id);
create index loan_unit_by_deadline    on loan (company_id, org_unit_id, next_deadline_sort, id);
create index loan_stage_by_updated      on loan (company_id, stage_id, updated_at, id);
create index loan_unit_stage_by_updated on loan (company_id, org_unit_id, stage_id, updated_at, id);
create index loan_officer_by_updated    on loan (company_id, officer_id, updated_at, id);
call make_tenant_table('loan', 'select, insert, update');

create table loan_application (
  company_id bigint not null,
  loan_id    bigint not null,
  -- Version of the document's structure, `lending::application::SCHEMA`.
  schema     smallint not null,
  version    integer not null,
  document   jsonb not null,
  primary key (company_id, loan_id),
  foreign key (company_id, loan_id) references loan (company_id, id)
);
call make_tenant_table('loan_application', 'select, insert, update');

-- Taxpayer numbers, birth dates, account numbers, demographic answers: one AES-256-GCM map per loan, bound to table,
-- company and loan.
create table loan_secret (
  company_id bigint not null,
  loan_id    bigint not null,
  key_id     smallint not null,
  ciphertext bytea not null,
  primary key (company_id, loan_id),
  foreign key (company_id, loan_id) references loan (company_id, id)
);
call make_tenant_table('loan_secret');

-- Projected from the application: who borrows, by what they are found and matched.
create table loan_borrower (
  company_id bigint not null,
  loan_id    bigint not null,
  -- The item's id in the application.
  id         uuid not null,
  position   smallint not null,
  first_name text not null,
  last_name  text not null,
  name_key   text collate "C" not null,
  email      text,
  email_key  text collate "C",
  phone      text collate "C",
  -- HMAC of the nine digits under a key of the company, and the version of that key.
  ssn_key    bytea,
  ssn_key_version smallint,
  primary key (company_id, loan_id, id),
  foreign key (company_id, loan_id) references loan (company_id, id),
  check ((ssn_key is null) = (ssn_key_version is null))
);
create index on loan_borrower (company_id, name_key);
create index on loan_borrower (company_id, email_key) where email_key is not null;
create index on loan_borrower (company_id, phone) where phone is not null;
create index on loan_borrower (company_id, ssn_key) where ssn_key is not null;
call make_tenant_table('loan_borrower');

-- What the matching of people may join: who borrows, and as much of the loan as decides who may see it.
create view loan_contact with (security_invoker = true) as
select b.company_id, b.loan_id, b.first_name, b.last_name, b.name_key, b.email, b.email_key, b.phone,
       l.org_unit_id, l.officer_id, l.created_at
from loan_borrower b
join loan l on l.company_id = b.company_id and l.id = b.loan_id;
grant select on loan_contact to keyturn_app;

-- Projected from the application: the property that secures the loan.
create table subject_property (
  company_id  bigint not null,
  loan_id     bigint not null,
  line        text,
  unit        text,
  city        text,
  county      text,
  state_code  text,
  postal_code text,
  is_to_be_determined boolean not null,
  unit_count  smallint,
  primary key (company_id, loan_id),
  foreign key (company_id, loan_id) references loan (company_id, id)
);
call make_tenant_table('subject_property');

create table loan_team_member (
  company_id    bigint not null,
  loan_id       bigint not null,
  role          text not null check (role in (
    'ORIGINATOR', 'PROCESSOR', 'CONTRACTPROCESSOR', 'ASSISTANT', 'DISCLOSURE_DESK', 'PAYROLL', 'CLOSER', 'LOCK_DESK', 'FUNDER')),
  is_primary    boolean not null,
  membership_id bigint not null,
  primary key (company_id, loan_id, role, is_primary),
  foreign key (company_id, loan_id) references loan (company_id, id),
  foreign key (company_id, membership_id) references membership (company_id, id)
);
create index on loan_team_member (company_id, membership_id, loan_id);
call make_tenant_table('loan_team_member');

-- Which members a loan names, for features that ask whether a loan is somebody's own.
create view loan_member with (security_invoker = true) as
select distinct company_id, loan_id, membership_id from loan_team_member;
grant select on loan_member to keyturn_app;

-- Append-only, with the time from which it holds and the time at which it was learned.
create table loan_stage_change (
  company_id  bigint not null,
  id          bigint generated always as identity,
  loan_id     bigint not null,
  stage_id    bigint not null,
  stage_rank  smallint not null,
  valid_from  timestamptz not null default now(),
  recorded_at timestamptz not null default now(),
  changed_by  bigint not null,
  primary key (company_id, id),
  foreign key (company_id, loan_id) references loan (company_id, id),
  foreign key (company_id, stage_id) references loan_stage (company_id, id)
);
create index on loan_stage_change (company_id, loan_id, valid_from);
call make_tenant_table('loan_stage_change', 'select, insert');

-- Every change of a field of the application. Sealed values appear by their last four digits at most.
create table field_change (
  company_id bigint not null,
  id         bigint generated always as identity,
  loan_id    bigint not null,
  path       text not null,
  before     jsonb,
  after      jsonb,
  changed_by bigint not null,
  changed_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, loan_id) references loan (company_id, id)
);
create index on field_change (company_id, loan_id, path, id);
call make_tenant_table('field_change', 'select, insert');

-- A lock is an act; it lapses 90 seconds after its last refresh.
create table loan_lock (
  company_id   bigint not null,
  loan_id      bigint not null,
  session_id   uuid not null,
  membership_id bigint not null,
  since        timestamptz not null default now(),
  refreshed_at timestamptz not null default now(),
  primary key (company_id, loan_id),
  foreign key (company_id, loan_id) references loan (company_id, id),
  foreign key (company_id, membership_id) references membership (company_id, id)
);
create index on loan_lock (company_id, session_id);
call make_tenant_table('loan_lock');

-- What people search through, kept where a trigram index can serve them: the operators of such an index are not
-- leakproof and would not be used under row security. So row security is not forced here, the program's role has no
-- right to the table, and the functions that read it take the company from the setting alone.
create table search_entry (
  company_id bigint not null,
  kind       text not null check (kind in ('loan')),
  entity_id  bigint not null,
  words      text not null,
  primary key (company_id, kind, entity_id)
);
create index search_entry_words on search_entry using gin (company_id, words gin_trgm_ops);
alter table search_entry enable row level security;
create policy company on search_entry using (company_id = (select nullif(current_setting('app.company_id', true), '')::bigint));

-- Writes an entry of the present company.
create function put_search_entry(p_kind text, p_entity_id bigint, p_words text)
returns void
language sql
security definer
set search_path = public, pg_temp
as $$
  insert into search_entry (company_id, kind, entity_id, words)
  values (nullif(current_setting('app.company_id', true), '')::bigint, p_kind, p_entity_id, p_words)
  on conflict (company_id, kind, entity_id) do update set words = excluded.words where search_entry.words <> excluded.words
$$;

-- Ids of entries of the present company that contain `p_pattern` (`%smith%`, at least three letters, which the index
-- serves) and every one of `p_others`, at most so many. Planned for the pattern at hand, hence `execute`.
create function find_search_entries(p_kind text, p_pattern text, p_others text[], p_limit integer)
returns setof bigint
language plpgsql
stable
security definer
set search_path = public, pg_temp
rows 1000
as $$
begin
  return query execute
    'select entity_id from search_entry
     where company_id = $1 and words like $2 and kind = $3 and words like all ($4)
     limit $5'
  using nullif(current_setting('app.company_id', true), '')::bigint, p_pattern, p_kind, p_others, p_limit;
end
$$;
revoke all on function put_search_entry(text, bigint, text), find_search_entries(text, text, text[], integer) from public;
grant execute on function put_search_entry(text, bigint, text), find_search_entries(text, text, text[], integer) to keyturn_app;
