import { createApiCaller, runProgram } from './api-caller.ts';
import { DEMO_KEYS } from './keys.ts';
import { type PointsTold, startPointsService } from './points-service.ts';

/** The app's address; by default that of the README's demo. */
const BASE = process.argv[2] ?? 'http://127.0.0.1:8080';

const { ask, tokenFor, command } = createApiCaller(BASE);

const print = ({ method, call, answer }: PointsTold): void => {
  console.log(`\nverified ${method} ${call.operation_id}\n${JSON.stringify(call, null, 2)}`);
  console.log(`answered ${answer.status} ${JSON.stringify(answer.body)}`);
};

/**
 * Connects the demo brand to a points service on this machine, asks it for a guest, and prints what it is told. The
 * demo's till closes cheques all the time: each is a commit.
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
  const { points } = (await ask('/v1/points', await tokenFor(DEMO_KEYS.partner))) as {
    readonly points: readonly { readonly id: string }[];
  };
  await command(venue, 'IdentifyLoyaltyCustomer', { point_id: points[0]?.id, phone: '+998901234567' });
};

await runProgram(BASE, main);
