-- What the making of a loan reads of its officer: the team with which their loans begin, and where their borrowers go.
-- Locks: none, views only. The version before reads neither of them.

create view officer_team with (security_invoker = true) as
select company_id, officer_id, role, is_primary, membership_id from default_team_member;

-- The officer's own portal, else the company's host for borrowers; where there is neither, the company's licensing id is the
-- first part of the path.
create view officer_portal with (security_invoker = true) as
select m.company_id, m.id as membership_id, u.first_name || ' ' || u.last_name as officer_name, u.borrower_portal_url,
       (select d.host
        from org_domain d
        where d.org_unit_id = m.company_id and d.context = 'POS'
        order by d.host
        limit 1) as portal_host,
       c.nmls_id as company_nmls_id, c.display_name as company_name
from membership m
join app_user u on u.id = m.user_id
join org_unit c on c.id = m.company_id;

grant select on officer_team, officer_portal to keyturn_app;
