-- Loans: the application, its projected columns, team, stages, checkouts, field history, and bulk changes.

create sequence loan_id as bigint start 100001;
grant usage on sequence loan_id to keyturn_app;

create table loan (
  company_id                     bigint not null,
  id                             bigint not null,
  -- The branch of the primary officer.
  org_unit_id                    bigint not null,
  -- The membership of the primary officer.
  officer_id                     bigint not null,
  loan_number                    text not null,
  stage_id                       bigint not null,
  stage_rank                     smallint not null,
  stage_since                    timestamptz not null default now(),
  is_prospect                    boolean not null default false,
  -- The officer asked Keyturn to invite the borrower to the portal.
  invite_borrower                boolean not null default false,
  file_version                   text not null,
  import_type                    text check (import_type in ('ACTIVE_LOAN', 'CLOSED_LOAN')),
  source_file_id                 uuid,
  is_non_delegated_correspondent boolean not null default false,
  funded_on                      date,
  doc_signed_on                  date,
  trid_on                        date,
  closing_on                     date,
  lock_expires_on                date,
  next_deadline_on               date,
  -- The columns from here on are projected from the application by `lending::project`, and written by nothing else.
  borrower_name                  text not null,
  sort_name                      text collate "C" not null,
  purpose                        text,
  mortgage_type                  text,
  lien                           text,
  amortization                   text,
  property_usage                 text,
  state_code                     text,
  amount_cents                   bigint not null,
  note_amount_cents              bigint,
  purchase_price_cents           bigint,
  appraised_value_cents          bigint,
  note_rate_millionths           bigint,
  term_months                    smallint,
  application_on                 date,
  borrower_count                 smallint not null,
  -- Names, numbers, email, phone and street as normalized search text for the pipeline's text filter.
  words                          text not null,
  created_by                     bigint not null,
  created_at                     timestamptz not null default now(),
  updated_at                     timestamptz not null default now(),
  version                        integer not null default 1,
  -- A missing date sorts last. Sort keys are never null.
  closing_sort                   date not null generated always as (coalesce(closing_on, date '9999-12-31')) stored,
  lock_expiry_sort               date not null generated always as (coalesce(lock_expires_on, date '9999-12-31')) stored,
  next_deadline_sort             date not null generated always as (coalesce(next_deadline_on, date '9999-12-31')) stored,
  -- The day on which the application was withdrawn, denied, not accepted, or closed for incompleteness.
  adverse_on                     date,
  -- An entry of the company's list of lenders.
  lender_id                      bigint,
  primary key (company_id, id),
  foreign key (company_id, org_unit_id) references org_unit (company_id, id),
  foreign key (company_id, officer_id) references membership (company_id, id),
  foreign key (company_id, stage_id) references loan_stage (company_id, id),
  constraint loan_lender foreign key (company_id, lender_id) references lender (company_id, id)
);
-- One index per sort and access scope. Each ends with id, and a page reads no further than its rows.
create index loan_by_updated          on loan (company_id, updated_at, id);
create index loan_by_created          on loan (company_id, created_at, id);
create index loan_by_amount           on loan (company_id, amount_cents, id);
create index loan_by_borrower         on loan (company_id, sort_name, id);
create index loan_by_stage_rank       on loan (company_id, stage_rank, id);
create index loan_by_closing          on loan (company_id, closing_sort, id);
create index loan_by_lock_expiry      on loan (company_id, lock_expiry_sort, id);
create index loan_unit_by_updated     on loan (company_id, org_unit_id, updated_at, id);
create index loan_unit_by_created     on loan (company_id, org_unit_id, created_at, id);
create index loan_unit_by_amount      on loan (company_id, org_unit_id, amount_cents, id);
create index loan_unit_by_borrower    on loan (company_id, org_unit_id, sort_name, id);
create index loan_unit_by_stage_rank  on loan (company_id, org_unit_id, stage_rank, id);
create index loan_unit_by_closing     on loan (company_id, org_unit_id, closing_sort, id);
create index loan_unit_by_lock_expiry on loan (company_id, org_unit_id, lock_expiry_sort, id);
create index loan_unit_by_deadline    on loan (company_id, org_unit_id, next_deadline_sort, id);
create index loan_unit_stage_by_updated on loan (company_id, org_unit_id, stage_id, updated_at, id);
create index loan_source_file on loan (company_id, source_file_id) where source_file_id is not null;
-- Index-only sums for the stage cards of a company, a branch or an officer. The board reads its cards by deadline from one.
create index loan_stage_total         on loan (company_id, org_unit_id, stage_id) include (amount_cents);
create index loan_stage_by_deadline      on loan (company_id, stage_id, next_deadline_sort, id);
create index loan_unit_stage_by_deadline on loan (company_id, org_unit_id, stage_id, next_deadline_sort, id);
create index loan_facts on loan using gin (
  company_id, lender_id, purpose, mortgage_type, lien, amortization, property_usage, state_code, note_rate_millionths,
  application_on, funded_on)
