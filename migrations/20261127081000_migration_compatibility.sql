-- Records for each migration whether older versions of the program can still work after it. An older program doesn't
-- have the file of a newer migration, so it reads the mark here when it starts.
-- Compatible: yes
-- Locks: none, the table is new.
create table migration_compatibility (
  version       bigint primary key,
  is_compatible boolean not null
);
grant select on migration_compatibility to keyturn_app;
