-- The schema that all migrations give. Written by scripts/schema; change migrations, not this file.

CREATE SCHEMA public;

COMMENT ON SCHEMA public IS 'standard public schema';

CREATE FUNCTION public.acts_for_another(p_session uuid) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select exists (
    select
    from session s
    join login l on l.id = s.login_id
    join app_user u on u.id = l.user_id and u.state = 'ACTIVE'
    join membership m on m.user_id = u.id and m.active
    join membership_role r on r.company_id = m.company_id and r.membership_id = m.id and r.role = 'SUPERADMIN'
    join org_unit p on p.id = m.org_unit_id and p.type = 'PROVIDER' and p.state = 'ACTIVE'
    where s.id = p_session
      and s.acting_ended_at is null
      and s.acting_seen_at > now() - interval '61 minutes'
      and l.last_seen_at > now() - make_interval(mins => p.session_timeout_minutes + 1))
$$;

CREATE TABLE public.business_holiday (
    company_id bigint NOT NULL,
    closed_on date NOT NULL,
    name text NOT NULL,
    org_unit_id bigint DEFAULT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint NOT NULL,
    CONSTRAINT business_holiday_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80)))
);

ALTER TABLE ONLY public.business_holiday FORCE ROW LEVEL SECURITY;

CREATE TABLE public.loan (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    org_unit_id bigint NOT NULL,
    officer_id bigint NOT NULL,
    loan_number text NOT NULL,
    stage_id bigint NOT NULL,
    stage_rank smallint NOT NULL,
    stage_since timestamp with time zone DEFAULT now() NOT NULL,
    is_prospect boolean DEFAULT false NOT NULL,
    invite_borrower boolean DEFAULT false NOT NULL,
    file_version text NOT NULL,
    import_type text,
    source_file_id uuid,
    is_non_delegated_correspondent boolean DEFAULT false NOT NULL,
    funded_on date,
    doc_signed_on date,
    trid_on date,
    closing_on date,
    lock_expires_on date,
    next_deadline_on date,
    borrower_name text NOT NULL,
    sort_name text NOT NULL COLLATE pg_catalog."C",
    purpose text,
    mortgage_type text,
    lien text,
    amortization text,
    property_usage text,
    state_code text,
    amount_cents bigint NOT NULL,
    note_amount_cents bigint,
    purchase_price_cents bigint,
    appraised_value_cents bigint,
    note_rate_millionths bigint,
    term_months smallint,
    application_on date,
    borrower_count smallint NOT NULL,
    words text NOT NULL,
    created_by bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    closing_sort date GENERATED ALWAYS AS (COALESCE(closing_on, '9999-12-31'::date)) STORED NOT NULL,
    lock_expiry_sort date GENERATED ALWAYS AS (COALESCE(lock_expires_on, '9999-12-31'::date)) STORED NOT NULL,
    next_deadline_sort date GENERATED ALWAYS AS (COALESCE(next_deadline_on, '9999-12-31'::date)) STORED NOT NULL,
    adverse_on date,
    lender_id bigint,
    trid_at timestamp with time zone,
    CONSTRAINT loan_import_type_check CHECK ((import_type = ANY (ARRAY['ACTIVE_LOAN'::text, 'CLOSED_LOAN'::text])))
);

ALTER TABLE ONLY public.loan FORCE ROW LEVEL SECURITY;

CREATE TABLE public.loan_clock (
    company_id bigint NOT NULL,
    loan_id bigint NOT NULL,
    rule text NOT NULL,
    subject_id bigint NOT NULL,
    started_on date,
    due_on date,
    days jsonb NOT NULL,
    state text NOT NULL,
    met_on date,
    met_by bigint,
    reason text,
    CONSTRAINT loan_clock_check CHECK ((((state = 'Met'::text) = (met_on IS NOT NULL)) AND ((state = 'Met'::text) = (met_by IS NOT NULL)))),
    CONSTRAINT loan_clock_check1 CHECK (((state = 'NotDue'::text) = (reason IS NOT NULL))),
    CONSTRAINT loan_clock_check2 CHECK ((((started_on IS NULL) = (due_on IS NULL)) AND ((due_on IS NOT NULL) OR (state = 'NotDue'::text)))),
    CONSTRAINT loan_clock_state_check CHECK ((state = ANY (ARRAY['Running'::text, 'Met'::text, 'Missed'::text, 'NotDue'::text])))
);

ALTER TABLE ONLY public.loan_clock FORCE ROW LEVEL SECURITY;

