// A database of its own: bodies are limited to less than usual, and nothing may be added to the log.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenApi } from '../support/api-requests.ts';
import { command, type TestApp } from '../support/app.ts';
import { BAD_VALUES, isOurs, kindOf, names } from '../support/bad-values.ts';
import { commandBodies } from '../support/command-bodies.ts';
import { dereference } from '../support/dereference.ts';
import { isLong } from '../support/effort.ts';
import type { HttpAnswer, HttpClient } from '../support/http-client.ts';
import { personClient } from '../support/people.ts';
import { toJson } from '../support/poison.ts';
import { square } from '../support/polygons.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import type { Schema } from '../support/schema-arbitrary.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
let platform: HttpClient;
let document: OpenApi;
let orderId: number;
let clientId: number;
let reservationId: string;
let booker: HttpClient;
let payer: HttpClient;
let clockIn: HttpClient;
let person: HttpClient;
/** A fitting body of every route that has one, with every field there is, by path. */
let bodies: Map<string, object>;

beforeAll(async () => {
  app = await startVenueApp({ bodyLimit: 300_000 });
  venue = await createVenue(app);
  platform = await app.platform();
  document = dereference((await app.anonymous.get('/openapi.json')).body);
  const { till, partner, point_id, cashier_id, causes } = venue;
  const sub = await command(till, 'DefineOrderTypeSub', { name: 'App', order_type_id: 2, is_default: true });
  const region = await command(till, 'DefineRegion', { name: 'Tashkent' });
  const safe = await command(till, 'DefineAccount', { point_id, source: 'safe', code: 'S', name: 'Safe' });
  const bank = await command(till, 'DefineAccount', { point_id, source: 'bank', code: 'B', name: 'Bank' });
  const purpose = await command(till, 'DefinePaymentPurpose', { name: 'Ice', is_payout: true });
  const spent = { direction: 'minus', amount: 1_000, operation: 'expense' };
  const moved = await command(till, 'MoveMoney', { point_id, register: 'account', account_id: safe.id, ...spent });
  const district = await command(till, 'DefineDistrict', { region_id: region.id, name: 'Urgut' });
  const organization = await command(till, 'RegisterOrganization', { name: 'Artel' });
  const supplier = await command(till, 'RegisterSupplier', { name: 'Bozor' });
  const supplied = await command(till, 'RecordSupply', { supplier_id: supplier.id, point_id, amount: 1_000 });
  const spare = await command(till, 'IssueKey', { audience: 'partner', name: 'spare' });
  await command(till, 'ConfigureWebhook', { key_id: spare.key_id, url: 'https://partner.invalid/hook' });
  const { delivery_id } = await command(till, 'PingWebhook', { key_id: spare.key_id });
  const { shift_id } = await command(till, 'OpenShift', { point_id, cashier_id });
  orderId = (await partner.post('/v1/orders', orderBody(venue))).body.order_id;
  const kitchen = await till.get(`/venue/v1/orders/${orderId}`);
  clientId = kitchen.body.client.client_id;
  const zone = { name: 'Here', polygon: square(69.2, 41.3, 0.1), price: 0, minutes: 30, min_order_amount: 0 };
  const zone_id = (await command(till, 'DefineZone', { point_id, ...zone })).id;
  const attendance = { audience: 'partner', name: 'clock', permissions: ['attendance'] };
  person = await personClient(app, venue.brand_id, 'owner');
  clockIn = await app.client((await command(till, 'IssueKey', attendance)).api_key);
  const booking = { audience: 'partner', name: 'booker', permissions: ['table_booking'] };
  const paying = { audience: 'partner', name: 'shop', permissions: ['payments'] };
  payer = await app.client((await command(till, 'IssueKey', paying)).api_key);
  booker = await app.client((await command(till, 'IssueKey', booking)).api_key);
  const date = new Date(Date.now() + 3 * 24 * 3_600_000).toISOString().slice(0, 10);
  const guest = { phone: '+998901234567', name: 'Aziza' };
  const deposit = { amount: 5_000, payment_type_id: venue.cash };
  const reservation = {
    point_id,
    external_id: 'bad',
    date,
    start_time: '19:00',
    end_time: '20:30',
    duration_minutes: 90,
    guests: 2,
    table_id: venue.table_id,
    guest,
    type: 'table',
    comment: 'Hi',
    deposit,
  };
  reservationId = (await booker.post('/v1/reservations', { ...reservation, external_id: 'there' })).body.id;
  const floor = { reservation_id: reservationId, table_id: venue.table_id, date };
  const marked_at = new Date(Date.now() - 60_000).toISOString();
  const worked = { employee_id: cashier_id, point_id, check_in: marked_at };
  const worked_shift_id = (await command(till, 'AddShift', worked)).shift_id;
  const folder = await command(till, 'DefineMenuFolder', { name: 'Menu' });
  const terms = { employee_id: cashier_id, point_id, salary_type_id: 4, rate: 1_000, from: '2026-01-01' };
  await command(till, 'SetSalaryTerms', terms);
  const bonus = { employee_id: cashier_id, point_id, amount: 1_000, reason: 'Thanks' };
  const accrual_id = (await command(till, 'GiveBonus', bonus)).id;
  const sales = { name: 'Sales', calculation_type: 'own_sales_percent', rate: 1 };
  const cook = await command(till, 'InviteAccount', { login: `bad.${venue.brand_id}`, name: 'Nodira', role: 'cook' });
  const motivation_id = (await command(till, 'DefineMotivation', sales)).id;
  const targets = {
    menu_folder_id: folder.id,
    salaried_id: cashier_id,
    accrual_id,
    motivation_id,
    person_id: cook.account_id,
    ...floor,
    employee_id: cashier_id,
    worked_shift_id,
    marked_at,
    delivery_id,
    key_id: spare.key_id,
    order_id: orderId,
    line_id: kitchen.body.items[0].line_id,
    shift_id,
    order_type_sub_id: sub.id,
    region_id: region.id,
    client_id: clientId,
    zone_id,
    account_id: safe.id,
    organization_id: organization.id,
    supplier_id: supplier.id,
    supply_id: supplied.id,
    district_id: district.id,
    other_account_id: bank.id,
    purpose_id: purpose.id,
    movement_id: moved.id,
    entries: { Point: point_id, Organization: organization.id, Supplier: supplier.id, Zone: zone_id },
  };
  const address = {
    street: 'Navoi 1',
    apartment: '2',
    floor: '3',
    entrance: '4',
    intercom: '5',
    latitude: 41.3,
    longitude: 69.2,
  };
  const order = orderBody(venue, {
    address,
    external_id: 'bad',
    order_type_sub_id: sub.id,
    table_id: venue.table_id,
    persons: 2,
    comment: 'Hi',
    scheduled_at: '2199-01-01T00:00:00+05:00',
  });
  const items = order.items.map((item) => ({ ...item, comment: 'well done' }));
  const { latitude, longitude } = address;
  bodies = new Map<string, object>([
    ['/v1/auth/token', { api_key: 'unknown' }],
    ['/v1/webhooks/test', { event: 'order.created' }],
    ['/venue/v1/session', { login: 'nobody', password: 'wrong password' }],
    ['/venue/v1/session/accept', { invitation: 'none', password: 'a new password' }],
    ['/venue/v1/session/password', { old: 'wrong password', new: 'a new password' }],
    ['/v1/orders', { ...order, items }],
    [
      '/v1/orders/calculate',
      { point_id, order_type_id: 3, address: { latitude, longitude }, items: orderBody(venue).items },
    ],
    ['/v1/clients/auth/send-code', { phone: '+998901234567' }],
    ['/v1/clients/auth/verify-code', { phone: '+998901234567', otp: '123456', name: 'Aziza' }],
    [
      '/v1/clients/{client_id}/addresses',
      {
        latitude,
        longitude,
        name: 'Navoi 1',
        short_name: 'Home',
        apartment: '2',
        floor: '3',
        entrance: '4',
        intercom: '5',
        navigate: 'Blue gate',
      },
    ],
    ['/v1/delivery/check', { latitude, longitude }],
    [
      '/v1/attendance/events',
      { events: [{ event_id: 'bad', employee_id: cashier_id, type: 'check_in', time: marked_at }] },
    ],
    ['/v1/reservations', reservation],
    ['/v1/reservations/{reservation_id}/cancel', { reason: 'Ill', cancelled_by: 'guest', deposit_status: 'refunded' }],
    ['/v1/reservations/{reservation_id}/deposit', { status: 'refunded' }],
    [
      '/venue/v1/payroll/preview',
      {
        date_from: '2026-03-01',
        date_to: '2026-03-02',
        point_id,
        motivation: {
          id: motivation_id,
          ...sales,
          is_active: true,
          scope: {
            point_ids: [point_id],
            product_ids: [venue.products.tea],
            category_ids: [venue.category_id],
            menu_folder_ids: [folder.id],
            order_type_ids: [1],
            days: 'all',
          },
          employee_ids: [cashier_id],
        },
      },
    ],
    [`/v1/orders/{order_id}/payment`, { provider_payment_id: 'P-1', amount: 98_000, failed: null }],
    [`/v1/orders/{order_id}/cancel`, { cancel_cause_id: causes.plain, comment: 'Sorry' }],
  ]);
  bodies.set('/audit/v1/personal-data', { phone: '+998901234567' });
  const envelope = { command_id: randomUUID(), occurred_at: new Date().toISOString(), actor: 'Aziz' };
  for (const [type, fields] of Object.entries(commandBodies(venue, targets))) {
    bodies.set(`/venue/v1/commands/${type}`, { ...envelope, ...fields });
  }
});
afterAll(() => app.stop());

