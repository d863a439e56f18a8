-- What is called for each loan keeps its plans: a function in SQL is parsed and planned anew at each call, and so is a text that is
-- executed. Measured where files are imported: a tenth of what PostgreSQL does for a loan.
-- Locks: none but the functions' own. The version before calls the same functions; what the one answers was nothing, and is
-- nothing now.

create or replace function known_borrowers(p_company_id bigint, p_ssn_keys bytea[], p_email_keys text[])
returns jsonb
language plpgsql
stable
set search_path = public, pg_temp
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', k.id, 'firstName', k.first_name, 'lastName', k.last_name, 'email', k.email, 'phone', k.phone,
             'ssnKey', encode(k.ssn_key, 'hex'), 'birthKey', encode(k.birth_key, 'hex')) order by k.id), '[]')
    from (
      (select * from borrower where company_id = p_company_id and ssn_key = any (p_ssn_keys) order by id limit 20)
      union
      (select * from borrower where company_id = p_company_id and email_key = any (p_email_keys) order by id limit 20)) k);
end
$$;

-- Planned once, for whatever is asked: by the keys, and never by the kind or from end to end.
create or replace function find_match_people(p_firm_keys text[], p_name_keys text[], p_kinds text[], p_limit integer)
returns setof match_person
language plpgsql
stable
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set enable_indexscan = off
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
  firms   bigint[] := match_hashes(company, p_firm_keys);
  names   bigint[] := match_hashes(company, p_name_keys);
begin
  return query
    with firm as materialized (
      select *
      from match_person
      where firm_keys && firms and company_id + 0 = company and kind || '' = any (p_kinds)
      limit p_limit
    ), named as materialized (
      select *
      from match_person
      where name_keys && names and company_id + 0 = company and kind || '' = any (p_kinds)
      limit least(p_limit, greatest(100, p_limit / 4))
    )
    select * from firm
    union all
    select named.* from named
    where not exists (
      select from firm
      where (firm.kind, firm.record_id, firm.position) = (named.kind, named.record_id, named.position));
end
$$;

drop function put_search_entry(text, bigint, bigint, text);
drop function write_search_entry(text, bigint, bigint, text);

-- Writes an entry of the present company, and its terms. It answers null: by that a statement tells that it was done.
create function put_search_entry(p_kind text, p_org_unit_id bigint, p_entity_id bigint, p_words text)
returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
  before  search_entry;
  terms   text[];
begin
  select *
  into before
  from search_entry
  where company_id = company and kind = p_kind and entity_id = p_entity_id
  for update;
  if found then
    if (before.words, before.org_unit_id) = (p_words, p_org_unit_id) then
      return null;
    end if;
    delete from search_term
    where company_id = company
      and kind = p_kind
      and term = any (search_terms(p_kind, before.words))
      and org_unit_id = before.org_unit_id
      and entity_id = p_entity_id;
  end if;
  insert into search_entry (company_id, kind, org_unit_id, entity_id, words)
  values (company, p_kind, p_org_unit_id, p_entity_id, p_words)
  on conflict (company_id, kind, entity_id) do update
    set words = excluded.words, org_unit_id = excluded.org_unit_id;
  terms := search_terms(p_kind, p_words);
  insert into search_term (company_id, kind, term, org_unit_id, entity_id)
  select company, p_kind, term, p_org_unit_id, p_entity_id
  from unnest(terms) as term
  on conflict do nothing;
  insert into search_word (company_id, word)
  select company, given.word
  from (select distinct split_part(term, ' ', 1) as word from unnest(terms) as term where term ~ '^[a-z]+( |$)') as given
  where not exists (select from search_word w where w.company_id = company and w.word = given.word offset 0);
  return null;
end
$$;
revoke all on function put_search_entry(text, bigint, bigint, text) from public;
grant execute on function put_search_entry(text, bigint, bigint, text) to keyturn_app;
