import { once } from 'node:events';
import { createServer } from 'node:http';
import { createVenue } from '../../client/src/index.ts';
import { createShop } from '../../examples/storefront/shop.ts';
import { portOf } from '../api/http/port-of.ts';
import { DEMO_KEYS } from '../config/demo-keys.ts';
import { runProgram } from './run-program.ts';

/** The app's address and the shop's port; by default those of the README's demo. */
const [base = 'http://127.0.0.1:8080', port = '8090'] = process.argv.slice(2);

/** Runs the example shop on the demo brand. The demo sends no texts, so the page shows them. */
const main = async (): Promise<void> => {
  const venue = createVenue({ baseUrl: base, apiKey: DEMO_KEYS.venue, maxAttempts: 1 });
  const readText = async (phone: string): Promise<string> => {
    const { data } = await venue.api.GET('/venue/v1/sms-outbox');
    const digits = phone.replaceAll(/\D/g, '').slice(-9);
    return data?.messages.find((message) => message.phone.endsWith(digits))?.text ?? '';
  };
  // So that a shop without its till says so at once.
  await venue.api.GET('/venue/v1/sms-outbox');
  const server = createServer(createShop({ baseUrl: base, apiKey: DEMO_KEYS.partner }, readText));
  server.listen(Number(port), '127.0.0.1');
  await once(server, 'listening');
  console.log(`The shop is at http://127.0.0.1:${portOf(server)}. Ctrl+C ends it.`);
};

await runProgram(base, main);
