-- What the provider tells everybody: what is new, what changes.
-- Locks: none, the table is new. The version before knows nothing of it.

-- Global: the same for every company.
create table announcement (
  id           bigint generated always as identity primary key,
  title        text not null check (length(title) between 1 and 200),
  body         text not null check (length(body) between 1 and 5000),
  published_at timestamptz not null default now()
);
create index on announcement (published_at, id);
grant select, insert on announcement to keyturn_app;
