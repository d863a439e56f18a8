-- A loan file that comes again is recognized by what it holds: a keyed hash of the normalized document, kept by the file's id,
-- and the loan that was made of the file.
-- Locks: loan is shared while its small index is built; the rest is new. The version before writes no hash and asks for none.

create table file_content (
  company_id  bigint not null,
  file_id     uuid not null,
  content_key bytea not null,
  primary key (company_id, file_id),
  foreign key (company_id, file_id) references file (company_id, id) on delete cascade
);
create index on file_content (company_id, content_key);
call make_tenant_table('file_content');

create index loan_source_file on loan (company_id, source_file_id) where source_file_id is not null;

-- The loan that was made of a file, for whoever reads the same file again.
create view loan_of_file with (security_invoker = true) as
select l.company_id, l.source_file_id as file_id, l.id as loan_id, l.org_unit_id, l.officer_id, l.created_at
from loan l
where l.source_file_id is not null;
grant select on loan_of_file to keyturn_app;
