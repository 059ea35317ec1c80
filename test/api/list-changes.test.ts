import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { venueLists } from '../../src/api/venue/lists/index.ts';
import { entryLists } from '../../src/commands/lists/lists.ts';
import { command } from '../support/app.ts';
import { commandBodies } from '../support/command-bodies.ts';
import { createWorld, type World } from '../support/isolation/world.ts';
import { sharedApp } from '../support/shared-app.ts';
import { orderBody } from '../support/venue.ts';

type Fields = Readonly<Record<string, unknown>>;

let app: Awaited<ReturnType<typeof sharedApp>>;
let world: World;

beforeAll(async () => {
  app = await sharedApp();
  world = await createWorld(app);
}, 60_000);
afterAll(() => app.stop());

const send = (type: string, fields: Fields) =>
  world.venue.till.post(`/venue/v1/commands/${type}`, { command_id: randomUUID(), ...fields });
const read = async (path: string) => (await world.venue.till.get(`/venue/v1/${path}`)).body;

/** Where the entries of a list are read, by the command that makes them. */
const PATHS = new Map(venueLists.map(({ command, path }) => [command, path]));

/** A new entry of the list, with every field that it may have. */
const make = async (thing: string): Promise<{ id: string | number; path: string }> => {
  const { define } = entryLists.find((list) => list.thing === thing)!;
  const body = commandBodies(world.venue, world.targets)[define.type]!;
  const { id } = await command(world.venue.till, define.type, { ...body });
  return { id, path: `${PATHS.get(define.type)}/${id}` };
};

const withoutState = ({ state: _, ...entry }: Fields): Fields => entry;

describe.each(entryLists)('$thing', ({ thing, retiring }) => {
  test('a change of one field leaves the others, and says nothing when it changes nothing', async () => {
    const { id, path } = await make(thing);
    const before = withoutState(await read(path));
    const changed = await send(`Change${thing}`, { id, name: 'Renamed' });
    expect(changed).toMatchObject({
      status: 200,
      body: { status: 'accepted', position: expect.any(Number), result: { id } },
    });
    expect(withoutState(await read(path))).toEqual({ ...before, name: 'Renamed' });
    const again = await send(`Change${thing}`, { id, name: 'Renamed' });
    expect(again.body).toMatchObject({ status: 'accepted', position: null });
    const unknown = await send(`Change${thing}`, { id, nmae: 'Renamed' });
    expect(unknown).toMatchObject({ status: 400, body: { code: 'field_unknown', field: 'nmae' } });
  });

  test.runIf(retiring)('what is retired is in no list, stays what it was, and comes back', async () => {
    const { id, path } = await make(thing);
    const [list] = path.split('/') as [string];
    const name = list.replaceAll('-', '_');
    const idsIn = async (query: string) =>
      ((await read(`${list}?limit=1000${query}`))[name] as { id: unknown }[]).map((entry) => entry.id);
    const before = await read(path);
    expect((await send(`Retire${thing}`, { id })).body).toMatchObject({
      status: 'accepted',
      position: expect.any(Number),
    });
    expect((await send(`Retire${thing}`, { id })).body).toMatchObject({ status: 'accepted', position: null });
    const retired = await read(path);
    expect(retired).toEqual({ ...before, state: { ...before.state, is_retired: true } });
    expect(await idsIn('')).not.toContain(id);
    expect(await idsIn('&retired=true')).toContain(id);
    const { define } = entryLists.find((it) => it.thing === thing)!;
    expect((await send(define.type, retired)).body).toMatchObject({ status: 'accepted', position: null });
    const changed = await send(`Change${thing}`, { id, name: 'Renamed' });
    expect(changed).toMatchObject({ status: 409, body: { code: 'entry_retired' } });
    expect((await send(`Restore${thing}`, { id })).body).toMatchObject({
      status: 'accepted',
      position: expect.any(Number),
    });
    expect(await read(path)).toEqual(before);
    expect(await idsIn('')).toContain(id);
  });
});

test('null clears a field that may be empty, and no other; of rules within a point the others stay', async () => {
  const { id, path } = await make('Product');
  expect(await send('ChangeProduct', { id, category_id: null, image: null })).toMatchObject({ status: 200 });
  expect(await read(path)).toMatchObject({ category_id: null, image: null, name: 'Lagman', unit: 'pcs' });
  expect(await send('ChangeProduct', { id, name: null })).toMatchObject({ status: 400 });
  const point = await make('Point');
  const { reservation_rules } = await read(point.path);
  await send('ChangePoint', { id: point.id, reservation_rules: { max_days_ahead: 7 } });
  expect((await read(point.path)).reservation_rules).toEqual({ ...reservation_rules, max_days_ahead: 7 });
  expect((await read(point.path)).accepts_orders_when_closed).toBe(true);
  await send('ChangePoint', { id: point.id, accepts_orders_when_closed: null });
  expect((await read(point.path)).accepts_orders_when_closed).toBeNull();
});

