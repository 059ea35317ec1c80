import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ConnectionOptions,
  createAuditor,
  createTillstream,
  createVenue,
  type ReservationChange,
  verifyWebhook,
} from '../../client/src/index.ts';
import { command, type TestApp } from '../support/app.ts';
import { createClock, DAY } from '../support/clock.ts';
import { bookingOf, createFloor, type TestFloor } from '../support/floor.ts';
import { invite, signedIn } from '../support/people.ts';
import { sharedApp } from '../support/shared-app.ts';
import { orderBody } from '../support/venue.ts';
import { startReceiver } from '../support/webhook-receiver.ts';

const clock = createClock();
let app: TestApp;
let floor: TestFloor;

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  floor = await createFloor(app);
});
afterAll(() => app.stop());

/** A key of its own, with everything that a partner may have. */
const issue = async (terms: object = {}): Promise<string> => {
  const { menu_id } = floor;
  const permissions = ['reports', 'table_booking', 'attendance'];
  const fields = { audience: 'partner', name: 'shop', permissions, showcase_ids: [menu_id], ...terms };
  return (await command(floor.till, 'IssueKey', fields)).api_key;
};

/** Counts requests by path. */
const counting = (apiKey: string, more: Omit<Partial<ConnectionOptions>, 'apiKey' | 'session'> = {}) => {
  const asked: string[] = [];
  const counted: ConnectionOptions = {
    baseUrl: app.url,
    apiKey,
    fetch: (url, init) => {
      asked.push(new URL(url).pathname);
      return fetch(url, init);
    },
    ...more,
  };
  return { counted, times: (path: string) => asked.filter((one) => one === path).length };
};
const times = (count: number): undefined[] => Array.from({ length: count });

const orderOf = (external_id: string) => orderBody(floor, { external_id }) as never;

test('a partner comes from a key to an order, and hears when it is done', async () => {
  const till = createTillstream({ baseUrl: app.url, apiKey: await issue() });
  const point = (await till.points.list()).find(({ id }) => id === floor.point_id)!;
  expect(await till.points.isAlive(point.id)).toMatchObject({ id: point.id, is_alive: false });
  const [menu] = await till.menus.list();
  const { products } = await till.menus.get(menu!.id, { point_id: point.id });
  const tea = products.find(({ product_id }) => product_id === floor.products.tea)!;
  const cash = (await till.points.paymentTypes(point.id)).find(({ category_id }) => category_id === 1)!;
  const items = [{ product_id: tea.product_id, quantity: 3 }];
  expect((await till.orders.calculate({ point_id: point.id, items })).total_amount).toBe(24_000);
  const wish = {
    point_id: point.id,
    order_type_id: 2,
    payment_type_id: cash.id,
    client: { phone: '+998901112233' },
    items,
  };
  const order = await till.orders.place({ ...wish, external_id: 'first' } as never);
  expect(order).toMatchObject({ status: 'CREATED', total_amount: 24_000, external_id: 'first' });
  expect((await till.orders.place({ ...wish, external_id: 'first' } as never)).order_id).toBe(order.order_id);

  expect((await till.orders.cancel(order.order_id, { comment: 'twice' })).status).toBe('DELETED');
  expect((await till.orders.get(order.order_id)).status).toBe('DELETED');
  await expect(till.orders.cancel(order.order_id)).rejects.toMatchObject({ name: 'TillstreamError', status: 409 });
  await expect(till.orders.get(999_999_999)).rejects.toMatchObject({ status: 404, code: 'order_not_found' });
});

test('a wrong key is one error, and no request', async () => {
  const { counted, times: asked } = counting('no-such-key');
  await expect(createTillstream(counted).points.list()).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' });
  expect([asked('/v1/auth/token'), asked('/v1/points')]).toEqual([1, 0]);
});

test('the client waits at a limit for as long as the server says', async () => {
  const terms = { audience: 'partner', name: 'slow', requests_per_minute: 3 };
  const { api_key, key_id } = await command(floor.till, 'IssueKey', terms);
  const waited: number[] = [];
  const { counted, times: asked } = counting(api_key, {
    // A test can not wait for the next minute: the venue raises the limit meanwhile.
    wait: async (ms) => {
      waited.push(ms);
      await command(floor.till, 'UpdateKey', { key_id, name: 'fast', requests_per_minute: 12_000 });
    },
  });
  const till = createTillstream(counted);
  for (const _ of times(3)) await till.points.list();
  await till.points.list();
  expect(waited).toEqual([expect.any(Number)]);
  expect(waited[0]).toBeGreaterThanOrEqual(1_000);
  expect(waited[0]).toBeLessThanOrEqual(60_000);
  expect(asked('/v1/points')).toBe(5);
});

