// A database of its own: it asks for anything, so others could not trust the app afterwards.

import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { request as ask, type Dispatcher } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audiencesOf } from '../../src/api/http/openapi/audience-document.ts';
import { type ApiRequest, apiRequests, type OpenApi, type Operation } from '../support/api-requests.ts';
import { command, type TestApp } from '../support/app.ts';
import { dereference } from '../support/dereference.ts';
import { effort } from '../support/effort.ts';
import type { HttpClient } from '../support/http-client.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import type { RealValues } from '../support/schema-arbitrary.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

/** The same requests at every run; another seed looks elsewhere: FUZZ_SEED=$RANDOM FUZZ_ROUNDS=80. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_301);
const AT_ONCE = 10;
const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? effort({ short: 19, long: 24 }));

let app: TestApp;
let venue: TestVenue;
let document: OpenApi;
let real: RealValues;
let tokens: Readonly<Record<string, string | undefined>>;

beforeAll(async () => {
  app = await startVenueApp();
  venue = await createVenue(app);
  document = dereference((await app.anonymous.get('/openapi.json')).body);
  const platform = await app.platform();
  const { till, auditor, menu_id } = venue;
  const everything = { permissions: ['reports', 'attendance', 'table_booking', 'payments'], showcase_ids: [menu_id] };
  const key = await command(till, 'IssueKey', { audience: 'partner', name: 'app', ...everything });
  const partner = await app.client(key.api_key);
  tokens = {
    partner: partner.token,
    venue: till.token,
    auditor: auditor.token,
    platform: platform.token,
    bad: 'ey.ey.ey',
  };
  real = await realValues(partner);
});
afterAll(() => app.stop());

/** Everything a request may name, by the field that names it; nothing whose end would lock the test out. */
const realValues = async (partner: HttpClient): Promise<RealValues> => {
  const { brand_id, point_id, till, products, cash, card, causes, category_id, menu_id } = venue;
  const sub = await command(till, 'DefineOrderTypeSub', { name: 'App', order_type_id: 2, is_default: true });
  await command(till, 'DefineOrderTypeSub', { name: 'Hall', order_type_id: 1, is_default: true });
  await command(till, 'DefineOrderTypeSub', { name: 'Courier', order_type_id: 3, is_default: true });
  const spare = await command(till, 'IssueKey', { audience: 'partner', name: 'spare' });
  const region = await command(till, 'DefineRegion', { name: 'Tashkent' });
  const { shift_id } = await command(till, 'OpenShift', { point_id, cashier_id: venue.cashier_id });
  const bodies = Array.from({ length: 30 }, (_, index) => orderBody(venue, { external_id: `fuzz-${index}` }));
  const placed = await Promise.all(bodies.map((body) => partner.post('/v1/orders', body)));
  const { client } = (await till.get(`/venue/v1/orders/${placed[0]!.body.order_id}`)).body;
  const orders = placed.map(({ body }) => body.order_id as number);
  const lines = placed.flatMap(({ body }) => body.items.map((item: { line_id: number }) => item.line_id));
  const [today, tomorrow] = [0, 1].map((days) =>
    Temporal.Now.plainDateISO('Asia/Tashkent').add({ days }).toString(),
  ) as [string, string];
  const guest = { phone: '+998901112233', name: 'Guest' };
  const tables = Array.from({ length: 6 }, (_, hour) =>
    partner.post('/v1/reservations', {
      point_id,
      external_id: `table-${hour}`,
      date: tomorrow,
      start_time: `1${hour}:00`,
      duration_minutes: 60,
      guests: 2,
      guest,
      table_id: venue.table_id,
    }),
  );
  const reservations = (await Promise.all(tables)).map(({ body }) => body.id as string);
  const zone = await command(till, 'DefineZone', {
    point_id,
    name: 'Centre',
    price: 0,
    minutes: 30,
    min_order_amount: 0,
    polygon: [
      [69.2, 41.3],
      [69.3, 41.3],
      [69.3, 41.4],
    ],
  });
  const folder = await command(till, 'DefineMenuFolder', { name: 'Kitchen', parent_id: null });
  const account = await command(till, 'DefineAccount', { point_id, source: 'safe', code: 'S', name: 'Safe' });
  const purpose = await command(till, 'DefinePaymentPurpose', { name: 'Advance', is_payout: true });
  const organization = await command(till, 'RegisterOrganization', { name: 'Artel' });
  const supplier = await command(till, 'RegisterSupplier', { name: 'Bozor' });
  const whose = { employee_id: venue.cashier_id, point_id };
  await command(till, 'SetSalaryTerms', { ...whose, salary_type_id: 5, from: '2020-01-01' });
  const bonuses = Array.from({ length: 4 }, () =>
    command(till, 'GiveBonus', { ...whose, amount: 1_000, reason: 'Thanks' }),
  );
  const accruals = (await Promise.all(bonuses)).map(({ id }) => id as number);
  const sales = { name: 'Sales', calculation_type: 'own_sales_percent', rate: 1 };
  const motivation = await command(till, 'DefineMotivation', sales);
  // Most carts should be fine, and tea needs no modifiers.
  const productIds = [...Object.values(products), ...Array<number>(8).fill(products.tea)];
  return {
    brand_id: [brand_id],
    point_id: [point_id],
    order_id: orders,
    line_id: lines,
    product_id: productIds,
    payment_type_id: [cash, card],
    cancel_cause_id: Object.values(causes),
    category_id: [category_id, 1],
    key_id: [spare.key_id],
    api_key: [spare.api_key],
    showcase_id: [menu_id],
    region_id: [region.id],
    shift_id: [shift_id],
    cashier_id: [venue.cashier_id],
    courier_id: [venue.cashier_id],
    hall_id: [venue.hall_id],
    table_id: [venue.table_id],
    order_type_sub_id: [sub.id],
    id: [menu_id, venue.cashier_id, cash, category_id, venue.hall_id, ...productIds, point_id],
    parent_id: [category_id],
    organization_id: [organization.id],
    supplier_id: [supplier.id],
    account_id: [account.id],
    payment_purpose_id: [purpose.id],
    motivation_id: [motivation.id],
    accrual_id: accruals,
    employee_ids: [venue.cashier_id],
    rate: [5],
    salary_type_id: [1, 2, 3, 5],
    category_ids: [category_id],
    menu_folder_ids: [folder.id],
    from: ['12:00', '2026-03-01'],
    reservation_id: reservations,
    employee_id: [venue.cashier_id],
    waiter_id: [venue.cashier_id],
    zone_id: [zone.id],
    date: [today, tomorrow],
    date_from: [today],
    date_to: [today, tomorrow],
    changed_since: [`${today}T00:00:00Z`],
    menu_ids: [String(folder.id)],
    search: ['tea'],
    kind: ['sales'],
    filters: [{}],
    cell: [{}],
    start_time: ['12:00', '19:30'],
    duration_minutes: [60],
    guests: [2],
    capacity: [4, null],
    point_ids: [point_id],
    showcase_ids: [menu_id],
    url: ['https://receiver.test/hook'],
    event_id: ['mark-1', 'mark-2'],
    check_in: [`${today}T05:00:00Z`],
    check_out: [`${today}T06:00:00Z`],
    phone: ['+998901234567', '90 765-43-21'],
    client_id: [client.client_id],
    otp: ['123456'],
    amount: [98_000],
    currency: ['UZS'],
    country_code: ['UZ'],
    timezone: ['Asia/Tashkent', 'Europe/Berlin'],
    image: ['https://pictures.test/plov.jpg'],
    external_id: ['fuzz-1', 'fuzz-2', randomUUID()],
    command_id: Array.from({ length: 300 }, () => randomUUID()),
    after: [0, 10],
    at: ['1', String(50), new Date().toISOString()],
    measure: ['cheques_count', 'clients_count'],
    group_by: ['date', 'point'],
    as_of: [20],
    as_of_from: [10],
    as_of_to: [30],
    order_by: ['-cheques_count'],
  };
};

