-- Lists that a company keeps in its own words and order, each entry mapped to a fixed kind where reports need one: what
-- becomes of leads, where they come from, who sells them. An entry that records use is never removed: it is retired, which
-- keeps it where it was used.
-- One table, so that lists are kept alike; each list is a partition, so that records refer to a lead source and to nothing
-- else.
-- Locks: none, the tables are new. The version before reads none of them.

create sequence list_entry_id as bigint;
grant usage on sequence list_entry_id to keyturn_app;

create table list_entry (
  company_id bigint not null,
  list       text not null,
  id         bigint not null default nextval('list_entry_id'),
  name       text not null check (length(name) between 1 and 80),
  kind       text,
  position   integer not null,
  -- False: it was retired, and is offered no more.
  is_active  boolean not null default true,
  version    integer not null default 1,
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

-- Gives a company the entries that a new one begins with; the company has to be entered.
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

-- Companies that were there before get the same.
do $$
declare
  company bigint;
begin
  for company in select id from org_unit where id = company_id loop
    perform set_config('app.company_id', company::text, true);
    perform give_default_lists(company);
  end loop;
  perform set_config('app.company_id', '', true);
end
$$;
