-- A legal hold keeps a loan from being disposed of. Disposing deletes a loan that is past every retention term, and leaves a
-- certificate.
-- Compatible: yes
-- Locks: none on existing tables.

-- Holds outlive the loan, so they name it without a reference.
create table legal_hold (
  company_id  bigint not null,
  id          bigint generated always as identity,
  loan_id     bigint not null,
  reason      text not null check (length(reason) between 1 and 500),
  set_by      bigint not null,
  set_at      timestamptz not null default now(),
  lifted_by   bigint,
  lifted_at   timestamptz,
  lift_reason text check (length(lift_reason) between 1 and 500),
  primary key (company_id, id),
  check (num_nonnulls(lifted_by, lifted_at, lift_reason) in (0, 3))
);
create unique index legal_hold_open on legal_hold (company_id, loan_id) where lifted_at is null;
call make_tenant_table('legal_hold', 'select, insert, update');

create table disposal_certificate (
  company_id  bigint not null,
  id          bigint generated always as identity,
  disposed_by bigint not null,
  disposed_at timestamptz not null default now(),
  reason      text not null check (length(reason) between 1 and 500),
  -- Loan numbers, the kinds of records with the end of their terms, and the number of rows of each table.
  loans       text[] not null,
  kinds       jsonb not null,
  counts      jsonb not null,
  primary key (company_id, id)
);
call make_tenant_table('disposal_certificate', 'select, insert');

-- Deletes a loan with everything that belongs to it alone, and answers the number of rows by table. The program's role may not
-- delete history; this function may, for a loan without a hold. Leads and the directory have terms of their own and stay. The
-- sweep deletes the bytes of the loan's file. Any other table that refers to the loan must be handled here, or the deletion fails.
create function dispose_loan(p_company bigint, p_loan bigint) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
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
$$;
revoke all on function dispose_loan(bigint, bigint) from public;
grant execute on function dispose_loan(bigint, bigint) to keyturn_app;
