import { expect, onTestFinished } from 'vitest';
import type { EventStore } from '../../../src/event-store/event-store.ts';
import type { TestDatabase } from '../../support/database.ts';
import { numbersOf } from '../../support/log.ts';
import { eventually } from './support.ts';

interface Context {
  readonly database: TestDatabase;
  readonly store: EventStore;
}

/** Anyone who holds it holds up the applying of sales. */
const GATE = 4_242;

/**
 * Notes, in the transaction that applies it, every sale that is written. A row in the read model can't tell how often
 * it was written; this can.
 */
export const keepJournal = async ({ pool }: TestDatabase): Promise<void> => {
  await pool.query(`
    create table public.journal (position bigint not null);
    create function public.note() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(${GATE});
      insert into public.journal values (new.position);
      return new;
    end $$;
    create trigger note after insert or update on read.sales for each row execute function public.note();`);
};

/** Holds up every transaction that applies sales, after it has moved its checkpoint. Answers how to let them go. */
export const closeGate = async ({ pool }: TestDatabase): Promise<() => void> => {
  const client = await pool.connect();
  let closed = true;
  const open = (): void => {
    if (closed) client.release(true);
    closed = false;
  };
  onTestFinished(open);
  await client.query('select pg_advisory_lock($1)', [GATE]);
  return open;
};

/** Resolves with the process id of a connection that is held up at the gate. */
export const heldUp = ({ pool }: TestDatabase): Promise<number> =>
  eventually(async () => {
    const { rows } = await pool.query<{ pid: number }>(
      `select pid from pg_locks join pg_database on pg_database.oid = pg_locks.database
       where datname = current_database() and locktype = 'advisory' and objid = $1 and not granted`,
      [GATE],
    );
    if (rows[0] === undefined) throw new Error('nobody has come to the gate');
    return rows[0].pid;
  });

/** Every one of the first `count` events was applied, and none twice. */
export const expectExactlyOnce = async ({ database, store }: Context, count: number): Promise<void> => {
  const text = 'select position from public.journal order by position';
  const { rows } = await database.pool.query<{ position: number }>(text);
  const applied = rows.map((row) => row.position);
  expect(await numbersOf(store, applied)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
};
