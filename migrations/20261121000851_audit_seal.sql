-- The audit log is sealed: each entry's hash takes in the one before, under a key that the database does not know, so that
-- an entry altered, removed or inserted by hand is found. And it is searched: by day, person, action and record.
-- Locks: `audit_entry` against writes while it is read for its indexes, some seconds for each million entries. The version
-- before neither seals nor searches, and goes on writing entries, which are sealed later.

-- One entry's place in its company's chain. `xid` and `audit_id` say how far the chain has come. A seal without an entry
-- (audit_id 0) stands where the database was restored into another cluster, whose transactions are counted anew.
create table audit_seal (
  company_id bigint not null,
  position   bigint not null check (position > 0),
  audit_id   bigint not null check (audit_id >= 0),
  xid        xid8 not null,
  hash       bytea not null check (length(hash) = 32),
  primary key (company_id, position)
);
create unique index on audit_seal (company_id, audit_id) where audit_id > 0;
call make_tenant_table('audit_seal', 'select, insert');

create index on audit_entry (company_id, at, id);
create index on audit_entry (company_id, active_user_id, at, id);
create index on audit_entry (company_id, action, at, id);
-- Entries in which one person acted for another, found by who was signed in.
create index on audit_entry (company_id, logged_in_user_id, at, id) where logged_in_user_id <> active_user_id;
