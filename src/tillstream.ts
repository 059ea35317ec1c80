import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { type ApiDependencies, routeGroups } from './api/api.ts';
import { hashApiKey, mintApiKey } from './api/http/api-keys.ts';
import { createAuthenticator } from './api/http/auth.ts';
import { WINDOW_S } from './api/http/limits.ts';
import { createSharedCounter } from './api/http/shared-counter.ts';
import { createKeyDirectory } from './api/key-directory.ts';
import { viewReservation } from './api/reservations/reservation-view.ts';
import { createOrderFeed, ORDER_FEED_TYPES } from './api/venue/order-feed.ts';
import { createMarkClaims } from './commands/attendance/mark-claims.ts';
import { createMarkDesk } from './commands/attendance/mark-desk.ts';
import type { Roster } from './commands/attendance/roster.ts';
import { createClientDesk } from './commands/clients/client-desk.ts';
import { createClientRegister } from './commands/clients/client-register.ts';
import { createNameBell } from './commands/clients/name-bell.ts';
import { createPhoneCheck } from './commands/clients/phone-check.ts';
import { createPhoneCodes } from './commands/clients/phone-codes.ts';
import type { Secrets } from './commands/command.ts';
import { createCommandBus } from './commands/command-bus.ts';
import { createCommandHandler } from './commands/handle.ts';
import { createIdentities } from './commands/identities.ts';
import { createOrderDesk, type OrderDesk } from './commands/ordering/order-desk.ts';
import { createUnitHolds } from './commands/ordering/unit-holds.ts';
import { commandRegistry } from './commands/registry.ts';
import { createExternalIds } from './commands/reservations/external-ids.ts';
import { createReservationDesk } from './commands/reservations/reservation-desk.ts';
import { DEFAULT_WEBHOOK_PAUSES } from './config.ts';
import { assertDurable, createPool } from './database/connection.ts';
import { migrate } from './database/migrate.ts';
import { eventCatalogue } from './domain/event-catalogue.ts';
import type { EventStore } from './event-store/event-store.ts';
import { openEventStore } from './event-store/open-event-store.ts';
import { allProcesses } from './processes/index.ts';
import { createProcessRunner } from './processes/runner.ts';
import { createWebhookDesk } from './processes/webhooks/webhook-desk.ts';
import { createWebhooks } from './processes/webhooks/webhooks.ts';
import { employeesByIds } from './projections/attendance/queries.ts';
import { createDeliveryMaps } from './projections/delivery/delivery-maps.ts';
import { pointOfZone } from './projections/delivery/queries.ts';
import { createZoneGeocoder } from './projections/delivery/zone-geocoder.ts';
import { allProjections } from './projections/index.ts';
import { createPointViews } from './projections/point-views.ts';
import { createOccupancyBoards } from './projections/reservations/occupancy-boards.ts';
import { findReservation } from './projections/reservations/queries.ts';
import { createProjectionRunner } from './projections/runner.ts';
import { createProjectionSignals } from './projections/signals.ts';
import { createOwnChanges } from './projections/stop-list/own-changes.ts';
import { isTableOfBrand, listPoints, pointOfShift } from './projections/venue/queries-points.ts';
import type { SmsOutbox } from './sms/outbox.ts';
import type { SmsGateway } from './sms/sms-gateway.ts';

export interface TillstreamOptions {
  readonly databaseUrl: string;
  /** EventStoreDB; left out, the event log is in Postgres. */
  readonly eventStoreUrl?: string | undefined;
  readonly jwtSecret: string;
  readonly platformApiKey: string;
  /** Whether this process applies the read models; it answers requests in any case. */
  readonly runProjections: boolean;
  /** Whether this process runs what acts on events and on time, or stands by for it. */
  readonly runProcesses: boolean;
  /** Who carries SMS codes; left out, they wait in the outbox, or nobody sends any. */
  readonly sms?: SmsGateway | undefined;
  readonly smsOutbox?: SmsOutbox | undefined;
  /** Milliseconds before each further attempt at a webhook. */
  readonly webhookPauses?: readonly number[];
  /** Whether webhooks may go to http and to addresses that are not public. */
  readonly outboundAllowPrivate?: boolean;
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly clock?: () => number;
  readonly newUuid?: () => string;
  /** For whoever knows more of the log than a process among others may assume. */
  readonly wrapStore?: (store: EventStore) => EventStore;
}