-- Each look-up scans the pending list, so it is kept short.
with (gin_pending_list_limit = 512);
-- Holds every sort value of the pipeline beside the officer, so that a page of own loans reads one index (decision 0020).
create index loan_of_officer on loan (company_id, officer_id, updated_at, id) include (
  stage_id, org_unit_id, created_at, amount_cents, sort_name, stage_rank, closing_sort, lock_expiry_sort, next_deadline_sort);
create index loan_stage_by_updated on loan (company_id, stage_id, updated_at, id) include (words);
create index loan_by_deadline on loan (company_id, next_deadline_sort, id) include (words);
call make_tenant_table('loan', 'select, insert, update');
grant select (company_id, id, loan_number) on loan to keyturn_provider;

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

-- SSNs, birth dates, account numbers and demographic answers: one AES-256-GCM map per loan, bound to table, company and loan.
create table loan_secret (
  company_id bigint not null,
  loan_id    bigint not null,
  key_id     smallint not null,
  ciphertext bytea not null,
  primary key (company_id, loan_id),
  foreign key (company_id, loan_id) references loan (company_id, id)
);
call make_tenant_table('loan_secret');

-- Borrowers, projected from the application for search and matching.
create table loan_borrower (
  company_id      bigint not null,
  loan_id         bigint not null,
  -- The item's id in the application.
  id              uuid not null,
  position        smallint not null,
  first_name      text not null,
  last_name       text not null,
  name_key        text collate "C" not null,
  email           text,
  email_key       text collate "C",
  phone           text collate "C",
  -- HMAC of the nine digits under a key of the company, with the version of that key.
  ssn_key         bytea,
  ssn_key_version smallint,
  -- The borrower's record in the directory.
  borrower_id     bigint,
  -- Keyed hash of the last four digits, for users who may reveal SSNs.
  ssn_ending_key  bytea,
  primary key (company_id, loan_id, id),
  foreign key (company_id, loan_id) references loan (company_id, id),
  check ((ssn_key is null) = (ssn_key_version is null)),
  constraint loan_borrower_borrower foreign key (company_id, borrower_id) references borrower (company_id, id)
);
create index on loan_borrower (company_id, name_key);
create index on loan_borrower (company_id, email_key) where email_key is not null;
create index on loan_borrower (company_id, phone) where phone is not null;
create index on loan_borrower (company_id, ssn_key) where ssn_key is not null;
create index loan_borrower_of_borrower on loan_borrower (company_id, borrower_id, loan_id) where borrower_id is not null;
create index loan_borrower_ssn_ending on loan_borrower (company_id, ssn_ending_key) where ssn_ending_key is not null;
call make_tenant_table('loan_borrower');

