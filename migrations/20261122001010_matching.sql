-- People of a company as matching sees them, whatever record tells of them: a lead, a borrower, a business contact. Found by
-- keys that persons share, however they are written (`lending::matching::keys`); each key is kept as a hash, so that all of
-- a person's are one array and one index entry each.
-- Arrays are no leakproof business, so row security is not forced here, as with search_entry: the program's role has no
-- right to the table, and the functions that read and write it take the company from the setting alone.
-- Locks: none, the tables are new.
create table match_person (
  company_id  bigint not null,
  kind        text not null check (kind in ('lead', 'borrower', 'contact')),
  record_id   bigint not null,
  -- A lead tells of several people.
  position    smallint not null,
  -- The record's branch, and the membership whose it is.
  org_unit_id bigint not null,
  owner_id    bigint,
  created_at  timestamptz not null,
  first_name  text not null,
  last_name   text not null,
  emails      text[] not null,
  phones      text[] not null,
  -- Keyed hashes, by which equal numbers and birth dates are seen.
  ssn_key     bytea,
  birth_key   bytea,
  street      text,
  postal_code text,
  -- Hashes of the keys that few people share, and of names.
  firm_keys   bigint[] not null,
  name_keys   bigint[] not null,
  -- Whether its duplicates were looked for since it was last changed.
  is_compared boolean not null default false,
  primary key (company_id, kind, record_id, position)
);
create index match_person_firm on match_person using gin (company_id, firm_keys);
create index match_person_name on match_person using gin (company_id, name_keys);
create index match_person_waiting on match_person (company_id, created_at) where not is_compared;
alter table match_person enable row level security;
create policy company on match_person using (company_id = (select nullif(current_setting('app.company_id', true), '')::bigint));

-- The hash of each key in a company: the same key is another number in another company.
create function match_hashes(p_company bigint, p_keys text[])
returns bigint[]
language sql
immutable
set search_path = public, pg_temp
as $$
  select coalesce(array_agg(distinct hashtextextended(key, p_company)), '{}') from unnest(p_keys) as key
$$;

-- Writes the people that records of the present company tell of, and removes those that they tell of no more. Each element:
-- {kind, record, orgUnit, owner, createdAt, isCompared, people: [{firstName, lastName, emails, phones, ssnKey, birthKey, street,
-- postalCode, firmKeys, nameKeys}]}.
create function put_match_people(p_records jsonb)
returns void
language plpgsql
security definer
set search_path = public, pg_temp
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
    ssn_key, birth_key, street, postal_code, firm_keys, name_keys, is_compared)
  select company, r.kind, r.record, p.position, r."orgUnit", r.owner, coalesce(r."createdAt", now()),
         p.person ->> 'firstName', p.person ->> 'lastName',
         array(select jsonb_array_elements_text(p.person -> 'emails')),
         array(select jsonb_array_elements_text(p.person -> 'phones')),
         decode(p.person ->> 'ssnKey', 'hex'), decode(p.person ->> 'birthKey', 'hex'),
         p.person ->> 'street', p.person ->> 'postalCode',
         match_hashes(company, array(select jsonb_array_elements_text(p.person -> 'firmKeys'))),
         match_hashes(company, array(select jsonb_array_elements_text(p.person -> 'nameKeys'))),
         r."isCompared"
  from jsonb_to_recordset(p_records)
         as r(kind text, record bigint, "orgUnit" bigint, owner bigint, "createdAt" timestamptz, "isCompared" boolean, people jsonb),
       jsonb_array_elements(r.people) with ordinality as p(person, position)
  on conflict (company_id, kind, record_id, position) do update
    set org_unit_id = excluded.org_unit_id, owner_id = excluded.owner_id, first_name = excluded.first_name,
        last_name = excluded.last_name, emails = excluded.emails, phones = excluded.phones, ssn_key = excluded.ssn_key,
        birth_key = excluded.birth_key, street = excluded.street, postal_code = excluded.postal_code,
        firm_keys = excluded.firm_keys, name_keys = excluded.name_keys, is_compared = excluded.is_compared;
end
$$;

-- People of the present company who share a key, of these kinds: those who share a firm one first, at most so many of each.
-- Without the scan of the whole table, which a company's common name would seem to be worth; and the company is no condition
-- for the index, which would read the list of all its people: a key's hash is the company's alone.
create function find_match_people(p_firm_keys text[], p_name_keys text[], p_kinds text[], p_limit integer)
returns setof match_person
language plpgsql
stable
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
begin
  return query execute
    'with firm as materialized (
       select * from match_person where firm_keys && $1 and company_id + 0 = $3 and kind = any ($4) limit $5
     ), named as materialized (
       select * from match_person where name_keys && $2 and company_id + 0 = $3 and kind = any ($4) limit $5
     )
     select * from firm
     union all
     select named.* from named
     where not exists (
       select from firm
       where (firm.kind, firm.record_id, firm.position) = (named.kind, named.record_id, named.position))'
  using match_hashes(company, p_firm_keys), match_hashes(company, p_name_keys), company, p_kinds, p_limit;
end
$$;

-- People of the present company whose duplicates were not looked for since they were last changed, those that wait longest
-- first, and whoever else the same records tell of; from now on they were. Whoever looks at the same time is given others.
create function take_match_people(p_limit integer)
returns setof match_person
language sql
security definer
set search_path = public, pg_temp
as $$
  update match_person m
  set is_compared = true
  from (
    select distinct kind, record_id
    from (
      select kind, record_id
      from match_person
      where company_id = nullif(current_setting('app.company_id', true), '')::bigint
        and not is_compared
      order by created_at
      limit p_limit
      for update skip locked) as waiting) as taken
  where m.company_id = nullif(current_setting('app.company_id', true), '')::bigint
    and m.kind = taken.kind
    and m.record_id = taken.record_id
  returning m.*
$$;

revoke all on function match_hashes(bigint, text[]), put_match_people(jsonb),
                       find_match_people(text[], text[], text[], integer), take_match_people(integer) from public;
grant execute on function put_match_people(jsonb), find_match_people(text[], text[], text[], integer),
                          take_match_people(integer) to keyturn_app;

-- Records of one kind that may tell of one person.
create table duplicate_pair (
  company_id   bigint not null,
  id           bigint generated always as identity,
  kind         text not null,
  one_id       bigint not null,
  other_id     bigint not null check (one_id < other_id),
  -- Rank of `lending::matching::Strength`, its points, and the fields that agree.
  strength     smallint not null check (strength between 0 and 2),
  score        integer not null,
  agreed       jsonb not null,
  found_at     timestamptz not null default now(),
  -- Somebody has said that these are two people: for good.
  dismissed_at timestamptz,
  dismissed_by bigint,
  primary key (company_id, id),
  unique (company_id, kind, one_id, other_id),
  check ((dismissed_at is null) = (dismissed_by is null))
);
create index duplicate_pair_open on duplicate_pair (company_id, strength, score, id) where dismissed_at is null;
create index duplicate_pair_other on duplicate_pair (company_id, kind, other_id);
call make_tenant_table('duplicate_pair');

-- What a company holds each agreement worth, the nicknames it knows beside the usual ones, and what intake does with a
-- duplicate.
create table match_setting (
  company_id     bigint not null,
  weights        jsonb not null,
  nicknames      text[] not null check (cardinality(nicknames) <= 500),
  intake_rule    text not null check (intake_rule in ('LINK', 'SKIP', 'CREATE', 'HOLD')),
  version        integer not null default 1,
  primary key (company_id)
);
call make_tenant_table('match_setting');
