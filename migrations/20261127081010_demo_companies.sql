-- Marks the companies of the demo world. Their people share a published password, so production refuses to start while
-- their accounts are active. Companies from before the mark are recognized by the addresses that the demo world gives its
-- people: they end in `.example`, which is reserved (RFC 2606) and belongs to no real person.
-- Compatible: yes
-- Locks: `org_unit` for a moment. It gets a column without rewriting its rows, then a few rows change.
alter table org_unit add column is_demo boolean not null default false;

update org_unit c
set is_demo = true
where c.id = c.company_id
  and ((c.type = 'PROVIDER' and c.slug = 'provider' and c.name = 'Keyturn Provider')
       or exists (select
                  from app_user u
                  where u.home_company_id = c.id
                    and (u.email_key like '%@' || c.slug || '.example'
                         or u.email_key ~ '@(provider|harbor|prairie|clearpath|juniper|cedar|sable|meridian)\.example$')));
