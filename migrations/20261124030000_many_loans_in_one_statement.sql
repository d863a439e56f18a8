-- Loans of many files are written in one statement, and so is what goes with them: entries of the search, borrowers' records.
-- A step of a loan causes a job only where a rule of the company waits for it.
-- Locks: none but the functions' own, and loan_stage_change for a moment, whose trigger is another one. The version before calls
-- the same functions as before.

-- Writes entries of the present company, their terms, and the words that lead them. It answers null: by that a statement tells that
-- it was done. No entry is named twice.
create function put_search_entries(p_kind text, p_org_unit_ids bigint[], p_entity_ids bigint[], p_words text[])
returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
begin
  -- What an entry was found by before, where that is something else now.
  delete from search_term t
  using (
    select e.org_unit_id, e.entity_id, unnest(search_terms(p_kind, e.words)) as term
    from unnest(p_org_unit_ids, p_entity_ids, p_words) as n(org_unit_id, entity_id, words)
    cross join lateral (
      select e.org_unit_id, e.entity_id, e.words
      from search_entry e
      where e.company_id = company
        and e.kind = p_kind
        and e.entity_id = n.entity_id
        and (e.org_unit_id, e.words) is distinct from (n.org_unit_id, n.words)
      for update) as e) as was
  where t.company_id = company
    and t.kind = p_kind
    and t.term = was.term
    and t.org_unit_id = was.org_unit_id
    and t.entity_id = was.entity_id;

  with written as (
    insert into search_entry as e (company_id, kind, org_unit_id, entity_id, words)
    select company, p_kind, n.org_unit_id, n.entity_id, n.words
    from unnest(p_org_unit_ids, p_entity_ids, p_words) as n(org_unit_id, entity_id, words)
    on conflict (company_id, kind, entity_id) do update
      set words = excluded.words, org_unit_id = excluded.org_unit_id
      where (e.org_unit_id, e.words) is distinct from (excluded.org_unit_id, excluded.words)
    returning e.org_unit_id, e.entity_id, e.words
  ), terms as materialized (
    select org_unit_id, entity_id, unnest(search_terms(p_kind, words)) as term
    from written
  ), listed as (
    insert into search_term (company_id, kind, term, org_unit_id, entity_id)
    select company, p_kind, term, org_unit_id, entity_id
    from terms
    on conflict do nothing
  )
  insert into search_word (company_id, word)
  select company, given.word
  from (select distinct split_part(term, ' ', 1) as word from terms where term ~ '^[a-z]+( |$)') as given
  where not exists (select from search_word w where w.company_id = company and w.word = given.word offset 0);
  return null;
end
$$;

-- The same for one.
create or replace function put_search_entry(p_kind text, p_org_unit_id bigint, p_entity_id bigint, p_words text)
returns boolean
language plpgsql
security invoker
set search_path = public, pg_temp
as $$
begin
  return put_search_entries(p_kind, array[p_org_unit_id], array[p_entity_id], array[p_words]);
end
$$;

revoke all on function put_search_entries(text, bigint[], bigint[], text[]) from public;
grant execute on function put_search_entries(text, bigint[], bigint[], text[]) to keyturn_app;

-- Writes records of people who borrow. One that is there gets what it lacks. Each element: the person as `Told::record` has it, with
-- orgUnitId and ownerId. It answers null. Nobody is named twice.
create function put_borrowers(p_company_id bigint, p_created_by bigint, p_people jsonb)
returns boolean
language plpgsql
set search_path = public, pg_temp
as $$
declare
  units bigint[];
  ids   bigint[];
  texts text[];
