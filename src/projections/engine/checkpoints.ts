import type pg from 'pg';
import { CHANNEL, changePayload } from '../reading/change.ts';
import { CheckpointMoved } from './failures.ts';
import type { Queryable } from './schema.ts';

export interface Checkpoint {
  readonly projection: string;
  /** The version of the projection that built the tables in schema `read`. */
  readonly version: number;
  /** Everything up to here is in the tables. */
  readonly position: number;
  /** Why the projection is parked; null while it runs. */
  readonly failure: string | null;
}

/** A step of a checkpoint from the position where this process believes it to be. */
export interface Move {
  readonly projection: string;
  readonly version: number;
  readonly from: number;
  readonly to: number;
  /** Whose rows changed. */
  readonly brands: readonly string[];
}

export const readCheckpoints = async (db: Queryable): Promise<Checkpoint[]> =>
  (await db.query<Checkpoint>('select projection, version, position, failure from app.checkpoints')).rows;

/** The checkpoint, locked until the transaction ends: no other process applies to this projection meanwhile. */
export const lockCheckpoint = async (db: Queryable, projection: string): Promise<Checkpoint | undefined> => {
  const text = `select projection, version, position, failure from app.checkpoints where projection = $1 for update`;
  return (await db.query<Checkpoint>(text, [projection])).rows[0];
};

const MOVE = `
  with moved as (
    update app.checkpoints c set position = m.position, failure = null
    from unnest($1::text[], $2::int[], $3::bigint[], $4::bigint[], $5::text[])
      as m (projection, version, believed, position, payload)
    where c.projection = m.projection and c.version = m.version and c.position = m.believed
    returning c.projection, m.payload
  )
  select projection, case when payload <> '' then pg_notify('${CHANNEL}', payload) end from moved`;

/**
 * Moves checkpoints within a transaction, and tells every process when it commits. A compare-and-set: a process that
 * has lost its ownership without noticing throws CheckpointMoved here, before it writes a row.
 */
export const moveCheckpoints = async (db: pg.PoolClient, moves: readonly Move[]): Promise<void> => {
  const { rows } = await db.query<{ projection: string }>({
    name: 'projections.move',
    text: MOVE,
    values: [
      moves.map((move) => move.projection),
      moves.map((move) => move.version),
      moves.map((move) => move.from),
      moves.map((move) => move.to),
      payloadsOf(moves),
    ],
  });
  if (rows.length === moves.length) return;
  const moved = new Set(rows.map((row) => row.projection));
  throw new CheckpointMoved(moves.map((move) => move.projection).filter((name) => !moved.has(name)));
};

/**
 * A payload for each move. Where the rows of no brand change, as for most read models of most batches, the first of
 * such moves tells of all of them, and the others tell nothing.
 */
const payloadsOf = (moves: readonly Move[]): string[] => {
  const passing = Map.groupBy(moves, ({ to, brands }) => (brands.length === 0 ? to : null));
  return moves.map((move) => {
    const { projection, to, brands } = move;
    if (brands.length > 0) return changePayload({ projections: [projection], position: to, brands });
    const together = passing.get(to)!;
    if (together[0] !== move) return '';
    return changePayload({ projections: together.map((each) => each.projection), position: to, brands });
  });
};

/** Stores why the projection stands still at `position`. Throws CheckpointMoved if it is at another position. */
export const parkCheckpoint = async (
  db: Queryable,
  { projection, version, position }: Omit<Checkpoint, 'failure'>,
  failure: string,
): Promise<void> => {
  const { rows } = await db.query(
    `with parked as (
       update app.checkpoints set failure = $4 where projection = $1 and version = $2 and position = $3 returning 1
     )
     select pg_notify('${CHANNEL}', $5) from parked`,
    [
      projection,
      version,
      position,
      failure,
      changePayload({ projections: [projection], position, brands: [], parked: true }),
    ],
  );
  if (rows.length === 0) throw new CheckpointMoved([projection]);
};

/**
 * Writes the position that a rebuild (or a first start) has reached, whatever it was before, and makes every cache drop
 * its values.
 */
export const resetCheckpoint = async (
  db: Queryable,
  { projection, version, position }: Omit<Checkpoint, 'failure'>,
): Promise<void> => {
  await db.query(
    `insert into app.checkpoints (projection, version, position) values ($1, $2, $3)
     on conflict (projection) do update set version = $2, position = $3, failure = null`,
    [projection, version, position],
  );
  await db.query(`select pg_notify('${CHANNEL}', $1)`, [
    changePayload({ projections: [projection], position, brands: null }),
  ]);
};
