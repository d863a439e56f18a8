-- A lead whose loan was withdrawn or denied goes back to being nurtured: what it became and that it came back stand in its
-- history, and the loan keeps the lead that it was made of.
-- Locks: `lead_status_change` while its few rows of leads that became loans get the loan and the new index is built. The
-- version before writes such rows without the loan: what is converted meanwhile is found by the lead alone.

alter table lead_status_change add column loan_id bigint;
do $$
declare
  company bigint;
begin
  for company in select id from org_unit where id = company_id loop
    perform set_config('app.company_id', company::text, true);
    update lead_status_change c
    set loan_id = l.loan_id
    from lead l, lead_status s
    where c.company_id = company
      and l.company_id = company and l.id = c.lead_id and l.loan_id is not null
      and s.company_id = company and s.id = c.status_id and s.kind = 'Converted';
  end loop;
  perform set_config('app.company_id', '', true);
end
$$;
alter table lead_status_change add foreign key (company_id, loan_id) references loan (company_id, id) not valid;
create index lead_status_change_loan on lead_status_change (company_id, loan_id) where loan_id is not null;

-- The lead that a loan was made of, for who looks at the loan; `is_back`: it is a lead again.
create or replace view loan_lead with (security_invoker = true) as
select l.company_id, made.loan_id, l.id as lead_id, l.loan_id is distinct from made.loan_id as is_back
from (select company_id, loan_id, lead_id from lead_status_change where loan_id is not null
      union
      select company_id, loan_id, id from lead where loan_id is not null) made
join lead l on l.company_id = made.company_id and l.id = made.lead_id;
