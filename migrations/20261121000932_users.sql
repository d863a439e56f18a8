-- People and their memberships are changed by several administrators: each record carries the version that `If-Match` names.
-- Locks: `app_user` and `membership` for a moment, each gets a column without rewriting its rows. The version before reads
-- neither.

alter table app_user add column version integer not null default 1;
alter table membership add column version integer not null default 1;

-- What an account was before it was switched off, and is again when it is switched on.
alter table app_user add column deactivated_from text check (deactivated_from in ('INVITED', 'ACTIVE', 'BLOCKED'));
