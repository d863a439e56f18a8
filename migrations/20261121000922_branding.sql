-- Logos that companies upload, and the version of a look, by which two who change it hear of each other.
-- Global: a look is shown before anybody is signed in.
-- Locks: `org_theme` for a moment, it gets a column without rewriting its rows. The version before neither reads nor writes
-- any of it.

alter table org_theme add column version integer not null default 1;

-- A picture as it is served: decoded and written anew by us, so that it holds nothing but what is seen.
create table brand_image (
  company_id  bigint not null references org_unit,
  sha256      bytea not null check (length(sha256) = 32),
  media_type  text not null check (media_type in ('image/png', 'image/jpeg', 'image/svg+xml')),
  bytes       bytea not null check (length(bytes) between 1 and 1048576),
  width_px    integer not null check (width_px > 0),
  height_px   integer not null check (height_px > 0),
  uploaded_at timestamptz not null default now(),
  uploaded_by bigint not null references app_user,
  primary key (company_id, sha256)
);
create index on brand_image (sha256);
-- Pictures are compressed already.
alter table brand_image alter column bytes set storage external;
grant select, insert, update, delete on brand_image to keyturn_app;
