-- How far each read model has come. Their tables are in the schema `read`: each projection makes its own.
create table app.checkpoints (
  projection text primary key,
  version int not null,
  position bigint not null,
  -- Set while the projection is parked: the failure, and nothing of the payload.
  failure text
);
