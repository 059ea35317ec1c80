import type pg from 'pg';
import { hashApiKey, mintApiKey } from '../api/http/api-keys.ts';
import { createAccountActs } from '../commands/accounts/account-acts.ts';
import { createAccountDirectory } from '../commands/accounts/account-directory.ts';
import { type CommandNeeds, commandsWith } from '../commands/all-commands.ts';
import { partnersWith } from '../commands/all-operations.ts';
import { createMarkClaims } from '../commands/attendance/mark-claims.ts';
import { createCommandBus } from '../commands/bus/command-bus.ts';
import { createIdentities } from '../commands/claims/identities.ts';
import type { KeyedHash } from '../commands/clients/client-key.ts';
import { createClientRegister } from '../commands/clients/client-register.ts';
import { createNameNotifications } from '../commands/clients/name-notifications.ts';
import { createPhoneCodes } from '../commands/clients/phone-codes.ts';
import type { ErasureService } from '../commands/erasure/erasure-needs.ts';
import { noteIssuedKey } from '../commands/keys/issued-keys.ts';
import type { KeyLease } from '../commands/keys/key-lease.ts';
import type { Secrets } from '../commands/keys/key-needs.ts';
import { createCommandHandler } from '../commands/loop/handle.ts';
import type { LoyaltyService } from '../commands/loyalty/loyalty-service.ts';
import { createFindOrder } from '../commands/orders/find-order.ts';
import { createOrganizationCharges } from '../commands/organizations/organization-charges.ts';
import type { OrderingPoints } from '../commands/points/ordering-point.ts';
import { createExternalIds } from '../commands/reservations/external-ids.ts';
import { createUnitHolds } from '../commands/stop-list/unit-holds.ts';
import type { WebhookService } from '../commands/webhooks/webhook-service.ts';
import type { Listener } from '../database/listener.ts';
import type { EventStore } from '../event-store/event-store.ts';
import type { Subjects } from '../personal/subjects.ts';
import { createKeptSnapshots } from '../projections/as-of/kept-snapshots.ts';
import { createZoneGeocoder } from '../projections/delivery/zone-geocoder.ts';
import { createPointsThen } from '../projections/menu/points-then.ts';
import type { OwnChanges } from '../projections/reading/own-changes.ts';
import type { Waits } from '../projections/reading/waits.ts';
import type { SmsGateway } from '../sms/sms-gateway.ts';
import type { Counts } from './counts.ts';
import { createLookups } from './lookups.ts';
import { createNoteReading } from './note-reading.ts';
import type { ReadSide } from './read-side.ts';
import { createOpenTrial } from './trial.ts';

export interface WriteSideOptions {
  readonly pool: pg.Pool;
  readonly listener: Listener;
  readonly store: EventStore;
  readonly readSide: ReadSide;
  readonly ownChanges: OwnChanges;
  readonly waits: Waits;
  readonly loyaltyService: LoyaltyService;
  readonly webhookService: WebhookService;
  readonly erasureService: ErasureService;
  /** The most that a venue may give a key. */
  readonly maxRequestsPerMinute: number;
  /** Throws Unavailable while the log has lost events. */
  readonly assertWhole: () => void;
  readonly keyLease: KeyLease;
  /** Of the phones in claims. */
  readonly hash: KeyedHash;
  readonly draftKey: Subjects['draftKey'];
  readonly readyKey: Subjects['readyKey'];
  /** The key of the hashes of SMS codes. */
  readonly secret: string;
  readonly sms: SmsGateway | undefined;
  readonly counts: Counts;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly newUuid: () => string;
}

export type WriteSide = Awaited<ReturnType<typeof openWriteSide>>;