-- The subject property, projected from the application.
create table subject_property (
  company_id          bigint not null,
  loan_id             bigint not null,
  line                text,
  unit                text,
  city                text,
  county              text,
  state_code          text,
  postal_code         text,
  is_to_be_determined boolean not null,
  unit_count          smallint,
  foreign key (company_id, loan_id) references loan (company_id, id),
  constraint subject_property_pkey primary key (company_id, loan_id) include (city, postal_code)
);
call make_tenant_table('subject_property');

create table loan_team_member (
  company_id    bigint not null,
  loan_id       bigint not null,
  role          text not null check (role in (
    'ORIGINATOR', 'PROCESSOR', 'CONTRACTPROCESSOR', 'ASSISTANT', 'DISCLOSURE_DESK', 'PAYROLL', 'CLOSER', 'LOCK_DESK', 'FUNDER')),
  is_primary    boolean not null,
  membership_id bigint not null,
  -- The loan's branch. A branch's page uses it to skip own loans of the branch that it has already read.
  org_unit_id   bigint not null,
  foreign key (company_id, loan_id) references loan (company_id, id),
  foreign key (company_id, membership_id) references membership (company_id, id),
  constraint loan_team_member_pkey primary key (company_id, loan_id, role, is_primary) include (membership_id)
);
create index loan_team_member_own on loan_team_member (company_id, membership_id, org_unit_id, loan_id) include (role, is_primary);
call make_tenant_table('loan_team_member');
grant select (company_id, loan_id, role, is_primary, membership_id) on loan_team_member to keyturn_provider;

-- Changes of loan teams. Triggers write them, so every statement is covered. Replaying them by id gives the current team.
create table loan_team_change (
  company_id bigint not null,
  id         bigint generated always as identity,
  loan_id    bigint not null,
  role       text not null,
  is_primary boolean not null,
  -- Memberships; null for an empty slot.
  before_id  bigint,
  after_id   bigint,
  changed_by bigint default nullif(current_setting('app.user_id', true), '')::bigint,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  foreign key (company_id, loan_id) references loan (company_id, id),
  check (before_id is distinct from after_id)
);
create index on loan_team_change (company_id, loan_id, id);
call make_tenant_table('loan_team_change', 'select, insert');

-- Append-only, with effective time and recording time.
create table loan_stage_change (
  company_id     bigint not null,
  id             bigint generated always as identity,
  loan_id        bigint not null,
  stage_id       bigint not null,
  stage_rank     smallint not null,
  valid_from     timestamptz not null default now(),
  recorded_at    timestamptz not null default now(),
  changed_by     bigint,
  reason_id      bigint,
  reason         text,
  -- Principal denial reasons by HMDA code, at most four (12 CFR 1003.4(a)(16)).
  denial_reasons smallint[],
  -- A row of `automation_rule`, which is never deleted. Without foreign key, so that manual changes don't pay for the check.
  rule_id        bigint,
  -- The rules that led here, in order; this one is the last.
  after_rules    bigint[],
  primary key (company_id, id),
  foreign key (company_id, loan_id) references loan (company_id, id),
  foreign key (company_id, stage_id) references loan_stage (company_id, id),
  constraint loan_stage_change_reason
  check (length(reason) between 1 and 500),
  constraint loan_stage_change_denial_reasons
  check (cardinality(denial_reasons) between 1 and 4 and denial_reasons <@ array[1, 2, 3, 4, 5, 6, 7, 8, 9]::smallint[]),
  foreign key (company_id, reason_id) references withdrawal_reason (company_id, id),
  constraint loan_stage_change_by check (changed_by is not null or rule_id is not null)
);
create index on loan_stage_change (company_id, loan_id, valid_from);
call make_tenant_table('loan_stage_change', 'select, insert');
grant usage on sequence loan_stage_change_id_seq to keyturn_app;

