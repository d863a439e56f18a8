-- The results of verifying the audit log, so that a company's admins see its state without an operator.
-- Compatible: yes
-- Locks: none on existing tables.
create table audit_check (
  company_id     bigint not null,
  id             bigint generated always as identity,
  checked_at     timestamptz not null default now(),
  -- Position of the last entry that was verified.
  last_position  bigint not null,
  sealed         bigint not null,
  waiting        bigint not null,
  -- The first thing that is not as it was written, and its entry.
  fault          text,
  fault_entry_id bigint,
  primary key (company_id, id)
);
call make_tenant_table('audit_check', 'select, insert');
