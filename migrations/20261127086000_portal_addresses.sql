-- Companies and branches set portal addresses that their officers use until they set their own; each address may have a Spanish
-- variant. Companies decide which areas the header shows to whom, for everybody or by role.
-- Compatible: yes
-- Locks: ACCESS EXCLUSIVE on org_unit and app_user for a moment; columns without a default rewrite nothing, and the version
-- before doesn't read them. app_user.tab_config is no longer read; the version before still does, so it stays.

alter table org_unit
  add column borrower_portal_url         text check (length(borrower_portal_url) <= 500),
  add column borrower_portal_spanish_url text check (length(borrower_portal_spanish_url) <= 500),
  add column realtor_portal_url          text check (length(realtor_portal_url) <= 500);

alter table app_user
  add column borrower_portal_spanish_url text check (length(borrower_portal_spanish_url) <= 500);

-- An invitation leads to the same portal as the officer's menu.
create or replace view officer_portal with (security_invoker = true) as
select m.company_id, m.id as membership_id, u.first_name || ' ' || u.last_name as officer_name,
       coalesce(u.borrower_portal_url, b.borrower_portal_url, c.borrower_portal_url) as borrower_portal_url,
       (select d.host
        from org_domain d
        where d.org_unit_id = m.company_id and d.context = 'POS'
        order by d.host
        limit 1) as portal_host,
       c.nmls_id as company_nmls_id, c.display_name as company_name, u.nmls_id as officer_nmls_id
from membership m
join app_user u on u.id = m.user_id
join org_unit b on b.id = m.org_unit_id
join org_unit c on c.id = m.company_id;

create table header_tabs (
  company_id bigint not null,
  -- A role's code, or ALL for roles without a row of their own.
  role       text not null check (length(role) between 1 and 40),
  -- Areas in the order of the header, each with whether it is shown; empty where the product's own order holds.
  tabs       jsonb not null check (jsonb_typeof(tabs) = 'array'),
  version    integer not null default 1,
  primary key (company_id, role)
);
call make_tenant_table('header_tabs', 'select, insert, update');
