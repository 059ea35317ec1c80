import { randomBytes, randomUUID } from 'node:crypto';
import { routeGroups } from './api/api.ts';
import { hashApiKey } from './api/http/api-keys.ts';
import { createAuthenticator } from './api/http/auth.ts';
import { WINDOW_S } from './api/http/limits.ts';
import { createSharedCounter } from './api/http/shared-counter.ts';
import { createKeyDirectory } from './api/key-directory.ts';
import { createRouteWaits } from './api/route-waits.ts';
import { createOrderFeed, ORDER_FEED_TYPES } from './api/venue/order-feed.ts';
import { loadWebhookKinds } from './api/webhooks/all-kinds.ts';
import { hashPlainPhones } from './commands/clients/hash-plain-phones.ts';
import { forgetPhones } from './commands/fields/phone.ts';
import { createLogGuard } from './commands/loop/log-guard.ts';
import {
  DEFAULT_COMMAND_RETENTION,
  DEFAULT_LOYALTY_PAUSES,
  DEFAULT_MAX_REQUESTS_PER_MINUTE,
  DEFAULT_WEBHOOK_PAUSES,
  DEFAULT_WEBHOOK_RETENTION,
} from './config-variables.ts';
import { ANSWER_WITHIN_MS, assertDurable, createPool, REPORT_WITHIN_MS } from './database/connection.ts';
import { migrate } from './database/migrate.ts';
import { createOwnerWatch } from './database/owner-watch.ts';
import { analyzeUnknown } from './database/statistics.ts';
import { openEvents } from './open-events.ts';
import { allProcesses } from './processes/all-processes.ts';
import { createProcessRunner } from './processes/engine/runner.ts';
import { createErasureService } from './processes/erasure/erasure-service.ts';
import { createErasures } from './processes/erasure/erasures.ts';
import { createForgetting } from './processes/erasure/forgetting.ts';
import { createVacuum } from './processes/erasure/vacuum.ts';
import { createLoyalty } from './processes/loyalty/loyalty.ts';
import { createLoyaltyService } from './processes/loyalty/loyalty-service.ts';
import { createOutbound } from './processes/outbound/engine.ts';
import { createSeal } from './processes/outbound/seal.ts';
import { createTransport } from './processes/outbound/transport.ts';
import { createKeyRotation } from './processes/personal/key-rotation.ts';
import { createLogProof } from './processes/transparency/log-proof.ts';
import { createTreeFollower } from './processes/transparency/tree-follower.ts';
import { createWitness } from './processes/transparency/witness.ts';
import { createWebhookService } from './processes/webhooks/webhook-service.ts';
import { createWebhooks } from './processes/webhooks/webhooks.ts';
import { allProjections } from './projections/all-projections.ts';
import { createProjectionRunner } from './projections/engine/runner.ts';
import { createOwnChanges } from './projections/reading/own-changes.ts';
import { createWaits } from './projections/reading/waits.ts';
import { createReadSnapshot } from './projections/reports/snapshot.ts';
import type { TillstreamOptions } from './tillstream-options.ts';
import { createCheckpoints } from './transparency/checkpoints.ts';
import { createTreeWait } from './transparency/tree-wait.ts';
import { openKeyLease } from './wiring/key-lease.ts';
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
  await analyzeUnknown(pool);
  const { personalDataKey } = options;
  // What proves the history wants the events as they are stored. All others read and write behind the codec.
  const events = await openEvents({ pool, databaseUrl, eventStoreUrl, personalDataKey, log });
  const { stored, subjects } = events;
  opening.defer(() => subjects.close());
  const wholeStore = options.wrapStore?.(events.store) ?? events.store;
  // Closes `stored` as well.
  opening.defer(() => wholeStore.close());
  const logGuard = createLogGuard({ store: wholeStore, pool, log });
  opening.defer(() => logGuard.stop());
  await logGuard.check();
  const store = logGuard.guard(wholeStore);
  const owners = createOwnerWatch(pool, log);
  opening.defer(() => owners.stop());

  const runner = createProjectionRunner({ store, pool, url: databaseUrl, projections: allProjections, log });
  opening.defer(() => runner.stop());
  if (options.runProjections) await runner.start();
  const readSide = await openReadSide({ databaseUrl, pool });
  const { signals, points, occupancy, maps } = readSide;
  opening.defer(() => signals.close());
  const waits = createWaits(store, signals);
  const ownChanges = createOwnChanges(signals);

  const webhookKinds = await loadWebhookKinds();
  const seal = createSeal(options.secretsKey ?? jwtSecret);
  const transport = createTransport({ pool, seal, allowPrivate, timeoutMs: CALL_TIMEOUT_MS, lookup: options.lookup });
  const { hashPhone: hash } = subjects;
  await hashPlainPhones(pool, hash);
  const forgetting = createForgetting({ store, subjects, clock });
  const keyLease = openKeyLease({ databaseUrl, pool, clock, ...options.keyLease });
  opening.defer(() => keyLease.close());
  const writeSide = await openWriteSide({
    databaseUrl,
    pool,
    store,
    readSide,
    ownChanges,
    waits,
    keyLease,
    clock,
    newUuid,
    assertWhole: logGuard.assertWhole,
    loyaltyService: createLoyaltyService(pool, transport),
    webhookService: createWebhookService(pool, { kinds: webhookKinds, allowPrivate, seal }),
    maxRequestsPerMinute: options.maxRequestsPerMinute ?? DEFAULT_MAX_REQUESTS_PER_MINUTE,
    hash,
    erasureService: createErasureService({ pool, waits, subjects, forgetting }),
    secret: jwtSecret,
    sms: options.sms ?? options.smsOutbox,
  });
  opening.defer(() => writeSide.close());
  // What is in memory may be of whoever was erased. It is read again when it is asked for.
  subjects.erased.subscribe(() => {
    writeSide.handler.forget();
    writeSide.clients.forget();
    options.smsOutbox?.forget();
    forgetPhones();
  });
  const { handler, clients, units, charges, bus, openBus, partners, findOrder } = writeSide;

  const webhooks = createWebhooks({
    pool,
    store,
    handler,
    clock,
    kinds: webhookKinds,
    shownPosition: signals.position,
    pauses: options.webhookPauses ?? DEFAULT_WEBHOOK_PAUSES,
  });
  const loyalty = createLoyalty({
    pool,
    store,
    handler,
    clock,
    pauses: options.loyaltyPauses ?? DEFAULT_LOYALTY_PAUSES,
  });
  const outbound = createOutbound({
    pool,
    seal,
    transport,
    clock,
    log,
    channels: [webhooks.channel, loyalty.channel],
    retentionMs: options.webhookRetention ?? DEFAULT_WEBHOOK_RETENTION,
  });
  opening.defer(() => outbound.close());
  const { auditSigningKey: seed = randomBytes(32).toString('base64'), auditWitnessUrl } = options;
  const checkpoints = createCheckpoints({ pool, seed, hasWitness: auditWitnessUrl !== undefined, clock, log });
  const logTickers = [
    createLogProof({ stored, follower: createTreeFollower({ stored, pool, log }), checkpoints }),
    ...(auditWitnessUrl ? [createWitness({ url: auditWitnessUrl, pool, log, lookup: options.lookup })] : []),
  ];
  const processes = createProcessRunner({
    ...allProcesses({
      store,
      stored,
      pool,
      handler,
      units,
      charges,
      clients,
      webhooks,
      loyalty,
      outbound,
      logTickers,
      keyRotation: createKeyRotation({ subjects, log }),
      erasures: createErasures({ store, pool, handler, forgetting, vacuum: createVacuum(databaseUrl) }),
      clock,
      commandRetentionMs: options.commandRetention ?? DEFAULT_COMMAND_RETENTION,
    }),
    store,
    pool,
    url: databaseUrl,
    clock,
    log,
  });
  opening.defer(() => processes.stop());
  if (options.runProcesses) await processes.start();

  // A separate pool: counting a request must not wait behind other queries.
  const limitsPool = createPool(databaseUrl, { max: 3, name: 'tillstream limits', timeoutMs: 1_000 });
  opening.defer(() => limitsPool.end());
  const rateCounter = createSharedCounter({ pool: limitsPool, log, windowS: WINDOW_S });
  // A separate pool: reports may take longer than a guest will wait for an order.
  const reportsPool = createPool(databaseUrl, { max: 4, name: 'tillstream reports', timeoutMs: REPORT_WITHIN_MS });
  // Reports under way are not waited for: the process that takes over would have to wait as well.
  opening.defer(() => void reportsPool.end());
  const readSnapshot = createReadSnapshot({
    pool: reportsPool,
    cancelPool: pool,
    store,
    waits,
    withinMs: options.reportWithinMs,
  });
  const { refusedApiKeys = [] } = options;
  const keys = createKeyDirectory({
    pool,
    handler,
    lease: keyLease,
    platformApiKey,
    refusedApiKeys,
    assertWhole: logGuard.assertWhole,
  });
  const authenticator = createAuthenticator({ secret: jwtSecret, keys, clock, hashApiKey });
  const feed = createOrderFeed(store, ORDER_FEED_TYPES);
  opening.defer(() => feed.stop());
  const { shown } = waits;
  const groups = routeGroups({
    authenticator,
    store,
    stored,
    checkpoints,
    treeWait: createTreeWait(pool, stored),
    pool,
    subjects,
    noteReading: writeSide.noteReading,
    readSnapshot,
    feed,
    points,
    occupancy,
    maps,
    webhookKinds,
    clock,
    bus,
    partners,
    findOrder,
    smsOutbox: options.smsOutbox,
  });

  const closing = opening.move();
  return {
    pool,
    store,
    stored,
    subjects,
    checkpoints,
    runner,
    signals,
    keys,
    shown,
    logGuard,
    owners,
    hash,
    bus,
    openBus,
    partners,
    findOrder,
    webhooks,
    outbound,
    processes,
    authenticator,
    rateCounter,
    groups,
    routeWaits: createRouteWaits(waits, ownChanges),
    close: () => closing.disposeAsync(),
  };
};
