// A database of its own: no process may act, so that the log has its own events alone.

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { createClock, DAY, MINUTE } from '../support/clock.ts';
import { effort } from '../support/effort.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

let app: TestApp;
const clock = createClock();

beforeAll(async () => {
  // What processes do by themselves would come between a look and its moment.
  app = await startTestApp({ clock: clock.read, runProcesses: false });
});
afterAll(() => app.stop());

const DEEDS = [
  ...['book', 'seat', 'walk-in', 'free', 'cancel', 'no-show', 'move', 'table'],
  ...['order', 'open', 'add', 'assign', 'close', 'reopen', 'delete', 'return'],
  ...['ticket', 'waiter', 'stop', 'on sale', 'shift', 'accept'],
] as const;

/** Something that happens on the floor after a pause of minutes; `pick` chooses what it happens to. */
const deed = fc.record({
  do: fc.constantFrom(...DEEDS),
  pick: fc.nat(1_000),
  pause: fc.constantFrom(1, 5, 30),
});
type Deed = typeof deed extends fc.Arbitrary<infer Value> ? Value : never;

interface Floor extends TestVenue {
  readonly tables: number[];
  readonly orders: number[];
  readonly reservations: string[];
  readonly safe: number;
}

const openFloor = async (): Promise<Floor> => {
  const venue = await createVenue(app);
  await command(venue.till, 'OpenShift', { point_id: venue.point_id, cashier_id: venue.cashier_id });
  const second = await command(venue.till, 'DefineTable', { hall_id: venue.hall_id, name: '2', capacity: null });
  const safe = await command(venue.till, 'DefineAccount', {
    point_id: venue.point_id,
    source: 'safe',
    code: '5010',
    name: 'Safe',
  });
  return { ...venue, tables: [venue.table_id, second.id], orders: [], reservations: [], safe: safe.id };
};

const OPEN =
  'AWAITING_PAYMENT,AWAITING_CONFIRMATION,PREORDER,CREATED,UNCONFIRMED_ORDER,COOKING,PACKED,TAKEN_BY_COURIER,DELIVERED';

/** Carries it out. What the rules refuse does not happen. */
const carryOut = async (floor: Floor, { do: what, pick }: Deed, minutesAgo: number): Promise<void> => {
  const { till, partner, point_id, products, cash, cashier_id, hall_id } = floor;
  const one = <T>(list: readonly T[]): T | undefined => list[pick % list.length];
  const [order_id, reservation_id, table_id] = [one(floor.orders), one(floor.reservations), one(floor.tables)!];
  const occurred_at = minutesAgo > 0 ? { occurred_at: clock.at(-minutesAgo * MINUTE) } : {};
  const send = async (type: string, fields: object) => {
    const answer = await till.post(`/venue/v1/commands/${type}`, {
      command_id: randomUUID(),
      ...occurred_at,
      ...fields,
    });
    expect(answer.status, `${type} ${JSON.stringify(answer.body)}`).toBeLessThan(500);
    return answer.status === 200 ? answer.body.result : undefined;
  };
  const items = [{ product_id: products.tea, quantity: 1 + (pick % 3) }];
  switch (what) {
    case 'book': {
      const date = clock.at(DAY * (pick % 3)).slice(0, 10);
      const time = { date, start_time: `${12 + (pick % 9)}:00`, guests: 2, guest: { phone: '+998901234567' } };
      const booked = await send('BookTable', { point_id, ...time, ...(pick % 4 > 0 && { table_id }) });
      if (booked) floor.reservations.push(booked.id);
      return;
    }
    case 'seat': {
      const seated = reservation_id && (await send('SeatReservation', { reservation_id, table_id }));
      if (seated) floor.orders.push(seated.order_id);
      return;
    }
    case 'walk-in':
      return send('SeatWalkIn', { table_id, guests: 1 + (pick % 4) });
    case 'free':
      return send('FreeTable', { table_id });
    case 'cancel':
      return reservation_id && send('CancelReservation', { reservation_id });
    case 'no-show':
      return reservation_id && send('MarkNoShow', { reservation_id });
    case 'move':
      return reservation_id && send('MoveReservation', { reservation_id, guests: 1 + (pick % 4), start_time: '21:00' });
    case 'table': {
      const defined = await send('DefineTable', { hall_id, name: `T${pick}`, capacity: pick % 9 });
      if (defined && pick % 2 === 0) floor.tables.push(defined.id);
      return;
    }
    case 'order': {
      const { body } = await partner.post('/v1/orders', orderBody(floor, { items }));
      if (body.order_id) floor.orders.push(body.order_id);
      return;
    }
    case 'open': {
      const opened = await send('OpenCheque', { point_id, order_type_id: 1, table_id, items });
      if (opened) floor.orders.push(opened.order_id);
      return;
    }
    case 'add':
      return order_id && send('AddItems', { order_id, items });
    case 'assign':
      return order_id && send('AssignCheque', { order_id, table_id, guests: 1 + (pick % 5) });
    case 'close': {
      if (!order_id) return;
      await send('AcceptOrder', { order_id });
      const { total_amount } = (await till.get(`/venue/v1/orders/${order_id}`)).body;
      return send('CloseCheque', { order_id, cashier_id, payments: [{ payment_type_id: cash, amount: total_amount }] });
    }
    case 'reopen':
      return order_id && send('ReopenCheque', { order_id, reason: 'Mistake' });
    case 'delete':
      return order_id && send('DeleteCheque', { order_id, cancel_cause_id: floor.causes.plain });
    case 'ticket':
      return order_id && send('SendToKitchen', { order_id });
    case 'waiter':
      return order_id && send('AssignCheque', { order_id, waiter_id: cashier_id });
    case 'stop': {
      const entries = [{ product_id: products.kazy, quantity: pick % 3, reason: pick % 2 === 0 ? 'Sold' : null }];
      return send('SetStopList', { point_id, entries });
    }
    case 'on sale':
      return send('ClearStopList', { point_id, product_ids: [products.kazy] });
    case 'shift': {
      const { shift } = (await till.get(`/venue/v1/points/${point_id}/board`)).body;
      if (!shift) return send('OpenShift', { point_id, cashier_id, opening_cash: pick });
      return send('CloseShift', { shift_id: shift.shift_id, leave_open: true, left_cash: pick });
    }
    case 'accept': {
      const [shift] = (await till.get(`/venue/v1/points/${point_id}/board`)).body.unaccepted_shifts;
      return shift && send('AcceptShift', { shift_id: shift.shift_id, account_id: floor.safe, amount: 0 });
    }
    case 'return': {
      if (!order_id) return;
      const { items } = (await till.get(`/venue/v1/orders/${order_id}`)).body;
      if (items.length === 0) return;
      const lines = [{ line_id: items[0].line_id, quantity: 1 }];
      return send('ReturnGoods', { order_id, lines, payment_type_id: cash });
    }
  }
};

