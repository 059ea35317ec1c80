import type pg from 'pg';
import { hashApiKey, mintApiKey } from '../api/http/api-keys.ts';
import { createMarkClaims } from '../commands/attendance/mark-claims.ts';
import { createMarkDesk } from '../commands/attendance/mark-desk.ts';
import { createCommandBus } from '../commands/bus/command-bus.ts';
import { type CommandNeeds, commandsWith } from '../commands/bus/registry.ts';
import { createIdentities } from '../commands/claims/identities.ts';
import { createClientDesk } from '../commands/clients/client-desk.ts';
import { createClientRegister } from '../commands/clients/client-register.ts';
import { createNameBell } from '../commands/clients/name-bell.ts';
import { createPhoneCheck } from '../commands/clients/phone-check.ts';
import { createPhoneCodes } from '../commands/clients/phone-codes.ts';
import { noteIssuedKey } from '../commands/keys/issued-keys.ts';
import type { KeyLease } from '../commands/keys/key-lease.ts';
import type { Secrets } from '../commands/keys/key-needs.ts';
import { createCommandHandler } from '../commands/loop/handle.ts';
import { createExternalIds } from '../commands/reservations/external-ids.ts';
import { createReservationDesk } from '../commands/reservations/reservation-desk.ts';
import type { WebhookDesk } from '../commands/webhooks/webhook-desk.ts';
import type { EventStore } from '../event-store/event-store.ts';
import { createZoneGeocoder } from '../projections/delivery/zone-geocoder.ts';
import type { OwnChanges } from '../projections/reading/own-changes.ts';
import type { Waits } from '../projections/reading/waits.ts';
import type { SmsGateway } from '../sms/sms-gateway.ts';
import { createLookups } from './lookups.ts';
import { wireOrdering } from './ordering.ts';
import type { ReadSide } from './read-side.ts';

export interface WriteSideOptions {
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
  readonly store: EventStore;
  readonly readSide: ReadSide;
  readonly ownChanges: OwnChanges;
  readonly waits: Waits;
  readonly webhookDesk: WebhookDesk;
  /** The most that a venue may give a key. */
  readonly maxRequestsPerMinute: number;
  /** Throws Unavailable while the log has lost events. */
  readonly assertWhole: () => void;
  readonly keyLease: KeyLease;
  /** SMS codes are kept under it. */
  readonly secret: string;
  readonly sms: SmsGateway | undefined;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly newUuid: () => string;
}

/** The command loop, and everything that decides through it: the venue's bus, and the desks partners are served at. */
export const openWriteSide = async (options: WriteSideOptions) => {
  const { databaseUrl, pool, store, readSide, ownChanges, waits, clock, newUuid } = options;
  const handler = createCommandHandler(store, pool, ownChanges.note);
  const identities = createIdentities(pool);
  const lookups = createLookups({ pool, points: readSide.points, waits });
  const bell = await createNameBell(databaseUrl, pool);
  const clients = createClientRegister({ handler, identities, bell });
  const externalIds = createExternalIds(pool);

  const orders = wireOrdering({ handler, identities, clients, readSide, ownChanges, waits, clock, newUuid });
  const reservationDesk = createReservationDesk({
    ...{ handler, store, clients, externalIds, clock, newUuid },
    lookups,
    // No other read model has to do with it, so there is no need to wait for the slowest of all.
    settled: (position) => waits.settled(position, ['reservations']),
  });
  const needs: Omit<CommandNeeds, 'keys'> = {
    ...{ delivery: lookups, shifts: lookups, orders: orders.ordering, webhooks: options.webhookDesk },
    reservations: { externalIds, clients, lookups },
  };
  const openBus = (secrets: Secrets) => {
    const { keyLease: lease, maxRequestsPerMinute, assertWhole } = options;
    const noteIssued = (hash: string, keyId: string) => noteIssuedKey(identities, hash, keyId);
    const definitions = commandsWith({ ...needs, keys: { secrets, lease, maxRequestsPerMinute, noteIssued } });
    return createCommandBus({ definitions, handler, identities, assertWhole, clock });
  };

  const codes = createPhoneCodes({ pool, secret: options.secret, clock });
  const markClaims = createMarkClaims(pool);
  return {
    ...{ handler, clients, orders, reservationDesk, openBus },
    bus: openBus({ mintApiKey, hashApiKey }),
    phoneCheck: createPhoneCheck({ codes, register: clients, sms: options.sms, clock, newUuid }),
    clientDesk: createClientDesk({
      ...{ handler, identities, clock, newUuid },
      geocoder: createZoneGeocoder(readSide.maps),
    }),
    markDesk: createMarkDesk({ handler, claims: markClaims, roster: lookups, clock }),
    close: () => bell.close(),
  };
};
