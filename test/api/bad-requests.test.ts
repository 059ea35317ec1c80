// A database of its own: bodies are limited to less than usual, and nothing may be added to the log.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { LANGUAGES, type Language } from '../../src/api/http/messages/languages.ts';
import { messageOf } from '../../src/api/http/messages/messages.ts';
import { audiencesOf } from '../../src/api/http/openapi/audience-document.ts';
import { venueLists } from '../../src/api/venue/lists/index.ts';
import { namesOf } from '../../src/domain/names-of.ts';
import type { OpenApi } from '../support/api-requests.ts';
import { command, type TestApp } from '../support/app.ts';
import { isOurs, names } from '../support/bad-values.ts';
import { dereference } from '../support/dereference.ts';
import type { HttpAnswer, HttpClient } from '../support/http-client.ts';
import { personClient } from '../support/people.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';
import { workMs } from '../support/work.ts';

let app: TestApp;
let venue: TestVenue;
/** With every permission: a missing one would be told before anything else. */
let partner: HttpClient;
let platform: HttpClient;
let document: OpenApi;
let person: HttpClient;
let orderId: number;
let clientId: number;
let reservationId: string;
let organizationId: number;
/** Of an event of the brand, and of a tree that holds it. */
let ownPosition: number;
let treeSize: number;

beforeAll(async () => {
  app = await startVenueApp({ bodyLimit: 300_000 });
  venue = await createVenue(app);
  platform = await app.platform();
  const permissions = ['reports', 'attendance', 'table_booking', 'payments'];
  const terms = { audience: 'partner', name: 'everything', permissions, showcase_ids: [venue.menu_id] };
  partner = await app.client((await command(venue.till, 'IssueKey', terms)).api_key);
  const booked = await partner.post('/v1/reservations', {
    point_id: venue.point_id,
    external_id: 'bad-requests',
    guests: 2,
    guest: { phone: '+998901234567' },
    date: Temporal.Now.plainDateISO('Asia/Tashkent').add({ days: 2 }).toString(),
    start_time: '12:00',
  });
  reservationId = booked.body.id;
  organizationId = (await command(venue.till, 'RegisterOrganization', { name: 'Artel' })).id;
  document = dereference((await app.anonymous.get('/openapi.json')).body);
  person = await personClient(app, venue.brand_id, 'owner');
  orderId = (await venue.partner.post('/v1/orders', orderBody(venue))).body.order_id;
  ownPosition = (await venue.auditor.get('/audit/v1/events?limit=1')).body.events[0].position;
  treeSize = (await venue.auditor.get('/audit/v1/log/checkpoint?new=true')).body.size;
  clientId = (await venue.till.get(`/venue/v1/orders/${orderId}`)).body.client.client_id;
});
afterAll(() => app.stop());

/** Where the log ends: it stays there while nothing is recorded. */
const logEnd = (): Promise<number> => app.tillstream.store.head();

const clientOf = (path: string): HttpClient => {
  if (path === '/v1/auth/token') return app.anonymous;
  if (path.startsWith('/v1')) return partner;
  if (path.startsWith('/venue/v1/session')) return person;
  if (path.endsWith('/CreateBrand')) return platform;
  return path.startsWith('/audit') ? venue.auditor : venue.till;
};

/** A documented path with ids that exist. */
const filled = (path: string): string =>
  path
    .replace('{id}', String(venue.menu_id))
    .replace('{order_id}', String(orderId))
    .replace('{client_id}', String(clientId))
    .replace('{employee_id}', String(venue.cashier_id))
    .replace('{reservation_id}', reservationId)
    .replace('{point_id}', venue.point_id)
    .replace('{key_id}', venue.partnerKeyId)
    .replace('{product_id}', String(venue.products.tea))
    .replace('{showcase_id}', String(venue.menu_id))
    .replace('{payment_type_id}', String(venue.cash))
    .replace('{session_id}', venue.point_id)
    .replace('{organization_id}', String(organizationId))
    // Of these there is none: a value is refused before anything is looked for.
    .replace(/{\w+_id}/, '1');

