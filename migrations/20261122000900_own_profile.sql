-- How people present themselves to their colleagues: what their work is called, and a photo, small and of one kind: read,
-- cut and written anew when it is uploaded. Photos are global, as the person is: one is read under an address that nobody
-- can guess, before a company is known.
-- Locks: app_user exclusively for an instant (a column without a default; its check holds for every null). The version
-- before reads neither.

alter table app_user add column job_title text check (char_length(job_title) between 1 and 100);

create table user_photo (
  user_id    bigint primary key references app_user,
  -- Another with each photo, so that browsers may keep what they have.
  id         uuid not null unique,
  jpeg       bytea not null check (octet_length(jpeg) between 1 and 262144),
  created_at timestamptz not null default now()
);
grant select, insert, update, delete on user_photo to keyturn_app;
