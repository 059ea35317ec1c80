import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import { brandCommands } from '../../src/commands/brand/index.ts';
import type { Caller } from '../../src/commands/command.ts';
import { type CommandBus, createCommandBus } from '../../src/commands/command-bus.ts';
import { type CommandHandler, createCommandHandler } from '../../src/commands/handle.ts';
import { createIdentities } from '../../src/commands/identities.ts';
import { pointsCommands } from '../../src/commands/points/index.ts';
import { shiftsCommands } from '../../src/commands/shifts/index.ts';
import { staffCommands } from '../../src/commands/staff/index.ts';
import { accessKeyEvents } from '../../src/domain/access-key/events.ts';
import { brandEvents } from '../../src/domain/brand/events.ts';
import { employeeEvents } from '../../src/domain/employee/events.ts';
import { pointEvents } from '../../src/domain/point/events.ts';
import type { RefusalKind } from '../../src/domain/refusal.ts';
import { showcaseEvents } from '../../src/domain/showcase/events.ts';
import { showcaseDecider } from '../../src/domain/showcase/showcase.ts';
import { tillEvents } from '../../src/domain/till/events.ts';
import { withCodec } from '../../src/event-store/codec.ts';
import { createPostgresEventStore } from '../../src/event-store/postgres/postgres-event-store.ts';
import { createBatchWriters, send } from '../../src/projections/batch-writer.ts';
import { createIndexes, createTables, READ_SCHEMA } from '../../src/projections/schema.ts';
import { venueProjection } from '../../src/projections/venue/projection.ts';
import { pointOfShift } from '../../src/projections/venue/queries-points.ts';
import { createTestDatabase } from './database.ts';

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
 * The venue's commands on a real log, and its read model, in a database of the calling test file's own. Set up before
 * the file's tests; what is answered works inside of them.
 */
export const createVenueWorld = (): VenueWorld => {
  let pool: pg.Pool;
  let lastMenuId = 0;
  let handler: CommandHandler;
  let bus: CommandBus;
  let project: () => Promise<void>;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const database = await createTestDatabase();
    ({ pool } = database);
    const events = {
      ...brandEvents,
      ...accessKeyEvents,
      ...pointEvents,
      ...employeeEvents,
      ...tillEvents,
      ...showcaseEvents,
    };
    const store = withCodec(createPostgresEventStore(database), events);
    handler = createCommandHandler(store, pool);
    bus = createBus(handler, pool);
    await createTables(pool, READ_SCHEMA, venueProjection);
    await createIndexes(pool, READ_SCHEMA, venueProjection);
    let projected = 0;
    project = async () => {
      const write = createBatchWriters(READ_SCHEMA, venueProjection.tables)();
      for (const event of await store.readAll(projected, 10_000)) {
        venueProjection.on[event.type]?.(event, write);
        projected = event.position;
      }
      await send(pool, write.statements());
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
    run,
    createBrand: async () => {
      const brand = { name: 'Plov House', currency: 'UZS', country_code: 'UZ', language: 'uz_latn' };
      return (await run(platform, 'CreateBrand', brand)).id;
    },
    publishShowcase: async (brand_id) => {
      const menu_id = ++lastMenuId;
      const showcase = { brand_id, menu_id, name: 'Delivery menu', description: null, categories: [], products: [] };
      const envelope = {
        command_id: randomUUID(),
        correlation_id: 'test',
        causation_id: null,
        actor: { kind: 'venue', id: 'till', name: 'Till' },
        brand_id,
        occurred_at: NOW,
      } as const;
      await handler.handle(showcaseDecider, menu_id, { type: 'PublishShowcase', showcase, replaces: false }, envelope);
      return menu_id;
    },
  };
};

const createBus = (handler: CommandHandler, pool: pg.Pool): CommandBus => {
  const commands = [...brandCommands, ...pointsCommands, ...staffCommands, ...shiftsCommands];
  return createCommandBus({
    definitions: new Map(commands.map((definition) => [definition.type, definition])),
    handler,
    identities: createIdentities(pool, { logIsHere: true }),
    lookups: { pointOfShift: (brandId, shiftId) => pointOfShift(pool, brandId, shiftId) },
    secrets: { mintApiKey: () => `key-${randomUUID()}`, hashApiKey: (apiKey) => `hash of ${apiKey}` },
    clock: () => Date.parse(NOW),
  });
};
