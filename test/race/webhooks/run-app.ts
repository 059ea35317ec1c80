/** The app without its API, until it is killed. Argument: address of the database. */
import { pino } from 'pino';
import { openTillstream } from '../../../src/tillstream.ts';
import { PERSONAL_DATA_KEY } from '../../support/events.ts';

await openTillstream({
  databaseUrl: process.argv[2]!,
  eventStoreUrl: process.env.EVENT_STORE_URL,
  jwtSecret: 'secret-of-the-tests-that-is-long-enough',
  personalDataKey: PERSONAL_DATA_KEY,
  platformApiKey: 'platform-key-of-the-tests',
  runProjections: true,
  runProcesses: true,
  outboundAllowPrivate: true,
  log: pino({ level: 'silent' }),
});
console.log('started');
