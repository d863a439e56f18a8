-- Whose duplicates are still to be looked for stands in a table of its own. It was a column of the people themselves: noting that
-- somebody was looked for wrote all their keys once more into two indexes, half of what an import wrote there.
-- And the terms of a record that is new are added without looking for each first.
-- Locks: match_person for a moment, exclusively; it loses a column and an index. The version before calls the same functions;
-- take_match_people, which the one before that called, goes.

create table match_waiting (
  company_id bigint not null,
  kind       text not null check (kind in ('lead', 'borrower', 'contact')),
  record_id  bigint not null,
  -- The record's: the oldest are looked for first.
  created_at timestamptz not null,
  primary key (company_id, kind, record_id)
);
create index match_waiting_oldest on match_waiting (company_id, created_at);
alter table match_waiting enable row level security;
create policy company on match_waiting using (company_id = (select nullif(current_setting('app.company_id', true), '')::bigint));

insert into match_waiting (company_id, kind, record_id, created_at)
select company_id, kind, record_id, min(created_at)
from match_person
where not is_compared
group by company_id, kind, record_id;

drop function take_match_people(integer);
alter table match_person drop column is_compared;

-- Writes the people that records of the present company tell of, and removes those that they tell of no more. Each element:
-- {kind, record, orgUnit, owner, createdAt, isCompared, people: [{firstName, lastName, emails, phones, ssnKey, birthKey, street,
-- postalCode, firmKeys, nameKeys}]}; of one with people that is not compared, duplicates are looked for.
create or replace function put_match_people(p_records jsonb)
returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
begin
  delete from match_person m
  using jsonb_to_recordset(p_records) as r(kind text, record bigint, people jsonb)
  where m.company_id = company
    and m.kind = r.kind
    and m.record_id = r.record
    and m.position > jsonb_array_length(r.people);

  insert into match_person (
    company_id, kind, record_id, position, org_unit_id, owner_id, created_at, first_name, last_name, emails, phones,
    ssn_key, birth_key, street, postal_code, firm_keys, name_keys)
  select company, r.kind, r.record, p.position, r."orgUnit", r.owner, coalesce(r."createdAt", now()),
         p.person ->> 'firstName', p.person ->> 'lastName',
         array(select jsonb_array_elements_text(p.person -> 'emails')),
         array(select jsonb_array_elements_text(p.person -> 'phones')),
         decode(p.person ->> 'ssnKey', 'hex'), decode(p.person ->> 'birthKey', 'hex'),
         p.person ->> 'street', p.person ->> 'postalCode',
         match_hashes(company, array(select jsonb_array_elements_text(p.person -> 'firmKeys'))),
         match_hashes(company, array(select jsonb_array_elements_text(p.person -> 'nameKeys')))
  from jsonb_to_recordset(p_records)
         as r(kind text, record bigint, "orgUnit" bigint, owner bigint, "createdAt" timestamptz, people jsonb),
       jsonb_array_elements(r.people) with ordinality as p(person, position)
  on conflict (company_id, kind, record_id, position) do update
    set org_unit_id = excluded.org_unit_id, owner_id = excluded.owner_id, first_name = excluded.first_name,
        last_name = excluded.last_name, emails = excluded.emails, phones = excluded.phones, ssn_key = excluded.ssn_key,
        birth_key = excluded.birth_key, street = excluded.street, postal_code = excluded.postal_code,
        firm_keys = excluded.firm_keys, name_keys = excluded.name_keys;

  -- Who waits already is another version from now on: whoever looks for them at this moment does not note that they did.
  insert into match_waiting as w (company_id, kind, record_id, created_at)
  select company, r.kind, r.record, coalesce(r."createdAt", now())
  from jsonb_to_recordset(p_records)
         as r(kind text, record bigint, "createdAt" timestamptz, "isCompared" boolean, people jsonb)
  where not r."isCompared" and jsonb_array_length(r.people) > 0
  on conflict (company_id, kind, record_id) do update set created_at = w.created_at;

  delete from match_waiting w
  using jsonb_to_recordset(p_records) as r(kind text, record bigint, "isCompared" boolean, people jsonb)
  where w.company_id = company
    and w.kind = r.kind
    and w.record_id = r.record
    and (r."isCompared" or jsonb_array_length(r.people) = 0);
end
$$;

-- People of records of the present company whose duplicates were not looked for since they were last changed, the oldest records
-- first: each with the version of what waits. Nobody while another process looks for this company's; that lasts as long as the
-- transaction.
create or replace function waiting_match_people(p_limit integer)
returns table (version text, person match_person)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('duplicates', company)) then
    return;
  end if;
  return query
    select waiting.version, m
    from (
      select w.kind, w.record_id, w.xmin::text as version
      from match_waiting w
      where w.company_id = company
      order by w.created_at
      limit p_limit) as waiting
    join match_person m on m.company_id = company and m.kind = waiting.kind and m.record_id = waiting.record_id;
