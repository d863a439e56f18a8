-- Matching of people: keys, duplicate pairs, and merges of borrowers.

-- A company's weights for matches, additional nicknames, and the rule for duplicates at intake.
create table match_setting (
  company_id  bigint not null,
  weights     jsonb not null,
  nicknames   text[] not null check (cardinality(nicknames) <= 500),
  intake_rule text not null check (intake_rule in ('LINK', 'SKIP', 'CREATE', 'HOLD')),
  version     integer not null default 1,
  primary key (company_id)
);
call make_tenant_table('match_setting');

-- People as matching sees them: from leads, borrowers and business contacts. They are found by shared keys
-- (`lending::matching::keys`). Each key is stored as a hash, so all keys of a person are one array and one index entry each.
-- Row security isn't forced, because array operators aren't leakproof. The program's role has no right to the table. The
-- functions that read and write it take the company only from the setting.
create table match_person (
  company_id  bigint not null,
  kind        text not null check (kind in ('lead', 'borrower', 'contact')),
  record_id   bigint not null,
  -- A lead can name several people.
  position    smallint not null,
  -- The record's branch and owner.
  org_unit_id bigint not null,
  owner_id    bigint,
  created_at  timestamptz not null,
  first_name  text not null,
  last_name   text not null,
  emails      text[] not null,
  phones      text[] not null,
  -- Keyed hashes of SSN and birth date.
  ssn_key     bytea,
  birth_key   bytea,
  street      text,
  postal_code text,
  -- Hashes of keys that few people share, and of names.
  firm_keys   bigint[] not null,
  name_keys   bigint[] not null,
  primary key (company_id, kind, record_id, position)
);
create index match_person_firm on match_person using gin (firm_keys) with (gin_pending_list_limit = 128);
create index match_person_name on match_person using gin (name_keys) with (gin_pending_list_limit = 128);
alter table match_person
  alter column emails set statistics 0,
  alter column phones set statistics 0,
  alter column firm_keys set statistics 0,
  alter column name_keys set statistics 0;
alter table match_person enable row level security;
create policy company on match_person using (company_id = (select nullif(current_setting('app.company_id', true), '')::bigint));

-- Records whose duplicates haven't been searched yet. A separate table, because a column of match_person rewrote both key
-- indexes with each search.
create table match_waiting (
  company_id bigint not null,
  kind       text not null check (kind in ('lead', 'borrower', 'contact')),
  record_id  bigint not null,
  -- Creation of the record. Older records come first.
  created_at timestamptz not null,
  primary key (company_id, kind, record_id)
);
create index match_waiting_oldest on match_waiting (company_id, created_at);
alter table match_waiting enable row level security;
create policy company on match_waiting using (company_id = (select nullif(current_setting('app.company_id', true), '')::bigint));

-- Records of one kind that may be one person.
create table duplicate_pair (
  company_id   bigint not null,
  id           bigint generated always as identity,
  kind         text not null,
  one_id       bigint not null,
  other_id     bigint not null check (one_id < other_id),
  -- Rank of `lending::matching::Strength`, score, and matching fields.
  strength     smallint not null check (strength between 0 and 2),
  score        integer not null,
  agreed       jsonb not null,
  found_at     timestamptz not null default now(),
  -- A user confirmed that these are two people.
  dismissed_at timestamptz,
  dismissed_by bigint,
  primary key (company_id, id),
  unique (company_id, kind, one_id, other_id),
  check ((dismissed_at is null) = (dismissed_by is null))
);
create index duplicate_pair_other on duplicate_pair (company_id, kind, other_id);
-- Open pairs, by kind.
create index duplicate_pair_waiting on duplicate_pair (company_id, kind, strength, score, id) where dismissed_at is null;
call make_tenant_table('duplicate_pair');

