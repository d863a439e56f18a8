-- What people say to one another about a task: in plain text, by whom and when. One that was taken back leaves that it was there.
-- Locks: `task` and `membership` for a moment, which the table refers to; the table is new. The version before knows nothing of
-- comments; what it removes keeps them until it is swept.

create table task_comment (
  company_id bigint not null,
  id         bigint generated always as identity,
  task_id    bigint not null,
  -- The membership of whoever wrote it.
  author_id  bigint not null,
  text       text not null check (length(text) <= 2000),
  created_at timestamptz not null default now(),
  edited_at  timestamptz,
  deleted_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, task_id) references task (company_id, id) on delete cascade,
  foreign key (company_id, author_id) references membership (company_id, id),
  check ((deleted_at is not null) = (text = ''))
);
-- Those of a task in the order in which they were written; also counted by it alone.
create index task_comment_task on task_comment (company_id, task_id, id) include (deleted_at);
call make_tenant_table('task_comment');
