import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { CHECKPOINTS_FILE } from './backup/manifest.ts';
import { type Config, loadConfig } from './config/config.ts';
import { DEMO_KEYS, DEMO_LOGINS } from './config/demo-keys.ts';
import { createLifeClock } from './demo/life/clock.ts';
import { startDemoLife } from './demo/life/run-life.ts';
import { PICTURES } from './demo/pictures/pictures.ts';
import { picturesAt, readDemoAhead, runDemoTill, seedDemoBrand } from './demo/run-demo.ts';
import { DEMO_INVITATIONS } from './demo/seed-people.ts';
import { createLog } from './log/log.ts';
import { createNameResolver } from './processes/outbound/name-resolver.ts';
import { type Serving, serve } from './serve.ts';
import { createHttpGateway } from './sms/http-gateway.ts';
import { createSmsOutbox } from './sms/outbox.ts';
import { printBanner } from './start/banner.ts';
import { buildPages } from './start/build-pages.ts';
import { explainFailure } from './start/explain-failure.ts';
import { openDatabase } from './start/open-database.ts';
import { createRetry } from './start/retry.ts';
import { openTillstream } from './tillstream.ts';
import type { TillstreamOptions } from './tillstream-options.ts';

/**
 * A load balancer learns at /health/ready that we stop, and clients learn it with each answer, before we close their
 * connections.
 */
const GRACE_MS = 1_000;
/**
 * From the signal on, for everything. A clean stop takes two seconds, or twelve if requests have to be cut off. But a
 * database that does not answer is waited for in many places, in some for a minute.
 */
const STOP_WITHIN_MS = 20_000;

const main = async (config: Config): Promise<void> => {
  const log = await openLog(config.logLevel);
  const stopped = stopSignal();
  const stopping = new AbortController();
  void stopped.then(() => stopping.abort(new StoppedEarly()));
  const retry = createRetry({ withinMs: config.startupTimeoutMs, log, signal: stopping.signal });
  // Closes in the opposite order, whether we are told to stop or the start fails half-way.
  await using closing = new AsyncDisposableStack();

  // While the database starts.
  const pages = config.roles.has('api') ? buildPages(log) : undefined;
  if (config.demo && config.roles.has('projections')) readDemoAhead(config);
  const database = await openDatabase(config, log, retry);
  closing.defer(() => database.close());

  const time = createLifeClock();
  const options: TillstreamOptions = {
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
  const tillstream = await retry(() => openTillstream(options));
  closing.defer(() => tillstream.close());

  // Its keys and menus work when the read models show them.
  const staff =
    config.demo && config.roles.has('projections') ? await seedDemoBrand(tillstream, log, picturesAt(config)) : [];

  const dataDir = config.databaseUrl === undefined ? config.dataDir : undefined;
  await pages;
  const server = await serve(tillstream, {
    config,
    log,
    dataDir,
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
  if (!isReady) void tellWhenReady(server, log, stopping.signal);

  log.info({ signal: await stopped }, 'stopping: no new requests, those under way are finished');
  setTimeout(() => endUnfinished(log), STOP_WITHIN_MS).unref();
  server.announceStop();
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

/** A person at a terminal reads lines, everything else reads JSON. What writes lines is loaded only for a terminal. */
const openLog = async (level: string): Promise<Logger> =>
  createLog(level, process.stdout.isTTY ? (await import('./log/terminal.ts')).terminalLines() : undefined);

/** Nothing acknowledged is lost by it, or by a kill. */
const endUnfinished = (log: Logger): void => {
  log.warn({}, 'stopping takes too long, as when the database does not answer: the process ends as it is');
  process.exit(1);
};

/**
 * Through the gateway. Without one, into the outbox of the demo, whose guests have no phones. Otherwise no SMS is sent.
 */
const openSms = ({ smsGateway, demo }: Config, log: Logger) => {
  if (smsGateway) return { sms: createHttpGateway({ ...smsGateway, lookup: createNameResolver() }) };
  return demo ? { smsOutbox: createSmsOutbox({ log, clock: Date.now }) } : {};
};

/** A key press reaches us twice: from the terminal, and from npm, which passes on its own signal. */
const SAME_SIGNAL_MS = 1_000;

/** The first SIGTERM or SIGINT asks for a clean stop. A later one ends the process at once. */
const stopSignal = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    let firstAt: number | undefined;
    const onSignal = (signal: NodeJS.Signals): void => {
      firstAt ??= performance.now();
      if (performance.now() - firstAt > SAME_SIGNAL_MS) process.exit(130);
      resolve(signal);
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
  });

/** The process was told to stop while it started: nothing has failed. */
class StoppedEarly extends Error {}

try {
  await main(loadConfig(process.env, process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof StoppedEarly)) {
    console.error(explainFailure(error));
    // For whoever looks for a fault of ours.
    if (/^(debug|trace)$/.test(process.env.LOG_LEVEL ?? '') && error instanceof Error) console.error(error.stack);
    process.exit(1);
  }
}
process.exit(0);
