/** The app as src/main.ts starts it, with its clock in the hands of the process that started it. */
import { readFileSync } from 'node:fs';
import { createLog } from '../../../src/log/log.ts';
import { serve } from '../../../src/serve.ts';
import { openTillstream } from '../../../src/tillstream.ts';
import { PERSONAL_DATA_KEY } from '../../support/events.ts';

const env = (name: string): string | undefined => process.env[name];
const log = createLog(env('LOG_LEVEL') ?? 'warn');
const MANY = 1_000_000_000;

const clockMs = (): number => Number(readFileSync(env('CLOCK_FILE')!, 'utf8'));
let ahead = clockMs();
process.on('message', () => {
  ahead = clockMs();
});
process.on('disconnect', () => process.exit(0));

const tillstream = await openTillstream({
  databaseUrl: env('DATABASE_URL')!,
  eventStoreUrl: env('EVENT_STORE_URL'),
  jwtSecret: 'secret-of-the-tests-that-is-long-enough',
  personalDataKey: PERSONAL_DATA_KEY,
  platformApiKey: env('PLATFORM_API_KEY')!,
  runProjections: true,
  runProcesses: true,
  outboundAllowPrivate: true,
  log,
  clock: () => Date.now() + ahead,
});
await serve(tillstream, {
  config: {
    host: '127.0.0.1',
    port: Number(env('PORT')),
    bodyLimit: 2_000_000,
    trustProxy: 0,
    limits: { perKey: MANY, token: MANY, reports: MANY, send_code: MANY },
    roles: new Set(['api'] as const),
    metricsToken: undefined,
  },
  log,
});
