-- Leads: the row that lists read, who asks, who referred them, who owns them, what was said and done, and where they stood
-- when. Why one was lost and what came of a call are further lists of the company.
-- Locks: `list_entry` for a moment, it gets a column without rewriting its rows; the other tables are new. The version
-- before reads none of it.

-- Minutes of office hours after which a lead of this status counts as unworked; none says what its kind says.
alter table list_entry add column target_minutes integer check (target_minutes between 1 and 100000);

create table lost_reason partition of list_entry (
  constraint lost_reason_id unique (company_id, id),
  check (kind is null)
) for values in ('lost-reason');
create unique index lost_reason_name on lost_reason (company_id, lower(name));
call make_tenant_table('lost_reason', 'select');

create table contact_outcome partition of list_entry (
  constraint contact_outcome_id unique (company_id, id),
  check (coalesce(kind, '') in ('Reached', 'LeftMessage', 'NoAnswer', 'WrongContact'))
) for values in ('contact-outcome');
create unique index contact_outcome_name on contact_outcome (company_id, lower(name));
call make_tenant_table('contact_outcome', 'select');

-- Gives a company the reasons and outcomes that a new one begins with; the company has to be entered.
create function give_lead_lists(p_company bigint)
returns void
language sql
set search_path = public, pg_temp
as $$
  insert into list_entry (company_id, list, name, position)
  select p_company, 'lost-reason', name, position
  from unnest(array['Rate or fees', 'Existing relationship', 'Paid cash, relocated or used the builder''s lender', 'Credit',
                    'Property', 'No response', 'Another program', 'Other'])
    with ordinality as given(name, position);

  insert into list_entry (company_id, list, name, kind, position)
  select p_company, 'contact-outcome', name, kind, position
  from unnest(array['Reached', 'Left a message', 'No answer', 'Wrong number or address'],
              array['Reached', 'LeftMessage', 'NoAnswer', 'WrongContact'])
    with ordinality as given(name, kind, position);
$$;
grant execute on function give_lead_lists(bigint) to keyturn_app;

do $$
declare
  company bigint;
begin
  for company in select id from org_unit where id = company_id loop
    perform set_config('app.company_id', company::text, true);
    perform give_lead_lists(company);
  end loop;
  perform set_config('app.company_id', '', true);
end
$$;

create sequence lead_id as bigint start 10001;
grant usage on sequence lead_id to keyturn_app;

create table lead (
  company_id     bigint not null,
  id             bigint not null,
  -- The branch of the primary owner.
  org_unit_id    bigint not null,
  -- The membership of the primary owner.
  owner_id       bigint not null,
  status_id      bigint not null,
  -- The order of the status's kind.
  status_rank    smallint not null,
  status_since   timestamptz not null default now(),
  lost_reason_id bigint,
  -- The day on which a lead that is nurtured comes back.
  wake_on        date,
  purpose        text not null check (purpose in ('Purchase', 'Refinance')),
  state_code     text check (state_code ~ '^[A-Z]{2}$'),
  source_id      bigint,
  provider_id    bigint,
  next_follow_up_on date,
  -- When it counts as unworked, by the office hours of its branch; the end of 9999 where it never does.
  late_at        timestamptz not null default '9999-12-31 00:00:00+00',
  -- Minutes of office hours from its arrival to the first outgoing contact.
  first_response_minutes integer check (first_response_minutes >= 0),
  -- The loan that was made of it.
  loan_id        bigint,

  -- Of the primary contact: what lists show and sort by, and what the text filter looks through.
  contact_name   text not null,
  sort_name      text collate "C" not null,
  words          text not null,

  created_by     bigint,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  version        integer not null default 1,
  follow_up_sort date not null generated always as (coalesce(next_follow_up_on, date '9999-12-31')) stored,

  primary key (company_id, id),
  foreign key (company_id, org_unit_id) references org_unit (company_id, id),
  foreign key (company_id, owner_id) references membership (company_id, id),
  foreign key (company_id, status_id) references lead_status (company_id, id),
  foreign key (company_id, lost_reason_id) references lost_reason (company_id, id),
  foreign key (company_id, source_id) references lead_source (company_id, id),
  foreign key (company_id, provider_id) references lead_provider (company_id, id),
  foreign key (company_id, loan_id) references loan (company_id, id)
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
call make_tenant_table('lead', 'select, insert, update');

-- Who asks: one person first, perhaps others with them.
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

-- Who referred them, where somebody did: at most one.
create table lead_referral (
  company_id          bigint not null,
  lead_id             bigint not null,
  other_source_desc   text check (length(other_source_desc) between 1 and 255),
  business_contact_id bigint,
  borrower_id         bigint,
  -- A colleague; people are global.
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

-- Its owners: at most three, the first of them the primary one, nobody twice.
create table lead_user (
  company_id    bigint not null,
  lead_id       bigint not null,
  position      smallint not null check (position between 1 and 3),
  membership_id bigint not null,
  user_id       bigint not null,
  is_primary    boolean not null generated always as (position = 1) stored,
  primary key (company_id, lead_id, position),
  unique (company_id, lead_id, user_id),
  foreign key (company_id, lead_id) references lead (company_id, id),
  foreign key (company_id, membership_id) references membership (company_id, id)
);
create index on lead_user (company_id, membership_id, lead_id);
call make_tenant_table('lead_user');

-- What somebody wrote down about a lead, a loan or a borrower: HTML that the server has made harmless.
create table note (
  company_id bigint not null,
  id         bigint generated always as identity,
  lead_id    bigint,
  loan_id    bigint,
  borrower_id bigint,
  type       text not null default 'NOTE' check (type = 'NOTE'),
  html       text not null check (length(html) between 1 and 100000),
  -- Files of the pictures that were pasted into it.
  pictures   uuid[] not null default '{}',
  -- When it was written, as its author's browser says.
  noted_at   timestamptz not null,
  author_id  bigint,
  created_at timestamptz not null default now(),
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

-- Calls, e-mails, texts and meetings, each in one line; that a nurtured lead came back.
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

-- Append-only, with the time from which it holds and the time at which it was learned.
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
  primary key (company_id, id),
  foreign key (company_id, lead_id) references lead (company_id, id),
  foreign key (company_id, status_id) references lead_status (company_id, id),
  foreign key (company_id, lost_reason_id) references lost_reason (company_id, id)
);
create index on lead_status_change (company_id, lead_id, valid_from);
call make_tenant_table('lead_status_change', 'select, insert');

-- Which members a lead names, for features that ask whether a lead is somebody's own.
create view lead_member with (security_invoker = true) as
select company_id, lead_id, membership_id from lead_user;
grant select on lead_member to keyturn_app;

-- When a branch can be reached, and the state it lies in, for features whose clocks stand still while it is closed.
create view office_calendar with (security_invoker = true) as
select b.company_id, b.id as org_unit_id, b.time_zone, coalesce(b.state_code, c.state_code) as state_code, c.saturday_open,
       array(select h.closed_on from business_holiday h where h.company_id = b.company_id) as holidays
from org_unit b
join org_unit c on c.id = b.company_id;
grant select on office_calendar to keyturn_app;

-- Whom a lead's referral names, for who looks at the lead.
create view business_contact_name with (security_invoker = true) as
select company_id, id as business_contact_id, btrim(first_name || ' ' || last_name) as name from business_contact;
create view borrower_name with (security_invoker = true) as
select company_id, id as borrower_id, btrim(first_name || ' ' || last_name) as name from borrower;
grant select on business_contact_name, borrower_name to keyturn_app;
