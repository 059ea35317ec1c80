import { DEMO_KEYS } from '../config/demo-keys.ts';
import { createApiCaller, runProgram } from './api-caller.ts';
import { type PointsTold, startPointsService } from './points-service.ts';

/** The app's address; by default that of the README's demo. */
const BASE = process.argv[2] ?? 'http://127.0.0.1:8080';

const { ask, tokenFor, command } = createApiCaller(BASE);

const print = ({ method, call, answer }: PointsTold): void => {
  console.log(`\nverified ${method} ${call.operation_id}\n${JSON.stringify(call, null, 2)}`);
  console.log(`answered ${answer.status} ${JSON.stringify(answer.body)}`);
};

const PHONE = '+998901234567';

interface WithId {
  readonly id: string | number;
}

interface PaymentTypes {
  readonly payment_types: readonly (WithId & { readonly category_id: number })[];
}

interface Product {
  readonly product_id: number;
  readonly is_available: boolean;
  readonly modifier_groups: readonly { readonly required: boolean }[];
}

/** An order of the guest: the demo's till serves and closes it. */
const placeOrder = async (partner: string, point_id: string): Promise<void> => {
  const { payment_types } = await ask<PaymentTypes>(`/v1/payment-types?point_id=${point_id}`, partner);
  const { menus } = await ask<{ readonly menus: readonly WithId[] }>('/v1/menus', partner);
  const menu = `/v1/menus/${menus[0]?.id}?point_id=${point_id}`;
  const { products } = await ask<{ readonly products: readonly Product[] }>(menu, partner);
  const isSimple = (it: Product) => it.is_available && it.modifier_groups.every(({ required }) => !required);
  await ask('/v1/orders', partner, {
    point_id,
    order_type_id: 2,
    client: { phone: PHONE, name: 'Aziza' },
    payment_type_id: payment_types.find(({ category_id }) => category_id === 1)?.id,
    items: [{ product_id: products.find(isSimple)?.product_id, quantity: 1 }],
  });
  console.log('\nThe guest has ordered. The demo’s till closes the cheque in half a minute.');
};

/**
 * Connects the demo brand to a points service on this machine, asks it for a guest, places an order of this guest,
 * and prints what it is told.
 */
const main = async (): Promise<void> => {
  const venue = await tokenFor(DEMO_KEYS.venue);
  let secret = '';
  const service = await startPointsService({
    secret: () => secret,
    onTold: print,
    onRefused: (why) => console.log(`refused a call: ${why}`),
  });
  secret = String((await command(venue, 'ConfigureLoyalty', { name: 'Demo points', base_url: service.url })).secret);
  console.log(`The points service is at ${service.url}. Ctrl+C disconnects and ends it.`);
  process.once('SIGINT', () => {
    void command(venue, 'DisconnectLoyalty', {}).finally(() => process.exit(0));
  });
  await command(venue, 'PingLoyalty', {});
  const partner = await tokenFor(DEMO_KEYS.partner);
  const { points } = await ask<{ readonly points: readonly WithId[] }>('/v1/points', partner);
  const point_id = points[0]!.id;
  await command(venue, 'IdentifyLoyaltyCustomer', { point_id, phone: PHONE });
  await placeOrder(partner, String(point_id));
};

await runProgram(BASE, main);
