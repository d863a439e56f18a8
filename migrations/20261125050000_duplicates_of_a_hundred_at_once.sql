-- Duplicates are looked for of a hundred people in one statement: their keys lie in the table already, and were sent for one record
-- after the other. And what waits to be sorted into an index of keys is short: each look-up reads all of it, megabytes while files are
-- imported.
-- Who is looked for is no longer locked meanwhile: whoever saved one of the hundred waited until all were compared.
-- Locks: share update exclusive on two indexes for a moment, which reads and writes don't wait for. The version before calls none of
-- the new functions, and goes on with take_match_people.
create function find_match_sharing(p_kinds text[], p_record_ids bigint[], p_limit integer)
returns table (of_kind text, of_record_id bigint, found match_person)
language plpgsql
stable
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set enable_indexscan = off
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
begin
  -- Found by the keys alone, for the reason that find_match_people gives.
  return query
    select given.kind, given.record_id, sharing.person
    from unnest(p_kinds, p_record_ids) as given(kind, record_id)
    cross join lateral (
      select array_agg(distinct key) as keys
      from match_person p
      cross join unnest(p.firm_keys) as key
      where p.company_id = company and p.kind = given.kind and p.record_id = given.record_id) as own
    cross join lateral (
      select m as person
      from match_person m
      where m.firm_keys && own.keys
        and m.company_id + 0 = company
        and m.kind || '' = given.kind
        and m.record_id <> given.record_id
      limit p_limit) as sharing;
end
$$;
-- People of the present company whose duplicates were not looked for since they were last changed, those that wait longest first, and
-- whoever else the same records tell of: each with the version of what is known of them. Nobody while another process looks for this
-- company's; that lasts as long as the transaction.
create function waiting_match_people(p_limit integer)
returns table (version text, person match_person)
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('duplicates', company)) then
    return;
  end if;
  return query
    select m.xmin::text, m
    from (
      select distinct kind, record_id
      from (
        select kind, record_id
        from match_person
        where company_id = company and not is_compared
        order by created_at
        limit p_limit) as waiting) as record
    join match_person m on m.company_id = company and m.kind = record.kind and m.record_id = record.record_id;
end
$$;

-- Notes that the duplicates of people were looked for, of those that are as they were then: the record of each. Whoever is being saved
-- or removed is left alone.
create function note_match_people(p_kinds text[], p_record_ids bigint[], p_positions smallint[], p_versions text[])
returns table (noted_kind text, noted_record_id bigint)
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
begin
  return query
  update match_person m
  set is_compared = true
  from (
    select p.kind, p.record_id, p.position
    from unnest(p_kinds, p_record_ids, p_positions, p_versions) as looked_for(kind, record_id, position, version)
    join match_person p
      on p.company_id = company
     and p.kind = looked_for.kind
     and p.record_id = looked_for.record_id
     and p.position = looked_for.position
     and p.xmin::text = looked_for.version
    for update of p skip locked) as unchanged
  where m.company_id = company
    and m.kind = unchanged.kind
    and m.record_id = unchanged.record_id
    and m.position = unchanged.position
  returning m.kind, m.record_id;
end
$$;
revoke all on function find_match_sharing(text[], bigint[], integer), waiting_match_people(integer),
                       note_match_people(text[], bigint[], smallint[], text[]) from public;
grant execute on function find_match_sharing(text[], bigint[], integer), waiting_match_people(integer),
                          note_match_people(text[], bigint[], smallint[], text[]) to keyturn_app;

alter index match_person_firm set (gin_pending_list_limit = 128);
alter index match_person_name set (gin_pending_list_limit = 128);
