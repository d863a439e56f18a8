-- The lead that a loan was made of, for who looks at the loan.
-- Locks: none, a view is made. The version before does not read it.
create view loan_lead with (security_invoker = true) as
select company_id, loan_id, id as lead_id from lead where loan_id is not null;
grant select on loan_lead to keyturn_app;
