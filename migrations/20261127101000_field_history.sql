-- The history of a field lists the signed-in user, the API key and the source of each value, and the day from which it was
-- restored. The position of a removed item lets a past state of the loan be rebuilt exactly.
-- The version before inserts rows without the new columns; the defaults fill in who acts, and the rest stays null.
-- Compatible: yes
-- Locks: ACCESS EXCLUSIVE on field_change, for the new columns and while its index is built. No row is rewritten.
-- The defaults read a setting of the transaction, so they are not volatile.
-- squawk-ignore-file adding-field-with-default, constraint-missing-not-valid, require-concurrent-index-creation
alter table field_change
  add column logged_in_user_id bigint default nullif(current_setting('app.logged_in_user_id', true), '')::bigint,
  add column api_key_id bigint default nullif(current_setting('app.api_key_id', true), '')::bigint,
  -- Null where the rule, the API key or the form is the source.
  add column source text check (source in ('Import', 'Portal')),
  add column restored_from timestamptz,
  add column position integer check (position >= 0);
create index field_change_of_loan on field_change (company_id, loan_id, id);
