import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuditor, createTillstream, createVenue } from '../../client/src/index.ts';
import { command, type TestApp } from '../support/app.ts';
import { createClock, DAY } from '../support/clock.ts';
import { bookingOf, createFloor, type TestFloor } from '../support/floor.ts';
import { invite, signedIn } from '../support/people.ts';
import { sharedApp } from '../support/shared-app.ts';
import { orderBody } from '../support/venue.ts';

const clock = createClock();
let app: TestApp;
let floor: TestFloor;
let world: Awaited<ReturnType<typeof setUp>>;

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  floor = await createFloor(app);
  world = await setUp();
});
afterAll(() => app.stop());

const days = () => ({ date_from: clock.at(-DAY).slice(0, 10), date_to: clock.at(DAY).slice(0, 10) });
const later = (inDays: number) => clock.at(inDays * DAY).slice(0, 10);
const PHONE = '+998901112299';
const MOTIVATION = { name: 'Tea', calculation_type: 'own_sales_percent', rate: 5, scope: {} };

/** The three clients, and what their methods are asked about. */
const setUp = async () => {
  const { till, brand_id, menu_id, point_id, cash, cashier_id } = floor;
  const platform = await app.platform();
  const issue = async (by: typeof till, terms: object): Promise<string> =>
    (await command(by, 'IssueKey', { name: 'methods', ...terms })).api_key;
  const permissions = ['reports', 'table_booking', 'attendance', 'payments'];
  const apiKey = await issue(till, { audience: 'partner', permissions, showcase_ids: [menu_id] });
  const partner = createTillstream({ baseUrl: app.url, apiKey });
  const venue = createVenue({ baseUrl: app.url, apiKey: await issue(platform, { audience: 'venue', brand_id }) });
  const auditor = createAuditor({ baseUrl: app.url, apiKey: await issue(platform, { audience: 'auditor', brand_id }) });
  // What a page of Tillstream itself uses: only people may read a menu at the till.
  const { cookie = '' } = await signedIn(app.url, await invite(app, brand_id, 'owner'));
  const asPerson = (url: string, init: RequestInit): Promise<Response> => {
    const headers = { ...Object.fromEntries(new Headers(init.headers)), cookie, origin: app.url };
    return fetch(url, { ...init, headers });
  };
  const page = createVenue({ baseUrl: app.url, session: 'cookie', fetch: asPerson });
  const online = (await command(till, 'DefinePaymentType', { name: 'Online', category_id: 5, point_ids: [point_id] }))
    .id;
  const place = async (fields: object = {}) =>
    partner.orders.place(orderBody(floor, { external_id: randomUUID(), ...fields }) as never);
  const book = (inDays: number) =>
    partner.reservations.book(bookingOf(floor, { table_id: null, date: later(inDays) }) as never);
  await partner.clients.sendCode({ phone: PHONE });
  const { messages } = (await venue.api.GET('/venue/v1/sms-outbox')).data!;
  const otp = /\d{6}/.exec(messages[0]!.text)![0];
  return {
    partner,
    venue,
    page,
    auditor,
    online,
    place,
    book,
    otp,
    cash,
    cashier_id,
    order: await place(),
    booked: await book(3),
  };
};

type Call = () => Promise<unknown>;
const all = <Row>(rows: AsyncIterable<Row>): Promise<Row[]> => Array.fromAsync(rows);
const first = async <Row>(rows: AsyncIterable<Row>): Promise<Row | undefined> => {
  for await (const row of rows) return row;
};

