import type pg from 'pg';
import type { z } from 'zod';
import type { Partners } from '../commands/all-operations.ts';
import type { CommandBus } from '../commands/bus/command-bus.ts';
import type { KeyLease } from '../commands/keys/key-lease.ts';
import type { FindOrder } from '../commands/orders/find-order.ts';
import { configureWebhook, documentedInput } from '../commands/webhooks/configure-webhook.ts';
import type { WebhookKind } from '../commands/webhooks/webhook-kind.ts';
import type { EventStore } from '../event-store/event-store.ts';
import type { Subjects } from '../personal/subjects.ts';
import type { DeliveryMaps } from '../projections/delivery/delivery-maps.ts';
import { createEventCount } from '../projections/event-index/count.ts';
import { createEventSearch } from '../projections/event-index/search.ts';
import type { PointViews } from '../projections/menu/point-views.ts';
import type { ReadSnapshot } from '../projections/reports/snapshot.ts';
import type { OccupancyBoards } from '../projections/reservations/occupancy-boards.ts';
import type { SmsOutbox } from '../sms/outbox.ts';
import { activityRoutes } from './audit/activity-routes.ts';
import { createActorNames } from './audit/actor-names.ts';
import { createAuditLines } from './audit/audit-lines.ts';
import { auditBoardRoute } from './audit/board-route.ts';
import { changeRoutes } from './audit/change-routes.ts';
import { allEntities } from './audit/entities/all-entities.ts';
import { auditEntityRoutes } from './audit/entity-routes.ts';
import { auditEventCountsRoute } from './audit/event-counts.ts';
import { type AuditEventsDependencies, auditEventsRoute } from './audit/events.ts';
import { auditFloorRoute } from './audit/floor-routes.ts';
import { checkpointRoutes } from './audit/log/checkpoint-routes.ts';
import { createExportLines } from './audit/log/export-lines.ts';
import type { LogDependencies } from './audit/log/log-deps.ts';
import { proofRoutes } from './audit/log/proof-routes.ts';
import { auditMenuRoutes } from './audit/menu-routes.ts';
import { personalDataRoutes } from './audit/personal/personal-data.ts';
import { createReadings, type NoteReading } from './audit/personal/readings.ts';
import { auditTodayRoute } from './audit/today-route.ts';
import type { Authenticator } from './http/auth.ts';
import type { Route, RouteGroup } from './http/route.ts';
import { attendanceRoutes } from './partner/attendance.ts';
import { attendanceEventsRoute } from './partner/attendance-events.ts';
import { authTokenRoute } from './partner/auth-token.ts';
import { clientRoutes } from './partner/clients.ts';
import { deliveryRoute } from './partner/delivery.ts';
import { exportRoutes } from './partner/exports.ts';
import { menuRoutes } from './partner/menus.ts';
import { orderListRoute } from './partner/order-lists.ts';
import { orderRoutes } from './partner/orders.ts';
import { referenceRoutes } from './partner/references.ts';
import { abcXyzRoute } from './partner/reports/abc-xyz.ts';
import { attendanceReportRoute } from './partner/reports/attendance.ts';
import { counterpartyRoutes } from './partner/reports/counterparties.ts';
import { menuFoldersRoute } from './partner/reports/menu-folders.ts';
import { moneyAccountsRoute } from './partner/reports/money-accounts.ts';
import { moneyMovementsRoute } from './partner/reports/money-movements.ts';
import { olapRoutes } from './partner/reports/olap-routes.ts';
import { organizationPaymentsRoute } from './partner/reports/organization-payments.ts';
import { payrollDaysRoute, payrollRoute } from './partner/reports/payroll.ts';
import { productsReportRoute } from './partner/reports/products.ts';
import { registrationsRoute } from './partner/reports/registrations.ts';
import { shiftsReportRoute } from './partner/reports/shifts.ts';
import { availabilityRoute } from './partner/reservation-availability.ts';
import { reservationListRoute } from './partner/reservation-lists.ts';
import { reservationPlaceRoutes } from './partner/reservation-places.ts';
import { reservationRoutes } from './partner/reservations.ts';
import { webhookRoutes } from './partner/webhooks.ts';
import { accountsRoute, type LastSignedIn } from './venue/accounts.ts';
import { attentionRoute } from './venue/attention.ts';
import { boardRoute } from './venue/board.ts';
import { brandRoute } from './venue/brand.ts';
import { venueClientRoutes } from './venue/clients.ts';
import type { OpenTrial } from './venue/command-check.ts';
import { commandRoutes } from './venue/commands.ts';
import { deliveryRoutes } from './venue/deliveries.ts';
import type { EventFeed } from './venue/event-feed.ts';
import { externalIdsRoute } from './venue/external-ids.ts';
import { floorRoutes } from './venue/floor.ts';
import { type ImageDependencies, imageRoute, knownImagesRoute } from './venue/images.ts';
import { venueListRoutes } from './venue/lists/index.ts';
import { orderStreamRoute } from './venue/order-stream.ts';
import { venueOrderRoutes } from './venue/orders.ts';
import { payrollPreviewRoute } from './venue/payroll-preview.ts';
import { pointStreamRoute } from './venue/point-stream.ts';
import { type SessionRoutesDependencies, sessionRoutes } from './venue/session.ts';
import { smsOutboxRoute } from './venue/sms-outbox.ts';
import { specialDayRoute } from './venue/special-days.ts';
import { todayRoute } from './venue/today.ts';
import { documentWebhook } from './webhooks/documentation.ts';

