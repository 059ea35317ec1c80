import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { CHECKPOINTS_FILE } from './backup/manifest.ts';
import type { Config } from './config/config.ts';
import { DEMO_KEYS, DEMO_LOGINS } from './config/demo-keys.ts';
import { createLifeClock } from './demo/life/clock.ts';
import { startDemoLife } from './demo/life/run-life.ts';
import { PICTURES } from './demo/pictures/pictures.ts';
import { picturesAt, runDemoTill, seedDemoBrand } from './demo/run-demo.ts';
import { DEMO_INVITATIONS } from './demo/seed-people.ts';
import { createNameResolver } from './processes/outbound/name-resolver.ts';
import { warnOfZonesApart } from './projections/points/zone-clocks.ts';
import { type Serving, serve } from './serve.ts';
import { createHttpGateway } from './sms/http-gateway.ts';
import { createSmsOutbox } from './sms/outbox.ts';
import { printBanner } from './start/banner.ts';
import type { Database } from './start/open-database.ts';
import type { Retry } from './start/retry.ts';
import { openTillstream } from './tillstream.ts';
import type { TillstreamOptions } from './tillstream-options.ts';

export { readDemoAhead } from './demo/run-demo.ts';

/**
 * A load balancer learns at /health/ready that we stop, and clients learn it with each answer, before we close their
 * connections.
 */
const GRACE_MS = 1_000;

export interface RunOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly database: Database;
  readonly retry: Retry;
  /** Settled when the pages of the back office are built: nobody else waits for them. */
  readonly pages: Promise<void> | undefined;
  /** Aborted when the process is told to stop. */
  readonly stopping: AbortSignal;
  /** Gets what must be closed, in the opposite order. */
  readonly closing: AsyncDisposableStack;
}

/** Opens everything on a database that answers, and serves. */
export const run = async (options: RunOptions): Promise<Pick<Serving, 'announceStop'>> => {
  const { config, log, database, retry, pages, stopping, closing } = options;
  const time = createLifeClock();
  const parts: TillstreamOptions = {
    // The first hours of the demo have passed already.
    ...(config.demoLife && { clock: time.now }),
    databaseUrl: database.url,
    readDatabaseUrls: config.readDatabaseUrls,
    eventStoreUrl: config.eventStoreUrl,
    jwtSecret: database.jwtSecret,
    secretsKey: config.secretsKey,
    personalDataKey: database.personalDataKey,
    platformApiKey: config.platformApiKey,
    auditSigningKey: database.auditSigningKey,
    auditWitnessUrl: config.auditWitnessUrl,
    checkpointFile: config.backupDir && join(config.backupDir, CHECKPOINTS_FILE),
    // Everybody knows the demo's keys: a folder that was a demo once may be used without them.
    refusedApiKeys: config.demo ? [] : Object.values(DEMO_KEYS),
    runProjections: config.roles.has('projections'),
    runProcesses: config.roles.has('processes'),
    ...openSms(config, log),
    webhookPauses: config.webhookPauses,
    maxRequestsPerMinute: config.maxRequestsPerMinute,
    reportSecondsPerMinute: config.reportSecondsPerMinute,
    publicOrigin: config.publicOrigin,
    imagesUrl: config.imagesUrl,
    demoInvitations: config.demo ? DEMO_INVITATIONS : undefined,
    loyaltyPauses: config.loyaltyPauses,
    webhookRetention: config.webhookRetention,
    commandRetention: config.commandRetention,
    outboundAllowPrivate: config.outboundAllowPrivate,
    log,
  };
  const tillstream = await retry(() => openTillstream(parts));
  closing.defer(() => tillstream.close());
  void warnOfZonesApart(tillstream.pool, Date.now(), log);

  // Its keys and menus work when the read models show them.
  const staff =
    config.demo && config.roles.has('projections') ? await seedDemoBrand(tillstream, log, picturesAt(config)) : [];

  const dataDir = config.databaseUrl === undefined ? config.dataDir : undefined;
  const server = await serve(tillstream, {
    config,
    log,
    dataDir,
    pages,
    demoLogins: config.demo ? DEMO_LOGINS : undefined,
    graceMs: GRACE_MS,
    pictures: config.demo ? PICTURES : undefined,
  });
  closing.defer(() => server.close());

  const { roles } = config;
  if (config.demoTill && staff.length > 0 && roles.has('api') && roles.has('processes')) {
    if (config.demoLife) {
      const life = await startDemoLife({ tillstream, time, log });
      closing.defer(() => life.stop());
    }
    const till = runDemoTill({ ...config, port: server.port, log }, staff);
    closing.defer(() => till.stop());
  }
  const isReady = await server.isReady();
  printBanner({ ...config, port: server.port, isReady });
  if (!isReady) void tellWhenReady(server, log, stopping);

  return server;
};

const LOOK_MS = 1_000;

/** A rebuild of read models may take its time. */
const tellWhenReady = async (server: Pick<Serving, 'isReady'>, log: Logger, stop: AbortSignal): Promise<void> => {
  while (!(await server.isReady())) {
    await delay(LOOK_MS, undefined, { ref: false });
    if (stop.aborted) return;
  }
  log.info({}, 'ready');
};

/**
 * Through the gateway. Without one, into the outbox of the demo, whose guests have no phones. Otherwise no SMS is sent.
 */
const openSms = ({ smsGateway, demo }: Config, log: Logger) => {
  if (smsGateway) return { sms: createHttpGateway({ ...smsGateway, lookup: createNameResolver() }) };
  return demo ? { smsOutbox: createSmsOutbox({ log, clock: Date.now }) } : {};
};