-- Merges of records. The original values are kept for thirty days, so that a merge can be undone.
create table merge (
  company_id  bigint not null,
  id          bigint generated always as identity,
  kind        text not null check (kind in ('borrower')),
  survivor_id bigint not null,
  -- Editable fields of the survivor, before and after.
  before      jsonb not null,
  after       jsonb not null,
  -- Whether the survivor got its SSN and birth date from the others.
  gave_ssn    boolean not null,
  gave_birth  boolean not null,
  -- The survivor's relatives before the merge.
  relatives   bigint[] not null,
  -- Why records with different SSNs or birth dates are one person.
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

-- A record that was merged: its row, and the references that moved.
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

-- Hashes of keys, salted by company: the same key has another hash in another company.
create function match_hashes(p_company bigint, p_keys text[])
returns bigint[]
language sql
immutable
set search_path = public, pg_temp
as $$
  select coalesce(array_agg(distinct hashtextextended(key, p_company)), '{}') from unnest(p_keys) as key
$$;

-- Every column that refers to a borrower, with the key expression of its table. It reads the catalog, so it covers future tables.
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

do $$
declare
  reference record;
begin
  for reference in select * from borrower_reference loop
    execute format('grant update (%I) on %s to keyturn_app', reference.column_name, reference.table_name);
  end loop;
end
$$;

-- Moves all references from one borrower to another. Returns the moved rows by key.
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
grant execute on function move_borrower(bigint, bigint, bigint) to keyturn_app;

-- Moves references back, if they still point to the survivor.
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
grant execute on function move_borrower_back(bigint, jsonb, bigint, bigint) to keyturn_app;

-- Records whose pairs may be one person.
create view person_record with (security_invoker = true) as
select company_id, 'borrower' as kind, id, first_name, last_name, email, phone, owner_id
from borrower
union all
select company_id, 'lead', lead_id, first_name, last_name, email, phone, owner_id
from lead_person;
grant select on person_record to keyturn_app;

-- Planned once: always by the key indexes, never by kind or sequentially.
create function find_match_people(p_firm_keys text[], p_name_keys text[], p_kinds text[], p_limit integer)
returns setof match_person
language plpgsql
stable
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set enable_indexscan = off
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
  firms   bigint[] := match_hashes(company, p_firm_keys);
  names   bigint[] := match_hashes(company, p_name_keys);
begin
  return query
    with firm as materialized (
      select *
      from match_person
      where firm_keys && firms and company_id + 0 = company and kind || '' = any (p_kinds)
      limit p_limit
    ), named as materialized (
      select *
      from match_person
      where name_keys && names and company_id + 0 = company and kind || '' = any (p_kinds)
      limit least(p_limit, greatest(100, p_limit / 4))
    )
    select * from firm
    union all
    select named.* from named
    where not exists (
      select from firm
      where (firm.kind, firm.record_id, firm.position) = (named.kind, named.record_id, named.position));
end
$$;
grant execute on function find_match_people(text[], text[], text[], integer) to keyturn_app;

-- Finds people who share keys with up to a hundred records, in one statement. It takes no locks, so users can save these records
-- during the comparison.
create function find_match_sharing(p_kinds text[], p_record_ids bigint[], p_limit integer)
returns table (of_kind text, of_record_id bigint, found match_person)
language plpgsql
stable
security definer
set search_path = public, pg_temp
set enable_seqscan = off
set enable_indexscan = off
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
begin
  -- By the keys alone, as in find_match_people.
  return query
    select given.kind, given.record_id, sharing.person
    from unnest(p_kinds, p_record_ids) as given(kind, record_id)
    cross join lateral (
      select array_agg(distinct key) as keys
      from match_person p
      cross join unnest(p.firm_keys) as key
      where p.company_id = company and p.kind = given.kind and p.record_id = given.record_id) as own
    cross join lateral (
      select m as person
      from match_person m
      where m.firm_keys && own.keys
        and m.company_id + 0 = company
        and m.kind || '' = given.kind
        and m.record_id <> given.record_id
      limit p_limit) as sharing;
end
$$;
grant execute on function find_match_sharing(text[], bigint[], integer) to keyturn_app;

-- Writes the people of records of the current company, and deletes those that a record no longer names. Each element:
-- {kind, record, orgUnit, owner, createdAt, isCompared, people: [{firstName, lastName, emails, phones, ssnKey, birthKey, street,
-- postalCode, firmKeys, nameKeys}]}. Records with people and without isCompared wait for duplicate detection.
create function put_match_people(p_records jsonb)
returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
begin
  delete from match_person m
  using jsonb_to_recordset(p_records) as r(kind text, record bigint, people jsonb)
  where m.company_id = company
    and m.kind = r.kind
    and m.record_id = r.record
    and m.position > jsonb_array_length(r.people);

  insert into match_person (
    company_id, kind, record_id, position, org_unit_id, owner_id, created_at, first_name, last_name, emails, phones,
    ssn_key, birth_key, street, postal_code, firm_keys, name_keys)
  select company, r.kind, r.record, p.position, r."orgUnit", r.owner, coalesce(r."createdAt", now()),
         p.person ->> 'firstName', p.person ->> 'lastName',
         array(select jsonb_array_elements_text(p.person -> 'emails')),
         array(select jsonb_array_elements_text(p.person -> 'phones')),
         decode(p.person ->> 'ssnKey', 'hex'), decode(p.person ->> 'birthKey', 'hex'),
         p.person ->> 'street', p.person ->> 'postalCode',
         match_hashes(company, array(select jsonb_array_elements_text(p.person -> 'firmKeys'))),
         match_hashes(company, array(select jsonb_array_elements_text(p.person -> 'nameKeys')))
  from jsonb_to_recordset(p_records)
         as r(kind text, record bigint, "orgUnit" bigint, owner bigint, "createdAt" timestamptz, people jsonb),
       jsonb_array_elements(r.people) with ordinality as p(person, position)
  on conflict (company_id, kind, record_id, position) do update
    set org_unit_id = excluded.org_unit_id, owner_id = excluded.owner_id, first_name = excluded.first_name,
        last_name = excluded.last_name, emails = excluded.emails, phones = excluded.phones, ssn_key = excluded.ssn_key,
        birth_key = excluded.birth_key, street = excluded.street, postal_code = excluded.postal_code,
        firm_keys = excluded.firm_keys, name_keys = excluded.name_keys;

  -- A waiting record gets a new version, so that a search in progress doesn't mark it as done.
  insert into match_waiting as w (company_id, kind, record_id, created_at)
  select company, r.kind, r.record, coalesce(r."createdAt", now())
  from jsonb_to_recordset(p_records)
         as r(kind text, record bigint, "createdAt" timestamptz, "isCompared" boolean, people jsonb)
  where not r."isCompared" and jsonb_array_length(r.people) > 0
  on conflict (company_id, kind, record_id) do update set created_at = w.created_at;

  delete from match_waiting w
  using jsonb_to_recordset(p_records) as r(kind text, record bigint, "isCompared" boolean, people jsonb)
  where w.company_id = company
    and w.kind = r.kind
    and w.record_id = r.record
    and (r."isCompared" or jsonb_array_length(r.people) = 0);
end
$$;
grant execute on function put_match_people(jsonb) to keyturn_app;

-- People of records that wait for duplicate detection, oldest record first, with the version of the waiting row. Returns nothing
-- while another process works on this company, until its transaction ends.
create function waiting_match_people(p_limit integer)
returns table (version text, person match_person)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('duplicates', company)) then
    return;
  end if;
  return query
    select waiting.version, m
    from (
      select w.kind, w.record_id, w.xmin::text as version
      from match_waiting w
      where w.company_id = company
      order by w.created_at
      limit p_limit) as waiting
    join match_person m on m.company_id = company and m.kind = waiting.kind and m.record_id = waiting.record_id;
