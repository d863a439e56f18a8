-- Audit entries name the network address of their request, and are found by it. The address is part of an entry's hash in the
-- chain. A process of the version before would seal an entry without it, so that its hash would be wrong: stop those processes
-- before the migration.
-- Compatible: no
-- Locks: ACCESS EXCLUSIVE on audit_entry for a moment, for the new column; no row is rewritten. The index is built over entries
-- with an address, and there are none yet, but the table is read once for it.
-- The default reads a setting of the transaction, so it is not volatile.
-- squawk-ignore-file adding-field-with-default, require-concurrent-index-creation
alter table audit_entry add column address inet default nullif(current_setting('app.address', true), '')::inet;
create index on audit_entry (company_id, address, at, id) where address is not null;