describe('the change feed', () => {
  const book = (till: ReturnType<typeof createTillstream>) =>
    till.reservations.book(bookingOf(floor, { table_id: null, date: clock.at(5 * DAY).slice(0, 10) }) as never);

  test('a feed goes on after a restart with the cursor that was kept, and misses nothing', async () => {
    const apiKey = await issue();
    const shop = createTillstream({ baseUrl: app.url, apiKey });
    const booked: string[] = [];
    while (booked.length < 5) booked.push((await book(shop)).id);

    const seen = new Set<string>();
    let kept: ReservationChange['cursor'] | undefined;
    const since = () => kept ?? new Date(0);
    // Each run is a new program, which ends after two changes.
    for (let run = 0; run < 6 && seen.size < booked.length; run += 1) {
      let taken = 0;
      const restarted = createTillstream({ baseUrl: app.url, apiKey });
      for await (const { reservation, cursor } of restarted.reservations.changes({
        since: since(),
        limit: 2,
        follow: false,
      })) {
        seen.add(reservation.id);
        kept = cursor;
        taken += 1;
        if (taken === 2) break;
      }
    }
    expect([...seen]).toEqual(booked);
    const rest = [];
    for await (const change of shop.reservations.changes({ since: since(), follow: false })) rest.push(change);
    // What was taken half of a page comes again; the last page ended with its end.
    expect(rest.length).toBeLessThanOrEqual(2);
  });

  test('a feed that is left in the middle of a page gives the page again', async () => {
    const shop = createTillstream({ baseUrl: app.url, apiKey: await issue() });
    const ids = [(await book(shop)).id, (await book(shop)).id, (await book(shop)).id];
    const { value: first } = await shop.reservations.changes({ since: new Date(0) }).next();
    const again: string[] = [];
    for await (const { reservation } of shop.reservations.changes({ since: first!.cursor, follow: false }))
      again.push(reservation.id);
    expect(again).toEqual(ids);
  });

  test('a feed waits for what comes, over a server that is away for a while, until it is left', async () => {
    const apiKey = await issue();
    const shop = createTillstream({ baseUrl: app.url, apiKey });
    const leaving = new AbortController();
    let failures = 0;
    const listener = createTillstream({
      baseUrl: app.url,
      apiKey,
      maxAttempts: 1,
      wait: async () => {},
      fetch: async (url, init) => {
        // Longer than any other call would be tried.
        if (url.includes('changed_since') && failures < 20) {
          failures += 1;
          throw new TypeError('fetch failed');
        }
        return fetch(url, init);
      },
    });
    const feed = listener.reservations.changes({ since: new Date(0), everyMs: 1 }, leaving);
    const first = feed.next();
    const { id } = await book(shop);
    expect((await first).value?.reservation.id).toBe(id);
    expect(failures).toBe(20);
    const next = feed.next();
    leaving.abort(new Error('enough'));
    await expect(next).rejects.toThrow('enough');
  });
});

test('orders are followed and found as reservations are', async () => {
  const apiKey = await issue();
  const shop = createTillstream({ baseUrl: app.url, apiKey });
  const placed: number[] = [];
  while (placed.length < 3) placed.push((await shop.orders.place(orderOf(`followed-${placed.length}`))).order_id);
  await shop.orders.cancel(placed[0]!);
  const [found] = await shop.orders.find({ external_id: 'followed-0' });
  expect(found).toMatchObject({ order_id: placed[0], status: 'DELETED' });
  const [, second, third] = placed;
  const seen: number[] = [];
  for await (const { order, cursor } of shop.orders.changes({ since: new Date(0), limit: 2 })) {
    seen.push(order.order_id);
    if (order.order_id !== third) continue;
    const restarted = createTillstream({ baseUrl: app.url, apiKey });
    for await (const next of restarted.orders.changes({ since: cursor, limit: 2, follow: false })) {
      seen.push(next.order.order_id);
    }
    break;
  }
  // The cancelled one changed last.
  expect([...new Set(seen)]).toEqual([second, third, placed[0]]);
});

test('an export reads every page by itself', async () => {
  const shop = createTillstream({ baseUrl: app.url, apiKey: await issue() });
  const { till, cash, cashier_id, point_id } = floor;
  await command(till, 'OpenShift', { point_id, cashier_id });
  const sold: number[] = [];
  while (sold.length < 3) {
    const { order_id } = await shop.orders.place(orderOf(`sold-${sold.length}`));
    await command(till, 'CloseCheque', { order_id, cashier_id, payments: [{ payment_type_id: cash, amount: 98_000 }] });
    sold.push(order_id);
  }
  const days = { date_from: clock.at(-DAY).slice(0, 10), date_to: clock.at(DAY).slice(0, 10), point_id: [point_id] };
  const pages: string[] = [];
  const small = createTillstream({
    baseUrl: app.url,
    apiKey: await issue(),
    fetch: (url, init) => {
      if (url.includes('/export/')) pages.push(url);
      return fetch(url.replace('limit=1000', 'limit=2'), init);
    },
  });
  const cheques: number[] = [];
  for await (const { id } of small.exports.cheques(days)) cheques.push(id);
  expect(cheques).toEqual(sold);
  expect(pages).toHaveLength(2);
  let lines = 0;
  for await (const line of small.exports.chequeLines(days)) lines += line.quantity;
  expect(lines).toBeGreaterThan(0);
  for await (const _ of small.exports.returns(days)) expect.unreachable();

  const { rows } = await shop.reports.olap({
    kind: 'sales',
    ...days,
    group_by: ['point'],
    measures: ['cheques_count'],
  } as never);
  expect(rows).toEqual([expect.objectContaining({ cheques_count: 3 })]);
});