/** Where the log ends: it stays there while nothing is recorded. */
const logEnd = (): Promise<number> => app.tillstream.store.head();

const callerOf = (path: string): HttpClient => {
  if (path === '/v1/auth/token') return app.anonymous;
  if (path.startsWith('/v1/reservations')) return booker;
  if (path.endsWith('/payment')) return payer;
  if (path.startsWith('/v1/attendance')) return clockIn;
  if (path.startsWith('/venue/v1/session')) return person;
  if (path.startsWith('/v1')) return venue.partner;
  if (path.startsWith('/audit')) return venue.auditor;
  return path.endsWith('/CreateBrand') ? platform : venue.till;
};

const post = (path: string, body: unknown): Promise<HttpAnswer> => {
  const text = toJson(body);
  const filled = path
    .replace('{order_id}', String(orderId))
    .replace('{client_id}', String(clientId))
    .replace('{reservation_id}', reservationId);
  return callerOf(path).send('POST', filled, {
    headers: { 'content-type': 'application/json' },
    ...(text !== undefined && { body: text }),
  });
};

interface Field {
  /** As messages name it: `items[0].product_id`. */
  readonly name: string;
  readonly path: readonly (string | number)[];
  readonly isRequired: boolean;
  readonly isNullable: boolean;
}

/** Every documented field of a body. Throws when the body has nothing where there are more fields below. */
const fieldsOf = (schema: Schema, body: unknown, path: Field['path'] = [], name = ''): Field[] => {
  if (schema.allOf) return schema.allOf.flatMap((part) => fieldsOf(part, body, path, name));
  const below = (key: string | number, child: Schema, childName: string, isRequired: boolean): Field[] => {
    const here = { path: [...path, key], name: childName, isRequired, isNullable: isNullable(child) };
    const value = (body as Record<string | number, unknown>)[key];
    if (value == null && (child.properties || child.items)) throw new Error(`the body has no ${childName} to go into`);
    return [here, ...(value == null ? [] : fieldsOf(child, value, here.path, childName))];
  };
  if (schema.items && Array.isArray(body)) return below(0, schema.items, `${name}[0]`, false);
  return Object.entries(schema.properties ?? {}).flatMap(([key, child]) =>
    below(key, child, name === '' ? key : `${name}.${key}`, schema.required?.includes(key) ?? false),
  );
};

