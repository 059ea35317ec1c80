// A database of its own: it rebuilds all read models, and looks for a person in the whole log.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCommandHandler } from '../../src/commands/loop/handle.ts';
import { clientDecider } from '../../src/domain/clients/decide.ts';
import { systemEnvelope } from '../../src/processes/engine/process.ts';
import { allProjections } from '../../src/projections/all-projections.ts';
import { rebuild } from '../../src/projections/rebuild/rebuild.ts';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { asListed } from '../support/as-listed.ts';
import { createClock, DAY, MINUTE } from '../support/clock.ts';
import { booked, createFloor, type TestFloor } from '../support/floor.ts';
import type { HttpAnswer } from '../support/http-client.ts';
import { recorded } from '../support/log.ts';
import { definePoint, orderBody } from '../support/venue.ts';

const clock = createClock();
const reason = 'asked by letter 17';
let app: TestApp;
let floor: TestFloor;
let phone: string;
let phones = 0;

beforeAll(async () => {
  app = await startTestApp({ clock: clock.read });
  floor = await createFloor(app);
  await command(floor.till, 'OpenShift', { point_id: floor.point_id, cashier_id: floor.cashier_id });
});
afterAll(() => app?.stop());
/** A guest whom nobody knows yet. */
beforeEach(() => {
  phones += 1;
  phone = `+99890555${String(phones).padStart(4, '0')}`;
});

const send = (type: string, fields: object, command_id: string = randomUUID()): Promise<HttpAnswer> =>
  floor.till.post(`/venue/v1/commands/${type}`, { command_id, ...fields });
