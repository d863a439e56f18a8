-- Two words that many loans hold and few hold both: each word is a condition of its own now, so that the index intersects
-- them. `like all` was a filter over all rows of the longest one.
-- Locks: none but the function's own; the version before calls it alike.
create or replace function find_search_entries(p_kind text, p_pattern text, p_others text[], p_limit integer)
returns setof bigint
language plpgsql
stable
security definer
set search_path = public, pg_temp
rows 1000
as $$
declare
  others text := '';
  other text;
begin
  foreach other in array p_others loop
    others := others || format(' and words like %L', other);
  end loop;
  return query execute
    'select entity_id from search_entry
     where company_id = $1 and words like $2 and kind = $3' || others || '
     limit $4'
  using nullif(current_setting('app.company_id', true), '')::bigint, p_pattern, p_kind, p_limit;
end
$$;
