import { randomBytes, randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { createRouteWaits } from './api/route-waits.ts';
import { loadWebhookKinds } from './api/webhooks/all-kinds.ts';
import { forgetPhones } from './commands/fields/phone.ts';
import { createLogGuard } from './commands/loop/log-guard.ts';
import {
  DEFAULT_COMMAND_RETENTION,
  DEFAULT_LOYALTY_PAUSES,
  DEFAULT_MAX_REQUESTS_PER_MINUTE,
  DEFAULT_WEBHOOK_PAUSES,
  DEFAULT_WEBHOOK_RETENTION,
} from './config/variables.ts';
import { ANSWER_WITHIN_MS, assertDurable, createPool } from './database/connection.ts';
import { createListener } from './database/listener.ts';
import { assertLogIsHere } from './database/log-home.ts';
import { migrate } from './database/migrate.ts';
import { createOwnerWatch } from './database/ownership/owner-watch.ts';
import { openReplicas } from './database/replicas/replicas.ts';
import { analyzeUnknown } from './database/statistics.ts';
import { openImages } from './images/open-images.ts';
import { counterOf } from './metrics/make.ts';
import { createErasureService } from './processes/erasure/erasure-service.ts';
import { createForgetting } from './processes/erasure/forgetting.ts';
import { createLoyaltyService } from './processes/loyalty/loyalty-service.ts';
import { createSeal } from './processes/outbound/seal.ts';
import { createTransport } from './processes/outbound/transport.ts';
import { createWebhookService } from './processes/webhooks/webhook-service.ts';
import { allProjections } from './projections/all-projections.ts';
import { createProjectionRunner } from './projections/engine/runner.ts';
import { createOwnChanges } from './projections/reading/own-changes.ts';
import { createWaits } from './projections/reading/waits.ts';
import { collectSooner } from './start/collect-sooner.ts';
import { lowerHelpers } from './start/lower-helpers.ts';
import type { TillstreamOptions } from './tillstream-options.ts';
import { createLogComparison } from './transparency/known-leaves.ts';
import { openActingSide } from './wiring/acting-side.ts';
import { openApiSide } from './wiring/api-side.ts';
import { createCounts } from './wiring/counts.ts';
import { openKeyLease } from './wiring/key-lease.ts';
import { openEvents } from './wiring/open-events.ts';
import { openReadPools } from './wiring/read-pools.ts';
import { openReadSide } from './wiring/read-side.ts';
import { openWriteSide } from './wiring/write-side.ts';

/** Of one call to another address (docs/domain.md#errors-and-limits). */
const CALL_TIMEOUT_MS = 5_000;

export type Tillstream = Awaited<ReturnType<typeof openTillstream>>;

/**
 * Wires the parts together over a database: event log, read models, command loop, processes and what the API serves.
 * Listens on no port yet: see serve.ts. `close` ends everything in the opposite order, and goes on if a part fails to
 * end. A start that fails half-way ends what it has opened, in the same way.
 */
export const openTillstream = async (options: TillstreamOptions) => {
  const { databaseUrl, eventStoreUrl, jwtSecret, platformApiKey, log } = options;
  const { clock = Date.now, newUuid = randomUUID, outboundAllowPrivate: allowPrivate = false } = options;

  await migrate(databaseUrl);
  await using opening = new AsyncDisposableStack();
  const pool = createPool(databaseUrl, { max: 10, timeoutMs: ANSWER_WITHIN_MS });
  opening.defer(() => pool.end());
  await assertDurable(pool);
  await assertLogIsHere(pool, eventStoreUrl === undefined ? 'postgres' : 'eventstoredb');
  await analyzeUnknown(pool);
  const metrics = new Registry();
  const answered = counterOf(metrics, 'replica_readings_total');
  const replicas = openReplicas({
    urls: options.readDatabaseUrls ?? [],
    primaryUrl: databaseUrl,
    log,
    onAnswered: (by) => answered({ answered: by }),
  });
  opening.defer(() => replicas.close());
  const readPools = openReadPools(databaseUrl, pool, replicas);
  opening.defer(() => readPools.close());
  const listener = await createListener(databaseUrl);
  opening.defer(() => listener.close());
  const { personalDataKey, holdsToSchemas } = options;
  collectSooner();
  await lowerHelpers();
  // What proves the history wants the events as they are stored. All others read and write behind the codec.
  const events = await openEvents({
    pool,
    databaseUrl,
    eventStoreUrl,
    personalDataKey,
    holdsToSchemas,
    listener,
    log,
    searches: readPools.searches,
  });
  const { stored, searched, subjects } = events;
  opening.defer(() => subjects.close());
  const wholeStore = options.wrapStore?.(events.store) ?? events.store;
  // Closes `stored` as well.
  opening.defer(() => wholeStore.close());
  const logGuard = createLogGuard({ store: wholeStore, compare: createLogComparison(stored, pool), pool, log });
  opening.defer(() => logGuard.stop());
  await logGuard.check();
  const counts = createCounts(metrics);
  const store = counts.store(logGuard.guard(wholeStore));
  const owners = createOwnerWatch(pool, log);
  opening.defer(() => owners.stop());

  const runner = createProjectionRunner({ store, pool, url: databaseUrl, projections: allProjections, listener, log });
  opening.defer(() => runner.stop());
  if (options.runProjections) await runner.start();
  const readSide = await openReadSide({ pool, listener });
  const { signals, points, occupancy, maps } = readSide;
  opening.defer(() => signals.close());
  signals.onWait(() => {
    runner.flush();
    store.flush?.();
  });
  const waits = createWaits(store, signals, options.readModelWaitMs);
  const ownChanges = createOwnChanges(signals);

  const webhookKinds = await loadWebhookKinds();
  const seal = createSeal(options.secretsKey ?? jwtSecret);
  const transport = createTransport({ pool, seal, allowPrivate, timeoutMs: CALL_TIMEOUT_MS, lookup: options.lookup });
  const { hashPhone: hash } = subjects;
  const forgetting = createForgetting({ store, subjects, clock });
  const keyLease = openKeyLease({ databaseUrl, pool, clock, ...options.keyLease });
  opening.defer(() => keyLease.close());
  const sms = options.sms ?? options.smsOutbox;
  const writeSide = await openWriteSide({
    pool,
    listener,
    store,
    readSide,
    ownChanges,
    waits,
    keyLease,
    clock,
    newUuid,
    hash,
    draftKey: subjects.draftKey,
    readyKey: subjects.readyKey,
    assertWhole: logGuard.assertWhole,
    loyaltyService: createLoyaltyService(pool, transport, clock),
    webhookService: createWebhookService(pool, { kinds: webhookKinds, allowPrivate, seal }),
    maxRequestsPerMinute: options.maxRequestsPerMinute ?? DEFAULT_MAX_REQUESTS_PER_MINUTE,
    erasureService: createErasureService({ pool, waits, subjects, forgetting }),
    secret: jwtSecret,
    sms: sms && counts.sms(sms),
    counts,
  });
  // Memory may hold data of an erased person: it is dropped, and read again when a request asks for it.
  subjects.erased.subscribe(() => {
    writeSide.handler.forget();
    writeSide.clients.forget();
    acting.webhooks.forget();
    options.smsOutbox?.forget();
    forgetPhones();
  });
  const acting = openActingSide({
    databaseUrl,
    pool,
    store,
    stored: logGuard.guard(stored),
    assertWhole: logGuard.assertWhole,
    subjects,
    forgetting,
    writeSide,
    webhookKinds,
    transport,
    clock,
    log,
    shownPosition: signals.position,
    pauses: {
      webhooks: options.webhookPauses ?? DEFAULT_WEBHOOK_PAUSES,
      loyalty: options.loyaltyPauses ?? DEFAULT_LOYALTY_PAUSES,
    },
    retention: {
      deliveries: options.webhookRetention ?? DEFAULT_WEBHOOK_RETENTION,
      commands: options.commandRetention ?? DEFAULT_COMMAND_RETENTION,
    },
    signingSeed: options.auditSigningKey ?? randomBytes(32).toString('base64'),
    witnessUrl: options.auditWitnessUrl,
    checkpointFile: options.checkpointFile,
    lookup: options.lookup,
  });
  opening.defer(() => acting.close());
  if (options.runProcesses) await acting.processes.start();

  const images = openImages({ pool, url: options.imagesUrl, clock });

  const { webhooks, outbound, processes, checkpoints } = acting;
  const { handler, bus, openBus, openTrial, partners, findOrder, noteReading, accounts, accountActs } = writeSide;
  const api = openApiSide({
    databaseUrl,
    pool,
    replicas,
    ...readPools,
    store,
    searched,
    stored,
    subjects,
    checkpoints,
    waits,
    points,
    occupancy,
    maps,
    webhookKinds,
    handler,
    bus,
    openTrial,
    partners,
    findOrder,
    noteReading,
    jwtSecret,
    platformApiKey,
    lease: keyLease,
    hash,
    accounts,
    accountActs,
    publicOrigin: options.publicOrigin,
    images,
    demoInvitations: options.demoInvitations,
    hashCost: options.hashCost,
    newUuid,
    clock,
    log,
    smsOutbox: options.smsOutbox,
    refusedApiKeys: options.refusedApiKeys ?? [],
    assertWhole: logGuard.assertWhole,
    reportWithinMs: options.reportWithinMs,
    reportSecondsPerMinute: options.reportSecondsPerMinute,
  });
  opening.defer(() => api.close());

  const closing = opening.move();
  const { keys, authenticator, rateCounter, groups } = api;
  return {
    /** What this process counts of its own work. */
    metrics,
    pool,
    store,
    stored,
    subjects,
    hash,
    checkpoints,
    runner,
    signals,
    logGuard,
    owners,
    replicas,
    bus,
    openBus,
    partners,
    findOrder,
    accounts,
    accountActs,
    webhooks,
    outbound,
    processes,
    keys,
    authenticator,
    rateCounter,
    groups,
    images,
    shown: waits.shown,
    routeWaits: createRouteWaits(waits, ownChanges),
    close: () => closing.disposeAsync(),
  };
};
