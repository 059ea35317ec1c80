import { setTimeout as delay } from 'node:timers/promises';
import { command } from '../support/app.ts';
import { createFloor, type TestFloor } from '../support/floor.ts';
import { createClient, type HttpAnswer, type HttpClient } from '../support/http-client.ts';
import { orderBody } from '../support/venue.ts';
import { orderLines, UNITS } from './goods.ts';
import type { Goods } from './operations.ts';
import { NEMESIS_SECRETS } from './secrets.ts';

export interface NemesisVenue extends TestFloor {
  readonly client_id: number;
}

const SHOWN_WITHIN_MS = 20_000;
const PAUSE_MS = 300;

/** A venue with tables, an open shift, limited products and a client. */
export const openVenue = async (url: string): Promise<NemesisVenue> => {
  const client = async (api_key: string): Promise<HttpClient> => {
    const { status, body } = await createClient(url).post('/v1/auth/token', { api_key });
    if (status !== 200) throw new Error(`a new key is answered ${status}`);
    return createClient(url, body.access_token);
  };
  const floor = await createFloor({ client, platform: () => client(NEMESIS_SECRETS.platformApiKey) });
  const { till, partner, point_id, cashier_id, products } = floor;
  await command(till, 'OpenShift', { point_id, cashier_id });
  const entries = Object.entries(UNITS).map(([goods, quantity]) => ({
    product_id: products[goods as Goods],
    quantity,
  }));
  await command(till, 'SetStopList', { point_id, entries });
  const placed = await untilAnswered(() =>
    partner.post('/v1/orders', orderBody(floor, { items: orderLines(floor, 'plov', 1) })),
  );
  const order = await till.get(`/venue/v1/orders/${placed.body.order_id}`);
  return { ...floor, client_id: order.body.client.client_id };
};

/** On a busy machine the menu is there before the read models show it. */
const untilAnswered = async (ask: () => Promise<HttpAnswer>): Promise<HttpAnswer> => {
  for (const deadline = performance.now() + SHOWN_WITHIN_MS; ; await delay(PAUSE_MS)) {
    const answer = await ask();
    if (answer.status === 200) return answer;
    if (performance.now() > deadline) throw new Error(`a first order is answered ${answer.status}`);
  }
};
