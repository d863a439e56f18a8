-- Shows who else has a loan open, and in which section. A tab shows one loan, so it has one row.
-- Compatible: yes
-- Locks: none on existing tables.
create table loan_presence (
  company_id    bigint not null,
  session_id    uuid not null,
  loan_id       bigint not null,
  membership_id bigint not null,
  section       text check (length(section) between 1 and 8),
  -- Refreshed every 20 seconds. A row older than 75 seconds is that of a closed tab.
  seen_at       timestamptz not null default now(),
  primary key (company_id, session_id),
  foreign key (company_id, loan_id) references loan (company_id, id),
  foreign key (company_id, membership_id) references membership (company_id, id)
);
create index on loan_presence (company_id, loan_id, seen_at);
create index on loan_presence (company_id, membership_id);
call make_tenant_table('loan_presence');
