// A database of its own: it expects each event of its brand in the order of the whole log.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { auditedOrder } from '../support/audited.ts';
import { createClock, MINUTE } from '../support/clock.ts';
import type { HttpClient } from '../support/http-client.ts';
import { recorded } from '../support/log.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

interface AuditEvent {
  position: number;
  stream: string;
  revision: number;
  event_id: string;
  type: string;
  occurred_at: string;
  recorded_at: string;
  actor: { kind: string; id: string; name: string };
  command_id: string;
  correlation_id: string;
  data: Record<string, unknown>;
}

let app: TestApp;
let venue: TestVenue;
let other: TestVenue;
let auditor: HttpClient;
const clock = createClock();
/** The order, what GET said of it after each step, and when. */
const steps: { type: string; at: string; seen: unknown }[] = [];
let order_id: number;
let acceptId: string;

beforeAll(async () => {
  // No other venues than these: their events are the whole log.
  app = await startTestApp({ clock: clock.read });
  venue = await createVenue(app);
  other = await createVenue(app);
  auditor = venue.auditor;
  const { till, partner, cash, cashier_id, point_id } = venue;
  await other.partner.post('/v1/orders', orderBody(other));
  const placed = await partner.post('/v1/orders', orderBody(venue, { comment: 'Ring twice' }), {
    'x-request-id': 'place-1',
  });
  order_id = placed.body.order_id;
  steps.push({ type: 'OrderPlaced', at: clock.at(0), seen: auditedOrder(placed.body) });
  await command(till, 'OpenShift', { point_id, cashier_id });
  acceptId = randomUUID();
  const payments = [{ payment_type_id: cash, amount: 98_000 }];
  const commands: [string, object][] = [
    ['AcceptOrder', { command_id: acceptId, actor: 'Aziz' }],
    ['StartCooking', {}],
    ['PackOrder', {}],
    ['CloseCheque', { cashier_id, payments }],
  ];
  for (const [type, fields] of commands) {
    clock.move(MINUTE);
    await command(till, type, { order_id, ...fields });
    steps.push({ type, at: clock.at(0), seen: auditedOrder((await partner.get(`/v1/orders/${order_id}`)).body) });
  }
});
afterAll(() => app.stop());

/** Without what the audits of these tests have added. */
const withoutReadings = <Event extends { readonly type: string }>(events: readonly Event[]): Event[] =>
  events.filter(({ type }) => type !== 'PersonalDataRead');
const ask = async (query = ''): Promise<AuditEvent[]> =>
  withoutReadings((await auditor.get(`/audit/v1/events?limit=10000&${query}`)).body.events);
const history = async (): Promise<AuditEvent[]> =>
  (await auditor.get(`/audit/v1/orders/${order_id}/history`)).body.events;
const asOf = (at?: string | number) =>
  auditor.get(`/audit/v1/orders/${order_id}${at === undefined ? '' : `?at=${encodeURIComponent(at)}`}`);

test('all events of the auditor’s brand and no other’s, in log order, each with its whole envelope', async () => {
  const events = await ask();
  const positions = events.map((event) => event.position);
  expect(positions).toEqual(positions.toSorted((first, second) => first - second));
  expect(new Set(positions).size).toBe(events.length);
  const theirs: AuditEvent[] = withoutReadings((await other.auditor.get('/audit/v1/events?limit=10000')).body.events);
  expect(events.length + theirs.length).toBe(withoutReadings(await recorded(app.tillstream.store)).length);
  expect(positions.filter((position) => theirs.some((event) => event.position === position))).toEqual([]);
  expect(JSON.stringify(events)).not.toContain(other.brand_id);

  const [accepted] = await ask('type=OrderAccepted');
  expect(accepted).toEqual({
    position: expect.any(Number),
    stream: `order-${order_id}`,
    revision: 1,
    event_id: expect.stringMatching(/^[\da-f-]{36}$/),
    type: 'OrderAccepted',
    schema_version: 1,
    recorded_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    occurred_at: steps[1]!.at,
    actor: { kind: 'venue', id: expect.any(String), name: 'Aziz' },
    command_id: acceptId,
    correlation_id: expect.any(String),
    causation_id: null,
    data: { order_id },
  });
});

