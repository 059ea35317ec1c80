import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DemoTill, startDemoTill } from '../../../src/demo/till/demo-till.ts';
import type { TillOrder } from '../../../src/demo/till/next-step.ts';
import { FakeVenue } from './fake-venue.ts';
import { ManualClock } from './manual-clock.ts';

const staff = [
  { point_id: 'center', cashier_id: 7, courier_id: 8, timezone: 'Asia/Tashkent' },
  { point_id: 'suburb', cashier_id: 17, courier_id: 18, timezone: 'Asia/Tashkent' },
];

const order = (fields: Partial<TillOrder> = {}): TillOrder => ({
  order_id: 1,
  point_id: 'center',
  status: 'CREATED',
  order_type_id: 2,
  payment_type_id: 3,
  reservation_id: null,
  external_id: null,
  total_amount: 98_000,
  ...fields,
});

let venue: FakeVenue;
let clock: ManualClock;
let baseUrl: string;
let till: DemoTill | undefined;
let logged: string[];

beforeEach(async () => {
  // The pauses of the client are its shortest ones.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  venue = new FakeVenue();
  clock = new ManualClock();
  logged = [];
  baseUrl = await venue.listen();
});

afterEach(async () => {
  await till?.stop();
  till = undefined;
  await venue.close();
  vi.restoreAllMocks();
});

const eventually = (check: () => void) => vi.waitFor(check, { interval: 2, timeout: 5_000 });

const start = (): void => {
  const note = (_: object, message: string) => logged.push(message);
  const log = { info: note, warn: note };
  const now = () => Date.parse('2026-03-02T14:00:00Z');
  till = startDemoTill({ baseUrl, apiKey: 'demo-venue-key', staff, log, scheduler: clock, now });
};

const startListening = async (): Promise<void> => {
  start();
  await eventually(() => expect(venue.listeners).toBe(1));
};

const statusOf = (orderId = 1) => venue.orders.get(orderId)?.status;
const becomes = (status: string, orderId = 1) => eventually(() => expect(statusOf(orderId)).toBe(status));
/** Commands on orders that took effect. */
const steps = () => venue.done.filter(({ type }) => type !== 'OpenShift').map(({ type }) => type);

describe('shifts', () => {
  it('till shifts of the demo are opened at each point, by its cashier', async () => {
    await startListening();
    expect(venue.done.map(({ type, body }) => [type, body.point_id, body.cashier_id])).toEqual([
      ['OpenShift', 'center', 7],
      ['OpenShift', 'suburb', 17],
    ]);
  });

  it('till shifts of the demo that are open stay open', async () => {
    venue.trouble = (_, command) =>
      command?.type === 'OpenShift' ? { status: 409, code: 'shift_already_open' } : undefined;
    await startListening();
    venue.put(order());
    await clock.pass(4_000);
    await becomes('UNCONFIRMED_ORDER');
    expect(logged).toEqual([]);
  });
});