describe('queries and paths', () => {
  const NO_ID = ['x', '0', '-1', '1.5', '1e3', '0x1', '99999999999999999999', '9007199254740993', '%00', 'NaN', '٣'];
  const NO_UUID = ['x', '1', '%00', 'null', 'g'.repeat(36), `${'a'.repeat(36)}`];
  const NO_TEXT = ['%00', 'x'.repeat(300)];
  const NO_INSTANT = ['x', '2026-03-01', '2026-03-01T10:00:00', '0000-01-01T00:00:00Z', '1'];
  const noInteger = (min: number, max?: number) => [
    ...['x', '1.5', '1e3', 'NaN', '%00', String(min - 1), '99999999999999999999'],
    ...(max === undefined ? [] : [String(max + 1)]),
  ];

  type Values = readonly [bad: readonly string[], good: () => string];
  const AT: Values = [['x', '2026-03-01', '1.5', '-1', '%00', 'x'.repeat(65)], () => '2026-03-01T10:00:00Z'];
  const DATE: Values = [['x', '2026-02-30', '2026-3-1', '2026-03-01T10:00:00Z', '%00'], () => '2026-03-02'];
  const POINT: Values = [NO_UUID, () => venue.point_id];
  const POINTS: Values = [[...NO_UUID, '00000000-0000-0000-0000-000000000000,x'], () => venue.point_id];
  const PERIOD = { date_from: DATE, date_to: DATE, point_id: POINTS };
  const PAGE: Record<string, Values> = {
    after_id: [noInteger(0), () => '0'],
    limit: [noInteger(1, 1_000), () => '1000'],
  };

  const FLAG: Values = [['yes', '1', 'TRUE', '%00'], () => 'true'];
  const oneOf = (good: string): Values => [['x', good.toUpperCase(), '%00'], () => good];
  const FILTERS: Record<string, Values> = {
    point_id: POINT,
    ...Object.fromEntries(
      [
        ...['hall_id', 'region_id', 'district_id', 'parent_id', 'category_id', 'menu_folder_id'],
        ...['employee_id', 'supplier_id'],
      ].map((name) => [name, [NO_ID, () => '1']]),
    ),
    order_type_id: [noInteger(1, 3), () => '2'],
    source: oneOf('safe'),
    type: oneOf('product'),
    standing: oneOf('active'),
    state: oneOf('open'),
    audience: oneOf('partner'),
    role: [NO_TEXT, () => 'waiter'],
    is_active: FLAG,
    is_revoked: FLAG,
    kind: oneOf('bonus'),
    date_from: DATE,
    date_to: DATE,
  };
  /** Each list of what the brand has defined. */
  const DEFINED = venueLists.map(({ path, filters = {}, limits: [most] = [1_000], entry, source }) => {
    const [id] = Object.values(entry.shape);
    const isByUuid = id instanceof z.ZodUUID;
    const after_id: Values = isByUuid ? POINT : [noInteger(0), () => '0'];
    // What makes these fields is tried whole above: here two of each say that it is there.
    const few = ([bad, good]: Values): Values => [bad.slice(0, 2), good];
    const own = Object.fromEntries(namesOf(filters).map((name) => [name, few(FILTERS[name]!)]));
    if (source.retired) own.retired = few(FLAG);
    const limit: Values = [['0', String(most + 1)], () => '10'];
    return [`/venue/v1/${path}`, { after_id: few(after_id), limit, ...own }] as const;
  });

  const TABLE: Record<string, Values> = {
    separator: [['|', 'comma', '%09', '%00'], () => ';'],
    bom: [['yes', '1', '%00'], () => 'true'],
  };

  const AUDITED = [
    ...['orders/{order_id}', 'clients/{client_id}', 'employees/{employee_id}', 'reservations/{reservation_id}'],
    ...['points/{point_id}', 'shifts/{shift_id}', 'products/{product_id}', 'showcases/{showcase_id}'],
    ...['payment-types/{payment_type_id}', 'zones/{zone_id}', 'keys/{key_id}', 'webhooks/{key_id}'],
    ...['organizations/{organization_id}', 'suppliers/{supplier_id}', 'accounts/{account_id}'],
    'motivations/{motivation_id}',
  ];
  const ofEntity = (entity: string): [string, Record<string, Values>][] => [
    [`/audit/v1/${entity}`, { at: AT }],
    [`/audit/v1/${entity}/blame`, { at: AT }],
    [`/audit/v1/${entity}/diff`, { from: AT, to: AT }],
  ];

  /** What parameters of these names mean in each report and export. */
  const OF_REPORTS: Readonly<Record<string, Values>> = { ...PERIOD, ...PAGE, ...TABLE, as_of: AT };

  /** Every other parameter of every query, the values it must refuse and one that it takes. */
  const QUERIES: Readonly<Record<string, Readonly<Record<string, Values>>>> = {
    '/v1/order-types': { language: [['de', 'RU', '%00', '1'], () => 'en'] },
    '/v1/order-type-subs': { order_type_id: [noInteger(1, 3), () => '1'] },
    '/v1/payment-types': { point_id: [NO_UUID, () => venue.point_id] },
    '/v1/menus/{id}': { point_id: [NO_UUID, () => venue.point_id] },
    '/v1/nomenclature': { point_id: [NO_UUID, () => venue.point_id] },
    '/v1/stop-list': { point_id: [NO_UUID, () => venue.point_id] },
    '/venue/v1/orders/stream': { point_id: [NO_UUID, () => venue.point_id] },
    '/venue/v1/points/{point_id}/stream': { after: [noInteger(0), () => '0'] },
    '/venue/v1/orders': {
      point_id: [NO_UUID, () => venue.point_id],
      status: [['x', 'created', 'CREATED,x', 'CREATED,', '%00'], () => 'CREATED,CLOSED'],
      after_id: [noInteger(0), () => '0'],
      limit: [noInteger(1, 1_000), () => '1000'],
    },
    '/audit/v1/events': {
      stream: [NO_TEXT, () => 'order-1'],
      entity: [NO_TEXT, () => 'order'],
      entity_id: [NO_TEXT, () => '1'],
      type: [NO_TEXT, () => 'OrderPlaced,ChequeClosed'],
      actor: [NO_TEXT, () => 'till'],
      point_id: [NO_UUID, () => venue.point_id],
      from: [NO_INSTANT, () => '2026-03-01T10:00:00+05:00'],
      to: [NO_INSTANT, () => '2026-03-01T10:00:00Z'],
      after: [noInteger(0), () => '0'],
      limit: [noInteger(1, 10_000), () => '10'],
    },
    '/audit/v1/events/counts': {
      stream: [NO_TEXT, () => 'order-1'],
      entity: [NO_TEXT, () => 'order'],
      entity_id: [NO_TEXT, () => '1'],
      type: [NO_TEXT, () => 'OrderPlaced,ChequeClosed'],
      actor: [NO_TEXT, () => 'till'],
      point_id: [NO_UUID, () => venue.point_id],
      from: [NO_INSTANT, () => '2026-03-01T10:00:00+05:00'],
      to: [NO_INSTANT, () => '2026-03-02T10:00:00Z'],
      buckets: [noInteger(1, 200), () => '10'],
    },
    '/audit/v1/clients/{client_id}/personal-data': {
      after_order_id: [noInteger(1), () => '1'],
      limit: [noInteger(1, 1_000), () => '10'],
    },
    '/audit/v1/log/checkpoint': { new: [['x', 'yes', '%00'], () => 'true'] },
    '/audit/v1/log/checkpoints': { after: [noInteger(0), () => '0'], limit: [noInteger(1, 1_000), () => '10'] },
    '/audit/v1/log/inclusion': {
      position: [noInteger(1), () => String(ownPosition)],
      size: [[...noInteger(1), '999999999'], () => String(treeSize)],
    },
    '/audit/v1/log/consistency': {
      from: [[...noInteger(0), '999999999'], () => '1'],
      to: [[...noInteger(0), '999999999'], () => String(treeSize)],
    },
    ...Object.fromEntries(AUDITED.flatMap(ofEntity)),
    '/audit/v1/points/{point_id}/menu': {
      at: AT,
      menu_id: [NO_ID, () => String(venue.menu_id)],
      key_id: [NO_UUID, () => venue.partnerKeyId],
    },
    '/audit/v1/points/{point_id}/stop-list': { at: AT },
    '/audit/v1/points/{point_id}/floor': { at: AT },
    '/audit/v1/points/{point_id}/board': { at: AT },
    '/audit/v1/points/{point_id}/today': { at: AT },
    '/audit/v1/points/{point_id}/activity': {
      from: [NO_INSTANT, () => '2026-03-01T10:00:00Z'],
      to: [NO_INSTANT, () => '2026-03-02T10:00:00Z'],
      buckets: [noInteger(1, 1_000), () => '10'],
    },
    '/audit/v1/points/{point_id}/activity/step': {
      from: AT,
      direction: [['x', 'Next', '%00'], () => 'next'],
    },
    '/audit/v1/points/{point_id}/activity/known': { at: [NO_INSTANT, () => '2026-03-01T10:00:00Z'] },
    '/v1/attendance/employees': { point_id: POINTS, search: [NO_TEXT, () => 'aziz'] },
    '/v1/attendance/shifts': PERIOD,
    '/v1/reports/olap/columns': { kind: [['x', 'Sales', '%00'], () => 'sales'] },
    '/v1/reports/abc-xyz': {
      bucket: [['x', 'Week', '%00'], () => 'week'],
      abc_by: [['x', 'revenue', '%00'], () => 'quantity'],
      x_max: [['x', '0', '-1', '1e3', '%00'], () => '10'],
      y_max: [['x', '0', '-1', '1e3', '%00'], () => '25'],
      menu_ids: [NO_ID, () => '1'],
      category_ids: [NO_ID, () => '1'],
      with_series: [['x', 'yes', '%00'], () => 'true'],
    },
    '/v1/reports/products': {
      types: [['x', 'Product', 'product,x', '%00'], () => 'product,service'],
      status: [['x', 'Active', '%00'], () => 'all'],
      menu_ids: [NO_ID, () => '1'],
      search: [NO_TEXT, () => 'plov'],
    },
    '/v1/reports/shifts': { state: [['x', 'Open', 'closed', '%00'], () => 'open'] },
    '/v1/reports/money-movements': {
      source: [['x', 'Safe', 'safe,x', '%00'], () => 'safe,bank'],
      direction: [['x', 'Plus', 'neutral', '%00'], () => 'plus'],
      group_by: [['x', 'Day', '%00'], () => 'day_purpose'],
    },
    '/v1/reports/payroll/days': { employee_id: [NO_ID, () => String(venue.cashier_id)] },
    '/v1/reports/organizations': { only_debt: [['x', 'yes', '%00'], () => 'true'] },
    '/v1/reports/suppliers': { only_debt: [['x', 'yes', '%00'], () => 'true'] },
    '/v1/reports/organization-payments': { organization_id: [NO_ID, () => String(organizationId)] },
    '/v1/reports/registrations': { group_by: [['x', 'Month', '%00'], () => 'week'] },
    '/v1/reports/menu-folders': { status: [['x', 'Active', '%00'], () => 'all'] },
    '/v1/webhooks/events': { after: [NO_UUID, () => venue.point_id], limit: [noInteger(1, 500), () => '10'] },
    '/v1/orders': {
      external_id: [['%00', 'x'.repeat(256)], () => 'x'],
      point_id: POINT,
      changed_since: [['x', '2026-03-01', '%00', 'x'.repeat(65)], () => '2026-03-01T10:00:00Z'],
      after_id: [noInteger(1), () => '1'],
      limit: [noInteger(1, 1_000), () => '10'],
    },
    '/v1/reservations/settings': { point_id: POINT },
    '/v1/reservations/halls': { point_id: POINT },
    '/v1/reservations/availability': {
      point_id: POINT,
      date: DATE,
      guests: [noInteger(1, 1_000), () => '2'],
      time: [['x', '24:00', '7:00', '19:00:00', '%00'], () => '19:00'],
      duration_minutes: [noInteger(1, 100_000), () => '60'],
    },
    '/v1/reservations': {
      point_id: POINT,
      date_from: DATE,
      date_to: DATE,
      status: [['x', 'CREATED', 'created,x', '%00'], () => 'created,pending'],
      include: [['x', 'Occupancy', '%00'], () => 'occupancy'],
      changed_since: [['x', '2026-03-01', '%00', 'x'.repeat(65)], () => '2026-03-01T10:00:00Z'],
      // Null is what the feed itself answers where it names no change.
      after_id: [NO_UUID.filter((value) => value !== 'null'), () => venue.point_id],
      limit: [noInteger(1, 1_000), () => '10'],
    },
    '/venue/v1/reservations': {
      point_id: POINT,
      date_from: DATE,
      date_to: DATE,
      status: [['x', 'CREATED', 'created,x', '%00'], () => 'created,pending'],
      limit: [noInteger(1, 10_000), () => '10'],
    },
    '/venue/v1/special-days': {
      point_id: POINT,
      date_from: DATE,
      date_to: DATE,
      limit: [noInteger(1, 10_000), () => '10'],
    },
    '/venue/v1/tables': { point_id: POINT },
    '/venue/v1/images': {
      sha256: [['', 'x', 'A'.repeat(64), `${'a'.repeat(64)},`, '%00'], () => 'a'.repeat(64)],
    },
    '/venue/v1/external-ids': {
      list: [['x', 'Halls', 'employees', '__proto__', '%00'], () => 'halls'],
      after: [['%00', 'x'.repeat(300)], () => 'plov'],
      limit: [noInteger(1, 5_000), () => '10'],
    },
    ...Object.fromEntries(DEFINED),
    '/venue/v1/accounts': { after_id: [noInteger(0), () => '0'], limit: [noInteger(1, 1_000), () => '10'] },
    '/venue/v1/clients': {
      search: [NO_TEXT, () => 'aziz'],
      before_id: [noInteger(1), () => '100'],
      limit: [noInteger(1, 200), () => '10'],
    },
    '/venue/v1/deliveries': {
      kind: [['x', 'Webhook', '%00'], () => 'webhook,loyalty'],
      before_id: [noInteger(1), () => '100'],
      newest_first: [['x', 'yes', '%00'], () => 'true'],
      status: [['x', 'Pending', '%00'], () => 'pending'],
      key_id: [NO_UUID, () => venue.partnerKeyId],
      order_id: [noInteger(1), () => '1'],
      after_id: [noInteger(0), () => '0'],
      limit: [noInteger(1, 1_000), () => '10'],
    },
  };

  const parametersOf = (path: string, place: 'query' | 'path') =>
    (document.paths[path]?.get?.parameters ?? []).filter((parameter) => parameter.in === place);

  /** For each of these parameters of the path: what it refuses, and what it takes. */
  const valuesOf = (path: string, known: readonly string[]): Readonly<Record<string, Values>> => {
    const isReport = /^\/v1\/(reports|export)\//.test(path);
    const common = isReport ? Object.entries(OF_REPORTS).filter(([name]) => known.includes(name)) : [];
    return { ...Object.fromEntries(common), ...QUERIES[path] };
  };

  test('each parameter refuses a wrong value, and to be given twice, with a 400 that names it', async () => {
    for (const path of Object.keys(QUERIES)) expect(document.paths[path]?.get, path).toBeDefined();
    for (const path of Object.keys(document.paths)) {
      const known = parametersOf(path, 'query').map(({ name }) => name);
      const parameters = valuesOf(path, known);
      expect(Object.keys(parameters).sort(), path).toEqual(known.sort());
      const required = parametersOf(path, 'query').filter((parameter) => parameter.required);
      for (const [name, [bad, good]] of Object.entries(parameters)) {
        const others = required.filter((it) => it.name !== name).map((it) => `${it.name}=${parameters[it.name]![1]()}`);
        const ask = (own: string) => clientOf(path).get(`${filled(path)}?${[...others, own].join('&')}`);
        const twice = `${name}=${good()}&${name}=${good()}`;
        for (const own of [...bad.map((value) => `${name}=${value}`), twice, `${twice}&${name}=x`]) {
          const { status, body } = await ask(own);
          const expected = { path, own, status: 400, isNamed: true };
          expect({ path, own, status, isNamed: names(body, name) && isOurs(body.code) }).toEqual(expected);
        }
        if (required.some((it) => it.name === name)) {
          for (const own of ['', `${name}=`]) {
            expect(await ask(own)).toMatchObject({ status: 400, body: { code: 'field_required' } });
          }
          const spelled = name.toUpperCase();
          const misspelled = await ask(`${spelled}=${good()}`);
          expect(misspelled).toMatchObject({ status: 400, body: { code: 'parameter_unknown' } });
          expect(names(misspelled.body, spelled)).toBe(true);
        }
      }
    }
  });

  test('a parameter that a route does not know is a 400 that names it, whatever the route and the method', async () => {
    const before = await logEnd();
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const method of Object.keys(methods)) {
        for (const own of ['typo=', 'typo=1', 'typo=1&typo=2', 'typo[]=x']) {
          const { status, body } = await clientOf(path).send(method.toUpperCase(), `${filled(path)}?${own}`);
          const told = { status, code: body.code, isNamed: names(body, own.split('=')[0]!) };
          expect({ path, own, ...told }).toEqual({ path, own, status: 400, code: 'parameter_unknown', isNamed: true });
        }
      }
    }
    expect(await logEnd()).toBe(before);
  });

  test('every route takes a language, in which it tells what is wrong', async () => {
    const before = await logEnd();
    const wrong = (language: Language, field = 'typo') => messageOf(language, 'parameter_unknown', { field });
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const method of Object.keys(methods)) {
        const ask = async (query: string, accepted: string) => {
          const headers = { 'accept-language': accepted };
          const { status, body } = await clientOf(path).send(method.toUpperCase(), filled(path) + query, { headers });
          return { place: `${method} ${path}`, status, message: body.message, field: body.field };
        };
        const told = (message: string, field = 'typo') => ({ place: `${method} ${path}`, status: 400, message, field });
        expect(await ask('?typo=1&language=tr', 'uz-Cyrl')).toEqual(told(wrong('tr')));
        expect(await ask('?typo=1', 'de, uz-Cyrl;q=0.9, ru;q=0.8')).toEqual(told(wrong('uz_cyrl')));
        const params = { field: 'language', allowed: [...LANGUAGES] };
        // A program of the venue has a typo. A partner may pass on what a guest's phone says.
        const isLenient = path.startsWith('/v1') || audiencesOf(document, methods[method]!).includes('public');
        const unspoken = await ask(isLenient ? '?language=tlh&typo=1' : '?language=tlh', 'ru');
        const expected = isLenient ? told(wrong('ru')) : told(messageOf('ru', 'field_not_allowed', params), 'language');
        expect(unspoken).toEqual(expected);
        const twice = await ask('?language=tr&language=ru', 'ru');
        expect(twice).toEqual(told(messageOf('ru', 'field_repeated', { field: 'language' }), 'language'));
      }
    }
    expect(await logEnd()).toBe(before);
  });

  test('each id in a path refuses a wrong value with a 400 that names it', async () => {
    const before = await logEnd();
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { parameters = [] }] of Object.entries(methods)) {
        for (const { name } of parameters.filter((parameter) => parameter.in === 'path')) {
          for (const bad of ['point_id', 'reservation_id', 'key_id'].includes(name) ? NO_UUID : NO_ID) {
            const here = filled(path.replace(`{${name}}`, encodeURIComponent(decodeURIComponent(bad))));
            const query = parametersOf(path, 'query').some((it) => it.required) ? `?point_id=${venue.point_id}` : '';
            const { status, body } = await clientOf(path).send(method.toUpperCase(), here + query);
            expect({ here, status, isNamed: names(body, name) }).toEqual({ here, status: 400, isNamed: true });
          }
        }
      }
    }
    expect(await logEnd()).toBe(before);
  });

  test('malformed percent-encoding is a 400 in a path, and no parameter that counts in a query', async () => {
    for (const path of ['/v1/orders/%', '/v1/orders/%zz', '/v1/orders/%ED%A0%80', '/v1/points/%E0%A4%A/is-alive']) {
      expect(await venue.partner.get(path)).toMatchObject({ status: 400, body: { code: 'path_malformed' } });
    }
    expect((await venue.partner.get('/v1/points?&')).status).toBe(200);
    expect((await venue.partner.get('/v1/points?%zz=%zz')).body.code).toBe('parameter_unknown');
    expect((await venue.partner.get('/v1/payment-types?point_id=%')).status).toBe(400);
  });
});

