-- Requests counted over all processes (spec, Limits). Unlogged: after a crash of the server the counts of one minute begin
-- anew, which is what not writing each of them to disk is worth.
create unlogged table app.rate_limits (
  -- What is counted: 'key:<key_id>', 'token:<address>', …
  key text primary key,
  points bigint not null,
  -- End of the window, in milliseconds since the epoch.
  expire bigint
)
-- One row a caller, rewritten at every count: room on its page keeps each rewrite off the index.
with (fillfactor = 50);