const isNullable = ({ type, anyOf, oneOf = anyOf }: Schema): boolean =>
  type === 'null' || (typeof type === 'object' && type.includes('null')) || (oneOf?.some(isNullable) ?? false);

const changed = (body: object, path: Field['path'], change: (holder: Record<string | number, unknown>) => void) => {
  const copy = structuredClone(body);
  let holder = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) holder = holder[key] as Record<string | number, unknown>;
  change(holder);
  return copy;
};

const routesWithBody = () =>
  Object.entries(document.paths).flatMap(([path, { post: operation }]) => {
    const schema = operation?.requestBody?.content['application/json']?.schema;
    // What OLAP takes depends on its kind: reports/olap-refusals.test.ts asks for it.
    const isApart =
      ['/venue/v1/commands', '/venue/v1/command-check'].includes(path) || path.startsWith('/v1/reports/olap');
    return schema && !isApart ? [{ path, schema }] : [];
  });

const inTens = async (jobs: readonly (() => Promise<void>)[]): Promise<void> => {
  for (let start = 0; start < jobs.length; start += 10) {
    await Promise.all(jobs.slice(start, start + 10).map((job) => job()));
  }
};

/** A change of a body, what is wrong with it, and the field that the answer must name. */
const badBodies = (path: string, schema: Schema) => {
  const body = bodies.get(path);
  if (!body) throw new Error(`no body for ${path}`);
  const route = path.split('/').at(-1)!;
  const fields = fieldsOf(schema, body);
  // Marks are answered each for itself, and never with a 400: see attendance.test.ts.
  const refused = route === 'events' ? fields.filter(({ path }) => path.length === 1) : fields;
  return refused.flatMap((field) => {
    const key = field.path.at(-1)!;
    const set = (value: unknown) =>
      changed(body, field.path, (holder) => {
        holder[key] = value;
      });
    const values = BAD_VALUES[kindOf(route, field.name)].map((value) => ({ field, bad: value, body: set(value) }));
    if (typeof key === 'string' && field.isRequired) {
      values.push({ field, bad: 'missing', body: changed(body, field.path, (holder) => void delete holder[key]) });
    }
    if (!field.isNullable) values.push({ field, bad: null, body: set(null) });
    // Every third value of each field here, all of them in `npm run test:long`.
    const first = field.name.length % 3;
    return isLong ? values : values.filter((_, index) => index % 3 === first);
  });
};

