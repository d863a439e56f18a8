-- Rules ask for conditions of the loan, and hold its way to a stage: what they ask is read here, and which condition kept a rule from
-- acting is noted beside what it did.
-- Locks: `automation_run` for a moment, it gets a column without a default. The version before notes its runs as it did; what it does not
-- know of a rule it can't read, and tries again until this one has come.

alter table automation_run
  -- The first condition that did not hold, with what the loan had instead: the rule did nothing.
  add column unmet jsonb;
create index automation_run_loan on automation_run (company_id, loan_id, step_id desc);

-- What rules ask of a loan, as it stands.
create view loan_fact with (security_invoker = true) as
select l.company_id, l.id as loan_id, l.org_unit_id, l.stage_id, l.officer_id, l.lender_id, l.purpose, l.mortgage_type, l.lien, l.amortization,
       l.property_usage, l.state_code, l.amount_cents, l.purchase_price_cents, l.appraised_value_cents, l.note_rate_millionths, l.term_months,
       l.application_on, l.closing_on, l.lock_expires_on, p.line,
       array(select t.membership_id
             from loan_team_member t
             where t.company_id = l.company_id and t.loan_id = l.id and t.role in ('PROCESSOR', 'CONTRACTPROCESSOR')
             order by t.is_primary desc, t.membership_id) as processors,
       (select d.source_id
        from loan_lead a
        join lead d on d.company_id = a.company_id and d.id = a.lead_id
        where a.company_id = l.company_id and a.loan_id = l.id
        order by a.is_back, d.id
        limit 1) as lead_source_id
from loan l
left join subject_property p on p.company_id = l.company_id and p.loan_id = l.id;
grant select on loan_fact to keyturn_app;

-- With the name of the stage.
create or replace view loan_stage_entry with (security_invoker = true) as
select c.company_id, c.loan_id, c.id, c.stage_id, n.kind, c.recorded_at, c.changed_by, b.id is null as is_first,
       coalesce(not w.is_active, false) as is_rehoused, n.name as stage_name
from loan_stage_change c
join loan_stage n on n.company_id = c.company_id and n.id = c.stage_id
left join lateral (
  select o.id, o.stage_id
  from loan_stage_change o
  where o.company_id = c.company_id and o.loan_id = c.loan_id and o.id < c.id
  order by o.id desc
  limit 1) b on true
left join loan_stage w on w.company_id = c.company_id and w.id = b.stage_id;
