import { seedDemoBrand } from '../../src/demo/run-demo.ts';
import { DEMO_INVITATIONS } from '../../src/demo/seed-people.ts';
import { createLog } from '../../src/log/log.ts';
import { serve } from '../../src/serve.ts';
import { openTillstream } from '../../src/tillstream.ts';
import { PERSONAL_DATA_KEY } from '../../test/support/events.ts';
import { countEvents } from '../fixtures/order-log.ts';
import { METRICS_TOKEN } from '../support/metrics-token.ts';
import { answerParent } from './answer-parent.ts';

/**
 * Tillstream as it is served: the demo brand, read models in the same process, log at level info to standard output
 * (which the bench sends to nowhere). Only the limits are raised, by settings, and a proxy in front is believed. Arguments: address of
 * its database, of its EventStoreDB or nothing, and of its replicas.
 */
const host = '127.0.0.1';
const log = createLog('info');
const roles = new Set(['api', 'projections'] as const);
const MANY = 1_000_000_000;

const tillstream = await openTillstream({
  databaseUrl: process.argv[2]!,
  eventStoreUrl: process.argv[3] || undefined,
  readDatabaseUrls: process.argv.slice(4),
  jwtSecret: 'a secret of the bench, of some length',
  personalDataKey: PERSONAL_DATA_KEY,
  platformApiKey: 'bench-platform',
  runProjections: true,
  runProcesses: true,
  outboundAllowPrivate: true,
  // The section about the back office signs in as people of the demo do.
  demoInvitations: DEMO_INVITATIONS,
  log,
});
await seedDemoBrand(tillstream, log);
const limits = { perKey: MANY, token: MANY, reports: MANY, send_code: MANY };
const server = await serve(tillstream, {
  config: { host, port: 0, bodyLimit: 2_000_000, metricsToken: METRICS_TOKEN, trustProxy: 1, limits, roles },
  log,
});

answerParent({
  port: server.port,
  questions: {
    memory: async () => process.memoryUsage.rss(),
    head: () => tillstream.store.head(),
    ordersInLog: () => countEvents(tillstream.store, { types: ['OrderPlaced'] }),
  },
  close: async () => {
    await server.close();
    await tillstream.close();
  },
});
