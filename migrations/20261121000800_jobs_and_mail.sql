-- Mail that is to be sent, and processes that died while a job ran. The queue itself has a schema of its own, which its
-- library brings to its version (`keyturn migrate` does both).
-- Locks: none, the tables are new. The version before does not know them and goes on.

-- A tenant table: mail is sent in the name and in the look of one company, which is known even where nobody is signed in
-- (the account's home company), and its recipients are nobody else's business. It holds no token: that is made when the
-- letter is written.
create table outbox_email (
  company_id     bigint not null,
  id             uuid not null,
  kind           text not null check (kind ~ '^[a-z][a-z0-9-]{0,62}$'),
  recipient      text not null check (length(recipient) between 3 and 320),
  recipient_name text check (length(recipient_name) <= 200),
  -- Whom it is about.
  user_id        bigint,
  parameters     jsonb not null,
  created_at     timestamptz not null default now(),
  sent_at        timestamptz,
  given_up_at    timestamptz,
  given_up_why   text,
  primary key (company_id, id),
  check (sent_at is null or given_up_at is null),
  check ((given_up_at is null) = (given_up_why is null))
);
create index on outbox_email (company_id, coalesce(sent_at, given_up_at));
call make_tenant_table('outbox_email');

-- Global, as the queue is: a process that ran a job which an earlier process had died of. A row goes when the job ends,
-- so that one that stays tells of a further death.
create table job_crash (
  job_id    bigint not null,
  worker_id text not null,
  name      text not null,
  at        timestamptz not null default now(),
  primary key (job_id, worker_id)
);
grant select, insert, delete on job_crash to keyturn_app;
