import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { entryLists } from '../../../src/commands/lists/lists.ts';
import { referenceLists } from '../../../src/domain/references/lists.ts';
import { command, type TestApp } from '../app.ts';
import { type CommandTargets, commandBodies } from '../command-bodies.ts';
import type { HttpClient } from '../http-client.ts';
import { square } from '../polygons.ts';
import { setUndelivered } from '../send-due.ts';
import { createVenue, orderBody, type TestVenue } from '../venue.ts';
import { type Ids, kindOf, listKinds } from './ids.ts';

/** A brand with one of everything that has an id, and who speaks for it. */
export interface World {
  readonly venue: TestVenue;
  readonly ids: Ids;
  readonly targets: CommandTargets;
  /** A cheque that goods can come back of. */
  readonly closed: Pick<CommandTargets, 'order_id' | 'line_id'>;
  /** Of an event of its own in the log. */
  readonly position: number;
  /** With every permission. */
  readonly partner: HttpClient;
}

/** A date so many days from now, on the venue's clock. */
export const day = (days: number): string =>
  Temporal.Instant.fromEpochMilliseconds(Date.now())
    .toZonedDateTimeISO('Asia/Tashkent')
    .toPlainDate()
    .add({ days })
    .toString();

export const tomorrow = (): string => day(1);

export const PERMISSIONS = ['reports', 'attendance', 'table_booking', 'payments'];

