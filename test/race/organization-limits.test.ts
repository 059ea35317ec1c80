import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { organizationDecider } from '../../src/domain/organizations/decide.ts';
import type { OrganizationEvent } from '../../src/domain/organizations/events.ts';
import { balanceOf, type OrganizationState } from '../../src/domain/organizations/state.ts';
import { command, type TestApp } from '../support/app.ts';
import { type Counterparties, createCounterparties } from '../support/counterparties.ts';
import { createClient, type HttpAnswer, type HttpClient } from '../support/http-client.ts';
import { type SharedPair, sharedPair } from '../support/shared-pair.ts';
import { createVenue, type TestVenue } from '../support/venue.ts';

let apps: SharedPair;
let app: TestApp;
let other: TestApp;
let venue: TestVenue;
let money: Counterparties;
let tills: readonly HttpClient[];

beforeAll(async () => {
  apps = await sharedPair();
  ({ app, other } = apps);
  venue = await createVenue(app);
  money = await createCounterparties(venue);
  tills = [venue.till, createClient(other.url, venue.till.token)];
});
afterAll(async () => {
  await apps.stop();
});

const send = (index: number, type: string, fields: object): Promise<HttpAnswer> =>
  tills[index % 2]!.post(`/venue/v1/commands/${type}`, { command_id: randomUUID(), ...fields });
const many = <Answer>(count: number, of: (index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => of(index)));
const register = async (fields: object): Promise<number> =>
  (await command(venue.till, 'RegisterOrganization', { name: 'Artel', ...fields })).organization_id;
const reported = async (id: number): Promise<number> => {
  const { organizations } = (await venue.partner.get('/v1/reports/organizations')).body;
  return organizations.find((row: { organization_id: number }) => row.organization_id === id).balance;
};
/** The balance after each event of the organization's stream. */
const balances = async (id: number): Promise<number[]> => {
  const events = await app.tillstream.store.read(`organization-${id}`);
  let state: OrganizationState = organizationDecider.initial;
  return events.map(({ type, data }) => {
    state = organizationDecider.evolve(state, { type, data } as OrganizationEvent);
    return balanceOf(state!);
  });
};

test('of 200 closings at once over two processes as many come true as the limit allows', async () => {
  const organization_id = await register({ debt_limit: 50 * 700 });
  const orders = await many(200, () => money.open(700, organization_id));
  const answers = await many(200, (index) => send(index, 'CloseCheque', money.closing(orders[index]!, 700)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(50);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['debt_limit_exceeded']));
  expect(refused).toHaveLength(150);
  expect(Math.min(...(await balances(organization_id)))).toBe(-35_000);
  expect(await reported(organization_id)).toBe(-35_000);
  // A refused closing uses up no number of the till.
  const numbers = await app.tillstream.store.readAll(0, 10_000, { brandId: venue.brand_id, types: ['ChequeNumbered'] });
  expect(numbers).toHaveLength(50);
}, 60_000);

test('closings, openings, returns and payments at once leave no debt over the limit, and the balance is their sum', async () => {
  const LIMIT = 10_000;
  const organization_id = await register({ debt_limit: LIMIT });
  const orders = await many(24, () => money.open(900, organization_id));
  const life = async (order_id: number, number: number): Promise<void> => {
    for (let turn = 0; turn < 3; turn++) {
      const index = number + turn;
      const closed = await send(index, 'CloseCheque', money.closing(order_id, 900));
      if (closed.status !== 200) {
        expect(closed.body.code).toBe('debt_limit_exceeded');
        if (turn === 1) await send(index, 'ReceiveOrganizationPayment', payment(100));
        continue;
      }
      if (index % 3 === 0) await money.setOff(order_id, 300);
      else if (turn < 2) await send(index + 1, 'ReopenCheque', { order_id, reason: 'x' });
      else return;
      if (index % 3 === 0) return;
    }
  };
  const payment = (amount: number) => ({
    organization_id,
    point_id: venue.point_id,
    amount,
    source: 'bank',
    account_id: money.bank,
  });
  await many(24, (index) => life(orders[index]!, index));
  const course = await balances(organization_id);
  expect(Math.min(...course)).toBeGreaterThanOrEqual(-LIMIT);
  expect(course.at(-1)).toBe(await reported(organization_id));
  // It was tight enough to matter.
  expect(Math.min(...course)).toBeLessThan(-LIMIT + 900);
}, 60_000);

test('one cheque that two tills close at once is charged once', async () => {
  const organization_id = await register({ debt_limit: 1_000 });
  for (let round = 0; round < 5; round++) {
    const order_id = await money.open(100, organization_id);
    const answers = await many(4, (index) => send(index, 'CloseCheque', money.closing(order_id, 100)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(
      Array(3).fill('cheque_already_closed'),
    );
  }
  expect((await balances(organization_id)).at(-1)).toBe(-500);
  expect(await reported(organization_id)).toBe(-500);
});