/** The most a command waits for the read models to show it. */
const SETTLE_MS = 2_000;
/** What cheques are priced by. */
const MENU_STREAMS: ReadonlySet<string> = new Set(['brand', 'point', 'catalogue', 'point_menu']);
/** Of one webhook call (spec, Limits). */
const CALL_TIMEOUT_MS = 5_000;

export type Tillstream = Awaited<ReturnType<typeof openTillstream>>;

/**
 * Wires the parts together over a database: event log, command loop, read models and what the API serves. Listens on
 * nothing yet: see server.ts. `close` ends everything in the opposite order.
 */
export const openTillstream = async (options: TillstreamOptions) => {
  const { databaseUrl, eventStoreUrl, jwtSecret, platformApiKey, log } = options;
  const { clock = Date.now, newUuid = randomUUID } = options;

  await migrate(databaseUrl);
  const pool = createPool(databaseUrl, { max: 10 });
  await assertDurable(pool);
  const opened = await openEventStore({ pool, databaseUrl, eventStoreUrl, catalogue: eventCatalogue });
  const store = options.wrapStore?.(opened) ?? opened;

  const runner = createProjectionRunner({ store, pool, url: databaseUrl, projections: allProjections, log });
  if (options.runProjections) await runner.start();
  const signals = await createProjectionSignals(databaseUrl, pool);
  const maps = createDeliveryMaps(pool);
  const points = createPointViews(pool, maps);
  const occupancy = createOccupancyBoards(pool);
  const keys = createKeyDirectory(pool, platformApiKey);
  signals.onChange(({ projection, brands }) => {
    if (brands?.length === 0) return;
    for (const brandId of brands ?? [null]) {
      // First of all: what is read anew of a point is read from its brand's map.
      if (projection === 'venue') maps.drop(brandId);
      points.drop(projection, brandId);
    }
    if (projection === 'venue') keys.drop();
  });

  // Its own: a request must not wait behind what others ask of the database, only to be counted.
  const limitsPool = createPool(databaseUrl, { max: 3, name: 'tillstream limits', timeoutMs: 1_000 });
  const rateCounter = createSharedCounter({ pool: limitsPool, log, windowS: WINDOW_S });

  const handler = createCommandHandler(store, pool);
  const identities = createIdentities(pool, { logIsHere: eventStoreUrl === undefined });
  const readModels = allProjections.map(({ name }) => name);
  const settled = async (position: number): Promise<void> => {
    await signals.waitFor(readModels, position, SETTLE_MS);
  };
  /** What was made a moment ago may not be in the read model yet: wait for it, then look again. */
  const pointOf = (look: typeof pointOfShift) => async (brandId: string, id: number) => {
    const found = await look(pool, brandId, id);
    if (found !== undefined) return found;
    await settled(await store.head());
    return look(pool, brandId, id);
  };
  /** The log's end, or null when the read model does not show it after a bounded wait. */
  const reservationsShown = async (): Promise<number | null> => {
    const head = await store.head();
    await signals.waitFor(['reservations'], head, SETTLE_MS);
    return signals.position('reservations') >= head ? head : null;
  };
  const reservationOf = async (brandId: string, reservationId: string) => {
    await reservationsShown();
    return findReservation(pool, brandId, reservationId);
  };
  const lookups = {
    pointOfShift: pointOf(pointOfShift),
    pointOfZone: pointOf(pointOfZone),
    pointOfReservation: async (brandId: string, id: string) => (await reservationOf(brandId, id))?.point_id,
  };
  const allowPrivate = options.outboundAllowPrivate ?? false;
  const webhookDesk = createWebhookDesk(pool, { allowPrivate });
  const bell = await createNameBell(databaseUrl, pool);
  const clients = createClientRegister({ handler, identities, bell });
  const externalIds = createExternalIds(pool);
  const reservationDesk = createReservationDesk({
    ...{ handler, clients, clock, newUuid },
    // No other read model has to do with it, so there is no need to wait for the slowest of all.
    settled: async (position) => {
      await signals.waitFor(['reservations'], position, SETTLE_MS);
    },
    externalIds,
    lookups: {
      point: (brandId, pointId) => points.find(brandId, pointId),
      reservation: reservationOf,
      // A table that was defined a moment ago is looked for again when everything is shown.
      isTableOfBrand: async (brandId, tableId) => {
        if (await isTableOfBrand(pool, brandId, tableId)) return true;
        await settled(await store.head());
        return isTableOfBrand(pool, brandId, tableId);
      },
    },
  });
  const ownChanges = createOwnChanges(signals);
  const units = createUnitHolds({
    newUuid,
    handler: {
      ...handler,
      handle: async (decider, pointId, ...rest) => {
        const handled = await handler.handle(decider, pointId, ...rest);
        if (handled.position !== null) ownChanges.note(String(pointId), handled.position);
        return handled;
      },
    },
  });
  const ownMenus = createOwnChanges(signals, ['venue', 'catalogue']);
  const openBus = (secrets: Secrets) =>
    createCommandBus({
      ...{ definitions: commandRegistry, identities, lookups, secrets, clock },
      webhooks: webhookDesk,
      externalIds,
      handler: {
        ...handler,
        handle: async (decider, id, command, envelope, ...rest) => {
          const handled = await handler.handle(decider, id, command, envelope, ...rest);
          const { position } = handled;
          if (position !== null && MENU_STREAMS.has(decider.category)) ownMenus.note(envelope.brand_id, position);
          return handled;
        },
      },
      ordering: {
        clients,
        units,
        points: {
          // A till that was offline sends new prices and the cheques at them in one batch.
          find: async (brandId, pointId) => {
            await ownMenus.shown(brandId);
            return points.find(brandId, pointId);
          },
        },
      },
    });
  const bus = openBus({ mintApiKey, hashApiKey });
  /** Whoever asks what a cart costs sees the units his own orders took. Placing needs no such wait: it asks the log. */
  const orderDesk = createOrderDesk({ handler, identities, clients, units, points, settled, clock, newUuid });
  const desk: OrderDesk = {
    ...orderDesk,
    calculate: async (partner, input) => {
      await ownChanges.shown(input.point_id);
      return orderDesk.calculate(partner, input);
    },
  };
  const webhooks = createWebhooks({
    ...{ pool, handler, viewReservation, allowPrivate, clock, log },
    shownPosition: () => signals.position('reservations'),
    pauses: options.webhookPauses ?? DEFAULT_WEBHOOK_PAUSES,
    timeoutMs: CALL_TIMEOUT_MS,
  });
  const processes = createProcessRunner({
    ...allProcesses({ store, pool, handler, units, clients, webhooks, clock }),
    ...{ store, pool, url: databaseUrl, clock, log },
  });
  if (options.runProcesses) await processes.start();
  const codes = createPhoneCodes({ pool, secret: jwtSecret, clock });
  const sms = options.sms ?? options.smsOutbox;
  const phoneCheck = createPhoneCheck({ codes, register: clients, sms, clock, newUuid });
  const geocoder = createZoneGeocoder(maps);
  const clientDesk = createClientDesk({ handler, identities, geocoder, clock, newUuid });
  const caughtUp = async (): Promise<void> => {
    await signals.waitFor(['orders'], await store.head(), SETTLE_MS);
  };
  const ofClients = { clientDesk, phoneCheck, caughtUp, smsOutbox: options.smsOutbox };
  const roster: Roster = {
    employees: async (brandId, ids) => {
      const found = await employeesByIds(pool, brandId, ids);
      if (ids.every((id) => found.has(id))) return found;
      // Somebody may have been hired a moment ago.
      await signals.waitFor(['venue'], await store.head(), SETTLE_MS);
      return employeesByIds(pool, brandId, ids);
    },
    points: async (brandId) => new Map((await listPoints(pool, brandId, null)).map((it) => [it.point_id, it])),
  };
  const markClaims = createMarkClaims(pool, { logIsHere: eventStoreUrl === undefined });
  const markDesk = createMarkDesk({ handler, claims: markClaims, roster, clock });
  const shiftsShown = async (position: number): Promise<void> => {
    await signals.waitFor(['attendance'], position, SETTLE_MS);
  };
  const feed = createOrderFeed(store, ORDER_FEED_TYPES);
  const authenticator = createAuthenticator({ secret: jwtSecret, keys, clock, hashApiKey });
  const api: ApiDependencies = {
    authenticator,
    bus,
    desk,
    reservationDesk,
    reservationsShown,
    points,
    occupancy,
    stopListShown: ownChanges.shown,
    store,
    pool,
    feed,
    maps,
    settled,
    clock,
    ...ofClients,
    ...{ markDesk, shiftsShown },
  };

  return {
    ...{
      authenticator,
      bus,
      openBus,
      desk,
      keys,
      markDesk,
      pool,
      rateCounter,
      reservationDesk,
      processes,
      runner,
      settled,
      signals,
      store,
      webhooks,
    },
    groups: routeGroups(api),
    close: async () => {
      feed.stop();
      await processes.stop();
      await webhooks.close();
      await bell.close();
      await signals.close();
      await runner.stop();
      await store.close();
      await limitsPool.end();
      await pool.end();
    },
  };
};