test('an audit filters by stream, entity, its id, type, actor, and the time of recording', async () => {
  const all = await ask();
  const those = (match: (event: AuditEvent) => boolean) => all.filter(match).map((event) => event.position);
  const found = async (query: string) => (await ask(query)).map((event) => event.position);
  const stream = `order-${order_id}`;
  expect(await found(`stream=${stream}`)).toEqual(those((event) => event.stream === stream));
  expect(await found(`entity=order&entity_id=${order_id}`)).toEqual(await found(`stream=${stream}`));
  expect(await found('entity=order')).toEqual(those((event) => event.stream.startsWith('order-')));
  expect(await auditor.get(`/audit/v1/events?stream=order-1&entity=order&entity_id=${order_id}`)).toMatchObject({
    status: 400,
    body: { code: 'parameter_not_with', field: 'stream', details: { other: 'entity_id' } },
  });
  expect(await found('entity=stop_list')).toEqual([]);
  expect(await found('type=ProductDefined')).toEqual(those((event) => event.type === 'ProductDefined'));
  expect(await found('type=OrderPlaced,%20ChequeClosed')).toEqual(
    those((event) => ['OrderPlaced', 'ChequeClosed'].includes(event.type)),
  );
  expect(await found('type=Nothing')).toEqual([]);
  const byAziz = those((event) => event.actor.name === 'Aziz' || event.actor.id === 'Aziz');
  expect(byAziz.length).toBe(2);
  expect(await found('actor=Aziz')).toEqual(byAziz);
  expect(await found(`entity=order&type=OrderAccepted&actor=Aziz`)).toHaveLength(1);
  expect(await found(`stream=${stream}&type=ProductDefined`)).toEqual([]);
  const { events: ofPoint } = (await auditor.get(`/audit/v1/events?point_id=${venue.point_id}`)).body;
  const streams = new Set(ofPoint.map((event: AuditEvent) => event.stream));
  expect(streams).toContain(stream);
  expect(ofPoint.length).toBeLessThan(all.length);
  expect(await found(`point_id=${venue.point_id}&type=OrderPlaced`)).toEqual(await found('type=OrderPlaced'));
  expect(await found(`point_id=${other.point_id}`)).toEqual([]);
  const theirs = (await other.auditor.get('/audit/v1/events?entity=order')).body.events[0].stream;
  expect(await found(`stream=${theirs}`)).toEqual([]);
  expect(await auditor.get('/audit/v1/events?entity_id=1')).toMatchObject({
    status: 400,
    body: { code: 'field_required', message: 'Field entity is required' },
  });
  const sent = await ask('type=OrderPlaced');
  expect(sent[0]).toMatchObject({ correlation_id: 'place-1', actor: { kind: 'partner', name: 'app' } });
});

