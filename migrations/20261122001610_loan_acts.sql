-- What somebody did to many loans at once, so that it can be taken back for half an hour.
-- Locks: none, the table is new. The version before does not read it.

create table loan_act (
  company_id bigint not null,
  id         bigint generated always as identity,
  -- Of each loan that was changed: its version afterwards, and the stage and the officer that it had before.
  steps      jsonb not null,
  made_by    bigint not null,
  made_at    timestamptz not null default now(),
  undone_at  timestamptz,
  primary key (company_id, id)
);
call make_tenant_table('loan_act', 'select, insert, update');
