import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import { day } from '../support/isolation/world.ts';
import { clientOf, type Invited, personClient, signedIn } from '../support/people.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, type TestVenue } from '../support/venue.ts';

/** What a cashier may do with the money of the own till shift, and sees of it, and of no other. */
let app: TestApp;
let venue: TestVenue;

beforeAll(async () => {
  app = await sharedApp();
  venue = await createVenue(app);
});
afterAll(() => app.stop());

type Commands = readonly (readonly [type: string, fields: object])[];

const AMOUNT = 1_000;

/** Signs in a cashier who is this employee; undefined: who is none. */
const cashier = async (employee_id?: number): Promise<HttpClient> => {
  const login = `cashier-${randomUUID()}`;
  const invited = await command(venue.till, 'InviteAccount', { login, name: 'Aziz', role: 'cashier', employee_id });
  return clientOf(app.url, await signedIn(app.url, { login, ...invited } as Invited));
};

const hireCashier = async (): Promise<number> => {
  const role = { role: 'cashier', role_name: 'Cashier', position_id: 1, position_name: 'Cashier' };
  const other = { login: 'other', name: 'Other', ...role, point_id: venue.point_id };
  return (await command(venue.till, 'HireEmployee', other)).employee_id;
};

/** What became of each command: `MoveMoney 200`, `MoveMoney 403 role_forbidden`. */
const tried = async (client: HttpClient, commands: Commands): Promise<string[]> => {
  const answers: string[] = [];
  for (const [type, fields] of commands) {
    const answer = await client.post(`/venue/v1/commands/${type}`, { command_id: randomUUID(), ...fields });
    answers.push(`${type} ${answer.status} ${answer.body.code ?? ''}`.trim());
  }
  return answers;
};

test('a cashier moves the money of the own drawer alone, whoever gives or gets it', async () => {
  const { point_id, cashier_id, till } = venue;
  const make = async (type: string, fields: object): Promise<number> => (await command(till, type, { ...fields })).id;
  const { shift_id } = await command(till, 'OpenShift', { point_id, cashier_id });
  const account_id = await make('DefineAccount', { point_id, source: 'safe', code: 'S', name: 'Safe' });
  const organization_id = await make('RegisterOrganization', { name: 'Artel' });
  const supplier_id = await make('RegisterSupplier', { name: 'Bozor' });
  const payment_purpose_id = await make('DefinePaymentPurpose', { name: 'Salary', is_payout: true });
  const of = { point_id, amount: AMOUNT };
  const at = (from: { shift_id: number } | { account_id: number }): Commands => {
    const [register, source, to] =
      'shift_id' in from ? ['shift', 'cashbox', { account_id }] : ['account', 'safe', { shift_id }];
    return [
      ['MoveMoney', { ...of, register, direction: 'minus', operation: 'expense', ...from }],
      ['TransferMoney', { ...of, from, to }],
      ['ReceiveOrganizationPayment', { ...of, organization_id, source, ...from }],
      ['PaySupplier', { ...of, supplier_id, ...from }],
      ['PaySalary', { ...of, employee_id: cashier_id, payment_purpose_id, ...from }],
      ['SettleEmployeeDebt', { ...of, employee_id: cashier_id, from }],
    ];
  };
  const other_id = await hireCashier();
  const [own, other, nobody] = await Promise.all([cashier(cashier_id), cashier(other_id), cashier()]);
  const refused = at({ shift_id }).map(([type]) => `${type} 403 role_forbidden`);
  expect(await tried(other, at({ shift_id }))).toEqual(refused);
  expect(await tried(nobody, at({ shift_id }))).toEqual(refused);
  expect(await tried(own, at({ account_id }))).toEqual(refused);
  const fromWages = [['SettleEmployeeDebt', { ...of, employee_id: cashier_id, from: 'wages' }]] as const;
  expect(await tried(own, fromWages)).toEqual(['SettleEmployeeDebt 403 role_forbidden']);
  // Nobody owes anything: the last one is refused by its own rule.
  const done = at({ shift_id }).map(([type]) => `${type} 200`);
  expect(await tried(own, at({ shift_id }))).toEqual(done.with(-1, 'SettleEmployeeDebt 409 settlement_exceeds_debt'));

  await command(till, 'CloseShift', { shift_id });
  const accept = [['AcceptShift', { shift_id, account_id, amount: 0 }]] as const;
  expect(await tried(other, accept)).toEqual(['AcceptShift 403 role_forbidden']);
  expect(await tried(own, accept)).toEqual(['AcceptShift 200']);

  const { shift_id: later } = await command(till, 'OpenShift', { point_id, cashier_id: other_id });
  const seen = async (client: HttpClient): Promise<number[]> => {
    const { body } = await client.get(`/v1/reports/shifts?date_from=${day(-1)}&date_to=${day(1)}`);
    return body.shifts.map((shift: { shift_id: number }) => shift.shift_id);
  };
  const accountant = await personClient(app, venue.brand_id, 'accountant');
  expect(await Promise.all([own, other, nobody, accountant].map(seen))).toEqual([
    [shift_id],
    [later],
    [],
    [shift_id, later],
  ]);
});
