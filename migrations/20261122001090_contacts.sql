-- The people and companies that a company works with: business contacts, and the directory of who borrows. Each loan's
-- borrowers are linked to it, so that a person is one record over all their loans.
-- It stands before leads, which refer to both.
-- Locks: `org_unit` for a moment (a column, without rewriting rows); `loan_borrower` while its rows are linked and the new
-- index is built. The version before writes borrowers without a link, hence it may be absent.

create table contact_category partition of list_entry (
  constraint contact_category_id unique (company_id, id),
  check (kind is null)
) for values in ('contact-category');
create unique index contact_category_name on contact_category (company_id, lower(name));
call make_tenant_table('contact_category', 'select');

-- Gives a company the categories that a new one begins with; the company has to be entered.
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

-- Who sees contacts and borrowers: everybody who may see contacts at all, or only those whose they are or who work on
-- something that names them.
alter table org_unit add column contact_visibility text not null default 'OWN_AND_LINKED'
  check (contact_visibility in ('ALL', 'OWN_AND_LINKED'));

create table business_contact_company (
  company_id bigint not null,
  id         bigint generated always as identity,
  name       text not null check (length(name) between 1 and 120),
  -- The name as it is compared and sorted.
  name_key   text collate "C" not null,
  phone      text collate "C",
  website    text,
  version    integer not null default 1,
  primary key (company_id, id),
  unique (company_id, name_key)
);
call make_tenant_table('business_contact_company');

create table business_contact (
  company_id         bigint not null,
  id                 bigint generated always as identity,
  -- The owner's branch.
  org_unit_id        bigint not null,
  -- The membership of whoever keeps it.
  owner_id           bigint not null,
  first_name         text not null,
  last_name          text not null,
  name_key           text collate "C" not null,
  -- Last name first.
  sort_name          text collate "C" not null,
  email              text,
  email_key          text collate "C",
  phone              text collate "C",
  contact_company_id bigint,
  -- The company's key, for sorting; empty without a company.
  company_key        text collate "C" not null default '',
  category_id        bigint not null,
  -- Names, company, e-mail and phone in one normalized text.
  words              text not null,
  created_by         bigint not null,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  version            integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, org_unit_id) references org_unit (company_id, id),
  foreign key (company_id, owner_id) references membership (company_id, id),
  foreign key (company_id, contact_company_id) references business_contact_company (company_id, id),
  foreign key (company_id, category_id) references contact_category (company_id, id)
);
create index business_contact_by_name          on business_contact (company_id, sort_name, id);
create index business_contact_by_company       on business_contact (company_id, company_key, id);
create index business_contact_by_updated       on business_contact (company_id, updated_at, id);
create index business_contact_unit_by_name     on business_contact (company_id, org_unit_id, sort_name, id);
create index business_contact_unit_by_company  on business_contact (company_id, org_unit_id, company_key, id);
create index business_contact_unit_by_updated  on business_contact (company_id, org_unit_id, updated_at, id);
create index business_contact_category_by_name      on business_contact (company_id, category_id, sort_name, id);
create index business_contact_unit_category_by_name on business_contact (company_id, org_unit_id, category_id, sort_name, id);
create index business_contact_owner on business_contact (company_id, owner_id, id);
create index on business_contact (company_id, contact_company_id, id) where contact_company_id is not null;
create index on business_contact (company_id, email_key) where email_key is not null;
call make_tenant_table('business_contact');

create sequence borrower_id as bigint start 1001;
grant usage on sequence borrower_id to keyturn_app;

