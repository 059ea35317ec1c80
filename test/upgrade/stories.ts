import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { createCommandHandler } from '../../src/commands/loop/handle.ts';
import { accountDecider } from '../../src/domain/accounts/decide.ts';
import { loyaltyDecider } from '../../src/domain/loyalty/decide.ts';
import { orderDecider } from '../../src/domain/orders/decide.ts';
import { organizationDecider } from '../../src/domain/organizations/decide.ts';
import { reservationBookDecider } from '../../src/domain/reservations/decide.ts';
import { systemEnvelope } from '../../src/processes/engine/process.ts';
import { command } from '../support/app.ts';
import { DAY, MINUTE } from '../support/clock.ts';
import { type Counterparties, createCounterparties } from '../support/counterparties.ts';
import { eatOnDebt, setShift } from '../support/fitting/things.ts';
import type { FittingWorld } from '../support/fitting/world.ts';
import { connect, points, sendDue } from '../support/loyalty.ts';
import { orderBody } from '../support/venue.ts';

const PHONE = '+998901234567';

/** What happens when no command of the venue says so in one step: the events that `history.ts` lacks without them. */
export const tellStories = async (world: FittingWorld): Promise<void> => {
  await setShift(world, 'closed');
  const money = await createCounterparties(world.venue);
  await settings(world);
  await limitedUnits(world);
  await takenBack(world, money);
  await marks(world);
  await bookings(world);
  await client(world);
  await debts(world, money);
  await pointsOfGuests(world, money);
  await afterCrashes(world, money);
  await forgotten(world);
  await people(world);
};

/** A person is invited, changes the password, is shut out and back in, and is erased; another is an owner for a while. */
const people = async ({ app, venue, clock }: FittingWorld) => {
  const { till } = venue;
  const { accountActs, store, pool } = app.tillstream;
  const handler = createCommandHandler(store, pool);
  const [first, second] = ['0c5d3a53-66a1-4f33-8e43-7c63c0a4a6f1', '1c5d3a53-66a1-4f33-8e43-7c63c0a4a6f2'];
  const invited = { login: 'stories.cook', name: 'Nodira', role: 'cook' };
  const { account_id, invitation } = await command(till, 'InviteAccount', invited);
  await accountActs.accept(invitation, first!, 'stories');
  await accountActs.changePassword(account_id, first!, second!, 'stories');
  for (const is_right of [true, false]) {
    const noted = { type: 'NoteSignIn' as const, is_right, address: '192.0.2.7', at: clock.at(0) };
    await handler.handle(accountDecider, account_id, noted, systemEnvelope('dump', new Date(clock.read()), venue));
  }
  await command(till, 'ChangeAccount', { account_id, role: 'cashier' });
  await command(till, 'ResetAccount', { account_id });
  await command(till, 'DisableAccount', { account_id });
  await command(till, 'EnableAccount', { account_id });
  await command(till, 'DisableAccount', { account_id });
  await command(till, 'EraseAccount', { account_id, reason: 'Asked by letter' });
  const owners = ['stories.one', 'stories.two'].map((login) => ({ login, name: 'Owner', role: 'owner' }));
  for (const owner of owners) {
    const { account_id: id } = await command(till, 'InviteAccount', owner);
    if (owner !== owners[0]) await command(till, 'DisableAccount', { account_id: id });
  }
};

/** A guest who was no client is erased. */
const forgotten = async ({ venue, clock }: FittingWorld) => {
  const { till, point_id } = venue;
  const guest = { phone: '+998909876543', name: 'Nobody' };
  const date = clock.at(3 * DAY).slice(0, 10);
  const booking = { point_id, date, start_time: '13:00', guests: 2, guest };
  const { reservation_id } = await command(till, 'BookTable', booking);
  await command(till, 'CancelReservation', { reservation_id });
  await command(till, 'EraseClient', { phone: guest.phone, reason: 'Asked by letter' });
  // What an auditor reads of persons is recorded.
  await venue.auditor.get('/audit/v1/events?type=ClientRegistered');
};

const settings = async ({ venue: { till, point_id, products }, organization, supplier }: FittingWorld) => {
  await command(till, 'DefineCancelCause', { name: 'Default now', is_default: true, is_comment_required: false });
  await command(till, 'SetOnSale', { point_id, product_ids: [products.garlic], on_sale: true });
  await command(till, 'RegisterOrganization', { id: organization, name: 'Artel Invest' });
  await command(till, 'RegisterSupplier', { id: supplier, name: 'Eski Bozor' });
};

