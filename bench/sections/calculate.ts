import type { Section } from '../section.ts';
import { startApp } from '../support/app.ts';
import { startServer } from '../support/child.ts';
import { runLoad } from '../support/load.ts';
import { createOrderBodies } from '../support/order-bodies.ts';
import { interleave } from '../support/rounds.ts';

/** A delivery in the centre of the demo brand's zones. */
const DELIVERY = { order_type_id: 3, address: { latitude: 41.3058, longitude: 69.2818 } };

/** POST /v1/orders/calculate of a delivery, beside the same JSON from a plain handler. */
export const calculate: Section = {
  name: 'calculate',
  run: async (context) => {
    const amount = context.quick ? 3_000 : 30_000;
    const app = await startApp(context.adminUrl);
    try {
      const path = '/v1/orders/calculate';
      const body = JSON.stringify(await largestCart(app));
      const answer = await app.post<object>(path, body);
      const plain = await startServer('json', [JSON.stringify(answer)]);
      try {
        const turn = (url: string, at: string) => async () =>
          (await runLoad({ url, path: at, token: app.token, amount, nextBody: () => body })).perSecond;
        const { ours, baseline } = await interleave(context, turn(app.url, path), turn(plain.url, '/'));
        return [
          {
            name: 'POST /v1/orders/calculate',
            unit: '/s',
            rounds: ours,
            baseline: { name: 'same JSON, plain Express', rounds: baseline },
            goals: [{ of: 'ratio', atLeast: 0.5 }],
          },
        ];
      } finally {
        await plain.stop();
      }
    } finally {
      await app.stop();
    }
  },
};

/** Four products with their modifiers, as an app asks for their price. */
const largestCart = async (app: Parameters<typeof createOrderBodies>[0]) => {
  const nextBody = await createOrderBodies(app);
  const carts = Array.from({ length: 4 }, () => JSON.parse(nextBody()) as { point_id: string; items: object[] });
  const { point_id, items } = carts.reduce((one, other) => (other.items.length > one.items.length ? other : one));
  return { point_id, items, ...DELIVERY };
};