const look = async ({ till, point_id }: Floor) => {
  const days = `date_from=${clock.at(-30 * DAY).slice(0, 10)}&date_to=${clock.at(30 * DAY).slice(0, 10)}`;
  // A partner's order does not wait for the venue's lists.
  await app.tillstream.shown(await app.tillstream.store.head());
  const held = `/venue/v1/reservations?point_id=${point_id}&status=pending,created,opened&${days}`;
  const [tables, orders, reservations, board, today] = await Promise.all([
    till.get(`/venue/v1/tables?point_id=${point_id}`),
    till.get(`/venue/v1/orders?point_id=${point_id}&status=${OPEN}&limit=1000`),
    till.get(held),
    till.get(`/venue/v1/points/${point_id}/board`),
    till.get(`/venue/v1/points/${point_id}/today`),
  ]);
  expect(board.status, JSON.stringify(board.body)).toBe(200);
  return {
    at: clock.at(0),
    position: await app.tillstream.store.head(),
    tables: tables.body.tables,
    cheques: orders.body.orders,
    reservations: reservations.body.reservations,
    board: board.body,
    today: today.body,
  };
};
type Seen = Awaited<ReturnType<typeof look>>;

const floorAt = async ({ auditor, point_id }: Floor, at?: string) => {
  const query = at === undefined ? '' : `?at=${encodeURIComponent(at)}`;
  const { status, body } = await auditor.get(`/audit/v1/points/${point_id}/floor${query}`);
  expect(status).toBe(200);
  return body;
};

const answerAt = async ({ auditor, point_id }: Floor, name: 'board' | 'today', at: string) => {
  const { status, body } = await auditor.get(`/audit/v1/points/${point_id}/${name}?at=${encodeURIComponent(at)}`);
  expect(status).toBe(200);
  return body;
};

/** Without its place in the log: the venue gets that of the whole log. */
const onlyShown = ({ position: _, ...board }: { readonly position: number }): string => JSON.stringify(board);