describe('an order', () => {
  it('an order at the demo till for takeaway is accepted, cooked and closed, paid as the guest said', async () => {
    await startListening();
    venue.put(order());
    await clock.pass(4_000);
    await becomes('UNCONFIRMED_ORDER');
    await clock.pass(10_000);
    await becomes('COOKING');
    await clock.pass(10_000);
    await becomes('CLOSED');

    expect(steps()).toEqual(['AcceptOrder', 'StartCooking', 'CloseCheque']);
    expect(venue.done.at(-1)?.body).toMatchObject({
      order_id: 1,
      cashier_id: 7,
      payments: [{ payment_type_id: 3, amount: 98_000 }],
    });
  });

  it('an order at the demo till for delivery goes by courier, and is closed within a minute', async () => {
    await startListening();
    venue.put(order({ order_type_id: 3, point_id: 'suburb' }));
    for (const ms of [4_000, 10_000, 10_000, 7_000, 12_000, 5_000]) await clock.pass(ms);
    await becomes('CLOSED');

    expect(clock.now).toBeLessThan(60_000);
    const expected = ['AcceptOrder', 'StartCooking', 'PackOrder', 'HandToCourier', 'DeliverOrder', 'CloseCheque'];
    expect(steps()).toEqual(expected);
    expect(venue.done.find(({ type }) => type === 'HandToCourier')?.body.courier_id).toBe(18);
    expect(venue.done.at(-1)?.body.cashier_id).toBe(17);
  });

  it('an order at the demo till that waits for its payment and an operator gets both', async () => {
    await startListening();
    venue.put(order({ status: 'AWAITING_PAYMENT' }));
    await clock.pass(6_000);
    await becomes('AWAITING_CONFIRMATION');
    await clock.pass(5_000);
    await becomes('CREATED');
    await clock.pass(4_000);
    await becomes('UNCONFIRMED_ORDER');
    expect(steps()).toEqual(['RegisterPayment', 'ConfirmOrder', 'AcceptOrder']);
    expect(venue.done.at(-3)?.body).toMatchObject({ provider_payment_id: 'demo-1', amount: 98_000 });
  });

  it('an order at the demo till waits for its time', async () => {
    await startListening();
    venue.put(order());
    await eventually(() => expect(clock.waiting).toContain(4_000));
    clock.advance(3_999);
    venue.put(order({ order_id: 2 }));
    await eventually(() => expect(clock.waiting).toContain(4_000));
    expect(steps()).toEqual([]);
  });

  it('an order at the demo till of a point without a staff, or not yet with the till, is left alone', async () => {
    await startListening();
    venue.put(order({ point_id: 'elsewhere' }));
    venue.put(order({ order_id: 2, status: 'PREORDER' }));
    venue.put(order({ order_id: 3 }));
    await clock.pass(4_000);
    await becomes('UNCONFIRMED_ORDER', 3);
    expect(venue.sent.filter(({ type }) => type !== 'OpenShift').map(({ body }) => body.order_id)).toEqual([3]);
  });

  it('an order at the demo till whose cheque is reopened is left to the cashier who reopened it', async () => {
    await startListening();
    venue.put(order({ status: 'COOKING' }));
    await clock.pass(10_000);
    await becomes('CLOSED');
    venue.put(order({ status: 'COOKING' }));
    await clock.pass(10_000);
    const closings = () => venue.sent.filter(({ type }) => type === 'CloseCheque').map(({ body }) => body.command_id);
    await eventually(() => expect(closings()).toHaveLength(2));
    expect(new Set(closings()).size).toBe(1);
    expect(statusOf()).toBe('COOKING');
    // Nor is it planned again when the list of open orders names it.
    clock.advance(10_000);
    await eventually(() => expect(clock.waiting).toContain(30_000));
    expect(clock.waiting).not.toContain(10_000);
  });

  it('an order at the demo till that is cancelled before its time is not accepted', async () => {
    await startListening();
    venue.put(order());
    await eventually(() => expect(clock.waiting).toContain(4_000));
    venue.put(order({ status: 'DELETED' }));
    await eventually(() => expect(clock.waiting).not.toContain(4_000));
    clock.advance(60_000);
    venue.put(order({ order_id: 2 }));
    await clock.pass(4_000);
    await becomes('UNCONFIRMED_ORDER', 2);
    expect(venue.sent.some(({ body }) => body.order_id === 1)).toBe(false);
  });
});

