import type pg from 'pg';
import { createPool } from '../../database/connection.ts';
import { migrate } from '../../database/migrate.ts';
import { inTransaction } from '../../database/transaction.ts';
import { streamCategories } from '../../domain/stream-categories.ts';
import type { EventStore } from '../../event-store/event-store.ts';
import { openStoredEvents } from '../../event-store/open-event-store.ts';
import { createCheckpoints } from '../../transparency/checkpoints.ts';
import { type KeptTree, openKeptTree } from '../../transparency/kept-tree.ts';
import { type Checkpoint, openCheckpoint, parseVerifierKey } from '../../transparency/note.ts';
import { verifyLog } from '../../transparency/verify-log.ts';
import { comparedLeaves } from './compare-logs.ts';
import { copiedUpTo, copyLog } from './copy-log.ts';
import { copyTables } from './copy-tables.ts';
import { createEventStoreDbTarget } from './eventstoredb-target.ts';
import { closeLog, MOVE_NAME, noteCompared, noteMove, noteMoved } from './home.ts';
import { keptPositions, movePositions, newPositions } from './positions.ts';
import { createPostgresTarget } from './postgres-target.ts';
import type { Target } from './target.ts';

export interface MoveOptions {
  /** The database that the app uses now. */
  readonly databaseUrl: string;
  /** Where its log is now; undefined: in that database. */
  readonly eventStoreUrl: string | undefined;
  /** `esdb://…` or `postgres://…`. */
  readonly to: string;
  readonly print: (line: string) => void;
  /** Gets the signed checkpoints of a tree that ends with the move. */
  readonly keepNotes: (notes: readonly string[]) => Promise<string>;
  readonly signal: AbortSignal;
}

/** `app runs`: all was copied that there is; the rest, when no app process runs any more. */
export type MoveResult = 'moved' | 'app runs';

const MOVE_LOCK = 7_115_116;
const EVERY = 20_000;
const ALL = 1_000_000_000;
/** Tells databases apart, whatever address leads to them. */
const ID = `select oid || ' ' || pg_postmaster_start_time() as id from pg_database where datname = current_database()`;

/**
 * Copies the log to another engine or database while the app runs, and compares the two. When no app process runs, it copies and
 * compares the rest, takes along the positions that the app goes by, and notes where the log is now. A move that was killed at any
 * point goes on when it is begun again.
 * @throws Error of one line
 */
export const moveLog = async (options: MoveOptions): Promise<MoveResult> => {
  const { databaseUrl, eventStoreUrl, to, print, signal } = options;
  await using closing = new AsyncDisposableStack();
  await migrate(databaseUrl);
  const pool = createPool(databaseUrl, { max: 4, name: MOVE_NAME });
  closing.defer(() => pool.end());
  await takeLock(pool, closing);
  const source = await openStoredEvents({ pool, databaseUrl, eventStoreUrl, categories: streamCategories });
  closing.defer(() => source.close());
  const { target, targetPool, engine } = await openTarget(options, pool);
  closing.defer(() => target.close());

  const place = withoutSecrets(to);
  const home = await noteMove(pool, place, engine);
  if (home.state === 'moved') {
    print(`the log was moved to ${place} already`);
    return 'moved';
  }
  const moveOn = async (): Promise<void> => {
    // The tree before the log: the log is then never the shorter one.
    const proof = { tree: await openKeptTree(pool), checkpoints: await signed(pool) };
    const progress = (copied: number, position: number): void => {
      if (copied % EVERY < 500 && copied >= 500) print(`${copied} events copied, up to position ${position}`);
    };
    const upTo = await copyLog(source, target, progress, signal);
    print(`copied up to position ${upTo}`);
    await compare(pool, source, target, proof, print);
  };
  if (home.state === 'copying') await moveOn();
  const sessions = await closeLog(pool, eventStoreUrl === undefined);
  if (sessions > 0) {
    print(`the app still runs (${sessions} connections): stop each of its processes, and run this again for the rest`);
    return 'app runs';
  }
  await moveOn();
  const tables = engine === 'elsewhere' ? targetPool! : pool;
  if (engine === 'elsewhere') await takeTables(pool, tables, place);
  await finish(options, { pool, tables, source, target, engine, place });
  return 'moved';
};

const takeLock = async (pool: pg.Pool, closing: AsyncDisposableStack): Promise<void> => {
  const client = await pool.connect();
  closing.defer(() => client.release(true));
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [MOVE_LOCK]);
  if (!rows[0]!.taken) throw new Error('another move of this log is under way');
};

