-- What the page of a person joins of leads: each with as much as one line shows, and what was said and done about it.
-- Locks: none, only views are made.
create view lead_summary with (security_invoker = true) as
select l.company_id, l.id as lead_id, l.org_unit_id, l.owner_id, l.loan_id, s.name as status_name, s.kind as status_kind,
       so.name as source_name, l.created_by, l.created_at, l.updated_at
from lead l
join lead_status s on s.company_id = l.company_id and s.id = l.status_id
left join lead_source so on so.company_id = l.company_id and so.id = l.source_id;

-- Calls and the like, notes, and changes of status.
create view lead_step with (security_invoker = true) as
select company_id, lead_id, happened_at as at, author_id as user_id, kind, null::text as status_name
from lead_activity
union all
select company_id, lead_id, noted_at, author_id, type, null
from note
where lead_id is not null
union all
select c.company_id, c.lead_id, c.valid_from, c.changed_by, 'STATUS', s.name
from lead_status_change c
join lead_status s on s.company_id = c.company_id and s.id = c.status_id;

grant select on lead_summary, lead_step to keyturn_app;
