-- What a lead wants: how much is to be borrowed, and what the property costs (purchase) or is thought to be worth (refinance).
-- Leads that were there before know neither.
-- Locks: lead, exclusively, for the moment of adding columns that are null; the checks of rows that are all null read the
-- table once.
alter table lead
  add column loan_amount_cents bigint check (loan_amount_cents between 1 and 99999999999),
  add column property_value_cents bigint check (property_value_cents between 1 and 99999999999);
