-- A word that many loans of a company hold is found within one branch by the index: until now a branch's rows were read
-- one by one to count those that hold it.
-- Locks: search_entry and loan, exclusively, while the entries are given their branch and their index is built anew.
alter table search_entry add column org_unit_id bigint;
-- The owner reads every company's loans here, within this transaction.
alter table loan no force row level security;
update search_entry e
set org_unit_id = l.org_unit_id
from loan l
where e.kind = 'loan' and l.company_id = e.company_id and l.id = e.entity_id;
alter table loan force row level security;
alter table search_entry alter column org_unit_id set not null;
drop index search_entry_words;
create index search_entry_words on search_entry using gin (company_id, org_unit_id, words gin_trgm_ops);

drop function put_search_entry(text, bigint, text);
drop function find_search_entries(text, text, text[], integer);

-- Writes an entry of the present company.
create function put_search_entry(p_kind text, p_org_unit_id bigint, p_entity_id bigint, p_words text)
returns void
language sql
security definer
set search_path = public, pg_temp
as $$
  insert into search_entry (company_id, kind, org_unit_id, entity_id, words)
  values (nullif(current_setting('app.company_id', true), '')::bigint, p_kind, p_org_unit_id, p_entity_id, p_words)
  on conflict (company_id, kind, entity_id) do update
    set words = excluded.words, org_unit_id = excluded.org_unit_id
    where (search_entry.words, search_entry.org_unit_id) <> (excluded.words, excluded.org_unit_id)
$$;

-- Ids of entries of the present company that contain `p_pattern` (`%smith%`, at least three letters, which the index
-- serves) and every one of `p_others`, at most so many; of one branch where it is given. Planned for the words at hand,
-- hence `execute`.
create function find_search_entries(p_kind text, p_pattern text, p_others text[], p_limit integer, p_org_unit_id bigint)
returns setof bigint
language plpgsql
stable
security definer
set search_path = public, pg_temp
rows 1000
as $$
declare
  conditions text := '';
  other text;
begin
  foreach other in array p_others loop
    conditions := conditions || format(' and words like %L', other);
  end loop;
  if p_org_unit_id is not null then
    conditions := conditions || ' and org_unit_id = $5';
  end if;
  return query execute
    'select entity_id from search_entry
     where company_id = $1 and words like $2 and kind = $3' || conditions || '
     limit $4'
  using nullif(current_setting('app.company_id', true), '')::bigint, p_pattern, p_kind, p_limit, p_org_unit_id;
end
$$;
revoke all on function put_search_entry(text, bigint, bigint, text),
                       find_search_entries(text, text, text[], integer, bigint) from public;
grant execute on function put_search_entry(text, bigint, bigint, text),
                          find_search_entries(text, text, text[], integer, bigint) to keyturn_app;
