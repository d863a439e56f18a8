-- Answers which of some records of the present company are there, each once, and holds their people until the transaction is over:
-- who would remove one waits. Whoever is being removed isn't there.
-- Locks: none, the function is new.
create function hold_match_records(p_kinds text[], p_record_ids bigint[])
returns table (held_kind text, held_record_id bigint)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
begin
  return query
  select distinct held.kind, held.record_id
  from (
    select m.kind, m.record_id
    from (select distinct * from unnest(p_kinds, p_record_ids)) as given(kind, record_id)
    join match_person m on m.company_id = company and m.kind = given.kind and m.record_id = given.record_id
    for key share of m skip locked) as held;
end
$$;
revoke all on function hold_match_records(text[], bigint[]) from public;
grant execute on function hold_match_records(text[], bigint[]) to keyturn_app;
