-- Lenders to whose systems the header leads, and what a browser was sent to a lender for.
-- Locks: none, the tables are new. The version before knows nothing of them.

-- Global: what the provider has integrated is the same for every company.
create table integrated_lender (
  name         text primary key check (name ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  display_name text not null check (length(display_name) between 1 and 100),
  href         text not null check (href ~ '^https://' and length(href) <= 2000),
  img_src      text not null check (img_src ~ '^(https://|/|data:image/)' and length(img_src) <= 50000),
  -- How its link looks: names of classes, and declarations.
  class        text check (length(class) <= 200),
  style        text check (length(style) <= 1000),
  position     integer not null
);
grant select, insert, delete on integrated_lender to keyturn_app;

-- Begun by a person in a browser, good once within ten minutes: `state` by its hash.
create table lender_authorization (
  company_id bigint not null,
  state_hash bytea not null check (length(state_hash) = 32),
  user_id    bigint not null,
  lender     text not null,
  expires_at timestamptz not null,
  primary key (company_id, state_hash)
);
create index on lender_authorization (company_id, expires_at);
call make_tenant_table('lender_authorization', 'select, insert, delete');
