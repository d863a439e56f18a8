-- What a company decides of itself: small records carry the version that `If-Match` names, and a company closes on days of
-- its own.
-- Locks: `org_unit` for a moment, it gets a column without rewriting its rows. The version before reads none of it.

alter table org_unit add column version integer not null default 1;

-- Days on which the company's offices are closed, beside Sundays and federal holidays (12 CFR 1026.2(a)(6)).
create table business_holiday (
  company_id bigint not null,
  closed_on  date not null,
  name       text not null check (length(name) between 1 and 80),
  primary key (company_id, closed_on)
);
call make_tenant_table('business_holiday');
