-- Tables from which rows with personal data were deleted or replaced since they were last vacuumed. Whoever deletes notes it in
-- the same transaction, so that a crash before the vacuum does not leave the old rows in the files. A table has a row for each
-- time: what is noted while a vacuum runs waits for the next one.
create table app.due_vacuums (
  id bigint generated always as identity primary key,
  table_name text not null
);