export const createWorld = async (app: TestApp, made?: TestVenue): Promise<World> => {
  const venue = made ?? (await createVenue(app));
  const { till, brand_id, point_id, hall_id, menu_id, products } = venue;
  const make = (type: string, fields: object) => command(till, type, { ...fields });
  const cook = { role: 'cook', role_name: 'Cook', position_id: 3, position_name: 'Cook' };
  const [child, hallSub, key, spare, sub, region, account, zone, shift, purpose, folder, employee, table] =
    await Promise.all([
      make('DefineCategory', { name: 'Drinks', order_number: 2, parent_id: venue.category_id }),
      make('DefineOrderTypeSub', { name: 'Hall', order_type_id: 1, is_default: true }),
      make('IssueKey', { audience: 'partner', name: 'all', permissions: PERMISSIONS, showcase_ids: [menu_id] }),
      make('IssueKey', { audience: 'partner', name: 'spare', showcase_ids: [menu_id] }),
      make('DefineOrderTypeSub', { name: 'App', order_type_id: 2, is_default: true }),
      make('DefineRegion', { name: 'Tashkent' }),
      make('DefineAccount', { point_id, source: 'safe', code: 'S', name: 'Safe' }),
      make('DefineZone', { ...ZONE, point_id }),
      make('OpenShift', { point_id, cashier_id: venue.cashier_id }),
      make('DefinePaymentPurpose', { name: 'Salary', is_payout: true }),
      make('DefineMenuFolder', { parent_id: null, name: 'Kitchen', order_number: 1, is_active: true }),
      make('HireEmployee', { login: 'otabek', name: 'Otabek', ...cook, point_id }),
      make('DefineTable', { hall_id, name: '2', capacity: 4 }),
    ]);
  const { employee_id } = employee;
  const [, bonus, motivation] = await Promise.all([
    make('SetSalaryTerms', { employee_id, salary_type_id: 4, rate: 100_000, from: '2026-01-01' }),
    make('GiveBonus', { employee_id, amount: 1_000, reason: 'Thanks' }),
    make('DefineMotivation', { name: 'Sales', calculation_type: 'own_sales_percent', rate: 1 }),
  ]);
  const partner = await app.client(key.api_key);
  const weekAgo = new Date(Date.now() - 7 * 86_400_000).toISOString();
  const booking = { point_id, external_id: randomUUID(), date: tomorrow(), start_time: '12:00', guests: 2 };
  const [district, worked, placed, sold, booked, nomenclature] = await Promise.all([
    make('DefineDistrict', { region_id: region.id, name: 'Urgut' }),
    make('AddShift', { employee_id: employee.employee_id, point_id, check_in: weekAgo }),
    partner.post('/v1/orders', orderBody(venue)),
    partner.post('/v1/orders', orderBody(venue)),
    partner.post('/v1/reservations', { ...booking, table_id: venue.table_id, guest: { phone: '+998901234567' } }),
    partner.get(`/v1/nomenclature?point_id=${point_id}`),
  ]);
  const { order_id } = placed.body;
  const plov = nomenclature.body.products.find((it: { product_id: number }) => it.product_id === products.plov);
  const { items, client } = (await till.get(`/venue/v1/orders/${order_id}`)).body;
  const { client_id } = client;
  const closed = await close(venue, sold.body.order_id);
  const place = { latitude: 41.3, longitude: 69.2, name: 'Home' };
  const address = await partner.post(`/v1/clients/${client_id}/addresses`, place);
  const delivery_id = await ping(app, till, spare.key_id);
  const bank = await make('DefineAccount', { point_id, source: 'bank', code: 'B', name: 'Bank' });
  const spent = { direction: 'minus', amount: 10_000, operation: 'expense' };
  const movement = await make('MoveMoney', { point_id, register: 'account', account_id: account.id, ...spent });
  const login = `cook-${brand_id}`;
  const person = await make('InviteAccount', { login, name: 'Nodira', role: 'cook' });
  const seat = { region_id: region.id, district_id: district.id };
  const organization = await make('RegisterOrganization', { name: 'Artel', ...seat });
  const filed = { category_id: venue.category_id, menu_folder_id: folder.id };
  await make('DefineProduct', { type: 'item', name: 'Napkins', base_price: 500, ...filed });
  await make('DefineMenuFolder', { name: 'Grill', parent_id: folder.id });
  const supplier = await make('RegisterSupplier', { name: 'Bozor' });
  const supply = await make('RecordSupply', { supplier_id: supplier.id, point_id, amount: 1_000 });
  const given = {
    organization: organization.id,
    supplier: supplier.id,
    supply: supply.id,
    brand: brand_id,
    point: point_id,
    hall: hall_id,
    table: table.id,
    key: spare.key_id,
    order: order_id,
    line: items[0].line_id,
    'closed order': closed.order_id,
    'closed line': closed.line_id,
    shift: shift.shift_id,
    'worked shift': worked.shift_id,
    'hall sub-type': hallSub.id,
    order_type_sub: sub.id,
    region: region.id,
    district: district.id,
    client: client_id,
    address: address.body.id,
    account: account.id,
    movement: movement.id,
    reservation: booked.body.id,
    employee: employee.employee_id,
    delivery: delivery_id,
    category: venue.category_id,
    'child category': child.id,
    folder: folder.id,
    product: products.kazy,
    'modifier group': plov.modifier_groups[0].id,
    showcase: menu_id,
    payment_type: venue.cash,
    payment_purpose: purpose.id,
    cancel_cause: venue.causes.plain,
    zone: zone.id,
    accrual: bonus.id,
    motivation: motivation.id,
    person: person.account_id,
  };
  const named: CommandTargets = {
    key_id: spare.key_id,
    order_id,
    line_id: items[0].line_id,
    shift_id: shift.shift_id,
    client_id,
    order_type_sub_id: sub.id,
    region_id: region.id,
    zone_id: zone.id,
    account_id: account.id,
    delivery_id,
    reservation_id: booked.body.id,
    table_id: table.id,
    date: tomorrow(),
    employee_id: employee.employee_id,
    organization_id: organization.id,
    supplier_id: supplier.id,
    supply_id: supply.id,
    district_id: district.id,
    other_account_id: bank.id,
    purpose_id: purpose.id,
    movement_id: movement.id,
    menu_folder_id: folder.id,
    salaried_id: employee_id,
    accrual_id: bonus.id,
    motivation_id: motivation.id,
    person_id: person.account_id,
    worked_shift_id: worked.shift_id,
    entries: {},
    marked_at: new Date(Date.now() - 60_000).toISOString(),
  };
  const bodies = commandBodies(venue, named);
  /** An entry of each list of which nothing above needs one. */
  const others = listKinds.filter(({ kind }) => !(kind in given));
  const entriesOfOthers = others.map(async ({ list, kind }) => {
    const { command: type } = referenceLists[list];
    return [kind, (await make(type, bodies[type]!)).id] as const;
  });
  const ids = { ...Object.fromEntries(await Promise.all(entriesOfOthers)), ...given } as Ids;
  for (const [kind, id] of Object.entries(ids)) expect(id, kind).toBeDefined();
  const defined = entryLists.map(({ thing, define }) => [thing, ids[kindOf(define.type, 'id') as keyof Ids]] as const);
  const entries = Object.fromEntries(defined);
  const targets = { ...named, entries };
  const { events } = (await venue.auditor.get('/audit/v1/events?limit=1')).body;
  return { venue, ids, targets, closed, position: events[0].position, partner };
};

const ZONE = {
  name: 'Here',
  polygon: square(69.2, 41.3, 0.1),
  price: 0,
  minutes: 30,
  min_order_amount: 0,
};

const close = async ({ till, cashier_id, cash }: TestVenue, order_id: number) => {
  await command(till, 'AcceptOrder', { order_id });
  const { items, total_amount: amount } = (await till.get(`/venue/v1/orders/${order_id}`)).body;
  await command(till, 'CloseCheque', { order_id, cashier_id, payments: [{ payment_type_id: cash, amount }] });
  return { order_id, line_id: items[0].line_id as number };
};

/** A webhook call that is undelivered, as after its last attempt. */
const ping = async (app: TestApp, till: HttpClient, key_id: string): Promise<number> => {
  await command(till, 'ConfigureWebhook', { key_id, url: 'https://partner.invalid/hook' });
  const { delivery_id } = await command(till, 'PingWebhook', { key_id });
  await setUndelivered(app, delivery_id);
  return delivery_id;
};