const refusalOf = async (type: string, fields: object) => {
  const { status, body } = await send(type, fields);
  return `${status} ${body.code}`;
};
const erase = (fields: object) => command(floor.till, 'EraseClient', { reason, ...fields });
const place = async (fields: object = {}) => {
  const answer = await floor.partner.post(
    '/v1/orders',
    orderBody(floor, { client: { phone, name: 'Zulfiya' }, ...fields }),
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const orderOf = async (id: number) => asListed((await floor.till.get(`/venue/v1/orders/${id}`)).body);
const listed = async (id: number) => {
  const { orders } = (await floor.till.get(`/venue/v1/orders?after_id=${id - 1}&limit=1`)).body;
  return orders[0];
};
const close = (order_id: number) =>
  command(floor.till, 'DeleteCheque', { order_id, cancel_cause_id: floor.causes.plain });

/** A client with an order that is over. */
const visited = async (): Promise<{ order_id: number; client_id: number }> => {
  const { order_id } = await place({ comment: 'Ring twice' });
  const { client } = await orderOf(order_id);
  await close(order_id);
  return { order_id, client_id: client.client_id };
};
/** A guest of a reservation that the venue made: no client. */
const guestOf = async (fields: object = {}): Promise<string> => {
  const table_id = (await command(floor.till, 'DefineTable', { hall_id: floor.hall_id, name: 'One more' })).id;
  const body = { point_id: floor.point_id, date: '2026-03-10', start_time: '19:00', guests: 2, table_id, ...fields };
  return (await command(floor.till, 'BookTable', { ...body, guest: { phone, name: 'Zulfiya' }, comment: 'Quiet' })).id;
};
const reservationOf = async (id: string) => {
  const { reservations } = (await floor.till.get('/venue/v1/reservations?date_from=2026-03-01&date_to=2026-03-31'))
    .body;
  return reservations.find((it: { id: string }) => it.id === id);
};
const otherPoint = async () => (await definePoint(floor.till)).id;
const logEnd = async () => (await recorded(app.tillstream.store)).length;
const erasures = async () => recorded(app.tillstream.store, { types: ['ClientErased', 'GuestErased'] });
/** What every read model says, and what it would say if it were built from the log now. */
const expectSameAfterRebuild = async () => {
  const names = allProjections.map(({ name }) => name);
  await app.tillstream.shown(await app.tillstream.store.head());
  const reports = await rebuild(
    { store: app.tillstream.store, url: app.databaseUrl, projections: allProjections },
    names,
  );
  const differing = reports.flatMap(({ name, failure, tables }) => [
    ...(failure === null ? [] : [`${name}: ${failure}`]),
    ...tables.filter(({ equal }) => !equal).map(({ table }) => table),
  ]);
  expect(differing).toEqual([]);
};

describe('a client who is erased', () => {
  test('the orders stay without the person, in every answer and after a rebuild', async () => {
    const { order_id, client_id } = await visited();
    expect(await orderOf(order_id)).toMatchObject({ client: { phone, name: 'Zulfiya', client_id } });
    expect(await listed(order_id)).toMatchObject({ client: { phone, name: 'Zulfiya', client_id } });
    const before = await orderOf(order_id);
    expect(await erase({ client_id })).toEqual({ client_id });
    const nobody = { ...before, client: { client_id, name: null, phone: null }, comment: null };
    expect(await orderOf(order_id)).toEqual(nobody);
    expect(await listed(order_id)).toEqual(nobody);
    expect((await floor.partner.get(`/v1/orders/${order_id}`)).body.client).toEqual({ name: null, phone: null });
    expect((await floor.partner.get(`/v1/clients/${client_id}`)).body.code).toBe('client_not_found');
    const { body } = await floor.auditor.get(`/audit/v1/clients/${client_id}`);
    expect(body.state).toMatchObject({ client_id, phone: null, name: null, addresses: [] });
    const { events } = (await floor.auditor.get(`/audit/v1/clients/${client_id}/history`)).body;
    expect(events.map(({ type }: { type: string }) => type)).toEqual(['ClientRegistered', 'ClientErased']);
    expect(events[0].data.personal).toEqual({ client_id, phone: null, name: null });
    expect(events[1].data).toMatchObject({ client_id, reason, order_ids: [order_id], reservation_ids: [] });
    await expectSameAfterRebuild();
  });

  test('the phone belongs to a new client, and the old one stays as it is', async () => {
    const { order_id, client_id } = await visited();
    await erase({ client_id });
    const anew = await visited();
    expect(anew.client_id).not.toBe(client_id);
    expect((await orderOf(anew.order_id)).client).toEqual({ client_id: anew.client_id, phone, name: 'Zulfiya' });
    expect((await orderOf(order_id)).client).toEqual({ client_id, phone: null, name: null });
    clock.move(2 * MINUTE);
    await app.tillstream.processes.tick();
    expect((await orderOf(anew.order_id)).client.phone).toBe(phone);
    expect(await visited()).toMatchObject({ client_id: anew.client_id });
  });

  test('reservations are forgotten with the client, those of partners and those of the venue', async () => {
    const { client_id } = await visited();
    const own = await guestOf();
    const partners = (await booked(floor, { guest: { phone, name: 'Zulfiya' }, table_id: null })).id;
    for (const reservation_id of [own, partners]) {
      await command(floor.till, 'CancelReservation', { reservation_id, reason: 'Zulfiya is ill' });
    }
    await erase({ client_id });
    for (const id of [own, partners]) {
      expect(await reservationOf(id)).toMatchObject({ guest: { name: null, phone: null }, cancel_reason: null });
    }
    expect((await floor.booker.get(`/v1/reservations/${partners}`)).body.guest).toEqual({ name: null, phone: null });
    await expectSameAfterRebuild();
  });

  test('erased twice is answered alike, and recorded once', async () => {
    const { client_id } = await visited();
    const first = await erase({ client_id });
    const before = await logEnd();
    expect(await erase({ client_id })).toEqual(first);
    expect(await logEnd()).toBe(before);
  });

  test('a client may be named by the phone', async () => {
    const { order_id, client_id } = await visited();
    const command_id = randomUUID();
    const first = await send('EraseClient', { phone, reason }, command_id);
    expect(first.body).toMatchObject({ status: 'accepted', result: { client_id } });
    expect((await orderOf(order_id)).client.phone).toBeNull();
    expect((await send('EraseClient', { phone, reason }, command_id)).body).toMatchObject({
      status: 'duplicate',
      result: { client_id },
    });
    expect(await refusalOf('EraseClient', { phone, reason })).toBe('404 client_not_found');
  });
});

test('a guest who is known by the phone of a reservation alone is erased by the phone', async () => {
  const reservation_id = await guestOf();
  await command(floor.till, 'CancelReservation', { reservation_id });
  expect(await erase({ phone })).toEqual({ client_id: null });
  expect(await reservationOf(reservation_id)).toMatchObject({ guest: { name: null, phone: null }, comment: null });
  expect(await refusalOf('EraseClient', { phone, reason })).toBe('404 client_not_found');
  await expectSameAfterRebuild();
});

describe('who may not be erased yet', () => {
  test('a client with an open order is not erased: a courier needs the phone', async () => {
    const { order_id } = await place();
    const { client_id } = (await orderOf(order_id)).client;
    const answer = await send('EraseClient', { client_id, reason });
    expect(answer).toMatchObject({ status: 409, body: { code: 'client_has_open_order' } });
    expect(answer.body.message).toContain(String(order_id));
    await close(order_id);
    expect(await erase({ client_id })).toEqual({ client_id });
  });

  test('a guest with a coming reservation is not erased', async () => {
    const reservation_id = await guestOf();
    const answer = await send('EraseClient', { phone, reason });
    expect(answer).toMatchObject({ status: 409, body: { code: 'client_has_reservation' } });
    expect(answer.body.message).toContain('2026-03-10');
    await command(floor.till, 'CancelReservation', { reservation_id });
    expect(await erase({ phone })).toEqual({ client_id: null });
  });

  test('an erasure is refused if its reason names the person, because the reason stays', async () => {
    const { client_id } = await visited();
    for (const named of ['zulfiya wrote', `Mr. ${phone.slice(4)}`, `tel ${phone.slice(-9, -4)} ${phone.slice(-4)}`]) {
      expect(await refusalOf('EraseClient', { client_id, reason: named })).toBe('400 reason_names_person');
    }
    const unseen = ['zulfıya wrote', 'ZULFİYA wrote', 'zul\u200bfiya wrote', 'ｚｕｌｆｉｙａ wrote'];
    const arabic = phone.slice(-9).replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
    for (const named of [...unseen, `tel ${arabic}`]) {
      expect(await refusalOf('EraseClient', { client_id, reason: named })).toBe('400 reason_names_person');
    }
  });

  test('an erasure is refused if it names no person, two persons or an unknown one', async () => {
    expect(await refusalOf('EraseClient', { reason })).toBe('400 client_or_phone');
    expect(await refusalOf('EraseClient', { reason, client_id: 1, phone })).toBe('400 client_or_phone');
    expect(await refusalOf('EraseClient', { reason, client_id: 999_999 })).toBe('404 client_not_found');
    expect(await refusalOf('EraseClient', { reason, phone })).toBe('404 client_not_found');
    expect(await refusalOf('EraseClient', { reason, phone: 'abc' })).toBe('400 phone_invalid');
    expect(await erasures()).toSatisfy((events: unknown[]) => events.length > 0);
  });
});

test('an employee is erased after the dismissal: number, position and pay stay', async () => {
  const { till, point_id } = floor;
  const position = { role: 'cashier', role_name: 'Cashier', position_id: 1, position_name: 'Cashier' };
  const { employee_id } = await command(till, 'HireEmployee', {
    login: 'gulnora.k',
    name: 'Gulnora',
    ...position,
    point_id,
  });
  const { shift_id } = await command(till, 'OpenShift', { point_id: await otherPoint(), cashier_id: employee_id });
  await command(till, 'CloseShift', { shift_id });
  const worked = { employee_id, point_id, check_in: clock.at(-2 * DAY), check_out: clock.at(-2 * DAY + 60 * MINUTE) };
  const { shift_id: worked_id } = await command(till, 'AddShift', worked);
  await command(till, 'EditShift', { employee_id, shift_id: worked_id, note: 'Gulnora was late' });
  await command(till, 'GiveBonus', { employee_id, point_id, amount: 1_000, reason: 'Gulnora helped' });
  const named = { employee_id, reason: 'Gulnora asked' };
  expect(await refusalOf('EraseEmployee', named)).toBe('400 reason_names_person');
  expect(await refusalOf('EraseEmployee', { employee_id, reason })).toBe('409 employee_not_dismissed');
  await command(till, 'DismissEmployee', { employee_id });
  expect(await command(till, 'EraseEmployee', { employee_id, reason })).toEqual({ id: employee_id, employee_id });
  const before = await logEnd();
  expect(await command(till, 'EraseEmployee', { employee_id, reason })).toEqual({ id: employee_id, employee_id });
  expect(await logEnd()).toBe(before);
  const { state } = (await floor.auditor.get(`/audit/v1/employees/${employee_id}`)).body;
  expect(state).toMatchObject({
    employee_id,
    login: null,
    name: null,
    position_name: 'Cashier',
    standing: 'dismissed',
  });
  expect(await refusalOf('UpdateEmployee', { id: employee_id, name: 'Gulnora' })).toBe('409 employee_erased');
  const { rows } = await app.tillstream.pool.query(
    `select cashier_name as name, cashier_login as login from read.till_shifts where shift_id = $1
     union all select name, login from read.employees where employee_id = $2
     union all select name, null from read.names where kind = 'employee' and id = $2::text
     union all select note, null from read.accruals where employee_id = $2
     union all select note, null from read.attendance_shifts where employee_id = $2`,
    [shift_id, employee_id],
  );
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter(({ name, login }) => name !== null || login !== null)).toEqual([]);
  await expectSameAfterRebuild();
});

describe('what is held of a person', () => {
  const readingsOf = async () =>
    (await recorded(app.tillstream.store, { types: ['PersonalDataRead'] })).map(({ data, metadata }) => {
      const { request, client_id } = data as { request: string; client_id: number | null };
      return { request, client_id, actor: metadata.actor.kind, by: metadata.actor.name };
    });
  /** The readings that this adds. */
  const reading = async (read: () => Promise<unknown>) => {
    const before = (await readingsOf()).length;
    await read();
    return (await readingsOf()).slice(before);
  };

  test('an auditor gets all of it in one call, with where it came from, by the client or by the phone', async () => {
    const { order_id, client_id } = await visited();
    const reservation = await guestOf();
    const path = `/audit/v1/clients/${client_id}/personal-data`;
    const held = (await floor.auditor.get(path)).body;
    expect(held).toMatchObject({ client_id, phone, is_erased: false, next_after_order_id: null });
    const found = held.events.map(({ stream, type, personal }: Record<string, object>) => [stream, type, personal]);
    expect(found).toEqual([
      [`client-${client_id}`, 'ClientRegistered', { client_id, phone, name: 'Zulfiya' }],
      [`order-${order_id}`, 'OrderPlaced', expect.objectContaining({ phone, name: 'Zulfiya', comment: 'Ring twice' })],
      [`reservation_book-${floor.point_id}`, 'ReservationBooked', expect.objectContaining({ phone, comment: 'Quiet' })],
    ]);
    const tables = held.tables.map(({ table, rows }: { table: string; rows: number }) => `${table} ${rows}`);
    expect(tables).toEqual([
      'app.identities 1',
      'app.subject_keys 2',
      'read.clients 1',
      'read.order_events 1',
      'read.reservations 1',
    ]);
    const byPhone = await floor.auditor.post('/audit/v1/personal-data', { phone });
    expect({ status: byPhone.status, ...byPhone.body }).toEqual({ status: 200, ...held });
    await command(floor.till, 'CancelReservation', { reservation_id: reservation });
    await erase({ client_id });
    const after = (await floor.auditor.get(path)).body;
    expect(after).toEqual({
      client_id,
      is_erased: true,
      phone: null,
      events: [],
      tables: [],
      next_after_order_id: null,
    });
    expect((await floor.auditor.post('/audit/v1/personal-data', { phone })).body.code).toBe('client_not_found');
  });

  test('a guest without a client is found by the phone', async () => {
    const reservation_id = await guestOf();
    const { body } = await floor.auditor.post('/audit/v1/personal-data', { phone });
    expect(body).toMatchObject({ client_id: null, phone, events: [{ type: 'ReservationBooked' }] });
    await command(floor.till, 'CancelReservation', { reservation_id });
  });

  test('each reading of personal data is recorded once, with the auditor as the actor, and no other reading', async () => {
    const { order_id, client_id } = await visited();
    const at = { actor: 'auditor', by: 'auditor' };
    const get = (path: string, headers = {}) => floor.auditor.get(path, headers);
    const history = `/audit/v1/clients/${client_id}/history`;
    expect(await reading(() => get(history))).toEqual([{ request: `GET ${history}`, client_id: null, ...at }]);
    const held = `/audit/v1/clients/${client_id}/personal-data`;
    expect(await reading(() => get(held))).toEqual([{ request: `GET ${held}`, client_id, ...at }]);
    const order = `/audit/v1/orders/${order_id}`;
    expect(await reading(() => get(order))).toEqual([{ request: `GET ${order}`, client_id: null, ...at }]);
    const all = '/audit/v1/events?limit=10000';
    const ndjson = { accept: 'application/x-ndjson' };
    for (const headers of [{}, ndjson]) {
      expect(await reading(() => get(all, headers))).toEqual([{ request: `GET ${all}`, client_id: null, ...at }]);
    }
    const named = '/audit/v1/events?actor=Dilnoza&type=OrderPlaced,PointDefined';
    expect(await reading(() => get(named))).toEqual([]);
    expect(await reading(() => get('/audit/v1/events?type=PointDefined,TableDefined'))).toEqual([]);
    expect(await reading(() => get(`/audit/v1/points/${floor.point_id}`))).toEqual([]);
    await erase({ client_id });
    expect(await reading(() => get(history))).toEqual([]);
    expect(await reading(() => get(order))).toEqual([]);
    const byPhone = () => floor.auditor.post('/audit/v1/personal-data', { phone });
    expect(await reading(byPhone)).toEqual([]);
  });
});

describe('an erasure that is interrupted', () => {
  const eraseInLog = async (client_id: number, order_ids: number[]) => {
    const handler = createCommandHandler(app.tillstream.store, app.tillstream.pool);
    const { brand_id } = floor;
    const erasing = { type: 'EraseClient' as const, brand_id, reason, order_ids, reservation_ids: [], subjects: [] };
    await handler.handle(
      clientDecider,
      client_id,
      erasing,
      systemEnvelope('test', new Date(clock.read()), { brand_id }),
    );
  };
  const keysOf = async (client_id: number) => {
    const text = `select from app.subject_keys where kind = 'client' and key = $1`;
    return (await app.tillstream.pool.query(text, [String(client_id)])).rowCount;
  };

  test('the process finishes what the command left undone', async () => {
    const { order_id, client_id } = await visited();
    expect(await keysOf(client_id)).toBe(1);
    await eraseInLog(client_id, [order_id]);
    await vi.waitFor(async () => expect(await keysOf(client_id)).toBe(0), 5_000);
    expect((await orderOf(order_id)).client.phone).toBeNull();
    expect((await visited()).client_id).not.toBe(client_id);
  });
});

test('a client whom the law tells the brand to keep is not erased before that day', async () => {
  const { client_id } = await visited();
  await command(floor.till, 'SetRetention', { retention_days: 30 });
  const answer = await send('EraseClient', { client_id, reason });
  expect(answer).toMatchObject({ status: 409, body: { code: 'client_kept_until' } });
  expect(answer.body.message).toContain('2026-04-01');
  clock.move(30 * DAY);
  // The token of the old one has expired.
  const terms = { brand_id: floor.brand_id, audience: 'venue', name: 'till' };
  floor = { ...floor, till: await app.client((await command(await app.platform(), 'IssueKey', terms)).api_key) };
  expect(await erase({ client_id })).toEqual({ client_id });
});
