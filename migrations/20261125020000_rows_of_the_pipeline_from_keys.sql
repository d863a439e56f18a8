-- What a row of the pipeline shows of the team and of the property is read from their keys.
-- Locks: both tables while the keys are built, some seconds for a million loans. The version before reads them alike.

alter table loan_team_member
  drop constraint loan_team_member_pkey,
  add constraint loan_team_member_pkey primary key (company_id, loan_id, role, is_primary) include (membership_id);
alter table subject_property
  drop constraint subject_property_pkey,
  add constraint subject_property_pkey primary key (company_id, loan_id) include (city, postal_code);