create table borrower (
  company_id      bigint not null,
  id              bigint not null,
  -- The owner's branch.
  org_unit_id     bigint not null,
  -- The membership of whoever keeps it: at first the officer of their first loan.
  owner_id        bigint not null,
  first_name      text not null,
  last_name       text not null,
  name_key        text collate "C" not null,
  -- Last name first.
  sort_name       text collate "C" not null,
  email           text,
  email_key       text collate "C",
  phone           text collate "C",
  line            text,
  unit            text,
  city            text,
  state_code      text,
  postal_code     text,
  -- Keyed hashes of the taxpayer number and of the birth date under keys of the company, with the version of those keys.
  ssn_key         bytea,
  ssn_key_version smallint,
  birth_key       bytea,
  birth_key_version smallint,
  words           text not null,
  created_by      bigint not null,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  version         integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, org_unit_id) references org_unit (company_id, id),
  foreign key (company_id, owner_id) references membership (company_id, id),
  check ((ssn_key is null) = (ssn_key_version is null)),
  check ((birth_key is null) = (birth_key_version is null))
);
create index borrower_by_name         on borrower (company_id, sort_name, id);
create index borrower_by_updated      on borrower (company_id, updated_at, id);
create index borrower_by_created      on borrower (company_id, created_at, id);
create index borrower_unit_by_name    on borrower (company_id, org_unit_id, sort_name, id);
create index borrower_unit_by_updated on borrower (company_id, org_unit_id, updated_at, id);
create index borrower_unit_by_created on borrower (company_id, org_unit_id, created_at, id);
create index borrower_owner on borrower (company_id, owner_id, id);
create index on borrower (company_id, email_key) where email_key is not null;
create index on borrower (company_id, ssn_key) where ssn_key is not null;
call make_tenant_table('borrower');

-- The directory's record of a loan's borrower.
alter table loan_borrower add column borrower_id bigint;
alter table loan_borrower
  add constraint loan_borrower_borrower foreign key (company_id, borrower_id) references borrower (company_id, id);

-- What was there before: categories for every company, and a record for each borrower: one for equal taxpayer numbers, else
-- one for equal e-mail and name, else one for each.
do $$
declare
  company bigint;
begin
  for company in select id from org_unit where id = company_id loop
    perform set_config('app.company_id', company::text, true);
    perform give_default_contact_categories(company);

    create temporary table known on commit drop as
    select b.loan_id, b.id as item, l.org_unit_id, l.officer_id, l.created_by, l.created_at, l.updated_at, b.first_name,
           b.last_name, b.name_key, b.email, b.email_key, b.phone, b.ssn_key, b.ssn_key_version,
           case
             when b.ssn_key is not null then 'number ' || encode(b.ssn_key, 'hex')
             when b.email_key is not null and b.name_key <> '' then 'mail ' || b.email_key || ' ' || b.name_key
             else 'item ' || b.loan_id || ' ' || b.id
           end as person,
           -- How many words of the name are the last name's: it is sorted by them.
           case
             when btrim(b.last_name) = '' then 0
             else cardinality(regexp_split_to_array(btrim(b.last_name), '[[:space:]-]+'))
           end as last_words
    from loan_borrower b
    join loan l on l.company_id = b.company_id and l.id = b.loan_id
    where b.company_id = company;

    create temporary table directory on commit drop as
    select distinct on (person) person, nextval('borrower_id') as id,
           k.*, min(created_at) over (partition by person) as first_at
    from (select org_unit_id, officer_id, created_by, created_at, updated_at, first_name, last_name, name_key, email,
                 email_key, phone, ssn_key, ssn_key_version, last_words, person as of_person, loan_id, item
          from known) k
    cross join lateral (select k.of_person as person) p
    order by person, k.created_at desc, k.loan_id desc, k.item;

    insert into borrower (company_id, id, org_unit_id, owner_id, first_name, last_name, name_key, sort_name, email,
                          email_key, phone, ssn_key, ssn_key_version, words, created_by, created_at, updated_at)
    select company, d.id, d.org_unit_id, d.officer_id, d.first_name, d.last_name, d.name_key,
           btrim(array_to_string(w.words[cardinality(w.words) - d.last_words + 1 :], ' ') || ' '
                 || array_to_string(w.words[: cardinality(w.words) - d.last_words], ' ')),
           d.email, d.email_key, d.phone, d.ssn_key, d.ssn_key_version, concat_ws(' ', d.name_key, d.email_key, d.phone),
           d.created_by, d.first_at, d.updated_at
    from directory d
    cross join lateral (select string_to_array(d.name_key, ' ') as words) w;

    update loan_borrower b
    set borrower_id = d.id
    from known k
    join directory d on d.person = k.person
    where b.company_id = company
      and b.loan_id = k.loan_id
      and b.id = k.item;

    drop table known, directory;
  end loop;
  perform set_config('app.company_id', '', true);
end
$$;

create index loan_borrower_of_borrower on loan_borrower (company_id, borrower_id, loan_id) where borrower_id is not null;
