-- Records of one person are merged into one, and given back: what belonged to each is kept with the merge for thirty days.
-- Locks: `borrower` and what refers to it, for a moment, while the program is granted to move references.

create table merge (
  company_id  bigint not null,
  id          bigint generated always as identity,
  kind        text not null check (kind in ('borrower')),
  survivor_id bigint not null,
  -- The survivor before and after, as far as people write it.
  before      jsonb not null,
  after       jsonb not null,
  -- Whether the survivor had its taxpayer number and its birth date from the others.
  gave_ssn    boolean not null,
  gave_birth  boolean not null,
  -- Whom it was tied to before.
  relatives   bigint[] not null,
  -- Why records with different numbers or birth dates are one person's.
  reason      text check (length(reason) between 1 and 500),
  made_by     bigint not null,
  made_at     timestamptz not null default now(),
  undone_at   timestamptz,
  undone_by   bigint,
  primary key (company_id, id),
  check ((undone_at is null) = (undone_by is null))
);
create index on merge (company_id, kind, survivor_id);
call make_tenant_table('merge', 'select, insert, update');

-- A record that was merged into the survivor: the row as it was, and what was moved from it.
create table merge_part (
  company_id bigint not null,
  merge_id   bigint not null,
  record_id  bigint not null,
  record     jsonb not null,
  relatives  jsonb not null,
  moved      jsonb not null,
  primary key (company_id, merge_id, record_id),
  foreign key (company_id, merge_id) references merge (company_id, id)
);
create index on merge_part (company_id, record_id);
call make_tenant_table('merge_part', 'select, insert');

-- Every column that refers to a borrower, with the expression of its table's key: what there is now and what comes later.
create view borrower_reference with (security_invoker = true) as
select c.conrelid::regclass::text as table_name, a.attname::text as column_name,
       (select string_agg(format('%L, t.%I', k.attname, k.attname), ', ' order by p.place)
        from pg_index i
        cross join unnest(i.indkey::smallint[]) with ordinality as p(attnum, place)
        join pg_attribute k on k.attrelid = i.indrelid and k.attnum = p.attnum
        where i.indrelid = c.conrelid and i.indisprimary) as key
from pg_constraint c
join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
where c.contype = 'f'
  and c.confrelid = 'borrower'::regclass
  and c.conrelid <> 'borrower_relative'::regclass;
grant select on borrower_reference to keyturn_app;

-- Moves whatever refers to one borrower to another; answers what was moved, by the keys of the rows.
create function move_borrower(p_company_id bigint, p_from bigint, p_to bigint)
returns jsonb
language plpgsql
set search_path = public, pg_temp
as $$
declare
  reference record;
  keys jsonb;
  moved jsonb := '[]';
begin
  for reference in select * from borrower_reference order by table_name, column_name loop
    execute format(
      'with moved as (
         update %s t set %I = $1 where t.company_id = $2 and t.%I = $3 returning jsonb_build_object(%s) as key
       )
       select jsonb_agg(key) from moved',
      reference.table_name, reference.column_name, reference.column_name, reference.key)
    into keys
    using p_to, p_company_id, p_from;
    if keys is not null then
      moved := moved || jsonb_build_array(
        jsonb_build_object('table', reference.table_name, 'column', reference.column_name, 'keys', keys));
    end if;
  end loop;
  return moved;
end
$$;

-- Moves back what was moved, where it still refers to the survivor.
create function move_borrower_back(p_company_id bigint, p_moved jsonb, p_from bigint, p_to bigint)
returns void
language plpgsql
set search_path = public, pg_temp
as $$
declare
  reference record;
begin
  for reference in
    select r.*, m.value -> 'keys' as keys
    from jsonb_array_elements(p_moved) m
    join borrower_reference r on r.table_name = m.value ->> 'table' and r.column_name = m.value ->> 'column'
  loop
    execute format(
      'update %s t set %I = $1
       where t.company_id = $2 and t.%I = $3 and jsonb_build_object(%s) in (select jsonb_array_elements($4))',
      reference.table_name, reference.column_name, reference.column_name, reference.key)
    using p_to, p_company_id, p_from, reference.keys;
  end loop;
end
$$;
grant execute on function move_borrower(bigint, bigint, bigint),
                          move_borrower_back(bigint, jsonb, bigint, bigint) to keyturn_app;

do $$
declare
  reference record;
begin
  for reference in select * from borrower_reference loop
    execute format('grant update (%I) on %s to keyturn_app', reference.column_name, reference.table_name);
  end loop;
end
$$;