describe('after a restart', () => {
  it('after a restart the demo till takes orders on from their statuses, however many pages of them', async () => {
    venue.pageSize = 2;
    venue.put(order());
    venue.put(order({ order_id: 2, status: 'UNCONFIRMED_ORDER' }));
    venue.put(order({ order_id: 3, status: 'PACKED' }));
    venue.put(order({ order_id: 4, status: 'DELIVERED', order_type_id: 3 }));
    venue.put(order({ order_id: 5, status: 'TAKEN_BY_COURIER', order_type_id: 3 }));
    venue.put(order({ order_id: 6, status: 'CLOSED' }));
    start();
    await eventually(() =>
      expect(clock.waiting).toEqual(expect.arrayContaining([4_000, 10_000, 7_000, 5_000, 12_000])),
    );
    clock.advance(12_000);
    await becomes('UNCONFIRMED_ORDER');
    await becomes('COOKING', 2);
    await becomes('CLOSED', 3);
    await becomes('CLOSED', 4);
    await becomes('DELIVERED', 5);
    expect(venue.sent.some(({ body }) => body.order_id === 6)).toBe(false);
  });

  it('after a restart a step that was sent before is the same command', async () => {
    await startListening();
    venue.trouble = (_, command) => (command?.type === 'AcceptOrder' ? 'hangs' : undefined);
    venue.put(order());
    await clock.pass(4_000);
    await eventually(() => expect(venue.sent.at(-1)?.type).toBe('AcceptOrder'));
    await till?.stop();

    venue.trouble = () => undefined;
    start();
    await clock.pass(4_000);
    await becomes('UNCONFIRMED_ORDER');
    const ids = venue.sent.filter(({ type }) => type === 'AcceptOrder').map(({ body }) => body.command_id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });
});

describe('the feed', () => {
  it('the feed of the demo till is taken up again where it broke', async () => {
    await startListening();
    venue.put(order());
    await clock.pass(4_000);
    await becomes('UNCONFIRMED_ORDER');
    await eventually(() => expect(clock.waiting).toContain(10_000));
    venue.breakStreams();
    venue.put(order({ order_id: 2 }));
    await clock.pass(1_000);
    await eventually(() => expect(venue.streamsOpenedFrom).toEqual([undefined, '2']));
    // The order's step, and the next look at the guests.
    await eventually(() => expect(clock.waiting.filter((ms) => ms === 4_000)).toHaveLength(2));
    await clock.pass(4_000);
    await becomes('UNCONFIRMED_ORDER', 2);
  });

  it('the feed of the demo till is asked for ever less often while the server is away', async () => {
    venue.trouble = (path) => (path.endsWith('/stream') ? { status: 503 } : undefined);
    start();
    for (const ms of [1_000, 2_000, 4_000]) await clock.pass(ms);
    await eventually(() => expect(clock.waiting).toContain(8_000));
    venue.trouble = () => undefined;
    await clock.pass(8_000);
    await eventually(() => expect(venue.listeners).toBe(1));
  });

  it('the demo till trusts its feed more than a list that lags behind', async () => {
    await startListening();
    clock.advance(25_000);
    venue.put(order({ status: 'COOKING' }));
    await eventually(() => expect(clock.waiting).toContain(10_000));
    venue.orders.set(1, order());
    const listed = venue.listsRead;
    await clock.pass(5_000);
    await eventually(() => expect(venue.listsRead).toBe(listed + 1));
    await eventually(() => expect(clock.waiting).toContain(30_000));
    await clock.pass(5_000);
    await becomes('CLOSED');
    expect(steps()).toEqual(['CloseCheque']);
  });

  it('the demo till finds in the list what its feed missed', async () => {
    await startListening();
    venue.orders.set(1, order());
    await clock.pass(30_000);
    await clock.pass(4_000);
    await becomes('UNCONFIRMED_ORDER');
  });
});

describe('a command', () => {
  it.each([
    { trouble: { status: 503 } as const, ms: 1_000 },
    { trouble: { status: 429, headers: { 'Retry-After': '7' } } as const, ms: 7_000 },
    { trouble: { status: 500 } as const, ms: 1_000 },
    { trouble: 'dropped' as const, ms: 1_000 },
  ])('a command of the demo till is sent again, and done once, after $trouble', async ({ trouble, ms }) => {
    await startListening();
    let times = 0;
    venue.trouble = (_, command) => {
      if (command?.type !== 'AcceptOrder') return;
      times += 1;
      return times === 1 ? trouble : undefined;
    };
    venue.put(order());
    await clock.pass(4_000);
    await eventually(() => expect(times).toBe(1));
    await clock.pass(ms);
    await eventually(() => expect(times).toBe(2));
    await becomes('UNCONFIRMED_ORDER');
    expect(steps()).toEqual(['AcceptOrder']);
  });

  it('a command of the demo till gets a new token when the old one is refused', async () => {
    await startListening();
    let refused = false;
    venue.trouble = (_, command) => {
      if (command?.type !== 'AcceptOrder' || refused) return;
      refused = true;
      return { status: 401 };
    };
    venue.put(order());
    await clock.pass(4_000);
    await becomes('UNCONFIRMED_ORDER');
    expect(venue.tokensIssued).toBe(2);
  });

  it('the demo till drops a command that someone else was faster with', async () => {
    await startListening();
    venue.put(order());
    await eventually(() => expect(clock.waiting).toContain(4_000));
    venue.orders.set(1, order({ status: 'COOKING' }));
    venue.trouble = (_, command) => (command?.type === 'AcceptOrder' ? { status: 409 } : undefined);
    await clock.pass(4_000);
    await clock.pass(10_000);
    await becomes('CLOSED');
    expect(steps()).toEqual(['CloseCheque']);
  });

  it('a command of the demo till that is refused for now is tried again with the same id', async () => {
    await startListening();
    venue.put(order({ status: 'COOKING' }));
    venue.trouble = (_, command) =>
      command?.type === 'CloseCheque' ? { status: 409, code: 'shift_not_open' } : undefined;
    await clock.pass(10_000);
    await eventually(() => expect(venue.sent.at(-1)?.type).toBe('CloseCheque'));
    await eventually(() => expect(clock.waiting).toContain(10_000));
    venue.trouble = () => undefined;
    clock.advance(10_000);
    await becomes('CLOSED');
    expect(
      new Set(venue.sent.filter(({ type }) => type === 'CloseCheque').map(({ body }) => body.command_id)).size,
    ).toBe(1);
  });

  it('a command of the demo till that can never work is not tried again', async () => {
    await startListening();
    venue.put(order({ status: 'COOKING' }));
    venue.trouble = (_, command) => (command?.type === 'CloseCheque' ? { status: 400 } : undefined);
    await clock.pass(10_000);
    await eventually(() => expect(venue.sent.at(-1)?.type).toBe('CloseCheque'));
    for (let sweep = 0; sweep < 3; sweep++) clock.advance(30_000);
    venue.put(order({ order_id: 2 }));
    await clock.pass(4_000);
    await becomes('UNCONFIRMED_ORDER', 2);
    expect(venue.sent.filter(({ type }) => type === 'CloseCheque')).toHaveLength(1);
  });

  it('a command of the demo till waits for its turn in a rush', async () => {
    await startListening();
    venue.trouble = (_, command) => (command?.type === 'AcceptOrder' ? 'hangs' : undefined);
    for (let order_id = 1; order_id <= 20; order_id++) venue.put(order({ order_id }));
    await eventually(() => expect(clock.waiting.filter((ms) => ms === 4_000)).toHaveLength(20));
    clock.advance(4_000);
    const sent = () => venue.sent.filter(({ type }) => type === 'AcceptOrder').length;
    await eventually(() => expect(sent()).toBe(8));
    // A round trip that starts later is over: a ninth command would have arrived.
    await fetch(`${baseUrl}/v1/auth/token`, { method: 'POST', body: '{}' });
    expect(sent()).toBe(8);
  });
});

describe('stopping', () => {
  it('stopping the demo till ends what is under way at once, and sends nothing more', async () => {
    await startListening();
    venue.trouble = (_, command) => (command ? 'hangs' : undefined);
    venue.put(order());
    venue.put(order({ order_id: 2, status: 'COOKING' }));
    await clock.pass(4_000);
    await eventually(() => expect(venue.sent.at(-1)?.type).toBe('AcceptOrder'));
    await till?.stop();
    expect(clock.waiting).toEqual([]);
    await eventually(() => expect(venue.listeners).toBe(0));
    const sent = venue.sent.length;
    clock.advance(120_000);
    await fetch(`${baseUrl}/v1/auth/token`, { method: 'POST', body: '{}' });
    expect(venue.sent).toHaveLength(sent);
  });

  it('the demo till stops while the server does not answer', async () => {
    await venue.close();
    start();
    await eventually(() => expect(clock.waiting).toContain(1_000));
    await till?.stop();
    expect(clock.waiting).toEqual([]);
    venue = new FakeVenue();
    await venue.listen();
  });
});

describe('guests', () => {
  const guest = (fields: Partial<FakeVenue['reservations'][number]> = {}) => ({
    id: 'r1',
    point_id: 'center',
    status: 'created',
    date: '2026-03-02',
    start_time: '19:00',
    guests: 3,
    table: { id: 4 },
    ...fields,
  });
  const done = () => venue.done.filter(({ body }) => body.reservation_id !== undefined);

  it('guests in the demo who ask for a table are confirmed, and sit when it is time on the clock of the point', async () => {
    venue.reservations = [
      guest({ status: 'pending', table: null, date: '2026-03-05' }),
      guest({ id: 'r2' }),
      guest({ id: 'r3', start_time: '19:01' }),
      guest({ id: 'r4', point_id: 'elsewhere' }),
    ];
    await startListening();
    await clock.pass(9_000);
    await eventually(() => expect(done()).toHaveLength(2));
    expect(done()).toMatchObject([
      { type: 'ConfirmReservation', body: { reservation_id: 'r1' } },
      { type: 'SeatReservation', body: { reservation_id: 'r2', table_id: 4, waiter_id: 7 } },
    ]);
    await clock.pass(9_000);
    expect(done()).toHaveLength(2);
  });

  it('guests in the demo without a table get one that is free and large enough; when none is, they wait', async () => {
    const free = { capacity: 4, seated: null, next_reservation: null };
    venue.tables = [
      { ...free, id: 1, capacity: 2 },
      { ...free, id: 2, seated: {} },
      { ...free, id: 3, next_reservation: {} },
    ];
    venue.reservations = [guest({ table: null })];
    await startListening();
    await clock.pass(9_000);
    venue.tables.push({ ...free, id: 5 });
    await clock.pass(9_000);
    await eventually(() => expect(done()).toMatchObject([{ type: 'SeatReservation', body: { table_id: 5 } }]));
  });

  it('guests in the demo who cannot sit yet are tried again, and told of once', async () => {
    let isBusy = true;
    venue.trouble = (_, command) =>
      command?.type === 'SeatReservation' && isBusy ? { status: 409, code: 'table_busy' } : undefined;
    venue.reservations = [guest()];
    await startListening();
    for (let look = 1; look <= 3; look++) {
      await clock.pass(9_000);
      await eventually(() => expect(venue.sent.filter(({ type }) => type === 'SeatReservation')).toHaveLength(look));
    }
    isBusy = false;
    await clock.pass(9_000);
    await eventually(() => expect(done()).toHaveLength(1));
    expect(logged).toEqual(['the demo host was refused']);
  });

  it('guests in the demo leave after a while; a cheque with items that another person added stays for that person to close', async () => {
    const cheque = {
      status: 'UNCONFIRMED_ORDER',
      payment_type_id: null,
      reservation_id: 'r1',
      total_amount: 0,
    } as const;
    await startListening();
    venue.put(order({ ...cheque, order_id: 1 }));
    venue.put(order({ ...cheque, order_id: 2, total_amount: 8_000 }));
    venue.put(order({ ...cheque, order_id: 3, reservation_id: null }));
    await clock.pass(10_000);
    await becomes('CLOSED');
    expect(venue.done.at(-1)).toMatchObject({ type: 'CloseCheque', body: { order_id: 1, payments: [] } });
    clock.advance(60_000);
    expect([statusOf(2), statusOf(3)]).toEqual(['UNCONFIRMED_ORDER', 'UNCONFIRMED_ORDER']);
  });
});
