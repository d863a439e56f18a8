-- Every POST route of a signed-in caller honors an Idempotency-Key. The row keeps the whole answer, sealed, because an answer can hold
-- secrets; an API key has keys of its own beside those of people. `status` and `entity_id` stay for the version before, which writes
-- them and reads none of the new columns. While both versions run, it answers a repetition of a request of the new one by an error,
-- and never carries it out again.
-- Compatible: yes
-- Locks: idempotency, exclusively, for the time of building a key over the calls of a day.
-- The table holds the calls of one day, so the index is built within milliseconds; what reads the two columns stays as it is.
-- squawk-ignore-file ban-drop-not-null, constraint-missing-not-valid, adding-serial-primary-key-field
alter table idempotency
  add column api_key_id bigint not null default 0,
  add column answer bytea,
  add column answer_key_id smallint,
  alter column status drop not null,
  alter column entity_id drop not null,
  drop constraint idempotency_pkey,
  add primary key (company_id, user_id, api_key_id, key);
