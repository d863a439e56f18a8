-- A company that holds most of the entries is no condition for the index any more, and beside a branch it never was one:
-- to read the list of a million entries of the company cost more than finding the words did.
-- Locks: none but the function's own.
create or replace function find_search_entries(p_kind text, p_pattern text, p_others text[], p_limit integer, p_org_unit_id bigint)
returns setof bigint
language plpgsql
stable
security definer
set search_path = public, pg_temp
rows 1000
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
  conditions text := '';
  other text;
  share real;
begin
  foreach other in array p_others loop
    conditions := conditions || format(' and words like %L', other);
  end loop;
  -- What the planner knows of how many of all entries are this company's.
  select sum(known.share)
  into share
  from pg_stats, unnest(most_common_vals::text::bigint[], most_common_freqs) as known(company_id, share)
  where schemaname = 'public' and tablename = 'search_entry' and attname = 'company_id' and known.company_id = company;
  if p_org_unit_id is not null then
    conditions := conditions || ' and company_id + 0 = $1 and org_unit_id = $5';
  elsif share > 0.2 then
    conditions := conditions || ' and company_id + 0 = $1';
  else
    conditions := conditions || ' and company_id = $1';
  end if;
  return query execute
    'select entity_id from search_entry
     where words like $2 and kind = $3' || conditions || '
     limit $4'
  using company, p_pattern, p_kind, p_limit, p_org_unit_id;
end
$$;
