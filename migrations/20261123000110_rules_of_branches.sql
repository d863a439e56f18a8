-- Rules that only write down what they would do, for some days; rules of a branch, and rules of the company that a branch has switched
-- off. Whose a rule is, and until when it is tried, is part of what it says.
-- Locks: `automation_run` for a moment, it gets a column without a default; the new table is empty. The version before can't read a rule
-- that says any of this, and tries again until this one has come.

alter table automation_run
  -- In test: what the rule would have done. It did nothing.
  add column would jsonb;

create table automation_rule_off (
  company_id      bigint not null,
  rule_id         bigint not null,
  org_unit_id     bigint not null,
  switched_off_by bigint not null,
  switched_off_at timestamptz not null default now(),
  primary key (company_id, rule_id, org_unit_id),
  foreign key (company_id, rule_id) references automation_rule (company_id, id),
  foreign key (company_id, org_unit_id) references org_unit (company_id, id)
);
call make_tenant_table('automation_rule_off', 'select, insert, delete');

-- With the channel through which a loan came.
create or replace view loan_fact with (security_invoker = true) as
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
        limit 1) as lead_source_id,
       l.is_non_delegated_correspondent
from loan l
left join subject_property p on p.company_id = l.company_id and p.loan_id = l.id;