/** A call of each method of partners, in an order in which each finds what it needs. */
const ofPartners = (): Record<string, Call> => {
  const { partner, place, book, online, otp, order, booked } = world;
  const { point_id, products, menu_id, cashier_id } = floor;
  const items = [{ product_id: products.tea, quantity: 1 }];
  const { clients, exports, reports } = partner;
  const sales = { kind: 'sales', ...days(), group_by: ['product'], measures: ['net_amount'] } as const;
  let guest: Awaited<ReturnType<typeof clients.verifyCode>>;
  let address: Awaited<ReturnType<typeof clients.addAddress>>;
  return {
    'points.list': () => partner.points.list(),
    'points.isAlive': () => partner.points.isAlive(point_id),
    'points.paymentTypes': () => partner.points.paymentTypes(point_id),
    'points.orderTypes': () => partner.points.orderTypes(),
    'points.orderTypeSubs': () => partner.points.orderTypeSubs(),
    'points.cancelCauses': () => partner.points.cancelCauses(),
    'points.checkDelivery': () => partner.points.checkDelivery({ latitude: 41.31, longitude: 69.28 }),
    'menus.list': () => partner.menus.list(),
    'menus.get': () => partner.menus.get(menu_id, { point_id }),
    'menus.nomenclature': () => partner.menus.nomenclature({ point_id }),
    'menus.stopList': () => partner.menus.stopList({ point_id }),
    'orders.place': () => place(),
    'orders.calculate': () => partner.orders.calculate({ point_id, items }),
    'orders.get': () => partner.orders.get(order.order_id),
    'orders.cancel': async () => partner.orders.cancel((await place()).order_id),
    'orders.paid': async () => {
      const { order_id, total_amount } = await place({ payment_type_id: online });
      return partner.orders.paid(order_id, { provider_payment_id: randomUUID(), amount: total_amount });
    },
    'orders.paymentFailed': async () => {
      const { order_id } = await place({ payment_type_id: online });
      return partner.orders.paymentFailed(order_id, 'declined');
    },
    'orders.find': () => partner.orders.find({ external_id: order.external_id! }),
    'orders.changes': () => all(partner.orders.changes({ since: new Date(0), follow: false })),
    'clients.sendCode': () => clients.sendCode({ phone: '+998901112288' }),
    'clients.verifyCode': async () => {
      guest = await clients.verifyCode({ phone: PHONE, otp, name: 'Aziza' });
      return guest;
    },
    'clients.get': () => clients.get(guest.client_id),
    'clients.addAddress': async () => {
      address = await clients.addAddress(guest.client_id, { latitude: 41.31, longitude: 69.28, name: 'Home' } as never);
      return address;
    },
    'clients.removeAddress': async () => {
      await clients.removeAddress(guest.client_id, address.id);
      return (await clients.get(guest.client_id)).addresses;
    },
    'reservations.settings': () => partner.reservations.settings({ point_id }),
    'reservations.halls': () => partner.reservations.halls({ point_id }),
    'reservations.availability': () => partner.reservations.availability({ point_id, date: later(2), guests: 2 }),
    'reservations.book': () => book(4),
    'reservations.move': () => partner.reservations.move(booked.id, { start_time: '20:00' } as never),
    'reservations.cancel': async () => partner.reservations.cancel((await book(5)).id, { reason: 'ill' }),
    'reservations.reportDeposit': async () => {
      const deposit = { amount: 10_000, payment_type_id: online };
      const wish = bookingOf(floor, { table_id: null, date: later(6), deposit });
      const { id } = await partner.reservations.book(wish as never);
      await world.venue.commands.CancelReservation({ reservation_id: id } as never);
      return partner.reservations.reportDeposit(id, { status: 'refunded' });
    },
    'reservations.get': () => partner.reservations.get(booked.id),
    'reservations.list': () => partner.reservations.list({ date_from: later(3), date_to: later(4) }),
    'reservations.changes': () => all(partner.reservations.changes({ since: new Date(0), follow: false })),
    'exports.cheques': () => all(exports.cheques(days())),
    'exports.chequeLines': () => all(exports.chequeLines(days())),
    'exports.returns': () => all(exports.returns(days())),
    'reports.olap': () => reports.olap(sales as never),
    'reports.olapColumns': () => reports.olapColumns({ kind: 'sales' }),
    'reports.olapDetails': () => reports.olapDetails({ ...sales, row: [products.tea] } as never),
    'reports.olapRestatement': () =>
      reports.olapRestatement({ ...sales, as_of_from: clock.at(-1_000), as_of_to: clock.at(0) } as never),
    'reports.attendance': () => reports.attendance(days()),
    'reports.abcXyz': () => reports.abcXyz({ date_from: later(-20), date_to: later(0), bucket: 'day' } as never),
    'reports.products': () => reports.products(),
    'reports.menuFolders': () => reports.menuFolders(),
    'reports.payroll': () => reports.payroll(days()),
    'reports.shifts': () => reports.shifts(days()),
    'reports.moneyMovements': () => reports.moneyMovements(days()),
    'reports.moneyAccounts': () => reports.moneyAccounts(),
    'reports.payrollDays': () => reports.payrollDays({ ...days(), employee_id: cashier_id }),
    'reports.organizations': () => reports.organizations(),
    'reports.suppliers': () => reports.suppliers(),
    'reports.organizationPayments': () => reports.organizationPayments(days()),
    'reports.registrations': () => reports.registrations(days() as never),
    'attendance.employees': () => partner.attendance.employees(),
    'attendance.send': () =>
      partner.attendance.send([
        { event_id: randomUUID(), employee_id: cashier_id, type: 'check_in', time: clock.at(0), point_id },
      ] as never),
    'attendance.shifts': () => partner.attendance.shifts(days()),
  };
};

