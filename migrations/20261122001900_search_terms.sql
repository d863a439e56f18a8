-- What records of every kind are searched by at once: the names, e-mail addresses, phones and numbers of each, as terms that
-- are found from their beginning by a tree that gives the first hundred without looking at the rest. A name stands there
-- once for each of its words, which then leads ('maya ortiz', 'ortiz maya'); a phone from its end.
-- Locks: none but the functions' own; the table is new, and a million loans fill it in about a minute. The version before
-- calls the same functions.

-- The terms of a record's words. In a loan, what follows the number of a house is the street it stands in.
create function search_terms(p_kind text, p_words text)
returns text[]
language plpgsql
immutable
parallel safe
set search_path = public, pg_temp
as $$
declare
  word      text;
  name      text[] := '{}';
  number    text;
  is_street boolean := false;
  terms     text[] := '{}';
begin
  foreach word in array string_to_array(p_words, ' ') || ''::text loop
    if word ~ '^[a-z]+$' then
      is_street := is_street or (number is not null and p_kind = 'loan');
      if is_street then
        number := null;
      else
        name := name || word;
      end if;
      continue;
    end if;
    for at in 1 .. least(cardinality(name), 8) loop
      terms := terms || left(array_to_string(name[at :] || name[: at - 1], ' '), 100);
    end loop;
    if length(number) >= 3 then
      terms := terms || left(number, 100);
    end if;
    name := '{}';
    number := null;
    is_street := false;
    if word ~ '^[0-9]{10}$' then
      terms := terms || reverse(word);
    elsif word like '%@%' then
      terms := terms || left(word, 100);
    elsif word <> '' then
      number := word;
    end if;
  end loop;
  return array(select distinct unnest(terms));
end
$$;

create table search_term as
select company_id, kind, unnest(search_terms(kind, words)) collate "C" as term, org_unit_id, entity_id
from search_entry;
alter table search_term add primary key (company_id, kind, term, org_unit_id, entity_id);
call make_tenant_table('search_term', 'select');
analyze search_term;

-- Writes an entry of the present company, and its terms.
create or replace function put_search_entry(p_kind text, p_org_unit_id bigint, p_entity_id bigint, p_words text)
returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
  before  search_entry;
begin
  select *
  into before
  from search_entry
  where company_id = company and kind = p_kind and entity_id = p_entity_id
  for update;
  if found then
    if (before.words, before.org_unit_id) = (p_words, p_org_unit_id) then
      return;
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
  insert into search_term (company_id, kind, term, org_unit_id, entity_id)
  select company, p_kind, term, p_org_unit_id, p_entity_id
  from unnest(search_terms(p_kind, p_words)) as term
  on conflict do nothing;
end
$$;

-- An entry that is gone, with the record it stood for.
create or replace function remove_search_entry(p_kind text, p_entity_id bigint)
returns void
language sql
security definer
set search_path = public, pg_temp
as $$
  with gone as (
    delete from search_entry
    where company_id = nullif(current_setting('app.company_id', true), '')::bigint
      and kind = p_kind
      and entity_id = p_entity_id
    returning company_id, org_unit_id, words
  )
  delete from search_term t
  using gone, unnest(search_terms(p_kind, gone.words)) as past(term)
  where t.company_id = gone.company_id
    and t.kind = p_kind
    and t.term = past.term
    and t.org_unit_id = gone.org_unit_id
    and t.entity_id = p_entity_id
$$;