const openTarget = async ({ databaseUrl, eventStoreUrl, to }: MoveOptions, pool: pg.Pool) => {
  if (!/^postgres(ql)?:/.test(to)) {
    if (eventStoreUrl !== undefined)
      throw new Error('the log is in EventStoreDB already: copy it with the tools of EventStoreDB');
    const store = await openStoredEvents({ pool, databaseUrl, eventStoreUrl: to, categories: streamCategories });
    return { target: createEventStoreDbTarget(store), targetPool: undefined, engine: 'eventstoredb' as const };
  }
  await migrate(to);
  const targetPool = createPool(to, { max: 4, name: MOVE_NAME });
  const isTheSame = (await idOf(pool)) === (await idOf(targetPool));
  if (isTheSame && eventStoreUrl === undefined) {
    await targetPool.end();
    throw new Error('the log is in that database already');
  }
  const store = await openStoredEvents({ pool: targetPool, databaseUrl: to });
  const target = createPostgresTarget(store, targetPool, eventStoreUrl === undefined);
  return { target, targetPool, engine: isTheSame ? ('postgres' as const) : ('elsewhere' as const) };
};

const idOf = async (pool: pg.Pool): Promise<string> => (await pool.query<{ id: string }>(ID)).rows[0]!.id;

/** What was hashed and signed of the source. */
interface Proof {
  readonly tree: KeptTree;
  readonly checkpoints: readonly Checkpoint[];
}

/**
 * The first time the whole of both logs, and with the tree of the source: what the target has must have the root that was signed.
 * Later what has come since.
 */
const compare = async (
  pool: pg.Pool,
  source: EventStore,
  target: Target,
  { tree, checkpoints }: Proof,
  print: MoveOptions['print'],
): Promise<void> => {
  const { rows } = await pool.query<{ compared_to: number }>('select compared_to from app.log_home');
  const from = rows[0]!.compared_to;
  const last = await copiedUpTo(source, target);
  if (from === last) return;
  const after = {
    source: from,
    target: from === 0 ? 0 : (await newPositions(source, target.store, [from])).get(from)!,
  };
  const leaves = comparedLeaves(source, target.store, after, last);
  if (from === 0) {
    const { events, differences } = await verifyLog(leaves, tree, checkpoints);
    const [first] = differences;
    if (first) throw new Error(`the proof of the log does not fit (${first.kind}): see "npm run audit -- verify"`);
    print(`${events} events are the same in both logs, and what was signed of them fits`);
  } else {
    let events = 0;
    for await (const { positions } of leaves) events += positions.length;
    print(`${events} more events are the same in both logs`);
  }
  await noteCompared(pool, last);
};

const keptCheckpoints = (pool: pg.Pool) =>
  createCheckpoints({ pool, seed: '', hasWitness: false, clock: Date.now, log: { info: () => {} } }).after(-1, ALL);

/** Checkpoints, with the keys that are kept beside them. */
const signed = async (pool: pg.Pool) =>
  (await keptCheckpoints(pool)).map(({ note, verifier_key }) => openCheckpoint(note, [parseVerifierKey(verifier_key)]));

/** Only once: the row that says so is written in the same transaction. */
const takeTables = (pool: pg.Pool, to: pg.Pool, place: string): Promise<void> =>
  inTransaction(to, async (tx) => {
    const { rows } = await tx.query('select from app.log_home');
    if (rows.length > 0) return;
    await inTransaction(pool, (from) => copyTables(from, tx));
    await tx.query(`insert into app.log_home (target, engine, state) values ($1, 'postgres', 'moving')`, [place]);
  });

interface Finish {
  readonly pool: pg.Pool;
  readonly tables: pg.Pool;
  readonly source: EventStore;
  readonly target: Target;
  readonly engine: 'postgres' | 'eventstoredb' | 'elsewhere';
  readonly place: string;
}

const finish = async ({ print, keepNotes }: MoveOptions, move: Finish): Promise<void> => {
  const { pool, tables, source, target, engine, place } = move;
  if (!target.keepsPositions) {
    const notes = (await keptCheckpoints(tables)).map(({ note }) => note);
    if (notes.length > 0)
      print(`what was signed of the old log is in ${await keepNotes(notes)}: give it to your auditors`);
  }
  await inTransaction(tables, async (tx) => {
    const { rows } = await tx.query<{ state: string }>('select state from app.log_home for update');
    if (rows[0]?.state === 'moved') return;
    if (!target.keepsPositions)
      await movePositions(tx, await newPositions(source, target.store, await keptPositions(tx)));
    await noteMoved(tx, engine === 'elsewhere' ? 'postgres' : engine, place);
  });
  if (engine === 'elsewhere') await noteMoved(pool, engine, place);
  print(`the log was moved to ${place}`);
};

/** An address that may be shown. A password may have an @ of its own: the last one ends it. */
export const withoutSecrets = (address: string): string => address.replace(/\/\/[^/]*@/, '//').replace(/\?.*$/, '');