describe('the venue', () => {
  const venueKey = async (): Promise<string> =>
    (await command(await app.platform(), 'IssueKey', { brand_id: floor.brand_id, audience: 'venue', name: 'screen' }))
      .api_key;

  test('a feed of orders goes on after its connection broke, without a gap or a repeat', {
    timeout: 15_000,
  }, async () => {
    let connections = 0;
    const venue = createVenue({
      baseUrl: app.url,
      apiKey: await venueKey(),
      wait: async () => {},
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        if (!url.includes('/stream')) return answer;
        connections += 1;
        return new Response(answer.body!.pipeThrough(brokenAfter(connections)), answer);
      },
    });
    const { point_id } = floor;
    const placed = new Set<number>();
    const heard: number[] = [];
    let last = 0;
    const onOpen = async (): Promise<void> => {
      if (placed.size > 0) return;
      while (placed.size < 4) placed.add((await floor.partner.post('/v1/orders', orderBody(floor))).body.order_id);
    };
    for await (const { type, order, position } of venue.orders.stream({ point_id, onOpen })) {
      expect(position).toBeGreaterThan(last);
      last = position;
      if (type === 'OrderPlaced') heard.push(order.order_id);
      if (heard.length === placed.size) break;
    }
    expect(heard).toEqual([...placed]);
    expect(connections).toBeGreaterThan(1);

    // Another program goes on where this one stopped.
    const { order_id } = (await floor.partner.post('/v1/orders', orderBody(floor))).body;
    for await (const event of venue.orders.stream({ point_id, lastEventId: last })) {
      expect(event.order_id).toBe(order_id);
      break;
    }
  });

  test('commands are sent by name, one by one and together', async () => {
    const venue = createVenue({ baseUrl: app.url, apiKey: await venueKey() });
    const { order_id } = (await floor.partner.post('/v1/orders', orderBody(floor))).body;
    const command_id = randomUUID();
    expect(await venue.commands.AcceptOrder({ order_id, command_id })).toMatchObject({
      status: 'accepted',
      command_id,
    });
    expect(await venue.commands.AcceptOrder({ order_id, command_id })).toMatchObject({
      status: 'duplicate',
      command_id,
    });
    const { point_id, cashier_id } = floor;
    await expect(venue.commands.OpenShift({ point_id, cashier_id })).rejects.toMatchObject({ status: 409 });
    const { results } = await venue.send([
      { type: 'StartCooking', fields: { order_id } },
      { type: 'OpenShift', fields: { point_id, cashier_id } },
    ]);
    expect(results.map(({ status }) => status)).toEqual(['accepted', 'rejected']);
    const listed: number[] = [];
    for await (const order of venue.orders.list({ point_id: floor.point_id, status: 'COOKING' } as never))
      listed.push(order.order_id);
    expect(listed).toEqual([order_id]);
    expect((await venue.orders.get(order_id)).status).toBe('COOKING');
    expect((await venue.tables({ point_id: floor.point_id })).length).toBeGreaterThan(2);
  });

  test('a page of the back office reads a point, hears what changes there, and goes back in its time', async () => {
    const { point_id, products } = floor;
    const owner = await signedIn(app.url, await invite(app, floor.brand_id, 'owner'));
    // As a browser does for a page of the server.
    const asPage = {
      baseUrl: app.url,
      session: 'cookie',
      fetch: (url: string, init: RequestInit) =>
        fetch(url, {
          ...init,
          headers: { ...Object.fromEntries(new Headers(init.headers)), cookie: owner.cookie!, origin: app.url },
        }),
    } as const;
    const [venue, auditor] = [createVenue(asPage), createAuditor(asPage)];
    const { position, orders } = await venue.points.board(point_id);
    await venue.commands.SetStopList({ point_id, entries: [{ product_id: products.kazy, quantity: 1 }] } as never);
    for await (const change of venue.points.stream(point_id, { lastEventId: position })) {
      if (change.entity !== 'stop_list') continue;
      expect(change).toMatchObject({ type: 'StopListSet', entity_id: point_id });
      break;
    }
    expect((await venue.points.board(point_id)).stop_list).toMatchObject([{ product_id: products.kazy, quantity: 1 }]);
    expect((await venue.points.menu(point_id)).products.length).toBeGreaterThan(2);
    expect(await venue.points.attention(point_id)).toMatchObject({ parked_read_models: [] });
    const today = await venue.points.today(point_id);

    const then = await auditor.points.board(point_id, position!);
    expect([then.orders.length, then.stop_list]).toEqual([orders.length, []]);
    expect(await auditor.points.today(point_id)).toMatchObject({ business_date: today.business_date });
    const step = await auditor.points.step(point_id, { from: position!, direction: 'next' });
    expect(step).toMatchObject({ type: 'StopListSet', entity: 'stop_list' });
    const hour = {
      from: clock.at(-3_600_000),
      to: clock.at(1),
    };
    const buckets = await auditor.points.activity(point_id, { ...hour, buckets: 4 });
    expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(0);
  });
});

