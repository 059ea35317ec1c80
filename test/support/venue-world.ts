import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import { commandsWith } from '../../src/commands/all-commands.ts';
import type { Caller } from '../../src/commands/bus/caller.ts';
import { type CommandBus, createCommandBus } from '../../src/commands/bus/command-bus.ts';
import { createIdentities } from '../../src/commands/claims/identities.ts';
import { type CommandHandler, createCommandHandler } from '../../src/commands/loop/handle.ts';
import type { RefusalKind } from '../../src/domain/refusal.ts';
import { NO_OPEN_CHEQUES } from '../../src/domain/shifts/open-cheques.ts';
import type { EventStore } from '../../src/event-store/event-store.ts';
import { withCodec } from '../../src/event-store/with-codec.ts';
import { pointOfZone } from '../../src/projections/delivery/queries.ts';
import { createBatchWriters, send } from '../../src/projections/engine/batch-writer.ts';
import { createIndexes, createTables, READ_SCHEMA } from '../../src/projections/engine/schema.ts';
import { catalogueProjection } from '../../src/projections/menu/projection.ts';
import { moneyProjection } from '../../src/projections/money/projection.ts';
import { chequesProjection } from '../../src/projections/orders/cheques/projection.ts';
import { payrollProjection } from '../../src/projections/payroll/projection.ts';
import { pointOfShift } from '../../src/projections/points/queries.ts';
import { findExpectedHandOver } from '../../src/projections/shifts/expected-hand-over.ts';
import { stopListProjection } from '../../src/projections/stop-list/projection.ts';
import { venueProjection } from '../../src/projections/venue/projection.ts';
import { createTestDatabase } from './database.ts';
import { openCodec } from './events.ts';
import { openLog } from './log.ts';
import { noNeeds } from './no-needs.ts';

const PROJECTIONS = [
  ...[venueProjection, catalogueProjection, stopListProjection, chequesProjection, moneyProjection, payrollProjection],
];

/** When everything happens: 04:30 on 2 March in Tashkent. */
export const NOW = '2026-03-01T23:30:00.000Z';

export const platform: Caller = {
  key_id: 'platform',
  audience: 'platform',
  brand_id: null,
  point_ids: null,
  name: 'Platform',
};

export const venueOf = (brand_id: string, point_ids: string[] | null = null): Caller => ({
  key_id: 'till',
  audience: 'venue',
  brand_id,
  point_ids,
  name: 'Till',
});

/** Fields of DefinePoint that have no default. */
export const point = {
  name: 'Plov House, Amir Temur',
  short_name: 'Centre',
  phone: '71 200-00-00',
  latitude: 41.311,
  longitude: 69.279,
  delivery_distance: 5_000,
};

export interface VenueWorld {
  readonly pool: pg.Pool;
  readonly store: EventStore;
  /** Runs a command and brings the read model up to it. Throws its Refusal. */
  run(caller: Caller, type: string, fields: object, command_id?: string): Promise<Answer>;
  createBrand(): Promise<string>;
  /** An empty menu of the brand; answers its id. */
  publishShowcase(brandId: string): Promise<number>;
}

export interface Answer {
  readonly status: string;
  readonly result: Readonly<Record<string, unknown>>;
  /** result.id, whichever type it has. */
  readonly id: never;
}

/** Expects a Refusal. */
export const refused = (kind: RefusalKind, code: string) => expect.objectContaining({ kind, code });

/**
 * The venue's commands on a real log, and its read models, in a database of the calling test file's own. Set up before
 * the file's tests; what is answered works inside of them.
 */
export const createVenueWorld = (): VenueWorld => {
  let pool: pg.Pool;
  let store: EventStore;
  let bus: CommandBus;
  let project: () => Promise<void>;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const database = await createTestDatabase();
    ({ pool } = database);
    store = withCodec(openLog(database), openCodec);
    bus = createBus(createCommandHandler(store, pool), pool);
    for (const projection of PROJECTIONS) {
      await createTables(pool, READ_SCHEMA, projection);
      await createIndexes(pool, READ_SCHEMA, projection);
    }
    let projected = 0;
    project = async () => {
      const events = await store.readAll(projected, 10_000);
      for (const { tables, on } of PROJECTIONS) {
        const write = createBatchWriters(READ_SCHEMA, tables)();
        for (const event of events) {
          write.moveTo(event.position);
          on[event.type]?.(event, write);
        }
        // Over one connection, so that they are carried out in order.
        const client = await pool.connect();
        await send(client, write.statements()).finally(() => client.release());
      }
      projected = events.at(-1)?.position ?? projected;
    };
    close = async () => {
      await store.close();
      await database.drop();
    };
  });
  afterAll(() => close());

  const run: VenueWorld['run'] = async (caller, type, fields, command_id = randomUUID()) => {
    const { status, result } = await bus.execute(caller, type, { command_id, ...fields }, 'test');
    await project();
    return { status, result, id: result.id as never };
  };
  return {
    get pool() {
      return pool;
    },
    get store() {
      return store;
    },
    run,
    createBrand: async () => {
      const brand = { name: 'Plov House', currency: 'UZS', country_code: 'UZ', language: 'uz_latn' };
      return (await run(platform, 'CreateBrand', brand)).id;
    },
    publishShowcase: async (brand_id) => {
      const showcase = { name: 'Delivery menu', categories: [], products: [] };
      return (await run(venueOf(brand_id), 'PublishShowcase', showcase)).id;
    },
  };
};

const createBus = (handler: CommandHandler, pool: pg.Pool): CommandBus => {
  const none = noNeeds(pool);
  const needs = {
    ...none,
    delivery: { pointOfZone: (brandId: string, zoneId: number) => pointOfZone(pool, brandId, zoneId) },
    shifts: {
      pointOfShift: (brandId: string, shiftId: number) => pointOfShift(pool, brandId, shiftId),
      expectedHandOver: (brandId: string, shiftId: number) => findExpectedHandOver(pool, brandId, shiftId),
      openCheques: async () => NO_OPEN_CHEQUES,
    },
    keys: {
      secrets: { mintApiKey: () => `key-${randomUUID()}`, hashApiKey: (apiKey: string) => `hash of ${apiKey}` },
      maxRequestsPerMinute: Number.POSITIVE_INFINITY,
      beginWait: () => {},
      lease: { changed: async () => {} },
      noteIssued: async () => {},
    },
  };
  return createCommandBus({
    definitions: commandsWith(needs),
    handler,
    identities: createIdentities(pool),
    clock: () => Date.parse(NOW),
  });
};
