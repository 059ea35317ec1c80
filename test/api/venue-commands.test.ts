// A database of its own: it counts the events of the whole log, and purges all kept results.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandRegistry, purgeableTypes } from '../../src/commands/all-commands.ts';
import { command, type TestApp } from '../support/app.ts';
import { createClock, DAY, MINUTE } from '../support/clock.ts';
import { dereference } from '../support/dereference.ts';
import { effort } from '../support/effort.ts';
import { fittingBody } from '../support/fitting/fitting.ts';
import { setShift } from '../support/fitting/things.ts';
import { createFittingWorld, type FittingWorld } from '../support/fitting/world.ts';
import type { HttpAnswer, HttpClient } from '../support/http-client.ts';
import { keptTypes, namesPerson } from '../support/kept-results.ts';
import { startPartner } from '../support/loyalty.ts';
import { purgeResults } from '../support/purge-results.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import { createVenue, definePoint, orderBody, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
let till: HttpClient;
let platform: HttpClient;
let world: FittingWorld;
const clock = createClock();

beforeAll(async () => {
  app = await startVenueApp({ clock: clock.read, outboundAllowPrivate: true });
  venue = await createVenue(app);
  till = venue.till;
  platform = await app.platform();
  world = await createFittingWorld({ app, venue, clock, loyalty: await startPartner() });
});
afterAll(async () => {
  await app.stop();
  await world.loyalty.close();
});

const waiter = {
  login: 'zuhra',
  name: 'Zuhra K',
  role: 'waiter',
  role_name: 'Waiter',
  position_id: 2,
  position_name: 'Waiter',
};

const clientOf = (type: string): HttpClient => (type === 'CreateBrand' ? platform : till);
const send = (type: string, fields: object, client = clientOf(type)): Promise<HttpAnswer> =>
  client.post(`/venue/v1/commands/${type}`, { command_id: randomUUID(), ...fields });
/** As a crash leaves it that comes after the events and before their result is kept. */
const forgetResult = (command_id: string) =>
  app.tillstream.pool.query(`update app.identities set result = null where kind = 'command' and key = $1`, [
    command_id,
  ]);
const keptRun = async (command_id: string): Promise<string | undefined> => {
  const { rows } = await app.tillstream.pool.query<{ run: string | null }>(
    `select result ->> 'run' as run from app.identities where kind = 'command' and key = $1`,
    [command_id],
  );
  return rows[0]?.run ?? undefined;
};
/** Where the log ends: it stays there while nothing is recorded. */
const logEnd = (): Promise<number> => app.tillstream.store.head();

const fitting = (type: string): Promise<object> => fittingBody(world, type);

const TYPES = [...commandRegistry.keys()];
/** Commands that make something. */
/** A day that is special has no id: it is known by its date. */
const MAKES = /^(Create|Issue|Define(?!ClosedDay|SpecialHours)|Publish|Open|Hire|Book)/;

test('the documentation names every command', async () => {
  const { paths } = (await app.anonymous.get('/openapi.json')).body;
  const documented = Object.keys(paths).flatMap((path) => path.match(/^\/venue\/v1\/commands\/(\w+)$/)?.[1] ?? []);
  expect(documented.toSorted()).toEqual(TYPES.toSorted());
});

test('the result of each command may be purged, or there is a reason to keep it', () => {
  expect([...purgeableTypes, ...keptTypes].toSorted()).toEqual(TYPES.toSorted());
});

/** A batch has the command's name and its fields in one object: `type` and `fields` are its own words there. */
const WITH_TYPE = ['BookTable', 'ChangeProduct', 'DefineProduct', 'RecordMark'];