test('an auditor reads events, entities and proofs', async () => {
  const { api_key } = await command(await app.platform(), 'IssueKey', {
    brand_id: floor.brand_id,
    audience: 'auditor',
    name: 'auditor',
  });
  const auditor = createAuditor({ baseUrl: app.url, apiKey: api_key });
  const { order_id } = (await floor.partner.post('/v1/orders', orderBody(floor))).body;
  const order = auditor.entity('orders', order_id);
  const { events } = await order.history();
  expect(events[0]).toMatchObject({ type: 'OrderPlaced' });
  expect(await order.at()).toMatchObject({ state: { order_id, status: 'CREATED' } });
  expect(await order.blame()).toHaveProperty('blame');
  expect(await order.diff(events[0]!.position)).toHaveProperty('changes');

  const found: number[] = [];
  for await (const { position } of auditor.events({ stream: `order-${order_id}` })) found.push(position);
  expect(found).toEqual(events.map(({ position }) => position));
  const checkpoint = await auditor.proofs.checkpoint({ new: true } as never);
  expect(await auditor.proofs.inclusion({ position: found[0]! })).toHaveProperty('leaf');
  expect(await auditor.proofs.consistency({ from: 1, to: checkpoint.size })).toHaveProperty('path');
  expect(await auditor.proofs.key()).toBeTruthy();
  for await (const { size } of auditor.proofs.checkpoints()) expect(size).toBeGreaterThan(0);
});

test('a webhook is verified, and refused when it was altered or replayed', async () => {
  const receiver = await startReceiver();
  try {
    const { api_key, key_id } = await command(floor.till, 'IssueKey', {
      audience: 'partner',
      name: 'hooked',
      permissions: ['table_booking'],
    });
    const { secret } = await command(floor.till, 'ConfigureWebhook', { key_id, url: receiver.url });
    const shop = createTillstream({ baseUrl: app.url, apiKey: api_key });
    const { id } = await shop.reservations.book(
      bookingOf(floor, { table_id: null, date: clock.at(6 * DAY).slice(0, 10) }) as never,
    );
    await expect
      .poll(
        async () => {
          // Time stands still here, and with it what sends by time.
          await app.tillstream.processes.tick();
          await app.tillstream.outbound.idle();
          return receiver.calls.length;
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0);
    const { raw, headers } = receiver.calls[0]!;
    const known = new Set<string>();
    const options = { isNew: (event: string) => !known.has(event) && Boolean(known.add(event)), now: clock.read };
    const event = await verifyWebhook(raw, headers, secret, options);
    expect(event.event === 'reservation.created' && event.data.id).toBe(id);
    await expect(
      verifyWebhook(raw.replace('"guests":2', '"guests":9'), headers, secret, options),
    ).rejects.toMatchObject({
      code: 'signature_wrong',
    });
    await expect(verifyWebhook(raw, headers, secret, options)).rejects.toMatchObject({ code: 'repeated' });
  } finally {
    await receiver.close();
  }
});

/** The last one: the tokens of the clients above end, too. */
test('a token that has ended is renewed once for fifty callers at once', async () => {
  const { counted, times: asked } = counting(await issue());
  const till = createTillstream(counted);
  await till.points.list();
  // Here the token seems good: only the server's clock has moved.
  clock.move(31 * DAY);
  const answers = await Promise.all(times(50).map(() => till.points.list()));
  expect(answers.every((points) => points.length > 0)).toBe(true);
  expect([asked('/v1/auth/token'), asked('/v1/points')]).toEqual([2, 101]);
});

/** Passes so many chunks on, then breaks off. */
const brokenAfter = (chunks: number) => {
  let passed = 0;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      passed += 1;
      if (passed > chunks) controller.error(new TypeError('terminated'));
      else controller.enqueue(chunk);
    },
  });
};
