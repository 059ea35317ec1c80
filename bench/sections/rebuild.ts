import { allProjections } from '../../src/projections/all-projections.ts';
import { createReadModelPool } from '../../src/projections/engine/pools.ts';
import { rebuild } from '../../src/projections/rebuild/rebuild.ts';
import { createDatabase } from '../../test/support/cluster.ts';
import { createOneByOne } from '../fixtures/one-by-one.ts';
import { countEvents, fillLog } from '../fixtures/order-log.ts';
import type { Section } from '../section.ts';
import { openBenchEvents } from '../support/events.ts';
import { interleave, seconds } from '../support/rounds.ts';

/** All read models from the whole log, beside the same projections with a transaction for every event. */
export const rebuildAll: Section = {
  name: 'rebuild',
  engines: ['postgres', 'eventstoredb'],
  run: async (context) => {
    const orders = context.quick ? 3_000 : 30_000;
    const sample = context.quick ? 300 : 1_500;
    const database = await createDatabase(context.adminUrl);
    const plain = await createDatabase(context.adminUrl);
    const plainPool = createReadModelPool(plain.url, allProjections.length);
    const { eventStoreUrl } = context;
    const { pool, url } = database;
    const log = await openBenchEvents({ pool, url, eventStoreUrl });
    const { store } = log;
    try {
      await fillLog(store, orders);
      const events = await countEvents(store);
      context.progress(`${events} events in the log`);

      const whole = async () => {
        const names = allProjections.map(({ name }) => name);
        const run = async () => checkReports(await rebuild({ store, url, projections: allProjections }, names));
        return events / (await seconds(run));
      };
      const applyOneByOne = await createOneByOne(plainPool);
      let position = 0;
      const oneByOne = async () => {
        const next = await store.readAll(position, sample);
        position = next.at(-1)!.position;
        return next.length / (await seconds(() => applyOneByOne(next)));
      };
      const { ours, baseline } = await interleave(context, whole, oneByOne);
      return [
        {
          name: `rebuild of all read models, ${events} events`,
          unit: 'events/s',
          rounds: ours,
          baseline: { name: 'one event a transaction', rounds: baseline },
          goals: [
            { of: 'value', atLeast: 30_000 },
            { of: 'ratio', atLeast: 15 },
          ],
        },
      ];
    } finally {
      await log.close();
      await plainPool.end();
      await plain.drop();
      await database.drop();
    }
  },
};

/** From the second rebuild on, old and new are compared as well. */
const checkReports = (reports: Awaited<ReturnType<typeof rebuild>>): void => {
  for (const { name, failure, tables } of reports) {
    if (failure !== null) throw new Error(`${name} was not rebuilt: ${failure}`);
    const wrong = tables.find((table) => table.equal === false);
    if (wrong) throw new Error(`table ${wrong.table} came out otherwise`);
  }
};
