-- What a company alters of the permission table for its own people (decision D8). Read together with the roles of a
-- membership; a change raises org_unit.access_version, so that every process reads them again.
-- Locks: none, the table is new; the version before doesn't look at it.

create table role_permission_override (
  company_id bigint not null,
  -- Codes of lending::access, which says what may be altered and counts no other row.
  role       text not null check (length(role) between 1 and 40),
  permission text not null check (length(permission) between 1 and 40),
  allowed    boolean not null,
  changed_at timestamptz not null default now(),
  primary key (company_id, role, permission)
);
call make_tenant_table('role_permission_override');