test('each field of a body refuses a wrong value with a 400 that names the field, and nothing is stored', {
  timeout: 120_000,
}, async () => {
  const before = await logEnd();
  const wrong: string[] = [];
  let sent = 0;
  for (const { path, schema } of routesWithBody()) {
    const jobs = badBodies(path, schema).map(({ field, bad, body }) => async () => {
      const { status, body: answer } = await post(path, body);
      sent += 1;
      if (status === 400 && names(answer, field.name) && isOurs(answer.code)) return;
      wrong.push(
        `${path} ${field.name} = ${toJson(bad)?.slice(0, 60)}: ${status} ${JSON.stringify(answer).slice(0, 200)}`,
      );
    });
    await inTens(jobs);
  }
  expect(wrong).toEqual([]);
  expect(sent).toBeGreaterThan(1_800);
  expect(await logEnd()).toBe(before);
});

test('a text as long as the contract allows is accepted, one character more is not', async () => {
  const { partner } = venue;
  const place = (fields: Record<string, unknown>) => partner.post('/v1/orders', orderBody(venue, fields));
  const items = (comment: string) => orderBody(venue).items.map((item) => ({ ...item, comment }));
  const lengths: [string, number, (text: string) => Record<string, unknown>][] = [
    ['comment', 500, (comment) => ({ comment })],
    ['items[0].comment', 255, (comment) => ({ items: items(comment) })],
    ['external_id', 255, (external_id) => ({ external_id })],
    ['client.name', 255, (name) => ({ client: { phone: '+998901234567', name } })],
  ];
  for (const [field, max, fields] of lengths) {
    // A letter is a letter, in any script.
    for (const letter of ['x', 'ў']) {
      expect((await place(fields(letter.repeat(max)))).status, field).toBe(200);
      const refused = await place(fields(letter.repeat(max + 1)));
      expect(refused).toMatchObject({ status: 400, body: { code: 'field_too_long' } });
      expect(refused.body.message).toContain(field);
      expect(refused.body.message).toContain(String(max));
    }
  }
});

test('text of any script comes back as it was sent', async () => {
  const { partner } = venue;
  for (const text of [
    '👩‍👩‍👧‍👦 Шахло',
    '\u202eمرحبا\u202c',
    'e\u0301 ≠ é',
    'Oʻzbekiston',
    '<b>"&\\',
    'line\nline\ttab',
    'line\u2028line',
  ]) {
    const placed = await partner.post('/v1/orders', orderBody(venue, { comment: text, external_id: text }));
    expect(placed.body).toMatchObject({ comment: text, external_id: text });
    expect((await partner.get(`/v1/orders/${placed.body.order_id}`)).body).toEqual(placed.body);
  }
});

