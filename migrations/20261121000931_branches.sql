-- What may keep a branch from being closed or a person from leaving: loans under way, and people who work there.
-- Locks: none to speak of, views are made and one gets a column more. The version before reads neither.

-- Loans that are under way: not funded, and not ended (`lending::stages`, whose ranks end at 130 before that).
create view open_loan with (security_invoker = true) as
select company_id, id as loan_id, org_unit_id, officer_id from loan where stage_rank < 140;
grant select on open_loan to keyturn_app;

create or replace view member with (security_invoker = true) as
select m.company_id, m.id as membership_id, m.user_id, m.org_unit_id,
       u.first_name || ' ' || u.last_name as name, u.email,
       m.active and u.state = 'ACTIVE' as is_active,
       b.display_name as branch_name, b.nmls_id as branch_nmls_id,
       array(select r.role
             from membership_role r
             where r.company_id = m.company_id and r.membership_id = m.id
             order by r.position) as roles,
       -- Belongs there: has not left, even if not there yet, or locked out just now.
       m.active and u.state <> 'DEACTIVATED' as is_staff
from membership m
join app_user u on u.id = m.user_id
left join org_unit b on b.id = m.org_unit_id;
