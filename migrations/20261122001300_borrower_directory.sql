-- The directory of borrowers as loans and pages use it: which loans a person has, who works on them, who belongs to whom, and
-- the functions by which a loan's own statement links its borrowers.
-- Locks: `borrower` and `business_contact` while an index of each is built; the version before reads none of the rest.

create index borrower_by_name_key on borrower (company_id, name_key);
create index business_contact_by_name_key on business_contact (company_id, name_key);

-- What the directory may join of loans: each borrower's, with as much of them as a person's page shows.
create view borrower_loan with (security_invoker = true) as
select b.company_id, b.borrower_id, b.loan_id, b.position, l.org_unit_id, l.officer_id, l.loan_number, l.amount_cents,
       s.id as stage_id, s.name as stage_name, s.kind as stage_kind, l.created_by, l.created_at, l.updated_at
from loan_borrower b
join loan l on l.company_id = b.company_id and l.id = b.loan_id
join loan_stage s on s.company_id = l.company_id and s.id = l.stage_id
where b.borrower_id is not null;

-- Which members work on a loan of a borrower: their record is among their own.
create view borrower_member with (security_invoker = true) as
select b.company_id, b.borrower_id, t.membership_id
from loan_team_member t
join loan_borrower b on b.company_id = t.company_id and b.loan_id = t.loan_id
where b.borrower_id is not null;

-- Steps of a loan from stage to stage.
create view loan_stage_step with (security_invoker = true) as
select c.company_id, c.loan_id, c.id, c.valid_from as at, c.changed_by, s.name as stage_name
from loan_stage_change c
join loan_stage s on s.company_id = c.company_id and s.id = c.stage_id;

grant select on borrower_loan, borrower_member, loan_stage_step to keyturn_app;

-- Who belongs to whom: a row for each of the two.
create table borrower_relative (
  company_id  bigint not null,
  borrower_id bigint not null,
  relative_id bigint not null,
  -- What the relative is to the borrower.
  relation    text not null check (relation in (
    'SPOUSE', 'PARTNER', 'PARENT', 'CHILD', 'SIBLING', 'EMPLOYER', 'EMPLOYEE', 'OTHER')),
  primary key (company_id, borrower_id, relative_id),
  foreign key (company_id, borrower_id) references borrower (company_id, id),
  foreign key (company_id, relative_id) references borrower (company_id, id),
  check (borrower_id <> relative_id)
);
create index on borrower_relative (company_id, relative_id);
call make_tenant_table('borrower_relative');

-- Records that may be those of somebody with one of these taxpayer numbers or addresses; who they are is decided by
-- `lending::matching`.
create function known_borrowers(p_company_id bigint, p_ssn_keys bytea[], p_email_keys text[])
returns jsonb
language sql
stable
set search_path = public, pg_temp
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
           'id', k.id, 'firstName', k.first_name, 'lastName', k.last_name, 'email', k.email, 'phone', k.phone,
           'ssnKey', encode(k.ssn_key, 'hex'), 'birthKey', encode(k.birth_key, 'hex')) order by k.id), '[]')
  from (
    (select * from borrower where company_id = p_company_id and ssn_key = any (p_ssn_keys) order by id limit 20)
    union
    (select * from borrower where company_id = p_company_id and email_key = any (p_email_keys) order by id limit 20)) k
$$;

-- Writes people as a loan or a form tells of them: a new record, or what a known one lacks. Each element: {id, firstName,
-- lastName, nameKey, sortName, email, emailKey, phone, line, unit, city, stateCode, postalCode, ssnKey, ssnKeyVersion,
-- birthKey, birthKeyVersion}.
create function put_borrowers(p_company_id bigint, p_org_unit_id bigint, p_owner_id bigint, p_created_by bigint, p_people jsonb)
returns void
language plpgsql
set search_path = public, pg_temp
as $$
declare
  written record;