const linesOf = async ({ venue }: FittingWorld, order_id: number): Promise<number[]> =>
  (await venue.till.get(`/venue/v1/orders/${order_id}`)).body.items.map((it: { line_id: number }) => it.line_id);

/** Units are taken, partly given back, given back and sold; what the kitchen has printed is called off. */
const limitedUnits = async (world: FittingWorld) => {
  const { till, point_id, products, causes } = world.venue;
  const entries = [{ product_id: products.plov, quantity: 10 }];
  await command(till, 'SetStopList', { point_id, entries });
  const items = [{ product_id: products.plov, quantity: 3, modifiers: [{ product_id: products.small, quantity: 1 }] }];
  const open = async () => (await command(till, 'OpenCheque', { point_id, order_type_id: 2, items })).order_id;
  const sold = await open();
  const [line_id] = await linesOf(world, sold);
  await command(till, 'SendToKitchen', { order_id: sold, line_ids: [line_id] });
  await command(till, 'RemoveItem', { order_id: sold, line_id, quantity: 1, reason: 'Changed mind' });
  await close(world, sold);
  await command(till, 'DeleteCheque', { order_id: await open(), cancel_cause_id: causes.plain });
  await command(till, 'ClearStopList', { point_id });
};

/** Closes a cheque for what it costs, in cash. */
const close = async ({ venue: { till, cashier_id, cash } }: FittingWorld, order_id: number) => {
  const amount = (await till.get(`/venue/v1/orders/${order_id}`)).body.total_amount;
  await command(till, 'CloseCheque', { order_id, cashier_id, payments: [{ payment_type_id: cash, amount }] });
};

/** Salaries, suppliers and organizations are paid, and the money is taken back. A paid order is deleted. */
const takenBack = async (world: FittingWorld, money: Counterparties) => {
  const { venue, safe, purpose, supplier, organization, online } = world;
  const { till, point_id, cashier_id } = venue;
  const from = { account_id: safe, point_id, payment_purpose_id: purpose };
  const paid = [
    await command(till, 'PaySalary', { employee_id: cashier_id, amount: 5_000, ...from }),
    await command(till, 'PaySupplier', { supplier_id: supplier, amount: 5_000, ...from }),
    await money.pay(organization, 5_000),
  ];
  for (const { id } of paid) await command(till, 'CancelMovement', { movement_id: id });
  await eatOnDebt(venue, cashier_id);
  const debt = { employee_id: cashier_id, amount: 500, from: { account_id: safe } };
  const { movement_id } = await command(till, 'SettleEmployeeDebt', debt);
  await command(till, 'CancelMovement', { movement_id });
  const order = orderBody(venue, { payment_type_id: online });
  const { order_id } = (await venue.partner.post('/v1/orders', order)).body;
  await command(till, 'RegisterPayment', { order_id, provider_payment_id: 'paid', amount: 98_000 });
  await command(till, 'DeleteCheque', { order_id, cancel_cause_id: venue.causes.plain });
};

const marks = async ({ venue: { till, point_id }, clock }: FittingWorld) => {
  const who = { login: 'lola', name: 'Lola', role: 'cook', role_name: 'Cook', position_id: 3, position_name: 'Cook' };
  const { employee_id } = await command(till, 'HireEmployee', who);
  const mark = (type: string, minutesAgo: number) =>
    command(till, 'RecordMark', { employee_id, point_id, type, time: clock.at(-minutesAgo * MINUTE) });
  await mark('check_out', 3_000);
  await mark('check_in', 300);
  await mark('check_in', 299);
  await mark('check_out', 60);
};

const bookings = async ({ venue, booker, clock }: FittingWorld) => {
  const { till, point_id, hall_id } = venue;
  const table_id = (await command(till, 'DefineTable', { hall_id, name: 'Of stories', capacity: 4 })).id;
  const date = clock.at(4 * DAY).slice(0, 10);
  const book = async (start_time: string) => {
    const body = {
      point_id,
      external_id: randomUUID(),
      date,
      start_time,
      guests: 2,
      table_id,
      guest: { phone: PHONE },
    };
    const deposit = { amount: 5_000, payment_type_id: venue.cash };
    return (await booker.post('/v1/reservations', { ...body, deposit })).body.id as string;
  };
  const seated = await book('12:00');
  await command(till, 'MoveReservation', { reservation_id: seated, comment: 'By the window' });
  const { order_id } = await command(till, 'SeatReservation', { reservation_id: seated, table_id });
  await command(till, 'CloseCheque', { order_id, cashier_id: venue.cashier_id, payments: [] });
  await command(till, 'ReopenCheque', { order_id, reason: 'They did not stay' });
  await command(till, 'DeleteCheque', { order_id, cancel_cause_id: venue.causes.plain });
  const missed = await book('18:00');
  await command(till, 'MarkNoShow', { reservation_id: missed });
  const settled = await booker.post(`/v1/reservations/${missed}/deposit`, { status: 'retained' });
  expect(settled.status, JSON.stringify(settled.body)).toBe(200);
};