end
$$;
grant execute on function waiting_match_people(integer) to keyturn_app;

-- Marks records as searched if their version is unchanged, and returns them. Skips records that another transaction is changing.
create function note_match_records(p_kinds text[], p_record_ids bigint[], p_versions text[])
returns table (noted_kind text, noted_record_id bigint)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
begin
  return query
  delete from match_waiting w
  using (
    select waiting.kind, waiting.record_id
    from unnest(p_kinds, p_record_ids, p_versions) as looked_for(kind, record_id, version)
    join match_waiting waiting
      on waiting.company_id = company
     and waiting.kind = looked_for.kind
     and waiting.record_id = looked_for.record_id
     and waiting.xmin::text = looked_for.version
    for update of waiting skip locked) as unchanged
  where w.company_id = company
    and w.kind = unchanged.kind
    and w.record_id = unchanged.record_id
  returning w.kind, w.record_id;
end
$$;
grant execute on function note_match_records(text[], bigint[], text[]) to keyturn_app;

-- Returns which of the records exist, and locks their people until the transaction ends. Records that are being deleted don't
-- exist.
create function hold_match_records(p_kinds text[], p_record_ids bigint[])
returns table (held_kind text, held_record_id bigint)
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
begin
  return query
  select distinct held.kind, held.record_id
  from (
    select m.kind, m.record_id
    from (select distinct * from unnest(p_kinds, p_record_ids)) as given(kind, record_id)
    join match_person m on m.company_id = company and m.kind = given.kind and m.record_id = given.record_id
    for key share of m skip locked) as held;
end
$$;
grant execute on function hold_match_records(text[], bigint[]) to keyturn_app;
