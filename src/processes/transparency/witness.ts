import type { LookupFunction } from 'node:net';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Ticker } from '../engine/process.ts';
import { createExchange } from '../outbound/exchange.ts';

const EVERY_MS = 5_000;
/** Of one call. */
const TIMEOUT_MS = 5_000;
/** Calls of one tick. */
const AT_ONCE = 10;
/** Before each further attempt. After the last one the checkpoint stays here alone. */
const PAUSES_MS = [60_000, 300_000, 1_800_000, 7_200_000];

export interface WitnessOptions {
  /** The operator's own setting: it may be an address of the own network. */
  readonly url: string;
  readonly pool: pg.Pool;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly lookup?: LookupFunction | undefined;
}

interface Due {
  readonly size: number;
  readonly attempts: number;
  readonly note: string;
}

/** Sends each checkpoint to a place that people with access to the database cannot reach. A failure disturbs nothing else. */
export const createWitness = ({ url, pool, log, lookup }: WitnessOptions): Ticker => {
  let exchange: ReturnType<typeof createExchange> | undefined;
  let isOwner = (): boolean => false;

  const forget = (size: number) => pool.query('delete from app.tree_witness_calls where size = $1', [size]);

  /** Answers whether the witness took it. */
  const send = async ({ size, attempts, note }: Due, now: Date): Promise<boolean> => {
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    const { failure, status_code, drained } = await exchange!.post({ url, headers, body: note });
    await drained;
    if (failure === null) {
      await forget(size);
      return true;
    }
    const pause = PAUSES_MS[attempts];
    const details = { size, attempt: attempts + 1, status_code, failure };
    if (pause === undefined) {
      log.warn(details, 'the witness did not take a checkpoint, which is not sent again');
      await forget(size);
    } else {
      log.warn(details, 'the witness did not take a checkpoint, which is sent again later');
      await pool.query(
        'update app.tree_witness_calls set attempts = attempts + 1, next_attempt_at = $2 where size = $1',
        [size, new Date(now.getTime() + pause)],
      );
    }
    return false;
  };

  return {
    name: 'log-witness',
    everyMs: EVERY_MS,
    begin: (isSure) => {
      isOwner = isSure;
      exchange = createExchange({ allowPrivate: true, timeoutMs: TIMEOUT_MS, lookup });
    },
    tick: async (now) => {
      const { rows } = await pool.query<Due>(
        `select size, attempts, note from app.tree_witness_calls join app.tree_checkpoints using (size)
         where next_attempt_at <= $1 order by size limit ${AT_ONCE}`,
        [now],
      );
      // A witness that is away is asked once in a tick.
      for (const due of rows) if (!isOwner() || !(await send(due, now))) return;
    },
    end: async () => {
      await exchange?.close();
    },
  };
};
