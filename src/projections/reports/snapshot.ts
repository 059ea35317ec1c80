import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Lease, Replicas } from '../../database/replicas/replicas.ts';
import { invalid } from '../../domain/refusal.ts';
import { type EventStore, StoreUnavailable } from '../../event-store/event-store.ts';
import { validAt } from '../engine/versioned.ts';
import type { Waits } from '../reading/waits.ts';
import { type AsOf, isLater, type Moment, momentAtInstant, momentAtPosition } from './moment.ts';
import { ownMoment } from './own-moment.ts';
import { createReportSlots } from './report-slots.ts';
import { inOneTransaction, leaseOf } from './report-transaction.ts';
import type { Weight } from './weight.ts';
import { createWorkBudget } from './work-budget.ts';

/** What a report reads: all of it as of one moment, and in one transaction. */
export interface Snapshot {
  readonly db: Pick<pg.ClientBase, 'query'>;
  /** The brand's own last event that is in it. */
  readonly moment: Moment;
  /** The SQL condition for rows of a table with versions. */
  valid(alias: string): string;
  /** Aborted when the report takes too long, or its caller has left. Statements are cancelled by themselves. */
  readonly signal: AbortSignal;
}

export interface SnapshotRequest {
  readonly brand_id: string;
  /** Undefined: now. */
  readonly as_of?: AsOf | undefined;
  /** The read models that the report reads. */
  readonly readModels: readonly string[];
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
  /** Heavy ones leave connections to light ones, and use up the brand's time. Light, unless told. */
  readonly weight?: Weight;
}

export type ReadSnapshot = <T>(request: SnapshotRequest, work: (snapshot: Snapshot) => Promise<T>) => Promise<T>;

export interface SnapshotOptions {
  /** Reports have connections of their own. */
  readonly pool: pg.Pool;
  /** Cancels statements on the server: another pool, because that one may have no connection free. */
  readonly cancelPool: pg.Pool;
  /** They are read instead of the pool, where they have what the pool's server has. */
  readonly replicas?: Pick<Replicas, 'read'>;
  readonly store: Pick<EventStore, 'readAll' | 'readAt' | 'head'>;
  readonly waits: Pick<Waits, 'caughtUp'>;
  /** How long a report may take (default 60 000). */
  readonly withinMs?: number | undefined;
  /** Seconds of a minute that heavy reports of one brand may take (default 60). */
  readonly secondsPerMinute?: number | undefined;
}

/** Connections for reports. */
export const REPORTS_AT_ONCE = 4;

const WITHIN_MS = 60_000;
/** How many reports are made at once; see SlotLimits. */
const SLOTS = { all: REPORTS_AT_ONCE, heavy: 2, perBrand: 2 };
const SECONDS_PER_MINUTE = 60;
/** An append is under way no longer than this: then no event of an earlier time can come any more. */
const SETTLED_AFTER_MS = 500;

/**
 * Reads for a report: as of one moment, in one REPEATABLE READ transaction, so that parts of an answer agree. A report
 * that takes too long, or whose caller has left, is cancelled on the server.
 * @throws Refusal report_too_slow or as_of_in_future; StoreUnavailable while read models are behind; TooMuchWork
 */
export const createReadSnapshot = (options: SnapshotOptions): ReadSnapshot => {
  const { pool, cancelPool, replicas, store, waits } = options;
  const { withinMs = WITHIN_MS, secondsPerMinute = SECONDS_PER_MINUTE } = options;
  const slots = createReportSlots(SLOTS);
  const budget = createWorkBudget(secondsPerMinute * 1_000);

  return async ({ brand_id, as_of, readModels, signal, weight = 'light' }, work) => {
    const end = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
    const tooSlow = (error: unknown): unknown =>
      end.aborted && !signal.aborted ? invalid('report_too_slow', { seconds: Math.ceil(withinMs / 1_000) }) : error;
    const read = async () => {
      if (weight === 'heavy') budget.require(brand_id);
      const began = performance.now();
      try {
        end.throwIfAborted();
        if (as_of && 'instant' in as_of) await settled(pool, as_of.instant, end);
        const names = [...new Set([...readModels, 'moments'])];
        const shownTo = await waits.caughtUp(names);
        end.throwIfAborted();
        const readFrom = (lease: Lease) =>
          inOneTransaction(lease, end, async (db) => {
            const shown = await shownPosition(db, names);
            const position = await positionOf(db, store, as_of, { ...shown, isWhole: shownTo !== null });
            const at = as_of || !shown.isEven ? position : null;
            const moment = await ownMoment(db, store, brand_id, position);
            return work({ db, moment, valid: (alias) => validAt(alias, at), signal: end });
          });
        const fromPrimary = async () => readFrom(leaseOf(await pool.connect(), cancelPool));
        // Only now: what the read models show by now must be there.
        return await (replicas ? replicas.read('reports', readFrom, fromPrimary, end) : fromPrimary());
      } finally {
        budget.use(brand_id, performance.now() - began);
      }
    };
    try {
      return await slots.run({ brandId: brand_id, weight }, read, end);
    } catch (error) {
      throw tooSlow(error);
    }
  };
};

/** Later events must not change what was known at the instant: it must be over. */
const settled = async (pool: pg.Pool, instant: string, signal: AbortSignal): Promise<void> => {
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  const agoMs = rows[0]!.now.getTime() - Date.parse(instant);
  if (agoMs < 0) throw invalid('as_of_in_future', { field: 'as_of' });
  if (agoMs < SETTLED_AFTER_MS) await delay(SETTLED_AFTER_MS - agoMs, undefined, { signal });
};

interface Shown {
  /** Every one of the read models shows the log up to here. */
  readonly position: number;
  /** They all stand at the same position. */
  readonly isEven: boolean;
}

const shownPosition = async (db: Snapshot['db'], readModels: readonly string[]): Promise<Shown> => {
  const { rows } = await db.query<{ lowest: number; highest: number }>(
    'select min(position) as lowest, max(position) as highest from app.checkpoints where projection = any($1)',
    [readModels],
  );
  const { lowest, highest } = rows[0]!;
  return { position: lowest, isEven: lowest === highest };
};

/** The position that the report is true of. */
const positionOf = async (
  db: Snapshot['db'],
  store: SnapshotOptions['store'],
  as_of: AsOf | undefined,
  { position, isWhole }: Shown & { readonly isWhole: boolean },
): Promise<number> => {
  if (!as_of) return position;
  if ('position' in as_of) {
    if (as_of.position <= position) return as_of.position;
    if (as_of.position > (await store.head())) throw invalid('as_of_in_future', { field: 'as_of' });
    throw new StoreUnavailable('the read models are behind the log');
  }
  if (!isWhole) {
    const shown = await momentAtPosition(db, store, position);
    const isShown = shown.recorded_at !== null && isLater(shown.recorded_at, as_of.instant);
    if (!isShown) throw new StoreUnavailable('the read models are behind the log');
  }
  const moment = await momentAtInstant(db, store, as_of.instant);
  if (moment.position > position) throw new StoreUnavailable('the read models are behind the log');
  return moment.position;
};
