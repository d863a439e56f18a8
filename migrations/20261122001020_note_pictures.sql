-- Pictures that were pasted into notes are files of a purpose of their own, and served as what they are.
-- Locks: file, for a moment: every row keeps to the former check, and so to this one. The version before writes imports only.
alter table file drop constraint file_purpose_check;
alter table file add column media_type text;
alter table file
  add constraint file_purpose_check check (purpose in ('import', 'note-picture')) not valid,
  add constraint file_media_type_check check (purpose <> 'note-picture' or media_type is not null) not valid;
alter table file validate constraint file_purpose_check;
alter table file validate constraint file_media_type_check;