-- A checkout of a loan. It expires 90 seconds after its last refresh.
create table loan_lock (
  company_id    bigint not null,
  loan_id       bigint not null,
  session_id    uuid not null,
  membership_id bigint not null,
  since         timestamptz not null default now(),
  refreshed_at  timestamptz not null default now(),
  primary key (company_id, loan_id),
  foreign key (company_id, loan_id) references loan (company_id, id),
  foreign key (company_id, membership_id) references membership (company_id, id)
);
create index on loan_lock (company_id, session_id);
call make_tenant_table('loan_lock');

-- Every change of an application field. Sealed values appear with at most their last four digits.
create table field_change (
  company_id bigint not null,
  id         bigint generated always as identity,
  loan_id    bigint not null,
  path       text not null,
  before     jsonb,
  after      jsonb,
  changed_by bigint,
  changed_at timestamptz not null default now(),
  rule_id    bigint default nullif(current_setting('app.rule_id', true), '')::bigint,
  primary key (company_id, id),
  foreign key (company_id, loan_id) references loan (company_id, id),
  constraint field_change_by check (changed_by is not null or rule_id is not null)
);
create index on field_change (company_id, loan_id, path, id);
call make_tenant_table('field_change', 'select, insert');

-- Differences between an imported file and known data that no one has decided yet (DUP-14). Never a sealed value.
create table left_difference (
  company_id    bigint not null,
  id            bigint generated always as identity,
  loan_id       bigint not null,
  -- The borrower's item in the application.
  borrower_item uuid not null,
  -- Field name of `lending::differences`.
  path          text not null check (length(path) between 1 and 100),
  of_file       jsonb not null,
  of_keyturn    jsonb not null,
  left_by       bigint not null,
  left_at       timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, loan_id, borrower_item, path),
  foreign key (company_id, loan_id) references loan (company_id, id)
);
call make_tenant_table('left_difference', 'select, insert, delete');

-- A bulk change of loans. It can be undone for half an hour.
create table loan_act (
  company_id   bigint not null,
  id           bigint generated always as identity,
  made_by      bigint not null,
  made_at      timestamptz not null default now(),
  undone_at    timestamptz,
  -- The target of the change.
  stage_id     bigint,
  officer_id   bigint,
  processor_id bigint,
  finished_at  timestamptz,
  primary key (company_id, id),
  foreign key (company_id, stage_id) references loan_stage (company_id, id),
  foreign key (company_id, officer_id) references membership (company_id, id),
  foreign key (company_id, processor_id) references membership (company_id, id)
);
create index on loan_act (company_id, made_by, made_at);
call make_tenant_table('loan_act', 'select, insert, update');
grant delete on loan_act to keyturn_app;

create table loan_act_loan (
  company_id bigint not null,
  act_id     bigint not null,
  loan_id    bigint not null,
  -- The loan's version when the user selected it.
  version    integer not null,
  state      text not null default 'WAITING'
             check (state in ('WAITING', 'CHANGED', 'REFUSED', 'RESTORING', 'RESTORED', 'KEPT')),
  -- The loan's version after the change, and its values before.
  step       jsonb check ((step is null) = (state in ('WAITING', 'REFUSED'))),
  changed_at timestamptz,
  -- Why the loan was not changed.
  reason     text check ((reason is not null) = (state in ('REFUSED', 'KEPT'))),
  primary key (company_id, act_id, loan_id),
  foreign key (company_id, act_id) references loan_act (company_id, id) on delete cascade
);
create index on loan_act_loan (company_id, act_id, loan_id) where state in ('WAITING', 'RESTORING');
call make_tenant_table('loan_act_loan', 'select, insert, update');

-- Borrowers with the loan's scope, for matching.
create view loan_contact with (security_invoker = true) as
select b.company_id, b.loan_id, b.first_name, b.last_name, b.name_key, b.email, b.email_key, b.phone,
       l.org_unit_id, l.officer_id, l.created_at
from loan_borrower b
join loan l on l.company_id = b.company_id and l.id = b.loan_id;
grant select on loan_contact to keyturn_app;

