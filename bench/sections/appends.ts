import { createDatabase } from '../../test/support/cluster.ts';
import { orderHistory } from '../fixtures/order-histories.ts';
import type { Section } from '../section.ts';
import { openBenchEvents } from '../support/events.ts';
import { fromCallers, interleave, seconds } from '../support/rounds.ts';

const CALLERS = 64;

/** Appends of one order-sized event to a new stream each, beside INSERTs of the same event as JSON. */
export const appends: Section = {
  name: 'appends',
  engines: ['postgres', 'eventstoredb'],
  run: async (context) => {
    const count = context.quick ? 3_000 : 20_000;
    const { url, pool, drop } = await createDatabase(context.adminUrl);
    const { eventStoreUrl } = context;
    const log = await openBenchEvents({ pool, url, eventStoreUrl });
    const { store } = log;
    const samples = Array.from({ length: 500 }, (_, index) => orderHistory(index)[0]!.events);
    let streams = 0;

    const append = async (index: number): Promise<void> => {
      await store.append(`order-${++streams}`, 'no_stream', samples[index % samples.length]!);
    };
    const insert = async (index: number): Promise<void> => {
      const body = JSON.stringify(samples[index % samples.length]![0]);
      await pool.query({ name: 'insert', text: 'insert into public.plain (body) values ($1)', values: [body] });
    };
    const turn = (call: (index: number) => Promise<void>) => async () =>
      count / (await seconds(() => fromCallers(CALLERS, count, call)));

    try {
      await pool.query('create table public.plain (id bigserial primary key, body json not null)');
      const { ours, baseline } = await interleave(context, turn(append), turn(insert));
      return [
        {
          name: `event appends at ${CALLERS} callers`,
          unit: '/s',
          rounds: ours,
          baseline: { name: 'INSERTs, pool of 10', rounds: baseline },
          goals: [{ of: 'ratio', atLeast: 2 }],
        },
      ];
    } finally {
      await log.close();
      await drop();
    }
  },
};
