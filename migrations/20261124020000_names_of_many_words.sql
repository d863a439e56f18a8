-- Whoever remembers two words of a name finds it, whichever two they are: of a name of four words and more, each word leads every
-- other one as well, and not only the next. Maria Elena Garcia Lopez is found as 'maria garcia'.
-- Locks: none but the functions' own; the terms that long names lack are added. The version before calls the same function.

create or replace function search_terms(p_kind text, p_words text)
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
      for other in at + 2 .. least(cardinality(name), 8) - case when at = 1 then 1 else 0 end loop
        terms := terms || left(array_to_string(
          name[at] || name[other :] || name[at + 1 : other - 1] || name[: at - 1], ' '), 100);
      end loop;
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

do $$
declare
  company bigint;
begin
  for company in select id from org_unit where id = company_id loop
    perform set_config('app.company_id', company::text, true);
    insert into search_term (company_id, kind, term, org_unit_id, entity_id)
    select e.company_id, e.kind, t.term, e.org_unit_id, e.entity_id
    from search_entry e
    cross join lateral unnest(search_terms(e.kind, e.words)) as t(term)
    where e.company_id = company and e.words ~ '(^| )([a-z]+ ){3}[a-z]+( |$)'
    on conflict do nothing;
  end loop;
  perform set_config('app.company_id', '', true);
end
$$;

-- The list of leads asks for the first of a record's terms that a text holds.
grant execute on function search_terms(text, text) to keyturn_app;