export interface ApiDependencies extends LogDependencies, SessionRoutesDependencies, ImageDependencies {
  readonly authenticator: Authenticator;
  readonly onCallerChange: KeyLease['onChange'];
  readonly bus: CommandBus;
  readonly openTrial: OpenTrial;
  readonly partners: Partners;
  readonly findOrder: FindOrder;
  readonly points: PointViews;
  readonly occupancy: OccupancyBoards;
  readonly store: EventStore;
  readonly pool: pg.Pool;
  /** The same tables, for lists and pages: replicas may answer. Never for what a command or a session goes by. */
  readonly pages: pg.Pool;
  /** The same, for what auditors search. */
  readonly searches: pg.Pool;
  /** The log, for what auditors search. */
  readonly searched: EventStore;
  readonly subjects: Subjects;
  readonly noteReading: NoteReading;
  /** When people were last signed in. Left out: nobody was ever. */
  readonly lastSignedIn?: LastSignedIn;
  readonly readSnapshot: ReadSnapshot;
  readonly feed: EventFeed;
  readonly maps: DeliveryMaps;
  readonly webhookKinds: readonly WebhookKind[];
  /** Only in the demo. */
  readonly smsOutbox: SmsOutbox | undefined;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const NOBODY_SIGNED_IN: LastSignedIn = async () => new Map();

const HEARTBEAT_MS = 15_000;

/** Every route: the partners' contract, the venue's side and the auditors'. */
export const routeGroups = (deps: ApiDependencies): RouteGroup[] => groupsOf(deps, { ...deps, pool: deps.pages });

/** `reading`: for routes that read much and change nothing. */
const groupsOf = (deps: ApiDependencies, reading: ApiDependencies): RouteGroup[] => [
  {
    base: '/v1',
    routes: [
      authTokenRoute(deps.authenticator),
      ...referenceRoutes(deps),
      ...menuRoutes(deps),
      deliveryRoute(deps.maps),
      ...orderRoutes(deps.partners.orders, deps.findOrder),
      orderListRoute(reading),
      ...clientRoutes(deps.partners.clients, deps.pool),
      ...exportRoutes(deps),
      ...attendanceRoutes(deps),
      attendanceEventsRoute(deps.partners.attendance),
      attendanceReportRoute(deps),
      abcXyzRoute(deps),
      productsReportRoute(deps),
      menuFoldersRoute(deps),
      payrollRoute(deps),
      payrollDaysRoute(deps),
      moneyAccountsRoute(deps),
      shiftsReportRoute(deps),
      moneyMovementsRoute(deps),
      ...counterpartyRoutes(deps),
      organizationPaymentsRoute(deps),
      registrationsRoute(deps),
      ...olapRoutes(deps),
      ...reservationPlaceRoutes(deps),
      availabilityRoute(deps),
      reservationListRoute(reading),
      ...reservationRoutes(deps.partners.reservations),
      ...webhookRoutes({ ...deps, webhooks: deps.partners.webhooks, kinds: deps.webhookKinds }),
    ],
    webhooks: deps.webhookKinds.map(documentWebhook),
  },
  {
    base: '/venue/v1',
    routes: [
      ...sessionRoutes(deps),
      ...commandRoutes(deps, documentedInputs(deps.webhookKinds)),
      orderStreamRoute({ ...deps, heartbeatMs: HEARTBEAT_MS }),
      ...venueOrderRoutes({ ...deps, pool: reading.pool, names: createActorNames(deps.pool) }),
      ...floorRoutes(reading),
      specialDayRoute(deps),
      brandRoute(deps),
      imageRoute(deps),
      knownImagesRoute(deps),
      boardRoute(reading),
      todayRoute(reading),
      attentionRoute(reading),
      pointStreamRoute({ ...deps, heartbeatMs: HEARTBEAT_MS }),
      payrollPreviewRoute(deps),
      ...deliveryRoutes(reading.pool, deps.clock),
      ...venueClientRoutes(reading.pool),
      accountsRoute(deps.pool, deps.lastSignedIn ?? NOBODY_SIGNED_IN),
      externalIdsRoute(deps.pool),
      ...venueListRoutes(deps.pool),
      ...(deps.smsOutbox ? [smsOutboxRoute(deps.smsOutbox)] : []),
    ],
  },
  {
    base: '/audit/v1',
    routes: auditRoutes({ ...deps, pool: deps.searches, store: deps.searched, kept: deps.pool }),
  },
];

const documentedInputs = (kinds: readonly WebhookKind[]): ReadonlyMap<string, z.ZodObject> =>
  new Map([[configureWebhook.type, documentedInput(kinds.map(({ event }) => event))]]);

const auditRoutes = (given: ApiDependencies & { readonly kept: pg.Pool }): Route[] => {
  const lineOf = createAuditLines();
  const readings = createReadings(given.noteReading);
  const names = createActorNames(given.pool);
  const deps = { ...given, store: names.store(readings.watch(given.store)), readings };
  const linesOf: AuditEventsDependencies['linesOf'] = (...asked) => createExportLines(deps, ...asked);
  return [
    auditEventsRoute(
      { store: deps.store, search: names.search(readings.watchSearch(createEventSearch(given))), linesOf },
      lineOf,
    ),
    auditEventCountsRoute(names.count(createEventCount(given)), lineOf),
    ...checkpointRoutes(deps, lineOf),
    ...proofRoutes(deps, lineOf),
    ...allEntities(deps).flatMap((entity) => [...auditEntityRoutes(entity, lineOf), ...changeRoutes(entity, lineOf)]),
    ...auditMenuRoutes(deps, lineOf),
    auditFloorRoute(deps, lineOf),
    auditBoardRoute(deps, lineOf),
    auditTodayRoute(given, lineOf),
    ...activityRoutes(given),
    ...personalDataRoutes(deps, lineOf),
  ].map(readings.record);
};
