-- Lists that a company maintains: lead statuses, sources, lenders, reasons, contact categories, and loan stages.

-- Lists that each company names and orders itself. Entries have a fixed kind where reports need one. An entry in use is retired
-- instead of deleted. Each list is a partition, so a foreign key can refer to one list.
create sequence list_entry_id as bigint;
grant usage on sequence list_entry_id to keyturn_app;

create table list_entry (
  company_id     bigint not null,
  list           text not null,
  id             bigint not null default nextval('list_entry_id'),
  name           text not null check (length(name) between 1 and 80),
  kind           text,
  position       integer not null,
  -- False for retired entries.
  is_active      boolean not null default true,
  version        integer not null default 1,
  -- Office minutes after which a lead in this status counts as unworked. Null means the default of its kind.
  target_minutes integer check (target_minutes between 1 and 100000),
  primary key (company_id, list, id)
) partition by list (list);
call make_tenant_table('list_entry');

create table lead_status partition of list_entry (
  constraint lead_status_id unique (company_id, id),
  check (coalesce(kind, '') in (
    'New', 'Contacted', 'Qualified', 'Nurturing', 'ApplicationStarted', 'Converted', 'Lost', 'Junk', 'Duplicate'))
) for values in ('lead-status');
create unique index lead_status_name on lead_status (company_id, lower(name));
call make_tenant_table('lead_status', 'select');

create table lead_source partition of list_entry (
  constraint lead_source_id unique (company_id, id),
  check (coalesce(kind, '') in (
    'BUSINESS_CONTACT', 'FRIEND_FAMILY', 'INTERNAL_CONTACT', 'WEBSITE', 'SOCIAL_MEDIA', 'ADVERTISEMENT', 'PAST_CLIENT',
    'LEAD_PROVIDER', 'OTHER'))
) for values in ('lead-source');
create unique index lead_source_name on lead_source (company_id, lower(name));
call make_tenant_table('lead_source', 'select');

create table lead_provider partition of list_entry (
  constraint lead_provider_id unique (company_id, id),
  check (kind is null)
) for values in ('lead-provider');
create unique index lead_provider_name on lead_provider (company_id, lower(name));
call make_tenant_table('lead_provider', 'select');

create table lender partition of list_entry (
  constraint lender_id unique (company_id, id),
  check (kind is null)
) for values in ('lender');
create unique index lender_name on lender (company_id, lower(name));
call make_tenant_table('lender', 'select');

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

create table contact_category partition of list_entry (
  constraint contact_category_id unique (company_id, id),
  check (kind is null)
) for values in ('contact-category');
create unique index contact_category_name on contact_category (company_id, lower(name));
call make_tenant_table('contact_category', 'select');

create table withdrawal_reason partition of list_entry (
  constraint withdrawal_reason_id unique (company_id, id),
  check (kind is null)
) for values in ('withdrawal-reason');
create unique index withdrawal_reason_name on withdrawal_reason (company_id, lower(name));
call make_tenant_table('withdrawal_reason', 'select');

-- A company's names and order for stages. Each has a fixed kind, whose rank sorts (domain.md 2.3).
create table loan_stage (
  company_id bigint not null,
  id         bigint generated always as identity,
  name       text not null check (length(name) between 1 and 80),
  kind       text not null,
  rank       smallint not null,
  position   smallint not null,
  is_active  boolean not null default true,
  version    integer not null default 1,
  primary key (company_id, id)
);
create unique index loan_stage_name on loan_stage (company_id, lower(name));
call make_tenant_table('loan_stage');

