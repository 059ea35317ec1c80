import { randomInt, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { openShiftOf } from '../../../src/projections/points/queries.ts';
import { command } from '../app.ts';
import { DAY, MINUTE } from '../clock.ts';
import { type CommandTargets, commandBodies, DEFINITIONS, quietDateAfter } from '../command-bodies.ts';
import { connect, hangUp, points, send } from '../loyalty.ts';
import { setUndelivered } from '../send-due.ts';
import { orderBody, type TestVenue } from '../venue.ts';
import type { FittingWorld } from './world.ts';

/** Puts the till shift as a test needs it, and answers the id of the one that is open. */
export const setShift = async (
  { app, venue }: Pick<FittingWorld, 'app' | 'venue'>,
  wanted: 'open' | 'closed',
): Promise<number> => {
  const { till, point_id, cashier_id, brand_id } = venue;
  const open = await openShiftOf(app.tillstream.pool, brand_id, point_id);
  if (open && wanted === 'closed') await command(till, 'CloseShift', { shift_id: open.shift_id, leave_open: true });
  if (open || wanted === 'closed') return open?.shift_id ?? 0;
  return (await command(till, 'OpenShift', { point_id, cashier_id })).shift_id;
};

/** An order that waits for what the command brings. */
const placeFor = async ({ venue, confirmed, online, clock }: FittingWorld, type: string): Promise<number> => {
  const partner = /^(Confirm|Reject)Order$/.test(type) ? confirmed : venue.partner;
  const fields = {
    ...(/Payment$/.test(type) && { payment_type_id: online }),
    // Somebody of whom nothing is open.
    ...(type === 'EraseClient' && { client: { phone: `+99890${randomInt(2_000_000, 8_000_000)}` } }),
    ...(type === 'ReleasePreorder' && { scheduled_at: clock.at(120 * MINUTE) }),
  };
  return (await partner.post('/v1/orders', orderBody(venue, fields))).body.order_id;
};

/** The brand keeps no client for the law. */
export const keepNobody = async ({ venue }: FittingWorld, type: string): Promise<void> => {
  if (/^(EraseClient|SetRetention)$/.test(type)) await command(venue.till, 'SetRetention', { retention_days: 0 });
};

/** A table of its own, and a reservation without one that waits for the venue or has been confirmed. */
export const floorFor = async ({ venue, booker, clock }: FittingWorld, type: string) => {
  const { till } = venue;
  const date = clock.at(3 * DAY).slice(0, 10);
  if (!isAbout(venue, type, 'table_id', 'reservation_id')) return { date, table_id: 1, reservation_id: randomUUID() };
  const table_id = (await command(till, 'DefineTable', { hall_id: venue.hall_id, name: 'One more' })).id;
  const body = { point_id: venue.point_id, external_id: randomUUID(), date, start_time: '19:00', guests: 2 };
  const guest = { phone: '+998901234567' };
  const reservation_id = (await booker.post('/v1/reservations', { ...body, guest })).body.id;
  if (/^(MarkNoShow|SeatReservation)$/.test(type)) await command(till, 'ConfirmReservation', { reservation_id });
  if (type === 'FreeTable') await command(till, 'SeatWalkIn', { table_id, guests: 1 });
  return { date, table_id, reservation_id };
};

/** Somebody with a shift a week ago. */
export const staffFor = async ({ venue, clock }: FittingWorld, type: string) => {
  const { till, point_id } = venue;
  const marked_at = clock.at(-MINUTE);
  if (!isAbout(venue, type, 'employee_id', 'worked_shift_id')) return { employee_id: 1, worked_shift_id: 1, marked_at };
  const position = { role: 'cook', role_name: 'Cook', position_id: 3, position_name: 'Cook' };
  const { employee_id } = await command(till, 'HireEmployee', { login: 'otabek', name: 'Otabek', ...position });
  const worked = { employee_id, point_id, check_in: clock.at(-7 * DAY) };
  const worked_shift_id = (await command(till, 'AddShift', worked)).shift_id;
  if (type === 'EraseEmployee') await command(till, 'DismissEmployee', { employee_id });
  if (type === 'UnblockEmployee') await command(till, 'BlockEmployee', { employee_id });
  return { employee_id, worked_shift_id, marked_at };
};

/** A person who may sign in, shut out if the command wants that. */
export const personFor = async ({ venue: { till } }: FittingWorld, type: string): Promise<number> => {
  if (!/^(Change|Disable|Enable|Reset|Erase)Account$/.test(type)) return 1;
  const invited = { login: `cook.${randomUUID()}`, name: 'Zarina', role: 'cook' };
  const { account_id } = await command(till, 'InviteAccount', invited);
  if (/^(Enable|Erase)/.test(type)) await command(till, 'DisableAccount', { account_id });
  return account_id;
};

/** An entry of its own that nothing needs, retired if it is to be restored. */
export const entryFor = async (
  { venue: { till } }: FittingWorld,
  type: string,
  bodies: Readonly<Record<string, object>>,
): Promise<CommandTargets['entries']> => {
  const [, verb, thing] = /^(Change|Retire|Restore)(\w+)$/.exec(type) ?? [];
  const definition = DEFINITIONS[thing ?? ''];
  if (thing === undefined || definition === undefined) return {};
  const { id } = await command(till, definition, { ...bodies[definition], name: 'Before' });
  if (verb === 'Restore') await command(till, `Retire${thing}`, { id });
  return { [thing]: id };
};

/** Money that can be taken back. */
export const movementFor = async ({ venue, safe }: FittingWorld, type: string): Promise<number> => {
  if (type !== 'CancelMovement') return 1;
  const spent = { register: 'account', account_id: safe, direction: 'minus', amount: 10_000, operation: 'expense' };
  return (await command(venue.till, 'MoveMoney', { point_id: venue.point_id, ...spent })).id;
};

/** Somebody with KPI terms and a bonus, and what is named with salaries. */
export const payFor = async ({ venue }: FittingWorld, type: string) => {
  const none = { salaried_id: 1, accrual_id: 1, motivation_id: 1, menu_folder_id: 1 };
  if (!/Salary|Accrual|Motivation|Debt/.test(type)) return none;
  const { till, point_id } = venue;
  const position = { role: 'cook', role_name: 'Cook', position_id: 3, position_name: 'Cook' };
  const { id: salaried_id } = await command(till, 'HireEmployee', { login: 'bek', name: 'Bek', ...position });
  const whose = { employee_id: salaried_id, point_id };
  await command(till, 'SetSalaryTerms', { ...whose, salary_type_id: 4, rate: 1_000, from: '2026-03-01' });
  if (type === 'SettleEmployeeDebt') await eatOnDebt(venue, salaried_id);
  const motivation = { name: 'Sales', calculation_type: 'own_sales_percent', rate: 1 };
  return {
    salaried_id,
    accrual_id: (await command(till, 'GiveBonus', { ...whose, amount: 1_000, reason: 'Thanks' })).id,
    motivation_id: (await command(till, 'DefineMotivation', motivation)).id,
    menu_folder_id: (await command(till, 'DefineMenuFolder', { name: 'Menu' })).id,
  };
};

/** A cheque that the employee owes. */
export const eatOnDebt = async (
  { till, point_id, cashier_id, products }: TestVenue,
  employee_id: number,
): Promise<void> => {
  const debt = await command(till, 'DefinePaymentType', { name: 'Debt', category_id: 6, point_ids: [point_id] });
  const items = [{ product_id: products.tea, quantity: 1 }];
  const { order_id } = await command(till, 'OpenCheque', { point_id, order_type_id: 2, items });
  const { total_amount: amount } = (await till.get(`/venue/v1/orders/${order_id}`)).body;
  const payments = [{ payment_type_id: debt.id, amount, employee_id }];
  await command(till, 'CloseCheque', { order_id, cashier_id, payments });
};

/** Goods that can be cancelled. */
export const supplyFor = async ({ venue, supplier }: FittingWorld, type: string): Promise<number> => {
  if (type !== 'CancelSupply') return 1;
  const { till, point_id } = venue;
  return (await command(till, 'RecordSupply', { supplier_id: supplier, point_id, amount: 1_000 })).id;
};

/** A webhook, and a call of it that is undelivered, as after its last attempt. */
export const callFor = async (
  { app, venue: { till } }: FittingWorld,
  type: string,
  key_id: string,
): Promise<{ delivery_id: number }> => {
  if (!/Webhook|Delivery/.test(type)) return { delivery_id: 1 };
  await command(till, 'ConfigureWebhook', { key_id, url: 'https://partner.invalid/hook' });
  const ping = await command(till, 'PingWebhook', { key_id });
  await setUndelivered(app, ping.delivery_id);
  return ping;
};

/** A loyalty service, and points that it may hold for the order. */
export const serviceFor = async (
  { venue, loyalty: partner }: FittingWorld,
  type: string,
  order_id: number,
): Promise<void> => {
  if (!/Loyalty/.test(type) || type === 'ConfigureLoyalty') return;
  await connect(venue, partner);
  if (type !== 'CancelLoyaltyHold') return;
  const loyalty = { customer_id: 'G-998901234567' };
  const phone = '+998901234567';
  await command(venue.till, 'IdentifyLoyaltyCustomer', { point_id: venue.point_id, phone, order_id });
  const payments = [{ payment_type_id: await points(venue), amount: 98_000, loyalty }];
  partner.send = hangUp;
  const closing = await send(venue, 'CloseCheque', { order_id, cashier_id: venue.cashier_id, payments });
  partner.send = undefined;
  expect(closing.body).toMatchObject({ code: 'loyalty_did_not_answer' });
};

export const closeChequeOf = ({ till, cashier_id, cash }: TestVenue, order_id: number) =>
  command(till, 'CloseCheque', {
    order_id,
    cashier_id,
    payments: [{ payment_type_id: cash, amount: 98_000 }],
  });

/** Whether the command's body names one of these: only what it names is made. */
const isAbout = (venue: TestVenue, type: string, ...fields: readonly (keyof CommandTargets)[]): boolean => {
  const names = new Proxy({}, { get: (_, name) => `the ${String(name)}` }) as CommandTargets;
  const body = JSON.stringify(commandBodies(venue, names)[type]);
  return fields.some((field) => body.includes(`"the ${field}"`));
};

export const orderFor = async (world: FittingWorld, type: string) => {
  const { venue } = world;
  if (!isAbout(venue, type, 'order_id', 'line_id', 'client_id')) return { order_id: 1, line_id: 1, client_id: 1 };
  const order_id = await placeFor(world, type);
  if (type === 'EraseClient')
    await command(venue.till, 'DeleteCheque', { order_id, cancel_cause_id: venue.causes.plain });
  const { items, client } = (await venue.till.get(`/venue/v1/orders/${order_id}`)).body;
  return { order_id, line_id: items[0].line_id, client_id: client.client_id };
};

export const keyFor = async ({ venue }: FittingWorld, type: string): Promise<string> => {
  if (!isAbout(venue, type, 'key_id', 'delivery_id')) return randomUUID();
  return (await command(venue.till, 'IssueKey', { audience: 'partner', name: 'spare' })).key_id;
};

/** The date of the bodies has what is to be removed. */
export const specialDayFor = async ({ venue, clock }: FittingWorld, type: string): Promise<void> => {
  const { till, point_id } = venue;
  const date = quietDateAfter(clock.at(3 * DAY));
  if (type === 'RemoveClosedDay') await command(till, 'DefineClosedDay', { point_id, date, reason: 'Navruz' });
  else await command(till, 'DefineSpecialHours', { point_id, date, open: '12:00', close: '15:00' });
};
