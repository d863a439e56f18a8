-- A file that nobody used goes when its time is over. What was read of it, later than it came or once more, outlived it by that
-- much, and kept the sweep of all companies from going on.
-- Locks: imported_loan and file for a moment. The version before removes both as before.
alter table imported_loan
  drop constraint imported_loan_company_id_file_id_fkey,
  add constraint imported_loan_company_id_file_id_fkey
    foreign key (company_id, file_id) references file (company_id, id) on delete cascade;
