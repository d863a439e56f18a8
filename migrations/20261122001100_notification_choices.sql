-- Which mails somebody does not want besides those about their account, company by company.
-- Locks: none, the table is new. The version before sends none of these mails.

create table notification_choice (
  company_id bigint not null,
  user_id    bigint not null,
  kind       text not null check (length(kind) between 1 and 40),
  is_on      boolean not null,
  primary key (company_id, user_id, kind)
);
call make_tenant_table('notification_choice');

-- What other features ask before they write a letter.
create view notification_off with (security_invoker = true) as
select company_id, user_id, kind
from notification_choice
where not is_on;
grant select on notification_off to keyturn_app;