test('no command has a field that a batch could not name', async () => {
  const { paths } = dereference((await app.anonymous.get('/openapi.json')).body);
  const having = (field: string) =>
    TYPES.filter((type) => {
      const { requestBody } = paths[`/venue/v1/commands/${type}`].post;
      const { properties } = requestBody.content['application/json'].schema;
      expect(properties).toHaveProperty('command_id');
      return field in properties;
    });
  expect(having('fields')).toEqual([]);
  expect(having('as')).toEqual([]);
  expect(having('type').toSorted()).toEqual(WITH_TYPE);
  const entry =
    paths['/venue/v1/commands'].post.requestBody.content['application/json'].schema.properties.commands.items;
  const fields = { type: 'object', additionalProperties: true };
  expect(entry).toMatchObject({ required: ['type', 'command_id'], properties: { command_id: {}, fields } });
});

/** One table makes these of all lists of the brand: halls stand for the others. */
const LIKE_HALLS =
  /^(Change|Retire|Restore)(Table|PaymentType|PaymentPurpose|OrderTypeSub|CancelCause|MoneyAccount|Region|District)$/;

interface Sent {
  readonly body: { readonly command_id: string };
  readonly answers: readonly HttpAnswer[];
}

/** Of each type one command, once it was sent: what its body needs is made once for all tests. */
const sent = new Map<string, Promise<Sent>>();

/** The answer of a repeat: the api key, the signing secret and the invitation are shown once. */
const repeatOf = async (type: string): Promise<object> => {
  const { answers } = await sent.get(type)!;
  const first = answers.find((answer) => answer.body.status === 'accepted')!;
  const secrets = Object.keys(first.body.result).filter((field) => ['api_key', 'secret', 'invitation'].includes(field));
  const result = { ...first.body.result, ...Object.fromEntries(secrets.map((field) => [field, null])) };
  return { ...first.body, status: 'duplicate', result };
};

const TRIED = TYPES.filter((type) => !LIKE_HALLS.test(type));

describe.each(TRIED)('%s', (type) => {
  const sendAtOnce = async (): Promise<Sent> => {
    const body = { command_id: randomUUID(), ...(await fitting(type)) };
    const runs = effort({ short: 6, long: 20 });
    const answers = await Promise.all(Array.from({ length: runs }, () => send(type, body)));
    return { body, answers };
  };
  const atOnce = () => sent.getOrInsertComputed(type, sendAtOnce);

  test('of many equal commands at once one is accepted, the rest are duplicates', async () => {
    const { answers } = await atOnce();
    expect(answers.filter((answer) => answer.status !== 200).map((answer) => answer.body)).toEqual([]);
    const accepted = answers.filter((answer) => answer.body.status === 'accepted');
    expect(accepted).toHaveLength(1);
    const ids = answers.map(({ body: { result } }) =>
      JSON.stringify({ ...result, api_key: null, secret: null, invitation: null }),
    );
    expect(new Set(ids).size).toBe(1);
  });

  test('a command is accepted, and a repeat answers the same and changes nothing', async () => {
    const { body, answers } = await atOnce();
    const first = answers.find((answer) => answer.body.status === 'accepted')!;
    expect(first).toMatchObject({ status: 200, body: { status: 'accepted', command_id: body.command_id } });
    if (MAKES.test(type)) expect(first.body.result.id).toEqual(expect.anything());
    const before = await logEnd();
    const expected = await repeatOf(type);
    expect(await keptRun(body.command_id)).toBe(namesPerson(type) ? 'purged' : undefined);
    expect((await send(type, body)).body).toEqual(expected);
    await forgetResult(body.command_id);
    expect((await send(type, body)).body).toEqual(expected);
    expect(await logEnd()).toBe(before);
  });

  test('a command is for its audiences alone', async () => {
    const others = type === 'CreateBrand' ? [till] : /Key$/.test(type) ? [] : [platform];
    const before = await logEnd();
    for (const client of [venue.partner, venue.auditor, ...others]) {
      expect(await send(type, {}, client)).toMatchObject({ status: 403, body: { code: 'audience_forbidden' } });
    }
    expect((await send(type, {}, app.anonymous)).status).toBe(401);
    expect(await logEnd()).toBe(before);
  });
});