const ajv = new Ajv2020({
  strict: false,
  allowUnionTypes: true,
  validateFormats: false,
  // Most are used a few times: to make them faster takes longer than that saves.
  code: { optimize: false },
});
/** By the text of the schema: many routes answer alike, and all of them have the same refusals. */
const validators = new Map<string, (value: unknown) => boolean>();
/** To write the text of a schema takes as long as to check an answer. */
const texts = new WeakMap<object, string>();

const fits = (schema: object, value: unknown): boolean => {
  const text = texts.get(schema) ?? JSON.stringify(schema);
  texts.set(schema, text);
  let validator = validators.get(text);
  if (!validator) {
    validator = ajv.compile(schema);
    validators.set(text, validator);
  }
  return validator(value);
};

interface Got {
  readonly status: number;
  readonly type: string;
  readonly requestId: string | null;
  readonly body: unknown;
}

const send = async ({ method, path, who, headers, body }: ApiRequest): Promise<Got> => {
  const token = tokens[who];
  // As in http-client.ts, not fetch, which takes three times the work.
  const response = await ask(app.url + path, {
    method: method as Dispatcher.HttpMethod,
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && method !== 'GET' && method !== 'HEAD' && { body }),
  });
  const header = (name: string) => response.headers[name]?.toString() ?? null;
  const type = header('content-type')?.split(';')[0] ?? '';
  const got = { status: response.statusCode, type, requestId: header('x-request-id') };
  if (type === 'text/event-stream') {
    response.body.on('error', () => {}).destroy();
    return { ...got, body: '' };
  }
  const text = await response.body.text();
  return { ...got, body: type === 'application/json' && text !== '' ? JSON.parse(text) : text };
};

