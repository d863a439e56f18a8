-- Remembers that the owner of a bulk import hasn't seen its failures. They may work in another branch when it ends.
-- Locks: import_batch, briefly and exclusively, to add a column with a constant default. The version before ignores the column.
-- Compatible: yes
alter table import_batch add column has_unseen_failures boolean not null default false;