test('a repeat of each command answers the same and changes nothing when its result was purged, or kept for good', async () => {
  await purgeResults(app.tillstream.pool);
  const before = await logEnd();
  expect(sent.size).toBe(TRIED.length);
  for (const [type, { body }] of await Promise.all(
    sent.entries().map(async ([type, it]) => [type, await it] as const),
  )) {
    expect({ type, run: await keptRun(body.command_id) }).toEqual({
      type,
      run: keptTypes.includes(type) ? undefined : 'purged',
    });
    expect({ type, ...(await send(type, body)).body }).toEqual({ type, ...(await repeatOf(type)) });
  }
  expect(await logEnd()).toBe(before);
});

test('a command that found nothing to do answers its repeats alike, also when there would be something now', async () => {
  const { order_id } = (await venue.partner.post('/v1/orders', orderBody(venue))).body;
  await command(till, 'AcceptOrder', { order_id });
  const body = { command_id: randomUUID(), order_id };
  const answers = await Promise.all(Array.from({ length: 20 }, () => send('AcceptOrder', body)));
  expect(answers.filter((answer) => answer.body.status === 'accepted')).toHaveLength(1);
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body.result))).size).toBe(1);
  expect(answers.every((answer) => answer.body.position === null)).toBe(true);

  const { tea } = venue.products;
  const { point_id } = venue;
  const clear = { command_id: randomUUID(), point_id, product_ids: [tea] };
  expect((await send('ClearStopList', clear)).body).toMatchObject({ status: 'accepted', position: null });
  await command(till, 'SetStopList', { point_id, entries: [{ product_id: tea, quantity: 1 }] });
  expect((await send('ClearStopList', clear)).body).toMatchObject({ status: 'duplicate', position: null });
  expect((await venue.partner.get(`/v1/stop-list?point_id=${point_id}`)).body.stop_list).toContainEqual({
    product_id: tea,
    quantity: 1,
  });
  await command(till, 'ClearStopList', { point_id });
});

test('a command_id belongs to the brand, and a recorded command uses it up, a refused one does not', async () => {
  const other = await createVenue(app);
  const command_id = randomUUID();
  const mine = await send('DefineRegion', { command_id, name: 'Mine' });
  const theirs = await send('DefineRegion', { command_id, name: 'Theirs' }, other.till);
  expect([mine.body.status, theirs.body.status]).toEqual(['accepted', 'accepted']);
  expect(theirs.body.result.id).not.toBe(mine.body.result.id);
  expect((await send('DefineRegion', { command_id: command_id.toUpperCase(), name: 'X' })).body).toMatchObject({
    status: 'duplicate',
    command_id,
    result: mine.body.result,
  });

  const later = randomUUID();
  const { order_id } = (await venue.partner.post('/v1/orders', orderBody(venue))).body;
  const refused = await send('HandToCourier', { command_id: later, order_id, courier_id: 999_999_999 });
  expect(refused).toMatchObject({ status: 400, body: { code: 'employee_not_found' } });
  expect((await send('HandToCourier', { command_id: later, order_id })).body.status).toBe('accepted');
});