const isDecodable = (path: string): boolean => {
  try {
    return decodeURIComponent(path.split('?')[0]!) !== '';
  } catch {
    return false;
  }
};

/** What is wrong with an answer; undefined when it is as documented. */
const problemOf = (request: ApiRequest, { status, type, requestId, body }: Got): string | undefined => {
  if (status >= 500) return `answered ${status}`;
  if (requestId === null) return 'has no X-Request-Id';
  if (status >= 400 && request.method !== 'HEAD') {
    const { message, code } = body as { message?: unknown; code?: unknown };
    if (typeof message !== 'string' || message === '' || typeof code !== 'string') return 'is no {message, code}';
    if (/\{\w+\}|undefined|\[object/.test(message)) return `has an unfinished message: ${message}`;
  }
  // The router's own word, before it knows whose path it is.
  if (status === 400 && !isDecodable(request.path)) return undefined;
  const methods = document.paths[request.pattern]!;
  const method = request.method === 'HEAD' && methods.get ? 'GET' : request.method;
  const operation: Operation | undefined = methods[method.toLowerCase()];
  if (!operation) return status === 405 ? undefined : `answered ${status} to a method it does not have`;
  const audiences = audiencesOf(document, operation);
  if (!audiences.includes('public') && !audiences.includes(request.who)) {
    const expected = ['none', 'bad'].includes(request.who) ? 401 : 403;
    return status === expected ? undefined : `answered ${status} instead of ${expected} to ${request.who}`;
  }
  if (request.method === 'HEAD' || status === 304) return undefined;
  const documented = (operation.responses[status] ?? (status >= 400 ? operation.responses.default : undefined))
    ?.content;
  if (!documented) return `answered ${status}, which is not documented`;
  const content = documented[type] ?? Object.entries(documented).find(([name]) => name.startsWith(`${type};`))?.[1];
  // A form beside JSON is documented in words.
  if (!content && status === 200 && operation.description.includes(`\`${type}`)) return undefined;
  if (!content) return `answered ${type}, which is not documented`;
  return fits(content.schema, body) ? undefined : 'does not fit its schema';
};

test('no request makes the app fail, and every answer is as documented', { timeout: 300_000 }, async () => {
  const statuses = new Map<number, number>();
  const reached = new Set<string>();
  const ask = async (batch: readonly ApiRequest[]): Promise<void> => {
    const answers = await Promise.all(batch.map(send));
    for (const [index, answer] of answers.entries()) {
      const request = batch[index]!;
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 200) reached.add(`${request.method.toLowerCase()} ${request.pattern}`);
      const problem = problemOf(request, answer);
      if (problem)
        throw new Error(`${problem}: ${JSON.stringify(request).slice(0, 3_000)} -> ${JSON.stringify(answer)}`);
    }
  };
  const property = fc.asyncProperty(apiRequests(document, real), async (round) => {
    for (let from = 0; from < round.length; from += AT_ONCE) await ask(round.slice(from, from + AT_ONCE));
  });
  // The request that failed is in the message. A smaller round would tell nothing more.
  await fc.assert(property, { seed: SEED, numRuns: ROUNDS, interruptAfterTimeLimit: 240_000, endOnFailure: true });

  // It went deep, not only against the first check.
  // Nobody signs in here.
  const ofKeys = Object.entries(document.paths).filter(([path]) => !path.startsWith('/venue/v1/session'));
  const routes = ofKeys.flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
  const never = routes.filter((route) => !reached.has(route));
  expect(statuses.values().reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(2_000);
  for (const status of [200, 400, 401, 403, 404, 405, 409])
    expect(statuses.get(status), `${status}`).toBeGreaterThan(0);
  if (process.env.FUZZ_REPORT) console.log(Object.fromEntries(statuses), never);
  // Changes and retirements of a list's entries need an entry that stands as it is: mostly they come too late.
  const deep = never.filter((route) => !/commands\/(Change|Retire|Restore)/.test(route));
  expect(deep.length, `never answered 200: ${deep.join(', ')}`).toBeLessThan(routes.length / 3);

  // What came through is fit to be read: no read model stumbled over it.
  const { body } = await app.anonymous.get('/health/ready');
  const models = Object.values(body.checks.read_models) as { parked: unknown }[];
  expect(models.map(({ parked }) => parked)).toEqual(models.map(() => null));
  expect((await venue.till.get('/venue/v1/orders?limit=1000')).status).toBe(200);
  expect((await venue.auditor.get('/audit/v1/events?limit=10000')).status).toBe(200);
});