end
$$;

-- Notes that the duplicates of records were looked for, of those that are as they were then, and answers which. Whoever is being saved
-- or removed is left alone.
create function note_match_records(p_kinds text[], p_record_ids bigint[], p_versions text[])
returns table (noted_kind text, noted_record_id bigint)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
begin
  return query
  delete from match_waiting w
  using (
    select waiting.kind, waiting.record_id
    from unnest(p_kinds, p_record_ids, p_versions) as looked_for(kind, record_id, version)
    join match_waiting waiting
      on waiting.company_id = company
     and waiting.kind = looked_for.kind
     and waiting.record_id = looked_for.record_id
     and waiting.xmin::text = looked_for.version
    for update of waiting skip locked) as unchanged
  where w.company_id = company
    and w.kind = unchanged.kind
    and w.record_id = unchanged.record_id
  returning w.kind, w.record_id;
end
$$;
revoke all on function note_match_records(text[], bigint[], text[]) from public;
grant execute on function note_match_records(text[], bigint[], text[]) to keyturn_app;

-- The same as the version before asks for it: each person of a record once.
create or replace function note_match_people(p_kinds text[], p_record_ids bigint[], p_positions smallint[], p_versions text[])
returns table (noted_kind text, noted_record_id bigint)
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  return query
  select noted.noted_kind, noted.noted_record_id
  from (
    select distinct given.kind, given.record_id, given.version
    from unnest(p_kinds, p_record_ids, p_versions) as given(kind, record_id, version)) as records
  cross join lateral note_match_records(array[records.kind], array[records.record_id], array[records.version]) as noted
  join unnest(p_kinds, p_record_ids) as person(kind, record_id)
    on (person.kind, person.record_id) = (noted.noted_kind, noted.noted_record_id);
end
$$;

-- Writes entries of the present company, their terms, and the words that lead them. It answers null: by that a statement tells that
-- it was done. No entry is named twice.
-- The terms of a new entry can't be there yet: they are written without being looked for, which costs as much as writing them.
create or replace function put_search_entries(p_kind text, p_org_unit_ids bigint[], p_entity_ids bigint[], p_words text[])
returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
  -- Who has an entry already.
  known   bigint[];
begin
  known := array(
    select entity_id
    from search_entry
    where company_id = company and kind = p_kind and entity_id = any (p_entity_ids));
  if cardinality(known) > 0 then
    -- What an entry was found by before, where that is something else now.
    delete from search_term t
    using (
      select e.org_unit_id, e.entity_id, unnest(search_terms(p_kind, e.words)) as term
      from unnest(p_org_unit_ids, p_entity_ids, p_words) as n(org_unit_id, entity_id, words)
      cross join lateral (
        select e.org_unit_id, e.entity_id, e.words
        from search_entry e
        where e.company_id = company
          and e.kind = p_kind
          and e.entity_id = n.entity_id
          and (e.org_unit_id, e.words) is distinct from (n.org_unit_id, n.words)
        for update) as e) as was
    where t.company_id = company
      and t.kind = p_kind
      and t.term = was.term
      and t.org_unit_id = was.org_unit_id
      and t.entity_id = was.entity_id;
  end if;

  with written as (
    insert into search_entry as e (company_id, kind, org_unit_id, entity_id, words)
    select company, p_kind, n.org_unit_id, n.entity_id, n.words
    from unnest(p_org_unit_ids, p_entity_ids, p_words) as n(org_unit_id, entity_id, words)
    on conflict (company_id, kind, entity_id) do update
      set words = excluded.words, org_unit_id = excluded.org_unit_id
      where (e.org_unit_id, e.words) is distinct from (excluded.org_unit_id, excluded.words)
    returning e.org_unit_id, e.entity_id, e.words
  ), terms as materialized (
    select org_unit_id, entity_id, unnest(search_terms(p_kind, words)) as term
    from written
  ), listed as (
    insert into search_term (company_id, kind, term, org_unit_id, entity_id)
    select company, p_kind, term, org_unit_id, entity_id
    from terms
    where entity_id <> all (known)
  ), listed_again as (
    insert into search_term (company_id, kind, term, org_unit_id, entity_id)
    select company, p_kind, term, org_unit_id, entity_id
    from terms
    where entity_id = any (known)
    on conflict do nothing
  )
  insert into search_word (company_id, word)
  select company, given.word
  from (select distinct split_part(term, ' ', 1) as word from terms where term ~ '^[a-z]+( |$)') as given
  where not exists (select from search_word w where w.company_id = company and w.word = given.word offset 0);
  return null;
end
$$;