begin
  with written as (
    insert into borrower (company_id, id, org_unit_id, owner_id, first_name, last_name, name_key, sort_name, email, email_key,
                          phone, line, unit, city, state_code, postal_code, ssn_key, ssn_key_version, birth_key,
                          birth_key_version, words, created_by)
    select p_company_id, p.id, p."orgUnitId", p."ownerId", p."firstName", p."lastName", p."nameKey", p."sortName", p.email,
           p."emailKey", p.phone, p.line, p.unit, p.city, p."stateCode", p."postalCode", decode(p."ssnKey", 'hex'),
           case when p."ssnKey" is not null then p."ssnKeyVersion" end, decode(p."birthKey", 'hex'),
           case when p."birthKey" is not null then p."birthKeyVersion" end,
           concat_ws(' ', p."nameKey", p."emailKey", p.phone), p_created_by
    from jsonb_to_recordset(p_people) as p(
      id bigint, "orgUnitId" bigint, "ownerId" bigint, "firstName" text, "lastName" text, "nameKey" text, "sortName" text,
      email text, "emailKey" text, phone text, line text, unit text, city text, "stateCode" text, "postalCode" text,
      "ssnKey" text, "ssnKeyVersion" smallint, "birthKey" text, "birthKeyVersion" smallint)
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
  )
  select array_agg(w.org_unit_id), array_agg(w.id), array_agg(w.words)
  into units, ids, texts
  from written w;
  if ids is not null then
    perform put_search_entries('borrower', units, ids, texts);
  end if;
  return null;
end
$$;
grant execute on function put_borrowers(bigint, bigint, jsonb) to keyturn_app;

-- The same for people of one owner.
create or replace function put_borrowers(p_company_id bigint, p_org_unit_id bigint, p_owner_id bigint, p_created_by bigint, p_people jsonb)
returns void
language plpgsql
set search_path = public, pg_temp
as $$
begin
  perform put_borrowers(p_company_id, p_created_by, (
    select jsonb_agg(person || jsonb_build_object('orgUnitId', p_org_unit_id, 'ownerId', p_owner_id))
    from jsonb_array_elements(p_people) as person));
end
$$;

-- Who may be known of many: of each number and each e-mail address the first twenty. Found by it, and not along the ids, which seems as
-- good while the table is thought to be empty.
create or replace function known_borrowers(p_company_id bigint, p_ssn_keys bytea[], p_email_keys text[])
returns jsonb
language plpgsql
stable
set search_path = public, pg_temp
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', k.id, 'firstName', k.first_name, 'lastName', k.last_name, 'email', k.email, 'phone', k.phone,
             'ssnKey', encode(k.ssn_key, 'hex'), 'birthKey', encode(k.birth_key, 'hex')) order by k.id), '[]')
    from (
      (select b.*
       from unnest(p_ssn_keys) as s(key)
       cross join lateral (
         select *
         from (select * from borrower where company_id = p_company_id and ssn_key = s.key offset 0) as o
         order by id
         limit 20) as b)
      union
      (select b.*
       from unnest(p_email_keys) as e(key)
       cross join lateral (
         select *
         from (select * from borrower where company_id = p_company_id and email_key = e.key offset 0) as o
         order by id
         limit 20) as b)) k);
end
$$;

-- Planned while the table was thought to be empty, it read the whole of it.
alter function put_match_people(jsonb) set enable_seqscan = off;

-- A loan that is made, or comes to a stage, brings about the rules that wait for it.
create function run_rules_of_step()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if exists (select from automation_rule r
             where r.company_id = (select company_id from steps limit 1) and r.is_active) then
    -- The kind is there from the first start of a process that knows it.
    insert into jobs._private_tasks (identifier) values ('run-rules') on conflict do nothing;
    insert into jobs._private_jobs (task_id, payload, max_attempts)
    select t.id, json_build_object('company', s.company_id, 'step', s.id), 10
    from steps s
    join jobs._private_tasks t on t.identifier = 'run-rules'
    where exists (select from automation_rule r
                  where r.company_id = s.company_id
                    and r.is_active
                    and ((r.definition @> '{"trigger": {"kind": "CREATED"}}'
                          and not exists (select from loan_stage_change b
                                          where b.company_id = s.company_id and b.loan_id = s.loan_id and b.id < s.id))
                         or (r.definition @> '{"trigger": {"kind": "STAGE_ENTERED"}}'
                             and r.definition #> '{trigger,stageIds}' @> to_jsonb(s.stage_id))))
    order by s.id;
  end if;
  return null;
end
$$;
drop trigger run_rules on loan_stage_change;
create trigger run_rules
after insert on loan_stage_change referencing new table as steps
for each statement execute function run_rules_of_step();
