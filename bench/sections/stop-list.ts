import { randomUUID } from 'node:crypto';
import { DEMO_KEYS } from '../../src/config/demo-keys.ts';
import type { Section } from '../section.ts';
import { type BenchApp, startApp } from '../support/app.ts';
import { runLoad } from '../support/load.ts';
import { createOrderBodies } from '../support/order-bodies.ts';
import { interleave } from '../support/rounds.ts';

/** Of so many orders one finds the product sold out. */
const ONE_REFUSED_OF = 5;
const CARTS = 400;

interface Body {
  readonly point_id: string;
  readonly items: readonly { readonly product_id: number }[];
}

/** Orders that all want one limited product of one point, until it is sold out, beside the same orders unlimited. */
export const stopList: Section = {
  name: 'stop-list',
  run: async (context) => {
    const amount = context.quick ? 2_000 : 10_000;
    const refusals = amount / ONE_REFUSED_OF;
    const app = await startApp(context.adminUrl);
    try {
      const { point_id, product_id, nextBody } = await createHotOrders(app);
      const till = await app.exchange(DEMO_KEYS.venue);
      const command = (type: string, fields: object) => {
        const body = JSON.stringify({ command_id: randomUUID(), point_id, ...fields });
        return app.post(`/venue/v1/commands/${type}`, body, till);
      };
      const load = { url: app.url, path: '/v1/orders', token: app.token, amount, nextBody };
      const placed = { limited: 0, free: 0 };

      const limited = async (): Promise<number> => {
        await command('SetStopList', { entries: [{ product_id, quantity: amount - refusals }] });
        const { perSecond } = await runLoad({ ...load, refusals });
        placed.limited += amount - refusals;
        await app.shown();
        const left = await unitsLeft(app, point_id, product_id);
        if (left !== 0)
          throw new Error(`${left} units are left of a product that was ordered more often than there was`);
        return perSecond;
      };
      const free = async (): Promise<number> => {
        await command('ClearStopList', { product_ids: [product_id] });
        const { perSecond } = await runLoad(load);
        placed.free += amount;
        await app.shown();
        return perSecond;
      };
      const { ours, baseline } = await interleave(context, limited, free);
      const stored = await app.ordersInLog();
      if (stored !== placed.limited + placed.free) {
        throw new Error(`${placed.limited + placed.free} orders were acknowledged, ${stored} are in the log`);
      }
      return [
        {
          name: 'orders decided on one hot stop-list',
          unit: '/s',
          rounds: ours,
          baseline: { name: 'the same orders, unlimited', rounds: baseline },
          goals: [{ of: 'value', atLeast: 1_000 }],
        },
      ];
    } finally {
      await app.stop();
    }
  },
};

/** Orders as an app sends them, each with one unit of the same product. */
const createHotOrders = async (app: BenchApp) => {
  const made = await createOrderBodies(app);
  const carts = Array.from({ length: CARTS }, () => JSON.parse(made()) as Body);
  const { point_id } = carts[0]!;
  const product_id = await productWithoutChoices(app, point_id);
  const bodies = carts.map((cart) => {
    const others = cart.items.filter((item) => item.product_id !== product_id);
    return JSON.stringify({ ...cart, external_id: undefined, items: [...others, { product_id, quantity: 1 }] }).slice(
      1,
    );
  });
  let next = 0;
  return { point_id, product_id, nextBody: () => `{"external_id":"hot-${++next}",${bodies[next % CARTS]}` };
};

const productWithoutChoices = async (app: BenchApp, pointId: string): Promise<number> => {
  const { menus } = await app.get<{ menus: { id: number }[] }>('/v1/menus');
  const { products } = await app.get<{
    products: {
      product_id: number;
      is_available: boolean;
      available_quantity: number | null;
      modifier_groups: object[];
    }[];
  }>(`/v1/menus/${menus[0]!.id}?point_id=${pointId}`);
  return products.find((it) => it.available_quantity === null && it.modifier_groups.length === 0)!.product_id;
};

const unitsLeft = async (app: BenchApp, pointId: string, productId: number): Promise<number | undefined> => {
  const { stop_list } = await app.get<{ stop_list: { product_id: number; quantity: number }[] }>(
    `/v1/stop-list?point_id=${pointId}`,
  );
  return stop_list.find((entry) => entry.product_id === productId)?.quantity;
};
