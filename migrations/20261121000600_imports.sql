-- A loan file that was read and waits for its loan: the parsed application, sealed, under the id of its file.
-- Locks: none, the table is new.

create table imported_loan (
  company_id bigint not null,
  file_id    uuid not null,
  format     text not null check (format in ('MISMO_34', 'FNMA_32')),
  key_id     smallint not null,
  ciphertext bytea not null,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  -- Removed when the loan is made, or then.
  expires_at timestamptz not null,
  primary key (company_id, file_id),
  foreign key (company_id, file_id) references file (company_id, id)
);
create index on imported_loan (company_id, expires_at);
call make_tenant_table('imported_loan');