/** A guest says another name, and has an address noted, noted in more detail, and hidden. */
const client = async ({ venue }: FittingWorld) => {
  const { till, partner } = venue;
  const order = orderBody(venue, { client: { phone: PHONE, name: 'Nodira' } });
  const { order_id } = (await partner.post('/v1/orders', order)).body;
  const { client_id } = (await till.get(`/venue/v1/orders/${order_id}`)).body.client;
  const path = `/v1/clients/${client_id}/addresses`;
  const place = { latitude: 41.35, longitude: 69.25, name: 'Yunusobod 4' };
  const { id } = (await partner.post(path, place)).body;
  await partner.post(path, { ...place, apartment: '17' });
  await partner.send('DELETE', `${path}/${id}`);
};

/** An organization owes, owes no more, owes again, and gives goods back. */
const debts = async ({ venue: { till }, organization }: FittingWorld, money: Counterparties) => {
  const order_id = await money.owe(organization, 700);
  await command(till, 'ReopenCheque', { order_id, reason: 'Wrong sum' });
  await command(till, 'CloseCheque', money.closing(order_id, 700));
  await money.setOff(order_id, 200);
};

/** Points are held and spent; the call that tells of it is sent again. */
const pointsOfGuests = async ({ app, venue, loyalty }: FittingWorld, money: Counterparties) => {
  const { till, cash, cashier_id, point_id } = venue;
  await connect(venue, loyalty);
  const items = [{ product_id: money.unit, quantity: 600 }];
  const guest = { phone: PHONE, name: 'Nodira' };
  const { order_id } = await command(till, 'OpenCheque', { point_id, order_type_id: 2, client: guest, items });
  await command(till, 'IdentifyLoyaltyCustomer', { point_id, phone: PHONE, order_id });
  const inPoints = { payment_type_id: await points(venue), amount: 100, loyalty: { customer_id: 'G-998901234567' } };
  const payments = [inPoints, { payment_type_id: cash, amount: 500 }];
  await command(till, 'CloseCheque', { order_id, cashier_id, payments });
  await sendDue(app);
};

/** What processes find after a crash between two steps: it has to be told to them as they would tell it themselves. */
const afterCrashes = async ({ app, venue, clock, organization }: FittingWorld, money: Counterparties) => {
  const { brand_id, point_id, till, products } = venue;
  const handler = createCommandHandler(app.tillstream.store, app.tillstream.pool);
  const envelope = () => systemEnvelope('dump', new Date(clock.read()), venue);
  const place = { brand_id, point_id };
  const hold_id = randomUUID();
  const order_id = await money.open(300, organization);
  const unplaced = { type: 'AbandonOrder' as const, ...place, order_id: order_id + 1_000_000, hold_id };
  await handler.handle(orderDecider, unplaced.order_id, unplaced, envelope());
  await handler.handle(orderDecider, order_id, { type: 'AbandonItems', hold_id }, envelope());
  const charge_id = randomUUID();
  const charge = { type: 'Charge' as const, ...place, order_id, charge_id, amount: 300 };
  await handler.handle(organizationDecider, organization, charge, envelope());
  await handler.handle(orderDecider, order_id, { type: 'AbandonCharge', charge_id }, envelope());
  const release = { ...charge, type: 'ReleaseCharge' as const };
  await handler.handle(organizationDecider, organization, release, envelope());
  const forgo = { type: 'Forgo' as const, ...place, reservation_id: randomUUID() };
  await handler.handle(reservationBookDecider, point_id, forgo, envelope());
  const preorder = orderBody(venue, { scheduled_at: clock.at(120 * MINUTE) });
  const waiting = (await venue.partner.post('/v1/orders', preorder)).body.order_id;
  const shortage = { type: 'FlagShortage' as const, product_ids: [products.plov] };
  await handler.handle(orderDecider, waiting, shortage, envelope());
  const { deliveries } = (await till.get('/venue/v1/deliveries')).body;
  const delivery_id = deliveries[0].id;
  const resend = { type: 'ResendLoyaltyDelivery' as const, delivery_id, at: clock.at(0) };
  await handler.handle(loyaltyDecider, brand_id, resend, envelope());
};