const live = async (deeds: readonly Deed[], minutesAgo: (deed: Deed) => number): Promise<[Floor, Seen[]]> => {
  const floor = await openFloor();
  const seen: Seen[] = [];
  for (const deed of deeds) {
    clock.move(deed.pause * MINUTE);
    await carryOut(floor, deed, minutesAgo(deed));
    seen.push(await look(floor));
  }
  return [floor, seen];
};

describe('the floor as of any moment', () => {
  test('at any instant it is what the venue was answered then', { timeout: 300_000 }, async () => {
    const property = fc.asyncProperty(fc.array(deed, { minLength: 12, maxLength: 30 }), async (deeds) => {
      const [floor, seen] = await live(deeds, () => 0);
      for (const { at, position: _, board, today, ...then } of seen) {
        expect(onlyShown(await answerAt(floor, 'board', at))).toBe(onlyShown(board));
        expect(await answerAt(floor, 'today', at)).toEqual(today);
        const { point_id, as_of, ...found } = await floorAt(floor, at);
        expect(JSON.stringify(found)).toBe(
          JSON.stringify({
            tables: then.tables,
            reservations: then.reservations,
            cheques: then.cheques,
          }),
        );
        expect({ point_id, as_of }).toEqual({ point_id: floor.point_id, as_of: at });
      }
      const { at: _, position: __, board: ___, today: ____, ...last } = seen.at(-1)!;
      expect(await floorAt(floor)).toMatchObject(last);
    });
    await fc.assert(property, { numRuns: effort({ short: 3, long: 60 }), endOnFailure: true });
  });

  test('at any position it is what was recorded by then, however late a till sent it', {
    timeout: 300_000,
  }, async () => {
    const property = fc.asyncProperty(fc.array(deed, { minLength: 12, maxLength: 30 }), async (deeds) => {
      const [floor, seen] = await live(deeds, ({ pick, pause }) => (pick % 3 === 0 ? pause * 3 : 0));
      for (const { position, tables, reservations, cheques, board } of seen) {
        const { as_of: _, ...then } = await answerAt(floor, 'board', String(position));
        expect({ ...then, as_of: board.as_of }).toEqual({ ...board, position });
        const found = await floorAt(floor, String(position));
        expect(found.cheques).toEqual(cheques);
        expect(found.reservations).toEqual(reservations);
        // Who is expected next follows the clock, which is that of the recording here.
        const seated = (list: Seen['tables']) => list.map((table: object) => ({ ...table, next_reservation: null }));
        expect(seated(found.tables)).toEqual(seated(tables));
      }
    });
    await fc.assert(property, { numRuns: effort({ short: 2, long: 60 }), endOnFailure: true });
  });
});

test('a cheque that was open for a month is found in the middle of it', async () => {
  const floor = await openFloor();
  const { till, point_id, cash, cashier_id, products } = floor;
  const items = [{ product_id: products.tea, quantity: 1 }];
  // The till was offline for that long. The point was defined only today, as the clock cannot be turned back for it.
  const state = (await floor.auditor.get(`/audit/v1/points/${point_id}`)).body.state;
  const { point_id: id, special_days: _, ...fields } = state;
  expect(id).toBe(point_id);
  const daysAgo = (days: number) => ({ occurred_at: clock.at(-days * DAY) });
  const { id: old } = await command(till, 'DefinePoint', { ...fields, ...daysAgo(40) });
  await command(till, 'OpenShift', { point_id: old, cashier_id, ...daysAgo(39) });
  const { order_id } = await command(till, 'OpenCheque', { point_id: old, order_type_id: 1, items, ...daysAgo(30) });
  const openAt = async (at?: string) => {
    const found = await floorAt({ ...floor, point_id: old }, at);
    return found.cheques.map((cheque: { order_id: number }) => cheque.order_id);
  };
  const middle = clock.at(-15 * DAY);
  expect(await openAt(middle)).toEqual([order_id]);
  expect(await openAt()).toEqual([order_id]);
  clock.move(MINUTE);
  await command(till, 'DefinePaymentType', { id: cash, name: 'Cash', category_id: 1, point_ids: [point_id, old] });
  await command(till, 'CloseCheque', { order_id, cashier_id, payments: [{ payment_type_id: cash, amount: 8_000 }] });
  expect(await openAt(middle)).toEqual([order_id]);
  expect(await openAt(clock.at(-31 * DAY))).toEqual([]);
  expect(await openAt()).toEqual([]);
  expect(await openAt(clock.at(0))).toEqual([]);
  expect(await openAt(clock.at(-2 * MINUTE))).toEqual([order_id]);
});