test('changes of different fields at once are all kept', async () => {
  const { id, path } = await make('Product');
  const fields = { name: 'At once', unit: 'kg', base_price: 1_234, plu: '99', is_divisible: true, weight: 1 };
  await Promise.all(Object.entries(fields).map(([field, value]) => send('ChangeProduct', { id, [field]: value })));
  expect(await read(path)).toMatchObject(fields);
});

test('what is needed is not retired: 409 names what needs it', async () => {
  const { till, point_id, cashier_id, partner, cash } = world.venue;
  const { id: hall_id } = await make('Hall');
  const table = await command(till, 'DefineTable', { hall_id, name: 'By the door' });
  const need = (what: string, id: unknown, name: string) => ({ what, id, name });
  const neededBy = async (thing: string, id: unknown) => {
    const { status, body } = await send(`Retire${thing}`, { id });
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'still_needed' });
    return body.details.needed_by as object[];
  };
  expect(await neededBy('Hall', hall_id)).toEqual([need('table', table.id, 'By the door')]);
  const cheque = await command(till, 'OpenCheque', {
    point_id,
    order_type_id: 1,
    table_id: table.id,
    waiter_id: cashier_id,
  });
  expect(await neededBy('Table', table.id)).toEqual([need('order', cheque.order_id, String(cheque.order_id))]);
  const { body: order } = await partner.post('/v1/orders', orderBody(world.venue));
  expect(await neededBy('PaymentType', cash)).toContainEqual(need('order', order.order_id, String(order.order_id)));
  const { ids } = world;
  expect(await neededBy('Region', ids.region)).toEqual(
    expect.arrayContaining([need('district', ids.district, 'Urgut'), need('organization', ids.organization, 'Artel')]),
  );
  expect(await neededBy('MoneyAccount', ids.account)).toEqual([need('money', ids.account, '-10000')]);
  const scope = { category_ids: [ids['child category']] };
  const motivation = await command(till, 'DefineMotivation', {
    name: 'M',
    calculation_type: 'per_item',
    rate: 1,
    scope,
  });
  expect(await neededBy('Category', ids['child category'])).toEqual([need('motivation', motivation.id, 'M')]);
  const key = { audience: 'partner', name: 'k', default_order_type_sub_ids: { 2: ids.order_type_sub } };
  const { key_id } = await command(till, 'IssueKey', key);
  expect(await neededBy('OrderTypeSub', ids.order_type_sub)).toEqual([need('key', key_id, 'k')]);
});

test('what is retired can be chosen by nobody, and a part comes back after its whole', async () => {
  const { till, partner, point_id } = world.venue;
  const type = await make('PaymentType');
  await command(till, 'RetirePaymentType', { id: type.id });
  const { payment_types } = (await partner.get(`/v1/payment-types?point_id=${point_id}`)).body;
  expect(payment_types.map((it: { id: number }) => it.id)).not.toContain(type.id);
  const order = await partner.post('/v1/orders', orderBody(world.venue, { payment_type_id: type.id }));
  expect(order).toMatchObject({ status: 400, body: { field: 'payment_type_id' } });
  const { id: hall_id } = await make('Hall');
  const { id } = await command(till, 'DefineTable', { hall_id, name: '1' });
  await command(till, 'RetireTable', { id });
  await command(till, 'RetireHall', { id: hall_id });
  expect(await send('DefineTable', { hall_id, name: '2' })).toMatchObject({ status: 404 });
  expect(await send('RestoreTable', { id })).toMatchObject({
    status: 409,
    body: { code: 'entry_retired', field: 'hall_id' },
  });
  await command(till, 'RestoreHall', { id: hall_id });
  await command(till, 'RestoreTable', { id });
});

test('an audit says since when a payment type is retired, and by which event', async () => {
  const { till, auditor } = world.venue;
  const { id } = await make('PaymentType');
  await command(till, 'ChangePaymentType', { id, name: 'Other' });
  const before = (await auditor.get(`/audit/v1/payment-types/${id}/history`)).body.events.at(-1).position;
  await command(till, 'RetirePaymentType', { id });
  const { blame } = (await auditor.get(`/audit/v1/payment-types/${id}/blame`)).body;
  const typeOf = (path: string) => blame.find((it: { path: string }) => it.path === path)?.type;
  expect([typeOf('/is_retired'), typeOf('/name')]).toEqual(['PaymentTypeRetired', 'PaymentTypeDefined']);
  const then = await auditor.get(`/audit/v1/payment-types/${id}?at=${before}`);
  expect(then.body.state).toMatchObject({ name: 'Other', is_retired: false });
  expect((await auditor.get(`/audit/v1/payment-types/${id}`)).body.state.is_retired).toBe(true);
});
