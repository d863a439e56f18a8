-- Leads of one person become one (DUP-13). None of them goes: whoever was joined into another keeps the row and all that
-- hangs on it, lies out of the program's sight, and is seen again when the merge is undone.
-- Locks: `lead` while it gets a column and is read once for its checks; `duplicate_pair` while its index is built. The
-- version before sees no lead that was joined, for row security hides it there too.

alter table lead
  add column merged_into bigint,
  add constraint lead_merged_into foreign key (company_id, merged_into) references lead (company_id, id),
  add constraint lead_merged_or_converted check (merged_into is null or loan_id is null);
create index lead_of_lead on lead (company_id, merged_into) where merged_into is not null;

-- Every list, page and job of the program passes over them without having to say so.
create policy merged on lead as restrictive to keyturn_app using (merged_into is null);

-- Joins leads of the present company into one of them, or gives them back where none is named.
create function set_leads_merged(p_leads bigint[], p_into bigint)
returns void
language sql
security definer
set search_path = public, pg_temp
as $$
  update lead
  set merged_into = p_into, version = version + 1
  where company_id = nullif(current_setting('app.company_id', true), '')::bigint
    and id = any (p_leads)
    and id is distinct from p_into
$$;
revoke all on function set_leads_merged(bigint[], bigint) from public;
grant execute on function set_leads_merged(bigint[], bigint) to keyturn_app;

create table lead_merge (
  company_id bigint not null,
  id         bigint generated always as identity,
  kept_id    bigint not null,
  -- Those that were joined into it.
  lead_ids   bigint[] not null check (cardinality(lead_ids) between 1 and 4),
  -- What the kept one said before and after.
  before     jsonb not null,
  after      jsonb not null,
  -- Of each lead, those joined earlier included: where it came from, when it came in, when it was first contacted.
  origins    jsonb not null,
  made_by    bigint not null,
  made_at    timestamptz not null default now(),
  undone_at  timestamptz,
  undone_by  bigint,
  primary key (company_id, id),
  foreign key (company_id, kept_id) references lead (company_id, id),
  check ((undone_at is null) = (undone_by is null))
);
create index lead_merge_of_kept on lead_merge (company_id, kept_id, id) where undone_at is null;
call make_tenant_table('lead_merge', 'select, insert, update');

-- Every lead that the kept one has become, those that had been joined into the joined ones included.
create table lead_merge_part (
  company_id bigint not null,
  merge_id   bigint not null,
  lead_id    bigint not null,
  primary key (company_id, merge_id, lead_id),
  foreign key (company_id, merge_id) references lead_merge (company_id, id),
  foreign key (company_id, lead_id) references lead (company_id, id)
);
create index on lead_merge_part (company_id, lead_id);
call make_tenant_table('lead_merge_part', 'select, insert');

-- The leads that one consists of beside itself, as long as the merges stand.
create view lead_part with (security_invoker = true) as
select m.company_id, m.kept_id as lead_id, p.lead_id as part_id, m.id as merge_id
from lead_merge m
join lead_merge_part p on p.company_id = m.company_id and p.merge_id = m.id
where m.undone_at is null;

-- Who asks first in a lead, for pairs that may be one person.
create view lead_person with (security_invoker = true) as
select l.company_id, l.id as lead_id, c.first_name, c.last_name, c.email, c.phone, l.owner_id
from lead l
join lead_contact c on c.company_id = l.company_id and c.lead_id = l.id and c.position = 1;

-- Records whose pairs may be one person.
create view person_record with (security_invoker = true) as
select company_id, 'borrower' as kind, id, first_name, last_name, email, phone, owner_id
from borrower
union all
select company_id, 'lead', lead_id, first_name, last_name, email, phone, owner_id
from lead_person;

grant select on lead_part, lead_person, person_record to keyturn_app;

-- Pairs of leads wait beside pairs of borrowers.
create index duplicate_pair_waiting on duplicate_pair (company_id, kind, strength, score, id) where dismissed_at is null;
drop index duplicate_pair_open;
