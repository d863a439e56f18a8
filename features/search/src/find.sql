-- Matching terms of each kind and range, in index order. The limits bound how far an index is read, even if few terms contain the
-- other words. Branches have a separate index.
select a.kind as "kind!", t.entity_id as "id!", t.term as "term!", t.number = $7 as "is_last!"
from unnest($2::text[], $3::bigint[]) as a(kind, org_unit_id)
cross join unnest($4::text[], $5::text[], $6::text[]) as r(from_term, until_term, others)
cross join lateral (
  select t.entity_id, t.term, row_number() over () as number
  from (
    select t.entity_id, t.term
    from (
      (select t.entity_id, t.term
       from search_term t
       where a.org_unit_id is null
         and t.company_id = $1
         and t.kind = a.kind
         and t.term >= r.from_term
         and t.term < r.until_term
       order by t.term, t.org_unit_id, t.entity_id
       limit $8)
      union all
      (select t.entity_id, t.term
       from search_term t
       where t.company_id = $1
         and t.kind = a.kind
         and t.org_unit_id = a.org_unit_id
         and t.term >= r.from_term
         and t.term < r.until_term
       order by t.term, t.entity_id
       limit $8)) t
    where t.term like all (string_to_array(r.others, '|'))
    limit $7) t) t