describe('a repeat after a crash, when the first would be refused by now', () => {
  const bound = async (point_ids: string[]) => {
    const terms = { brand_id: venue.brand_id, audience: 'venue', name: 'bound till', point_ids };
    return app.client((await command(platform, 'IssueKey', terms)).api_key);
  };
  const repeats = async (type: string, fields: object, change: () => Promise<unknown>, client = till) => {
    const body = { command_id: randomUUID(), ...fields };
    const first = await send(type, body, client);
    expect(first).toMatchObject({ status: 200, body: { status: 'accepted' } });
    await change();
    await forgetResult(body.command_id);
    const before = await logEnd();
    const { api_key: _, ...result } = first.body.result;
    const again = await send(type, body, client);
    expect(again.body).toMatchObject({ ...first.body, status: 'duplicate', result });
    expect(await logEnd()).toBe(before);
    return body;
  };

  test('a repeat after a crash answers a mark of an employee who was blocked since, or of a time long ago', async () => {
    const id = (await command(till, 'HireEmployee', { ...waiter, point_id: venue.point_id })).id;
    const mark = { employee_id: id, type: 'check_in', time: clock.at(-62 * DAY) };
    const sent = await repeats('RecordMark', mark, async () => {
      await command(till, 'BlockEmployee', { employee_id: id });
      clock.move(MINUTE);
    });
    await purgeResults(app.tillstream.pool);
    const before = await logEnd();
    const again = { ...sent, occurred_at: clock.at(-64 * DAY) };
    expect(await send('RecordMark', again)).toMatchObject({ status: 200, body: { status: 'duplicate' } });
    expect(await logEnd()).toBe(before);
    const elsewhere = await bound([(await definePoint(till)).id]);
    await forgetResult(sent.command_id);
    expect(await send('RecordMark', sent, elsewhere)).toMatchObject({ status: 404, body: { code: 'point_not_found' } });
  });

  test.each(['IssueKey', 'UpdateKey'])(
    'a repeat after a crash answers %s, with a sub-type that has become another order type’s',
    async (type) => {
      const mall = { name: 'Mall', is_default: false };
      const own = (await command(till, 'DefineOrderTypeSub', { ...mall, order_type_id: 2 })).id;
      const { key_id } = await command(till, 'IssueKey', { audience: 'partner', name: 'kiosk' });
      const terms = { default_order_type_sub_ids: { 2: own } };
      const fields = type === 'IssueKey' ? { audience: 'partner', name: 'kiosk', ...terms } : { key_id, ...terms };
      await repeats(type, fields, () => command(till, 'DefineOrderTypeSub', { ...mall, id: own, order_type_id: 3 }));
    },
  );

  test.each(['UpdateEmployee', 'BlockEmployee'])(
    'a repeat after a crash answers %s, of an employee who was moved to another point',
    async (type) => {
      const id = (await command(till, 'HireEmployee', { ...waiter, point_id: venue.point_id })).id;
      const other = (await definePoint(till)).id;
      const client = await bound([venue.point_id]);
      const fields = type === 'BlockEmployee' ? { employee_id: id } : { id, name: 'Zuhra' };
      await repeats(type, fields, () => command(till, 'UpdateEmployee', { id, point_id: other }), client);
      const next = await send(type, fields, client);
      expect(next).toMatchObject({ status: 404, body: { code: 'employee_not_found' } });
    },
  );
});

test('a purged step of an order answers as at the first time, whatever became of the order since', async () => {
  const { order_id } = (await venue.partner.post('/v1/orders', orderBody(venue))).body;
  const other = (await venue.partner.post('/v1/orders', orderBody(venue))).body.order_id;
  const body = { command_id: randomUUID(), order_id };
  const first = await send('AcceptOrder', body);
  await command(till, 'DeleteCheque', { order_id });
  await purgeResults(app.tillstream.pool);
  const before = await logEnd();
  for (const [type, sent] of [
    ['AcceptOrder', { ...body, order_id: other }],
    ['StartCooking', body],
  ] as const) {
    expect(await send(type, sent)).toMatchObject({ status: 409, body: { code: 'command_id_reused' } });
  }
  expect((await send('AcceptOrder', body)).body).toEqual({ ...first.body, status: 'duplicate' });
  expect(await logEnd()).toBe(before);
});

