-- Leads: contacts, owners, notes, activities, and status history.

create sequence lead_id as bigint start 10001;
grant usage on sequence lead_id to keyturn_app;

create table lead (
  company_id             bigint not null,
  id                     bigint not null,
  -- The branch of the primary owner.
  org_unit_id            bigint not null,
  -- The membership of the primary owner.
  owner_id               bigint not null,
  status_id              bigint not null,
  -- The order of the status's kind.
  status_rank            smallint not null,
  status_since           timestamptz not null default now(),
  lost_reason_id         bigint,
  -- The day on which a nurtured lead returns.
  wake_on                date,
  purpose                text not null check (purpose in ('Purchase', 'Refinance')),
  state_code             text check (state_code ~ '^[A-Z]{2}$'),
  source_id              bigint,
  provider_id            bigint,
  next_follow_up_on      date,
  -- When the lead counts as unworked, by office hours of its branch. The end of 9999 if never.
  late_at                timestamptz not null default '9999-12-31 00:00:00+00',
  -- Office minutes from arrival to the first outgoing contact.
  first_response_minutes integer check (first_response_minutes >= 0),
  -- The loan that was created from the lead.
  loan_id                bigint,
  -- From the primary contact: shown in lists, sorted by, and searched.
  contact_name           text not null,
  sort_name              text collate "C" not null,
  words                  text not null,
  created_by             bigint,
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now(),
  version                integer not null default 1,
  follow_up_sort         date not null generated always as (coalesce(next_follow_up_on, date '9999-12-31')) stored,
  -- The surviving lead of a merge (DUP-13). Merged leads keep their rows, hidden by row security, until the merge is undone.
  merged_into            bigint,
  -- The requested amount, and the purchase price or estimated value.
  loan_amount_cents      bigint check (loan_amount_cents between 1 and 99999999999),
  property_value_cents   bigint check (property_value_cents between 1 and 99999999999),
  primary key (company_id, id),
  foreign key (company_id, org_unit_id) references org_unit (company_id, id),
  foreign key (company_id, owner_id) references membership (company_id, id),
  foreign key (company_id, status_id) references lead_status (company_id, id),
  foreign key (company_id, lost_reason_id) references lost_reason (company_id, id),
  foreign key (company_id, source_id) references lead_source (company_id, id),
  foreign key (company_id, provider_id) references lead_provider (company_id, id),
  foreign key (company_id, loan_id) references loan (company_id, id),
  constraint lead_merged_into foreign key (company_id, merged_into) references lead (company_id, id),
  constraint lead_merged_or_converted check (merged_into is null or loan_id is null)
);
create index lead_by_updated           on lead (company_id, updated_at, id);
create index lead_by_created           on lead (company_id, created_at, id);
create index lead_by_name              on lead (company_id, sort_name, id);
create index lead_by_status_rank       on lead (company_id, status_rank, id);
create index lead_by_follow_up         on lead (company_id, follow_up_sort, id);
create index lead_unit_by_updated      on lead (company_id, org_unit_id, updated_at, id);
create index lead_unit_by_created      on lead (company_id, org_unit_id, created_at, id);
create index lead_unit_by_name         on lead (company_id, org_unit_id, sort_name, id);
create index lead_unit_by_status_rank  on lead (company_id, org_unit_id, status_rank, id);
create index lead_unit_by_follow_up    on lead (company_id, org_unit_id, follow_up_sort, id);
create index lead_status_by_updated      on lead (company_id, status_id, updated_at, id);
create index lead_unit_status_by_updated on lead (company_id, org_unit_id, status_id, updated_at, id);
create index lead_owner_by_updated       on lead (company_id, owner_id, updated_at, id);
create index lead_source_by_updated      on lead (company_id, source_id, updated_at, id);
create index lead_by_late                on lead (company_id, late_at, id);
create index lead_unit_by_late           on lead (company_id, org_unit_id, late_at, id);
create index lead_by_wake                on lead (company_id, wake_on) where wake_on is not null;
create unique index lead_of_loan         on lead (company_id, loan_id) where loan_id is not null;
create index lead_of_lead on lead (company_id, merged_into) where merged_into is not null;
call make_tenant_table('lead', 'select, insert, update');
-- Hides merged leads from every list, page and job.
create policy merged on lead as restrictive to keyturn_app using (merged_into is null);