-- Members whom a loan names, to decide whether a loan is a user's own.
create view loan_member with (security_invoker = true) as
select distinct company_id, loan_id, membership_id from loan_team_member;
grant select on loan_member to keyturn_app;

-- Active loans: not funded and not ended (`lending::stages`; their ranks end at 130).
create view open_loan with (security_invoker = true) as
select company_id, id as loan_id, org_unit_id, officer_id from loan where stage_rank < 140;
grant select on open_loan to keyturn_app;

-- A borrower's loans, as the borrower page shows them.
create view borrower_loan with (security_invoker = true) as
select b.company_id, b.borrower_id, b.loan_id, b.position, l.org_unit_id, l.officer_id, l.loan_number, l.amount_cents,
       s.id as stage_id, s.name as stage_name, s.kind as stage_kind, l.created_by, l.created_at, l.updated_at
from loan_borrower b
join loan l on l.company_id = b.company_id and l.id = b.loan_id
join loan_stage s on s.company_id = l.company_id and s.id = l.stage_id
where b.borrower_id is not null;
grant select on borrower_loan to keyturn_app;

-- Members who work on a borrower's loans: the borrower is among their own.
create view borrower_member with (security_invoker = true) as
select b.company_id, b.borrower_id, t.membership_id
from loan_team_member t
join loan_borrower b on b.company_id = t.company_id and b.loan_id = t.loan_id
where b.borrower_id is not null;
grant select on borrower_member to keyturn_app;

-- Stage changes of loans.
create view loan_stage_step with (security_invoker = true) as
select c.company_id, c.loan_id, c.id, c.valid_from as at, c.changed_by, s.name as stage_name
from loan_stage_change c
join loan_stage s on s.company_id = c.company_id and s.id = c.stage_id;
grant select on loan_stage_step to keyturn_app;

-- Updates directory records after a loan's borrowers changed. Values that came from the loan, or were missing, follow it; values
-- entered in the directory stay. Each element is a person as in put_borrowers, with wasNameKey, wasEmailKey, wasPhone, wasSsnKey.
create function follow_borrowers(p_company_id bigint, p_people jsonb)
returns void
language plpgsql
set search_path = public, pg_temp
as $$
declare
  written record;
begin
  for written in
    update borrower b
    set first_name = n.first_name, last_name = n.last_name, name_key = n.name_key, sort_name = n.sort_name,
        email = n.email, email_key = n.email_key, phone = n.phone,
        ssn_key = n.ssn_key,
        ssn_key_version = case when n.ssn_key is not null then coalesce(n.ssn_key_version, b.ssn_key_version) end,
        words = concat_ws(' ', n.name_key, n.email_key, n.phone),
        updated_at = now(),
        version = b.version + 1
    from (
      select k.id,
             case when k.name_key = p."wasNameKey" then p."firstName" else k.first_name end as first_name,
             case when k.name_key = p."wasNameKey" then p."lastName" else k.last_name end as last_name,
             case when k.name_key = p."wasNameKey" then p."nameKey" else k.name_key end as name_key,
             case when k.name_key = p."wasNameKey" then p."sortName" else k.sort_name end as sort_name,
             case when k.email_key is null or k.email_key = p."wasEmailKey" then p.email else k.email end as email,
             case when k.email_key is null or k.email_key = p."wasEmailKey" then p."emailKey" else k.email_key end as email_key,
             case when k.phone is null or k.phone = p."wasPhone" then p.phone else k.phone end as phone,
             case when k.ssn_key is null or k.ssn_key = decode(p."wasSsnKey", 'hex') then decode(p."ssnKey", 'hex')
                  else k.ssn_key end as ssn_key,
             p."ssnKeyVersion" as ssn_key_version
      from jsonb_to_recordset(p_people) as p(
             id bigint, "firstName" text, "lastName" text, "nameKey" text, "sortName" text, email text, "emailKey" text,
             phone text, "ssnKey" text, "ssnKeyVersion" smallint, "wasNameKey" text, "wasEmailKey" text, "wasPhone" text,
             "wasSsnKey" text)
      join borrower k on k.company_id = p_company_id and k.id = p.id) n
    where b.company_id = p_company_id
      and b.id = n.id
      and (b.first_name, b.last_name, b.email, b.phone, b.ssn_key)
          is distinct from (n.first_name, n.last_name, n.email, n.phone, n.ssn_key)
    returning b.id, b.org_unit_id, b.words
  loop
    perform put_search_entry('borrower', written.org_unit_id, written.id, written.words);
  end loop;
