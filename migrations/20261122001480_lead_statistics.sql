-- Tells the planner what has been written of leads and of the register of people: whoever makes a crowd of them owns no
-- table.
-- Locks: none, a function is made. The version before does not call it.
create function refresh_lead_statistics()
returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  analyze lead, lead_contact, lead_user, lead_status_change, match_person, search_entry;
end
$$;
revoke all on function refresh_lead_statistics() from public;
grant execute on function refresh_lead_statistics() to keyturn_app;
