import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { createClock } from '../support/clock.ts';
import { createCounterparties } from '../support/counterparties.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createStaff, type TestStaff } from '../support/staff.ts';
import { definePoint } from '../support/venue.ts';

const HOUR = 3_600_000;

interface Dated {
  readonly business_date?: string;
}
interface Recorded {
  readonly type: string;
  readonly occurred_at: string;
  readonly data: Dated & { readonly date?: string; readonly leg?: Dated; readonly supply?: Dated };
}

/** 14:00 on 2 March in Tashkent. */
const clock = createClock();

let app: TestApp;
let staff: TestStaff;
beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  staff = await createStaff(app);
});
afterAll(() => app.stop());

/** What each late command below records. */
const LATE = [
  ...[
    'MoneyMoved',
    'MoneyMoved',
    'OrganizationPaymentReceived',
    'MoneyMoved',
    'SupplierPaid',
    'MoneyMoved',
    'SalaryPaid',
  ],
  ...['BonusGiven', 'SupplyRecorded', 'ShiftAccepted', 'ShiftOpened'],
  ...['ShiftStarted', 'ShiftStarted', 'ShiftAdded', 'ShiftCorrected'],
];

/** Recorded by hand in the back office, about the past. */
const BY_HAND = ['ShiftAdded', 'ShiftCorrected'];

/** The business days of the events of this venue that are about `night`, with their types. */
const daysOf = async (night: string): Promise<[string, string][]> => {
  const { body } = await staff.venue.auditor.get('/audit/v1/events?limit=10000');
  const recorded: Recorded[] = body.events;
  return recorded.flatMap(({ type, occurred_at, data }) => {
    const day = data.business_date ?? data.date ?? data.leg?.business_date ?? data.supply?.business_date;
    return day === undefined || (occurred_at !== night && !BY_HAND.includes(type)) ? [] : [[type, day]];
  });
};

test('each late fact is of the business day that its point’s clock showed then, whatever it shows since', async () => {
  const { venue, clockIn, hire } = staff;
  const { till, point_id, cashier_id } = venue;
  const { bank, shift_id } = await createCounterparties(venue);
  const [waiter, cook, barman] = [await hire(), await hire(), await hire()];
  const organization_id = (await command(till, 'RegisterOrganization', { name: 'Registan' })).id;
  const supplier_id = (await command(till, 'RegisterSupplier', { name: 'Bozor' })).id;
  const payment_purpose_id = (await command(till, 'DefinePaymentPurpose', { name: 'Advance', is_payout: true })).id;
  await definePoint(till, { id: point_id, business_day_cutoff: '01:00' });
  // Two o'clock in the night, and the afternoon after it.
  clock.move(12 * HOUR);
  const night = clock.at(0);
  clock.move(12 * HOUR);
  await definePoint(till, { id: point_id, business_day_cutoff: '05:00' });

  const late = { point_id, occurred_at: night };
  const money = { ...late, account_id: bank, amount: 1_000 };
  const send = (type: string, fields: object) => command(till, type, { ...fields });
  await send('MoveMoney', { ...money, register: 'account', direction: 'minus', operation: 'expense' });
  await send('ReceiveOrganizationPayment', { ...money, organization_id, source: 'bank' });
  await send('PaySupplier', { ...money, supplier_id });
  await send('PaySalary', { ...money, employee_id: waiter, payment_purpose_id });
  await send('GiveBonus', { ...late, employee_id: waiter, amount: 500, reason: 'Night' });
  await send('RecordSupply', { ...late, supplier_id, amount: 700 });
  await send('CloseShift', { shift_id, occurred_at: night, leave_open: true });
  await send('AcceptShift', { shift_id, account_id: bank, amount: 0, occurred_at: night });
  await send('OpenShift', { ...late, cashier_id });
  await send('RecordMark', { point_id, employee_id: waiter, type: 'check_in', time: night });
  const added = await send('AddShift', { point_id, employee_id: cook, check_in: night });
  const check_in = new Date(Date.parse(night) + HOUR).toISOString();
  await send('EditShift', { employee_id: cook, shift_id: added.shift_id, check_in });
  const mark = { event_id: randomUUID(), employee_id: barman, type: 'check_in', time: night, point_id };
  expect((await clockIn.post('/v1/attendance/events', { events: [mark] })).body.accepted).toBe(1);

  expect((await daysOf(night)).toSorted()).toEqual(LATE.map((type) => [type, '2026-03-03']).toSorted());
});
