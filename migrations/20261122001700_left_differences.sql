-- What a loan's file says of a borrower otherwise than the company knew, and nobody has decided yet (DUP-14): it is seen on the
-- loan until somebody does. Never a sealed value.
-- Locks: none, the table is new. The version before does not read it.

create table left_difference (
  company_id    bigint not null,
  id            bigint generated always as identity,
  loan_id       bigint not null,
  -- The borrower's item in the application.
  borrower_item uuid not null,
  -- As `lending::differences` names the field.
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