CREATE TABLE public.org_unit (
    id bigint NOT NULL,
    parent_id bigint,
    company_id bigint NOT NULL,
    type text NOT NULL,
    state text DEFAULT 'ACTIVE'::text NOT NULL,
    name text NOT NULL,
    display_name text NOT NULL,
    slug text,
    nmls_id text,
    owner_user_id bigint,
    has_no_owner boolean DEFAULT false NOT NULL,
    is_non_delegated boolean DEFAULT false NOT NULL,
    license_payer text DEFAULT 'COMPANY'::text NOT NULL,
    session_timeout_minutes smallint DEFAULT 30 NOT NULL,
    time_zone text DEFAULT 'America/New_York'::text NOT NULL,
    saturday_open boolean DEFAULT false NOT NULL,
    street text,
    city text,
    state_code text,
    postal_code text,
    loan_number_pattern text DEFAULT '{YYYY}-{id}'::text NOT NULL,
    access_version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    second_factor_reset_needs_approval boolean DEFAULT false NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    is_billing_enabled boolean DEFAULT false NOT NULL,
    contact_visibility text DEFAULT 'OWN_AND_LINKED'::text NOT NULL,
    has_own_calendar boolean DEFAULT false NOT NULL,
    closed_weekdays smallint[] DEFAULT '{}'::smallint[] NOT NULL,
    is_demo boolean DEFAULT false NOT NULL,
    borrower_portal_url text,
    borrower_portal_spanish_url text,
    realtor_portal_url text,
    CONSTRAINT org_unit_borrower_portal_spanish_url_check CHECK ((length(borrower_portal_spanish_url) <= 500)),
    CONSTRAINT org_unit_borrower_portal_url_check CHECK ((length(borrower_portal_url) <= 500)),
    CONSTRAINT org_unit_check CHECK (((type = 'BRANCH'::text) = (company_id <> id))),
    CONSTRAINT org_unit_check1 CHECK (((type <> 'BRANCH'::text) OR (parent_id IS NOT NULL))),
    CONSTRAINT org_unit_closed_weekdays CHECK (((cardinality(closed_weekdays) <= 4) AND (closed_weekdays <@ ARRAY[(1)::smallint, (2)::smallint, (3)::smallint, (4)::smallint, (5)::smallint]))),
    CONSTRAINT org_unit_contact_visibility_check CHECK ((contact_visibility = ANY (ARRAY['ALL'::text, 'OWN_AND_LINKED'::text]))),
    CONSTRAINT org_unit_display_name_check CHECK (((length(display_name) >= 1) AND (length(display_name) <= 200))),
    CONSTRAINT org_unit_license_payer_check CHECK ((license_payer = ANY (ARRAY['COMPANY'::text, 'BRANCH'::text, 'SELF'::text]))),
    CONSTRAINT org_unit_loan_number_pattern_check CHECK ((POSITION(('{id}'::text) IN (loan_number_pattern)) > 0)),
    CONSTRAINT org_unit_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
    CONSTRAINT org_unit_nmls_id_check CHECK ((nmls_id ~ '^[0-9]{1,12}$'::text)),
    CONSTRAINT org_unit_postal_code_check CHECK ((postal_code ~ '^[0-9]{5}([0-9]{4})?$'::text)),
    CONSTRAINT org_unit_realtor_portal_url_check CHECK ((length(realtor_portal_url) <= 500)),
    CONSTRAINT org_unit_session_timeout_minutes_check CHECK (((session_timeout_minutes >= 5) AND (session_timeout_minutes <= 480))),
    CONSTRAINT org_unit_slug_check CHECK ((slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'::text)),
    CONSTRAINT org_unit_state_check CHECK ((state = ANY (ARRAY['ACTIVE'::text, 'SUSPENDED'::text]))),
    CONSTRAINT org_unit_state_code_check CHECK ((state_code ~ '^[A-Z]{2}$'::text)),
    CONSTRAINT org_unit_type_check CHECK ((type = ANY (ARRAY['PROVIDER'::text, 'BROKER'::text, 'PROCESSOR'::text, 'BRANCH'::text])))
);

CREATE VIEW public.office_calendar WITH (security_invoker='true') AS
 SELECT b.company_id,
    b.id AS org_unit_id,
    b.time_zone,
    COALESCE(b.state_code, c.state_code) AS state_code,
    k.saturday_open,
    ARRAY( SELECT h.closed_on
           FROM public.business_holiday h
          WHERE ((h.company_id = b.company_id) AND (h.org_unit_id = k.id))
          ORDER BY h.closed_on) AS holidays,
    ARRAY( SELECT h.name
           FROM public.business_holiday h
          WHERE ((h.company_id = b.company_id) AND (h.org_unit_id = k.id))
          ORDER BY h.closed_on) AS holiday_names,
    k.closed_weekdays,
    k.id AS calendar_id
   FROM ((public.org_unit b
     JOIN public.org_unit c ON ((c.id = b.company_id)))
     JOIN public.org_unit k ON ((k.id =
        CASE
            WHEN b.has_own_calendar THEN b.id
            ELSE b.company_id
        END)));

CREATE VIEW public.loan_day WITH (security_invoker='true') AS
 SELECT l.company_id,
    l.id AS loan_id,
    l.org_unit_id,
    ((l.created_at AT TIME ZONE c.time_zone))::date AS created_on,
    l.application_on,
    ( SELECT k.due_on
           FROM public.loan_clock k
          WHERE ((k.company_id = l.company_id) AND (k.loan_id = l.id) AND (k.rule = 'LoanEstimate'::text))
         LIMIT 1) AS loan_estimate_on,
    ( SELECT k.due_on
           FROM public.loan_clock k
          WHERE ((k.company_id = l.company_id) AND (k.loan_id = l.id) AND (k.rule = 'ClosingDisclosure'::text))
         LIMIT 1) AS closing_disclosure_on,
    l.lock_expires_on,
    l.closing_on,
    l.funded_on,
    c.saturday_open,
    c.closed_weekdays,
    c.holidays,
    c.holiday_names,
    l.stage_rank,
    l.updated_at
   FROM (public.loan l
     JOIN public.office_calendar c ON (((c.company_id = l.company_id) AND (c.org_unit_id = l.org_unit_id))));

CREATE FUNCTION public.day_of_loan(days public.loan_day, named text) RETURNS date
    LANGUAGE sql STABLE
    AS $$
  select case named
    when 'CREATED' then (days).created_on
    when 'APPLICATION' then (days).application_on
    when 'LOAN_ESTIMATE' then (days).loan_estimate_on
    when 'CLOSING_DISCLOSURE' then (days).closing_disclosure_on
    when 'LOCK_EXPIRY' then (days).lock_expires_on
    when 'CLOSING' then (days).closing_on
    when 'FUNDING' then (days).funded_on
  end
$$;

CREATE FUNCTION public.dispose_loan(p_company bigint, p_loan bigint) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $_$
declare
  source uuid;
  target regclass;
  removed bigint;
  counts jsonb := '{}';
begin
  if p_company is distinct from nullif(current_setting('app.company_id', true), '')::bigint then
    raise exception 'the transaction is in another company' using errcode = 'KT403';
  end if;
  select source_file_id into source from loan where company_id = p_company and id = p_loan for update;
  if not found or exists (
    select from legal_hold where company_id = p_company and loan_id = p_loan and lifted_at is null
  ) then
    raise exception 'the loan can not be disposed of' using errcode = 'KTHLD';
  end if;
  update lead set loan_id = null where company_id = p_company and loan_id = p_loan;
  update lead_status_change set loan_id = null where company_id = p_company and loan_id = p_loan;
  delete from clock_act_retraction r
  using clock_act a
  where r.company_id = p_company and a.company_id = p_company and a.id = r.act_id and a.loan_id = p_loan;
  for target in
    select c.conrelid::regclass
    from pg_constraint c
    where c.contype = 'f'
      and c.confrelid = 'loan'::regclass
      and c.conrelid not in ('lead'::regclass, 'lead_status_change'::regclass)
    -- Deadlines refer to acts, and a trigger records each member who leaves the team.
    order by c.conrelid in ('clock_act'::regclass, 'loan_team_change'::regclass), c.conrelid::regclass::text
  loop
    execute format('delete from %s where company_id = $1 and loan_id = $2', target) using p_company, p_loan;
    get diagnostics removed = row_count;
    if removed > 0 then
      counts := counts || jsonb_build_object(target::text, removed);
    end if;
  end loop;
  delete from automation_run where company_id = p_company and loan_id = p_loan;
  delete from loan_act_loan where company_id = p_company and loan_id = p_loan;
  delete from search_entry where company_id = p_company and kind = 'loan' and entity_id = p_loan;
  delete from record_opening where company_id = p_company and entity = 'loan' and entity_id = p_loan;
  delete from loan where company_id = p_company and id = p_loan;
  delete from file f
  where f.company_id = p_company
    and f.id = source
    and not exists (select from loan l where l.company_id = p_company and l.source_file_id = source);
  return counts || '{"loan": 1}';
end
$_$;

CREATE FUNCTION public.enter(p_login uuid, p_session uuid, p_membership bigint, p_version bigint, p_consolidated boolean) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  entered record;
begin
  select l.revoked_at is null
           and l.ends_at > now()
           and l.last_seen_at > now() - make_interval(mins => c.session_timeout_minutes + 1) as alive,
         m.active and u.state = 'ACTIVE' and c.state = 'ACTIVE' and b.state = 'ACTIVE' and h.state = 'ACTIVE' as active,
         m.access_version + c.access_version as version,
         m.company_id, m.user_id, l.user_id as logged_in_user_id
  into entered
  from session s
  join login l on l.id = s.login_id
  join app_user u on u.id = s.active_user_id
  join org_unit h on h.id = u.home_company_id
  join membership m on m.id = p_membership and m.user_id = s.active_user_id
  join org_unit c on c.id = m.company_id
  join org_unit b on b.id = m.org_unit_id
  where s.id = p_session and s.login_id = p_login;

  if not found or not entered.alive then
    raise exception 'the session has ended' using errcode = 'KT401';
  end if;
  if entered.user_id <> entered.logged_in_user_id and not (entered.active and acts_for_another(p_session)) then
    raise exception 'acting for another has ended' using errcode = 'KTEND';
  end if;
  if not entered.active then
    raise exception 'the membership is not active' using errcode = 'KT403';
  end if;
  if entered.version <> p_version then
    raise exception 'the rights have changed' using errcode = 'KTREL';
  end if;

  perform set_config('app.company_id', entered.company_id::text, true),
          set_config('app.user_id', entered.user_id::text, true),
          set_config('app.logged_in_user_id', entered.logged_in_user_id::text, true),
          set_config('app.membership_id', p_membership::text, true),
          set_config('app.session_id', p_session::text, true),
          set_config('app.consolidated', p_consolidated::text, true);
end
$$;

CREATE FUNCTION public.enter_on_behalf(p_user bigint, p_logged_in_user bigint, p_membership bigint, p_version bigint, p_consolidated boolean) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  entered record;
begin
  select m.active and u.state = 'ACTIVE' and c.state = 'ACTIVE' and b.state = 'ACTIVE' and h.state = 'ACTIVE'
           and l.state = 'ACTIVE' as active,
         m.access_version + c.access_version as version,
         m.company_id
  into entered
  from membership m
  join app_user u on u.id = m.user_id
  join app_user l on l.id = p_logged_in_user
  join org_unit h on h.id = u.home_company_id
  join org_unit c on c.id = m.company_id
  join org_unit b on b.id = m.org_unit_id
  where m.id = p_membership and m.user_id = p_user;

  if not found or not entered.active then
    raise exception 'the membership is not active' using errcode = 'KT403';
  end if;
  if entered.version <> p_version then
    raise exception 'the rights have changed' using errcode = 'KTREL';
  end if;

  perform set_config('app.company_id', entered.company_id::text, true),
          set_config('app.user_id', p_user::text, true),
          set_config('app.logged_in_user_id', p_logged_in_user::text, true),
          set_config('app.membership_id', p_membership::text, true),
          set_config('app.consolidated', p_consolidated::text, true);
end
$$;

CREATE FUNCTION public.enter_with_key(p_key bigint, p_version bigint) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  entered record;
begin
  select k.company_id, k.membership_id, m.user_id,
         k.revoked_at is null and k.expires_at > now() as alive,
         c.state = 'ACTIVE'
           and (k.membership_id is null
                or (m.active and u.state = 'ACTIVE' and b.state = 'ACTIVE' and h.state = 'ACTIVE')) as active,
         m.access_version + c.access_version as version
  into entered
  from api_key k
  join org_unit c on c.id = k.company_id
  left join membership m on m.company_id = k.company_id and m.id = k.membership_id
  left join app_user u on u.id = m.user_id
  left join org_unit b on b.id = m.org_unit_id
  left join org_unit h on h.id = u.home_company_id
  where k.id = p_key;

  if not found or not entered.alive then
    raise exception 'the key is not alive' using errcode = 'KTKEY';
  end if;
  if not entered.active then
    raise exception 'the company or the membership is not active' using errcode = 'KT403';
  end if;
  if entered.membership_id is not null and entered.version is distinct from p_version then
    raise exception 'the rights have changed' using errcode = 'KTREL';
  end if;

  perform set_config('app.company_id', entered.company_id::text, true),
          set_config('app.user_id', coalesce(entered.user_id::text, ''), true),
          set_config('app.logged_in_user_id', coalesce(entered.user_id::text, ''), true),
          set_config('app.membership_id', coalesce(entered.membership_id::text, ''), true),
          set_config('app.session_id', '', true),
          set_config('app.consolidated', 'false', true),
          set_config('app.api_key_id', p_key::text, true);
end
$$;

CREATE TABLE public.match_person (
    company_id bigint NOT NULL,
    kind text NOT NULL,
    record_id bigint NOT NULL,
    "position" smallint NOT NULL,
    org_unit_id bigint NOT NULL,
    owner_id bigint,
    created_at timestamp with time zone NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    emails text[] NOT NULL,
    phones text[] NOT NULL,
    ssn_key bytea,
    birth_key bytea,
    street text,
    postal_code text,
    firm_keys bigint[] NOT NULL,
    name_keys bigint[] NOT NULL,
    CONSTRAINT match_person_kind_check CHECK ((kind = ANY (ARRAY['lead'::text, 'borrower'::text, 'contact'::text])))
);
ALTER TABLE ONLY public.match_person ALTER COLUMN emails SET STATISTICS 0;
ALTER TABLE ONLY public.match_person ALTER COLUMN phones SET STATISTICS 0;
ALTER TABLE ONLY public.match_person ALTER COLUMN firm_keys SET STATISTICS 0;
ALTER TABLE ONLY public.match_person ALTER COLUMN name_keys SET STATISTICS 0;

CREATE FUNCTION public.find_match_people(p_firm_keys text[], p_name_keys text[], p_kinds text[], p_limit integer) RETURNS SETOF public.match_person
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_indexscan TO 'off'
    AS $$
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

CREATE FUNCTION public.find_match_sharing(p_kinds text[], p_record_ids bigint[], p_limit integer) RETURNS TABLE(of_kind text, of_record_id bigint, found public.match_person)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_indexscan TO 'off'
    AS $$
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

CREATE FUNCTION public.find_search_entries(p_kind text, p_pattern text, p_others text[], p_limit integer, p_org_unit_id bigint) RETURNS SETOF bigint
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $_$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
  typed text := btrim(p_pattern, '%');
  is_phone boolean := typed ~ '^[0-9]{10}$';
  first_term text := case when is_phone then reverse(typed) else typed end collate "C";
  found bigint[];
  conditions text := '';
  other text;
  share real;
begin
  -- A name and an email address of one record may both begin with the text.
  if cardinality(p_others) = 0 and (is_phone or typed ~ '^[a-z]+$') then
    if p_org_unit_id is null then
      select array(
        select entity_id
        from (
          select t.entity_id
          from search_term t
          where t.company_id = company
            and t.kind = p_kind
            and t.term >= first_term
            and t.term < first_term || '~'
          order by t.term, t.org_unit_id, t.entity_id
          limit 2 * p_limit) as t
        group by entity_id
        limit p_limit)
      into found;
    else
      select array(
        select entity_id
        from (
          select t.entity_id
          from search_term t
          where t.company_id = company
            and t.kind = p_kind
            and t.org_unit_id = p_org_unit_id
            and t.term >= first_term
            and t.term < first_term || '~'
          order by t.term, t.entity_id
          limit 2 * p_limit) as t
        group by entity_id
        limit p_limit)
      into found;
    end if;
    if is_phone or cardinality(found) = p_limit then
      return query select unnest(found);
      return;
    end if;
  end if;

  foreach other in array p_others loop
    conditions := conditions || format(' and words like %L', other);
  end loop;
  select sum(known.share)
  into share
  from pg_stats, unnest(most_common_vals::text::bigint[], most_common_freqs) as known(company_id, share)
  where schemaname = 'public'
    and tablename = 'search_entry_' || p_kind
    and attname = 'company_id'
    and known.company_id = company;
  if p_org_unit_id is not null then
    conditions := conditions || ' and company_id + 0 = $1 and org_unit_id = $5';
  elsif share > 0.2 then
    conditions := conditions || ' and company_id + 0 = $1';
  else
    conditions := conditions || ' and company_id = $1';
  end if;
  return query execute
    'select entity_id from search_entry
     where words like $2 and kind = $3' || conditions || '
     limit $4'
  using company, p_pattern, p_kind, p_limit, p_org_unit_id;
end
$_$;

CREATE FUNCTION public.follow_borrowers(p_company_id bigint, p_people jsonb) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.follow_tasks(p_company bigint, p_loan bigint) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if exists (select from task
             where company_id = p_company and loan_id = p_loan and status = 'TODO'
               and (due_days is not null or role is not null)) then
    -- The job's kind may not exist before the first process has started.
    insert into jobs._private_tasks (identifier) values ('follow-tasks') on conflict do nothing;
    insert into jobs._private_jobs (task_id, payload, max_attempts)
    select id, json_build_object('company', p_company, 'loan', p_loan), 10
    from jobs._private_tasks
    where identifier = 'follow-tasks';
  end if;
end
$$;

CREATE FUNCTION public.follow_tasks_of_loan() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform follow_tasks(new.company_id, new.id);
  return null;
end
$$;

CREATE FUNCTION public.follow_tasks_of_part() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if tg_op = 'DELETE' then
    perform follow_tasks(old.company_id, old.loan_id);
  else
    perform follow_tasks(new.company_id, new.loan_id);
  end if;
  return null;
end
$$;

CREATE FUNCTION public.give_default_contact_categories(p_company bigint) RETURNS void
    LANGUAGE sql
    SET search_path TO 'public', 'pg_temp'
    AS $$
  insert into list_entry (company_id, list, name, position)
  select p_company, 'contact-category', name, position
  from unnest(array[
    'Buyer''s Agent', 'Listing Agent', 'Title Company', 'Escrow or Settlement Agent', 'Closing Attorney',
    'Homeowners Insurance Agent', 'Flood Insurance', 'Appraiser or AMC', 'Home Inspector', 'Surveyor', 'Builder',
    'HOA or Condo Manager', 'CPA or Tax Preparer', 'Financial Planner', 'Credit Agency', 'MI Company',
    'Lender or Account Executive', 'Warehouse Bank', 'Payoff Lender', 'Landlord', 'Employer', 'Seller', 'Donor', 'Other'])
    with ordinality as given(name, position);
$$;

CREATE FUNCTION public.give_default_lists(p_company bigint) RETURNS void
    LANGUAGE sql
    SET search_path TO 'public', 'pg_temp'
    AS $$
  insert into list_entry (company_id, list, name, kind, position)
  select p_company, 'lead-status', name, kind, position
  from unnest(
    array['New', 'Contacted', 'Qualified', 'Nurturing', 'Application Started', 'Converted', 'Lost', 'Junk', 'Duplicate'],
    array['New', 'Contacted', 'Qualified', 'Nurturing', 'ApplicationStarted', 'Converted', 'Lost', 'Junk', 'Duplicate'])
    with ordinality as given(name, kind, position);

  insert into list_entry (company_id, list, name, kind, position)
  select p_company, 'lead-source', name, kind, position
  from (values
    (1, 'Referral Partner', 'BUSINESS_CONTACT'),
    (2, 'Real Estate Agent', 'BUSINESS_CONTACT'),
    (3, 'Builder', 'BUSINESS_CONTACT'),
    (4, 'Financial Advisor or CPA', 'BUSINESS_CONTACT'),
    (5, 'Attorney', 'BUSINESS_CONTACT'),
    (6, 'Friend or Family', 'FRIEND_FAMILY'),
    (7, 'Internal Contact', 'INTERNAL_CONTACT'),
    (8, 'Past Client', 'PAST_CLIENT'),
    (9, 'Website', 'WEBSITE'),
    (10, 'Co-branded Agent Link', 'WEBSITE'),
    (11, 'Search Engine', 'WEBSITE'),
    (12, 'Lead Provider', 'LEAD_PROVIDER'),
    (13, 'Facebook or Instagram', 'SOCIAL_MEDIA'),
    (14, 'Radio, TV or Print', 'ADVERTISEMENT'),
    (15, 'Direct Mail', 'ADVERTISEMENT'),
    (16, 'Open House or Event', 'ADVERTISEMENT'),
    (17, 'Walk-in', 'OTHER'),
    (18, 'Cold Call', 'OTHER'),
    (19, 'Rate Alert', 'OTHER'),
    (20, 'Other', 'OTHER')) as given(position, name, kind);

  insert into list_entry (company_id, list, name, position)
  select p_company, 'lead-provider', name, position
  from unnest(array['Zillow', 'LendingTree', 'Bankrate', 'Realtor.com', 'Credit Karma'])
    with ordinality as given(name, position);
$$;

CREATE FUNCTION public.give_default_task_templates(p_company bigint) RETURNS void
    LANGUAGE sql
    SET search_path TO 'public', 'pg_temp'
    AS $$
  insert into task_template (company_id, position, about, title, text, due_days, due_count, due_side, due_of, priority, role,
                             role_is_primary, checklist, documents)
  select p_company, position, about, title, text, due_days, due_count, due_side, due_of, priority, role,
         case when role is not null then true end, to_jsonb(checklist), to_jsonb(documents)
  from (values
    (1, 'LEAD', 'Contact new lead', 'Call {borrower.firstName} within five minutes.',
     0, 'CALENDAR', 'AFTER', 'START', 'HIGH', null, array['Call', 'Text or e-mail where nobody answers']::text[], array[]::text[]),
    (2, 'LEAD', 'Collect application', 'Send {borrower.firstName} the application, and call the next day.',
     1, 'BUSINESS', 'AFTER', 'START', 'NORMAL', null, array[]::text[], array['Application']::text[]),
    (3, 'LOAN', 'Pull credit', 'For all borrowers of {loan.number}.',
     0, 'CALENDAR', 'AFTER', 'START', 'NORMAL', 'ORIGINATOR', array[]::text[], array['Credit report']::text[]),
    (4, 'LOAN', 'Run AUS', '', 0, 'CALENDAR', 'AFTER', 'START', 'NORMAL', 'ORIGINATOR', array[]::text[], array['AUS findings']::text[]),
    (5, 'LOAN', 'Issue pre-approval', 'Letter for {borrower.name}.',
     1, 'BUSINESS', 'AFTER', 'START', 'NORMAL', 'ORIGINATOR', array[]::text[], array['Pre-approval letter']::text[]),
    (6, 'LOAN', 'Price and quote', '', 1, 'BUSINESS', 'AFTER', 'START', 'NORMAL', 'ORIGINATOR', array[]::text[], array[]::text[]),
    (7, 'LOAN', 'Send LE', 'By the third business day after the application was received.',
     0, 'BUSINESS', 'BEFORE', 'LOAN_ESTIMATE', 'HIGH', 'DISCLOSURE_DESK', array['Check the fees', 'Send', 'Record the delivery']::text[],
     array['Loan Estimate']::text[]),
    (8, 'LOAN', 'Receive intent to proceed', 'The Loan Estimate stands for ten business days.',
     10, 'BUSINESS', 'AFTER', 'LOAN_ESTIMATE', 'NORMAL', 'ORIGINATOR', array[]::text[], array['Intent to proceed']::text[]),
    (9, 'LOAN', 'Lock rate', '', null, null, null, null, 'NORMAL', 'LOCK_DESK', array[]::text[], array['Lock confirmation']::text[]),
    (10, 'LOAN', 'Lock expires in 5 days', 'Close before it ends, or ask for an extension.',
     5, 'CALENDAR', 'BEFORE', 'LOCK_EXPIRY', 'HIGH', 'LOCK_DESK', array[]::text[], array[]::text[]),
    (11, 'LOAN', 'Request needs list', 'Within 48 hours of the application.',
     2, 'CALENDAR', 'AFTER', 'APPLICATION', 'NORMAL', 'PROCESSOR', array[]::text[],
     array['Pay stubs, 30 days', 'W-2, 2 years', 'Bank statements, 2 months', 'Identification']::text[]),
    (12, 'LOAN', 'Order appraisal', 'For {property.address}.',
     2, 'BUSINESS', 'AFTER', 'START', 'NORMAL', 'PROCESSOR', array[]::text[], array['Appraisal']::text[]),
    (13, 'LOAN', 'Order title', '', 2, 'BUSINESS', 'AFTER', 'START', 'NORMAL', 'PROCESSOR', array[]::text[], array['Title commitment']::text[]),
    (14, 'LOAN', 'Order flood certificate', '',
     2, 'BUSINESS', 'AFTER', 'START', 'NORMAL', 'PROCESSOR', array[]::text[], array['Flood certificate']::text[]),
    (15, 'LOAN', 'Order homeowners insurance', '',
     3, 'BUSINESS', 'AFTER', 'START', 'NORMAL', 'PROCESSOR', array[]::text[], array['Homeowners insurance']::text[]),
    (16, 'LOAN', 'Order verification of employment', '',
     3, 'BUSINESS', 'AFTER', 'START', 'NORMAL', 'PROCESSOR', array[]::text[], array['Verification of employment']::text[]),
    (17, 'LOAN', 'Order payoff', 'Of the loan that is paid off.',
     10, 'BUSINESS', 'BEFORE', 'CLOSING', 'NORMAL', 'PROCESSOR', array[]::text[], array['Payoff statement']::text[]),
    (18, 'LOAN', 'Order condo questionnaire', '',
     3, 'BUSINESS', 'AFTER', 'START', 'NORMAL', 'PROCESSOR', array[]::text[], array['Condo questionnaire']::text[]),
    (19, 'LOAN', 'Submit to lender', '', 4, 'BUSINESS', 'AFTER', 'APPLICATION', 'HIGH', 'PROCESSOR', array[]::text[], array[]::text[]),
    (20, 'LOAN', 'Review approval', 'Within 24 hours.',
     1, 'CALENDAR', 'AFTER', 'START', 'HIGH', 'PROCESSOR', array[]::text[], array['Loan approval']::text[]),
    (21, 'LOAN', 'Collect conditions', '', 3, 'BUSINESS', 'AFTER', 'START', 'NORMAL', 'PROCESSOR', array[]::text[], array[]::text[]),
    (22, 'LOAN', 'Resubmit', '', 1, 'BUSINESS', 'AFTER', 'START', 'NORMAL', 'PROCESSOR', array[]::text[], array[]::text[]),
    (23, 'LOAN', 'Clear to close', '', 5, 'BUSINESS', 'BEFORE', 'CLOSING', 'HIGH', 'PROCESSOR', array[]::text[], array['Clear to close']::text[]),
    (24, 'LOAN', 'Send CD', 'It has to be received three business days before the closing on {loan.closingDate}.',
     0, 'BUSINESS', 'BEFORE', 'CLOSING_DISCLOSURE', 'HIGH', 'DISCLOSURE_DESK', array['Check the fees', 'Send', 'Record the delivery']::text[],
     array['Closing Disclosure']::text[]),
    (25, 'LOAN', 'Schedule closing', '', 7, 'BUSINESS', 'BEFORE', 'CLOSING', 'NORMAL', 'CLOSER', array[]::text[], array[]::text[]),
    (26, 'LOAN', 'Docs out', '', 2, 'BUSINESS', 'BEFORE', 'CLOSING', 'HIGH', 'CLOSER', array[]::text[], array['Closing package']::text[]),
    (27, 'LOAN', 'Verify funding', '', 1, 'BUSINESS', 'AFTER', 'CLOSING', 'HIGH', 'FUNDER', array[]::text[], array['Wire confirmation']::text[]),
    (28, 'LOAN', 'Send post-close letter', 'What {borrower.firstName} has to know of the first payment.',
     2, 'BUSINESS', 'AFTER', 'FUNDING', 'NORMAL', 'ORIGINATOR', array[]::text[], array['Post-close letter']::text[]),
    (29, 'LOAN', 'Say thank you and ask for a review', '', 5, 'BUSINESS', 'AFTER', 'FUNDING', 'LOW', 'ORIGINATOR', array[]::text[], array[]::text[]),
    (30, 'LOAN', 'Annual review', 'Call {borrower.firstName} a year after the funding.',
     365, 'CALENDAR', 'AFTER', 'FUNDING', 'LOW', 'ORIGINATOR', array[]::text[], array[]::text[])
  ) as given(position, about, title, text, due_days, due_count, due_side, due_of, priority, role, checklist, documents);
$$;

CREATE FUNCTION public.give_lead_lists(p_company bigint) RETURNS void
    LANGUAGE sql
    SET search_path TO 'public', 'pg_temp'
    AS $$
  insert into list_entry (company_id, list, name, position)
  select p_company, 'lost-reason', name, position
  from unnest(array['Rate or fees', 'Existing relationship', 'Paid cash, relocated or used the builder''s lender', 'Credit',
                    'Property', 'No response', 'Another program', 'Other'])
    with ordinality as given(name, position);

  insert into list_entry (company_id, list, name, kind, position)
  select p_company, 'contact-outcome', name, kind, position
  from unnest(array['Reached', 'Left a message', 'No answer', 'Wrong number or address'],
              array['Reached', 'LeftMessage', 'NoAnswer', 'WrongContact'])
    with ordinality as given(name, kind, position);
$$;

CREATE FUNCTION public.give_loan_lists(p_company bigint) RETURNS void
    LANGUAGE sql
    SET search_path TO 'public', 'pg_temp'
    AS $$
  insert into list_entry (company_id, list, name, position)
  select p_company, 'withdrawal-reason', name, position
  from unnest(array['Chose another lender', 'Rate or terms', 'Purchase fell through', 'Property', 'Postponed',
                    'No longer interested'])
    with ordinality as given(name, position);
$$;

CREATE FUNCTION public.hold_match_records(p_kinds text[], p_record_ids bigint[]) RETURNS TABLE(held_kind text, held_record_id bigint)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$
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

CREATE FUNCTION public.import_batch_item_may_become(was text, becomes text) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    AS $$
  select was = 'PENDING' and becomes in ('PROCESSING', 'INVALID', 'INVALID_ITEM', 'CANCELLED')
         or was = 'PROCESSING' and becomes in ('DONE', 'INVALID', 'INVALID_ITEM', 'FAILED', 'CANCELLED')
$$;

CREATE FUNCTION public.import_batch_may_become(was text, becomes text) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    AS $$
  select (was, becomes) in (('SETUP', 'IN_PROGRESS'), ('SETUP', 'CANCELLED'), ('IN_PROGRESS', 'COMPLETED'), ('IN_PROGRESS', 'CANCELLED'))
$$;

CREATE FUNCTION public.known_borrowers(p_company_id bigint, p_ssn_keys bytea[], p_email_keys text[]) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.license_standing(is_active boolean, issued_on date, expires_on date, today date) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select case
    when not is_active then 'INACTIVE'
    when expires_on < today then 'EXPIRED'
    when issued_on > today then 'NOT_YET'
    when expires_on < today + 60 then 'EXPIRES_SOON'
    else 'AUTHORIZED'
  end
$$;

CREATE PROCEDURE public.make_tenant_table(IN target regclass, IN privileges text DEFAULT 'select, insert, update, delete'::text)
    LANGUAGE plpgsql
    AS $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy company on %s using (company_id = (select nullif(current_setting(''app.company_id'', true), '''')::bigint))',
    target);
  execute format('grant %s on %s to keyturn_app', privileges, target);
end
$$;

CREATE FUNCTION public.match_hashes(p_company bigint, p_keys text[]) RETURNS bigint[]
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select coalesce(array_agg(distinct hashtextextended(key, p_company)), '{}') from unnest(p_keys) as key
$$;

CREATE FUNCTION public.move_borrower(p_company_id bigint, p_from bigint, p_to bigint) RETURNS jsonb
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $_$
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
$_$;

CREATE FUNCTION public.move_borrower_back(p_company_id bigint, p_moved jsonb, p_from bigint, p_to bigint) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $_$
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
$_$;

CREATE FUNCTION public.move_tasks() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  task_id bigint;
  task_words text;
begin
  for task_id, task_words in
    update task
    set org_unit_id = new.org_unit_id
    where company_id = new.company_id
      and ((tg_table_name = 'loan' and loan_id = new.id) or (tg_table_name = 'lead' and lead_id = new.id))
      and status <> 'REMOVED'
    returning id, words
  loop
    perform put_search_entry('task', new.org_unit_id, task_id, task_words);
  end loop;
  return null;
end
$$;

CREATE FUNCTION public.note_changed_fields() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  changed text[] := array_remove(array[
    case when new.purpose is distinct from old.purpose then 'purpose' end,
    case when new.mortgage_type is distinct from old.mortgage_type then 'mortgageType' end,
    case when new.lien is distinct from old.lien then 'lien' end,
    case when new.amortization is distinct from old.amortization then 'amortization' end,
    case when new.property_usage is distinct from old.property_usage then 'occupancy' end,
    case when new.state_code is distinct from old.state_code then 'state' end,
    case when new.is_non_delegated_correspondent <> old.is_non_delegated_correspondent then 'channel' end,
    case when new.amount_cents <> old.amount_cents then 'amount' end,
    case when new.purchase_price_cents is distinct from old.purchase_price_cents then 'purchasePrice' end,
    case when new.appraised_value_cents is distinct from old.appraised_value_cents then 'appraisedValue' end,
    case when new.note_rate_millionths is distinct from old.note_rate_millionths then 'rate' end,
    case when new.term_months is distinct from old.term_months then 'term' end,
    case when new.application_on is distinct from old.application_on then 'application' end,
    case when new.closing_on is distinct from old.closing_on then 'closing' end,
    case when new.lock_expires_on is distinct from old.lock_expires_on then 'lockExpiration' end,
    case when new.officer_id <> old.officer_id then 'officer' end,
    case when new.lender_id is distinct from old.lender_id then 'lender' end,
    case when new.org_unit_id <> old.org_unit_id then 'branch' end], null);
begin
  if exists (select from automation_rule r
             where r.company_id = new.company_id and r.is_active
               and r.definition @> '{"trigger": {"kind": "FIELD_CHANGED"}}'
               and r.definition #> '{trigger,fields}' ?| changed) then
    insert into automation_occasion (company_id, loan_id, fields) values (new.company_id, new.id, changed);
  end if;
  return null;
end
$$;

CREATE FUNCTION public.note_match_records(p_kinds text[], p_record_ids bigint[], p_versions text[]) RETURNS TABLE(noted_kind text, noted_record_id bigint)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$
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

CREATE FUNCTION public.note_team_change() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if tg_op = 'INSERT' then
    insert into loan_team_change (company_id, loan_id, role, is_primary, after_id)
    select company_id, loan_id, role, is_primary, membership_id from is_there;
    perform follow_tasks(company_id, loan_id) from is_there group by company_id, loan_id;
  elsif tg_op = 'DELETE' then
    insert into loan_team_change (company_id, loan_id, role, is_primary, before_id)
    select company_id, loan_id, role, is_primary, membership_id from was_there;
    perform follow_tasks(company_id, loan_id) from was_there group by company_id, loan_id;
  else
    insert into loan_team_change (company_id, loan_id, role, is_primary, before_id, after_id)
    select w.company_id, w.loan_id, w.role, w.is_primary, w.membership_id, i.membership_id
    from was_there w
    join is_there i using (company_id, loan_id, role, is_primary)
    where w.membership_id <> i.membership_id;
    perform follow_tasks(w.company_id, w.loan_id)
    from was_there w
    join is_there i using (company_id, loan_id, role, is_primary)
    where w.membership_id <> i.membership_id
    group by w.company_id, w.loan_id;
  end if;
  return null;
end
$$;

CREATE FUNCTION public.owners_go_along() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  update lead_user set org_unit_id = new.org_unit_id where company_id = new.company_id and lead_id = new.id;
  return null;
end
$$;

CREATE FUNCTION public.provider_company() RETURNS bigint
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  provider bigint;
begin
  select m.company_id
  into provider
  from session s
  join login l on l.id = s.login_id and l.user_id = s.active_user_id and l.revoked_at is null and l.ends_at > now()
  join app_user u on u.id = l.user_id and u.state = 'ACTIVE'
  join membership m on m.id = nullif(current_setting('app.membership_id', true), '')::bigint
    and m.user_id = u.id and m.active
  join membership_role r on r.company_id = m.company_id and r.membership_id = m.id and r.role = 'SUPERADMIN'
  join org_unit p on p.id = m.org_unit_id and p.type = 'PROVIDER' and p.state = 'ACTIVE'
  where s.id = nullif(current_setting('app.session_id', true), '')::uuid;
  if provider is null then
    raise exception 'not a super administrator of the provider' using errcode = 'KT403';
  end if;
  return provider;
end
$$;

CREATE FUNCTION public.provider_enter_new_company(p_company bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform provider_company();
  if not exists (select from org_unit where id = p_company and xmin = pg_current_xact_id()::xid) then
    raise exception 'this transaction has made no such company' using errcode = 'KT403';
  end if;
  perform set_config('app.company_id', p_company::text, true);
end
$$;

CREATE FUNCTION public.provider_find_loan_people(p_loan bigint) RETURNS TABLE(user_id bigint, loan_number text, roles text[])
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  provider bigint := provider_company();
  company bigint;
begin
  perform set_config('app.company_id', provider::text, true);
  insert into audit_entry (company_id, action, entity, entity_id)
  values (provider, 'provider.find-loan', 'loan', p_loan::text);
  for company in select o.id from org_unit o where o.id = o.company_id loop
    return query
      select m.user_id, l.loan_number, array_agg(t.role order by t.is_primary desc, t.role)
      from loan l
      join loan_team_member t on t.company_id = l.company_id and t.loan_id = l.id
      join membership m on m.company_id = t.company_id and m.id = t.membership_id
      where l.company_id = company
        and l.id = p_loan
      group by m.user_id, l.loan_number;
    exit when found;
  end loop;
end
$$;

CREATE FUNCTION public.provider_record(p_company bigint, p_action text, p_entity text, p_entity_id text, p_before jsonb, p_after jsonb, p_event text, p_event_entity bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  provider bigint := provider_company();
begin
  perform set_config('app.company_id', p_company::text, true);
  insert into audit_entry (company_id, action, entity, entity_id, before, after)
  values (p_company, p_action, p_entity, p_entity_id, p_before, p_after);
  if p_event is not null then
    insert into event (company_id, kind, entity_id) values (p_company, p_event, p_event_entity);
  end if;
  perform set_config('app.company_id', provider::text, true);
  if p_company <> provider then
    insert into audit_entry (company_id, action, entity, entity_id, before, after)
    values (provider, p_action, p_entity, p_entity_id, p_before, p_after);
  end if;
end
$$;

CREATE FUNCTION public.put_borrowers(p_company_id bigint, p_created_by bigint, p_people jsonb) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.put_borrowers(p_company_id bigint, p_org_unit_id bigint, p_owner_id bigint, p_created_by bigint, p_people jsonb) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform put_borrowers(p_company_id, p_created_by, (
    select jsonb_agg(person || jsonb_build_object('orgUnitId', p_org_unit_id, 'ownerId', p_owner_id))
    from jsonb_array_elements(p_people) as person));
end
$$;

CREATE FUNCTION public.put_match_people(p_records jsonb) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$
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

CREATE FUNCTION public.put_search_entries(p_kind text, p_org_unit_ids bigint[], p_entity_ids bigint[], p_words text[]) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $_$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
  -- Records that already have an entry.
  known   bigint[];
begin
  known := array(
    select entity_id
    from search_entry
    where company_id = company and kind = p_kind and entity_id = any (p_entity_ids));
  if cardinality(known) > 0 then
    -- Terms that no longer apply.
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
  end if;

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
    where entity_id <> all (known)
  ), listed_again as (
    insert into search_term (company_id, kind, term, org_unit_id, entity_id)
    select company, p_kind, term, org_unit_id, entity_id
    from terms
    where entity_id = any (known)
    on conflict do nothing
  )
  insert into search_word (company_id, word)
  select company, given.word
  from (select distinct split_part(term, ' ', 1) as word from terms where term ~ '^[a-z]+( |$)') as given
  where not exists (select from search_word w where w.company_id = company and w.word = given.word offset 0);
  return null;
end
$_$;

CREATE FUNCTION public.put_search_entry(p_kind text, p_org_unit_id bigint, p_entity_id bigint, p_words text) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return put_search_entries(p_kind, array[p_org_unit_id], array[p_entity_id], array[p_words]);
end
$$;

CREATE FUNCTION public.record_borrowers(p_company_id bigint, p_loan_ids bigint[]) RETURNS bigint
    LANGUAGE sql
    SET search_path TO 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.refresh_lead_statistics() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  analyze lead, lead_contact, lead_user, lead_status_change, match_person, search_entry;
end
$$;

CREATE FUNCTION public.refresh_loan_statistics() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  analyze loan, loan_application, loan_secret, loan_borrower, borrower, subject_property, loan_team_member, loan_stage_change,
          search_entry, org_unit, membership, app_user, loan_stage;
end
$$;

CREATE FUNCTION public.refuse_step_back() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_table_name = 'import_batch' and not import_batch_may_become(old.status, new.status)
     or tg_table_name = 'import_batch_item' and not import_batch_item_may_become(old.status, new.status) then
    raise exception '% can''t become %', old.status, new.status using errcode = 'check_violation', constraint = 'import_batch_steps';
  end if;
  return new;
end
$$;

CREATE FUNCTION public.remove_imported_leads(p_import bigint) RETURNS SETOF bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
  gone    bigint[];
begin
  select coalesce(array_agg(l.id), '{}')
  into gone
  from (select l.company_id, l.id
        from lead l
        join lead_arrival a on a.company_id = company and a.lead_id = l.id
        where l.company_id = company
          and a.import_id = p_import
          and a.state = 'MADE'
          and a.decided_at is null
          and l.version = 1
          and l.loan_id is null
          and l.updated_at = l.created_at
          and not exists (select from lead_activity v where v.company_id = company and v.lead_id = l.id)
          and not exists (select from task t where t.company_id = company and t.lead_id = l.id)
        for update of l) as l;

  update lead_arrival set state = 'UNDONE', lead_id = null where company_id = company and lead_id = any (gone);
  delete from note where company_id = company and lead_id = any (gone);
  delete from lead_status_change where company_id = company and lead_id = any (gone);
  delete from lead_consent where company_id = company and lead_id = any (gone);
  delete from lead_referral where company_id = company and lead_id = any (gone);
  delete from lead_user where company_id = company and lead_id = any (gone);
  delete from lead_contact where company_id = company and lead_id = any (gone);
  delete from lead where company_id = company and id = any (gone);
  return query select unnest(gone);
end
$$;

CREATE FUNCTION public.remove_search_entry(p_kind text, p_entity_id bigint) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  with gone as (
    delete from search_entry
    where company_id = nullif(current_setting('app.company_id', true), '')::bigint
      and kind = p_kind
      and entity_id = p_entity_id
    returning company_id, org_unit_id, words
  )
  delete from search_term t
  using gone, unnest(search_terms(p_kind, gone.words)) as past(term)
  where t.company_id = gone.company_id
    and t.kind = p_kind
    and t.term = past.term
    and t.org_unit_id = gone.org_unit_id
    and t.entity_id = p_entity_id
$$;

CREATE FUNCTION public.require_license() RETURNS void
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  told text;
begin
  select notice
  into told
  from license_restriction
  where company_id = nullif(current_setting('app.company_id', true), '')::bigint
    and membership_id = nullif(current_setting('app.membership_id', true), '')::bigint;
  if found then
    raise exception '%', told using errcode = 'KT402';
  end if;
end
$$;

CREATE FUNCTION public.run_rules() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if exists (select from automation_rule r
             where r.company_id = (select company_id from steps limit 1) and r.is_active) then
    -- The job's kind may not exist before the first process has started.
    insert into jobs._private_tasks (identifier) values ('run-rules') on conflict do nothing;
    insert into jobs._private_jobs (task_id, payload, max_attempts)
    select t.id, json_build_object('company', s.company_id, 'step', s.id), 10
    from steps s
    join jobs._private_tasks t on t.identifier = 'run-rules'
    order by s.id;
  end if;
  return null;
end
$$;

CREATE FUNCTION public.run_rules_of_step() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if exists (select from automation_rule r
             where r.company_id = (select company_id from steps limit 1) and r.is_active) then
    -- The job's kind may not exist before the first process has started.
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

CREATE FUNCTION public.search_terms(p_kind text, p_words text) RETURNS text[]
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'public', 'pg_temp'
    AS $_$
declare
  word      text;
  name      text[] := '{}';
  number    text;
  is_street boolean := false;
  terms     text[] := '{}';
begin
  foreach word in array string_to_array(p_words, ' ') || ''::text loop
    if word ~ '^[a-z]+$' then
      is_street := is_street or (number is not null and p_kind = 'loan');
      if is_street then
        number := null;
      else
        name := name || word;
      end if;
      continue;
    end if;
    for at in 1 .. least(cardinality(name), 8) loop
      terms := terms || left(array_to_string(name[at :] || name[: at - 1], ' '), 100);
      for other in at + 2 .. least(cardinality(name), 8) - case when at = 1 then 1 else 0 end loop
        terms := terms || left(array_to_string(
          name[at] || name[other :] || name[at + 1 : other - 1] || name[: at - 1], ' '), 100);
      end loop;
    end loop;
    if length(number) >= 3 then
      terms := terms || left(number, 100);
    end if;
    name := '{}';
    number := null;
    is_street := false;
    if word ~ '^[0-9]{10}$' then
      terms := terms || reverse(word);
    elsif word like '%@%' then
      terms := terms || left(word, 100);
    elsif word <> '' then
      number := word;
    end if;
  end loop;
  return array(select distinct unnest(terms));
end
$_$;

CREATE FUNCTION public.set_leads_merged(p_leads bigint[], p_into bigint) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  update lead
  set merged_into = p_into, version = version + 1
  where company_id = nullif(current_setting('app.company_id', true), '')::bigint
    and id = any (p_leads)
    and id is distinct from p_into
$$;

CREATE FUNCTION public.team_goes_along() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  update loan_team_member set org_unit_id = new.org_unit_id where company_id = new.company_id and loan_id = new.id;
  return null;
end
$$;

CREATE FUNCTION public.waiting_match_people(p_limit integer) RETURNS TABLE(version text, person public.match_person)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$
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

CREATE TABLE public.account_token (
    token_hash bytea NOT NULL,
    user_id bigint NOT NULL,
    purpose text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT account_token_purpose_check CHECK ((purpose = ANY (ARRAY['INVITE'::text, 'RESET'::text, 'SECOND_FACTOR_RESET'::text])))
);

CREATE TABLE public.announcement (
    id bigint NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    published_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT announcement_body_check CHECK (((length(body) >= 1) AND (length(body) <= 5000))),
    CONSTRAINT announcement_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200)))
);

ALTER TABLE public.announcement ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.announcement_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.api_key (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    membership_id bigint,
    name text NOT NULL,
    prefix text NOT NULL,
    secret_hash bytea NOT NULL,
    scopes text[] NOT NULL,
    created_by bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    revoked_at timestamp with time zone,
    revoked_by bigint,
    CONSTRAINT api_key_check CHECK ((expires_at > created_at)),
    CONSTRAINT api_key_check1 CHECK (((revoked_at IS NULL) = (revoked_by IS NULL))),
    CONSTRAINT api_key_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
    CONSTRAINT api_key_prefix_check CHECK ((length(prefix) = 12)),
    CONSTRAINT api_key_scopes_check CHECK (((cardinality(scopes) >= 1) AND (cardinality(scopes) <= 50))),
    CONSTRAINT api_key_secret_hash_check CHECK ((length(secret_hash) = 32))
);

ALTER TABLE public.api_key ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.api_key_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.api_key_name WITH (security_invoker='true') AS
 SELECT api_key.company_id,
    api_key.id AS api_key_id,
    api_key.name
   FROM public.api_key;

CREATE TABLE public.app_user (
    id bigint NOT NULL,
    home_company_id bigint NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    email text NOT NULL,
    email_key text NOT NULL,
    phone text,
    profile_image text,
    nmls_id text,
    state text DEFAULT 'ACTIVE'::text NOT NULL,
    borrower_portal_url text,
    realtor_portal_url text,
    is_spanish boolean DEFAULT false NOT NULL,
    tab_config jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    terms_accepted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    deactivated_from text,
    job_title text,
    borrower_portal_spanish_url text,
    CONSTRAINT app_user_borrower_portal_spanish_url_check CHECK ((length(borrower_portal_spanish_url) <= 500)),
    CONSTRAINT app_user_deactivated_from_check CHECK ((deactivated_from = ANY (ARRAY['INVITED'::text, 'ACTIVE'::text, 'BLOCKED'::text]))),
    CONSTRAINT app_user_job_title_check CHECK (((char_length(job_title) >= 1) AND (char_length(job_title) <= 100))),
    CONSTRAINT app_user_nmls_id_check CHECK ((nmls_id ~ '^[0-9]{1,12}$'::text)),
    CONSTRAINT app_user_state_check CHECK ((state = ANY (ARRAY['INVITED'::text, 'ACTIVE'::text, 'BLOCKED'::text, 'DEACTIVATED'::text])))
);

ALTER TABLE public.app_user ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.app_user_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.audit_check (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    checked_at timestamp with time zone DEFAULT now() NOT NULL,
    last_position bigint NOT NULL,
    sealed bigint NOT NULL,
    waiting bigint NOT NULL,
    fault text,
    fault_entry_id bigint
);

ALTER TABLE ONLY public.audit_check FORCE ROW LEVEL SECURITY;

ALTER TABLE public.audit_check ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_check_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.audit_entry (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    session_id uuid DEFAULT (NULLIF(current_setting('app.session_id'::text, true), ''::text))::uuid,
    logged_in_user_id bigint DEFAULT (NULLIF(current_setting('app.logged_in_user_id'::text, true), ''::text))::bigint,
    active_user_id bigint DEFAULT (NULLIF(current_setting('app.user_id'::text, true), ''::text))::bigint,
    membership_id bigint DEFAULT (NULLIF(current_setting('app.membership_id'::text, true), ''::text))::bigint,
    action text NOT NULL,
    entity text NOT NULL,
    entity_id text NOT NULL,
    before jsonb,
    after jsonb,
    api_key_id bigint DEFAULT (NULLIF(current_setting('app.api_key_id'::text, true), ''::text))::bigint,
    address inet DEFAULT (NULLIF(current_setting('app.address'::text, true), ''::text))::inet
);
ALTER TABLE ONLY public.audit_entry ALTER COLUMN before SET STATISTICS 0;
ALTER TABLE ONLY public.audit_entry ALTER COLUMN after SET STATISTICS 0;

ALTER TABLE ONLY public.audit_entry FORCE ROW LEVEL SECURITY;

ALTER TABLE public.audit_entry ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_entry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.audit_seal (
    company_id bigint NOT NULL,
    "position" bigint NOT NULL,
    audit_id bigint NOT NULL,
    xid xid8 NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT audit_seal_audit_id_check CHECK ((audit_id >= 0)),
    CONSTRAINT audit_seal_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT audit_seal_position_check CHECK (("position" > 0))
);

ALTER TABLE ONLY public.audit_seal FORCE ROW LEVEL SECURITY;

CREATE TABLE public.automation_dry_run (
    company_id bigint NOT NULL,
    rule_id bigint NOT NULL,
    run integer DEFAULT 1 NOT NULL,
    asked_by bigint NOT NULL,
    asked_at timestamp with time zone DEFAULT now() NOT NULL,
    org_unit_id bigint,
    definition jsonb NOT NULL,
    progress smallint DEFAULT 0 NOT NULL,
    event_count bigint DEFAULT 0 NOT NULL,
    loan_count bigint DEFAULT 0 NOT NULL,
    task_count bigint DEFAULT 0 NOT NULL,
    loans jsonb DEFAULT '[]'::jsonb NOT NULL,
    finished_at timestamp with time zone,
    id bigint NOT NULL,
    CONSTRAINT automation_dry_run_progress_check CHECK (((progress >= 0) AND (progress <= 100)))
);

ALTER TABLE ONLY public.automation_dry_run FORCE ROW LEVEL SECURITY;

ALTER TABLE public.automation_dry_run ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.automation_dry_run_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.loan_stage_change (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    loan_id bigint NOT NULL,
    stage_id bigint NOT NULL,
    stage_rank smallint NOT NULL,
    valid_from timestamp with time zone DEFAULT now() NOT NULL,
    recorded_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_by bigint,
    reason_id bigint,
    reason text,
    denial_reasons smallint[],
    rule_id bigint,
    after_rules bigint[],
    CONSTRAINT loan_stage_change_by CHECK (((changed_by IS NOT NULL) OR (rule_id IS NOT NULL))),
    CONSTRAINT loan_stage_change_denial_reasons CHECK ((((cardinality(denial_reasons) >= 1) AND (cardinality(denial_reasons) <= 4)) AND (denial_reasons <@ ARRAY[(1)::smallint, (2)::smallint, (3)::smallint, (4)::smallint, (5)::smallint, (6)::smallint, (7)::smallint, (8)::smallint, (9)::smallint]))),
    CONSTRAINT loan_stage_change_reason CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
);

ALTER TABLE ONLY public.loan_stage_change FORCE ROW LEVEL SECURITY;

ALTER TABLE public.loan_stage_change ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.loan_stage_change_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.automation_occasion (
    company_id bigint NOT NULL,
    id bigint DEFAULT nextval('public.loan_stage_change_id_seq'::regclass) NOT NULL,
    loan_id bigint NOT NULL,
    fields text[],
    rule_id bigint,
    reached_on date,
    unchanged_since timestamp with time zone,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    caused_by bigint DEFAULT (NULLIF(current_setting('app.user_id'::text, true), ''::text))::bigint,
    after_rules bigint[] DEFAULT (COALESCE(NULLIF(current_setting('app.after_rules'::text, true), ''::text), '{}'::text))::bigint[] NOT NULL,
    CONSTRAINT automation_occasion_check CHECK ((num_nonnulls(fields, reached_on, unchanged_since) = 1)),
    CONSTRAINT automation_occasion_check1 CHECK (((fields IS NULL) = (rule_id IS NOT NULL))),
    CONSTRAINT automation_occasion_fields_check CHECK ((cardinality(fields) > 0))
);

ALTER TABLE ONLY public.automation_occasion FORCE ROW LEVEL SECURITY;

CREATE TABLE public.automation_rule (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    identifier text GENERATED ALWAYS AS (('rule-'::text || id)) STORED NOT NULL,
    name text NOT NULL,
    is_active boolean NOT NULL,
    definition jsonb NOT NULL,
    is_removed boolean DEFAULT false NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT automation_rule_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);

ALTER TABLE ONLY public.automation_rule FORCE ROW LEVEL SECURITY;

ALTER TABLE public.automation_rule ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.automation_rule_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.automation_rule_off (
    company_id bigint NOT NULL,
    rule_id bigint NOT NULL,
    org_unit_id bigint NOT NULL,
    switched_off_by bigint NOT NULL,
    switched_off_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.automation_rule_off FORCE ROW LEVEL SECURITY;

CREATE TABLE public.automation_rule_version (
    company_id bigint NOT NULL,
    rule_id bigint NOT NULL,
    version integer NOT NULL,
    name text NOT NULL,
    is_active boolean NOT NULL,
    definition jsonb NOT NULL,
    changed_by bigint,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    origin text
);

ALTER TABLE ONLY public.automation_rule_version FORCE ROW LEVEL SECURITY;

CREATE TABLE public.automation_run (
    company_id bigint NOT NULL,
    step_id bigint NOT NULL,
    rule_id bigint NOT NULL,
    rule_version integer NOT NULL,
    loan_id bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    task_count smallint NOT NULL,
    unmet jsonb,
    would jsonb,
    refused text,
    acts jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT automation_run_refused_check CHECK ((length(refused) <= 1000))
);

ALTER TABLE ONLY public.automation_run FORCE ROW LEVEL SECURITY;

CREATE TABLE public.borrower (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    org_unit_id bigint NOT NULL,
    owner_id bigint NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    sort_name text NOT NULL COLLATE pg_catalog."C",
    email text,
    email_key text COLLATE pg_catalog."C",
    phone text COLLATE pg_catalog."C",
    line text,
    unit text,
    city text,
    state_code text,
    postal_code text,
    ssn_key bytea,
    ssn_key_version smallint,
    birth_key bytea,
    birth_key_version smallint,
    words text NOT NULL,
    created_by bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT borrower_check CHECK (((ssn_key IS NULL) = (ssn_key_version IS NULL))),
    CONSTRAINT borrower_check1 CHECK (((birth_key IS NULL) = (birth_key_version IS NULL)))
);

ALTER TABLE ONLY public.borrower FORCE ROW LEVEL SECURITY;

CREATE SEQUENCE public.borrower_id
    START WITH 1001
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.loan_borrower (
    company_id bigint NOT NULL,
    loan_id bigint NOT NULL,
    id uuid NOT NULL,
    "position" smallint NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    email text,
    email_key text COLLATE pg_catalog."C",
    phone text COLLATE pg_catalog."C",
    ssn_key bytea,
    ssn_key_version smallint,
    borrower_id bigint,
    ssn_ending_key bytea,
    CONSTRAINT loan_borrower_check CHECK (((ssn_key IS NULL) = (ssn_key_version IS NULL)))
);

ALTER TABLE ONLY public.loan_borrower FORCE ROW LEVEL SECURITY;

CREATE TABLE public.loan_stage (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    rank smallint NOT NULL,
    "position" smallint NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT loan_stage_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80)))
);

ALTER TABLE ONLY public.loan_stage FORCE ROW LEVEL SECURITY;

CREATE VIEW public.borrower_loan WITH (security_invoker='true') AS
 SELECT b.company_id,
    b.borrower_id,
    b.loan_id,
    b."position",
    l.org_unit_id,
    l.officer_id,
    l.loan_number,
    l.amount_cents,
    s.id AS stage_id,
    s.name AS stage_name,
    s.kind AS stage_kind,
    l.created_by,
    l.created_at,
    l.updated_at
   FROM ((public.loan_borrower b
     JOIN public.loan l ON (((l.company_id = b.company_id) AND (l.id = b.loan_id))))
     JOIN public.loan_stage s ON (((s.company_id = l.company_id) AND (s.id = l.stage_id))))
  WHERE (b.borrower_id IS NOT NULL);

CREATE TABLE public.loan_team_member (
    company_id bigint NOT NULL,
    loan_id bigint NOT NULL,
    role text NOT NULL,
    is_primary boolean NOT NULL,
    membership_id bigint NOT NULL,
    org_unit_id bigint NOT NULL,
    CONSTRAINT loan_team_member_role_check CHECK ((role = ANY (ARRAY['ORIGINATOR'::text, 'PROCESSOR'::text, 'CONTRACTPROCESSOR'::text, 'ASSISTANT'::text, 'DISCLOSURE_DESK'::text, 'PAYROLL'::text, 'CLOSER'::text, 'LOCK_DESK'::text, 'FUNDER'::text])))
);

ALTER TABLE ONLY public.loan_team_member FORCE ROW LEVEL SECURITY;

CREATE VIEW public.borrower_member WITH (security_invoker='true') AS
 SELECT b.company_id,
    b.borrower_id,
    t.membership_id
   FROM (public.loan_team_member t
     JOIN public.loan_borrower b ON (((b.company_id = t.company_id) AND (b.loan_id = t.loan_id))))
  WHERE (b.borrower_id IS NOT NULL);

CREATE VIEW public.borrower_name WITH (security_invoker='true') AS
 SELECT borrower.company_id,
    borrower.id AS borrower_id,
    btrim(((borrower.first_name || ' '::text) || borrower.last_name)) AS name
   FROM public.borrower;

CREATE TABLE public.borrower_relative (
    company_id bigint NOT NULL,
    borrower_id bigint NOT NULL,
    relative_id bigint NOT NULL,
    relation text NOT NULL,
    CONSTRAINT borrower_relative_check CHECK ((borrower_id <> relative_id)),
    CONSTRAINT borrower_relative_relation_check CHECK ((relation = ANY (ARRAY['SPOUSE'::text, 'PARTNER'::text, 'PARENT'::text, 'CHILD'::text, 'SIBLING'::text, 'EMPLOYER'::text, 'EMPLOYEE'::text, 'OTHER'::text])))
);

ALTER TABLE ONLY public.borrower_relative FORCE ROW LEVEL SECURITY;

CREATE VIEW public.borrower_reference WITH (security_invoker='true') AS
 SELECT ((c.conrelid)::regclass)::text AS table_name,
    (a.attname)::text AS column_name,
    ( SELECT string_agg(format('%L, t.%I'::text, k.attname, k.attname), ', '::text ORDER BY p.place) AS string_agg
           FROM ((pg_index i
             CROSS JOIN LATERAL unnest((i.indkey)::smallint[]) WITH ORDINALITY p(attnum, place))
             JOIN pg_attribute k ON (((k.attrelid = i.indrelid) AND (k.attnum = p.attnum))))
          WHERE ((i.indrelid = c.conrelid) AND i.indisprimary)) AS key
   FROM (pg_constraint c
     JOIN pg_attribute a ON (((a.attrelid = c.conrelid) AND (a.attnum = c.conkey[2]))))
  WHERE ((c.contype = 'f'::"char") AND (c.confrelid = ('public.borrower'::regclass)::oid) AND (c.conrelid <> ('public.borrower_relative'::regclass)::oid));

CREATE TABLE public.brand_image (
    company_id bigint NOT NULL,
    sha256 bytea NOT NULL,
    media_type text NOT NULL,
    bytes bytea NOT NULL,
    width_px integer NOT NULL,
    height_px integer NOT NULL,
    uploaded_at timestamp with time zone DEFAULT now() NOT NULL,
    uploaded_by bigint NOT NULL,
    CONSTRAINT brand_image_bytes_check CHECK (((length(bytes) >= 1) AND (length(bytes) <= 1048576))),
    CONSTRAINT brand_image_height_px_check CHECK ((height_px > 0)),
    CONSTRAINT brand_image_media_type_check CHECK ((media_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/svg+xml'::text]))),
    CONSTRAINT brand_image_sha256_check CHECK ((length(sha256) = 32)),
    CONSTRAINT brand_image_width_px_check CHECK ((width_px > 0))
);
ALTER TABLE ONLY public.brand_image ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE public.business_contact (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    org_unit_id bigint NOT NULL,
    owner_id bigint NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    sort_name text NOT NULL COLLATE pg_catalog."C",
    email text,
    email_key text COLLATE pg_catalog."C",
    phone text COLLATE pg_catalog."C",
    contact_company_id bigint,
    company_key text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    category_id bigint NOT NULL,
    words text NOT NULL,
    created_by bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL
);

ALTER TABLE ONLY public.business_contact FORCE ROW LEVEL SECURITY;

CREATE TABLE public.business_contact_company (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    phone text COLLATE pg_catalog."C",
    website text,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT business_contact_company_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120)))
);

ALTER TABLE ONLY public.business_contact_company FORCE ROW LEVEL SECURITY;

ALTER TABLE public.business_contact_company ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.business_contact_company_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.business_contact ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.business_contact_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.business_contact_name WITH (security_invoker='true') AS
 SELECT business_contact.company_id,
    business_contact.id AS business_contact_id,
    btrim(((business_contact.first_name || ' '::text) || business_contact.last_name)) AS name
   FROM public.business_contact;

CREATE TABLE public.clock_act (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    loan_id bigint NOT NULL,
    kind text NOT NULL,
    happened_on date NOT NULL,
    manner text,
    about_id bigint,
    restarts boolean DEFAULT false NOT NULL,
    details jsonb NOT NULL,
    note text,
    recorded_by bigint NOT NULL,
    recorded_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT clock_act_manner_check CHECK ((manner = ANY (ARRAY['InPerson'::text, 'Mail'::text, 'Email'::text, 'Portal'::text, 'Phone'::text]))),
    CONSTRAINT clock_act_note_check CHECK (((length(note) >= 1) AND (length(note) <= 2000)))
);

ALTER TABLE ONLY public.clock_act FORCE ROW LEVEL SECURITY;

ALTER TABLE public.clock_act ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.clock_act_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.clock_act_retraction (
    company_id bigint NOT NULL,
    act_id bigint NOT NULL,
    reason text NOT NULL,
    retracted_by bigint NOT NULL,
    retracted_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT clock_act_retraction_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
);

ALTER TABLE ONLY public.clock_act_retraction FORCE ROW LEVEL SECURITY;

CREATE SEQUENCE public.list_entry_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.list_entry (
    company_id bigint NOT NULL,
    list text NOT NULL,
    id bigint DEFAULT nextval('public.list_entry_id'::regclass) NOT NULL,
    name text NOT NULL,
    kind text,
    "position" integer NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    target_minutes integer,
    CONSTRAINT list_entry_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
    CONSTRAINT list_entry_target_minutes_check CHECK (((target_minutes >= 1) AND (target_minutes <= 100000)))
)
PARTITION BY LIST (list);

ALTER TABLE ONLY public.list_entry FORCE ROW LEVEL SECURITY;

CREATE TABLE public.contact_category (
    company_id bigint NOT NULL,
    list text NOT NULL,
    id bigint DEFAULT nextval('public.list_entry_id'::regclass) NOT NULL,
    name text NOT NULL,
    kind text,
    "position" integer NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    target_minutes integer,
    CONSTRAINT contact_category_kind_check CHECK ((kind IS NULL)),
    CONSTRAINT list_entry_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
    CONSTRAINT list_entry_target_minutes_check CHECK (((target_minutes >= 1) AND (target_minutes <= 100000)))
);

ALTER TABLE ONLY public.contact_category FORCE ROW LEVEL SECURITY;

CREATE TABLE public.contact_outcome (
    company_id bigint NOT NULL,
    list text NOT NULL,
    id bigint DEFAULT nextval('public.list_entry_id'::regclass) NOT NULL,
    name text NOT NULL,
    kind text,
    "position" integer NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    target_minutes integer,
    CONSTRAINT contact_outcome_kind_check CHECK ((COALESCE(kind, ''::text) = ANY (ARRAY['Reached'::text, 'LeftMessage'::text, 'NoAnswer'::text, 'WrongContact'::text]))),
    CONSTRAINT list_entry_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
    CONSTRAINT list_entry_target_minutes_check CHECK (((target_minutes >= 1) AND (target_minutes <= 100000)))
);

ALTER TABLE ONLY public.contact_outcome FORCE ROW LEVEL SECURITY;

CREATE TABLE public.credential (
    user_id bigint NOT NULL,
    password_hash text NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.default_team (
    company_id bigint NOT NULL,
    officer_id bigint NOT NULL,
    version integer DEFAULT 1 NOT NULL
);

ALTER TABLE ONLY public.default_team FORCE ROW LEVEL SECURITY;

CREATE TABLE public.default_team_member (
    company_id bigint NOT NULL,
    officer_id bigint NOT NULL,
    role text NOT NULL,
    is_primary boolean NOT NULL,
    membership_id bigint NOT NULL,
    CONSTRAINT default_team_member_check CHECK ((NOT ((role = 'ORIGINATOR'::text) AND is_primary))),
    CONSTRAINT default_team_member_role_check CHECK ((role = ANY (ARRAY['ORIGINATOR'::text, 'PROCESSOR'::text, 'CONTRACTPROCESSOR'::text, 'ASSISTANT'::text, 'DISCLOSURE_DESK'::text, 'PAYROLL'::text, 'CLOSER'::text, 'LOCK_DESK'::text, 'FUNDER'::text])))
);

ALTER TABLE ONLY public.default_team_member FORCE ROW LEVEL SECURITY;

CREATE TABLE public.disposal_certificate (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    disposed_by bigint NOT NULL,
    disposed_at timestamp with time zone DEFAULT now() NOT NULL,
    reason text NOT NULL,
    loans text[] NOT NULL,
    kinds jsonb NOT NULL,
    counts jsonb NOT NULL,
    CONSTRAINT disposal_certificate_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
);

ALTER TABLE ONLY public.disposal_certificate FORCE ROW LEVEL SECURITY;

ALTER TABLE public.disposal_certificate ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.disposal_certificate_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.duplicate_pair (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    kind text NOT NULL,
    one_id bigint NOT NULL,
    other_id bigint NOT NULL,
    strength smallint NOT NULL,
    score integer NOT NULL,
    agreed jsonb NOT NULL,
    found_at timestamp with time zone DEFAULT now() NOT NULL,
    dismissed_at timestamp with time zone,
    dismissed_by bigint,
    CONSTRAINT duplicate_pair_check CHECK ((one_id < other_id)),
    CONSTRAINT duplicate_pair_check1 CHECK (((dismissed_at IS NULL) = (dismissed_by IS NULL))),
    CONSTRAINT duplicate_pair_strength_check CHECK (((strength >= 0) AND (strength <= 2)))
);

ALTER TABLE ONLY public.duplicate_pair FORCE ROW LEVEL SECURITY;

ALTER TABLE public.duplicate_pair ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.duplicate_pair_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.event (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    kind text NOT NULL,
    entity_id bigint NOT NULL,
    actor_user_id bigint DEFAULT (NULLIF(current_setting('app.user_id'::text, true), ''::text))::bigint,
    rtc_client_id text,
    actor_membership_id bigint DEFAULT (NULLIF(current_setting('app.membership_id'::text, true), ''::text))::bigint
);

ALTER TABLE ONLY public.event FORCE ROW LEVEL SECURITY;

ALTER TABLE public.event ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.external_subject (
    issuer text NOT NULL,
    subject text NOT NULL,
    user_id bigint NOT NULL,
    linked_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT external_subject_subject_check CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 255)))
);

CREATE TABLE public.field_change (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    loan_id bigint NOT NULL,
    path text NOT NULL,
    before jsonb,
    after jsonb,
    changed_by bigint,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    rule_id bigint DEFAULT (NULLIF(current_setting('app.rule_id'::text, true), ''::text))::bigint,
    logged_in_user_id bigint DEFAULT (NULLIF(current_setting('app.logged_in_user_id'::text, true), ''::text))::bigint,
    api_key_id bigint DEFAULT (NULLIF(current_setting('app.api_key_id'::text, true), ''::text))::bigint,
    source text,
    restored_from timestamp with time zone,
    "position" integer,
    CONSTRAINT field_change_by CHECK (((changed_by IS NOT NULL) OR (rule_id IS NOT NULL))),
    CONSTRAINT field_change_position_check CHECK (("position" >= 0)),
    CONSTRAINT field_change_source_check CHECK ((source = ANY (ARRAY['Import'::text, 'Portal'::text])))
);

ALTER TABLE ONLY public.field_change FORCE ROW LEVEL SECURITY;

ALTER TABLE public.field_change ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.field_change_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.file (
    company_id bigint NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    size_bytes bigint NOT NULL,
    sha256 bytea NOT NULL,
    purpose text NOT NULL,
    uploaded_by bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone,
    media_type text,
    CONSTRAINT file_media_type_check CHECK (((purpose <> 'note-picture'::text) OR (media_type IS NOT NULL))),
    CONSTRAINT file_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255))),
    CONSTRAINT file_purpose_check CHECK ((purpose = ANY (ARRAY['import'::text, 'note-picture'::text]))),
    CONSTRAINT file_sha256_check CHECK ((length(sha256) = 32)),
    CONSTRAINT file_size_bytes_check CHECK ((size_bytes >= 0))
);

ALTER TABLE ONLY public.file FORCE ROW LEVEL SECURITY;

CREATE TABLE public.file_content (
    company_id bigint NOT NULL,
    file_id uuid NOT NULL,
    content_key bytea NOT NULL
);

ALTER TABLE ONLY public.file_content FORCE ROW LEVEL SECURITY;

CREATE TABLE public.header_tabs (
    company_id bigint NOT NULL,
    role text NOT NULL,
    tabs jsonb NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT header_tabs_role_check CHECK (((length(role) >= 1) AND (length(role) <= 40))),
    CONSTRAINT header_tabs_tabs_check CHECK ((jsonb_typeof(tabs) = 'array'::text))
);

ALTER TABLE ONLY public.header_tabs FORCE ROW LEVEL SECURITY;

CREATE TABLE public.idempotency (
    company_id bigint NOT NULL,
    user_id bigint NOT NULL,
    key uuid NOT NULL,
    request_hash bytea NOT NULL,
    status smallint,
    entity_id bigint,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    api_key_id bigint DEFAULT 0 NOT NULL,
    answer bytea,
    answer_key_id smallint
);

ALTER TABLE ONLY public.idempotency FORCE ROW LEVEL SECURITY;

CREATE TABLE public.import_batch (
    company_id bigint NOT NULL,
    id uuid NOT NULL,
    org_unit_id bigint NOT NULL,
    created_by bigint NOT NULL,
    membership_id bigint NOT NULL,
    status text DEFAULT 'SETUP'::text NOT NULL,
    officer_id bigint NOT NULL,
    team jsonb NOT NULL,
    reset boolean DEFAULT false NOT NULL,
    origin text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    has_unseen_failures boolean DEFAULT false NOT NULL,
    CONSTRAINT import_batch_check CHECK (((status = ANY (ARRAY['COMPLETED'::text, 'CANCELLED'::text])) = (finished_at IS NOT NULL))),
    CONSTRAINT import_batch_status_check CHECK ((status = ANY (ARRAY['SETUP'::text, 'IN_PROGRESS'::text, 'COMPLETED'::text, 'CANCELLED'::text])))
);

ALTER TABLE ONLY public.import_batch FORCE ROW LEVEL SECURITY;

CREATE TABLE public.import_batch_item (
    company_id bigint NOT NULL,
    id uuid NOT NULL,
    batch_id uuid NOT NULL,
    "position" integer NOT NULL,
    file_id uuid,
    file_name text NOT NULL,
    status text DEFAULT 'PENDING'::text NOT NULL,
    content_key bytea,
    borrower_name text,
    loan_id bigint,
    rules jsonb DEFAULT '[]'::jsonb NOT NULL,
    tries smallint DEFAULT 0 NOT NULL,
    CONSTRAINT import_batch_item_check CHECK (((status = 'DONE'::text) = (loan_id IS NOT NULL))),
    CONSTRAINT import_batch_item_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 255))),
    CONSTRAINT import_batch_item_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text, 'DONE'::text, 'INVALID'::text, 'CANCELLED'::text, 'INVALID_ITEM'::text, 'FAILED'::text])))
);

ALTER TABLE ONLY public.import_batch_item FORCE ROW LEVEL SECURITY;

CREATE TABLE public.imported_loan (
    company_id bigint NOT NULL,
    file_id uuid NOT NULL,
    format text NOT NULL,
    key_id smallint NOT NULL,
    ciphertext bytea NOT NULL,
    created_by bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT imported_loan_format_check CHECK ((format = ANY (ARRAY['MISMO_34'::text, 'FNMA_32'::text])))
);

ALTER TABLE ONLY public.imported_loan FORCE ROW LEVEL SECURITY;

CREATE TABLE public.integrated_lender (
    name text NOT NULL,
    display_name text NOT NULL,
    href text NOT NULL,
    img_src text NOT NULL,
    class text,
    style text,
    "position" integer NOT NULL,
    CONSTRAINT integrated_lender_class_check CHECK ((length(class) <= 200)),
    CONSTRAINT integrated_lender_display_name_check CHECK (((length(display_name) >= 1) AND (length(display_name) <= 100))),
    CONSTRAINT integrated_lender_href_check CHECK (((href ~ '^https://'::text) AND (length(href) <= 2000))),
    CONSTRAINT integrated_lender_img_src_check CHECK (((img_src ~ '^(https://|/|data:image/)'::text) AND (length(img_src) <= 50000))),
    CONSTRAINT integrated_lender_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9-]{0,62}$'::text)),
    CONSTRAINT integrated_lender_style_check CHECK ((length(style) <= 1000))
);

CREATE TABLE public.invoice (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    state text NOT NULL,
    purpose text NOT NULL,
    charge_key uuid NOT NULL,
    payment_method_id bigint NOT NULL,
    plan_id text NOT NULL,
    period text NOT NULL,
    officer_seats integer NOT NULL,
    support_seats integer NOT NULL,
    starts_on date NOT NULL,
    ends_on date NOT NULL,
    subtotal_cents bigint NOT NULL,
    credit_cents bigint NOT NULL,
    amount_cents bigint NOT NULL,
    period_cents bigint NOT NULL,
    awaits_payer boolean DEFAULT false NOT NULL,
    failure text,
    reference text,
    issued_on date NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    settled_at timestamp with time zone,
    CONSTRAINT invoice_amount_cents_check CHECK ((amount_cents >= 0)),
    CONSTRAINT invoice_check CHECK (((state = 'OPEN'::text) = (settled_at IS NULL))),
    CONSTRAINT invoice_credit_cents_check CHECK ((credit_cents >= 0)),
    CONSTRAINT invoice_period_cents_check CHECK ((period_cents >= 0)),
    CONSTRAINT invoice_period_check CHECK ((period = ANY (ARRAY['MONTH'::text, 'YEAR'::text]))),
    CONSTRAINT invoice_purpose_check CHECK ((purpose = ANY (ARRAY['SUBSCRIBE'::text, 'UPGRADE'::text, 'RENEW'::text]))),
    CONSTRAINT invoice_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'PAID'::text, 'FAILED'::text, 'VOID'::text]))),
    CONSTRAINT invoice_subtotal_cents_check CHECK ((subtotal_cents >= 0))
);

ALTER TABLE ONLY public.invoice FORCE ROW LEVEL SECURITY;

ALTER TABLE public.invoice ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.invoice_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.job_crash (
    job_id bigint NOT NULL,
    worker_id text NOT NULL,
    name text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE VIEW public.kept_deadline WITH (security_invoker='true') AS
 SELECT c.company_id,
    c.loan_id,
    c.rule,
    c.subject_id,
    c.due_on,
    c.met_on,
    l.loan_number,
    l.borrower_name,
    l.officer_id,
    l.org_unit_id,
    u.name AS branch_name,
        CASE
            WHEN ((c.state = 'Met'::text) AND (c.met_on <= c.due_on)) THEN 'Met'::text
            WHEN (c.state = 'Met'::text) THEN 'Late'::text
            WHEN ((c.state = 'Running'::text) AND (c.due_on >= ((now() AT TIME ZONE u.time_zone))::date)) THEN 'Open'::text
            ELSE 'Missed'::text
        END AS outcome
   FROM ((public.loan_clock c
     JOIN public.loan l ON (((l.company_id = c.company_id) AND (l.id = c.loan_id))))
     JOIN public.org_unit u ON (((u.company_id = c.company_id) AND (u.id = l.org_unit_id))))
  WHERE (c.state <> 'NotDue'::text);

CREATE TABLE public.known_device (
    user_id bigint NOT NULL,
    device_hash bytea NOT NULL,
    first_seen_at timestamp with time zone DEFAULT now() NOT NULL,
    last_seen_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.lead (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    org_unit_id bigint NOT NULL,
    owner_id bigint NOT NULL,
    status_id bigint NOT NULL,
    status_rank smallint NOT NULL,
    status_since timestamp with time zone DEFAULT now() NOT NULL,
    lost_reason_id bigint,
    wake_on date,
    purpose text NOT NULL,
    state_code text,
    source_id bigint,
    provider_id bigint,
    next_follow_up_on date,
    late_at timestamp with time zone DEFAULT '9999-12-31 00:00:00+00'::timestamp with time zone NOT NULL,
    first_response_minutes integer,
    loan_id bigint,
    contact_name text NOT NULL,
    sort_name text NOT NULL COLLATE pg_catalog."C",
    words text NOT NULL,
    created_by bigint,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    follow_up_sort date GENERATED ALWAYS AS (COALESCE(next_follow_up_on, '9999-12-31'::date)) STORED NOT NULL,
    merged_into bigint,
    loan_amount_cents bigint,
    property_value_cents bigint,
    CONSTRAINT lead_first_response_minutes_check CHECK ((first_response_minutes >= 0)),
    CONSTRAINT lead_loan_amount_cents_check CHECK (((loan_amount_cents >= 1) AND (loan_amount_cents <= '99999999999'::bigint))),
    CONSTRAINT lead_merged_or_converted CHECK (((merged_into IS NULL) OR (loan_id IS NULL))),
    CONSTRAINT lead_property_value_cents_check CHECK (((property_value_cents >= 1) AND (property_value_cents <= '99999999999'::bigint))),
    CONSTRAINT lead_purpose_check CHECK ((purpose = ANY (ARRAY['Purchase'::text, 'Refinance'::text]))),
    CONSTRAINT lead_state_code_check CHECK ((state_code ~ '^[A-Z]{2}$'::text))
);

ALTER TABLE ONLY public.lead FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lead_activity (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    lead_id bigint NOT NULL,
    kind text NOT NULL,
    is_outgoing boolean DEFAULT true NOT NULL,
    outcome_id bigint,
    summary text DEFAULT ''::text NOT NULL,
    happened_at timestamp with time zone NOT NULL,
    author_id bigint,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT lead_activity_kind_check CHECK ((kind = ANY (ARRAY['CALL'::text, 'EMAIL'::text, 'TEXT'::text, 'MEETING'::text, 'WOKEN'::text]))),
    CONSTRAINT lead_activity_summary_check CHECK ((length(summary) <= 500))
);

ALTER TABLE ONLY public.lead_activity FORCE ROW LEVEL SECURITY;

ALTER TABLE public.lead_activity ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.lead_activity_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.lead_arrival (
    company_id bigint NOT NULL,
    id uuid NOT NULL,
    channel text NOT NULL,
    api_key_id bigint,
    provider_id bigint,
    external_id text,
    state text NOT NULL,
    reason text,
    lead_id bigint,
    owner_id bigint,
    org_unit_id bigint,
    name text DEFAULT ''::text NOT NULL,
    faults jsonb DEFAULT '{}'::jsonb NOT NULL,
    duplicates bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    key_id smallint,
    raw bytea,
    received_at timestamp with time zone DEFAULT now() NOT NULL,
    decided_at timestamp with time zone,
    decided_by bigint,
    import_id bigint,
    row_number integer,
    address_id uuid,
    CONSTRAINT lead_arrival_channel_check CHECK ((channel = ANY (ARRAY['API'::text, 'IMPORT'::text, 'ADDRESS'::text]))),
    CONSTRAINT lead_arrival_check CHECK (((state <> 'HELD'::text) OR ((reason IS NOT NULL) AND (raw IS NOT NULL)))),
    CONSTRAINT lead_arrival_check1 CHECK (((raw IS NULL) = (key_id IS NULL))),
    CONSTRAINT lead_arrival_check2 CHECK (((channel = 'IMPORT'::text) = (import_id IS NOT NULL))),
    CONSTRAINT lead_arrival_check3 CHECK (((channel = 'ADDRESS'::text) = (address_id IS NOT NULL))),
    CONSTRAINT lead_arrival_duplicates_check CHECK ((cardinality(duplicates) <= 20)),
    CONSTRAINT lead_arrival_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 200))),
    CONSTRAINT lead_arrival_name_check CHECK ((length(name) <= 250)),
    CONSTRAINT lead_arrival_reason_check CHECK ((reason = ANY (ARRAY['DUPLICATE'::text, 'UNREADABLE'::text, 'NO_OWNER'::text]))),
    CONSTRAINT lead_arrival_state_check CHECK ((state = ANY (ARRAY['MADE'::text, 'LINKED'::text, 'SKIPPED'::text, 'HELD'::text, 'DROPPED'::text, 'REFUSED'::text, 'UNDONE'::text])))
);

ALTER TABLE ONLY public.lead_arrival FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lead_consent (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    lead_id bigint NOT NULL,
    kind text NOT NULL,
    is_given boolean NOT NULL,
    phone text NOT NULL COLLATE pg_catalog."C",
    wording text NOT NULL,
    said_at timestamp with time zone NOT NULL,
    source text NOT NULL,
    address text,
    page text,
    recorded_by bigint,
    recorded_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT lead_consent_address_check CHECK (((length(address) >= 1) AND (length(address) <= 64))),
    CONSTRAINT lead_consent_kind_check CHECK ((kind = ANY (ARRAY['CALL'::text, 'TEXT'::text]))),
    CONSTRAINT lead_consent_page_check CHECK (((length(page) >= 1) AND (length(page) <= 500))),
    CONSTRAINT lead_consent_phone_check CHECK (((length(phone) >= 1) AND (length(phone) <= 20))),
    CONSTRAINT lead_consent_source_check CHECK ((source = ANY (ARRAY['API'::text, 'FORM'::text, 'IMPORT'::text, 'SPOKEN'::text, 'WRITTEN'::text]))),
    CONSTRAINT lead_consent_wording_check CHECK (((length(wording) >= 1) AND (length(wording) <= 2000)))
);

ALTER TABLE ONLY public.lead_consent FORCE ROW LEVEL SECURITY;

ALTER TABLE public.lead_consent ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.lead_consent_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.lead_contact (
    company_id bigint NOT NULL,
    lead_id bigint NOT NULL,
    "position" smallint NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    email text,
    email_key text COLLATE pg_catalog."C",
    phone text COLLATE pg_catalog."C",
    is_primary boolean GENERATED ALWAYS AS (("position" = 1)) STORED NOT NULL,
    CONSTRAINT lead_contact_position_check CHECK ((("position" >= 1) AND ("position" <= 4)))
);

ALTER TABLE ONLY public.lead_contact FORCE ROW LEVEL SECURITY;

CREATE SEQUENCE public.lead_id
    START WITH 10001
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.lead_import (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    file_id uuid NOT NULL,
    file_name text NOT NULL,
    state text DEFAULT 'READY'::text NOT NULL,
    head text[] NOT NULL,
    head_hash bytea NOT NULL,
    row_count integer NOT NULL,
    terms jsonb,
    taken integer DEFAULT 0 NOT NULL,
    made integer DEFAULT 0 NOT NULL,
    linked integer DEFAULT 0 NOT NULL,
    skipped integer DEFAULT 0 NOT NULL,
    held integer DEFAULT 0 NOT NULL,
    refused integer DEFAULT 0 NOT NULL,
    removed integer DEFAULT 0 NOT NULL,
    failure text,
    created_by bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    undone_at timestamp with time zone,
    CONSTRAINT lead_import_check CHECK (((state = ANY (ARRAY['READY'::text, 'FAILED'::text])) OR (terms IS NOT NULL))),
    CONSTRAINT lead_import_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 255))),
    CONSTRAINT lead_import_head_check CHECK (((cardinality(head) >= 1) AND (cardinality(head) <= 60))),
    CONSTRAINT lead_import_row_count_check CHECK (((row_count >= 1) AND (row_count <= 20000))),
    CONSTRAINT lead_import_state_check CHECK ((state = ANY (ARRAY['READY'::text, 'RUNNING'::text, 'DONE'::text, 'FAILED'::text, 'UNDONE'::text])))
);

ALTER TABLE ONLY public.lead_import FORCE ROW LEVEL SECURITY;

ALTER TABLE public.lead_import ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.lead_import_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.lead_import_mapping (
    company_id bigint NOT NULL,
    head_hash bytea NOT NULL,
    mapping jsonb NOT NULL,
    used_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.lead_import_mapping FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lead_intake_address (
    company_id bigint NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    secret_hash bytea NOT NULL,
    provider_id bigint,
    source_id bigint,
    owner_id bigint,
    mapping jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_by bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone,
    revoked_at timestamp with time zone,
    CONSTRAINT lead_intake_address_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
    CONSTRAINT lead_intake_address_secret_hash_check CHECK ((length(secret_hash) = 32))
);

ALTER TABLE ONLY public.lead_intake_address FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lead_intake_setting (
    company_id bigint NOT NULL,
    owner_id bigint,
    version integer DEFAULT 1 NOT NULL,
    consent_wording text,
    CONSTRAINT lead_intake_setting_consent_wording_check CHECK (((length(consent_wording) >= 1) AND (length(consent_wording) <= 2000)))
);

ALTER TABLE ONLY public.lead_intake_setting FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lead_user (
    company_id bigint NOT NULL,
    lead_id bigint NOT NULL,
    "position" smallint NOT NULL,
    membership_id bigint NOT NULL,
    user_id bigint NOT NULL,
    is_primary boolean GENERATED ALWAYS AS (("position" = 1)) STORED NOT NULL,
    org_unit_id bigint NOT NULL,
    CONSTRAINT lead_user_position_check CHECK ((("position" >= 1) AND ("position" <= 3)))
);

ALTER TABLE ONLY public.lead_user FORCE ROW LEVEL SECURITY;

CREATE VIEW public.lead_member WITH (security_invoker='true') AS
 SELECT lead_user.company_id,
    lead_user.lead_id,
    lead_user.membership_id
   FROM public.lead_user;

CREATE TABLE public.lead_merge (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    kept_id bigint NOT NULL,
    lead_ids bigint[] NOT NULL,
    before jsonb NOT NULL,
    after jsonb NOT NULL,
    origins jsonb NOT NULL,
    made_by bigint NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    undone_at timestamp with time zone,
    undone_by bigint,
    CONSTRAINT lead_merge_check CHECK (((undone_at IS NULL) = (undone_by IS NULL))),
    CONSTRAINT lead_merge_lead_ids_check CHECK (((cardinality(lead_ids) >= 1) AND (cardinality(lead_ids) <= 4)))
);

ALTER TABLE ONLY public.lead_merge FORCE ROW LEVEL SECURITY;

ALTER TABLE public.lead_merge ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.lead_merge_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.lead_merge_part (
    company_id bigint NOT NULL,
    merge_id bigint NOT NULL,
    lead_id bigint NOT NULL
);

ALTER TABLE ONLY public.lead_merge_part FORCE ROW LEVEL SECURITY;

CREATE VIEW public.lead_name WITH (security_invoker='true') AS
 SELECT l.company_id,
    l.id AS lead_id,
    l.org_unit_id,
    btrim(((c.first_name || ' '::text) || c.last_name)) AS name
   FROM (public.lead l
     LEFT JOIN public.lead_contact c ON (((c.company_id = l.company_id) AND (c.lead_id = l.id) AND (c."position" = 1))));

CREATE VIEW public.lead_part WITH (security_invoker='true') AS
 SELECT m.company_id,
    m.kept_id AS lead_id,
    p.lead_id AS part_id,
    m.id AS merge_id
   FROM (public.lead_merge m
     JOIN public.lead_merge_part p ON (((p.company_id = m.company_id) AND (p.merge_id = m.id))))
  WHERE (m.undone_at IS NULL);

CREATE VIEW public.lead_person WITH (security_invoker='true') AS
 SELECT l.company_id,
    l.id AS lead_id,
    c.first_name,
    c.last_name,
    c.email,
    c.phone,
    l.owner_id
   FROM (public.lead l
     JOIN public.lead_contact c ON (((c.company_id = l.company_id) AND (c.lead_id = l.id) AND (c."position" = 1))));

CREATE TABLE public.lead_provider (
    company_id bigint NOT NULL,
    list text NOT NULL,
    id bigint DEFAULT nextval('public.list_entry_id'::regclass) NOT NULL,
    name text NOT NULL,
    kind text,
    "position" integer NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    target_minutes integer,
    CONSTRAINT lead_provider_kind_check CHECK ((kind IS NULL)),
    CONSTRAINT list_entry_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
    CONSTRAINT list_entry_target_minutes_check CHECK (((target_minutes >= 1) AND (target_minutes <= 100000)))
);

ALTER TABLE ONLY public.lead_provider FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lead_referral (
    company_id bigint NOT NULL,
    lead_id bigint NOT NULL,
    other_source_desc text,
    business_contact_id bigint,
    borrower_id bigint,
    user_id bigint,
    CONSTRAINT lead_referral_check CHECK ((num_nonnulls(business_contact_id, borrower_id, user_id) <= 1)),
    CONSTRAINT lead_referral_other_source_desc_check CHECK (((length(other_source_desc) >= 1) AND (length(other_source_desc) <= 255)))
);

ALTER TABLE ONLY public.lead_referral FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lead_source (
    company_id bigint NOT NULL,
    list text NOT NULL,
    id bigint DEFAULT nextval('public.list_entry_id'::regclass) NOT NULL,
    name text NOT NULL,
    kind text,
    "position" integer NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    target_minutes integer,
    CONSTRAINT lead_source_kind_check CHECK ((COALESCE(kind, ''::text) = ANY (ARRAY['BUSINESS_CONTACT'::text, 'FRIEND_FAMILY'::text, 'INTERNAL_CONTACT'::text, 'WEBSITE'::text, 'SOCIAL_MEDIA'::text, 'ADVERTISEMENT'::text, 'PAST_CLIENT'::text, 'LEAD_PROVIDER'::text, 'OTHER'::text]))),
    CONSTRAINT list_entry_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
    CONSTRAINT list_entry_target_minutes_check CHECK (((target_minutes >= 1) AND (target_minutes <= 100000)))
);

ALTER TABLE ONLY public.lead_source FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lead_status (
    company_id bigint NOT NULL,
    list text NOT NULL,
    id bigint DEFAULT nextval('public.list_entry_id'::regclass) NOT NULL,
    name text NOT NULL,
    kind text,
    "position" integer NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    target_minutes integer,
    CONSTRAINT lead_status_kind_check CHECK ((COALESCE(kind, ''::text) = ANY (ARRAY['New'::text, 'Contacted'::text, 'Qualified'::text, 'Nurturing'::text, 'ApplicationStarted'::text, 'Converted'::text, 'Lost'::text, 'Junk'::text, 'Duplicate'::text]))),
    CONSTRAINT list_entry_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
    CONSTRAINT list_entry_target_minutes_check CHECK (((target_minutes >= 1) AND (target_minutes <= 100000)))
);

ALTER TABLE ONLY public.lead_status FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lead_status_change (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    lead_id bigint NOT NULL,
    status_id bigint NOT NULL,
    status_rank smallint NOT NULL,
    lost_reason_id bigint,
    wake_on date,
    valid_from timestamp with time zone DEFAULT now() NOT NULL,
    recorded_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_by bigint,
    loan_id bigint
);

ALTER TABLE ONLY public.lead_status_change FORCE ROW LEVEL SECURITY;

ALTER TABLE public.lead_status_change ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.lead_status_change_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.note (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    lead_id bigint,
    loan_id bigint,
    borrower_id bigint,
    type text DEFAULT 'NOTE'::text NOT NULL,
    html text NOT NULL,
    pictures uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    noted_at timestamp with time zone NOT NULL,
    author_id bigint,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT note_check CHECK ((num_nonnulls(lead_id, loan_id, borrower_id) = 1)),
    CONSTRAINT note_html_check CHECK (((length(html) >= 1) AND (length(html) <= 100000))),
    CONSTRAINT note_type_check CHECK ((type = 'NOTE'::text))
);

ALTER TABLE ONLY public.note FORCE ROW LEVEL SECURITY;

CREATE VIEW public.lead_step WITH (security_invoker='true') AS
 SELECT lead_activity.company_id,
    lead_activity.lead_id,
    lead_activity.happened_at AS at,
    lead_activity.author_id AS user_id,
    lead_activity.kind,
    NULL::text AS status_name
   FROM public.lead_activity
UNION ALL
 SELECT note.company_id,
    note.lead_id,
    note.noted_at AS at,
    note.author_id AS user_id,
    note.type AS kind,
    NULL::text AS status_name
   FROM public.note
  WHERE (note.lead_id IS NOT NULL)
UNION ALL
 SELECT c.company_id,
    c.lead_id,
    c.valid_from AS at,
    c.changed_by AS user_id,
    'STATUS'::text AS kind,
    s.name AS status_name
   FROM (public.lead_status_change c
     JOIN public.lead_status s ON (((s.company_id = c.company_id) AND (s.id = c.status_id))));

CREATE VIEW public.lead_summary WITH (security_invoker='true') AS
 SELECT l.company_id,
    l.id AS lead_id,
    l.org_unit_id,
    l.owner_id,
    l.loan_id,
    s.name AS status_name,
    s.kind AS status_kind,
    so.name AS source_name,
    l.created_by,
    l.created_at,
    l.updated_at
   FROM ((public.lead l
     JOIN public.lead_status s ON (((s.company_id = l.company_id) AND (s.id = l.status_id))))
     LEFT JOIN public.lead_source so ON (((so.company_id = l.company_id) AND (so.id = l.source_id))));

CREATE VIEW public.lead_tag WITH (security_invoker='true') AS
 SELECT n.company_id,
    n.lead_id,
    n.org_unit_id,
    n.name,
    COALESCE(c.first_name, ''::text) AS first_name,
    COALESCE(c.last_name, ''::text) AS last_name,
    u.membership_id AS owner_id
   FROM ((public.lead_name n
     LEFT JOIN public.lead_contact c ON (((c.company_id = n.company_id) AND (c.lead_id = n.lead_id) AND (c."position" = 1))))
     LEFT JOIN public.lead_user u ON (((u.company_id = n.company_id) AND (u.lead_id = n.lead_id) AND (u."position" = 1))));

CREATE TABLE public.left_difference (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    loan_id bigint NOT NULL,
    borrower_item uuid NOT NULL,
    path text NOT NULL,
    of_file jsonb NOT NULL,
    of_keyturn jsonb NOT NULL,
    left_by bigint NOT NULL,
    left_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT left_difference_path_check CHECK (((length(path) >= 1) AND (length(path) <= 100)))
);

ALTER TABLE ONLY public.left_difference FORCE ROW LEVEL SECURITY;

ALTER TABLE public.left_difference ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.left_difference_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.legal_hold (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    loan_id bigint NOT NULL,
    reason text NOT NULL,
    set_by bigint NOT NULL,
    set_at timestamp with time zone DEFAULT now() NOT NULL,
    lifted_by bigint,
    lifted_at timestamp with time zone,
    lift_reason text,
    CONSTRAINT legal_hold_check CHECK ((num_nonnulls(lifted_by, lifted_at, lift_reason) = ANY (ARRAY[0, 3]))),
    CONSTRAINT legal_hold_lift_reason_check CHECK (((length(lift_reason) >= 1) AND (length(lift_reason) <= 500))),
    CONSTRAINT legal_hold_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
);

ALTER TABLE ONLY public.legal_hold FORCE ROW LEVEL SECURITY;

ALTER TABLE public.legal_hold ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.legal_hold_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.lender (
    company_id bigint NOT NULL,
    list text NOT NULL,
    id bigint DEFAULT nextval('public.list_entry_id'::regclass) NOT NULL,
    name text NOT NULL,
    kind text,
    "position" integer NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    target_minutes integer,
    CONSTRAINT lender_kind_check CHECK ((kind IS NULL)),
    CONSTRAINT list_entry_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
    CONSTRAINT list_entry_target_minutes_check CHECK (((target_minutes >= 1) AND (target_minutes <= 100000)))
);

ALTER TABLE ONLY public.lender FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lender_authorization (
    company_id bigint NOT NULL,
    state_hash bytea NOT NULL,
    user_id bigint NOT NULL,
    lender text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT lender_authorization_state_hash_check CHECK ((length(state_hash) = 32))
);

ALTER TABLE ONLY public.lender_authorization FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lender_connection (
    company_id bigint NOT NULL,
    user_id bigint NOT NULL,
    lender text NOT NULL,
    connected_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT lender_connection_lender_check CHECK ((lender = 'rocket'::text))
);

ALTER TABLE ONLY public.lender_connection FORCE ROW LEVEL SECURITY;

CREATE TABLE public.license (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    org_unit_id bigint,
    user_id bigint,
    state_code text NOT NULL,
    number text,
    issued_on date,
    expires_on date,
    is_active boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT license_check CHECK (((org_unit_id IS NULL) <> (user_id IS NULL))),
    CONSTRAINT license_check1 CHECK ((expires_on >= issued_on)),
    CONSTRAINT license_number_check CHECK (((length(number) >= 1) AND (length(number) <= 40))),
    CONSTRAINT license_state_code_check CHECK ((state_code ~ '^[A-Z]{2}$'::text))
);

ALTER TABLE ONLY public.license FORCE ROW LEVEL SECURITY;

ALTER TABLE public.license ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.license_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.license_restriction (
    company_id bigint NOT NULL,
    membership_id bigint NOT NULL,
    notice text NOT NULL,
    CONSTRAINT license_restriction_notice_check CHECK (((length(notice) >= 1) AND (length(notice) <= 500)))
);

ALTER TABLE ONLY public.license_restriction FORCE ROW LEVEL SECURITY;

CREATE VIEW public.list_choice WITH (security_invoker='true') AS
 SELECT list_entry.company_id,
    list_entry.list,
    list_entry.id,
    list_entry.name,
    list_entry.kind,
    list_entry."position"
   FROM public.list_entry
  WHERE list_entry.is_active;

CREATE TABLE public.loan_act (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    made_by bigint NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    undone_at timestamp with time zone,
    stage_id bigint,
    officer_id bigint,
    processor_id bigint,
    finished_at timestamp with time zone
);

ALTER TABLE ONLY public.loan_act FORCE ROW LEVEL SECURITY;

ALTER TABLE public.loan_act ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.loan_act_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.loan_act_loan (
    company_id bigint NOT NULL,
    act_id bigint NOT NULL,
    loan_id bigint NOT NULL,
    version integer NOT NULL,
    state text DEFAULT 'WAITING'::text NOT NULL,
    step jsonb,
    changed_at timestamp with time zone,
    reason text,
    CONSTRAINT loan_act_loan_check CHECK (((step IS NULL) = (state = ANY (ARRAY['WAITING'::text, 'REFUSED'::text])))),
    CONSTRAINT loan_act_loan_check1 CHECK (((reason IS NOT NULL) = (state = ANY (ARRAY['REFUSED'::text, 'KEPT'::text])))),
    CONSTRAINT loan_act_loan_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'CHANGED'::text, 'REFUSED'::text, 'RESTORING'::text, 'RESTORED'::text, 'KEPT'::text])))
);

ALTER TABLE ONLY public.loan_act_loan FORCE ROW LEVEL SECURITY;

CREATE TABLE public.loan_application (
    company_id bigint NOT NULL,
    loan_id bigint NOT NULL,
    schema smallint NOT NULL,
    version integer NOT NULL,
    document jsonb NOT NULL
);

ALTER TABLE ONLY public.loan_application FORCE ROW LEVEL SECURITY;

CREATE VIEW public.loan_contact WITH (security_invoker='true') AS
 SELECT b.company_id,
    b.loan_id,
    b.first_name,
    b.last_name,
    b.name_key,
    b.email,
    b.email_key,
    b.phone,
    l.org_unit_id,
    l.officer_id,
    l.created_at
   FROM (public.loan_borrower b
     JOIN public.loan l ON (((l.company_id = b.company_id) AND (l.id = b.loan_id))));

CREATE VIEW public.loan_lead WITH (security_invoker='true') AS
 SELECT l.company_id,
    made.loan_id,
    l.id AS lead_id,
    (l.loan_id IS DISTINCT FROM made.loan_id) AS is_back
   FROM (( SELECT lead_status_change.company_id,
            lead_status_change.loan_id,
            lead_status_change.lead_id
           FROM public.lead_status_change
          WHERE (lead_status_change.loan_id IS NOT NULL)
        UNION
         SELECT lead.company_id,
            lead.loan_id,
            lead.id
           FROM public.lead
          WHERE (lead.loan_id IS NOT NULL)) made
     JOIN public.lead l ON (((l.company_id = made.company_id) AND (l.id = made.lead_id))));

CREATE TABLE public.subject_property (
    company_id bigint NOT NULL,
    loan_id bigint NOT NULL,
    line text,
    unit text,
    city text,
    county text,
    state_code text,
    postal_code text,
    is_to_be_determined boolean NOT NULL,
    unit_count smallint
);

ALTER TABLE ONLY public.subject_property FORCE ROW LEVEL SECURITY;

CREATE VIEW public.loan_fact WITH (security_invoker='true') AS
 SELECT l.company_id,
    l.id AS loan_id,
    l.org_unit_id,
    l.stage_id,
    l.officer_id,
    l.lender_id,
    l.purpose,
    l.mortgage_type,
    l.lien,
    l.amortization,
    l.property_usage,
    l.state_code,
    l.amount_cents,
    l.purchase_price_cents,
    l.appraised_value_cents,
    l.note_rate_millionths,
    l.term_months,
    l.application_on,
    l.closing_on,
    l.lock_expires_on,
    p.line,
    ARRAY( SELECT t.membership_id
           FROM public.loan_team_member t
          WHERE ((t.company_id = l.company_id) AND (t.loan_id = l.id) AND (t.role = ANY (ARRAY['PROCESSOR'::text, 'CONTRACTPROCESSOR'::text])))
          ORDER BY t.is_primary DESC, t.membership_id) AS processors,
    ( SELECT d.source_id
           FROM (public.loan_lead a_1
             JOIN public.lead d ON (((d.company_id = a_1.company_id) AND (d.id = a_1.lead_id))))
          WHERE ((a_1.company_id = l.company_id) AND (a_1.loan_id = l.id))
          ORDER BY a_1.is_back, d.id
         LIMIT 1) AS lead_source_id,
    l.is_non_delegated_correspondent,
    (a.document #>> '{property,appraisalWaiver}'::text[]) AS appraisal_waiver
   FROM ((public.loan l
     LEFT JOIN public.subject_property p ON (((p.company_id = l.company_id) AND (p.loan_id = l.id))))
     LEFT JOIN public.loan_application a ON (((a.company_id = l.company_id) AND (a.loan_id = l.id))));

CREATE VIEW public.loan_field_entry WITH (security_invoker='true') AS
 SELECT field_change.company_id,
    field_change.loan_id,
    field_change.id,
    field_change.path,
    field_change.changed_at
   FROM public.field_change;

CREATE SEQUENCE public.loan_id
    START WITH 100001
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.loan_lock (
    company_id bigint NOT NULL,
    loan_id bigint NOT NULL,
    session_id uuid NOT NULL,
    membership_id bigint NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL,
    refreshed_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.loan_lock FORCE ROW LEVEL SECURITY;

CREATE VIEW public.loan_member WITH (security_invoker='true') AS
 SELECT DISTINCT loan_team_member.company_id,
    loan_team_member.loan_id,
    loan_team_member.membership_id
   FROM public.loan_team_member;

CREATE VIEW public.loan_name WITH (security_invoker='true') AS
 SELECT loan.company_id,
    loan.id AS loan_id,
    loan.org_unit_id,
    loan.loan_number,
    loan.borrower_name
   FROM public.loan;

CREATE VIEW public.loan_of_file WITH (security_invoker='true') AS
 SELECT l.company_id,
    l.source_file_id AS file_id,
    l.id AS loan_id,
    l.org_unit_id,
    l.officer_id,
    l.created_at
   FROM public.loan l
  WHERE (l.source_file_id IS NOT NULL);

CREATE TABLE public.loan_presence (
    company_id bigint NOT NULL,
    session_id uuid NOT NULL,
    loan_id bigint NOT NULL,
    membership_id bigint NOT NULL,
    section text,
    seen_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT loan_presence_section_check CHECK (((length(section) >= 1) AND (length(section) <= 8)))
);

ALTER TABLE ONLY public.loan_presence FORCE ROW LEVEL SECURITY;

CREATE VIEW public.loan_seat WITH (security_invoker='true') AS
 SELECT loan_team_member.company_id,
    loan_team_member.loan_id,
    loan_team_member.role,
    loan_team_member.is_primary,
    loan_team_member.membership_id
   FROM public.loan_team_member;

CREATE TABLE public.loan_secret (
    company_id bigint NOT NULL,
    loan_id bigint NOT NULL,
    key_id smallint NOT NULL,
    ciphertext bytea NOT NULL
);

ALTER TABLE ONLY public.loan_secret FORCE ROW LEVEL SECURITY;

CREATE VIEW public.loan_stage_choice WITH (security_invoker='true') AS
 SELECT loan_stage.company_id,
    loan_stage.id AS stage_id,
    loan_stage.name
   FROM public.loan_stage;

CREATE VIEW public.loan_stage_entry WITH (security_invoker='true') AS
 SELECT c.company_id,
    c.loan_id,
    c.id,
    c.stage_id,
    n.kind,
    c.recorded_at,
    c.changed_by,
    (b.id IS NULL) AS is_first,
    COALESCE((NOT w.is_active), false) AS is_rehoused,
    n.name AS stage_name,
    COALESCE(c.after_rules, '{}'::bigint[]) AS after_rules
   FROM (((public.loan_stage_change c
     JOIN public.loan_stage n ON (((n.company_id = c.company_id) AND (n.id = c.stage_id))))
     LEFT JOIN LATERAL ( SELECT o.id,
            o.stage_id
           FROM public.loan_stage_change o
          WHERE ((o.company_id = c.company_id) AND (o.loan_id = c.loan_id) AND (o.id < c.id))
          ORDER BY o.id DESC
         LIMIT 1) b ON (true))
     LEFT JOIN public.loan_stage w ON (((w.company_id = c.company_id) AND (w.id = b.stage_id))));

ALTER TABLE public.loan_stage ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.loan_stage_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.loan_stage_step WITH (security_invoker='true') AS
 SELECT c.company_id,
    c.loan_id,
    c.id,
    c.valid_from AS at,
    c.changed_by,
    s.name AS stage_name
   FROM (public.loan_stage_change c
     JOIN public.loan_stage s ON (((s.company_id = c.company_id) AND (s.id = c.stage_id))));

CREATE VIEW public.loan_tag WITH (security_invoker='true') AS
 SELECT l.company_id,
    l.id AS loan_id,
    l.loan_number,
    l.borrower_name,
    b.first_name,
    b.last_name,
    l.amount_cents,
    l.note_rate_millionths,
    l.officer_id,
    l.org_unit_id,
    s.name AS stage_name,
    p.line,
    p.city,
    p.state_code
   FROM (((public.loan l
     LEFT JOIN LATERAL ( SELECT loan_borrower.first_name,
            loan_borrower.last_name
           FROM public.loan_borrower
          WHERE ((loan_borrower.company_id = l.company_id) AND (loan_borrower.loan_id = l.id))
          ORDER BY loan_borrower."position"
         LIMIT 1) b ON (true))
     LEFT JOIN public.loan_stage s ON (((s.company_id = l.company_id) AND (s.id = l.stage_id))))
     LEFT JOIN public.subject_property p ON (((p.company_id = l.company_id) AND (p.loan_id = l.id))));

CREATE TABLE public.loan_team_change (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    loan_id bigint NOT NULL,
    role text NOT NULL,
    is_primary boolean NOT NULL,
    before_id bigint,
    after_id bigint,
    changed_by bigint DEFAULT (NULLIF(current_setting('app.user_id'::text, true), ''::text))::bigint,
    changed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT loan_team_change_check CHECK ((before_id IS DISTINCT FROM after_id))
);

ALTER TABLE ONLY public.loan_team_change FORCE ROW LEVEL SECURITY;

ALTER TABLE public.loan_team_change ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.loan_team_change_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.login (
    id uuid NOT NULL,
    user_id bigint NOT NULL,
    issuer_hash bytea,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    last_seen_at timestamp with time zone DEFAULT now() NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    ended_reason text,
    user_agent text,
    device_hash bytea,
    CONSTRAINT login_check CHECK (((revoked_at IS NULL) = (ended_reason IS NULL)))
);

CREATE TABLE public.lost_reason (
    company_id bigint NOT NULL,
    list text NOT NULL,
    id bigint DEFAULT nextval('public.list_entry_id'::regclass) NOT NULL,
    name text NOT NULL,
    kind text,
    "position" integer NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    target_minutes integer,
    CONSTRAINT list_entry_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
    CONSTRAINT list_entry_target_minutes_check CHECK (((target_minutes >= 1) AND (target_minutes <= 100000))),
    CONSTRAINT lost_reason_kind_check CHECK ((kind IS NULL))
);

ALTER TABLE ONLY public.lost_reason FORCE ROW LEVEL SECURITY;

CREATE TABLE public.mailbox (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    provider text NOT NULL,
    address text NOT NULL,
    tokens bytea NOT NULL,
    sealed_with smallint NOT NULL,
    renew_at timestamp with time zone NOT NULL,
    connected_at timestamp with time zone DEFAULT now() NOT NULL,
    lost_at timestamp with time zone,
    CONSTRAINT mailbox_address_check CHECK (((length(address) >= 3) AND (length(address) <= 320))),
    CONSTRAINT mailbox_provider_check CHECK ((provider ~ '^[a-z][a-z0-9_-]{0,30}$'::text))
);

ALTER TABLE ONLY public.mailbox FORCE ROW LEVEL SECURITY;

CREATE TABLE public.mailbox_authorization (
    company_id bigint NOT NULL,
    state_hash bytea NOT NULL,
    user_id bigint NOT NULL,
    provider text NOT NULL,
    redirect_uri text NOT NULL,
    verifier bytea NOT NULL,
    sealed_with smallint NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT mailbox_authorization_state_hash_check CHECK ((length(state_hash) = 32))
);

ALTER TABLE ONLY public.mailbox_authorization FORCE ROW LEVEL SECURITY;

ALTER TABLE public.mailbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.mailbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.match_setting (
    company_id bigint NOT NULL,
    weights jsonb NOT NULL,
    nicknames text[] NOT NULL,
    intake_rule text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT match_setting_intake_rule_check CHECK ((intake_rule = ANY (ARRAY['LINK'::text, 'SKIP'::text, 'CREATE'::text, 'HOLD'::text]))),
    CONSTRAINT match_setting_nicknames_check CHECK ((cardinality(nicknames) <= 500))
);

ALTER TABLE ONLY public.match_setting FORCE ROW LEVEL SECURITY;

CREATE TABLE public.match_waiting (
    company_id bigint NOT NULL,
    kind text NOT NULL,
    record_id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT match_waiting_kind_check CHECK ((kind = ANY (ARRAY['lead'::text, 'borrower'::text, 'contact'::text])))
);

CREATE TABLE public.membership (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    user_id bigint NOT NULL,
    org_unit_id bigint NOT NULL,
    active boolean DEFAULT true NOT NULL,
    is_default boolean DEFAULT false NOT NULL,
    access_version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL
);

CREATE TABLE public.membership_role (
    company_id bigint NOT NULL,
    membership_id bigint NOT NULL,
    role text NOT NULL,
    "position" smallint NOT NULL,
    CONSTRAINT membership_role_position_check CHECK ((("position" >= 1) AND ("position" <= 15))),
    CONSTRAINT membership_role_role_check CHECK ((role = ANY (ARRAY['ORIGINATOR'::text, 'PROCESSOR'::text, 'CONTRACTPROCESSOR'::text, 'ASSISTANT'::text, 'LOANADMIN'::text, 'ADMINISTRATOR'::text, 'BRANCHADMIN'::text, 'ASSOCIATEADMIN'::text, 'COMPANYADMIN'::text, 'SUPERADMIN'::text, 'DISCLOSURE_DESK'::text, 'PAYROLL'::text, 'CLOSER'::text, 'LOCK_DESK'::text, 'FUNDER'::text])))
);

CREATE VIEW public.member WITH (security_invoker='true') AS
 SELECT m.company_id,
    m.id AS membership_id,
    m.user_id,
    m.org_unit_id,
    ((u.first_name || ' '::text) || u.last_name) AS name,
    u.email,
    (m.active AND (u.state = 'ACTIVE'::text)) AS is_active,
    b.display_name AS branch_name,
    b.nmls_id AS branch_nmls_id,
    ARRAY( SELECT r.role
           FROM public.membership_role r
          WHERE ((r.company_id = m.company_id) AND (r.membership_id = m.id))
          ORDER BY r."position") AS roles,
    (m.active AND (u.state <> 'DEACTIVATED'::text)) AS is_staff
   FROM ((public.membership m
     JOIN public.app_user u ON ((u.id = m.user_id)))
     LEFT JOIN public.org_unit b ON ((b.id = m.org_unit_id)));

ALTER TABLE public.membership ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.membership_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.merge (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    kind text NOT NULL,
    survivor_id bigint NOT NULL,
    before jsonb NOT NULL,
    after jsonb NOT NULL,
    gave_ssn boolean NOT NULL,
    gave_birth boolean NOT NULL,
    relatives bigint[] NOT NULL,
    reason text,
    made_by bigint NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    undone_at timestamp with time zone,
    undone_by bigint,
    CONSTRAINT merge_check CHECK (((undone_at IS NULL) = (undone_by IS NULL))),
    CONSTRAINT merge_kind_check CHECK ((kind = 'borrower'::text)),
    CONSTRAINT merge_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
);

ALTER TABLE ONLY public.merge FORCE ROW LEVEL SECURITY;

ALTER TABLE public.merge ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.merge_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.merge_part (
    company_id bigint NOT NULL,
    merge_id bigint NOT NULL,
    record_id bigint NOT NULL,
    record jsonb NOT NULL,
    relatives jsonb NOT NULL,
    moved jsonb NOT NULL
);

ALTER TABLE ONLY public.merge_part FORCE ROW LEVEL SECURITY;

CREATE TABLE public.migration_compatibility (
    version bigint NOT NULL,
    is_compatible boolean NOT NULL
);

ALTER TABLE public.note ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.note_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.notification_choice (
    company_id bigint NOT NULL,
    user_id bigint NOT NULL,
    kind text NOT NULL,
    is_on boolean NOT NULL,
    CONSTRAINT notification_choice_kind_check CHECK (((length(kind) >= 1) AND (length(kind) <= 40)))
);

ALTER TABLE ONLY public.notification_choice FORCE ROW LEVEL SECURITY;

CREATE VIEW public.notification_off WITH (security_invoker='true') AS
 SELECT notification_choice.company_id,
    notification_choice.user_id,
    notification_choice.kind
   FROM public.notification_choice
  WHERE (NOT notification_choice.is_on);

CREATE VIEW public.officer_license WITH (security_invoker='true') AS
 SELECT license.company_id,
    license.user_id,
    license.state_code,
    license.is_active,
    license.issued_on,
    license.expires_on
   FROM public.license
  WHERE (license.user_id IS NOT NULL);

CREATE TABLE public.org_domain (
    host text NOT NULL,
    context text NOT NULL,
    org_unit_id bigint NOT NULL,
    CONSTRAINT org_domain_context_check CHECK ((context = ANY (ARRAY['LOS'::text, 'POS'::text, 'REALTOR'::text]))),
    CONSTRAINT org_domain_host_check CHECK ((host = lower(host)))
);

CREATE VIEW public.officer_portal WITH (security_invoker='true') AS
 SELECT m.company_id,
    m.id AS membership_id,
    ((u.first_name || ' '::text) || u.last_name) AS officer_name,
    COALESCE(u.borrower_portal_url, b.borrower_portal_url, c.borrower_portal_url) AS borrower_portal_url,
    ( SELECT d.host
           FROM public.org_domain d
          WHERE ((d.org_unit_id = m.company_id) AND (d.context = 'POS'::text))
          ORDER BY d.host
         LIMIT 1) AS portal_host,
    c.nmls_id AS company_nmls_id,
    c.display_name AS company_name,
    u.nmls_id AS officer_nmls_id
   FROM (((public.membership m
     JOIN public.app_user u ON ((u.id = m.user_id)))
     JOIN public.org_unit b ON ((b.id = m.org_unit_id)))
     JOIN public.org_unit c ON ((c.id = m.company_id)));

CREATE VIEW public.officer_team WITH (security_invoker='true') AS
 SELECT default_team_member.company_id,
    default_team_member.officer_id,
    default_team_member.role,
    default_team_member.is_primary,
    default_team_member.membership_id
   FROM public.default_team_member;

CREATE TABLE public.oidc_code (
    code_hash bytea NOT NULL,
    client_id text NOT NULL,
    redirect_uri text NOT NULL,
    scope text NOT NULL,
    nonce text,
    code_challenge text NOT NULL,
    login_id uuid NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);

CREATE TABLE public.oidc_refresh (
    token_hash bytea NOT NULL,
    login_id uuid NOT NULL,
    client_id text NOT NULL,
    scope text NOT NULL,
    issued_at timestamp with time zone DEFAULT now() NOT NULL,
    used_at timestamp with time zone
);

CREATE TABLE public.oidc_request (
    id uuid NOT NULL,
    client_id text NOT NULL,
    redirect_uri text NOT NULL,
    scope text NOT NULL,
    state text NOT NULL,
    nonce text,
    code_challenge text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE VIEW public.open_loan WITH (security_invoker='true') AS
 SELECT loan.company_id,
    loan.id AS loan_id,
    loan.org_unit_id,
    loan.officer_id
   FROM public.loan
  WHERE (loan.stage_rank < 140);

CREATE TABLE public.org_theme (
    org_unit_id bigint NOT NULL,
    logo text DEFAULT 'logo.svg'::text NOT NULL,
    app_title text,
    asset_path text DEFAULT '/assets'::text NOT NULL,
    remote_asset_path text,
    theme_name text,
    theme_color text,
    login_title text,
    compliance_logo text,
    light_logo_url text,
    is_realtor_portal_old_url boolean DEFAULT false NOT NULL,
    los_remote_asset_path text,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT org_theme_theme_color_check CHECK ((theme_color ~ '^#[0-9a-f]{6}$'::text))
);

ALTER TABLE public.org_unit ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.org_unit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.outbox_email (
    company_id bigint NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    recipient text NOT NULL,
    recipient_name text,
    user_id bigint,
    parameters jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    sent_at timestamp with time zone,
    given_up_at timestamp with time zone,
    given_up_why text,
    CONSTRAINT outbox_email_check CHECK (((sent_at IS NULL) OR (given_up_at IS NULL))),
    CONSTRAINT outbox_email_check1 CHECK (((given_up_at IS NULL) = (given_up_why IS NULL))),
    CONSTRAINT outbox_email_kind_check CHECK ((kind ~ '^[a-z][a-z0-9-]{0,62}$'::text)),
    CONSTRAINT outbox_email_recipient_check CHECK (((length(recipient) >= 3) AND (length(recipient) <= 320))),
    CONSTRAINT outbox_email_recipient_name_check CHECK ((length(recipient_name) <= 200))
);

ALTER TABLE ONLY public.outbox_email FORCE ROW LEVEL SECURITY;

CREATE TABLE public.payment_method (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    provider text NOT NULL,
    token text NOT NULL,
    brand text NOT NULL,
    last_four text NOT NULL,
    expires_on date NOT NULL,
    is_default boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT payment_method_last_four_check CHECK ((last_four ~ '^[0-9]{4}$'::text)),
    CONSTRAINT payment_method_token_check CHECK (((length(token) >= 1) AND (length(token) <= 200)))
);

ALTER TABLE ONLY public.payment_method FORCE ROW LEVEL SECURITY;

ALTER TABLE public.payment_method ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.payment_method_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.person WITH (security_invoker='true') AS
 SELECT app_user.id AS user_id,
    ((app_user.first_name || ' '::text) || app_user.last_name) AS name
   FROM public.app_user;

CREATE VIEW public.person_record WITH (security_invoker='true') AS
 SELECT borrower.company_id,
    'borrower'::text AS kind,
    borrower.id,
    borrower.first_name,
    borrower.last_name,
    borrower.email,
    borrower.phone,
    borrower.owner_id
   FROM public.borrower
UNION ALL
 SELECT lead_person.company_id,
    'lead'::text AS kind,
    lead_person.lead_id AS id,
    lead_person.first_name,
    lead_person.last_name,
    lead_person.email,
    lead_person.phone,
    lead_person.owner_id
   FROM public.lead_person;

CREATE TABLE public.plan (
    id text NOT NULL,
    name text NOT NULL,
    is_pro boolean NOT NULL,
    rank smallint NOT NULL,
    officer_month_cents bigint NOT NULL,
    officer_year_cents bigint NOT NULL,
    support_month_cents bigint NOT NULL,
    support_year_cents bigint NOT NULL,
    is_offered boolean DEFAULT true NOT NULL,
    CONSTRAINT plan_id_check CHECK ((id ~ '^[A-Z][A-Z_]{0,30}$'::text)),
    CONSTRAINT plan_officer_month_cents_check CHECK ((officer_month_cents >= 0)),
    CONSTRAINT plan_officer_year_cents_check CHECK ((officer_year_cents >= 0)),
    CONSTRAINT plan_support_month_cents_check CHECK ((support_month_cents >= 0)),
    CONSTRAINT plan_support_year_cents_check CHECK ((support_year_cents >= 0))
);

CREATE TABLE public.processor_contract (
    id bigint NOT NULL,
    company_id bigint NOT NULL,
    processor_company_id bigint NOT NULL,
    active boolean DEFAULT true NOT NULL,
    engaged_at timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT processor_contract_check CHECK ((company_id <> processor_company_id)),
    CONSTRAINT processor_contract_check1 CHECK ((active = (ended_at IS NULL)))
);

ALTER TABLE public.processor_contract ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.processor_contract_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.rate_limit (
    bucket text NOT NULL,
    subject_hash bytea NOT NULL,
    window_start timestamp with time zone NOT NULL,
    attempts integer NOT NULL
);

CREATE TABLE public.record_opening (
    company_id bigint NOT NULL,
    user_id bigint NOT NULL,
    entity text NOT NULL,
    entity_id bigint NOT NULL,
    opened_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.record_opening FORCE ROW LEVEL SECURITY;

CREATE TABLE public.recovery_code (
    user_id bigint NOT NULL,
    code_hash bytea NOT NULL,
    used_at timestamp with time zone
);

CREATE TABLE public.role_permission_override (
    company_id bigint NOT NULL,
    role text NOT NULL,
    permission text NOT NULL,
    allowed boolean NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT role_permission_override_permission_check CHECK (((length(permission) >= 1) AND (length(permission) <= 40))),
    CONSTRAINT role_permission_override_role_check CHECK (((length(role) >= 1) AND (length(role) <= 40)))
);

ALTER TABLE ONLY public.role_permission_override FORCE ROW LEVEL SECURITY;

CREATE VIEW public.rule_name WITH (security_invoker='true') AS
 SELECT automation_rule.company_id,
    automation_rule.id AS rule_id,
    automation_rule.identifier,
    automation_rule.name
   FROM public.automation_rule;

CREATE TABLE public.saved_view (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    list text NOT NULL,
    owner_id bigint NOT NULL,
    name text NOT NULL,
    sharing text NOT NULL,
    org_unit_id bigint,
    content jsonb NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT saved_view_check CHECK (((sharing = 'BRANCH'::text) = (org_unit_id IS NOT NULL))),
    CONSTRAINT saved_view_list_check CHECK ((list = ANY (ARRAY['loans'::text, 'leads'::text]))),
    CONSTRAINT saved_view_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
    CONSTRAINT saved_view_sharing_check CHECK ((sharing = ANY (ARRAY['PRIVATE'::text, 'BRANCH'::text, 'COMPANY'::text])))
);

ALTER TABLE ONLY public.saved_view FORCE ROW LEVEL SECURITY;

ALTER TABLE public.saved_view ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.saved_view_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.search_entry (
    company_id bigint NOT NULL,
    kind text NOT NULL,
    entity_id bigint NOT NULL,
    words text NOT NULL,
    org_unit_id bigint NOT NULL
)
PARTITION BY LIST (kind);

CREATE TABLE public.search_entry_borrower (
    company_id bigint NOT NULL,
    kind text NOT NULL,
    entity_id bigint NOT NULL,
    words text NOT NULL,
    org_unit_id bigint NOT NULL
);

CREATE TABLE public.search_entry_contact (
    company_id bigint NOT NULL,
    kind text NOT NULL,
    entity_id bigint NOT NULL,
    words text NOT NULL,
    org_unit_id bigint NOT NULL
);

CREATE TABLE public.search_entry_lead (
    company_id bigint NOT NULL,
    kind text NOT NULL,
    entity_id bigint NOT NULL,
    words text NOT NULL,
    org_unit_id bigint NOT NULL
);

CREATE TABLE public.search_entry_loan (
    company_id bigint NOT NULL,
    kind text NOT NULL,
    entity_id bigint NOT NULL,
    words text NOT NULL,
    org_unit_id bigint NOT NULL
);

CREATE TABLE public.search_entry_task (
    company_id bigint NOT NULL,
    kind text NOT NULL,
    entity_id bigint NOT NULL,
    words text NOT NULL,
    org_unit_id bigint NOT NULL
);

CREATE TABLE public.search_term (
    company_id bigint NOT NULL,
    kind text NOT NULL,
    term text NOT NULL COLLATE pg_catalog."C",
    org_unit_id bigint NOT NULL,
    entity_id bigint NOT NULL
);

ALTER TABLE ONLY public.search_term FORCE ROW LEVEL SECURITY;

CREATE TABLE public.search_word (
    company_id bigint NOT NULL,
    word text NOT NULL COLLATE pg_catalog."C",
    id bigint NOT NULL
);

ALTER TABLE ONLY public.search_word FORCE ROW LEVEL SECURITY;

ALTER TABLE public.search_word ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.search_word_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.seat (
    company_id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    user_id bigint NOT NULL,
    kind text NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT seat_kind_check CHECK ((kind = ANY (ARRAY['LO'::text, 'SUPPORT'::text])))
);

ALTER TABLE ONLY public.seat FORCE ROW LEVEL SECURITY;

CREATE TABLE public.second_factor (
    user_id bigint NOT NULL,
    secret bytea NOT NULL,
    sealed_with smallint NOT NULL,
    last_step bigint NOT NULL,
    recovery_salt bytea NOT NULL,
    enrolled_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT second_factor_recovery_salt_check CHECK ((length(recovery_salt) = 16))
);

CREATE TABLE public.second_factor_reset (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    requested_at timestamp with time zone DEFAULT now() NOT NULL,
    decided_at timestamp with time zone,
    decided_by_user_id bigint,
    is_approved boolean,
    CONSTRAINT second_factor_reset_check CHECK (((decided_at IS NULL) = (is_approved IS NULL))),
    CONSTRAINT second_factor_reset_check1 CHECK (((decided_at IS NULL) = (decided_by_user_id IS NULL)))
);

ALTER TABLE ONLY public.second_factor_reset FORCE ROW LEVEL SECURITY;

ALTER TABLE public.second_factor_reset ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.second_factor_reset_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.self_payer (
    company_id bigint NOT NULL,
    user_id bigint NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.self_payer FORCE ROW LEVEL SECURITY;

CREATE TABLE public.session (
    id uuid NOT NULL,
    login_id uuid NOT NULL,
    active_user_id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    acting_since timestamp with time zone,
    acting_seen_at timestamp with time zone,
    acting_ended_at timestamp with time zone,
    CONSTRAINT session_check CHECK (((acting_since IS NULL) = (acting_seen_at IS NULL))),
    CONSTRAINT session_check1 CHECK (((acting_ended_at IS NULL) OR (acting_since IS NOT NULL)))
);

CREATE TABLE public.sign_in_attempt (
    account_hash bytea NOT NULL,
    kind text NOT NULL,
    place_hash bytea NOT NULL,
    window_start timestamp with time zone DEFAULT now() NOT NULL,
    attempts integer NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    blocked_until timestamp with time zone,
    guessed_at timestamp with time zone[] DEFAULT '{}'::timestamp with time zone[] NOT NULL,
    CONSTRAINT sign_in_attempt_kind_check CHECK ((kind = ANY (ARRAY['PASSWORD'::text, 'CODE'::text])))
);

CREATE TABLE public.sign_in_ticket (
    ticket_hash bytea NOT NULL,
    request_id uuid NOT NULL,
    user_id bigint NOT NULL,
    secret bytea,
    sealed_with smallint,
    attempts_left smallint DEFAULT 5 NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT sign_in_ticket_attempts_left_check CHECK ((attempts_left >= 0)),
    CONSTRAINT sign_in_ticket_check CHECK (((secret IS NULL) = (sealed_with IS NULL)))
);

CREATE TABLE public.signed_file (
    id uuid NOT NULL,
    company_id bigint NOT NULL,
    user_id bigint NOT NULL,
    name text NOT NULL,
    max_bytes bigint NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);

CREATE TABLE public.signing_key (
    id text NOT NULL,
    algorithm text NOT NULL,
    private_key bytea NOT NULL,
    sealed_with smallint NOT NULL,
    public_jwk jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    retired_at timestamp with time zone,
    signs_from timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT signing_key_algorithm_check CHECK ((algorithm = 'RS256'::text))
);

CREATE TABLE public.subscription (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    payer text NOT NULL,
    org_unit_id bigint,
    user_id bigint,
    plan_id text NOT NULL,
    period text NOT NULL,
    officer_seats integer NOT NULL,
    support_seats integer NOT NULL,
    state text NOT NULL,
    trial_ends_on date,
    anchor_on date,
    period_starts_on date,
    period_ends_on date,
    period_cents bigint DEFAULT 0 NOT NULL,
    past_due_on date,
    tried_on date,
    is_blocked boolean DEFAULT false NOT NULL,
    cancelled_on date,
    cancelled_by bigint,
    cancel_reason text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT subscription_cancel_reason_check CHECK (((length(cancel_reason) >= 1) AND (length(cancel_reason) <= 500))),
    CONSTRAINT subscription_check CHECK (
CASE payer
    WHEN 'COMPANY'::text THEN ((org_unit_id = company_id) AND (user_id IS NULL))
    WHEN 'BRANCH'::text THEN ((org_unit_id <> company_id) AND (user_id IS NULL))
    ELSE ((user_id IS NOT NULL) AND (org_unit_id IS NULL))
END),
    CONSTRAINT subscription_check1 CHECK (((state <> 'TRIAL'::text) OR (trial_ends_on IS NOT NULL))),
    CONSTRAINT subscription_check2 CHECK (((state <> 'ACTIVE'::text) OR (period_ends_on IS NOT NULL))),
    CONSTRAINT subscription_check3 CHECK (((state <> 'PAST_DUE'::text) OR (past_due_on IS NOT NULL))),
    CONSTRAINT subscription_check4 CHECK (((state = ANY (ARRAY['ADMIN_CANCELLED'::text, 'USER_CANCELLED'::text])) = (cancelled_on IS NOT NULL))),
    CONSTRAINT subscription_officer_seats_check CHECK (((officer_seats >= 0) AND (officer_seats <= 10000))),
    CONSTRAINT subscription_payer_check CHECK ((payer = ANY (ARRAY['COMPANY'::text, 'BRANCH'::text, 'SELF'::text]))),
    CONSTRAINT subscription_period_cents_check CHECK ((period_cents >= 0)),
    CONSTRAINT subscription_period_check CHECK ((period = ANY (ARRAY['MONTH'::text, 'YEAR'::text]))),
    CONSTRAINT subscription_state_check CHECK ((state = ANY (ARRAY['NONE'::text, 'TRIAL'::text, 'ACTIVE'::text, 'PAST_DUE'::text, 'ADMIN_CANCELLED'::text, 'USER_CANCELLED'::text]))),
    CONSTRAINT subscription_support_seats_check CHECK (((support_seats >= 0) AND (support_seats <= 10000)))
);

ALTER TABLE ONLY public.subscription FORCE ROW LEVEL SECURITY;

ALTER TABLE public.subscription ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.subscription_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.task (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    org_unit_id bigint NOT NULL,
    loan_id bigint,
    lead_id bigint,
    assignee_id bigint,
    title text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    due_on date,
    priority text DEFAULT 'NORMAL'::text NOT NULL,
    status text DEFAULT 'TODO'::text NOT NULL,
    done_at timestamp with time zone,
    done_by bigint,
    creator_id bigint,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    words text NOT NULL COLLATE pg_catalog."C",
    due_key date GENERATED ALWAYS AS (COALESCE(due_on, '9999-12-31'::date)) STORED NOT NULL,
    loan_key text GENERATED ALWAYS AS ((lpad((COALESCE(loan_id, '999999999999'::bigint))::text, 12, '0'::text) || lpad(((COALESCE(due_on, '9999-12-31'::date) - '0001-01-01'::date))::text, 7, '0'::text))) STORED NOT NULL COLLATE pg_catalog."C",
    due_days smallint,
    due_count text,
    due_side text,
    due_of text,
    role text,
    role_is_primary boolean,
    repeat_every smallint,
    repeat_unit text,
    repeat_first date,
    after_task_id bigint,
    checklist jsonb DEFAULT '[]'::jsonb NOT NULL,
    template_id bigint,
    documents jsonb DEFAULT '[]'::jsonb NOT NULL,
    rule_id bigint,
    step_id bigint,
    CONSTRAINT task_check CHECK (((loan_id IS NULL) OR (lead_id IS NULL))),
    CONSTRAINT task_check1 CHECK (((status = 'DONE'::text) = (done_at IS NOT NULL))),
    CONSTRAINT task_check2 CHECK ((num_nonnulls(due_days, due_count, due_side, due_of) = ANY (ARRAY[0, 4]))),
    CONSTRAINT task_check3 CHECK ((num_nonnulls(role, role_is_primary) = ANY (ARRAY[0, 2]))),
    CONSTRAINT task_check4 CHECK ((num_nonnulls(repeat_every, repeat_unit) = ANY (ARRAY[0, 2]))),
    CONSTRAINT task_check5 CHECK (((repeat_first IS NULL) OR (repeat_every IS NOT NULL))),
    CONSTRAINT task_check6 CHECK (((loan_id IS NOT NULL) OR ((due_days IS NULL) AND (role IS NULL)))),
    CONSTRAINT task_check7 CHECK (((creator_id IS NOT NULL) OR (rule_id IS NOT NULL))),
    CONSTRAINT task_checklist_check CHECK (((jsonb_typeof(checklist) = 'array'::text) AND (jsonb_array_length(checklist) <= 50))),
    CONSTRAINT task_description_check CHECK ((length(description) <= 4000)),
    CONSTRAINT task_documents_check CHECK (((jsonb_typeof(documents) = 'array'::text) AND (jsonb_array_length(documents) <= 50))),
    CONSTRAINT task_due_count_check CHECK ((due_count = ANY (ARRAY['CALENDAR'::text, 'BUSINESS'::text]))),
    CONSTRAINT task_due_days_check CHECK (((due_days >= 0) AND (due_days <= 400))),
    CONSTRAINT task_due_of_check CHECK ((due_of = ANY (ARRAY['CREATED'::text, 'APPLICATION'::text, 'LOAN_ESTIMATE'::text, 'CLOSING_DISCLOSURE'::text, 'LOCK_EXPIRY'::text, 'CLOSING'::text, 'FUNDING'::text]))),
    CONSTRAINT task_due_side_check CHECK ((due_side = ANY (ARRAY['BEFORE'::text, 'AFTER'::text]))),
    CONSTRAINT task_priority_check CHECK ((priority = ANY (ARRAY['LOW'::text, 'NORMAL'::text, 'HIGH'::text]))),
    CONSTRAINT task_repeat_every_check CHECK (((repeat_every >= 1) AND (repeat_every <= 99))),
    CONSTRAINT task_repeat_unit_check CHECK ((repeat_unit = ANY (ARRAY['DAY'::text, 'WEEK'::text, 'MONTH'::text, 'YEAR'::text]))),
    CONSTRAINT task_status_check CHECK ((status = ANY (ARRAY['TODO'::text, 'DONE'::text, 'REMOVED'::text]))),
    CONSTRAINT task_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200)))
);

ALTER TABLE ONLY public.task FORCE ROW LEVEL SECURITY;

CREATE TABLE public.task_comment (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    task_id bigint NOT NULL,
    author_id bigint NOT NULL,
    text text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    edited_at timestamp with time zone,
    deleted_at timestamp with time zone,
    CONSTRAINT task_comment_check CHECK (((deleted_at IS NOT NULL) = (text = ''::text))),
    CONSTRAINT task_comment_text_check CHECK ((length(text) <= 2000))
);

ALTER TABLE ONLY public.task_comment FORCE ROW LEVEL SECURITY;

ALTER TABLE public.task_comment ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.task_comment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.task ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.task_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.task_template (
    company_id bigint NOT NULL,
    id bigint NOT NULL,
    "position" integer NOT NULL,
    about text NOT NULL,
    title text NOT NULL,
    text text DEFAULT ''::text NOT NULL,
    due_days smallint,
    due_count text,
    due_side text,
    due_of text,
    priority text DEFAULT 'NORMAL'::text NOT NULL,
    role text,
    role_is_primary boolean,
    checklist jsonb DEFAULT '[]'::jsonb NOT NULL,
    documents jsonb DEFAULT '[]'::jsonb NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT task_template_about_check CHECK ((about = ANY (ARRAY['LOAN'::text, 'LEAD'::text]))),
    CONSTRAINT task_template_check CHECK ((num_nonnulls(due_days, due_count, due_side, due_of) = ANY (ARRAY[0, 4]))),
    CONSTRAINT task_template_check1 CHECK ((num_nonnulls(role, role_is_primary) = ANY (ARRAY[0, 2]))),
    CONSTRAINT task_template_check2 CHECK (((about = 'LOAN'::text) OR (COALESCE(due_of, 'START'::text) = 'START'::text))),
    CONSTRAINT task_template_checklist_check CHECK (((jsonb_typeof(checklist) = 'array'::text) AND (jsonb_array_length(checklist) <= 50))),
    CONSTRAINT task_template_documents_check CHECK (((jsonb_typeof(documents) = 'array'::text) AND (jsonb_array_length(documents) <= 50))),
    CONSTRAINT task_template_due_count_check CHECK ((due_count = ANY (ARRAY['CALENDAR'::text, 'BUSINESS'::text]))),
    CONSTRAINT task_template_due_days_check CHECK (((due_days >= 0) AND (due_days <= 400))),
    CONSTRAINT task_template_due_of_check CHECK ((due_of = ANY (ARRAY['START'::text, 'CREATED'::text, 'APPLICATION'::text, 'LOAN_ESTIMATE'::text, 'CLOSING_DISCLOSURE'::text, 'LOCK_EXPIRY'::text, 'CLOSING'::text, 'FUNDING'::text]))),
    CONSTRAINT task_template_due_side_check CHECK ((due_side = ANY (ARRAY['BEFORE'::text, 'AFTER'::text]))),
    CONSTRAINT task_template_priority_check CHECK ((priority = ANY (ARRAY['LOW'::text, 'NORMAL'::text, 'HIGH'::text]))),
    CONSTRAINT task_template_text_check CHECK ((length(text) <= 4000)),
    CONSTRAINT task_template_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200)))
);

ALTER TABLE ONLY public.task_template FORCE ROW LEVEL SECURITY;

ALTER TABLE public.task_template ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.task_template_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.user_photo (
    user_id bigint NOT NULL,
    id uuid NOT NULL,
    jpeg bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT user_photo_jpeg_check CHECK (((octet_length(jpeg) >= 1) AND (octet_length(jpeg) <= 262144)))
);

CREATE TABLE public.withdrawal_reason (
    company_id bigint NOT NULL,
    list text NOT NULL,
    id bigint DEFAULT nextval('public.list_entry_id'::regclass) NOT NULL,
    name text NOT NULL,
    kind text,
    "position" integer NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    target_minutes integer,
    CONSTRAINT list_entry_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
    CONSTRAINT list_entry_target_minutes_check CHECK (((target_minutes >= 1) AND (target_minutes <= 100000))),
    CONSTRAINT withdrawal_reason_kind_check CHECK ((kind IS NULL))
);

ALTER TABLE ONLY public.withdrawal_reason FORCE ROW LEVEL SECURITY;

ALTER TABLE ONLY public.list_entry ATTACH PARTITION public.contact_category FOR VALUES IN ('contact-category');

ALTER TABLE ONLY public.list_entry ATTACH PARTITION public.contact_outcome FOR VALUES IN ('contact-outcome');

ALTER TABLE ONLY public.list_entry ATTACH PARTITION public.lead_provider FOR VALUES IN ('lead-provider');

ALTER TABLE ONLY public.list_entry ATTACH PARTITION public.lead_source FOR VALUES IN ('lead-source');

ALTER TABLE ONLY public.list_entry ATTACH PARTITION public.lead_status FOR VALUES IN ('lead-status');

ALTER TABLE ONLY public.list_entry ATTACH PARTITION public.lender FOR VALUES IN ('lender');

ALTER TABLE ONLY public.list_entry ATTACH PARTITION public.lost_reason FOR VALUES IN ('lost-reason');

ALTER TABLE ONLY public.search_entry ATTACH PARTITION public.search_entry_borrower FOR VALUES IN ('borrower');

ALTER TABLE ONLY public.search_entry ATTACH PARTITION public.search_entry_contact FOR VALUES IN ('contact');

ALTER TABLE ONLY public.search_entry ATTACH PARTITION public.search_entry_lead FOR VALUES IN ('lead');

ALTER TABLE ONLY public.search_entry ATTACH PARTITION public.search_entry_loan FOR VALUES IN ('loan');

ALTER TABLE ONLY public.search_entry ATTACH PARTITION public.search_entry_task FOR VALUES IN ('task');

ALTER TABLE ONLY public.list_entry ATTACH PARTITION public.withdrawal_reason FOR VALUES IN ('withdrawal-reason');

ALTER TABLE ONLY public.account_token
    ADD CONSTRAINT account_token_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.announcement
    ADD CONSTRAINT announcement_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_secret_hash_key UNIQUE (secret_hash);

ALTER TABLE ONLY public.app_user
    ADD CONSTRAINT app_user_email_key_key UNIQUE (email_key);

ALTER TABLE ONLY public.app_user
    ADD CONSTRAINT app_user_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_check
    ADD CONSTRAINT audit_check_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.audit_entry
    ADD CONSTRAINT audit_entry_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.audit_seal
    ADD CONSTRAINT audit_seal_pkey PRIMARY KEY (company_id, "position");

ALTER TABLE ONLY public.automation_dry_run
    ADD CONSTRAINT automation_dry_run_company_id_rule_id_org_unit_id_key UNIQUE NULLS NOT DISTINCT (company_id, rule_id, org_unit_id);

ALTER TABLE ONLY public.automation_dry_run
    ADD CONSTRAINT automation_dry_run_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.automation_occasion
    ADD CONSTRAINT automation_occasion_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.automation_rule_off
    ADD CONSTRAINT automation_rule_off_pkey PRIMARY KEY (company_id, rule_id, org_unit_id);

ALTER TABLE ONLY public.automation_rule
    ADD CONSTRAINT automation_rule_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.automation_rule_version
    ADD CONSTRAINT automation_rule_version_pkey PRIMARY KEY (company_id, rule_id, version);

ALTER TABLE ONLY public.automation_run
    ADD CONSTRAINT automation_run_pkey PRIMARY KEY (company_id, step_id, rule_id);

ALTER TABLE ONLY public.borrower
    ADD CONSTRAINT borrower_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.borrower_relative
    ADD CONSTRAINT borrower_relative_pkey PRIMARY KEY (company_id, borrower_id, relative_id);

ALTER TABLE ONLY public.brand_image
    ADD CONSTRAINT brand_image_pkey PRIMARY KEY (company_id, sha256);

ALTER TABLE ONLY public.business_contact_company
    ADD CONSTRAINT business_contact_company_company_id_name_key_key UNIQUE (company_id, name_key);

ALTER TABLE ONLY public.business_contact_company
    ADD CONSTRAINT business_contact_company_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.business_contact
    ADD CONSTRAINT business_contact_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.business_holiday
    ADD CONSTRAINT business_holiday_pkey PRIMARY KEY (company_id, org_unit_id, closed_on);

ALTER TABLE ONLY public.clock_act
    ADD CONSTRAINT clock_act_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.clock_act
    ADD CONSTRAINT clock_act_pkey PRIMARY KEY (company_id, loan_id, id);

ALTER TABLE ONLY public.clock_act_retraction
    ADD CONSTRAINT clock_act_retraction_pkey PRIMARY KEY (company_id, act_id);

ALTER TABLE ONLY public.contact_category
    ADD CONSTRAINT contact_category_id UNIQUE (company_id, id);

ALTER TABLE ONLY public.list_entry
    ADD CONSTRAINT list_entry_pkey PRIMARY KEY (company_id, list, id);

ALTER TABLE ONLY public.contact_category
    ADD CONSTRAINT contact_category_pkey PRIMARY KEY (company_id, list, id);

ALTER TABLE ONLY public.contact_outcome
    ADD CONSTRAINT contact_outcome_id UNIQUE (company_id, id);

ALTER TABLE ONLY public.contact_outcome
    ADD CONSTRAINT contact_outcome_pkey PRIMARY KEY (company_id, list, id);

ALTER TABLE ONLY public.credential
    ADD CONSTRAINT credential_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.default_team_member
    ADD CONSTRAINT default_team_member_pkey PRIMARY KEY (company_id, officer_id, role, is_primary);

ALTER TABLE ONLY public.default_team
    ADD CONSTRAINT default_team_pkey PRIMARY KEY (company_id, officer_id);

ALTER TABLE ONLY public.disposal_certificate
    ADD CONSTRAINT disposal_certificate_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.duplicate_pair
    ADD CONSTRAINT duplicate_pair_company_id_kind_one_id_other_id_key UNIQUE (company_id, kind, one_id, other_id);

ALTER TABLE ONLY public.duplicate_pair
    ADD CONSTRAINT duplicate_pair_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.external_subject
    ADD CONSTRAINT external_subject_issuer_user_id_key UNIQUE (issuer, user_id);

ALTER TABLE ONLY public.external_subject
    ADD CONSTRAINT external_subject_pkey PRIMARY KEY (issuer, subject);

ALTER TABLE ONLY public.field_change
    ADD CONSTRAINT field_change_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.file_content
    ADD CONSTRAINT file_content_pkey PRIMARY KEY (company_id, file_id);

ALTER TABLE ONLY public.file
    ADD CONSTRAINT file_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.header_tabs
    ADD CONSTRAINT header_tabs_pkey PRIMARY KEY (company_id, role);

ALTER TABLE ONLY public.idempotency
    ADD CONSTRAINT idempotency_pkey PRIMARY KEY (company_id, user_id, api_key_id, key);

ALTER TABLE ONLY public.import_batch_item
    ADD CONSTRAINT import_batch_item_company_id_batch_id_position_key UNIQUE (company_id, batch_id, "position");

ALTER TABLE ONLY public.import_batch_item
    ADD CONSTRAINT import_batch_item_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.import_batch
    ADD CONSTRAINT import_batch_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.imported_loan
    ADD CONSTRAINT imported_loan_pkey PRIMARY KEY (company_id, file_id);

ALTER TABLE ONLY public.integrated_lender
    ADD CONSTRAINT integrated_lender_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.job_crash
    ADD CONSTRAINT job_crash_pkey PRIMARY KEY (job_id, worker_id);

ALTER TABLE ONLY public.known_device
    ADD CONSTRAINT known_device_pkey PRIMARY KEY (user_id, device_hash);

ALTER TABLE ONLY public.lead_activity
    ADD CONSTRAINT lead_activity_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.lead_arrival
    ADD CONSTRAINT lead_arrival_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.lead_consent
    ADD CONSTRAINT lead_consent_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.lead_contact
    ADD CONSTRAINT lead_contact_pkey PRIMARY KEY (company_id, lead_id, "position");

ALTER TABLE ONLY public.lead_import_mapping
    ADD CONSTRAINT lead_import_mapping_pkey PRIMARY KEY (company_id, head_hash);

ALTER TABLE ONLY public.lead_import
    ADD CONSTRAINT lead_import_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.lead_intake_address
    ADD CONSTRAINT lead_intake_address_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.lead_intake_setting
    ADD CONSTRAINT lead_intake_setting_pkey PRIMARY KEY (company_id);

ALTER TABLE ONLY public.lead_merge_part
    ADD CONSTRAINT lead_merge_part_pkey PRIMARY KEY (company_id, merge_id, lead_id);

ALTER TABLE ONLY public.lead_merge
    ADD CONSTRAINT lead_merge_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.lead
    ADD CONSTRAINT lead_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.lead_provider
    ADD CONSTRAINT lead_provider_id UNIQUE (company_id, id);

ALTER TABLE ONLY public.lead_provider
    ADD CONSTRAINT lead_provider_pkey PRIMARY KEY (company_id, list, id);

ALTER TABLE ONLY public.lead_referral
    ADD CONSTRAINT lead_referral_pkey PRIMARY KEY (company_id, lead_id);

ALTER TABLE ONLY public.lead_source
    ADD CONSTRAINT lead_source_id UNIQUE (company_id, id);

ALTER TABLE ONLY public.lead_source
    ADD CONSTRAINT lead_source_pkey PRIMARY KEY (company_id, list, id);

ALTER TABLE ONLY public.lead_status_change
    ADD CONSTRAINT lead_status_change_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.lead_status
    ADD CONSTRAINT lead_status_id UNIQUE (company_id, id);

ALTER TABLE ONLY public.lead_status
    ADD CONSTRAINT lead_status_pkey PRIMARY KEY (company_id, list, id);

ALTER TABLE ONLY public.lead_user
    ADD CONSTRAINT lead_user_company_id_lead_id_user_id_key UNIQUE (company_id, lead_id, user_id);

ALTER TABLE ONLY public.lead_user
    ADD CONSTRAINT lead_user_pkey PRIMARY KEY (company_id, lead_id, "position");

ALTER TABLE ONLY public.left_difference
    ADD CONSTRAINT left_difference_company_id_loan_id_borrower_item_path_key UNIQUE (company_id, loan_id, borrower_item, path);

ALTER TABLE ONLY public.left_difference
    ADD CONSTRAINT left_difference_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.legal_hold
    ADD CONSTRAINT legal_hold_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.lender_authorization
    ADD CONSTRAINT lender_authorization_pkey PRIMARY KEY (company_id, state_hash);

ALTER TABLE ONLY public.lender_connection
    ADD CONSTRAINT lender_connection_pkey PRIMARY KEY (company_id, user_id, lender);

ALTER TABLE ONLY public.lender
    ADD CONSTRAINT lender_id UNIQUE (company_id, id);

ALTER TABLE ONLY public.lender
    ADD CONSTRAINT lender_pkey PRIMARY KEY (company_id, list, id);

ALTER TABLE ONLY public.license
    ADD CONSTRAINT license_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.license_restriction
    ADD CONSTRAINT license_restriction_pkey PRIMARY KEY (company_id, membership_id);

ALTER TABLE ONLY public.loan_act_loan
    ADD CONSTRAINT loan_act_loan_pkey PRIMARY KEY (company_id, act_id, loan_id);

ALTER TABLE ONLY public.loan_act
    ADD CONSTRAINT loan_act_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.loan_application
    ADD CONSTRAINT loan_application_pkey PRIMARY KEY (company_id, loan_id);

ALTER TABLE ONLY public.loan_borrower
    ADD CONSTRAINT loan_borrower_pkey PRIMARY KEY (company_id, loan_id, id);

ALTER TABLE ONLY public.loan_clock
    ADD CONSTRAINT loan_clock_pkey PRIMARY KEY (company_id, loan_id, rule, subject_id);

ALTER TABLE ONLY public.loan_lock
    ADD CONSTRAINT loan_lock_pkey PRIMARY KEY (company_id, loan_id);

ALTER TABLE ONLY public.loan
    ADD CONSTRAINT loan_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.loan_presence
    ADD CONSTRAINT loan_presence_pkey PRIMARY KEY (company_id, session_id);

ALTER TABLE ONLY public.loan_secret
    ADD CONSTRAINT loan_secret_pkey PRIMARY KEY (company_id, loan_id);

ALTER TABLE ONLY public.loan_stage_change
    ADD CONSTRAINT loan_stage_change_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.loan_stage
    ADD CONSTRAINT loan_stage_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.loan_team_change
    ADD CONSTRAINT loan_team_change_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.loan_team_member
    ADD CONSTRAINT loan_team_member_pkey PRIMARY KEY (company_id, loan_id, role, is_primary) INCLUDE (membership_id);

ALTER TABLE ONLY public.login
    ADD CONSTRAINT login_issuer_hash_key UNIQUE (issuer_hash);

ALTER TABLE ONLY public.login
    ADD CONSTRAINT login_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.lost_reason
    ADD CONSTRAINT lost_reason_id UNIQUE (company_id, id);

ALTER TABLE ONLY public.lost_reason
    ADD CONSTRAINT lost_reason_pkey PRIMARY KEY (company_id, list, id);

ALTER TABLE ONLY public.mailbox_authorization
    ADD CONSTRAINT mailbox_authorization_pkey PRIMARY KEY (company_id, state_hash);

ALTER TABLE ONLY public.mailbox
    ADD CONSTRAINT mailbox_company_id_user_id_key UNIQUE (company_id, user_id);

ALTER TABLE ONLY public.mailbox
    ADD CONSTRAINT mailbox_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.match_person
    ADD CONSTRAINT match_person_pkey PRIMARY KEY (company_id, kind, record_id, "position");

ALTER TABLE ONLY public.match_setting
    ADD CONSTRAINT match_setting_pkey PRIMARY KEY (company_id);

ALTER TABLE ONLY public.match_waiting
    ADD CONSTRAINT match_waiting_pkey PRIMARY KEY (company_id, kind, record_id);

ALTER TABLE ONLY public.membership
    ADD CONSTRAINT membership_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.membership
    ADD CONSTRAINT membership_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.membership_role
    ADD CONSTRAINT membership_role_company_id_membership_id_position_key UNIQUE (company_id, membership_id, "position");

ALTER TABLE ONLY public.membership_role
    ADD CONSTRAINT membership_role_pkey PRIMARY KEY (company_id, membership_id, role);

ALTER TABLE ONLY public.membership
    ADD CONSTRAINT membership_user_id_org_unit_id_key UNIQUE (user_id, org_unit_id);

ALTER TABLE ONLY public.merge_part
    ADD CONSTRAINT merge_part_pkey PRIMARY KEY (company_id, merge_id, record_id);

ALTER TABLE ONLY public.merge
    ADD CONSTRAINT merge_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.migration_compatibility
    ADD CONSTRAINT migration_compatibility_pkey PRIMARY KEY (version);

ALTER TABLE ONLY public.note
    ADD CONSTRAINT note_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.notification_choice
    ADD CONSTRAINT notification_choice_pkey PRIMARY KEY (company_id, user_id, kind);

ALTER TABLE ONLY public.oidc_code
    ADD CONSTRAINT oidc_code_pkey PRIMARY KEY (code_hash);

ALTER TABLE ONLY public.oidc_refresh
    ADD CONSTRAINT oidc_refresh_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.oidc_request
    ADD CONSTRAINT oidc_request_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.org_domain
    ADD CONSTRAINT org_domain_pkey PRIMARY KEY (host);

ALTER TABLE ONLY public.org_theme
    ADD CONSTRAINT org_theme_pkey PRIMARY KEY (org_unit_id);

ALTER TABLE ONLY public.org_unit
    ADD CONSTRAINT org_unit_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.org_unit
    ADD CONSTRAINT org_unit_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.org_unit
    ADD CONSTRAINT org_unit_slug_key UNIQUE (slug);

ALTER TABLE ONLY public.outbox_email
    ADD CONSTRAINT outbox_email_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.payment_method
    ADD CONSTRAINT payment_method_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.plan
    ADD CONSTRAINT plan_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.plan
    ADD CONSTRAINT plan_rank_key UNIQUE (rank);

ALTER TABLE ONLY public.processor_contract
    ADD CONSTRAINT processor_contract_company_id_id_key UNIQUE (company_id, id);

ALTER TABLE ONLY public.processor_contract
    ADD CONSTRAINT processor_contract_company_id_processor_company_id_key UNIQUE (company_id, processor_company_id);

ALTER TABLE ONLY public.processor_contract
    ADD CONSTRAINT processor_contract_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.rate_limit
    ADD CONSTRAINT rate_limit_pkey PRIMARY KEY (bucket, subject_hash);

ALTER TABLE ONLY public.record_opening
    ADD CONSTRAINT record_opening_pkey PRIMARY KEY (company_id, user_id, entity, entity_id);

ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_pkey PRIMARY KEY (user_id, code_hash);

ALTER TABLE ONLY public.role_permission_override
    ADD CONSTRAINT role_permission_override_pkey PRIMARY KEY (company_id, role, permission);

ALTER TABLE ONLY public.saved_view
    ADD CONSTRAINT saved_view_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.search_entry
    ADD CONSTRAINT search_entry_pkey PRIMARY KEY (company_id, kind, entity_id);

ALTER TABLE ONLY public.search_entry_borrower
    ADD CONSTRAINT search_entry_borrower_pkey PRIMARY KEY (company_id, kind, entity_id);

ALTER TABLE ONLY public.search_entry_contact
    ADD CONSTRAINT search_entry_contact_pkey PRIMARY KEY (company_id, kind, entity_id);

ALTER TABLE ONLY public.search_entry_lead
    ADD CONSTRAINT search_entry_lead_pkey PRIMARY KEY (company_id, kind, entity_id);

ALTER TABLE ONLY public.search_entry_loan
    ADD CONSTRAINT search_entry_loan_pkey PRIMARY KEY (company_id, kind, entity_id);

ALTER TABLE ONLY public.search_entry_task
    ADD CONSTRAINT search_entry_task_pkey PRIMARY KEY (company_id, kind, entity_id);

ALTER TABLE ONLY public.search_term
    ADD CONSTRAINT search_term_pkey PRIMARY KEY (company_id, kind, term, org_unit_id, entity_id);

ALTER TABLE ONLY public.search_word
    ADD CONSTRAINT search_word_pkey PRIMARY KEY (company_id, word, id);

ALTER TABLE ONLY public.seat
    ADD CONSTRAINT seat_pkey PRIMARY KEY (company_id, subscription_id, user_id);

ALTER TABLE ONLY public.second_factor
    ADD CONSTRAINT second_factor_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.second_factor_reset
    ADD CONSTRAINT second_factor_reset_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.self_payer
    ADD CONSTRAINT self_payer_pkey PRIMARY KEY (company_id, user_id);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sign_in_attempt
    ADD CONSTRAINT sign_in_attempt_pkey PRIMARY KEY (account_hash, kind, place_hash);

ALTER TABLE ONLY public.sign_in_ticket
    ADD CONSTRAINT sign_in_ticket_pkey PRIMARY KEY (ticket_hash);

ALTER TABLE ONLY public.signed_file
    ADD CONSTRAINT signed_file_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.signing_key
    ADD CONSTRAINT signing_key_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.subject_property
    ADD CONSTRAINT subject_property_pkey PRIMARY KEY (company_id, loan_id) INCLUDE (city, postal_code);

ALTER TABLE ONLY public.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.task_comment
    ADD CONSTRAINT task_comment_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.task
    ADD CONSTRAINT task_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.task_template
    ADD CONSTRAINT task_template_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.user_photo
    ADD CONSTRAINT user_photo_id_key UNIQUE (id);

ALTER TABLE ONLY public.user_photo
    ADD CONSTRAINT user_photo_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.withdrawal_reason
    ADD CONSTRAINT withdrawal_reason_id UNIQUE (company_id, id);

ALTER TABLE ONLY public.withdrawal_reason
    ADD CONSTRAINT withdrawal_reason_pkey PRIMARY KEY (company_id, list, id);

CREATE INDEX account_token_expires_at_idx ON public.account_token USING btree (expires_at);

CREATE INDEX account_token_user_id_purpose_idx ON public.account_token USING btree (user_id, purpose);

CREATE INDEX announcement_published_at_id_idx ON public.announcement USING btree (published_at, id);

CREATE INDEX api_key_company_id_membership_id_id_idx ON public.api_key USING btree (company_id, membership_id, id);

CREATE INDEX app_user_by_email ON public.app_user USING gin (email_key public.gin_trgm_ops);

CREATE INDEX app_user_by_name ON public.app_user USING gin (lower(((first_name || ' '::text) || last_name)) public.gin_trgm_ops);

CREATE INDEX app_user_by_nmls_id ON public.app_user USING btree (nmls_id) WHERE (nmls_id IS NOT NULL);

CREATE INDEX app_user_home_company_id_idx ON public.app_user USING btree (home_company_id);

CREATE INDEX audit_entry_company_id_action_at_id_idx ON public.audit_entry USING btree (company_id, action, at, id);

CREATE INDEX audit_entry_company_id_active_user_id_at_id_idx ON public.audit_entry USING btree (company_id, active_user_id, at, id);

CREATE INDEX audit_entry_company_id_address_at_id_idx ON public.audit_entry USING btree (company_id, address, at, id) WHERE (address IS NOT NULL);

CREATE INDEX audit_entry_company_id_at_id_idx ON public.audit_entry USING btree (company_id, at, id);

CREATE INDEX audit_entry_company_id_entity_entity_id_id_idx ON public.audit_entry USING btree (company_id, entity, entity_id, id);

CREATE INDEX audit_entry_company_id_logged_in_user_id_at_id_idx ON public.audit_entry USING btree (company_id, logged_in_user_id, at, id) WHERE (logged_in_user_id <> active_user_id);

CREATE INDEX audit_entry_company_id_xid_id_idx ON public.audit_entry USING btree (company_id, xid, id);

CREATE UNIQUE INDEX audit_seal_company_id_audit_id_idx ON public.audit_seal USING btree (company_id, audit_id) WHERE (audit_id > 0);

CREATE UNIQUE INDEX automation_occasion_once ON public.automation_occasion USING btree (company_id, rule_id, loan_id, reached_on, unchanged_since) NULLS NOT DISTINCT WHERE (rule_id IS NOT NULL);

CREATE UNIQUE INDEX automation_rule_name ON public.automation_rule USING btree (company_id, lower(name)) WHERE (NOT is_removed);

CREATE INDEX automation_run_loan ON public.automation_run USING btree (company_id, loan_id, step_id DESC);

CREATE INDEX automation_run_rule ON public.automation_run USING btree (company_id, rule_id);

CREATE INDEX borrower_by_created ON public.borrower USING btree (company_id, created_at, id);

CREATE INDEX borrower_by_name ON public.borrower USING btree (company_id, sort_name, id);

CREATE INDEX borrower_by_name_key ON public.borrower USING btree (company_id, name_key);

CREATE INDEX borrower_by_updated ON public.borrower USING btree (company_id, updated_at, id);

CREATE INDEX borrower_company_id_email_key_idx ON public.borrower USING btree (company_id, email_key) WHERE (email_key IS NOT NULL);

CREATE INDEX borrower_company_id_ssn_key_idx ON public.borrower USING btree (company_id, ssn_key) WHERE (ssn_key IS NOT NULL);

CREATE INDEX borrower_owner ON public.borrower USING btree (company_id, owner_id, id) INCLUDE (org_unit_id);

CREATE INDEX borrower_relative_company_id_relative_id_idx ON public.borrower_relative USING btree (company_id, relative_id);

CREATE INDEX borrower_unit_by_created ON public.borrower USING btree (company_id, org_unit_id, created_at, id);

CREATE INDEX borrower_unit_by_name ON public.borrower USING btree (company_id, org_unit_id, sort_name, id);

CREATE INDEX borrower_unit_by_updated ON public.borrower USING btree (company_id, org_unit_id, updated_at, id);

CREATE INDEX brand_image_sha256_idx ON public.brand_image USING btree (sha256);

CREATE INDEX business_contact_by_company ON public.business_contact USING btree (company_id, company_key, id);

CREATE INDEX business_contact_by_name ON public.business_contact USING btree (company_id, sort_name, id);

CREATE INDEX business_contact_by_name_key ON public.business_contact USING btree (company_id, name_key);

CREATE INDEX business_contact_by_updated ON public.business_contact USING btree (company_id, updated_at, id);

CREATE INDEX business_contact_category_by_name ON public.business_contact USING btree (company_id, category_id, sort_name, id);

CREATE INDEX business_contact_company_id_contact_company_id_id_idx ON public.business_contact USING btree (company_id, contact_company_id, id) WHERE (contact_company_id IS NOT NULL);

CREATE INDEX business_contact_company_id_email_key_idx ON public.business_contact USING btree (company_id, email_key) WHERE (email_key IS NOT NULL);

CREATE INDEX business_contact_owner ON public.business_contact USING btree (company_id, owner_id, id);

CREATE INDEX business_contact_unit_by_company ON public.business_contact USING btree (company_id, org_unit_id, company_key, id);

CREATE INDEX business_contact_unit_by_name ON public.business_contact USING btree (company_id, org_unit_id, sort_name, id);

CREATE INDEX business_contact_unit_by_updated ON public.business_contact USING btree (company_id, org_unit_id, updated_at, id);

CREATE INDEX business_contact_unit_category_by_name ON public.business_contact USING btree (company_id, org_unit_id, category_id, sort_name, id);

CREATE UNIQUE INDEX contact_category_name ON public.contact_category USING btree (company_id, lower(name));

CREATE UNIQUE INDEX contact_outcome_name ON public.contact_outcome USING btree (company_id, lower(name));

CREATE INDEX default_team_member_company_id_membership_id_idx ON public.default_team_member USING btree (company_id, membership_id);

CREATE INDEX duplicate_pair_other ON public.duplicate_pair USING btree (company_id, kind, other_id);

CREATE INDEX duplicate_pair_waiting ON public.duplicate_pair USING btree (company_id, kind, strength, score, id) WHERE (dismissed_at IS NULL);

CREATE INDEX event_company_id_at_idx ON public.event USING btree (company_id, at);

CREATE INDEX event_company_id_xid_id_idx ON public.event USING btree (company_id, xid, id);

CREATE INDEX external_subject_user_id_idx ON public.external_subject USING btree (user_id);

CREATE INDEX field_change_company_id_loan_id_path_id_idx ON public.field_change USING btree (company_id, loan_id, path, id);

CREATE INDEX field_change_of_loan ON public.field_change USING btree (company_id, loan_id, id);

CREATE INDEX file_company_id_expires_at_idx ON public.file USING btree (company_id, expires_at) WHERE (expires_at IS NOT NULL);

CREATE INDEX file_content_company_id_content_key_idx ON public.file_content USING btree (company_id, content_key);

CREATE INDEX idempotency_company_id_created_at_idx ON public.idempotency USING btree (company_id, created_at);

CREATE INDEX import_batch_company_id_created_by_org_unit_id_id_idx ON public.import_batch USING btree (company_id, created_by, org_unit_id, id);

CREATE INDEX import_batch_item_company_id_file_id_idx ON public.import_batch_item USING btree (company_id, file_id);

CREATE INDEX import_batch_item_company_id_loan_id_idx ON public.import_batch_item USING btree (company_id, loan_id) WHERE (loan_id IS NOT NULL);

CREATE UNIQUE INDEX import_batch_open ON public.import_batch USING btree (company_id, created_by, org_unit_id) WHERE (status = ANY (ARRAY['SETUP'::text, 'IN_PROGRESS'::text]));

CREATE INDEX imported_loan_company_id_expires_at_idx ON public.imported_loan USING btree (company_id, expires_at);

CREATE INDEX invoice_company_id_subscription_id_id_idx ON public.invoice USING btree (company_id, subscription_id, id);

CREATE UNIQUE INDEX invoice_company_id_subscription_id_idx ON public.invoice USING btree (company_id, subscription_id) WHERE (state = 'OPEN'::text);

CREATE INDEX known_device_device_hash_idx ON public.known_device USING btree (device_hash);

CREATE INDEX known_device_last_seen_at_idx ON public.known_device USING btree (last_seen_at);

CREATE INDEX lead_activity_company_id_lead_id_happened_at_idx ON public.lead_activity USING btree (company_id, lead_id, happened_at);

CREATE INDEX lead_arrival_company_id_address_id_idx ON public.lead_arrival USING btree (company_id, address_id) WHERE (address_id IS NOT NULL);

CREATE INDEX lead_arrival_company_id_lead_id_idx ON public.lead_arrival USING btree (company_id, lead_id) WHERE (lead_id IS NOT NULL);

CREATE INDEX lead_arrival_held ON public.lead_arrival USING btree (company_id, id) WHERE (state = 'HELD'::text);

CREATE UNIQUE INDEX lead_arrival_of_import ON public.lead_arrival USING btree (company_id, import_id, row_number) WHERE (import_id IS NOT NULL);

CREATE UNIQUE INDEX lead_arrival_once ON public.lead_arrival USING btree (company_id, provider_id, external_id) NULLS NOT DISTINCT WHERE (external_id IS NOT NULL);

CREATE INDEX lead_arrival_raw ON public.lead_arrival USING btree (company_id, received_at) WHERE (raw IS NOT NULL);

CREATE INDEX lead_by_created ON public.lead USING btree (company_id, created_at, id);

CREATE INDEX lead_by_follow_up ON public.lead USING btree (company_id, follow_up_sort, id);

CREATE INDEX lead_by_late ON public.lead USING btree (company_id, late_at, id);

CREATE INDEX lead_by_name ON public.lead USING btree (company_id, sort_name, id);

CREATE INDEX lead_by_status_rank ON public.lead USING btree (company_id, status_rank, id);

CREATE INDEX lead_by_updated ON public.lead USING btree (company_id, updated_at, id);

CREATE INDEX lead_by_wake ON public.lead USING btree (company_id, wake_on) WHERE (wake_on IS NOT NULL);

CREATE INDEX lead_consent_company_id_lead_id_id_idx ON public.lead_consent USING btree (company_id, lead_id, id);

CREATE INDEX lead_contact_company_id_email_key_idx ON public.lead_contact USING btree (company_id, email_key) WHERE (email_key IS NOT NULL);

CREATE INDEX lead_contact_company_id_name_key_idx ON public.lead_contact USING btree (company_id, name_key);

CREATE INDEX lead_contact_company_id_phone_idx ON public.lead_contact USING btree (company_id, phone) WHERE (phone IS NOT NULL);

CREATE INDEX lead_import_company_id_created_by_id_idx ON public.lead_import USING btree (company_id, created_by, id);

CREATE INDEX lead_merge_of_kept ON public.lead_merge USING btree (company_id, kept_id, id) WHERE (undone_at IS NULL);

CREATE INDEX lead_merge_part_company_id_lead_id_idx ON public.lead_merge_part USING btree (company_id, lead_id);

CREATE INDEX lead_of_lead ON public.lead USING btree (company_id, merged_into) WHERE (merged_into IS NOT NULL);

CREATE UNIQUE INDEX lead_of_loan ON public.lead USING btree (company_id, loan_id) WHERE (loan_id IS NOT NULL);

CREATE INDEX lead_owner_by_updated ON public.lead USING btree (company_id, owner_id, updated_at, id);

CREATE UNIQUE INDEX lead_provider_name ON public.lead_provider USING btree (company_id, lower(name));

CREATE INDEX lead_referral_company_id_borrower_id_idx ON public.lead_referral USING btree (company_id, borrower_id) WHERE (borrower_id IS NOT NULL);

CREATE INDEX lead_referral_company_id_business_contact_id_idx ON public.lead_referral USING btree (company_id, business_contact_id) WHERE (business_contact_id IS NOT NULL);

CREATE INDEX lead_source_by_updated ON public.lead USING btree (company_id, source_id, updated_at, id);

CREATE UNIQUE INDEX lead_source_name ON public.lead_source USING btree (company_id, lower(name));

CREATE INDEX lead_status_by_updated ON public.lead USING btree (company_id, status_id, updated_at, id);

CREATE INDEX lead_status_change_company_id_lead_id_valid_from_idx ON public.lead_status_change USING btree (company_id, lead_id, valid_from);

CREATE INDEX lead_status_change_loan ON public.lead_status_change USING btree (company_id, loan_id) WHERE (loan_id IS NOT NULL);

CREATE UNIQUE INDEX lead_status_name ON public.lead_status USING btree (company_id, lower(name));

CREATE INDEX lead_unit_by_created ON public.lead USING btree (company_id, org_unit_id, created_at, id);

CREATE INDEX lead_unit_by_follow_up ON public.lead USING btree (company_id, org_unit_id, follow_up_sort, id);

CREATE INDEX lead_unit_by_late ON public.lead USING btree (company_id, org_unit_id, late_at, id);

CREATE INDEX lead_unit_by_name ON public.lead USING btree (company_id, org_unit_id, sort_name, id);

CREATE INDEX lead_unit_by_status_rank ON public.lead USING btree (company_id, org_unit_id, status_rank, id);

CREATE INDEX lead_unit_by_updated ON public.lead USING btree (company_id, org_unit_id, updated_at, id);

CREATE INDEX lead_unit_status_by_updated ON public.lead USING btree (company_id, org_unit_id, status_id, updated_at, id);

CREATE INDEX lead_user_own ON public.lead_user USING btree (company_id, membership_id, org_unit_id, lead_id);

CREATE UNIQUE INDEX legal_hold_open ON public.legal_hold USING btree (company_id, loan_id) WHERE (lifted_at IS NULL);

CREATE INDEX lender_authorization_company_id_expires_at_idx ON public.lender_authorization USING btree (company_id, expires_at);

CREATE UNIQUE INDEX lender_name ON public.lender USING btree (company_id, lower(name));

CREATE INDEX license_company_id_org_unit_id_state_code_idx ON public.license USING btree (company_id, org_unit_id, state_code) WHERE (org_unit_id IS NOT NULL);

CREATE INDEX license_company_id_user_id_state_code_idx ON public.license USING btree (company_id, user_id, state_code) WHERE (user_id IS NOT NULL);

CREATE INDEX loan_act_company_id_made_by_made_at_idx ON public.loan_act USING btree (company_id, made_by, made_at);

CREATE INDEX loan_act_loan_company_id_act_id_loan_id_idx ON public.loan_act_loan USING btree (company_id, act_id, loan_id) WHERE (state = ANY (ARRAY['WAITING'::text, 'RESTORING'::text]));

CREATE INDEX loan_borrower_company_id_email_key_idx ON public.loan_borrower USING btree (company_id, email_key) WHERE (email_key IS NOT NULL);

CREATE INDEX loan_borrower_company_id_name_key_idx ON public.loan_borrower USING btree (company_id, name_key);

CREATE INDEX loan_borrower_company_id_phone_idx ON public.loan_borrower USING btree (company_id, phone) WHERE (phone IS NOT NULL);

CREATE INDEX loan_borrower_company_id_ssn_key_idx ON public.loan_borrower USING btree (company_id, ssn_key) WHERE (ssn_key IS NOT NULL);

CREATE INDEX loan_borrower_of_borrower ON public.loan_borrower USING btree (company_id, borrower_id, loan_id) WHERE (borrower_id IS NOT NULL);

CREATE INDEX loan_borrower_ssn_ending ON public.loan_borrower USING btree (company_id, ssn_ending_key) WHERE (ssn_ending_key IS NOT NULL);

CREATE INDEX loan_by_amount ON public.loan USING btree (company_id, amount_cents, id);

CREATE INDEX loan_by_borrower ON public.loan USING btree (company_id, sort_name, id);

CREATE INDEX loan_by_closing ON public.loan USING btree (company_id, closing_sort, id);

CREATE INDEX loan_by_created ON public.loan USING btree (company_id, created_at, id);

CREATE INDEX loan_by_deadline ON public.loan USING btree (company_id, next_deadline_sort, id) INCLUDE (words);

CREATE INDEX loan_by_lock_expiry ON public.loan USING btree (company_id, lock_expiry_sort, id);

CREATE INDEX loan_by_stage_rank ON public.loan USING btree (company_id, stage_rank, id);

CREATE INDEX loan_by_updated ON public.loan USING btree (company_id, updated_at, id);

CREATE INDEX loan_clock_due ON public.loan_clock USING btree (company_id, due_on);

CREATE INDEX loan_clock_running ON public.loan_clock USING btree (company_id, rule, loan_id) WHERE (state = 'Running'::text);

CREATE INDEX loan_facts ON public.loan USING gin (company_id, lender_id, purpose, mortgage_type, lien, amortization, property_usage, state_code, note_rate_millionths, application_on, funded_on) WITH (gin_pending_list_limit='512');

CREATE INDEX loan_lock_company_id_session_id_idx ON public.loan_lock USING btree (company_id, session_id);

CREATE INDEX loan_of_officer ON public.loan USING btree (company_id, officer_id, updated_at, id) INCLUDE (stage_id, org_unit_id, created_at, amount_cents, sort_name, stage_rank, closing_sort, lock_expiry_sort, next_deadline_sort);

CREATE INDEX loan_presence_company_id_loan_id_seen_at_idx ON public.loan_presence USING btree (company_id, loan_id, seen_at);

CREATE INDEX loan_presence_company_id_membership_id_idx ON public.loan_presence USING btree (company_id, membership_id);

CREATE INDEX loan_source_file ON public.loan USING btree (company_id, source_file_id) WHERE (source_file_id IS NOT NULL);

CREATE INDEX loan_stage_by_deadline ON public.loan USING btree (company_id, stage_id, next_deadline_sort, id);

CREATE INDEX loan_stage_by_updated ON public.loan USING btree (company_id, stage_id, updated_at, id) INCLUDE (words);

CREATE INDEX loan_stage_change_company_id_loan_id_valid_from_idx ON public.loan_stage_change USING btree (company_id, loan_id, valid_from);

CREATE UNIQUE INDEX loan_stage_name ON public.loan_stage USING btree (company_id, lower(name));

CREATE INDEX loan_stage_total ON public.loan USING btree (company_id, org_unit_id, stage_id) INCLUDE (amount_cents);

CREATE INDEX loan_team_change_company_id_loan_id_id_idx ON public.loan_team_change USING btree (company_id, loan_id, id);

CREATE INDEX loan_team_member_own ON public.loan_team_member USING btree (company_id, membership_id, org_unit_id, loan_id) INCLUDE (role, is_primary);

CREATE INDEX loan_unit_by_amount ON public.loan USING btree (company_id, org_unit_id, amount_cents, id);

CREATE INDEX loan_unit_by_borrower ON public.loan USING btree (company_id, org_unit_id, sort_name, id);

CREATE INDEX loan_unit_by_closing ON public.loan USING btree (company_id, org_unit_id, closing_sort, id);

CREATE INDEX loan_unit_by_created ON public.loan USING btree (company_id, org_unit_id, created_at, id);

CREATE INDEX loan_unit_by_deadline ON public.loan USING btree (company_id, org_unit_id, next_deadline_sort, id);

CREATE INDEX loan_unit_by_lock_expiry ON public.loan USING btree (company_id, org_unit_id, lock_expiry_sort, id);

CREATE INDEX loan_unit_by_stage_rank ON public.loan USING btree (company_id, org_unit_id, stage_rank, id);

CREATE INDEX loan_unit_by_updated ON public.loan USING btree (company_id, org_unit_id, updated_at, id);

CREATE INDEX loan_unit_stage_by_deadline ON public.loan USING btree (company_id, org_unit_id, stage_id, next_deadline_sort, id);

CREATE INDEX loan_unit_stage_by_updated ON public.loan USING btree (company_id, org_unit_id, stage_id, updated_at, id);

CREATE INDEX login_device_hash_idx ON public.login USING btree (device_hash) WHERE ((revoked_at IS NULL) AND (device_hash IS NOT NULL));

CREATE INDEX login_ends_at_idx ON public.login USING btree (ends_at);

CREATE INDEX login_user_id_idx ON public.login USING btree (user_id);

CREATE UNIQUE INDEX lost_reason_name ON public.lost_reason USING btree (company_id, lower(name));

CREATE INDEX mailbox_authorization_company_id_expires_at_idx ON public.mailbox_authorization USING btree (company_id, expires_at);

CREATE INDEX match_person_firm ON public.match_person USING gin (firm_keys) WITH (gin_pending_list_limit='128');

CREATE INDEX match_person_name ON public.match_person USING gin (name_keys) WITH (gin_pending_list_limit='128');

CREATE INDEX match_waiting_oldest ON public.match_waiting USING btree (company_id, created_at);

CREATE INDEX membership_company_id_org_unit_id_idx ON public.membership USING btree (company_id, org_unit_id);

CREATE UNIQUE INDEX membership_one_default ON public.membership USING btree (user_id) WHERE is_default;

CREATE INDEX membership_role_company_id_role_membership_id_idx ON public.membership_role USING btree (company_id, role, membership_id);

CREATE INDEX merge_company_id_kind_survivor_id_idx ON public.merge USING btree (company_id, kind, survivor_id);

CREATE INDEX merge_part_company_id_record_id_idx ON public.merge_part USING btree (company_id, record_id);

CREATE INDEX note_company_id_borrower_id_noted_at_idx ON public.note USING btree (company_id, borrower_id, noted_at) WHERE (borrower_id IS NOT NULL);

CREATE INDEX note_company_id_lead_id_noted_at_idx ON public.note USING btree (company_id, lead_id, noted_at) WHERE (lead_id IS NOT NULL);

CREATE INDEX note_company_id_loan_id_noted_at_idx ON public.note USING btree (company_id, loan_id, noted_at) WHERE (loan_id IS NOT NULL);

CREATE INDEX oidc_code_expires_at_idx ON public.oidc_code USING btree (expires_at);

CREATE INDEX oidc_code_login_id_idx ON public.oidc_code USING btree (login_id);

CREATE INDEX oidc_refresh_login_id_idx ON public.oidc_refresh USING btree (login_id);

CREATE INDEX oidc_request_expires_at_idx ON public.oidc_request USING btree (expires_at);

CREATE INDEX org_domain_org_unit_id_idx ON public.org_domain USING btree (org_unit_id);

CREATE INDEX org_unit_by_nmls_id ON public.org_unit USING btree (nmls_id) WHERE (nmls_id IS NOT NULL);

CREATE INDEX org_unit_companies ON public.org_unit USING btree (lower(display_name), id) WHERE (id = company_id);

CREATE INDEX org_unit_parent_id_idx ON public.org_unit USING btree (parent_id);

CREATE INDEX outbox_email_company_id_coalesce_idx ON public.outbox_email USING btree (company_id, COALESCE(sent_at, given_up_at));

CREATE UNIQUE INDEX payment_method_company_id_subscription_id_idx ON public.payment_method USING btree (company_id, subscription_id) WHERE is_default;

CREATE INDEX processor_contract_processor_company_id_idx ON public.processor_contract USING btree (processor_company_id);

CREATE INDEX rate_limit_window_start_idx ON public.rate_limit USING btree (window_start);

CREATE INDEX record_opening_company_id_user_id_opened_at_idx ON public.record_opening USING btree (company_id, user_id, opened_at);

CREATE UNIQUE INDEX saved_view_name ON public.saved_view USING btree (company_id, owner_id, list, lower(name));

CREATE INDEX saved_view_shared ON public.saved_view USING btree (company_id, list, sharing, org_unit_id);

CREATE INDEX search_entry_words ON ONLY public.search_entry USING gin (company_id, org_unit_id, words public.gin_trgm_ops);

CREATE INDEX search_entry_borrower_company_id_org_unit_id_words_idx ON public.search_entry_borrower USING gin (company_id, org_unit_id, words public.gin_trgm_ops);

CREATE INDEX search_entry_contact_company_id_org_unit_id_words_idx ON public.search_entry_contact USING gin (company_id, org_unit_id, words public.gin_trgm_ops);

CREATE INDEX search_entry_lead_company_id_org_unit_id_words_idx ON public.search_entry_lead USING gin (company_id, org_unit_id, words public.gin_trgm_ops);

CREATE INDEX search_entry_loan_company_id_org_unit_id_words_idx ON public.search_entry_loan USING gin (company_id, org_unit_id, words public.gin_trgm_ops);

CREATE INDEX search_entry_task_company_id_org_unit_id_words_idx ON public.search_entry_task USING gin (company_id, org_unit_id, words public.gin_trgm_ops);

CREATE INDEX search_term_unit ON public.search_term USING btree (company_id, kind, org_unit_id, term, entity_id);

CREATE UNIQUE INDEX second_factor_reset_company_id_user_id_idx ON public.second_factor_reset USING btree (company_id, user_id) WHERE (decided_at IS NULL);

CREATE INDEX session_login_id_idx ON public.session USING btree (login_id);

CREATE INDEX sign_in_attempt_window_start_idx ON public.sign_in_attempt USING btree (window_start);

CREATE INDEX sign_in_ticket_expires_at_idx ON public.sign_in_ticket USING btree (expires_at);

CREATE INDEX sign_in_ticket_request_id_idx ON public.sign_in_ticket USING btree (request_id);

CREATE INDEX signed_file_expires_at_idx ON public.signed_file USING btree (expires_at);

CREATE UNIQUE INDEX subscription_company_id_org_unit_id_idx ON public.subscription USING btree (company_id, org_unit_id) WHERE (org_unit_id IS NOT NULL);

CREATE UNIQUE INDEX subscription_company_id_user_id_idx ON public.subscription USING btree (company_id, user_id) WHERE (user_id IS NOT NULL);

CREATE INDEX task_after ON public.task USING btree (company_id, after_task_id) WHERE (after_task_id IS NOT NULL);

CREATE INDEX task_assignee ON public.task USING btree (company_id, assignee_id, status, due_key, id);

CREATE INDEX task_by_due ON public.task USING btree (company_id, status, due_key, id);

CREATE INDEX task_by_loan ON public.task USING btree (company_id, status, loan_key, id);

CREATE INDEX task_by_updated ON public.task USING btree (company_id, status, updated_at, id);

CREATE INDEX task_comment_task ON public.task_comment USING btree (company_id, task_id, id) INCLUDE (deleted_at);

CREATE INDEX task_creator ON public.task USING btree (company_id, creator_id, status, id);

CREATE INDEX task_follows ON public.task USING btree (company_id, loan_id) WHERE ((status = 'TODO'::text) AND ((due_days IS NOT NULL) OR (role IS NOT NULL)));

CREATE INDEX task_lead ON public.task USING btree (company_id, lead_id, status, due_key, id) WHERE (lead_id IS NOT NULL);

CREATE INDEX task_loan ON public.task USING btree (company_id, loan_id, status, due_key, id) WHERE (loan_id IS NOT NULL);

CREATE INDEX task_step ON public.task USING btree (company_id, step_id) WHERE (step_id IS NOT NULL);

CREATE UNIQUE INDEX task_template_title ON public.task_template USING btree (company_id, about, lower(title));

CREATE INDEX task_unit_by_due ON public.task USING btree (company_id, org_unit_id, status, due_key, id);

CREATE INDEX task_unit_by_loan ON public.task USING btree (company_id, org_unit_id, status, loan_key, id);

CREATE INDEX task_unit_by_updated ON public.task USING btree (company_id, org_unit_id, status, updated_at, id);

CREATE INDEX task_words ON public.task USING btree (company_id, words, id);

CREATE UNIQUE INDEX withdrawal_reason_name ON public.withdrawal_reason USING btree (company_id, lower(name));

ALTER INDEX public.list_entry_pkey ATTACH PARTITION public.contact_category_pkey;

ALTER INDEX public.list_entry_pkey ATTACH PARTITION public.contact_outcome_pkey;

ALTER INDEX public.list_entry_pkey ATTACH PARTITION public.lead_provider_pkey;

ALTER INDEX public.list_entry_pkey ATTACH PARTITION public.lead_source_pkey;

ALTER INDEX public.list_entry_pkey ATTACH PARTITION public.lead_status_pkey;

ALTER INDEX public.list_entry_pkey ATTACH PARTITION public.lender_pkey;

ALTER INDEX public.list_entry_pkey ATTACH PARTITION public.lost_reason_pkey;

ALTER INDEX public.search_entry_words ATTACH PARTITION public.search_entry_borrower_company_id_org_unit_id_words_idx;

ALTER INDEX public.search_entry_pkey ATTACH PARTITION public.search_entry_borrower_pkey;

ALTER INDEX public.search_entry_words ATTACH PARTITION public.search_entry_contact_company_id_org_unit_id_words_idx;

ALTER INDEX public.search_entry_pkey ATTACH PARTITION public.search_entry_contact_pkey;

ALTER INDEX public.search_entry_words ATTACH PARTITION public.search_entry_lead_company_id_org_unit_id_words_idx;

ALTER INDEX public.search_entry_pkey ATTACH PARTITION public.search_entry_lead_pkey;

ALTER INDEX public.search_entry_words ATTACH PARTITION public.search_entry_loan_company_id_org_unit_id_words_idx;

ALTER INDEX public.search_entry_pkey ATTACH PARTITION public.search_entry_loan_pkey;

ALTER INDEX public.search_entry_words ATTACH PARTITION public.search_entry_task_company_id_org_unit_id_words_idx;

ALTER INDEX public.search_entry_pkey ATTACH PARTITION public.search_entry_task_pkey;

ALTER INDEX public.list_entry_pkey ATTACH PARTITION public.withdrawal_reason_pkey;

CREATE TRIGGER follow_tasks_of_clock AFTER INSERT OR UPDATE OF due_on ON public.loan_clock FOR EACH ROW WHEN ((new.rule = ANY (ARRAY['LoanEstimate'::text, 'ClosingDisclosure'::text]))) EXECUTE FUNCTION public.follow_tasks_of_part();

CREATE TRIGGER follow_tasks_of_loan AFTER UPDATE OF application_on, lock_expires_on, closing_on, funded_on, org_unit_id ON public.loan FOR EACH ROW WHEN ((((((old.application_on IS DISTINCT FROM new.application_on) OR (old.lock_expires_on IS DISTINCT FROM new.lock_expires_on)) OR (old.closing_on IS DISTINCT FROM new.closing_on)) OR (old.funded_on IS DISTINCT FROM new.funded_on)) OR (old.org_unit_id IS DISTINCT FROM new.org_unit_id))) EXECUTE FUNCTION public.follow_tasks_of_loan();

CREATE TRIGGER move_tasks_of_lead AFTER UPDATE OF org_unit_id ON public.lead FOR EACH ROW WHEN ((old.org_unit_id IS DISTINCT FROM new.org_unit_id)) EXECUTE FUNCTION public.move_tasks();

CREATE TRIGGER move_tasks_of_loan AFTER UPDATE OF org_unit_id ON public.loan FOR EACH ROW WHEN ((old.org_unit_id IS DISTINCT FROM new.org_unit_id)) EXECUTE FUNCTION public.move_tasks();

CREATE TRIGGER note_changed_fields AFTER UPDATE OF purpose, mortgage_type, lien, amortization, property_usage, state_code, is_non_delegated_correspondent, amount_cents, purchase_price_cents, appraised_value_cents, note_rate_millionths, term_months, application_on, closing_on, lock_expires_on, officer_id, lender_id, org_unit_id ON public.loan FOR EACH ROW WHEN (((((((((((((((((((old.purpose IS DISTINCT FROM new.purpose) OR (old.mortgage_type IS DISTINCT FROM new.mortgage_type)) OR (old.lien IS DISTINCT FROM new.lien)) OR (old.amortization IS DISTINCT FROM new.amortization)) OR (old.property_usage IS DISTINCT FROM new.property_usage)) OR (old.state_code IS DISTINCT FROM new.state_code)) OR (old.is_non_delegated_correspondent IS DISTINCT FROM new.is_non_delegated_correspondent)) OR (old.amount_cents IS DISTINCT FROM new.amount_cents)) OR (old.purchase_price_cents IS DISTINCT FROM new.purchase_price_cents)) OR (old.appraised_value_cents IS DISTINCT FROM new.appraised_value_cents)) OR (old.note_rate_millionths IS DISTINCT FROM new.note_rate_millionths)) OR (old.term_months IS DISTINCT FROM new.term_months)) OR (old.application_on IS DISTINCT FROM new.application_on)) OR (old.closing_on IS DISTINCT FROM new.closing_on)) OR (old.lock_expires_on IS DISTINCT FROM new.lock_expires_on)) OR (old.officer_id IS DISTINCT FROM new.officer_id)) OR (old.lender_id IS DISTINCT FROM new.lender_id)) OR (old.org_unit_id IS DISTINCT FROM new.org_unit_id))) EXECUTE FUNCTION public.note_changed_fields();

CREATE TRIGGER note_delete AFTER DELETE ON public.loan_team_member REFERENCING OLD TABLE AS was_there FOR EACH STATEMENT EXECUTE FUNCTION public.note_team_change();

CREATE TRIGGER note_insert AFTER INSERT ON public.loan_team_member REFERENCING NEW TABLE AS is_there FOR EACH STATEMENT EXECUTE FUNCTION public.note_team_change();

CREATE TRIGGER note_update AFTER UPDATE ON public.loan_team_member REFERENCING OLD TABLE AS was_there NEW TABLE AS is_there FOR EACH STATEMENT EXECUTE FUNCTION public.note_team_change();

CREATE TRIGGER owners_go_along AFTER UPDATE OF org_unit_id ON public.lead FOR EACH ROW WHEN ((old.org_unit_id <> new.org_unit_id)) EXECUTE FUNCTION public.owners_go_along();

CREATE TRIGGER run_rules AFTER INSERT ON public.automation_occasion REFERENCING NEW TABLE AS steps FOR EACH STATEMENT EXECUTE FUNCTION public.run_rules();

CREATE TRIGGER run_rules AFTER INSERT ON public.loan_stage_change REFERENCING NEW TABLE AS steps FOR EACH STATEMENT EXECUTE FUNCTION public.run_rules_of_step();

CREATE TRIGGER steps BEFORE UPDATE OF status ON public.import_batch FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION public.refuse_step_back();

CREATE TRIGGER steps BEFORE UPDATE OF status ON public.import_batch_item FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION public.refuse_step_back();

CREATE TRIGGER team_goes_along AFTER UPDATE OF org_unit_id ON public.loan FOR EACH ROW WHEN ((old.org_unit_id <> new.org_unit_id)) EXECUTE FUNCTION public.team_goes_along();

ALTER TABLE ONLY public.account_token
    ADD CONSTRAINT account_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.org_unit(id);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_company_id_membership_id_fkey FOREIGN KEY (company_id, membership_id) REFERENCES public.membership(company_id, id);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.app_user(id);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES public.app_user(id);

ALTER TABLE ONLY public.app_user
    ADD CONSTRAINT app_user_home_company_id_fkey FOREIGN KEY (home_company_id) REFERENCES public.org_unit(id);

ALTER TABLE ONLY public.automation_dry_run
    ADD CONSTRAINT automation_dry_run_company_id_rule_id_fkey FOREIGN KEY (company_id, rule_id) REFERENCES public.automation_rule(company_id, id);

ALTER TABLE ONLY public.automation_occasion
    ADD CONSTRAINT automation_occasion_company_id_loan_id_fkey FOREIGN KEY (company_id, loan_id) REFERENCES public.loan(company_id, id);

ALTER TABLE ONLY public.automation_occasion
    ADD CONSTRAINT automation_occasion_company_id_rule_id_fkey FOREIGN KEY (company_id, rule_id) REFERENCES public.automation_rule(company_id, id);

ALTER TABLE ONLY public.automation_rule
    ADD CONSTRAINT automation_rule_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.org_unit(id);

ALTER TABLE ONLY public.automation_rule_off
    ADD CONSTRAINT automation_rule_off_company_id_org_unit_id_fkey FOREIGN KEY (company_id, org_unit_id) REFERENCES public.org_unit(company_id, id);

ALTER TABLE ONLY public.automation_rule_off
    ADD CONSTRAINT automation_rule_off_company_id_rule_id_fkey FOREIGN KEY (company_id, rule_id) REFERENCES public.automation_rule(company_id, id);

ALTER TABLE ONLY public.automation_rule_version
    ADD CONSTRAINT automation_rule_version_company_id_rule_id_fkey FOREIGN KEY (company_id, rule_id) REFERENCES public.automation_rule(company_id, id);

ALTER TABLE ONLY public.automation_run
    ADD CONSTRAINT automation_run_company_id_rule_id_fkey FOREIGN KEY (company_id, rule_id) REFERENCES public.automation_rule(company_id, id);

ALTER TABLE ONLY public.borrower
    ADD CONSTRAINT borrower_company_id_org_unit_id_fkey FOREIGN KEY (company_id, org_unit_id) REFERENCES public.org_unit(company_id, id);

ALTER TABLE ONLY public.borrower
    ADD CONSTRAINT borrower_company_id_owner_id_fkey FOREIGN KEY (company_id, owner_id) REFERENCES public.membership(company_id, id);

ALTER TABLE ONLY public.borrower_relative
    ADD CONSTRAINT borrower_relative_company_id_borrower_id_fkey FOREIGN KEY (company_id, borrower_id) REFERENCES public.borrower(company_id, id);

ALTER TABLE ONLY public.borrower_relative
    ADD CONSTRAINT borrower_relative_company_id_relative_id_fkey FOREIGN KEY (company_id, relative_id) REFERENCES public.borrower(company_id, id);

ALTER TABLE ONLY public.brand_image
    ADD CONSTRAINT brand_image_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.org_unit(id);

ALTER TABLE ONLY public.brand_image
    ADD CONSTRAINT brand_image_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES public.app_user(id);

ALTER TABLE ONLY public.business_contact
    ADD CONSTRAINT business_contact_company_id_category_id_fkey FOREIGN KEY (company_id, category_id) REFERENCES public.contact_category(company_id, id);

ALTER TABLE ONLY public.business_contact
    ADD CONSTRAINT business_contact_company_id_contact_company_id_fkey FOREIGN KEY (company_id, contact_company_id) REFERENCES public.business_contact_company(company_id, id);

ALTER TABLE ONLY public.business_contact
    ADD CONSTRAINT business_contact_company_id_org_unit_id_fkey FOREIGN KEY (company_id, org_unit_id) REFERENCES public.org_unit(company_id, id);

ALTER TABLE ONLY public.business_contact
    ADD CONSTRAINT business_contact_company_id_owner_id_fkey FOREIGN KEY (company_id, owner_id) REFERENCES public.membership(company_id, id);

ALTER TABLE ONLY public.business_holiday
    ADD CONSTRAINT business_holiday_company_id_org_unit_id_fkey FOREIGN KEY (company_id, org_unit_id) REFERENCES public.org_unit(company_id, id);

ALTER TABLE ONLY public.clock_act
    ADD CONSTRAINT clock_act_company_id_loan_id_about_id_fkey FOREIGN KEY (company_id, loan_id, about_id) REFERENCES public.clock_act(company_id, loan_id, id);

ALTER TABLE ONLY public.clock_act
    ADD CONSTRAINT clock_act_company_id_loan_id_fkey FOREIGN KEY (company_id, loan_id) REFERENCES public.loan(company_id, id);

ALTER TABLE ONLY public.clock_act_retraction
    ADD CONSTRAINT clock_act_retraction_company_id_act_id_fkey FOREIGN KEY (company_id, act_id) REFERENCES public.clock_act(company_id, id);

ALTER TABLE ONLY public.credential
    ADD CONSTRAINT credential_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id);

ALTER TABLE ONLY public.default_team
    ADD CONSTRAINT default_team_company_id_officer_id_fkey FOREIGN KEY (company_id, officer_id) REFERENCES public.membership(company_id, id);

ALTER TABLE ONLY public.default_team_member
    ADD CONSTRAINT default_team_member_company_id_membership_id_fkey FOREIGN KEY (company_id, membership_id) REFERENCES public.membership(company_id, id);

ALTER TABLE ONLY public.default_team_member
    ADD CONSTRAINT default_team_member_company_id_officer_id_fkey FOREIGN KEY (company_id, officer_id) REFERENCES public.default_team(company_id, officer_id);

ALTER TABLE ONLY public.external_subject
    ADD CONSTRAINT external_subject_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id);

ALTER TABLE ONLY public.field_change
    ADD CONSTRAINT field_change_company_id_loan_id_fkey FOREIGN KEY (company_id, loan_id) REFERENCES public.loan(company_id, id);

ALTER TABLE ONLY public.file_content
    ADD CONSTRAINT file_content_company_id_file_id_fkey FOREIGN KEY (company_id, file_id) REFERENCES public.file(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.import_batch_item
    ADD CONSTRAINT import_batch_item_company_id_batch_id_fkey FOREIGN KEY (company_id, batch_id) REFERENCES public.import_batch(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.import_batch_item
    ADD CONSTRAINT import_batch_item_company_id_file_id_fkey FOREIGN KEY (company_id, file_id) REFERENCES public.file(company_id, id) ON DELETE SET NULL (file_id);

ALTER TABLE ONLY public.import_batch_item
    ADD CONSTRAINT import_batch_item_company_id_loan_id_fkey FOREIGN KEY (company_id, loan_id) REFERENCES public.loan(company_id, id);

ALTER TABLE ONLY public.imported_loan
    ADD CONSTRAINT imported_loan_company_id_file_id_fkey FOREIGN KEY (company_id, file_id) REFERENCES public.file(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_company_id_payment_method_id_fkey FOREIGN KEY (company_id, payment_method_id) REFERENCES public.payment_method(company_id, id);

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_company_id_subscription_id_fkey FOREIGN KEY (company_id, subscription_id) REFERENCES public.subscription(company_id, id);

ALTER TABLE ONLY public.known_device
    ADD CONSTRAINT known_device_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id);

ALTER TABLE ONLY public.lead_activity
    ADD CONSTRAINT lead_activity_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES public.lead(company_id, id);

ALTER TABLE ONLY public.lead_activity
    ADD CONSTRAINT lead_activity_company_id_outcome_id_fkey FOREIGN KEY (company_id, outcome_id) REFERENCES public.contact_outcome(company_id, id);

ALTER TABLE ONLY public.lead_arrival
    ADD CONSTRAINT lead_arrival_address FOREIGN KEY (company_id, address_id) REFERENCES public.lead_intake_address(company_id, id);

ALTER TABLE ONLY public.lead_arrival
    ADD CONSTRAINT lead_arrival_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES public.lead(company_id, id);

ALTER TABLE ONLY public.lead_arrival
    ADD CONSTRAINT lead_arrival_company_id_org_unit_id_fkey FOREIGN KEY (company_id, org_unit_id) REFERENCES public.org_unit(company_id, id);

ALTER TABLE ONLY public.lead_arrival
    ADD CONSTRAINT lead_arrival_company_id_owner_id_fkey FOREIGN KEY (company_id, owner_id) REFERENCES public.membership(company_id, id);

ALTER TABLE ONLY public.lead_arrival
    ADD CONSTRAINT lead_arrival_import FOREIGN KEY (company_id, import_id) REFERENCES public.lead_import(company_id, id);

ALTER TABLE ONLY public.lead
    ADD CONSTRAINT lead_company_id_loan_id_fkey FOREIGN KEY (company_id, loan_id) REFERENCES public.loan(company_id, id);

ALTER TABLE ONLY public.lead
    ADD CONSTRAINT lead_company_id_lost_reason_id_fkey FOREIGN KEY (company_id, lost_reason_id) REFERENCES public.lost_reason(company_id, id);

ALTER TABLE ONLY public.lead
    ADD CONSTRAINT lead_company_id_org_unit_id_fkey FOREIGN KEY (company_id, org_unit_id) REFERENCES public.org_unit(company_id, id);

ALTER TABLE ONLY public.lead
    ADD CONSTRAINT lead_company_id_owner_id_fkey FOREIGN KEY (company_id, owner_id) REFERENCES public.membership(company_id, id);

ALTER TABLE ONLY public.lead
    ADD CONSTRAINT lead_company_id_provider_id_fkey FOREIGN KEY (company_id, provider_id) REFERENCES public.lead_provider(company_id, id);

ALTER TABLE ONLY public.lead
    ADD CONSTRAINT lead_company_id_source_id_fkey FOREIGN KEY (company_id, source_id) REFERENCES public.lead_source(company_id, id);

ALTER TABLE ONLY public.lead
    ADD CONSTRAINT lead_company_id_status_id_fkey FOREIGN KEY (company_id, status_id) REFERENCES public.lead_status(company_id, id);

ALTER TABLE ONLY public.lead_consent
    ADD CONSTRAINT lead_consent_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES public.lead(company_id, id);

ALTER TABLE ONLY public.lead_contact
    ADD CONSTRAINT lead_contact_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES public.lead(company_id, id);

ALTER TABLE ONLY public.lead_intake_address
    ADD CONSTRAINT lead_intake_address_company_id_owner_id_fkey FOREIGN KEY (company_id, owner_id) REFERENCES public.membership(company_id, id);

ALTER TABLE ONLY public.lead_intake_address
    ADD CONSTRAINT lead_intake_address_company_id_provider_id_fkey FOREIGN KEY (company_id, provider_id) REFERENCES public.lead_provider(company_id, id);

ALTER TABLE ONLY public.lead_intake_address
    ADD CONSTRAINT lead_intake_address_company_id_source_id_fkey FOREIGN KEY (company_id, source_id) REFERENCES public.lead_source(company_id, id);

ALTER TABLE ONLY public.lead_intake_setting
    ADD CONSTRAINT lead_intake_setting_company_id_owner_id_fkey FOREIGN KEY (company_id, owner_id) REFERENCES public.membership(company_id, id);

ALTER TABLE ONLY public.lead_merge
    ADD CONSTRAINT lead_merge_company_id_kept_id_fkey FOREIGN KEY (company_id, kept_id) REFERENCES public.lead(company_id, id);

ALTER TABLE ONLY public.lead_merge_part
    ADD CONSTRAINT lead_merge_part_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES public.lead(company_id, id);

ALTER TABLE ONLY public.lead_merge_part
    ADD CONSTRAINT lead_merge_part_company_id_merge_id_fkey FOREIGN KEY (company_id, merge_id) REFERENCES public.lead_merge(company_id, id);

ALTER TABLE ONLY public.lead
    ADD CONSTRAINT lead_merged_into FOREIGN KEY (company_id, merged_into) REFERENCES public.lead(company_id, id);

ALTER TABLE ONLY public.lead_referral
    ADD CONSTRAINT lead_referral_company_id_borrower_id_fkey FOREIGN KEY (company_id, borrower_id) REFERENCES public.borrower(company_id, id);

ALTER TABLE ONLY public.lead_referral
    ADD CONSTRAINT lead_referral_company_id_business_contact_id_fkey FOREIGN KEY (company_id, business_contact_id) REFERENCES public.business_contact(company_id, id);

ALTER TABLE ONLY public.lead_referral
    ADD CONSTRAINT lead_referral_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES public.lead(company_id, id);

ALTER TABLE ONLY public.lead_status_change
    ADD CONSTRAINT lead_status_change_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES public.lead(company_id, id);

ALTER TABLE ONLY public.lead_status_change
    ADD CONSTRAINT lead_status_change_company_id_loan_id_fkey FOREIGN KEY (company_id, loan_id) REFERENCES public.loan(company_id, id);

ALTER TABLE ONLY public.lead_status_change
    ADD CONSTRAINT lead_status_change_company_id_lost_reason_id_fkey FOREIGN KEY (company_id, lost_reason_id) REFERENCES public.lost_reason(company_id, id);

ALTER TABLE ONLY public.lead_status_change
    ADD CONSTRAINT lead_status_change_company_id_status_id_fkey FOREIGN KEY (company_id, status_id) REFERENCES public.lead_status(company_id, id);

ALTER TABLE ONLY public.lead_user
    ADD CONSTRAINT lead_user_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES public.lead(company_id, id);

ALTER TABLE ONLY public.lead_user
    ADD CONSTRAINT lead_user_company_id_membership_id_fkey FOREIGN KEY (company_id, membership_id) REFERENCES public.membership(company_id, id);

ALTER TABLE ONLY public.left_difference
    ADD CONSTRAINT left_difference_company_id_loan_id_fkey FOREIGN KEY (company_id, loan_id) REFERENCES public.loan(company_id, id);

ALTER TABLE ONLY public.license
    ADD CONSTRAINT license_company_id_org_unit_id_fkey FOREIGN KEY (company_id, org_unit_id) REFERENCES public.org_unit(company_id, id);

ALTER TABLE ONLY public.license_restriction
    ADD CONSTRAINT license_restriction_company_id_membership_id_fkey FOREIGN KEY (company_id, membership_id) REFERENCES public.membership(company_id, id);

ALTER TABLE ONLY public.loan_act
    ADD CONSTRAINT loan_act_company_id_officer_id_fkey FOREIGN KEY (company_id, officer_id) REFERENCES public.membership(company_id, id);

ALTER TABLE ONLY public.loan_act
    ADD CONSTRAINT loan_act_company_id_processor_id_fkey FOREIGN KEY (company_id, processor_id) REFERENCES public.membership(company_id, id);

ALTER TABLE ONLY public.loan_act
    ADD CONSTRAINT loan_act_company_id_stage_id_fkey FOREIGN KEY (company_id, stage_id) REFERENCES public.loan_stage(company_id, id);

ALTER TABLE ONLY public.loan_act_loan
    ADD CONSTRAINT loan_act_loan_company_id_act_id_fkey FOREIGN KEY (company_id, act_id) REFERENCES public.loan_act(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.loan_application
    ADD CONSTRAINT loan_application_company_id_loan_id_fkey FOREIGN KEY (company_id, loan_id) REFERENCES public.loan(company_id, id);

ALTER TABLE ONLY public.loan_borrower
    ADD CONSTRAINT loan_borrower_borrower FOREIGN KEY (company_id, borrower_id) REFERENCES public.borrower(company_id, id);

ALTER TABLE ONLY public.loan_borrower
    ADD CONSTRAINT loan_borrower_company_id_loan_id_fkey FOREIGN KEY (company_id, loan_id) REFERENCES public.loan(company_id, id);

ALTER TABLE ONLY public.loan_clock
    ADD CONSTRAINT loan_clock_company_id_loan_id_fkey FOREIGN KEY (company_id, loan_id) REFERENCES public.loan(company_id, id);

ALTER TABLE ONLY public.loan_clock
    ADD CONSTRAINT loan_clock_company_id_loan_id_met_by_fkey FOREIGN KEY (company_id, loan_id, met_by) REFERENCES public.clock_act(company_id, loan_id, id);

ALTER TABLE ONLY public.loan
    ADD CONSTRAINT loan_company_id_officer_id_fkey FOREIGN KEY (company_id, officer_id) REFERENCES public.membership(company_id, id);

ALTER TABLE ONLY public.loan
    ADD CONSTRAINT loan_company_id_org_unit_id_fkey FOREIGN KEY (company_id, org_unit_id) REFERENCES public.org_unit(company_id, id);

ALTER TABLE ONLY public.loan
    ADD CONSTRAINT loan_company_id_stage_id_fkey FOREIGN KEY (company_id, stage_id) REFERENCES public.loan_stage(company_id, id);

ALTER TABLE ONLY public.loan
    ADD CONSTRAINT loan_lender FOREIGN KEY (company_id, lender_id) REFERENCES public.lender(company_id, id);

ALTER TABLE ONLY public.loan_lock
    ADD CONSTRAINT loan_lock_company_id_loan_id_fkey FOREIGN KEY (company_id, loan_id) REFERENCES public.loan(company_id, id);

ALTER TABLE ONLY public.loan_lock
    ADD CONSTRAINT loan_lock_company_id_membership_id_fkey FOREIGN KEY (company_id, membership_id) REFERENCES public.membership(company_id, id);

ALTER TABLE ONLY public.loan_presence
    ADD CONSTRAINT loan_presence_company_id_loan_id_fkey FOREIGN KEY (company_id, loan_id) REFERENCES public.loan(company_id, id);

ALTER TABLE ONLY public.loan_presence
    ADD CONSTRAINT loan_presence_company_id_membership_id_fkey FOREIGN KEY (company_id, membership_id) REFERENCES public.membership(company_id, id);

ALTER TABLE ONLY public.loan_secret
    ADD CONSTRAINT loan_secret_company_id_loan_id_fkey FOREIGN KEY (company_id, loan_id) REFERENCES public.loan(company_id, id);

ALTER TABLE ONLY public.loan_stage_change
    ADD CONSTRAINT loan_stage_change_company_id_loan_id_fkey FOREIGN KEY (company_id, loan_id) REFERENCES public.loan(company_id, id);

ALTER TABLE ONLY public.loan_stage_change
    ADD CONSTRAINT loan_stage_change_company_id_reason_id_fkey FOREIGN KEY (company_id, reason_id) REFERENCES public.withdrawal_reason(company_id, id);

ALTER TABLE ONLY public.loan_stage_change
    ADD CONSTRAINT loan_stage_change_company_id_stage_id_fkey FOREIGN KEY (company_id, stage_id) REFERENCES public.loan_stage(company_id, id);

ALTER TABLE ONLY public.loan_team_change
    ADD CONSTRAINT loan_team_change_company_id_loan_id_fkey FOREIGN KEY (company_id, loan_id) REFERENCES public.loan(company_id, id);

ALTER TABLE ONLY public.loan_team_member
    ADD CONSTRAINT loan_team_member_company_id_loan_id_fkey FOREIGN KEY (company_id, loan_id) REFERENCES public.loan(company_id, id);

ALTER TABLE ONLY public.loan_team_member
    ADD CONSTRAINT loan_team_member_company_id_membership_id_fkey FOREIGN KEY (company_id, membership_id) REFERENCES public.membership(company_id, id);

ALTER TABLE ONLY public.login
    ADD CONSTRAINT login_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id);

ALTER TABLE ONLY public.membership
    ADD CONSTRAINT membership_company_id_org_unit_id_fkey FOREIGN KEY (company_id, org_unit_id) REFERENCES public.org_unit(company_id, id);

ALTER TABLE ONLY public.membership_role
    ADD CONSTRAINT membership_role_company_id_membership_id_fkey FOREIGN KEY (company_id, membership_id) REFERENCES public.membership(company_id, id);

ALTER TABLE ONLY public.membership
    ADD CONSTRAINT membership_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id);

ALTER TABLE ONLY public.merge_part
    ADD CONSTRAINT merge_part_company_id_merge_id_fkey FOREIGN KEY (company_id, merge_id) REFERENCES public.merge(company_id, id);

ALTER TABLE ONLY public.note
    ADD CONSTRAINT note_company_id_borrower_id_fkey FOREIGN KEY (company_id, borrower_id) REFERENCES public.borrower(company_id, id);

ALTER TABLE ONLY public.note
    ADD CONSTRAINT note_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES public.lead(company_id, id);

ALTER TABLE ONLY public.note
    ADD CONSTRAINT note_company_id_loan_id_fkey FOREIGN KEY (company_id, loan_id) REFERENCES public.loan(company_id, id);

ALTER TABLE ONLY public.oidc_code
    ADD CONSTRAINT oidc_code_login_id_fkey FOREIGN KEY (login_id) REFERENCES public.login(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.oidc_refresh
    ADD CONSTRAINT oidc_refresh_login_id_fkey FOREIGN KEY (login_id) REFERENCES public.login(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.org_domain
    ADD CONSTRAINT org_domain_org_unit_id_fkey FOREIGN KEY (org_unit_id) REFERENCES public.org_unit(id);

ALTER TABLE ONLY public.org_theme
    ADD CONSTRAINT org_theme_org_unit_id_fkey FOREIGN KEY (org_unit_id) REFERENCES public.org_unit(id);

ALTER TABLE ONLY public.org_unit
    ADD CONSTRAINT org_unit_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.org_unit(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.org_unit
    ADD CONSTRAINT org_unit_owner_user_id_fkey FOREIGN KEY (owner_user_id) REFERENCES public.app_user(id);

ALTER TABLE ONLY public.org_unit
    ADD CONSTRAINT org_unit_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES public.org_unit(id);

ALTER TABLE ONLY public.payment_method
    ADD CONSTRAINT payment_method_company_id_subscription_id_fkey FOREIGN KEY (company_id, subscription_id) REFERENCES public.subscription(company_id, id);

ALTER TABLE ONLY public.processor_contract
    ADD CONSTRAINT processor_contract_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.org_unit(id);

ALTER TABLE ONLY public.processor_contract
    ADD CONSTRAINT processor_contract_processor_company_id_fkey FOREIGN KEY (processor_company_id) REFERENCES public.org_unit(id);

ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.second_factor(user_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.saved_view
    ADD CONSTRAINT saved_view_company_id_org_unit_id_fkey FOREIGN KEY (company_id, org_unit_id) REFERENCES public.org_unit(company_id, id);

ALTER TABLE ONLY public.saved_view
    ADD CONSTRAINT saved_view_company_id_owner_id_fkey FOREIGN KEY (company_id, owner_id) REFERENCES public.membership(company_id, id);

ALTER TABLE ONLY public.seat
    ADD CONSTRAINT seat_company_id_subscription_id_fkey FOREIGN KEY (company_id, subscription_id) REFERENCES public.subscription(company_id, id);

ALTER TABLE ONLY public.second_factor
    ADD CONSTRAINT second_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_active_user_id_fkey FOREIGN KEY (active_user_id) REFERENCES public.app_user(id);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_login_id_fkey FOREIGN KEY (login_id) REFERENCES public.login(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sign_in_ticket
    ADD CONSTRAINT sign_in_ticket_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.oidc_request(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sign_in_ticket
    ADD CONSTRAINT sign_in_ticket_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id);

ALTER TABLE ONLY public.subject_property
    ADD CONSTRAINT subject_property_company_id_loan_id_fkey FOREIGN KEY (company_id, loan_id) REFERENCES public.loan(company_id, id);

ALTER TABLE ONLY public.subscription
    ADD CONSTRAINT subscription_company_id_org_unit_id_fkey FOREIGN KEY (company_id, org_unit_id) REFERENCES public.org_unit(company_id, id);

ALTER TABLE ONLY public.task_comment
    ADD CONSTRAINT task_comment_company_id_author_id_fkey FOREIGN KEY (company_id, author_id) REFERENCES public.membership(company_id, id);

ALTER TABLE ONLY public.task_comment
    ADD CONSTRAINT task_comment_company_id_task_id_fkey FOREIGN KEY (company_id, task_id) REFERENCES public.task(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.task
    ADD CONSTRAINT task_company_id_after_task_id_fkey FOREIGN KEY (company_id, after_task_id) REFERENCES public.task(company_id, id);

ALTER TABLE ONLY public.task
    ADD CONSTRAINT task_company_id_assignee_id_fkey FOREIGN KEY (company_id, assignee_id) REFERENCES public.membership(company_id, id);

ALTER TABLE ONLY public.task
    ADD CONSTRAINT task_company_id_creator_id_fkey FOREIGN KEY (company_id, creator_id) REFERENCES public.membership(company_id, id);

ALTER TABLE ONLY public.task
    ADD CONSTRAINT task_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES public.lead(company_id, id);

ALTER TABLE ONLY public.task
    ADD CONSTRAINT task_company_id_loan_id_fkey FOREIGN KEY (company_id, loan_id) REFERENCES public.loan(company_id, id);

ALTER TABLE ONLY public.task
    ADD CONSTRAINT task_company_id_org_unit_id_fkey FOREIGN KEY (company_id, org_unit_id) REFERENCES public.org_unit(company_id, id);

ALTER TABLE ONLY public.task
    ADD CONSTRAINT task_company_id_rule_id_fkey FOREIGN KEY (company_id, rule_id) REFERENCES public.automation_rule(company_id, id);

ALTER TABLE ONLY public.task_template
    ADD CONSTRAINT task_template_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.org_unit(id);

ALTER TABLE ONLY public.user_photo
    ADD CONSTRAINT user_photo_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.app_user(id);

ALTER TABLE public.audit_check ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.audit_entry ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.audit_seal ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.automation_dry_run ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.automation_occasion ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.automation_rule ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.automation_rule_off ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.automation_rule_version ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.automation_run ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.borrower ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.borrower_relative ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.business_contact ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.business_contact_company ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.business_holiday ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.clock_act ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.clock_act_retraction ENABLE ROW LEVEL SECURITY;

CREATE POLICY company ON public.audit_check USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.audit_entry USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.audit_seal USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.automation_dry_run USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.automation_occasion USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.automation_rule USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.automation_rule_off USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.automation_rule_version USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.automation_run USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.borrower USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.borrower_relative USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.business_contact USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.business_contact_company USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.business_holiday USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.clock_act USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.clock_act_retraction USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.contact_category USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.contact_outcome USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.default_team USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.default_team_member USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.disposal_certificate USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.duplicate_pair USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.event USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.field_change USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.file USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.file_content USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.header_tabs USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.idempotency USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.import_batch USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.import_batch_item USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.imported_loan USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.invoice USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.lead USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.lead_activity USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.lead_arrival USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.lead_consent USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.lead_contact USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.lead_import USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.lead_import_mapping USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.lead_intake_address USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.lead_intake_setting USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.lead_merge USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.lead_merge_part USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.lead_provider USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.lead_referral USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.lead_source USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.lead_status USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.lead_status_change USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.lead_user USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.left_difference USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.legal_hold USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.lender USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.lender_authorization USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.lender_connection USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.license USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.license_restriction USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.list_entry USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.loan USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.loan_act USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.loan_act_loan USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.loan_application USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.loan_borrower USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.loan_clock USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.loan_lock USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.loan_presence USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.loan_secret USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.loan_stage USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.loan_stage_change USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.loan_team_change USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.loan_team_member USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.lost_reason USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.mailbox USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.mailbox_authorization USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.match_person USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.match_setting USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.match_waiting USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.merge USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.merge_part USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.note USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.notification_choice USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.outbox_email USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.payment_method USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.record_opening USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.role_permission_override USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.saved_view USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.search_entry USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.search_entry_borrower USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.search_entry_contact USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.search_entry_lead USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.search_entry_loan USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.search_entry_task USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.search_term USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.search_word USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.seat USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.second_factor_reset USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.self_payer USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.subject_property USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.subscription USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.task USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.task_comment USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.task_template USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

CREATE POLICY company ON public.withdrawal_reason USING ((company_id = ( SELECT (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint AS "nullif")));

ALTER TABLE public.contact_category ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.contact_outcome ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.default_team ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.default_team_member ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.disposal_certificate ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.duplicate_pair ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.event ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.field_change ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.file ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.file_content ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.header_tabs ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.idempotency ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.import_batch ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.import_batch_item ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.imported_loan ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.invoice ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_activity ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_arrival ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_consent ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_contact ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_import ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_import_mapping ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_intake_address ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_intake_setting ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_merge ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_merge_part ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_provider ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_referral ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_source ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_status ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_status_change ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_user ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.left_difference ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.legal_hold ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lender ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lender_authorization ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lender_connection ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.license ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.license_restriction ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.list_entry ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.loan ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.loan_act ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.loan_act_loan ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.loan_application ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.loan_borrower ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.loan_clock ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.loan_lock ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.loan_presence ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.loan_secret ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.loan_stage ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.loan_stage_change ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.loan_team_change ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.loan_team_member ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lost_reason ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.mailbox ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.mailbox_authorization ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.match_person ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.match_setting ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.match_waiting ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.merge ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.merge_part ENABLE ROW LEVEL SECURITY;

CREATE POLICY merged ON public.lead AS RESTRICTIVE TO keyturn_app USING ((merged_into IS NULL));

ALTER TABLE public.note ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.notification_choice ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.outbox_email ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.payment_method ENABLE ROW LEVEL SECURITY;

CREATE POLICY provider ON public.loan FOR SELECT TO keyturn_provider USING (true);

CREATE POLICY provider ON public.loan_team_member FOR SELECT TO keyturn_provider USING (true);

ALTER TABLE public.record_opening ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.role_permission_override ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.saved_view ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.search_entry ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.search_entry_borrower ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.search_entry_contact ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.search_entry_lead ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.search_entry_loan ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.search_entry_task ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.search_term ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.search_word ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.seat ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.second_factor_reset ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.self_payer ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.subject_property ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.subscription ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.task ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.task_comment ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.task_template ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.withdrawal_reason ENABLE ROW LEVEL SECURITY;

REVOKE USAGE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO keyturn_app;
GRANT USAGE ON SCHEMA public TO keyturn_provider;

REVOKE ALL ON FUNCTION public.acts_for_another(p_session uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.acts_for_another(p_session uuid) TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.business_holiday TO keyturn_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.loan TO keyturn_app;

GRANT SELECT(company_id) ON TABLE public.loan TO keyturn_provider;

GRANT SELECT(id) ON TABLE public.loan TO keyturn_provider;

GRANT SELECT(loan_number) ON TABLE public.loan TO keyturn_provider;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.loan_clock TO keyturn_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.org_unit TO keyturn_app;
GRANT SELECT ON TABLE public.org_unit TO keyturn_provider;

GRANT SELECT ON TABLE public.office_calendar TO keyturn_app;

GRANT SELECT ON TABLE public.loan_day TO keyturn_app;

REVOKE ALL ON FUNCTION public.day_of_loan(days public.loan_day, named text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.day_of_loan(days public.loan_day, named text) TO keyturn_app;

REVOKE ALL ON FUNCTION public.dispose_loan(p_company bigint, p_loan bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.dispose_loan(p_company bigint, p_loan bigint) TO keyturn_app;

REVOKE ALL ON FUNCTION public.enter(p_login uuid, p_session uuid, p_membership bigint, p_version bigint, p_consolidated boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.enter(p_login uuid, p_session uuid, p_membership bigint, p_version bigint, p_consolidated boolean) TO keyturn_app;

REVOKE ALL ON FUNCTION public.enter_on_behalf(p_user bigint, p_logged_in_user bigint, p_membership bigint, p_version bigint, p_consolidated boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.enter_on_behalf(p_user bigint, p_logged_in_user bigint, p_membership bigint, p_version bigint, p_consolidated boolean) TO keyturn_app;

REVOKE ALL ON FUNCTION public.enter_with_key(p_key bigint, p_version bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.enter_with_key(p_key bigint, p_version bigint) TO keyturn_app;

REVOKE ALL ON FUNCTION public.find_match_people(p_firm_keys text[], p_name_keys text[], p_kinds text[], p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.find_match_people(p_firm_keys text[], p_name_keys text[], p_kinds text[], p_limit integer) TO keyturn_app;

REVOKE ALL ON FUNCTION public.find_match_sharing(p_kinds text[], p_record_ids bigint[], p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.find_match_sharing(p_kinds text[], p_record_ids bigint[], p_limit integer) TO keyturn_app;

REVOKE ALL ON FUNCTION public.find_search_entries(p_kind text, p_pattern text, p_others text[], p_limit integer, p_org_unit_id bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.find_search_entries(p_kind text, p_pattern text, p_others text[], p_limit integer, p_org_unit_id bigint) TO keyturn_app;

REVOKE ALL ON FUNCTION public.follow_borrowers(p_company_id bigint, p_people jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.follow_borrowers(p_company_id bigint, p_people jsonb) TO keyturn_app;

REVOKE ALL ON FUNCTION public.follow_tasks(p_company bigint, p_loan bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.follow_tasks(p_company bigint, p_loan bigint) TO keyturn_app;

REVOKE ALL ON FUNCTION public.follow_tasks_of_loan() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.follow_tasks_of_part() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.give_default_contact_categories(p_company bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.give_default_contact_categories(p_company bigint) TO keyturn_app;

REVOKE ALL ON FUNCTION public.give_default_lists(p_company bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.give_default_lists(p_company bigint) TO keyturn_app;

REVOKE ALL ON FUNCTION public.give_default_task_templates(p_company bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.give_default_task_templates(p_company bigint) TO keyturn_app;

REVOKE ALL ON FUNCTION public.give_lead_lists(p_company bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.give_lead_lists(p_company bigint) TO keyturn_app;

REVOKE ALL ON FUNCTION public.give_loan_lists(p_company bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.give_loan_lists(p_company bigint) TO keyturn_app;

REVOKE ALL ON FUNCTION public.hold_match_records(p_kinds text[], p_record_ids bigint[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.hold_match_records(p_kinds text[], p_record_ids bigint[]) TO keyturn_app;

REVOKE ALL ON FUNCTION public.import_batch_item_may_become(was text, becomes text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.import_batch_item_may_become(was text, becomes text) TO keyturn_app;

REVOKE ALL ON FUNCTION public.import_batch_may_become(was text, becomes text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.import_batch_may_become(was text, becomes text) TO keyturn_app;

REVOKE ALL ON FUNCTION public.known_borrowers(p_company_id bigint, p_ssn_keys bytea[], p_email_keys text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.known_borrowers(p_company_id bigint, p_ssn_keys bytea[], p_email_keys text[]) TO keyturn_app;

REVOKE ALL ON FUNCTION public.license_standing(is_active boolean, issued_on date, expires_on date, today date) FROM PUBLIC;
GRANT ALL ON FUNCTION public.license_standing(is_active boolean, issued_on date, expires_on date, today date) TO keyturn_app;

REVOKE ALL ON PROCEDURE public.make_tenant_table(IN target regclass, IN privileges text) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.match_hashes(p_company bigint, p_keys text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.move_borrower(p_company_id bigint, p_from bigint, p_to bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.move_borrower(p_company_id bigint, p_from bigint, p_to bigint) TO keyturn_app;

REVOKE ALL ON FUNCTION public.move_borrower_back(p_company_id bigint, p_moved jsonb, p_from bigint, p_to bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.move_borrower_back(p_company_id bigint, p_moved jsonb, p_from bigint, p_to bigint) TO keyturn_app;

REVOKE ALL ON FUNCTION public.move_tasks() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.note_changed_fields() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.note_match_records(p_kinds text[], p_record_ids bigint[], p_versions text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.note_match_records(p_kinds text[], p_record_ids bigint[], p_versions text[]) TO keyturn_app;

REVOKE ALL ON FUNCTION public.note_team_change() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.owners_go_along() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.provider_company() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.provider_enter_new_company(p_company bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.provider_enter_new_company(p_company bigint) TO keyturn_app;

REVOKE ALL ON FUNCTION public.provider_find_loan_people(p_loan bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.provider_find_loan_people(p_loan bigint) TO keyturn_app;

REVOKE ALL ON FUNCTION public.provider_record(p_company bigint, p_action text, p_entity text, p_entity_id text, p_before jsonb, p_after jsonb, p_event text, p_event_entity bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.provider_record(p_company bigint, p_action text, p_entity text, p_entity_id text, p_before jsonb, p_after jsonb, p_event text, p_event_entity bigint) TO keyturn_app;

REVOKE ALL ON FUNCTION public.put_borrowers(p_company_id bigint, p_created_by bigint, p_people jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.put_borrowers(p_company_id bigint, p_created_by bigint, p_people jsonb) TO keyturn_app;

REVOKE ALL ON FUNCTION public.put_borrowers(p_company_id bigint, p_org_unit_id bigint, p_owner_id bigint, p_created_by bigint, p_people jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.put_borrowers(p_company_id bigint, p_org_unit_id bigint, p_owner_id bigint, p_created_by bigint, p_people jsonb) TO keyturn_app;

REVOKE ALL ON FUNCTION public.put_match_people(p_records jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION public.put_match_people(p_records jsonb) TO keyturn_app;

REVOKE ALL ON FUNCTION public.put_search_entries(p_kind text, p_org_unit_ids bigint[], p_entity_ids bigint[], p_words text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.put_search_entries(p_kind text, p_org_unit_ids bigint[], p_entity_ids bigint[], p_words text[]) TO keyturn_app;

REVOKE ALL ON FUNCTION public.put_search_entry(p_kind text, p_org_unit_id bigint, p_entity_id bigint, p_words text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.put_search_entry(p_kind text, p_org_unit_id bigint, p_entity_id bigint, p_words text) TO keyturn_app;

REVOKE ALL ON FUNCTION public.record_borrowers(p_company_id bigint, p_loan_ids bigint[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.record_borrowers(p_company_id bigint, p_loan_ids bigint[]) TO keyturn_app;

REVOKE ALL ON FUNCTION public.refresh_lead_statistics() FROM PUBLIC;
GRANT ALL ON FUNCTION public.refresh_lead_statistics() TO keyturn_app;

REVOKE ALL ON FUNCTION public.refresh_loan_statistics() FROM PUBLIC;
GRANT ALL ON FUNCTION public.refresh_loan_statistics() TO keyturn_app;

REVOKE ALL ON FUNCTION public.refuse_step_back() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.remove_imported_leads(p_import bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.remove_imported_leads(p_import bigint) TO keyturn_app;

REVOKE ALL ON FUNCTION public.remove_search_entry(p_kind text, p_entity_id bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.remove_search_entry(p_kind text, p_entity_id bigint) TO keyturn_app;

REVOKE ALL ON FUNCTION public.require_license() FROM PUBLIC;
GRANT ALL ON FUNCTION public.require_license() TO keyturn_app;

REVOKE ALL ON FUNCTION public.run_rules() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.run_rules_of_step() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.search_terms(p_kind text, p_words text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.search_terms(p_kind text, p_words text) TO keyturn_app;

REVOKE ALL ON FUNCTION public.set_leads_merged(p_leads bigint[], p_into bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.set_leads_merged(p_leads bigint[], p_into bigint) TO keyturn_app;

REVOKE ALL ON FUNCTION public.team_goes_along() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.waiting_match_people(p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.waiting_match_people(p_limit integer) TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.account_token TO keyturn_app;

GRANT SELECT,INSERT ON TABLE public.announcement TO keyturn_app;

GRANT SELECT,INSERT ON TABLE public.api_key TO keyturn_app;

GRANT UPDATE(last_used_at) ON TABLE public.api_key TO keyturn_app;

GRANT UPDATE(revoked_at) ON TABLE public.api_key TO keyturn_app;

GRANT UPDATE(revoked_by) ON TABLE public.api_key TO keyturn_app;

GRANT SELECT ON TABLE public.api_key_name TO keyturn_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.app_user TO keyturn_app;
GRANT SELECT ON TABLE public.app_user TO keyturn_provider;

GRANT SELECT,INSERT ON TABLE public.audit_check TO keyturn_app;

GRANT SELECT,INSERT ON TABLE public.audit_entry TO keyturn_app;
GRANT INSERT ON TABLE public.audit_entry TO keyturn_provider;

GRANT SELECT,INSERT ON TABLE public.audit_seal TO keyturn_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.automation_dry_run TO keyturn_app;

GRANT SELECT,INSERT ON TABLE public.loan_stage_change TO keyturn_app;

GRANT USAGE ON SEQUENCE public.loan_stage_change_id_seq TO keyturn_app;

GRANT SELECT,INSERT ON TABLE public.automation_occasion TO keyturn_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.automation_rule TO keyturn_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.automation_rule_off TO keyturn_app;

GRANT SELECT,INSERT ON TABLE public.automation_rule_version TO keyturn_app;

GRANT SELECT,INSERT ON TABLE public.automation_run TO keyturn_app;

GRANT UPDATE(refused) ON TABLE public.automation_run TO keyturn_app;

GRANT UPDATE(acts) ON TABLE public.automation_run TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.borrower TO keyturn_app;

GRANT USAGE ON SEQUENCE public.borrower_id TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.loan_borrower TO keyturn_app;

GRANT UPDATE(borrower_id) ON TABLE public.loan_borrower TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.loan_stage TO keyturn_app;

GRANT SELECT ON TABLE public.borrower_loan TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.loan_team_member TO keyturn_app;

GRANT SELECT(company_id) ON TABLE public.loan_team_member TO keyturn_provider;

GRANT SELECT(loan_id) ON TABLE public.loan_team_member TO keyturn_provider;

GRANT SELECT(role) ON TABLE public.loan_team_member TO keyturn_provider;

GRANT SELECT(is_primary) ON TABLE public.loan_team_member TO keyturn_provider;

GRANT SELECT(membership_id) ON TABLE public.loan_team_member TO keyturn_provider;

GRANT SELECT ON TABLE public.borrower_member TO keyturn_app;

GRANT SELECT ON TABLE public.borrower_name TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.borrower_relative TO keyturn_app;

GRANT SELECT ON TABLE public.borrower_reference TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.brand_image TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.business_contact TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.business_contact_company TO keyturn_app;

GRANT SELECT ON TABLE public.business_contact_name TO keyturn_app;

GRANT SELECT,INSERT ON TABLE public.clock_act TO keyturn_app;

GRANT SELECT,INSERT ON TABLE public.clock_act_retraction TO keyturn_app;

GRANT USAGE ON SEQUENCE public.list_entry_id TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.list_entry TO keyturn_app;

GRANT SELECT ON TABLE public.contact_category TO keyturn_app;

GRANT SELECT ON TABLE public.contact_outcome TO keyturn_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.credential TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.default_team TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.default_team_member TO keyturn_app;

GRANT SELECT,INSERT ON TABLE public.disposal_certificate TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.duplicate_pair TO keyturn_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.event TO keyturn_app;
GRANT INSERT ON TABLE public.event TO keyturn_provider;

GRANT SELECT,INSERT,DELETE ON TABLE public.external_subject TO keyturn_app;

GRANT SELECT,INSERT ON TABLE public.field_change TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.file TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.file_content TO keyturn_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.header_tabs TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.idempotency TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.import_batch TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.import_batch_item TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.imported_loan TO keyturn_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.integrated_lender TO keyturn_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.invoice TO keyturn_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.job_crash TO keyturn_app;

GRANT SELECT ON TABLE public.kept_deadline TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.known_device TO keyturn_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.lead TO keyturn_app;

GRANT SELECT,INSERT ON TABLE public.lead_activity TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.lead_arrival TO keyturn_app;

GRANT SELECT,INSERT ON TABLE public.lead_consent TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.lead_contact TO keyturn_app;

GRANT USAGE ON SEQUENCE public.lead_id TO keyturn_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.lead_import TO keyturn_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.lead_import_mapping TO keyturn_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.lead_intake_address TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.lead_intake_setting TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.lead_user TO keyturn_app;

GRANT SELECT ON TABLE public.lead_member TO keyturn_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.lead_merge TO keyturn_app;

GRANT SELECT,INSERT ON TABLE public.lead_merge_part TO keyturn_app;

GRANT SELECT ON TABLE public.lead_name TO keyturn_app;

GRANT SELECT ON TABLE public.lead_part TO keyturn_app;

GRANT SELECT ON TABLE public.lead_person TO keyturn_app;

GRANT SELECT ON TABLE public.lead_provider TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.lead_referral TO keyturn_app;

GRANT UPDATE(borrower_id) ON TABLE public.lead_referral TO keyturn_app;

GRANT SELECT ON TABLE public.lead_source TO keyturn_app;

GRANT SELECT ON TABLE public.lead_status TO keyturn_app;

GRANT SELECT,INSERT ON TABLE public.lead_status_change TO keyturn_app;

GRANT SELECT,INSERT ON TABLE public.note TO keyturn_app;

GRANT UPDATE(borrower_id) ON TABLE public.note TO keyturn_app;

GRANT SELECT ON TABLE public.lead_step TO keyturn_app;

GRANT SELECT ON TABLE public.lead_summary TO keyturn_app;

GRANT SELECT ON TABLE public.lead_tag TO keyturn_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.left_difference TO keyturn_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.legal_hold TO keyturn_app;

GRANT SELECT ON TABLE public.lender TO keyturn_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.lender_authorization TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.lender_connection TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.license TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.license_restriction TO keyturn_app;

GRANT SELECT ON TABLE public.list_choice TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.loan_act TO keyturn_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.loan_act_loan TO keyturn_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.loan_application TO keyturn_app;

GRANT SELECT ON TABLE public.loan_contact TO keyturn_app;

GRANT SELECT ON TABLE public.loan_lead TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.subject_property TO keyturn_app;

GRANT SELECT ON TABLE public.loan_fact TO keyturn_app;

GRANT SELECT ON TABLE public.loan_field_entry TO keyturn_app;

GRANT USAGE ON SEQUENCE public.loan_id TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.loan_lock TO keyturn_app;

GRANT SELECT ON TABLE public.loan_member TO keyturn_app;

GRANT SELECT ON TABLE public.loan_name TO keyturn_app;

GRANT SELECT ON TABLE public.loan_of_file TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.loan_presence TO keyturn_app;

GRANT SELECT ON TABLE public.loan_seat TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.loan_secret TO keyturn_app;

GRANT SELECT ON TABLE public.loan_stage_choice TO keyturn_app;

GRANT SELECT ON TABLE public.loan_stage_entry TO keyturn_app;

GRANT SELECT ON TABLE public.loan_stage_step TO keyturn_app;

GRANT SELECT ON TABLE public.loan_tag TO keyturn_app;

GRANT SELECT,INSERT ON TABLE public.loan_team_change TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.login TO keyturn_app;
GRANT SELECT ON TABLE public.login TO keyturn_provider;

GRANT SELECT ON TABLE public.lost_reason TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.mailbox TO keyturn_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.mailbox_authorization TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.match_setting TO keyturn_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.membership TO keyturn_app;
GRANT SELECT ON TABLE public.membership TO keyturn_provider;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.membership_role TO keyturn_app;
GRANT SELECT ON TABLE public.membership_role TO keyturn_provider;

GRANT SELECT ON TABLE public.member TO keyturn_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.merge TO keyturn_app;

GRANT SELECT,INSERT ON TABLE public.merge_part TO keyturn_app;

GRANT SELECT ON TABLE public.migration_compatibility TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notification_choice TO keyturn_app;

GRANT SELECT ON TABLE public.notification_off TO keyturn_app;

GRANT SELECT ON TABLE public.officer_license TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.org_domain TO keyturn_app;

GRANT SELECT ON TABLE public.officer_portal TO keyturn_app;

GRANT SELECT ON TABLE public.officer_team TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.oidc_code TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.oidc_refresh TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.oidc_request TO keyturn_app;

GRANT SELECT ON TABLE public.open_loan TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.org_theme TO keyturn_app;

GRANT USAGE ON SEQUENCE public.org_unit_id_seq TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.outbox_email TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.payment_method TO keyturn_app;

GRANT SELECT ON TABLE public.person TO keyturn_app;

GRANT SELECT ON TABLE public.person_record TO keyturn_app;

GRANT SELECT ON TABLE public.plan TO keyturn_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.processor_contract TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.rate_limit TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.record_opening TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.recovery_code TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.role_permission_override TO keyturn_app;

GRANT SELECT ON TABLE public.rule_name TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.saved_view TO keyturn_app;

GRANT SELECT ON TABLE public.search_term TO keyturn_app;

GRANT SELECT ON TABLE public.search_word TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.seat TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.second_factor TO keyturn_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.second_factor_reset TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.self_payer TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.session TO keyturn_app;
GRANT SELECT ON TABLE public.session TO keyturn_provider;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_in_attempt TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_in_ticket TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.signed_file TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.signing_key TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.subscription TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.task TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.task_comment TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.task_template TO keyturn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.user_photo TO keyturn_app;

GRANT SELECT ON TABLE public.withdrawal_reason TO keyturn_app;