/** The place of each object in a body, and what messages put before the names of its fields. */
const objectsOf = (value: unknown, path: Field['path'] = [], name = ''): Pick<Field, 'path' | 'name'>[] => {
  if (Array.isArray(value)) return value.slice(0, 1).flatMap((it) => objectsOf(it, [...path, 0], `${name}[0]`));
  if (value === null || typeof value !== 'object') return [];
  const before = name === '' ? '' : `${name}.`;
  const inside = Object.entries(value).flatMap(([key, it]) => objectsOf(it, [...path, key], `${before}${key}`));
  return [{ path, name: before }, ...inside];
};

test('a field that a venue’s or an auditor’s body does not have is refused by name, wherever it stands', async () => {
  const before = await logEnd();
  const wrong: string[] = [];
  const documented = (schema: Schema | undefined): unknown => schema && 'additionalProperties' in schema;
  const strict = routesWithBody().filter(({ path }) => !path.startsWith('/v1'));
  for (const { path, schema } of strict) {
    if (!documented(schema)) wrong.push(`${path} is documented as open`);
    const body = bodies.get(path)!;
    const isTills = path.includes('/commands/') && !path.endsWith('/CreateBrand');
    const jobs = objectsOf(body).flatMap(({ path: place, name }) =>
      ['pont_id', '__proto__', 'constructor', ''].map((typo) => async () => {
        const bad = changed(body, [...place, typo], (holder) => {
          Object.defineProperty(holder, typo, { value: null, enumerable: true });
        });
        // Keys of this record are order types: another one is a wrong value, not an unknown field.
        if (name.startsWith('default_order_type_sub_ids')) return;
        const single = await post(path, bad);
        const type = path.split('/').at(-1)!;
        const inBatch = async () => (await post('/venue/v1/commands', { commands: [{ type, fields: bad }] })).body;
        const answers = [single.body, ...(isTills ? [(await inBatch()).results[0]] : [])];
        for (const { code, message } of answers) {
          if (code === 'field_unknown' && message.includes(`${name}${typo}`)) continue;
          wrong.push(`${path} ${name}${typo}: ${single.status} ${code} ${message}`);
        }
      }),
    );
    await inTens(jobs.filter((_, index) => isLong || index % 4 === path.length % 4));
  }
  expect(wrong).toEqual([]);
  expect(await logEnd()).toBe(before);
});

test('a batch goes on after a command with an unknown field', async () => {
  const region = (fields: object) => ({ type: 'DefineRegion', command_id: randomUUID(), name: 'Here', ...fields });
  const commands = [region({}), region({ nmae: 'There' }), region({ fields: { nmae: 1 } }), region({})];
  const { results } = (await post('/venue/v1/commands', { commands })).body;
  expect(results.map(({ code }: { code: string | null }) => code)).toEqual([
    ...[null, 'field_unknown', 'field_unknown', null],
  ]);
  expect(results[1].message).toContain('nmae');
  const whole = await post('/venue/v1/commands', { commands, atomic: true });
  expect(whole).toMatchObject({ status: 400, body: { code: 'field_unknown' } });
});

test('unknown fields of partners are ignored, whatever they are called', async () => {
  const odd = JSON.parse('{"__proto__": {"point_id": 1}, "constructor": 1, "toString": 2, "": 3, "price": -1}');
  const placed = await venue.partner.post('/v1/orders', {
    ...orderBody(venue),
    ...odd,
    order_id: 1,
    status: 'CLOSED',
  });
  expect(placed).toMatchObject({ status: 200, body: { status: 'CREATED', total_amount: 98_000 } });
});

test('a body that is no object is a 400', async () => {
  const before = await logEnd();
  for (const { path } of [...routesWithBody(), { path: '/venue/v1/commands' }, { path: '/venue/v1/command-check' }]) {
    for (const body of [[], 'text', 1, true, undefined, null]) {
      const mayBeLeftOut = path.endsWith('/cancel') && body == null;
      if (mayBeLeftOut) continue;
      const answer = await post(path, body);
      expect({ path, body, status: answer.status }).toEqual({ path, body, status: 400 });
    }
  }
  expect(await logEnd()).toBe(before);
});