const ofVenues = (): Record<string, Call> => {
  const { venue, page, order } = world;
  const { point_id, cashier_id } = floor;
  return {
    send: () => venue.send([{ type: 'AcceptOrder', fields: { order_id: order.order_id } }]),
    check: () => venue.check([{ type: 'DefineRegion', fields: { name: 'Far' } }]),
    'orders.get': () => venue.orders.get(order.order_id),
    'orders.list': () => all(venue.orders.list({ point_id: [point_id] } as never)),
    'orders.stream': () => first(venue.orders.stream({ point_id, lastEventId: 0 })),
    'points.board': () => venue.points.board(point_id),
    'points.today': () => venue.points.today(point_id),
    'points.menu': () => page.points.menu(point_id),
    'points.attention': () => venue.points.attention(point_id),
    'points.stream': () => first(venue.points.stream(point_id, { lastEventId: 0 })),
    reservations: () => venue.reservations({ point_id, date_from: later(3), date_to: later(4) } as never),
    tables: () => venue.tables({ point_id }),
    deliveries: () => all(venue.deliveries()),
    'pictures.send': async () => {
      const dish = sharp({ create: { width: 8, height: 8, channels: 3, background: '#a63' } });
      return venue.pictures.send(new Uint8Array(await dish.png().toBuffer()), 'image/png');
    },
    previewPayroll: () =>
      venue.previewPayroll({ ...days(), motivation: { ...MOTIVATION, employee_ids: [cashier_id] } } as never),
  };
};

const ofAuditors = (): Record<string, Call> => {
  const { auditor, order } = world;
  const { point_id } = floor;
  const head = () => auditor.proofs.checkpoint({ new: true });
  const hour = { from: clock.at(-3_600_000), to: clock.at(1) };
  return {
    events: () => all(auditor.events({ stream: `order-${order.order_id}` })),
    counts: () => auditor.counts({ ...hour, actor: 'till', buckets: 4 }),
    entity: () => auditor.entity('orders', order.order_id).history(),
    'points.board': async () => {
      // A number of events is no position: EventStoreDB counts bytes.
      const [event] = await all(auditor.events({ stream: `order-${order.order_id}` }));
      return auditor.points.board(point_id, event!.position);
    },
    'points.today': () => auditor.points.today(point_id),
    'points.activity': () => auditor.points.activity(point_id, { ...hour, buckets: 4 }),
    'points.step': async () => {
      const [event] = await all(auditor.events({ stream: `order-${order.order_id}` }));
      return auditor.points.step(point_id, { from: event!.position, direction: 'previous' });
    },
    'points.known': () => auditor.points.known(point_id, clock.at(0)),
    'proofs.inclusion': async () => {
      const [event] = await all(auditor.events({ stream: `order-${order.order_id}` }));
      await head();
      return auditor.proofs.inclusion({ position: event!.position });
    },
    'proofs.consistency': async () => auditor.proofs.consistency({ from: 1, to: (await head()).size }),
    'proofs.checkpoint': head,
    'proofs.checkpoints': () => all(auditor.proofs.checkpoints()),
    'proofs.key': () => auditor.proofs.key(),
  };
};

/** `orders.place`, …: all that a client has, but for paths by themselves and commands, which are made from the document. */
const methodsOf = (client: object, before = ''): string[] =>
  Object.entries(client).flatMap(([name, value]) => {
    if (name === 'api' || name === 'commands') return [];
    return typeof value === 'function' ? [before + name] : methodsOf(value, `${before}${name}.`);
  });

test.each([
  ['partners', () => world.partner, ofPartners],
  ['venues', () => world.venue, ofVenues],
  ['auditors', () => world.auditor, ofAuditors],
] as const)('each method of the client for %s gets from a server what it says', async (_, clientOf, callsOf) => {
  const calls = callsOf();
  expect(Object.keys(calls).sort()).toEqual(methodsOf(clientOf()).sort());
  for (const [name, call] of Object.entries(calls)) {
    const answer = await call().catch((error: unknown) => {
      throw new Error(`${name}: ${JSON.stringify({ ...(error as object), message: String(error) })}`);
    });
    expect(answer, name).toEqual(expect.anything());
  }
});