-- Inserts the default list entries of a new company. The transaction must have entered the company.
create function give_default_lists(p_company bigint)
returns void
language sql
set search_path = public, pg_temp
as $$
  insert into list_entry (company_id, list, name, kind, position)
  select p_company, 'lead-status', name, kind, position
  from unnest(
    array['New', 'Contacted', 'Qualified', 'Nurturing', 'Application Started', 'Converted', 'Lost', 'Junk', 'Duplicate'],
    array['New', 'Contacted', 'Qualified', 'Nurturing', 'ApplicationStarted', 'Converted', 'Lost', 'Junk', 'Duplicate'])
    with ordinality as given(name, kind, position);

  insert into list_entry (company_id, list, name, kind, position)
  select p_company, 'lead-source', name, kind, position
  from (values
    (1, 'Referral Partner', 'BUSINESS_CONTACT'),
    (2, 'Real Estate Agent', 'BUSINESS_CONTACT'),
    (3, 'Builder', 'BUSINESS_CONTACT'),
    (4, 'Financial Advisor or CPA', 'BUSINESS_CONTACT'),
    (5, 'Attorney', 'BUSINESS_CONTACT'),
    (6, 'Friend or Family', 'FRIEND_FAMILY'),
    (7, 'Internal Contact', 'INTERNAL_CONTACT'),
    (8, 'Past Client', 'PAST_CLIENT'),
    (9, 'Website', 'WEBSITE'),
    (10, 'Co-branded Agent Link', 'WEBSITE'),
    (11, 'Search Engine', 'WEBSITE'),
    (12, 'Lead Provider', 'LEAD_PROVIDER'),
    (13, 'Facebook or Instagram', 'SOCIAL_MEDIA'),
    (14, 'Radio, TV or Print', 'ADVERTISEMENT'),
    (15, 'Direct Mail', 'ADVERTISEMENT'),
    (16, 'Open House or Event', 'ADVERTISEMENT'),
    (17, 'Walk-in', 'OTHER'),
    (18, 'Cold Call', 'OTHER'),
    (19, 'Rate Alert', 'OTHER'),
    (20, 'Other', 'OTHER')) as given(position, name, kind);

  insert into list_entry (company_id, list, name, position)
  select p_company, 'lead-provider', name, position
  from unnest(array['Zillow', 'LendingTree', 'Bankrate', 'Realtor.com', 'Credit Karma'])
    with ordinality as given(name, position);
$$;
grant execute on function give_default_lists(bigint) to keyturn_app;

-- Entries that other features' forms offer.
create view list_choice with (security_invoker = true) as
select company_id, list, id, name, kind, position
from list_entry
where is_active;
grant select on list_choice to keyturn_app;

-- Inserts the default contact categories of a new company. The transaction must have entered the company.
create function give_default_contact_categories(p_company bigint)
returns void
language sql
set search_path = public, pg_temp
as $$
  insert into list_entry (company_id, list, name, position)
  select p_company, 'contact-category', name, position
  from unnest(array[
    'Buyer''s Agent', 'Listing Agent', 'Title Company', 'Escrow or Settlement Agent', 'Closing Attorney',
    'Homeowners Insurance Agent', 'Flood Insurance', 'Appraiser or AMC', 'Home Inspector', 'Surveyor', 'Builder',
    'HOA or Condo Manager', 'CPA or Tax Preparer', 'Financial Planner', 'Credit Agency', 'MI Company',
    'Lender or Account Executive', 'Warehouse Bank', 'Payoff Lender', 'Landlord', 'Employer', 'Seller', 'Donor', 'Other'])
    with ordinality as given(name, position);
$$;
grant execute on function give_default_contact_categories(bigint) to keyturn_app;

-- Inserts the default lead lists of a new company. The transaction must have entered the company.
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

-- Inserts the default loan lists of a new company. The transaction must have entered the company.
create function give_loan_lists(p_company bigint)
returns void
language sql
set search_path = public, pg_temp
as $$
  insert into list_entry (company_id, list, name, position)
  select p_company, 'withdrawal-reason', name, position
  from unnest(array['Chose another lender', 'Rate or terms', 'Purchase fell through', 'Property', 'Postponed',
                    'No longer interested'])
    with ordinality as given(name, position);
$$;
grant execute on function give_loan_lists(bigint) to keyturn_app;
