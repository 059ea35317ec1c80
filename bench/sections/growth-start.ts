import type { createDatabase } from '../../test/support/cluster.ts';
import type { BenchContext, Figure } from '../section.ts';
import { type BenchApp, startAppOn } from '../support/app.ts';
import { createOrderBodies } from '../support/order-bodies.ts';
import { interleave, seconds } from '../support/rounds.ts';
import { waitUntil } from '../support/wait.ts';

/** What may become of a figure when the log grows. */
export const TIMES = 1.3;
const READY_WITHIN_S = 5;

type Database = Awaited<ReturnType<typeof createDatabase>>;

/** Until a process that starts is ready; and from the end of one until another, which stood by, shows an order placed with it. */
export const startTimes = async (
  context: BenchContext,
  { large, small, few, many }: { large: Database; small: Database; few: number; many: number },
): Promise<Figure[]> => {
  const takeovers = new Map<Database, number[]>([
    [large, []],
    [small, []],
  ]);
  const start = (database: Database) => async (): Promise<number> => {
    let first: BenchApp | undefined;
    const took = await seconds(async () => {
      first = await startAppOn(database);
      await waitUntil('it to be ready', async () => (await fetch(`${first!.url}/health/ready`)).ok);
    });
    const second = await startAppOn(database);
    try {
      const nextBody = await createOrderBodies(second);
      await first!.child.stop();
      takeovers.get(database)!.push(
        await seconds(async () => {
          await second.post('/v1/orders', nextBody().replace('"app-', `"takeover-${Date.now()}-`));
          await second.shown();
        }),
      );
    } finally {
      await second.child.stop();
    }
    return took;
  };
  const starts = await interleave(context, start(large), start(small));
  const { rounds } = context;
  return [
    {
      name: `start until ready, ${many} events`,
      unit: 's',
      rounds: starts.ours,
      baseline: { name: `${few}`, rounds: starts.baseline },
      goals: [{ of: 'value', below: READY_WITHIN_S }],
    },
    {
      name: `from the clean end of one process until another shows an order, ${many} events`,
      unit: 's',
      rounds: takeovers.get(large)!.slice(-rounds),
      baseline: { name: `${few}`, rounds: takeovers.get(small)!.slice(-rounds) },
      goals: [{ of: 'ratio', below: TIMES }],
    },
  ];
};
