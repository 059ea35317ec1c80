// A database of its own: it looks at each event as it is stored.

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SubjectRef } from '../../../src/domain/personal/subject.ts';
import { KeysDestroyed, type NewEvent, StoreUnavailable } from '../../../src/event-store/event-store.ts';
import { openSubjects } from '../../../src/personal/subjects.ts';
import type { Events } from '../../../src/wiring/open-events.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { openTestEvents, PERSONAL_DATA_KEY } from '../../support/events.ts';
import { startEventStoreDbServer } from '../../support/eventstoredb/server.ts';
import { recorded } from '../../support/log.ts';

const BRAND = randomUUID();
const PHONE = '+998901234567';

describe.each(['Postgres', 'EventStoreDB'])('a sealed log in %s', (engine) => {
  let database: TestDatabase;
  let log: Events;
  let eventStore: Awaited<ReturnType<typeof startEventStoreDbServer>> | undefined;
  beforeAll(async () => {
    database = await createTestDatabase();
    if (engine === 'EventStoreDB') {
      eventStore = await startEventStoreDbServer();
      database = { ...database, eventStoreUrl: eventStore.url };
    }
    log = await openTestEvents(database);
  });
  afterAll(async () => {
    await log.close();
    await eventStore?.stop();
    await database.drop();
  });

  const event = (type: string, data: object, brand_id = BRAND): NewEvent => ({
    id: randomUUID(),
    type,
    data,
    metadata: {
      command_id: randomUUID(),
      correlation_id: 'test',
      causation_id: null,
      actor: { kind: 'system', id: 'system', name: 'test' },
      brand_id,
      occurred_at: '2026-03-01T10:00:00.000Z',
      schema_version: 1,
    },
  });

  let clients = 0;
  const registered = (name: string, phone = PHONE) => {
    const client_id = ++clients;
    const personal = { client_id, phone, name };
    return event('ClientRegistered', { client_id, brand_id: BRAND, registered_on: '2026-03-01', personal });
  };

  /** Appends to the stream of its client. */
  const append = (events: Events, it: NewEvent) =>
    events.store.append(`client-${(it.data as { client_id: number }).client_id}`, 'any', [it]);

  const personalOf = ({ data }: { readonly data: unknown }) => (data as { personal: Record<string, unknown> }).personal;
  const clientRef = (it: NewEvent): SubjectRef => ({
    brand_id: BRAND,
    kind: 'client',
    key: String(personalOf(it).client_id),
  });

  /** Destroys keys as a process does that erases. */
  const destroy = async (events: Events, refs: readonly SubjectRef[]): Promise<number> => {
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      const destroyed = await events.subjects.destroy(client, refs);
      await client.query('commit');
      return destroyed;
    } finally {
      client.release();
    }
  };

  const untilErased = (events: Events) =>
    new Promise<void>((resolve) => events.subjects.erased.subscribe(() => resolve()));

  test('the log has no phone and no name, and readers get both', async () => {
    const ann = registered('Ann Archer');
    const { position } = await append(log, ann);
    const [stored] = await log.stored.readAt([position]);
    expect(Object.keys(personalOf(stored!))).toEqual(['client_id', 'sealed', 'subject']);
    expect(JSON.stringify(stored)).not.toMatch(/Ann|Archer|998901234567/);
    const [read] = await log.store.readAt([position]);
    expect(read!.data).toEqual(ann.data);
    if (database.eventStoreUrl === undefined) {
      const { rows } = await database.pool.query('select e::text as row from log.events e where position = $1', [
        position,
      ]);
      expect(rows[0].row).toContain(ann.id);
      expect(rows[0].row).not.toMatch(/Ann|Archer|998901234567/);
    }
  });

  test('everything that a person may have said is read as it was written, also by a process that has not sealed it', async () => {
    const other = await openTestEvents(database);
    try {
      const text = fc.string({ unit: anyCharacter, maxLength: 50 });
      const cases = fc.record({ name: text, phone: text, own: fc.boolean() });
      await fc.assert(
        fc.asyncProperty(cases, async ({ name, phone, own }) => {
          const written = registered(name, phone);
          const { position } = await append(log, written);
          const [read] = await (own ? log : other).store.readAt([position]);
          expect(read!.data).toEqual(written.data);
        }),
        { numRuns: 50 },
      );
    } finally {
      await other.close();
    }
  });

  test('events of one person have one subject, and persons of other ids, brands or phones have others', async () => {
    const client = registered('Bea');
    const { client_id } = personalOf(client);
    const named = event('ClientNamed', { client_id, brand_id: BRAND, personal: { client_id, name: 'Beatrice' } });
    const otherBrand = randomUUID();
    const foreign = event(
      'ClientNamed',
      { client_id, brand_id: otherBrand, personal: { client_id, name: 'Bo' } },
      otherBrand,
    );
    const at = [];
    for (const it of [client, named, foreign, registered('Cy')]) at.push((await append(log, it)).position);
    const subjects = (await log.stored.readAt(at)).map((it) => personalOf(it).subject);
    expect(subjects[0]).toBe(subjects[1]);
    expect(new Set(subjects).size).toBe(3);
  });

  test('persons who are new to several processes at once get one key each', async () => {
    const other = await openTestEvents(database);
    try {
      const client_ids = Array.from({ length: 20 }, () => ++clients);
      const named = (client_id: number, name: string) =>
        event('ClientNamed', { client_id, brand_id: BRAND, personal: { client_id, name } });
      await Promise.all(
        client_ids.flatMap((id) => [
          append(log, named(id, 'One')),
          append(other, named(id, 'Two')),
          append(log, named(id, 'Three')),
        ]),
      );
      for (const id of client_ids) {
        const stored = await log.stored.read(`client-${id}`);
        expect(new Set(stored.map((it) => personalOf(it).subject)).size).toBe(1);
        const names = (await other.store.read(`client-${id}`)).map((it) => personalOf(it).name);
        expect(names.toSorted()).toEqual(['One', 'Three', 'Two']);
      }
    } finally {
      await other.close();
    }
  });

  test('when a key is destroyed every process reads null for the person, the ids stay, and others stay readable', async () => {
    const other = await openTestEvents(database);
    try {
      const [ann, bob] = [registered('Ann'), registered('Bob')];
      const at = [(await append(log, ann)).position, (await append(log, bob)).position];
      await other.store.readAt(at);
      const heard = Promise.all([untilErased(log), untilErased(other)]);
      expect(await destroy(other, [clientRef(ann)])).toBe(1);
      await heard;
      for (const { store } of [log, other]) {
        const [erased, kept] = await store.readAt(at);
        expect(personalOf(erased!)).toEqual({ client_id: personalOf(ann).client_id, phone: null, name: null });
        expect(erased!.data).toMatchObject({ client_id: personalOf(ann).client_id, registered_on: '2026-03-01' });
        expect(kept!.data).toEqual(bob.data);
      }
      expect(await destroy(log, [clientRef(ann)])).toBe(0);
      expect((await recorded(log.store)).length).toBe((await recorded(log.stored)).length);
    } finally {
      await other.close();
    }
  });

  /** As a process destroys keys whose word of it is lost. */
  const destroyUnheard = (it: NewEvent) =>
    database.pool.query('select app.destroy_keys($1, $2, $3)', [[BRAND], ['client'], [clientRef(it).key]]);
  const named = (it: NewEvent, name: string) => {
    const { client_id } = personalOf(it);
    return event('ClientNamed', { client_id, brand_id: BRAND, personal: { client_id, name } });
  };

  test('a process that has not heard of a destroyed key seals with another one', async () => {
    const ann = registered('Ann');
    const bob = registered('Bob');
    for (const it of [ann, bob]) await append(log, it);
    await destroyUnheard(ann);
    if (database.eventStoreUrl !== undefined) await log.subjects.generation.renew();
    const again = await Promise.all([append(log, named(ann, 'Anna')), append(log, named(bob, 'Bo'))]);
    const fresh = await openTestEvents(database);
    const read = await fresh.store.readAt(again.map(({ position }) => position));
    await fresh.close();
    expect(read.map((it) => personalOf(it).name)).toEqual(['Anna', 'Bo']);
  });

  test('what follows from something read before a key was destroyed is not recorded', async () => {
    const ann = registered('Ann');
    await append(log, ann);
    const keysAsOf = log.store.keysAsOf!();
    await destroyUnheard(ann);
    if (database.eventStoreUrl !== undefined) await log.subjects.generation.renew();
    const before = (await recorded(log.stored)).length;
    const late = () => log.store.append(`order-${++clients}`, 'no_stream', [named(ann, 'Anna')], keysAsOf);
    await expect(late()).rejects.toThrow(KeysDestroyed);
    await expect(late()).rejects.toThrow(KeysDestroyed);
    expect((await recorded(log.stored)).length).toBe(before);
    expect(log.store.keysAsOf!()).toBe(keysAsOf + 1);
  });

  test('refuses orders decided on what was read before a key was destroyed, alone or together', async () => {
    const { store } = log;
    const unchanged = { stream: 'stop_list-none', revision: -1 };
    // EventStoreDB has no appends with conditions: there, orders go as any other append.
    const place = (it: NewEvent, keysAsOf: number) => {
      const stream = `order-${++clients}`;
      return (
        store.appendIf?.({ unchanged, claim: null }, stream, [it], keysAsOf) ??
        store.append(stream, 'no_stream', [it], keysAsOf)
      );
    };
    for (const together of [1, 2]) {
      const ann = registered('Ann');
      await append(log, ann);
      const keysAsOf = store.keysAsOf!();
      await destroyUnheard(ann);
      if (database.eventStoreUrl !== undefined) await log.subjects.generation.renew();
      const before = (await recorded(log.stored)).length;
      const late = Array.from({ length: together }, () => place(named(ann, 'Anna'), keysAsOf));
      for (const { status } of await Promise.allSettled(late)) expect(status).toBe('rejected');
      for (const it of late) await expect(it).rejects.toThrow(KeysDestroyed);
      expect((await recorded(log.stored)).length).toBe(before);
    }
  });

  test('a destroyed key comes back with the transaction that was to destroy it', async () => {
    const ann = registered('Ann');
    const { position } = await append(log, ann);
    const client = await database.pool.connect();
    await client.query('begin');
    expect(await log.subjects.destroy(client, [clientRef(ann)])).toBe(1);
    await client.query('rollback');
    client.release();
    const fresh = await openTestEvents(database);
    expect((await fresh.store.readAt([position]))[0]!.data).toEqual(ann.data);
    await fresh.close();
  });

  test('a phone stands in the table of keys as a hash, and is the same person everywhere', async () => {
    const { personalData, hashPhone } = log.subjects;
    const part = {
      owner: { id: randomUUID(), type: 'X' },
      brandId: BRAND,
      personal: { client_id: null, phone: PHONE },
      content: { phone: PHONE },
    };
    const [first, again] = await personalData.seal([part, part]);
    expect(first!.subject).toBe(again!.subject);
    const { rows } = await database.pool.query('select * from app.subject_keys where subject = $1', [first!.subject]);
    expect(rows).toMatchObject([{ brand_id: BRAND, kind: 'phone', key: hashPhone(PHONE) }]);
    expect(JSON.stringify(rows)).not.toContain('998901234567');
    const other = await openTestEvents(database);
    expect(other.subjects.hashPhone(PHONE)).toBe(hashPhone(PHONE));
    expect(await destroy(other, [{ brand_id: BRAND, kind: 'phone', key: PHONE }])).toBe(1);
    await other.close();
  });

  test('while the keys can not be read nothing is recorded and nothing is taken for erased', async () => {
    const before = (await recorded(log.stored)).length;
    const ann = registered('Ann');
    const { position } = await append(log, ann);
    const fresh = await openTestEvents(database);
    await database.pool.query('alter table app.subject_keys rename to elsewhere');
    try {
      await expect(fresh.store.readAt([position])).rejects.toThrow(StoreUnavailable);
      await expect(append(fresh, registered('Bob'))).rejects.toThrow(StoreUnavailable);
    } finally {
      await database.pool.query('alter table app.elsewhere rename to subject_keys');
    }
    expect((await fresh.store.readAt([position]))[0]!.data).toEqual(ann.data);
    expect((await recorded(log.stored)).length).toBe(before + 1);
    await fresh.close();
  });

  test('a wrong key stops the start with one line, and so does one that lacks a key in use', async () => {
    const { pool, url: databaseUrl } = database;
    const wrong = Buffer.alloc(32, 'another').toString('base64');
    const open = (personalDataKey: string) => openSubjects({ pool, databaseUrl, personalDataKey });
    const line = /^PERSONAL_DATA_KEY does not open the personal data of this database: .*$/;
    await expect(open(wrong)).rejects.toThrow(line);
    const rotating = await openTestEvents(database, `${wrong},${PERSONAL_DATA_KEY}`);
    await append(rotating, registered('Ann'));
    await rotating.close();
    await expect(open(PERSONAL_DATA_KEY)).rejects.toThrow(line);
    await expect(open(wrong)).rejects.toThrow(line);
  });
});
