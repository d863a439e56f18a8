-- Who is who at another OpenID provider: its subject is kept with the person, because an e-mail address may pass to
-- somebody else and a subject never does.
-- Global: it is asked before a company is known.
-- Locks: none, the table is new; the version before does not know it.

create table external_subject (
  issuer    text not null,
  subject   text not null check (char_length(subject) between 1 and 255),
  user_id   bigint not null references app_user,
  linked_at timestamptz not null default now(),
  primary key (issuer, subject),
  -- One person has one subject there: a second one who shows the same address is somebody else.
  unique (issuer, user_id)
);
create index on external_subject (user_id);
grant select, insert, delete on external_subject to keyturn_app;
