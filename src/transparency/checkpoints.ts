import type pg from 'pg';
import type { Logger } from 'pino';
import { inTransaction } from '../database/transaction.ts';
import { openCheckpoint, renderVerifierKey, type SigningKey, signCheckpoint, signingKeyOf } from './note.ts';
import { readTreeHead } from './tree-tables.ts';

type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

/** A checkpoint as it is kept, for good. */
export interface KeptCheckpoint {
  readonly size: number;
  readonly root: Buffer;
  /** By the clock of the app: the signature does not cover it. */
  readonly signed_at: Date;
  readonly note: string;
  readonly verifier_key: string;
}

export interface Checkpoints {
  /** Signs the tree as it is stored now, if that was not done yet, and answers the checkpoint of that size. */
  make(): Promise<KeptCheckpoint>;
  /**
   * As `make`, for somebody who asks. Whoever asks again and again makes a new one a minute at most, in all processes: until then
   * the answer is the latest, which may hold less than the tree.
   */
  ask(): Promise<KeptCheckpoint>;
  latest(): Promise<KeptCheckpoint | undefined>;
  /** Those of more events than `size`, at most so many. */
  after(size: number, limit: number): Promise<KeptCheckpoint[]>;
  /** The key that signs now. */
  key(): Promise<SigningKey>;
  /** The public keys of all kept checkpoints. */
  usedKeys(): Promise<string[]>;
}

export interface CheckpointsOptions {
  readonly pool: pg.Pool;
  /** 32 bytes as base64. */
  readonly seed: string;
  /** Whether a witness is to get each checkpoint. */
  readonly hasWitness: boolean;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly log: Pick<Logger, 'info'>;
}

/** So many within the time may be signed at once. Each further one waits until the latest is old enough. */
const OFTEN = { count: 60, withinMs: 10 * 60_000, thenEachMs: 60_000 };

/** How long after a checkpoint the next one may be asked for, at most. */
export const ASKED_EACH_MS = OFTEN.thenEachMs;

const COLUMNS = 'size, root, signed_at, note, verifier_key';

/** How many were signed is counted beside the log's head: so it is found if they are deleted. */
const KEEP = `
  with kept as (
    insert into app.tree_checkpoints (${COLUMNS}) values ($1, $2, $3, $4, $5) on conflict do nothing returning size
  ), to_witness as (
    insert into app.tree_witness_calls (size, next_attempt_at) select size, $3 from kept where $6 on conflict do nothing
  ), counted as (
    update app.tree_head head set signed_count = head.signed_count + 1, signed_size = greatest(head.signed_size, kept.size)
    from kept
  )
  select from kept`;

/** The signed checkpoints of the tree over the log. */
export const createCheckpoints = ({ pool, seed, hasWitness, clock, log }: CheckpointsOptions): Checkpoints => {
  const read = async (where: string, values: readonly unknown[], db: Queryable = pool): Promise<KeptCheckpoint[]> =>
    (await db.query<KeptCheckpoint>(`select ${COLUMNS} from app.tree_checkpoints ${where}`, [...values])).rows;

  /** Whether too many were signed lately. A clock that was set back does not hold up the next one for longer. */
  const isTooOften = async (db: Queryable): Promise<boolean> => {
    const { rows } = await db.query<{ signed_at: Date }>(
      'select signed_at from app.tree_checkpoints order by size desc limit $1',
      [OFTEN.count],
    );
    const ageOf = ({ signed_at }: { signed_at: Date }) => Math.abs(clock() - signed_at.getTime());
    if (rows.length < OFTEN.count) return false;
    return ageOf(rows.at(-1)!) < OFTEN.withinMs && ageOf(rows[0]!) < OFTEN.thenEachMs;
  };

  const latest = async (db: Queryable = pool) => (await read('order by size desc limit 1', [], db))[0];

  const ofSize = async (size: number, db: Queryable) => (await read('where size = $1', [size], db))[0];

  const keep = async (isAsked: boolean): Promise<KeptCheckpoint> => {
    const known = await ofSize((await readTreeHead(pool)).size, pool);
    if (known) return known;
    const signed = await inTransaction(pool, async (tx) => {
      // One after the other, in all processes: else each of many would be the last that may.
      await tx.query('select from app.tree_head for no key update');
      const head = await readTreeHead(tx);
      const meanwhile = await ofSize(head.size, tx);
      if (meanwhile) return { checkpoint: meanwhile, isNew: false };
      if (isAsked && (await isTooOften(tx))) return { checkpoint: (await latest(tx))!, isNew: false };
      const key = signingKeyOf(seed, head.origin);
      const note = signCheckpoint(head, key);
      // What was signed is what a verifier reads.
      openCheckpoint(note, [key]);
      const verifier_key = renderVerifierKey(key);
      await tx.query(KEEP, [head.size, head.root, new Date(clock()), note, verifier_key, hasWitness]);
      return { checkpoint: (await ofSize(head.size, tx))!, isNew: true };
    });
    const { note, size } = signed.checkpoint;
    if (signed.isNew) log.info({ checkpoint: note, size }, 'the log is signed up to here');
    return signed.checkpoint;
  };

  return {
    make: () => keep(false),
    ask: () => keep(true),
    latest: () => latest(),
    after: (size, limit) => read('where size > $1 order by size limit $2', [size, limit]),
    key: async () => signingKeyOf(seed, (await readTreeHead(pool)).origin),
    usedKeys: async () => {
      const { rows } = await pool.query<{ verifier_key: string }>(
        'select verifier_key from app.tree_checkpoints group by 1 order by min(size)',
      );
      return rows.map(({ verifier_key }) => verifier_key);
    },
  };
};
