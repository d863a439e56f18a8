-- Writing an entry for the search answers null again, as it did before entries had terms: statements tell by that that it was done,
-- and a function of PL/pgSQL without a result answers something that is not null. Loans that were handed over told their new
-- officer nothing, and what a taken back merge gave back was not told of.
-- Locks: none but the functions' own.

alter function put_search_entry(text, bigint, bigint, text) rename to write_search_entry;
alter function write_search_entry(text, bigint, bigint, text) security invoker;
revoke all on function write_search_entry(text, bigint, bigint, text) from public, keyturn_app;

-- Writes an entry of the present company, and its terms.
create function put_search_entry(p_kind text, p_org_unit_id bigint, p_entity_id bigint, p_words text)
returns void
language sql
security definer
set search_path = public, pg_temp
as $$
  select write_search_entry(p_kind, p_org_unit_id, p_entity_id, p_words)
$$;
revoke all on function put_search_entry(text, bigint, bigint, text) from public;
grant execute on function put_search_entry(text, bigint, bigint, text) to keyturn_app;