end
$$;
grant execute on function follow_borrowers(bigint, jsonb) to keyturn_app;

-- Creates a directory record for each borrower of many loans, without matching. For generated loans.
create function record_borrowers(p_company_id bigint, p_loan_ids bigint[])
returns bigint
language sql
set search_path = public, pg_temp
as $$
  with fresh as materialized (
    select nextval('borrower_id') as id, b.loan_id, b.id as item, l.org_unit_id, l.officer_id, l.created_by, l.created_at,
           l.updated_at, b.first_name, b.last_name, b.name_key, b.email, b.email_key, b.phone, b.ssn_key, b.ssn_key_version,
           string_to_array(b.name_key, ' ') as names,
           case
             when btrim(b.last_name) = '' then 0
             else cardinality(regexp_split_to_array(btrim(b.last_name), '[[:space:]-]+'))
           end as last_names
    from loan_borrower b
    join loan l on l.company_id = b.company_id and l.id = b.loan_id
    where b.company_id = p_company_id
      and b.loan_id = any (p_loan_ids)
      and b.borrower_id is null
  ), made as (
    insert into borrower (company_id, id, org_unit_id, owner_id, first_name, last_name, name_key, sort_name, email, email_key,
                          phone, ssn_key, ssn_key_version, words, created_by, created_at, updated_at)
    select p_company_id, id, org_unit_id, officer_id, first_name, last_name, name_key,
           btrim(array_to_string(names[cardinality(names) - last_names + 1 :], ' ') || ' '
                 || array_to_string(names[: cardinality(names) - last_names], ' ')),
           email, email_key, phone, ssn_key, ssn_key_version, concat_ws(' ', name_key, email_key, phone), created_by,
           created_at, updated_at
    from fresh
    returning id, org_unit_id, words
  ), linked as (
    update loan_borrower b
    set borrower_id = f.id
    from fresh f
    where b.company_id = p_company_id
      and b.loan_id = f.loan_id
      and b.id = f.item
  )
  select count(put_search_entry('borrower', org_unit_id, id, words)) from made
$$;
grant execute on function record_borrowers(bigint, bigint[]) to keyturn_app;

create function note_team_change()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into loan_team_change (company_id, loan_id, role, is_primary, after_id)
    select company_id, loan_id, role, is_primary, membership_id from is_there;
    perform follow_tasks(company_id, loan_id) from is_there group by company_id, loan_id;
  elsif tg_op = 'DELETE' then
    insert into loan_team_change (company_id, loan_id, role, is_primary, before_id)
    select company_id, loan_id, role, is_primary, membership_id from was_there;
    perform follow_tasks(company_id, loan_id) from was_there group by company_id, loan_id;
  else
    insert into loan_team_change (company_id, loan_id, role, is_primary, before_id, after_id)
    select w.company_id, w.loan_id, w.role, w.is_primary, w.membership_id, i.membership_id
    from was_there w
    join is_there i using (company_id, loan_id, role, is_primary)
    where w.membership_id <> i.membership_id;
    perform follow_tasks(w.company_id, w.loan_id)
    from was_there w
    join is_there i using (company_id, loan_id, role, is_primary)
    where w.membership_id <> i.membership_id
    group by w.company_id, w.loan_id;
  end if;
  return null;
end
$$;

create trigger note_insert after insert on loan_team_member
  referencing new table as is_there for each statement execute function note_team_change();

