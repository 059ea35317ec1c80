import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DEMO_KEYS } from '../../src/config/demo-keys.ts';
import { migrate } from '../../src/database/migrate.ts';
import { createDatabase } from '../../test/support/cluster.ts';
import { createLoyaltyLine } from '../../test/support/loyalty-sender.ts';
import type { BenchContext, Figure, Section } from '../section.ts';
import { type BenchApp, startApp } from '../support/app.ts';
import { startServer } from '../support/child.ts';
import { runLoad } from '../support/load.ts';
import { interleave, seconds } from '../support/rounds.ts';

const POINTS = 1_000;

/** Closings paid with points beside closings in cash, and the queue beside calls that are made one by one. */
export const loyalty: Section = {
  name: 'loyalty',
  run: async (context) => {
    const service = await startServer('points');
    try {
      return [await closings(context, service.url), await queue(context, service.url)];
    } finally {
      await service.stop();
    }
  },
};

const closings = async (context: BenchContext, serviceUrl: string): Promise<Figure> => {
  const amount = context.quick ? 400 : 1_500;
  const app = await startApp(context.adminUrl);
  try {
    const till = await openTill(app);
    const close = async (inPoints: boolean): Promise<number> => {
      const bodies = await till.cheques(amount, inPoints);
      await app.shown();
      let next = 0;
      const nextBody = () => bodies[next++ % bodies.length]!;
      const load = { url: app.url, token: till.token, amount, nextBody };
      return (await runLoad({ ...load, path: '/venue/v1/commands/CloseCheque' })).perSecond;
    };
    const { ours, baseline } = await interleave(
      context,
      async () => {
        await till.command('ConfigureLoyalty', { name: 'Points', base_url: serviceUrl });
        return close(true);
      },
      async () => {
        await till.command('DisconnectLoyalty', {});
        return close(false);
      },
    );
    return {
      name: 'CloseCheque with points, a service that answers in 20 ms',
      unit: '/s',
      rounds: ours,
      baseline: { name: 'CloseCheque in cash, no service', rounds: baseline },
      goals: [{ of: 'value', atLeast: 200 }],
    };
  } finally {
    await app.stop();
  }
};

interface Result {
  readonly result: { readonly id: number; readonly order_id: number };
}

/** A till of the demo brand with an open shift, and cheques of one product. */
const openTill = async (app: BenchApp) => {
  const token = await app.exchange(DEMO_KEYS.venue);
  const command = async (type: string, fields: object): Promise<Result['result']> => {
    const body = JSON.stringify({ command_id: randomUUID(), ...fields });
    return (await app.post<Result>(`/venue/v1/commands/${type}`, body, token)).result;
  };
  const point_id = (await app.get<{ points: { id: string }[] }>('/v1/points')).points[0]!.id;
  const product = { type: 'product', name: 'Bench', base_price: 10_000 };
  const product_id = (await command('DefineProduct', product)).id;
  const type = (name: string, category_id: number) =>
    command('DefinePaymentType', { name, category_id, point_ids: [point_id] });
  const [cash, points] = [(await type('Bench cash', 1)).id, (await type('Bench points', 4)).id];
  const person = { role: 'cashier', role_name: 'Cashier', position_id: 1, position_name: 'Cashier' };
  const cashier_id = (await command('HireEmployee', { login: 'bench', name: 'Bench', ...person })).id;
  // The demo's till may have opened it.
  await command('OpenShift', { point_id, cashier_id }).catch(() => {});
  await app.shown();

  const openMany = async (count: number): Promise<number[]> => {
    const one = () => ({
      type: 'OpenCheque',
      command_id: randomUUID(),
      point_id,
      order_type_id: 2,
      items: [{ product_id, quantity: 1 }],
    });
    const commands = Array.from({ length: count }, one);
    const answer = await app.post<{ results: Result[] }>('/venue/v1/commands', JSON.stringify({ commands }), token);
    return answer.results.map(({ result }) => result.order_id);
  };
  return {
    token,
    command,
    /** Bodies that close so many new cheques. */
    cheques: async (count: number, inPoints: boolean): Promise<string[]> => {
      const bodies: string[] = [];
      while (bodies.length < count) {
        for (const order_id of await openMany(Math.min(100, count - bodies.length))) {
          const payments = inPoints
            ? [
                { payment_type_id: points, amount: POINTS, loyalty: { customer_id: 'C' } },
                { payment_type_id: cash, amount: 10_000 - POINTS },
              ]
            : [{ payment_type_id: cash, amount: 10_000 }];
          bodies.push(JSON.stringify({ command_id: randomUUID(), order_id, cashier_id, payments }));
        }
      }
      return bodies;
    },
  };
};

const queue = async (context: BenchContext, serviceUrl: string): Promise<Figure> => {
  const { quick } = context;
  const [many, few] = quick ? [1_500, 50] : [6_000, 100];
  const database = await createDatabase(context.adminUrl);
  await migrate(database.url);
  const clock = { now: Date.now() };
  const line = await createLoyaltyLine(database.pool, clock);
  const brand = randomUUID();
  let delivered = 0;
  const sender = line.createSender(() => serviceUrl);
  try {
    const { ours, baseline } = await interleave(
      context,
      async () => {
        await line.fill(brand, many);
        delivered += many;
        const took = await seconds(async () => {
          while ((await line.statuses()).delivered !== delivered) {
            await sender.tick(new Date(clock.now));
            await delay(100);
          }
        });
        return many / took;
      },
      async () => {
        const call = { url: `${serviceUrl}/commit`, headers: { 'content-type': 'application/json' }, body: '{}' };
        const took = await seconds(async () => {
          for (let sent = 0; sent < few; sent++) await line.transport.exchange.post({ ...call, answerBytes: 65_536 });
        });
        return few / took;
      },
    );
    return {
      name: 'queued commits to a service that answers in 20 ms',
      unit: '/s',
      rounds: ours,
      baseline: { name: 'one by one', rounds: baseline },
      goals: [{ of: 'ratio', atLeast: 40 }],
    };
  } finally {
    await sender.stop();
    await line.transport.exchange.close();
    await database.drop();
  }
};
