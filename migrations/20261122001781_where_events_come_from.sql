-- Live events also say from which branch somebody acted.
-- Locks: `event` for a moment, it gets a column without rewriting rows. The version before writes it by its default.

alter table event add column actor_membership_id bigint;
alter table event alter column actor_membership_id set default nullif(current_setting('app.membership_id', true), '')::bigint;