describe('requests that are none', () => {
  test.each([
    '',
    '{',
    '{"a":}',
    'nul',
    '{}{}',
    "{'a':1}",
    '[1,',
    '\ufeff',
    '{"a":1e}',
    '"\\x"',
    `${'['.repeat(10_000)}`,
  ])('malformed JSON is a 400: no. %#', async (body) => {
    const before = await logEnd();
    for (const path of ['/v1/orders', '/venue/v1/commands/DefineRegion', '/venue/v1/commands', '/v1/auth/token']) {
      const headers = { 'content-type': 'application/json' };
      const { status, body: answer } = await clientOf(path).send('POST', path, { headers, body });
      const tooLarge = path === '/v1/auth/token' && body.length > 16_384;
      expect({ path, status }).toEqual({ path, status: tooLarge ? 413 : 400 });
      expect(answer.message).toEqual(expect.any(String));
    }
    expect(await logEnd()).toBe(before);
  });

  test('a body deeper than 64 lists and objects is a 400 on every route, however large and however sent', async () => {
    const before = await logEnd();
    const nested = (depth: number, size = 0): string =>
      `{"note":${'['.repeat(depth - 1)}"${'x'.repeat(size)}"${']'.repeat(depth - 1)}}`;
    const json = { 'content-type': 'application/json' };
    const paths = Object.entries(document.paths).flatMap(([path, { post }]) =>
      post?.requestBody?.content['application/json'] ? [path] : [],
    );
    expect(paths.length).toBeGreaterThan(100);
    for (const path of paths) {
      const send = (body: string) => clientOf(path).send('POST', filled(path), { headers: json, body });
      expect({ path, ...(await send(nested(65))) }).toMatchObject({
        path,
        status: 400,
        body: { code: 'body_too_deep' },
      });
    }
    const deepest = await venue.partner.send('POST', '/v1/orders', { headers: json, body: nested(64) });
    expect(deepest.body.code).toBe('field_required');
    for (const body of [nested(65, 100_000), nested(100_000)]) {
      const { body: answer } = await venue.partner.send('POST', '/v1/orders', { headers: json, body });
      expect(answer).toMatchObject({ code: 'body_too_deep', message: expect.stringContaining('64') });
    }
    expect(await logEnd()).toBe(before);
  });

  test('a body that is not JSON at all is a 400', async () => {
    const body = JSON.stringify(orderBody(venue));
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=nonsense']) {
      const answer = await venue.partner.send('POST', '/v1/orders', { headers: { 'content-type': type }, body });
      expect({ type, status: answer.status }).toEqual({ type, status: 400 });
    }
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect((await venue.partner.send('POST', '/v1/orders', { headers, body })).status).toBe(400);
  });

  test('a body over the limit is a 413, and nothing is stored', async () => {
    const before = await logEnd();
    const huge = 'x'.repeat(300_001);
    const answers = [
      await venue.partner.post('/v1/orders', orderBody(venue, { note: huge })),
      await venue.till.post('/venue/v1/commands/DefineRegion', { command_id: randomUUID(), name: 'R', note: huge }),
      await app.anonymous.post('/v1/auth/token', { api_key: 'x'.repeat(20_000) }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 413, body: { code: 'body_too_large', message: expect.any(String) } });
    }
    expect(await logEnd()).toBe(before);
  });

  test('an unknown route is a 404 with a message', async () => {
    for (const path of [
      '/',
      '/v1',
      '/v1/',
      '/v1/order',
      '/V1/points',
      '/v1/points/',
      '/v1//points',
      '/v2/points',
      '/venue/v1/commands/Nope',
      '/..%2fv1/points',
    ]) {
      const answer = await venue.partner.get(path);
      const found = path === '/v1/points/' && answer.status === 200;
      if (!found)
        expect({ path, ...answer }).toMatchObject({ path, status: 404, body: { message: expect.any(String) } });
    }
    const unknown = await venue.till.post('/venue/v1/commands/Nope', { command_id: randomUUID() });
    expect(unknown.status).toBe(404);
  });

  test('another method of a known route is a 405 that names those it has', async () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((it) => !(it.toLowerCase() in methods))) {
        const answer = await app.anonymous.send(method, filled(path));
        expect({ path, method, status: answer.status }).toEqual({ path, method, status: 405 });
        expect(answer.headers.get('allow')?.toLowerCase()).toContain(Object.keys(methods)[0]);
        expect(answer.body.message).toEqual(expect.any(String));
      }
    }
  });

  test('ten thousand items, commands or brackets are answered in under a second', async () => {
    const { partner, till, products } = venue;
    const before = await logEnd();
    const item = { product_id: products.tea, quantity: 1 };
    const command_id = randomUUID();
    const many = (one: unknown) => Array(10_000).fill(one);
    const asked: (() => Promise<HttpAnswer>)[] = [
      () => partner.post('/v1/orders', orderBody(venue, { items: many(1) })),
      () => partner.post('/v1/orders/calculate', { point_id: venue.point_id, items: many(item).slice(0, 9_000) }),
      () => partner.post('/v1/orders', orderBody(venue, { items: [{ ...item, modifiers: many({}) }] })),
      () => till.post('/venue/v1/commands', { commands: many({ type: 'X' }) }),
      () => till.post('/venue/v1/commands/SetStopList', { command_id, point_id: venue.point_id, entries: many({}) }),
      () =>
        partner.post(
          '/v1/orders',
          orderBody(venue, { note: JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)), items: [] }),
        ),
    ];
    for (const ask of asked) {
      const start = workMs();
      expect((await ask()).status).toBe(400);
      expect(workMs() - start).toBeLessThan(1_000);
    }
    expect(await logEnd()).toBe(before);
  });

  test('as many lines as an order may have are priced in under a second', async () => {
    const { partner, products, point_id } = venue;
    const modifiers = Array(100).fill({ product_id: products.small, quantity: 0.01 });
    const start = workMs();
    const refused = await partner.post('/v1/orders/calculate', {
      point_id,
      items: Array(80).fill({ product_id: products.plov, quantity: 1, modifiers }),
    });
    expect(refused.body).toMatchObject({ total_amount: 80 * 45_000 });
    const items = Array(500).fill({ product_id: products.tea, quantity: 1 });
    expect((await partner.post('/v1/orders', orderBody(venue, { items }))).body.total_amount).toBe(4_000_000);
    expect(workMs() - start).toBeLessThan(1_000);
  });
});
