-- Unusual access raises one notice for company admins: many reveals of sealed values, or many records opened, by one person
-- within an hour. Openings are kept for that hour's count only; the sweep deletes older ones.
-- Compatible: yes
-- Locks: none on existing tables.
create table record_opening (
  company_id bigint not null,
  user_id    bigint not null,
  entity     text not null,
  entity_id  bigint not null,
  opened_at  timestamptz not null default now(),
  primary key (company_id, user_id, entity, entity_id)
);
create index on record_opening (company_id, user_id, opened_at);
call make_tenant_table('record_opening');