begin
  for written in
    insert into borrower (company_id, id, org_unit_id, owner_id, first_name, last_name, name_key, sort_name, email, email_key,
                          phone, line, unit, city, state_code, postal_code, ssn_key, ssn_key_version, birth_key,
                          birth_key_version, words, created_by)
    select p_company_id, p.id, p_org_unit_id, p_owner_id, p."firstName", p."lastName", p."nameKey", p."sortName", p.email,
           p."emailKey", p.phone, p.line, p.unit, p.city, p."stateCode", p."postalCode", decode(p."ssnKey", 'hex'),
           case when p."ssnKey" is not null then p."ssnKeyVersion" end, decode(p."birthKey", 'hex'),
           case when p."birthKey" is not null then p."birthKeyVersion" end,
           concat_ws(' ', p."nameKey", p."emailKey", p.phone), p_created_by
    from jsonb_to_recordset(p_people) as p(
      id bigint, "firstName" text, "lastName" text, "nameKey" text, "sortName" text, email text, "emailKey" text, phone text,
      line text, unit text, city text, "stateCode" text, "postalCode" text, "ssnKey" text, "ssnKeyVersion" smallint,
      "birthKey" text, "birthKeyVersion" smallint)
    on conflict (company_id, id) do update
    set email = coalesce(borrower.email, excluded.email),
        email_key = coalesce(borrower.email_key, excluded.email_key),
        phone = coalesce(borrower.phone, excluded.phone),
        line = case when borrower.line is null then excluded.line else borrower.line end,
        unit = case when borrower.line is null then excluded.unit else borrower.unit end,
        city = case when borrower.line is null then excluded.city else borrower.city end,
        state_code = case when borrower.line is null then excluded.state_code else borrower.state_code end,
        postal_code = case when borrower.line is null then excluded.postal_code else borrower.postal_code end,
        ssn_key = coalesce(borrower.ssn_key, excluded.ssn_key),
        ssn_key_version = coalesce(borrower.ssn_key_version, excluded.ssn_key_version),
        birth_key = coalesce(borrower.birth_key, excluded.birth_key),
        birth_key_version = coalesce(borrower.birth_key_version, excluded.birth_key_version),
        words = concat_ws(' ', borrower.name_key, coalesce(borrower.email_key, excluded.email_key),
                          coalesce(borrower.phone, excluded.phone)),
        updated_at = now(),
        version = borrower.version + 1
    where (borrower.email is null and excluded.email is not null)
       or (borrower.phone is null and excluded.phone is not null)
       or (borrower.line is null and excluded.line is not null)
       or (borrower.ssn_key is null and excluded.ssn_key is not null)
       or (borrower.birth_key is null and excluded.birth_key is not null)
    returning id, org_unit_id, words
  loop
    perform put_search_entry('borrower', written.org_unit_id, written.id, written.words);
  end loop;
end
$$;

-- A loan's borrower was changed: what the directory had from it, or lacked, follows; what was written there by itself stays.
-- Each element: the person as in put_borrowers, with wasNameKey, wasEmailKey, wasPhone, wasSsnKey.
create function follow_borrowers(p_company_id bigint, p_people jsonb)
returns void
language plpgsql
set search_path = public, pg_temp
as $$
declare
  written record;