create trigger note_update after update on loan_team_member
  referencing old table as was_there new table as is_there for each statement execute function note_team_change();

create trigger note_delete after delete on loan_team_member
  referencing old table as was_there for each statement execute function note_team_change();

-- A loan's number and borrower name, for features that mention it.
create view loan_name with (security_invoker = true) as
select company_id, id as loan_id, org_unit_id, loan_number, borrower_name from loan;
grant select on loan_name to keyturn_app;

-- Analyzes the loan and borrower tables after a bulk load. With outdated statistics, foreign key checks scan an index of names,
-- and thirteen thousand links take minutes.
create function refresh_loan_statistics()
returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  analyze loan, loan_application, loan_secret, loan_borrower, borrower, subject_property, loan_team_member, loan_stage_change,
          search_entry, org_unit, membership, app_user, loan_stage;
end
$$;
grant execute on function refresh_loan_statistics() to keyturn_app;

-- Members by seat on a loan's team.
create view loan_seat with (security_invoker = true) as
select company_id, loan_id, role, is_primary, membership_id from loan_team_member;
grant select on loan_seat to keyturn_app;

-- A company's stages.
create view loan_stage_choice with (security_invoker = true) as
select company_id, id as stage_id, name from loan_stage;
grant select on loan_stage_choice to keyturn_app;

-- When a loan entered which stage.
create view loan_stage_entry with (security_invoker = true) as
select c.company_id, c.loan_id, c.id, c.stage_id, n.kind, c.recorded_at, c.changed_by, b.id is null as is_first,
       coalesce(not w.is_active, false) as is_rehoused, n.name as stage_name, coalesce(c.after_rules, '{}') as after_rules
from loan_stage_change c
join loan_stage n on n.company_id = c.company_id and n.id = c.stage_id
left join lateral (
  select o.id, o.stage_id
  from loan_stage_change o
  where o.company_id = c.company_id and o.loan_id = c.loan_id and o.id < c.id
  order by o.id desc
  limit 1) b on true
left join loan_stage w on w.company_id = c.company_id and w.id = b.stage_id;
grant select on loan_stage_entry to keyturn_app;

-- A loan that moves to another branch updates the branch of its team members.
create function team_goes_along()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  update loan_team_member set org_unit_id = new.org_unit_id where company_id = new.company_id and loan_id = new.id;
  return null;
end
$$;

create trigger team_goes_along
after update of org_unit_id on loan
for each row when (old.org_unit_id <> new.org_unit_id)
execute function team_goes_along();

-- Creates or completes directory records. Each element is a person as in `Told::record`, with orgUnitId and ownerId. Records
-- must be distinct. Returns null.
create function put_borrowers(p_company_id bigint, p_created_by bigint, p_people jsonb)
returns boolean
language plpgsql
set search_path = public, pg_temp
as $$
declare
  units bigint[];
  ids   bigint[];
  texts text[];
