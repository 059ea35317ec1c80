-- How many checkpoints of this log were signed, and the largest: whoever deletes them is found by that.
alter table app.tree_head add column signed_size bigint not null default 0, add column signed_count bigint not null default 0;
update app.tree_head head set
  signed_size = coalesce(kept.size, 0), signed_count = kept.count
from (
  -- A log that was begun anew has a name of its own. The checkpoints of the one before it stay.
  select max(it.size) as size, count(*) as count from app.tree_checkpoints it, app.tree_head own
  where it.note like 'tillstream/' || own.log_id || E'\n%'
) kept;