begin
  for written in
    update borrower b
    set first_name = n.first_name, last_name = n.last_name, name_key = n.name_key, sort_name = n.sort_name,
        email = n.email, email_key = n.email_key, phone = n.phone,
        ssn_key = n.ssn_key,
        ssn_key_version = case when n.ssn_key is not null then coalesce(n.ssn_key_version, b.ssn_key_version) end,
        words = concat_ws(' ', n.name_key, n.email_key, n.phone),
        updated_at = now(),
        version = b.version + 1
    from (
      select k.id,
             case when k.name_key = p."wasNameKey" then p."firstName" else k.first_name end as first_name,
             case when k.name_key = p."wasNameKey" then p."lastName" else k.last_name end as last_name,
             case when k.name_key = p."wasNameKey" then p."nameKey" else k.name_key end as name_key,
             case when k.name_key = p."wasNameKey" then p."sortName" else k.sort_name end as sort_name,
             case when k.email_key is null or k.email_key = p."wasEmailKey" then p.email else k.email end as email,
             case when k.email_key is null or k.email_key = p."wasEmailKey" then p."emailKey" else k.email_key end as email_key,
             case when k.phone is null or k.phone = p."wasPhone" then p.phone else k.phone end as phone,
             case when k.ssn_key is null or k.ssn_key = decode(p."wasSsnKey", 'hex') then decode(p."ssnKey", 'hex')
                  else k.ssn_key end as ssn_key,
             p."ssnKeyVersion" as ssn_key_version
      from jsonb_to_recordset(p_people) as p(
             id bigint, "firstName" text, "lastName" text, "nameKey" text, "sortName" text, email text, "emailKey" text,
             phone text, "ssnKey" text, "ssnKeyVersion" smallint, "wasNameKey" text, "wasEmailKey" text, "wasPhone" text,
             "wasSsnKey" text)
      join borrower k on k.company_id = p_company_id and k.id = p.id) n
    where b.company_id = p_company_id
      and b.id = n.id
      and (b.first_name, b.last_name, b.email, b.phone, b.ssn_key)
          is distinct from (n.first_name, n.last_name, n.email, n.phone, n.ssn_key)
    returning b.id, b.org_unit_id, b.words
  loop
    perform put_search_entry('borrower', written.org_unit_id, written.id, written.words);
  end loop;
end
$$;
-- Gives the borrowers of many loans a record each, without asking who is known: for loans that are made by the thousand.
create function record_borrowers(p_company_id bigint, p_loan_ids bigint[])
returns bigint
language sql
set search_path = public, pg_temp
as $$
  with fresh as materialized (
    select nextval('borrower_id') as id, b.loan_id, b.id as item, l.org_unit_id, l.officer_id, l.created_by, l.created_at,
           l.updated_at, b.first_name, b.last_name, b.name_key, b.email, b.email_key, b.phone, b.ssn_key, b.ssn_key_version,
           string_to_array(b.name_key, ' ') as names,
           case
             when btrim(b.last_name) = '' then 0
             else cardinality(regexp_split_to_array(btrim(b.last_name), '[[:space:]-]+'))
           end as last_names
    from loan_borrower b
    join loan l on l.company_id = b.company_id and l.id = b.loan_id
    where b.company_id = p_company_id
      and b.loan_id = any (p_loan_ids)
      and b.borrower_id is null
  ), made as (
    insert into borrower (company_id, id, org_unit_id, owner_id, first_name, last_name, name_key, sort_name, email, email_key,
                          phone, ssn_key, ssn_key_version, words, created_by, created_at, updated_at)
    select p_company_id, id, org_unit_id, officer_id, first_name, last_name, name_key,
           btrim(array_to_string(names[cardinality(names) - last_names + 1 :], ' ') || ' '
                 || array_to_string(names[: cardinality(names) - last_names], ' ')),
           email, email_key, phone, ssn_key, ssn_key_version, concat_ws(' ', name_key, email_key, phone), created_by,
           created_at, updated_at
    from fresh
    returning id, org_unit_id, words
  ), linked as (
    update loan_borrower b
    set borrower_id = f.id
    from fresh f
    where b.company_id = p_company_id
      and b.loan_id = f.loan_id
      and b.id = f.item
  )
  select count(put_search_entry('borrower', org_unit_id, id, words)) from made
$$;
grant execute on function known_borrowers(bigint, bytea[], text[]),
                          put_borrowers(bigint, bigint, bigint, bigint, jsonb),
                          follow_borrowers(bigint, jsonb),
                          record_borrowers(bigint, bigint[]) to keyturn_app;

-- Borrowers that were there before are found by their words.
do $$
declare
  company bigint;
begin
  for company in select id from org_unit where id = company_id loop
    perform set_config('app.company_id', company::text, true);
    perform put_search_entry('borrower', org_unit_id, id, words) from borrower where company_id = company;
  end loop;
  perform set_config('app.company_id', '', true);
end
$$;
