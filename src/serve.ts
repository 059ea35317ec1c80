import type { Logger } from 'pino';
import manifest from '../package.json' with { type: 'json' };
import { documentsInThread } from './api/documents-in-thread.ts';
import { createApp } from './api/http/app.ts';
import { createLimiter } from './api/http/limits.ts';
import { createRegistry, operationalRoutes } from './api/http/operational.ts';
import { createOperators } from './api/http/operators.ts';
import type { Pictures } from './api/http/pictures.ts';
import { countCuts } from './api/http/readers/cut-count.ts';
import type { OnErrorAnswered, ResponseMismatch } from './api/http/response-check.ts';
import { type RunningServer, startServer } from './api/http/server.ts';
import type { Config } from './config/config.ts';
import { watchBackups } from './health/backup-gauge.ts';
import { watchReadiness } from './health/readiness.ts';
import { watchStorage } from './health/storage-watch.ts';
import { watchStores } from './health/store-gauges.ts';
import type { Tillstream } from './tillstream.ts';

type Limits = Omit<Config['limits'], 'perBrand'> & Partial<Pick<Config['limits'], 'perBrand'>>;

export interface ServeOptions {
  readonly config: Pick<Config, 'host' | 'port' | 'bodyLimit' | 'trustProxy' | 'roles' | 'metricsToken'> & {
    readonly limits: Limits;
  } & Partial<Pick<Config, 'backupDir' | 'streamsPerKey' | 'readerStalledMs' | 'unread'>>;
  readonly log: Logger;
  /** The folder of the embedded Postgres: its disk must have room. */
  readonly dataDir?: string | undefined;
  /** Of the demo's dishes. */
  readonly pictures?: Pictures | undefined;
  /** Who may sign in without a password. Only in the demo. */
  readonly demoLogins?: Iterable<string> | undefined;
  /** Settled when the pages of the back office are built. Left out: they are. */
  readonly pages?: Promise<void> | undefined;
  /** How long clients are told to close before we close their connections (0). */
  readonly graceMs?: number;
  /** For tests: checks every answer against its schema. */
  readonly checkResponses?: boolean;
  readonly onResponseMismatch?: (mismatch: ResponseMismatch) => void;
  readonly onErrorAnswered?: OnErrorAnswered;
}

const INFO = {
  title: 'Tillstream',
  version: manifest.version,
  description: `Orders, menus, reservations and the till of a restaurant, in three APIs: partners (apps, sites, kiosks) use \`/v1\`, the
venue's tills and back office \`/venue/v1\`, auditors \`/audit/v1\`.

To begin, exchange an API key for a token: \`POST /v1/auth/token\`. The token goes with every other request, as
\`Authorization: Bearer <access_token>\`; here, with the button "Authorize". Each operation says
which keys it is for. A key is of one brand, and what belongs to another is 404; but for the platform's, which makes
brands and their first keys (\`CreateBrand\`, \`IssueKey\`). A key of the venue makes those of partners.

Every answer has \`X-Request-Id\`, which names the request in our logs (yours, if you sent one), and \`Cache-Control\`
(\`no-store\`, or \`private, no-cache\` where there is an ETag), and, where requests are counted, \`RateLimit-Limit\`,
\`RateLimit-Remaining\`, \`RateLimit-Reset\` (seconds) and \`RateLimit-Policy\` (as \`1200;w=60\`).

Every operation takes a language, for messages and for names of statuses and order types: \`?language=\` (\`ru\`, \`uz_latn\`, \`uz_cyrl\`,
\`en\`, \`tr\`), else \`Accept-Language\`, as browsers send it. Without either, or if it names no language of these, texts are in the
brand's. A \`?language=\` that is none of these is 400 for keys of the venue and of auditors, and at \`GET /v1/order-types\`.

Errors have a \`message\` for people, and a \`code\` that stays for programs; \`field\` where a field is to
blame, and \`details\` with the values that the text holds. Each operation lists its own codes. Any command may also answer
400 \`occurred_at_in_future\` and \`occurred_at_too_old\`, and 409 \`command_id_reused\`. Calls to partners are
below, under "Webhooks", and in docs/webhooks.md.`,
  contact: { name: 'Those who run this server' },
  license: { name: 'All rights reserved', identifier: 'LicenseRef-UNLICENSED' },
};

export interface Serving extends RunningServer {
  /** What /health/ready says. */
  isReady(): Promise<boolean>;
  /**
   * From now on /health/ready says no, so that load balancers send no new requests. Requests that come are still
   * served.
   */
  announceStop(): void;
}

/** Listens, and serves everything that the roles of this process offer. */
export const serve = async (tillstream: Tillstream, options: ServeOptions): Promise<Serving> => {
  const { config, log, graceMs = 0 } = options;
  const registry = createRegistry();
  for (const { name } of tillstream.metrics.getMetricsAsArray()) {
    registry.registerMetric(tillstream.metrics.getSingleMetric(name)!);
  }
  const readiness = watchReadiness(tillstream, registry);
  watchStores(tillstream, registry);
  watchBackups(options.config.backupDir, registry);
  const hasApi = config.roles.has('api');
  const ready = watchStorage(readiness.check, { pool: tillstream.pool, dataDir: options.dataDir });
  const operators = createOperators({ token: config.metricsToken, trustProxy: config.trustProxy });
  const groups = [...(hasApi ? tillstream.groups : []), operationalRoutes(registry, ready, operators)];
  const app = createApp({
    ...options,
    registry,
    title: INFO.title,
    makeDocuments: () => documentsInThread(groups, INFO),
    bodyLimit: config.bodyLimit,
    trustProxy: config.trustProxy,
    authenticator: tillstream.authenticator,
    waits: tillstream.routeWaits,
    ...(config.streamsPerKey !== undefined && { streams: { perKey: config.streamsPerKey } }),
    ...(config.unread && { unread: config.unread }),
    limiter: createLimiter({ limits: config.limits, counter: tillstream.rateCounter }),
    backOffice: hasApi ? { demoLogins: options.demoLogins, built: options.pages } : undefined,
    readImage: hasApi ? tillstream.images.read : undefined,
    groups,
  });
  const { host, port, readerStalledMs: stalledMs } = config;
  const server = await startServer(app, {
    host,
    port,
    graceMs,
    onCut: countCuts(registry),
    ...(stalledMs !== undefined && { readers: { stalledMs } }),
  });
  log.info({ port: server.port }, 'listening');
  return { ...server, isReady: async () => (await ready()).ready, announceStop: readiness.announceStop };
};