test('a repeat gets no answer about a point that its key does not cover', async () => {
  const { brand_id, point_id } = venue;
  const body = { command_id: randomUUID(), point_id, name: 'Terrace' };
  const first = await send('DefineHall', body);
  const other = (await definePoint(till)).id;
  const terms = { brand_id, audience: 'venue', name: 'other till', point_ids: [other] };
  const bound = await app.client((await command(platform, 'IssueKey', terms)).api_key);
  const asked = { command_id: randomUUID(), point_id, name: 'Roof' };
  for (const sent of [body, asked]) {
    expect(await send('DefineHall', sent, bound)).toMatchObject({ status: 404, body: { code: 'point_not_found' } });
  }
  expect((await send('DefineHall', body)).body).toEqual({ ...first.body, status: 'duplicate' });
});

test('occurred_at of a command is at most 5 minutes ahead and 62 days back, now by default, and kept in UTC', async () => {
  const at = async (occurred_at: unknown) => send('DefineRegion', { name: randomUUID(), occurred_at });
  for (const ms of [5 * MINUTE, 0, -62 * DAY]) expect((await at(clock.at(ms))).status).toBe(200);
  expect(await at(clock.at(5 * MINUTE + 1))).toMatchObject({ status: 400, body: { code: 'occurred_at_in_future' } });
  expect(await at(clock.at(-62 * DAY - 1))).toMatchObject({ status: 400, body: { code: 'occurred_at_too_old' } });
  const old = { command_id: randomUUID(), name: 'Old', occurred_at: clock.at(-62 * DAY) };
  const { result } = (await send('DefineRegion', old)).body;
  clock.move(MINUTE);
  expect((await send('DefineRegion', old)).body).toMatchObject({ status: 'duplicate', result });

  const happened = async (answer: HttpAnswer) => {
    const { events } = (await venue.auditor.get('/audit/v1/events?limit=10000')).body;
    return events.find(({ position }: { position: number }) => position === answer.body.position);
  };
  expect((await happened(await at(undefined))).occurred_at).toBe(clock.at(0));
  expect((await happened(await at('2026-03-02T13:30:00+05:00'))).occurred_at).toBe('2026-03-02T08:30:00.000Z');
  const named = await happened(await send('DefineRegion', { name: 'Named', actor: 'Aziz (cashier)' }));
  expect(named.actor).toMatchObject({ kind: 'venue', name: 'Aziz (cashier)' });
  expect((await happened(await send('DefineRegion', { name: 'Unnamed' }))).actor).toMatchObject({ name: 'till' });
});

