-- Uploaded files.

-- Stored files. The file store holds the encrypted bytes under `id`.
create table file (
  company_id  bigint not null,
  id          uuid not null,
  name        text not null check (length(name) between 1 and 255),
  size_bytes  bigint not null check (size_bytes >= 0),
  sha256      bytea not null check (length(sha256) = 32),
  purpose     text not null,
  uploaded_by bigint not null,
  created_at  timestamptz not null default now(),
  -- An unused file is deleted at this time.
  expires_at  timestamptz,
  media_type  text,
  primary key (company_id, id),
  constraint file_purpose_check check (purpose in ('import', 'note-picture')),
  constraint file_media_type_check check (purpose <> 'note-picture' or media_type is not null)
);
create index on file (company_id, expires_at) where expires_at is not null;
call make_tenant_table('file');

-- Global. A signed address for one upload. Claiming the row makes the address single use across all processes.
create table signed_file (
  id         uuid primary key,
  company_id bigint not null,
  user_id    bigint not null,
  name       text not null,
  max_bytes  bigint not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index on signed_file (expires_at);
grant select, insert, update, delete on signed_file to keyturn_app;

-- A keyed hash of a loan file's normalized content. It recognizes a file that was imported before.
create table file_content (
  company_id  bigint not null,
  file_id     uuid not null,
  content_key bytea not null,
  primary key (company_id, file_id),
  foreign key (company_id, file_id) references file (company_id, id) on delete cascade
);
create index on file_content (company_id, content_key);
call make_tenant_table('file_content');
