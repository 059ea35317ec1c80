-- The result of a command is kept a moment after its claim. If the page of the claim has room, Postgres writes the row with its
-- result there, needs no further entry in the index, and soon uses the room of the old row again.
alter table app.identities set (fillfactor = 80);