-- The lead's contacts. The first is the primary contact.
create table lead_contact (
  company_id bigint not null,
  lead_id    bigint not null,
  position   smallint not null check (position between 1 and 4),
  first_name text not null,
  last_name  text not null,
  name_key   text collate "C" not null,
  email      text,
  email_key  text collate "C",
  phone      text collate "C",
  is_primary boolean not null generated always as (position = 1) stored,
  primary key (company_id, lead_id, position),
  foreign key (company_id, lead_id) references lead (company_id, id)
);
create index on lead_contact (company_id, name_key);
create index on lead_contact (company_id, email_key) where email_key is not null;
create index on lead_contact (company_id, phone) where phone is not null;
call make_tenant_table('lead_contact');

-- Who referred the lead, at most one.
create table lead_referral (
  company_id          bigint not null,
  lead_id             bigint not null,
  other_source_desc   text check (length(other_source_desc) between 1 and 255),
  business_contact_id bigint,
  borrower_id         bigint,
  -- A user. Users are global.
  user_id             bigint,
  primary key (company_id, lead_id),
  foreign key (company_id, lead_id) references lead (company_id, id),
  foreign key (company_id, business_contact_id) references business_contact (company_id, id),
  foreign key (company_id, borrower_id) references borrower (company_id, id),
  check (num_nonnulls(business_contact_id, borrower_id, user_id) <= 1)
);
create index on lead_referral (company_id, business_contact_id) where business_contact_id is not null;
create index on lead_referral (company_id, borrower_id) where borrower_id is not null;
call make_tenant_table('lead_referral');

-- Owners: at most three distinct members. The first is the primary owner.
create table lead_user (
  company_id    bigint not null,
  lead_id       bigint not null,
  position      smallint not null check (position between 1 and 3),
  membership_id bigint not null,
  user_id       bigint not null,
  is_primary    boolean not null generated always as (position = 1) stored,
  org_unit_id   bigint not null,
  primary key (company_id, lead_id, position),
  unique (company_id, lead_id, user_id),
  foreign key (company_id, lead_id) references lead (company_id, id),
  foreign key (company_id, membership_id) references membership (company_id, id)
);
create index lead_user_own on lead_user (company_id, membership_id, org_unit_id, lead_id);
call make_tenant_table('lead_user');

-- Notes on leads, loans and borrowers, as sanitized HTML.
create table note (
  company_id  bigint not null,
  id          bigint generated always as identity,
  lead_id     bigint,
  loan_id     bigint,
  borrower_id bigint,
  type        text not null default 'NOTE' check (type = 'NOTE'),
  html        text not null check (length(html) between 1 and 100000),
  -- Files of pasted images.
  pictures    uuid[] not null default '{}',
  -- When it was written, by the author's browser.
  noted_at    timestamptz not null,
  author_id   bigint,
  created_at  timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, lead_id) references lead (company_id, id),
  foreign key (company_id, loan_id) references loan (company_id, id),
  foreign key (company_id, borrower_id) references borrower (company_id, id),
  check (num_nonnulls(lead_id, loan_id, borrower_id) = 1)
);
create index on note (company_id, lead_id, noted_at) where lead_id is not null;
create index on note (company_id, loan_id, noted_at) where loan_id is not null;
create index on note (company_id, borrower_id, noted_at) where borrower_id is not null;
call make_tenant_table('note', 'select, insert');

-- Calls, emails, texts and meetings, each with a one-line summary, and returns from nurturing.
create table lead_activity (
  company_id  bigint not null,
  id          bigint generated always as identity,
  lead_id     bigint not null,
  kind        text not null check (kind in ('CALL', 'EMAIL', 'TEXT', 'MEETING', 'WOKEN')),
  is_outgoing boolean not null default true,
  outcome_id  bigint,
  summary     text not null default '' check (length(summary) <= 500),
  happened_at timestamptz not null,
  author_id   bigint,
  created_at  timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, lead_id) references lead (company_id, id),
  foreign key (company_id, outcome_id) references contact_outcome (company_id, id)
);
create index on lead_activity (company_id, lead_id, happened_at);
call make_tenant_table('lead_activity', 'select, insert');

