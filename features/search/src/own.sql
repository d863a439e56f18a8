-- The user's own records that match a text: in the user's branch by terms, and in other branches, like contacts and tasks, by words.
-- Ownership is only looked up for matching terms, once.
select f.kind as "kind!", f.id as "id!", f.term as "term!", false as "is_last!"
from (
  (select a.kind, t.entity_id as id, t.term
   from unnest($3::text[]) as a(kind)
   cross join unnest($6::text[], $7::text[], $8::text[]) as r(from_term, until_term, others)
   cross join lateral (
     select t.entity_id, t.term
     from search_term t
     where t.company_id = $1
       and t.kind = a.kind
       and t.org_unit_id = $9
       and t.term >= r.from_term
       and t.term < r.until_term
       and t.term like all (string_to_array(r.others, '|'))
       and case a.kind
             when 'loan' then
               t.entity_id in (select o.loan_id from loan_team_member o where o.company_id = $1 and o.membership_id = $2)
             when 'lead' then
               t.entity_id in (select o.lead_id from lead_user o where o.company_id = $1 and o.membership_id = $2)
             else
               t.entity_id in (select o.id from borrower o where o.company_id = $1 and o.owner_id = $2)
           end
     limit $5) t
   where a.kind in ('loan', 'lead', 'borrower'))
  union all
  (select 'loan', r.id, r.sort_name
   from loan r
   where 'loan' = any ($3)
     and cardinality($4::text[]) > 0
     and r.company_id = $1
     and r.id in (select o.loan_id
                  from loan_team_member o
                  where o.company_id = $1 and o.membership_id = $2 and o.org_unit_id is distinct from $9)
     and r.words ~ all ($4)
   limit $5)
  union all
  (select 'lead', r.id, r.sort_name
   from lead r
   where 'lead' = any ($3)
     and cardinality($4) > 0
     and r.company_id = $1
     and r.id in (select o.lead_id
                  from lead_user o
                  where o.company_id = $1 and o.membership_id = $2 and o.org_unit_id is distinct from $9)
     and r.words ~ all ($4)
   limit $5)
  union all
  (select 'borrower', r.id, r.sort_name
   from borrower r
   where 'borrower' = any ($3)
     and cardinality($4) > 0
     and r.company_id = $1
     and r.id in (select o.id
                  from borrower o
                  where o.company_id = $1 and o.owner_id = $2 and o.org_unit_id <> $9
                  union
                  select m.borrower_id
                  from borrower_member m
                  where m.company_id = $1
                    and m.membership_id = $2
                    and (m.borrower_id in (select o.id from borrower o where o.company_id = $1 and o.owner_id = $2)) is not true)
     and r.words ~ all ($4)
   limit $5)
  union all
  (select 'contact', r.id, r.sort_name
   from business_contact r
   where 'contact' = any ($3)
     and cardinality($4) > 0
     and r.company_id = $1
     and r.owner_id = $2
     and r.words ~ all ($4)
   limit $5)
  union all
  (select 'task', r.id, r.words
   from task r
   where 'task' = any ($3)
     and cardinality($4) > 0
     and r.company_id = $1
     and r.id in (select t.id
                  from task t
                  where t.company_id = $1 and t.assignee_id = $2
                  union
                  select t.id
                  from task t
                  where t.company_id = $1 and t.creator_id = $2
                  union
                  select t.id
                  from loan_member o
                  join task t on t.company_id = $1 and t.loan_id = o.loan_id
                  where o.company_id = $1 and o.membership_id = $2
                  union
                  select t.id
                  from lead_member o
                  join task t on t.company_id = $1 and t.lead_id = o.lead_id
                  where o.company_id = $1 and o.membership_id = $2)
     and r.status <> 'REMOVED'
     and r.words ~ all ($4)
   limit $5)) f