describe('a batch', () => {
  const batch = (commands: unknown, client = till) => client.post('/venue/v1/commands', { commands });
  const one = (type: string, fields: object = {}) => ({ type, command_id: randomUUID(), ...fields });

  test('a batch is applied in order, each on its own, and always answered', async () => {
    const { point_id, cashier_id } = venue;
    await setShift(world, 'closed');
    const { order_id } = (await venue.partner.post('/v1/orders', orderBody(venue))).body;
    const opening = one('OpenShift', { point_id, cashier_id });
    const commands = [
      opening,
      one('AcceptOrder', { order_id }),
      one('AcceptOrder', { order_id: 999_999_999 }),
      one('Nonsense'),
      one('StartCooking', {}),
      { type: 'PackOrder', order_id },
      { type: 'PackOrder', command_id: 17, order_id },
      one('CreateBrand'),
      one('PackOrder', { order_id }),
      opening,
      one('OpenShift', { point_id, cashier_id }),
    ];
    const { status, body } = await batch(commands);
    expect(status).toBe(200);
    const told = body.results.map((result: { status: string; code: string | null }) => result.code ?? result.status);
    expect(told).toEqual([
      ...['accepted', 'accepted', 'order_not_found', 'command_not_found', 'field_required', 'field_required'],
      ...['field_not_string', 'audience_forbidden', 'accepted', 'duplicate', 'shift_already_open'],
    ]);
    expect(body.results.map((result: { command_id: unknown }) => result.command_id)).toEqual(
      commands.map(({ command_id }) => (typeof command_id === 'string' ? command_id : null)),
    );
    for (const result of body.results) {
      const rejected = result.status === 'rejected';
      expect(typeof result.message).toBe(rejected ? 'string' : 'object');
      expect(result.result === null).toBe(rejected);
    }
    expect(body.results[9].result).toEqual(body.results[0].result);

    const { shift_id } = body.results[0].result;
    const again = await batch([...commands.slice(0, 2), one('CloseShift', { shift_id, leave_open: true })]);
    expect(again.body.results.map((result: { status: string }) => result.status)).toEqual([
      'duplicate',
      'duplicate',
      'accepted',
    ]);
    expect((await venue.partner.get(`/v1/points/${point_id}/is-alive`)).body.is_alive).toBe(false);
  });

  test('a batch opens and closes a shift and sells in between: later commands see what earlier ones did', async () => {
    const { point_id, cashier_id, cash } = venue;
    await setShift(world, 'closed');
    const { order_id } = (await venue.partner.post('/v1/orders', orderBody(venue))).body;
    const open = one('OpenShift', { point_id, cashier_id });
    const payments = [{ payment_type_id: cash, amount: 98_000 }];
    const first = await batch([open, one('CloseCheque', { order_id, cashier_id, payments })]);
    const { shift_id } = first.body.results[0].result;
    const close = one('CloseShift', { shift_id, leave_open: true });
    const rest = await batch([
      close,
      one('OpenShift', { point_id, cashier_id }),
      one('CloseShift', { shift_id, leave_open: true }),
    ]);
    expect(rest.body.results.map((result: { status: string; code: string }) => result.code ?? result.status)).toEqual([
      ...['accepted', 'accepted', 'shift_not_open'],
    ]);
    expect((await till.get(`/venue/v1/orders/${order_id}`)).body).toMatchObject({ status: 'CLOSED' });
  });

  test.each(WITH_TYPE)('in a batch, %s may have its own type, and all other fields, in `fields`', async (type) => {
    const { body } = await batch([{ ...one(type), fields: await fitting(type) }]);
    expect(body.results).toMatchObject([{ status: 'accepted', code: null }]);
  });

  test('the type of a batch entry is not passed to the command as a field', async () => {
    const { type: _, ...reservation } = (await fitting('BookTable')) as Record<string, unknown>;
    const { type: __, ...mark } = (await fitting('RecordMark')) as Record<string, unknown>;
    const { body } = await batch([one('BookTable', reservation), one('RecordMark', mark)]);
    const [booked, marked] = body.results;
    expect(marked).toMatchObject({ status: 'rejected', code: 'field_required' });
    const { reservations } = (await till.get(`/venue/v1/reservations?date_from=${reservation.date}`)).body;
    expect(reservations.find(({ id }: { id: string }) => id === booked.result.id)).toMatchObject({ type: 'table' });
  });

  test('a batch takes what fields say before what stands beside them, and nothing but an object', async () => {
    const beside = { name: 'Beside' };
    const entries = [
      one('DefineRegion', { ...beside, fields: { name: 'In fields' } }),
      one('DefineRegion', { ...beside, fields: {} }),
      one('DefineRegion', { ...beside, fields: null }),
      ...[[], 'x', 1, true].map((fields) => one('DefineRegion', { ...beside, fields })),
    ];
    const { status, body } = await batch(entries);
    expect(status).toBe(200);
    expect(body.results.map((it: { code: string; status: string }) => it.code ?? it.status)).toEqual([
      ...['accepted', 'accepted', 'accepted', ...Array(4).fill('field_not_object')],
    ]);
    expect(body.results[3]).toMatchObject({
      command_id: entries[3]!.command_id,
      message: expect.stringContaining('fields'),
      field: 'fields',
    });
    const { events: defined } = (await venue.auditor.get('/audit/v1/events?type=RegionDefined&limit=1000')).body;
    expect(defined.slice(-3).map(({ data }: { data: { name: string } }) => data.name)).toEqual([
      ...['In fields', 'Beside', 'Beside'],
    ]);
  });

  test('a batch names what it makes for its later commands, and a repeat of it makes nothing twice', async () => {
    const { point_id } = venue;
    const entry = (type: string, fields: object) => ({ type, command_id: randomUUID(), ...fields });
    const commands = [
      entry('DefineHall', { as: 'hall', point_id, name: 'Named' }),
      entry('DefineTable', { as: 'table', hall_id: { $: 'hall' }, name: '1' }),
      entry('DefineTable', { fields: { hall_id: { $: 'hall' }, name: '2' } }),
      entry('ChangeTable', { id: { $: 'table' }, name: '1a' }),
      entry('DefineTable', { hall_id: { $: 'cellar' }, name: '3' }),
      entry('DefineHall', { as: 'hall', point_id, name: 'Again' }),
      entry('ChangeTable', { as: 'other', id: { $: 'table' }, name: '1b' }),
      entry('SetPrices', { as: 'prices', point_id, prices: [] }),
    ];
    const ask = async () => (await till.post('/venue/v1/commands', { commands })).body.results;
    const results = await ask();
    type Result = { status: string; code: string | null; field: string | null; result: { id: number } | null };
    expect(results.map(({ status, code, field }: Result) => [status, code, field])).toEqual([
      ...Array(4).fill(['accepted', null, null]),
      ['rejected', 'name_unknown', 'hall_id'],
      ['rejected', 'name_taken', 'as'],
      ['rejected', 'name_not_new', 'as'],
      ['rejected', 'name_not_new', 'as'],
    ]);
    const hall_id = results[0].result.id;
    const { hall_tables } = (await till.get(`/venue/v1/hall-tables?hall_id=${hall_id}`)).body;
    expect(hall_tables.map(({ name }: { name: string }) => name)).toEqual(['1a', '2']);
    const before = await logEnd();
    const again = await ask();
    expect(again.map(({ result }: Result) => result)).toEqual(results.map(({ result }: Result) => result));
    expect(again.slice(0, 4).map(({ status }: Result) => status)).toEqual(Array(4).fill('duplicate'));
    expect(await logEnd()).toBe(before);
  });

  test('a batch rejects an entry that is no command, and carries out what stands beside it', async () => {
    const command_id = randomUUID();
    const strange = [null, 1, [], {}, { type: null }, { type: 5, command_id }, { type: 'x'.repeat(65) }];
    const { status, body } = await batch([...strange, one('DefineRegion', { name: 'Beside' })]);
    expect(status).toBe(200);
    expect(body.results.map((it: { status: string }) => it.status)).toEqual([
      ...strange.map(() => 'rejected'),
      'accepted',
    ]);
    const codes = body.results.map((it: { code: string }) => it.code);
    expect(codes.slice(0, 5)).toEqual([...Array(3).fill('field_not_object'), 'field_required', 'field_not_string']);
    expect(body.results[5]).toMatchObject({ command_id, message: expect.stringContaining('type') });
  });

  test('a batch holds 1 to 500 commands', async () => {
    for (const commands of [[], Array(501).fill(one('X')), 'x', null, undefined]) {
      expect((await batch(commands)).status).toBe(400);
    }
    const many = Array.from({ length: 500 }, (_, index) =>
      index % 25 === 0 ? one('DefineRegion', { name: `Region ${index}` }) : one('Nonsense'),
    );
    const first = await batch(many);
    expect(first.status).toBe(200);
    const made = first.body.results.filter((result: { status: string }) => result.status === 'accepted');
    expect(new Set(made.map((it: { result: { id: number } }) => it.result.id)).size).toBe(20);
    const again = (await batch(many)).body.results;
    expect(again.filter((it: { status: string }) => it.status === 'duplicate')).toHaveLength(20);
    expect(again.filter((it: { code: string }) => it.code === 'command_not_found')).toHaveLength(480);
  });
});
