import type pg from 'pg';
import type { Logger } from 'pino';
import { openCheckpoint, renderVerifierKey, type SigningKey, signCheckpoint, signingKeyOf } from './note.ts';
import { readTreeHead } from './tree-tables.ts';

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
  select size from kept`;

/** The signed checkpoints of the tree over the log. */
export const createCheckpoints = ({ pool, seed, hasWitness, clock, log }: CheckpointsOptions): Checkpoints => {
  const read = async (where: string, values: readonly unknown[]): Promise<KeptCheckpoint[]> =>
    (await pool.query<KeptCheckpoint>(`select ${COLUMNS} from app.tree_checkpoints ${where}`, [...values])).rows;

  const keep = async (): Promise<KeptCheckpoint> => {
    const head = await readTreeHead(pool);
    const [known] = await read('where size = $1', [head.size]);
    if (known) return known;
    const key = signingKeyOf(seed, head.origin);
    const note = signCheckpoint(head, key);
    // What was signed is what a verifier reads.
    openCheckpoint(note, [key]);
    const signed_at = new Date(clock());
    const verifier_key = renderVerifierKey(key);
    const { rowCount } = await pool.query(KEEP, [head.size, head.root, signed_at, note, verifier_key, hasWitness]);
    if (rowCount === 1) log.info({ checkpoint: note, size: head.size }, 'the log is signed up to here');
    // Another process may have kept one of this size meanwhile.
    return (await read('where size = $1', [head.size]))[0]!;
  };

  return {
    make: keep,
    latest: async () => (await read('order by size desc limit 1', []))[0],
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