test('counts what a search finds, in equal parts of the time of recording', async () => {
  const whole = { from: '2026-03-01T00:00:00Z', to: new Date(Date.now() + 60_000).toISOString() };
  const counted = async (query: string, { from, to } = whole) => {
    const { status, body } = await auditor.get(`/audit/v1/events/counts?from=${from}&to=${to}&${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body as { buckets: { from: string; count: number }[]; total: number };
  };
  for (const query of [
    `point_id=${venue.point_id}`,
    'entity=order',
    'type=OrderPlaced,OrderAccepted',
    'actor=till',
    'actor=nobody',
  ]) {
    const events = await ask(query);
    const { buckets, total } = await counted(`buckets=7&${query}`);
    expect(total, query).toBe(events.length);
    const starts = buckets.map(({ from }) => Date.parse(from));
    const found = starts.map((start, part) => {
      const end = starts[part + 1] ?? Date.parse(whole.to);
      const times = events.map(({ recorded_at }) => Date.parse(recorded_at));
      return times.filter((time) => time >= start && time < end).length;
    });
    expect(
      buckets.map(({ count }) => count),
      query,
    ).toEqual(found);
  }
  const { events } = (await auditor.get('/audit/v1/events?entity=order&limit=1')).body;
  const stream = await counted(`stream=${events[0].stream}&buckets=1`);
  expect(stream.total).toBe((await auditor.get(`/audit/v1/events?stream=${events[0].stream}`)).body.events.length);
  const reversed = await auditor.get(`/audit/v1/events/counts?from=${whole.to}&to=${whole.from}`);
  expect([reversed.status, reversed.body.code]).toEqual([400, 'period_reversed']);
});

test('an audit’s from and to bound the time', async () => {
  const all = await ask();
  const [first, last] = [all[0]!, all.at(-1)!];
  expect((await ask(`from=${first.recorded_at}`)).length).toBe(all.length);
  expect((await ask('from=2199-01-01T00:00:00Z')).length).toBe(0);
  expect((await ask('to=2020-01-01T00:00:00Z')).length).toBe(0);
  const later = (await ask(`from=${last.recorded_at}`)).map((event) => event.position);
  expect(later).toContain(last.position);
  expect(later.length).toBeLessThan(all.length);
  expect((await ask('from=2020-01-01T05:00:00+05:00&to=2199-01-01T00:00:00+05:00')).length).toBe(all.length);
});

test('pages of an audit follow the position, as JSON and as NDJSON', async () => {
  const all = await ask();
  const seen: AuditEvent[] = [];
  let after: number | null = 0;
  while (after !== null) {
    const { body }: { body: { events: AuditEvent[]; has_more: boolean; next_after: number | null } } =
      await auditor.get(`/audit/v1/events?after=${after}&limit=7`);
    expect(body.has_more).toBe(body.next_after !== null);
    if (body.has_more) expect(body.events).toHaveLength(7);
    seen.push(...withoutReadings(body.events));
    after = body.next_after;
  }
  expect(seen).toEqual(all);
  const orders = await ask('entity=order');
  const exact = (await auditor.get(`/audit/v1/events?entity=order&limit=${orders.length}`)).body;
  expect(exact).toMatchObject({ has_more: false, next_after: null });

  const lines = async (query: string) => {
    const answer = await auditor.get(`/audit/v1/events?${query}`, { accept: 'application/x-ndjson; charset=utf-8' });
    expect(answer.headers.get('content-type')).toContain('application/x-ndjson');
    const told = String(answer.body).trimEnd().split('\n');
    // The last line is the proof of the others: see audit-export.test.ts.
    expect(JSON.parse(told.pop()!)).toEqual({ proof: expect.any(Object) });
    return told.map((line) => {
      const { stored, ...event } = JSON.parse(line);
      return event;
    });
  };
  expect(withoutReadings(await lines('limit=10000'))).toEqual(all);
  expect(await lines(`limit=5&after=${all[3]!.position}`)).toEqual(all.slice(4, 9));
  expect(await lines('type=Nothing')).toEqual([]);
});

test('an order’s history is all that happened to it', async () => {
  const events = await history();
  expect(events.map((event) => event.type)).toEqual([
    ...['OrderPlaced', 'OrderAccepted', 'KitchenTicketPrinted', 'CookingStarted', 'OrderPacked', 'ChequeClosed'],
  ]);
  expect(events.map((event) => event.revision)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(events).toEqual(await ask(`stream=order-${order_id}`));
});

test('an order as of any position is what GET said then', async () => {
  const events = await history();
  const seenAt: Record<string, unknown> = {
    OrderPlaced: steps[0]!.seen,
    KitchenTicketPrinted: steps[1]!.seen,
    CookingStarted: steps[2]!.seen,
    OrderPacked: steps[3]!.seen,
    ChequeClosed: steps[4]!.seen,
  };
  for (const { type, position, revision } of events) {
    const { status, body } = await asOf(position);
    expect(status).toBe(200);
    expect(body).toMatchObject({ position, revision, as_of: String(position) });
    if (seenAt[type]) expect({ type, state: body.state }).toEqual({ type, state: seenAt[type] });
  }
  const last = events.at(-1)!;
  expect((await asOf(last.position + 1_000)).body).toMatchObject({ position: last.position, state: steps[4]!.seen });
  expect((await asOf()).body).toMatchObject({ position: last.position, state: steps[4]!.seen });
  expect(await asOf(events[0]!.position - 1)).toMatchObject({ status: 404, body: { code: 'order_not_found' } });
});

test('an order as of any instant is what GET said then', async () => {
  const before = (at: string) => new Date(Date.parse(at) - 1).toISOString();
  for (const [index, { at, seen }] of steps.entries()) {
    expect((await asOf(at)).body).toMatchObject({ state: seen, as_of: at });
    if (index > 0) expect((await asOf(before(at))).body.state).toEqual(steps[index - 1]!.seen);
    else expect((await asOf(before(at))).status).toBe(404);
  }
  const local = steps[2]!.at.replace('Z', '').replace(/T(\d\d)/, (_, hour: string) => `T${String(Number(hour) + 5)}`);
  expect((await asOf(`${local}+05:00`)).body.state).toEqual(steps[2]!.seen);
});

test('shows an order as of any instant in a state that it once had, even if a till sent earlier events late', async () => {
  const { till, point_id, products } = venue;
  const minutesAgo = (minutes: number) => clock.at(-minutes * MINUTE);
  const cheque = { point_id, order_type_id: 1, occurred_at: minutesAgo(60) };
  const { order_id } = await command(till, 'OpenCheque', cheque);
  for (const [quantity, minutes] of [
    [1, 10],
    [2, 30],
    [4, 5],
  ] as const) {
    const items = [{ product_id: products.tea, quantity }];
    await command(till, 'AddItems', { order_id, items, occurred_at: minutesAgo(minutes) });
  }
  const asOf = async (at: string | number) =>
    (await auditor.get(`/audit/v1/orders/${order_id}?at=${encodeURIComponent(at)}`)).body;
  for (const [minutes, revision] of [
    [60, 0],
    [20, 0],
    [10, 2],
    [5, 3],
  ] as const) {
    const then = await asOf(minutesAgo(minutes));
    expect(then.revision).toBe(revision);
    const { state, position } = await asOf(then.position);
    expect(then).toMatchObject({ state, position });
  }
});

test('personal data of events is under `personal`, and nowhere else', async () => {
  const secrets = ['+998901234567', '998901234567', 'Aziza', 'Ring twice'];
  const withoutPersonal = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withoutPersonal);
    if (value === null || typeof value !== 'object') return value;
    const rest = Object.entries(value).filter(([key]) => key !== 'personal');
    return Object.fromEntries(rest.map(([key, child]) => [key, withoutPersonal(child)]));
  };
  const [placed] = await history();
  expect(placed!.data.personal).toMatchObject({ phone: '+998901234567', name: 'Aziza', comment: 'Ring twice' });
  const rest = JSON.stringify(withoutPersonal(await ask()));
  for (const secret of secrets) expect(rest).not.toContain(secret);
});

test('another brand’s order does not exist for an auditor, and no other audience audits', async () => {
  for (const path of [`/audit/v1/orders/${order_id}`, `/audit/v1/orders/${order_id}/history`]) {
    expect(await other.auditor.get(path)).toMatchObject({ status: 404, body: { code: 'order_not_found' } });
    for (const client of [venue.partner, venue.till]) expect((await client.get(path)).status).toBe(403);
  }
  expect((await auditor.get('/audit/v1/orders/999999999/history')).status).toBe(404);
  expect((await auditor.post('/venue/v1/commands/AcceptOrder', {})).status).toBe(403);
});
