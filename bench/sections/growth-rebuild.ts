import { allProjections } from '../../src/projections/all-projections.ts';
import { rebuild } from '../../src/projections/rebuild/rebuild.ts';
import { createDatabase } from '../../test/support/cluster.ts';
import { fillLog } from '../fixtures/order-log.ts';
import type { BenchContext, Figure } from '../section.ts';
import { openBenchEvents } from '../support/events.ts';
import { seconds } from '../support/rounds.ts';

const EVENTS_AN_ORDER = 7;

/**
 * Microseconds of a rebuild for each event, in a long log and in a short one; the bytes of an order with all its events
 * in the log and the read models. Whole orders, each another one: read models do not take the same order twice.
 */
export const growthOfRebuild = async (
  context: BenchContext,
  { few, many }: { few: number; many: number },
): Promise<Figure[]> => {
  const large = await prepare(context, many);
  const small = await prepare(context, few);
  try {
    const [ours, beside]: [number[], number[]] = [[], []];
    for (let round = 1; round <= context.rounds; round++) {
      ours.push(await large.rebuildOnce());
      beside.push(await small.rebuildOnce());
      context.progress(`round ${round}: ${ours.at(-1)!.toFixed(1)} µs an event against ${beside.at(-1)!.toFixed(1)}`);
    }
    return [
      {
        name: `rebuild for each event, ${many} events`,
        unit: 'µs',
        rounds: ours,
        baseline: { name: `${few}`, rounds: beside },
        goals: [{ of: 'ratio', below: 1.3 }],
      },
      {
        name: 'an order of 7 events: log, shared metadata, read models',
        unit: 'bytes',
        rounds: [await large.bytesOfOrder()],
      },
    ];
  } finally {
    await large.close();
    await small.close();
  }
};

const prepare = async ({ adminUrl }: BenchContext, events: number) => {
  const database = await createDatabase(adminUrl);
  const { pool, url } = database;
  const log = await openBenchEvents({ pool, url });
  const orders = Math.round(events / EVENTS_AN_ORDER);
  await fillLog(log.store, orders);
  const names = allProjections.map(({ name }) => name);
  return {
    rebuildOnce: async (): Promise<number> => {
      const run = async () => {
        for (const { name, failure } of await rebuild({ store: log.store, url, projections: allProjections }, names)) {
          if (failure !== null) throw new Error(`${name} was not rebuilt: ${failure}`);
        }
      };
      return ((await seconds(run)) * 1_000_000) / (orders * EVENTS_AN_ORDER);
    },
    bytesOfOrder: async (): Promise<number> => {
      const { rows } = await pool.query<{ bytes: number }>(
        `select sum(pg_total_relation_size(c.oid))::bigint as bytes from pg_class c
         join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname in ('log', 'read')`,
      );
      return Number(rows[0]!.bytes) / orders;
    },
    close: async () => {
      await log.close();
      await database.drop();
    },
  };
};