-- Append-only, with effective time and recording time.
create table lead_status_change (
  company_id     bigint not null,
  id             bigint generated always as identity,
  lead_id        bigint not null,
  status_id      bigint not null,
  status_rank    smallint not null,
  lost_reason_id bigint,
  wake_on        date,
  valid_from     timestamptz not null default now(),
  recorded_at    timestamptz not null default now(),
  changed_by     bigint,
  -- The loan that the lead became. The lead returns to nurturing when that loan is withdrawn or denied.
  loan_id        bigint,
  primary key (company_id, id),
  foreign key (company_id, lead_id) references lead (company_id, id),
  foreign key (company_id, status_id) references lead_status (company_id, id),
  foreign key (company_id, lost_reason_id) references lost_reason (company_id, id),
  foreign key (company_id, loan_id) references loan (company_id, id)
);
create index on lead_status_change (company_id, lead_id, valid_from);
create index lead_status_change_loan on lead_status_change (company_id, loan_id) where loan_id is not null;
call make_tenant_table('lead_status_change', 'select, insert');

-- Members whom a lead names, to decide whether a lead is a user's own.
create view lead_member with (security_invoker = true) as
select company_id, lead_id, membership_id from lead_user;
grant select on lead_member to keyturn_app;

-- Leads and their activity, for the borrower page.
create view lead_summary with (security_invoker = true) as
select l.company_id, l.id as lead_id, l.org_unit_id, l.owner_id, l.loan_id, s.name as status_name, s.kind as status_kind,
       so.name as source_name, l.created_by, l.created_at, l.updated_at
from lead l
join lead_status s on s.company_id = l.company_id and s.id = l.status_id
left join lead_source so on so.company_id = l.company_id and so.id = l.source_id;
grant select on lead_summary to keyturn_app;

-- Activities, notes and status changes.
create view lead_step with (security_invoker = true) as
select company_id, lead_id, happened_at as at, author_id as user_id, kind, null::text as status_name
from lead_activity
union all
select company_id, lead_id, noted_at, author_id, type, null
from note
where lead_id is not null
union all
select c.company_id, c.lead_id, c.valid_from, c.changed_by, 'STATUS', s.name
from lead_status_change c
join lead_status s on s.company_id = c.company_id and s.id = c.status_id;
grant select on lead_step to keyturn_app;

-- Analyzes the lead and matching tables after a bulk load. The program's role owns no table, so it can't run ANALYZE.
create function refresh_lead_statistics()
returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  analyze lead, lead_contact, lead_user, lead_status_change, match_person, search_entry;
end
$$;
grant execute on function refresh_lead_statistics() to keyturn_app;

-- The lead that a loan was created from. `is_back` is true if it is a lead again.
create view loan_lead with (security_invoker = true) as
select l.company_id, made.loan_id, l.id as lead_id, l.loan_id is distinct from made.loan_id as is_back
from (select company_id, loan_id, lead_id from lead_status_change where loan_id is not null
      union
      select company_id, loan_id, id from lead where loan_id is not null) made
join lead l on l.company_id = made.company_id and l.id = made.lead_id;
grant select on loan_lead to keyturn_app;

-- A lead by its primary contact's name.
create view lead_name with (security_invoker = true) as
select l.company_id, l.id as lead_id, l.org_unit_id, btrim(c.first_name || ' ' || c.last_name) as name
from lead l
left join lead_contact c on c.company_id = l.company_id and c.lead_id = l.id and c.position = 1;
grant select on lead_name to keyturn_app;

create function owners_go_along()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  update lead_user set org_unit_id = new.org_unit_id where company_id = new.company_id and lead_id = new.id;
  return null;
end
$$;

create trigger owners_go_along
after update of org_unit_id on lead
for each row when (old.org_unit_id <> new.org_unit_id)
execute function owners_go_along();