/** The command loop, and what uses it: the venue's command bus and partners' operations. */
export const openWriteSide = async (options: WriteSideOptions) => {
  const { pool, listener, store, readSide, ownChanges, waits, clock, newUuid } = options;
  const handler = createCommandHandler(store, pool, ownChanges.record);
  const identities = createIdentities(pool);
  const lookups = createLookups({ pool, store, points: readSide.points, waits });
  const nameNotifications = await createNameNotifications(listener, pool);
  const clients = createClientRegister({
    handler,
    identities,
    nameNotifications,
    hash: options.hash,
    draftKey: options.draftKey,
    readyKey: options.readyKey,
  });
  const externalIds = createExternalIds(pool);

  const units = createUnitHolds({ handler, newUuid });
  const charges = createOrganizationCharges({ handler, store, newUuid });
  const pointsThen = createPointsThen({
    reader: { store, snapshots: createKeptSnapshots(pool) },
    find: readSide.points.find,
    clock,
  });
  const points: OrderingPoints = { find: readSide.points.find, ...pointsThen };
  const loyalty = options.loyaltyService;
  const { takesConditions } = handler;
  const orders = { clients, units, charges, loyalty, points, reservations: lookups, takesConditions };
  const reservations = { externalIds, clients, lookups };
  const partners = options.counts.partners(
    partnersWith(
      { handler, identities, clock, newUuid },
      {
        orders,
        reservations: { ...reservations, store },
        geocoder: createZoneGeocoder(readSide.maps),
        phones: {
          codes: createPhoneCodes({ pool, secret: options.secret, clock }),
          register: clients,
          sms: options.sms,
        },
        attendance: { claims: createMarkClaims(pool), roster: lookups },
        webhooks: options.webhookService,
      },
    ),
  );
  // A till that was offline sends new prices, and cheques with these prices, in one batch.
  const findRepriced: OrderingPoints['find'] = async (brandId, pointId) => {
    await ownChanges.menusShown(brandId);
    return points.find(brandId, pointId);
  };
  const findRepricedThen: OrderingPoints['findThen'] = async (brandId, pointId, at) => {
    await ownChanges.menusShown(brandId);
    return points.findThen(brandId, pointId, at);
  };
  const needs: Omit<CommandNeeds, 'keys'> = {
    accounts: {
      hash: options.hash,
      erasure: options.erasureService,
      lease: options.keyLease,
      beginWait: options.waits.begin,
    },
    erasure: { clients, erasure: options.erasureService },
    points: lookups,
    delivery: lookups,
    lists: lookups,
    shifts: lookups,
    money: lookups,
    payroll: lookups,
    suppliers: lookups,
    reservations: { ...reservations, points },
    webhooks: options.webhookService,
    orders: { ...orders, points: { ...points, find: findRepriced, findThen: findRepricedThen } },
  };
  const { keyLease: lease, maxRequestsPerMinute, assertWhole } = options;
  const noteIssued = (hash: string, keyId: string) => noteIssuedKey(identities, hash, keyId);
  const needsWith = (secrets: Secrets): CommandNeeds => ({
    ...needs,
    keys: { secrets, lease, maxRequestsPerMinute, noteIssued, beginWait: options.waits.begin },
  });
  const openBus = (secrets: Secrets) => {
    const definitions = commandsWith(needsWith(secrets));
    return options.counts.bus(
      createCommandBus({
        definitions,
        handler,
        identities,
        assertWhole,
        cashierOfShift: lookups.cashierOfShift,
        clock,
      }),
    );
  };

  return {
    handler,
    clients,
    lookups,
    points,
    units,
    charges,
    partners,
    openBus,
    bus: openBus({ mintApiKey, hashApiKey }),
    openTrial: createOpenTrial({
      handler,
      identities,
      needs: needsWith({ mintApiKey, hashApiKey }),
      lookups,
      assertWhole,
      clock,
    }),
    findOrder: createFindOrder(handler),
    accounts: createAccountDirectory(handler, identities, options.hash),
    accountActs: createAccountActs({ handler, clock, newUuid }),
    noteReading: createNoteReading(handler, { clock, newUuid }),
  };
};