begin
  with written as (
    insert into borrower (company_id, id, org_unit_id, owner_id, first_name, last_name, name_key, sort_name, email, email_key,
                          phone, line, unit, city, state_code, postal_code, ssn_key, ssn_key_version, birth_key,
                          birth_key_version, words, created_by)
    select p_company_id, p.id, p."orgUnitId", p."ownerId", p."firstName", p."lastName", p."nameKey", p."sortName", p.email,
           p."emailKey", p.phone, p.line, p.unit, p.city, p."stateCode", p."postalCode", decode(p."ssnKey", 'hex'),
           case when p."ssnKey" is not null then p."ssnKeyVersion" end, decode(p."birthKey", 'hex'),
           case when p."birthKey" is not null then p."birthKeyVersion" end,
           concat_ws(' ', p."nameKey", p."emailKey", p.phone), p_created_by
    from jsonb_to_recordset(p_people) as p(
      id bigint, "orgUnitId" bigint, "ownerId" bigint, "firstName" text, "lastName" text, "nameKey" text, "sortName" text,
      email text, "emailKey" text, phone text, line text, unit text, city text, "stateCode" text, "postalCode" text,
      "ssnKey" text, "ssnKeyVersion" smallint, "birthKey" text, "birthKeyVersion" smallint)
    on conflict (company_id, id) do update
    set email = coalesce(borrower.email, excluded.email),
        email_key = coalesce(borrower.email_key, excluded.email_key),
        phone = coalesce(borrower.phone, excluded.phone),
        line = case when borrower.line is null then excluded.line else borrower.line end,
        unit = case when borrower.line is null then excluded.unit else borrower.unit end,
        city = case when borrower.line is null then excluded.city else borrower.city end,
        state_code = case when borrower.line is null then excluded.state_code else borrower.state_code end,
        postal_code = case when borrower.line is null then excluded.postal_code else borrower.postal_code end,
        ssn_key = coalesce(borrower.ssn_key, excluded.ssn_key),
        ssn_key_version = coalesce(borrower.ssn_key_version, excluded.ssn_key_version),
        birth_key = coalesce(borrower.birth_key, excluded.birth_key),
        birth_key_version = coalesce(borrower.birth_key_version, excluded.birth_key_version),
        words = concat_ws(' ', borrower.name_key, coalesce(borrower.email_key, excluded.email_key),
                          coalesce(borrower.phone, excluded.phone)),
        updated_at = now(),
        version = borrower.version + 1
    where (borrower.email is null and excluded.email is not null)
       or (borrower.phone is null and excluded.phone is not null)
       or (borrower.line is null and excluded.line is not null)
       or (borrower.ssn_key is null and excluded.ssn_key is not null)
       or (borrower.birth_key is null and excluded.birth_key is not null)
    returning id, org_unit_id, words
  )
  select array_agg(w.org_unit_id), array_agg(w.id), array_agg(w.words)
  into units, ids, texts
  from written w;
  if ids is not null then
    perform put_search_entries('borrower', units, ids, texts);
  end if;
  return null;
end
$$;
grant execute on function put_borrowers(bigint, bigint, jsonb) to keyturn_app;

-- The same for people of one owner.
create function put_borrowers(p_company_id bigint, p_org_unit_id bigint, p_owner_id bigint, p_created_by bigint, p_people jsonb)
returns void
language plpgsql
set search_path = public, pg_temp
as $$
begin
  perform put_borrowers(p_company_id, p_created_by, (
    select jsonb_agg(person || jsonb_build_object('orgUnitId', p_org_unit_id, 'ownerId', p_owner_id))
    from jsonb_array_elements(p_people) as person));
end
$$;
grant execute on function put_borrowers(bigint, bigint, bigint, bigint, jsonb) to keyturn_app;

-- Candidates for known borrowers: the first twenty of each SSN key and each email address. Plans that walk the ids look cheap
-- while the table's statistics are empty, so the function reads by these keys.
create function known_borrowers(p_company_id bigint, p_ssn_keys bytea[], p_email_keys text[])
returns jsonb
language plpgsql
stable
set search_path = public, pg_temp
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', k.id, 'firstName', k.first_name, 'lastName', k.last_name, 'email', k.email, 'phone', k.phone,
             'ssnKey', encode(k.ssn_key, 'hex'), 'birthKey', encode(k.birth_key, 'hex')) order by k.id), '[]')
    from (
      (select b.*
       from unnest(p_ssn_keys) as s(key)
       cross join lateral (
         select *
         from (select * from borrower where company_id = p_company_id and ssn_key = s.key offset 0) as o
         order by id
         limit 20) as b)
      union
      (select b.*
       from unnest(p_email_keys) as e(key)
       cross join lateral (
         select *
         from (select * from borrower where company_id = p_company_id and email_key = e.key offset 0) as o
         order by id
         limit 20) as b)) k);
end
$$;
grant execute on function known_borrowers(bigint, bytea[], text[]) to keyturn_app;
