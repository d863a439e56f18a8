-- Rules set fields of loans and tell people of them: what they did is noted, and what they changed names the rule where it named a person.
-- Rules also ask whether an appraisal is waived.
-- Locks: `automation_rule_version`, `automation_run`, and `field_change` for a moment, they get columns that need no
-- rewriting. The version before can't read a rule that does any of this, and tries again until this one has come.

alter table automation_rule_version
  -- Scheme and host by which whoever wrote this version reached the company: where letters lead to.
  add column origin text;

alter table automation_run
  -- What the rule did to the loan itself (`tasks::RuleAction`).
  add column acts jsonb not null default '[]';
grant update (acts) on automation_run to keyturn_app;

-- No foreign key: it would be asked of every change that a person makes, and rules stay.
alter table field_change
  alter column changed_by drop not null,
  add column rule_id bigint default nullif(current_setting('app.rule_id', true), '')::bigint,
  add constraint field_change_by check (changed_by is not null or rule_id is not null) not valid;

-- With what the application says of the appraisal.
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
       l.is_non_delegated_correspondent, a.document #>> '{property,appraisalWaiver}' as appraisal_waiver
from loan l
left join subject_property p on p.company_id = l.company_id and p.loan_id = l.id
left join loan_application a on a.company_id = l.company_id and a.loan_id = l.id;
