-- Of those who share a name alone, a quarter is enough: what more bear tells of nobody, and each of its bearers lies on a page
-- of its own. Otherwise as before.
-- Locks: none, a function is replaced by one that answers less. The version before takes it as well.
create or replace function find_match_people(p_firm_keys text[], p_name_keys text[], p_kinds text[], p_limit integer)
returns setof match_person
language plpgsql
stable
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
begin
  return query execute
    'with firm as materialized (
       select *
       from match_person
       where firm_keys && $1 and company_id + 0 = $3 and kind || '''' = any ($4)
       limit $5
     ), named as materialized (
       select *
       from match_person
       where name_keys && $2 and company_id + 0 = $3 and kind || '''' = any ($4)
       limit greatest($5 / 4, 1)
     )
     select * from firm
     union all
     select named.* from named
     where not exists (
       select from firm
       where (firm.kind, firm.record_id, firm.position) = (named.kind, named.record_id, named.position))'
  using match_hashes(company, p_firm_keys), match_hashes(company, p_name_keys), company, p_kinds, p_limit;
end
$$;
