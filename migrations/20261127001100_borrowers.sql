-- The directory of borrowers and business contacts. Loans and leads refer to it.

create sequence borrower_id as bigint start 1001;
grant usage on sequence borrower_id to keyturn_app;

create table borrower (
  company_id        bigint not null,
  id                bigint not null,
  -- The owner's branch.
  org_unit_id       bigint not null,
  -- The owner's membership: at first the officer of the borrower's first loan.
  owner_id          bigint not null,
  first_name        text not null,
  last_name         text not null,
  name_key          text collate "C" not null,
  -- Last name first.
  sort_name         text collate "C" not null,
  email             text,
  email_key         text collate "C",
  phone             text collate "C",
  line              text,
  unit              text,
  city              text,
  state_code        text,
  postal_code       text,
  -- Keyed hashes of SSN and birth date under the company's keys, with the key versions.
  ssn_key           bytea,
  ssn_key_version   smallint,
  birth_key         bytea,
  birth_key_version smallint,
  words             text not null,
  created_by        bigint not null,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  version           integer not null default 1,
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
create index on borrower (company_id, email_key) where email_key is not null;
create index on borrower (company_id, ssn_key) where ssn_key is not null;
create index borrower_by_name_key on borrower (company_id, name_key);
-- Includes the branch, so that a search for own borrowers in other branches skips those of the user's branch.
create index borrower_owner on borrower (company_id, owner_id, id) include (org_unit_id);
call make_tenant_table('borrower');

-- Family relations, with one row for each of the two people.
create table borrower_relative (
  company_id  bigint not null,
  borrower_id bigint not null,
  relative_id bigint not null,
  -- The relative's relation to the borrower.
  relation    text not null check (relation in (
    'SPOUSE', 'PARTNER', 'PARENT', 'CHILD', 'SIBLING', 'EMPLOYER', 'EMPLOYEE', 'OTHER')),
  primary key (company_id, borrower_id, relative_id),
  foreign key (company_id, borrower_id) references borrower (company_id, id),
  foreign key (company_id, relative_id) references borrower (company_id, id),
  check (borrower_id <> relative_id)
);
create index on borrower_relative (company_id, relative_id);
call make_tenant_table('borrower_relative');

create table business_contact_company (
  company_id bigint not null,
  id         bigint generated always as identity,
  name       text not null check (length(name) between 1 and 120),
  -- The name in normalized form, for comparing and sorting.
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
  -- The owner's membership.
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
  -- The company's sort key; empty without a company.
  company_key        text collate "C" not null default '',
  category_id        bigint not null,
  -- Names, company, email and phone as normalized search text.
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
create index business_contact_by_name_key on business_contact (company_id, name_key);
call make_tenant_table('business_contact');

-- Names of referring contacts, for the lead page.
create view business_contact_name with (security_invoker = true) as
select company_id, id as business_contact_id, btrim(first_name || ' ' || last_name) as name from business_contact;
grant select on business_contact_name to keyturn_app;

create view borrower_name with (security_invoker = true) as
select company_id, id as borrower_id, btrim(first_name || ' ' || last_name) as name from borrower;
grant select on borrower_name to keyturn_app;
