import { randomUUID } from 'node:crypto';
import { createTillstream, createVenue, type Tillstream } from '../../client/src/index.ts';
import { DEMO_KEYS } from '../config/demo-keys.ts';
import { type PointsTold, startPointsService } from './points-service.ts';
import { runProgram } from './run-program.ts';

/** The app's address; by default that of the README's demo. */
const BASE = process.argv[2] ?? 'http://127.0.0.1:8080';

const print = ({ method, call, answer }: PointsTold): void => {
  console.log(`\nverified ${method} ${call.operation_id}\n${JSON.stringify(call, null, 2)}`);
  console.log(`answered ${answer.status} ${JSON.stringify(answer.body)}`);
};

const PHONE = '+998901234567';

/** An order of the guest: the demo's till serves and closes it. */
const placeOrder = async (till: Tillstream, point_id: string): Promise<void> => {
  const cash = (await till.points.paymentTypes(point_id)).find(({ category_id }) => category_id === 1);
  const [menu] = await till.menus.list();
  const { products } = await till.menus.get(menu!.id, { point_id });
  const dish = products.find((it) => it.is_available && it.modifier_groups.every(({ required }) => !required));
  await till.orders.place({
    point_id,
    order_type_id: 2,
    client: { phone: PHONE, name: 'Aziza' },
    payment_type_id: cash!.id,
    external_id: randomUUID(),
    items: [{ product_id: dish!.product_id, quantity: 1 }],
  });
  console.log('\nThe guest has ordered. The demo’s till closes the cheque in half a minute.');
};

/**
 * Connects the demo brand to a points service on this machine, asks it for a guest, places an order of this guest,
 * and prints what it is told.
 */
const main = async (): Promise<void> => {
  const venue = createVenue({ baseUrl: BASE, apiKey: DEMO_KEYS.venue, maxAttempts: 1 });
  const till = createTillstream({ baseUrl: BASE, apiKey: DEMO_KEYS.partner, maxAttempts: 1 });
  let secret = '';
  const service = await startPointsService({
    secret: () => secret,
    onTold: print,
    onRefused: (why) => console.log(`refused a call: ${why}`),
  });
  const { result } = await venue.commands.ConfigureLoyalty({ name: 'Demo points', base_url: service.url });
  secret = String(result.secret);
  console.log(`The points service is at ${service.url}. Ctrl+C disconnects and ends it.`);
  process.once('SIGINT', () => {
    void venue.commands.DisconnectLoyalty({}).finally(() => process.exit(0));
  });
  await venue.commands.PingLoyalty({});
  const [point] = await till.points.list();
  await venue.commands.IdentifyLoyaltyCustomer({ point_id: point!.id, phone: PHONE });
  await placeOrder(till, point!.id);
};

await runProgram(BASE, main);