test('a cheque that a till sent late was open when it happened, and in the log when it came in', async () => {
  const floor = await openFloor();
  const { till, cash, cashier_id, products } = floor;
  const {
    point_id: _,
    special_days: __,
    ...fields
  } = (await floor.auditor.get(`/audit/v1/points/${floor.point_id}`)).body.state;
  const ago = (days: number) => ({ occurred_at: clock.at(-days * DAY) });
  const { id: point_id } = await command(till, 'DefinePoint', { ...fields, ...ago(40) });
  await command(till, 'DefinePaymentType', {
    id: cash,
    name: 'Cash',
    category_id: 1,
    point_ids: [point_id],
    ...ago(40),
  });
  await command(till, 'OpenShift', { point_id, cashier_id, ...ago(39) });
  const openAt = async (at: string) =>
    (await floorAt({ ...floor, point_id }, at)).cheques.map((cheque: { order_id: number }) => cheque.order_id);
  const head = async () => String(await app.tillstream.store.head());
  const items = [{ product_id: products.tea, quantity: 1 }];
  const { order_id } = await command(till, 'OpenCheque', { point_id, order_type_id: 2, items, ...ago(20) });
  const opened = await head();
  const payments = [{ payment_type_id: cash, amount: 8_000 }];
  await command(till, 'CloseCheque', { order_id, cashier_id, payments, ...ago(19) });
  expect(await openAt(clock.at(-19.5 * DAY))).toEqual([order_id]);
  for (const days of [21, 19, 18, 1, 0]) expect(await openAt(clock.at(-days * DAY)), `${days}`).toEqual([]);
  expect(await openAt(opened)).toEqual([order_id]);
  expect(await openAt(await head())).toEqual([]);
});

test('a cheque that is opened again is open again', async () => {
  const floor = await openFloor();
  const { till, point_id, cash, cashier_id, products } = floor;
  const items = [{ product_id: products.tea, quantity: 1 }];
  const { order_id } = await command(till, 'OpenCheque', { point_id, order_type_id: 1, items });
  const openAt = async (at?: string) =>
    (await floorAt(floor, at)).cheques.map((cheque: { order_id: number }) => cheque.order_id);
  const moments: [string, number[]][] = [];
  const step = async (type: string, fields: object, open: number[]) => {
    clock.move(60 * MINUTE);
    await command(till, type, { order_id, ...fields });
    moments.push([clock.at(0), open]);
    clock.move(60 * MINUTE);
    moments.push([clock.at(0), open]);
  };
  await step('CloseCheque', { cashier_id, payments: [{ payment_type_id: cash, amount: 8_000 }] }, []);
  await step('ReopenCheque', { reason: 'Mistake' }, [order_id]);
  expect(await openAt()).toEqual([order_id]);
  await step('DeleteCheque', { cancel_cause_id: floor.causes.plain }, []);
  expect(await openAt()).toEqual([]);
  for (const [at, open] of moments) expect(await openAt(at)).toEqual(open);
});

test('a floor that shows a guest is a recorded reading, also when the book comes from a kept snapshot', async () => {
  const floor = await openFloor();
  const { till, point_id, brand_id, table_id, auditor } = floor;
  const { store } = app.tillstream;
  const date = clock.at(DAY).slice(0, 10);
  const guest = { phone: '+998901234567', name: 'Aziza' };
  await command(till, 'BookTable', { point_id, date, start_time: '19:00', guests: 2, guest, table_id });
  const stream = `reservation_book-${point_id}`;
  const [booked] = await store.read(stream);
  const walkIn = { brand_id, point_id, table_id: floor.tables[1]!, guests: 2, seated_at: clock.at(0) };
  const seated = Array.from({ length: 300 }, () => {
    const command_id = randomUUID();
    return { id: randomUUID(), type: 'WalkInSeated', data: walkIn, metadata: { ...booked!.metadata, command_id } };
  });
  await store.append(stream, 'any', seated);
  const readings = async (): Promise<number> => {
    const { events } = (await auditor.get('/audit/v1/events?type=PersonalDataRead&limit=1000')).body;
    return events.filter(({ data }: { data: { request: string } }) => data.request.includes('/floor')).length;
  };
  for (const count of [1, 2]) {
    expect((await floorAt(floor)).reservations).toMatchObject([{ guest }]);
    expect(await readings()).toBe(count);
  }
});

test('another brand’s floor does not exist for an auditor', async () => {
  const [own, other] = [await createVenue(app), await createVenue(app)];
  const answer = await own.auditor.get(`/audit/v1/points/${other.point_id}/floor`);
  expect(answer).toMatchObject({ status: 404, body: { code: 'point_not_found' } });
});
