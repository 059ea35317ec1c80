import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '../../src/domain/accounts/roles.ts';
import { command, type TestApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import { day } from '../support/isolation/world.ts';
import { clientOf, type Invited, signedIn } from '../support/people.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, type TestVenue } from '../support/venue.ts';

/** A day at the venue with five people, and what the audit says afterwards of who did what. */
let app: TestApp;
let venue: TestVenue;

beforeAll(async () => {
  app = await sharedApp();
  venue = await createVenue(app);
});
afterAll(() => app.stop());

interface Person {
  readonly account_id: number;
  readonly login: string;
  readonly name: string;
  readonly client: HttpClient;
}

const join = async (role: Role, name: string): Promise<Person> => {
  const login = `${role}-${randomUUID().slice(0, 8)}`;
  const invited = await command(venue.till, 'InviteAccount', { login, name, role });
  const client = clientOf(app.url, await signedIn(app.url, { login, ...invited } as Invited));
  return { account_id: invited.account_id, login, name, client };
};

const asActor = ({ account_id, name }: Person) => ({ kind: 'account', id: String(account_id), name });

test('each step of a day shows whose it was: in the search, the timelines, the blame and the shift report', async () => {
  const owner = await join('owner', 'Rustam Karimov');
  const manager = await join('manager', 'Dilnoza Yusupova');
  const cashier = await join('cashier', 'Aziz Rahimov');
  const cook = await join('cook', 'Bakhtiyor Saidov');
  const accountant = await join('accountant', 'Nigora Alieva');
  const auditor = await join('auditor', 'Shavkat Tursunov');
  const audit = async (path: string) => (await auditor.client.get(`/audit/v1/${path}`)).body;
  const { point_id, cashier_id, cash, products } = venue;

  const { id: account_id } = await command(venue.till, 'DefineAccount', {
    point_id,
    source: 'safe',
    code: 'S',
    name: 'Safe',
  });
  await command(manager.client, 'SetPrices', { point_id, prices: [{ product_id: products.tea, price: 7_000 }] });
  const { shift_id } = await command(cashier.client, 'OpenShift', { point_id, cashier_id });
  const items = [{ product_id: products.tea, quantity: 2 }];
  const { order_id } = await command(cashier.client, 'OpenCheque', { point_id, order_type_id: 1, items });
  await command(cashier.client, 'SendToKitchen', { order_id });
  await command(cook.client, 'StartCooking', { order_id });
  await command(manager.client, 'AdjustCheque', { order_id, discount: 4_000, discount_reason: 'A regular guest' });
  const payments = [{ payment_type_id: cash, amount: 10_000 }];
  await command(cashier.client, 'CloseCheque', { order_id, cashier_id, payments });
  const { items: lines } = (await accountant.client.get(`/venue/v1/orders/${order_id}`)).body;
  const returned = { order_id, lines: [{ line_id: lines[0].line_id, quantity: 1 }], payment_type_id: cash };
  await command(cashier.client, 'ReturnGoods', returned);
  await command(cashier.client, 'CloseShift', { shift_id });
  await command(accountant.client, 'AcceptShift', { shift_id, account_id, amount: 5_000 });
  await command(owner.client, 'DisableAccount', { account_id: cook.account_id });

  // The timeline of the cheque: who opened, cooked, gave a discount, closed, and took goods back.
  const { events } = await audit(`orders/${order_id}/history`);
  const doer = (type: string) => events.find((event: { type: string }) => event.type === type)?.actor;
  expect(doer('ChequeOpened')).toEqual(asActor(cashier));
  expect(doer('CookingStarted')).toEqual(asActor(cook));
  expect(doer('ChequeAdjusted')).toEqual(asActor(manager));
  expect(doer('GoodsReturned')).toEqual(asActor(cashier));
  // The order itself says whom to ask.
  const sheet = async () => (await accountant.client.get(`/venue/v1/orders/${order_id}`)).body;
  const discount = { discount: 4_000, discount_percent: null, reason: 'A regular guest' };
  const inTashkent = (instant: string): string =>
    Temporal.Instant.from(instant)
      .toZonedDateTimeISO('Asia/Tashkent')
      .toPlainDateTime()
      .toString({ smallestUnit: 'second' });
  const { occurred_at: adjustedAt } = events.find(({ type }: { type: string }) => type === 'ChequeAdjusted');
  expect(await sheet()).toMatchObject({
    adjustments: [{ ...discount, by: asActor(manager), at: inTashkent(adjustedAt).replace('T', ' ') }],
    returns: [{ by: asActor(cashier) }],
  });
  const { blame } = await audit(`orders/${order_id}/blame`);
  const blamed = (path: string) => blame.find((field: { path: string }) => field.path === path)?.actor;
  expect(blamed('/discount')).toEqual(asActor(manager));
  expect((await audit(`shifts/${shift_id}/blame`)).blame).toContainEqual(
    expect.objectContaining({ path: '/is_accepted', value: true, actor: asActor(accountant) }),
  );
  const prices = (await audit(`events?type=PricesSet&point_id=${point_id}&actor=${manager.account_id}`)).events;
  expect(prices).toMatchObject([{ actor: asActor(manager) }]);

  // All that one person did, by the name, the login or the number: the same.
  const typesBy = async (actor: string) => {
    const found = (await audit(`events?${new URLSearchParams({ actor, limit: '1000' })}`)).events;
    return found.map(({ type }: { type: string }) => type);
  };
  const byName = await typesBy(accountant.name);
  expect(byName).toEqual(['InvitationAccepted', 'SignedIn', 'ShiftAccepted']);
  expect(await typesBy(accountant.login)).toEqual(byName);
  expect(await typesBy(String(accountant.account_id))).toEqual(byName);

  // The history of an account: who invited, and who shut out.
  const history = (await audit(`events?stream=account-${cook.account_id}`)).events;
  expect(history.map(({ type, actor }: { type: string; actor: object }) => [type, actor])).toEqual([
    ['AccountInvited', expect.objectContaining({ kind: 'venue' })],
    ['InvitationAccepted', asActor(cook)],
    ['SignedIn', asActor(cook)],
    ['AccountDisabled', asActor(owner)],
  ]);

  const report = async (asOf?: number) => {
    const moment = asOf === undefined ? '' : `&as_of=${asOf}`;
    const { body } = await manager.client.get(`/v1/reports/shifts?date_from=${day(-1)}&date_to=${day(1)}${moment}`);
    return body;
  };
  const accepted = { accepted_by_account_id: accountant.account_id, accepted_by_name: 'Nigora Alieva' };
  const now = await report();
  expect(now.shifts).toMatchObject([{ shift_id, is_accepted: true, ...accepted }]);

  const exported = async (list: 'cheques' | 'returns', asOf?: number) => {
    const moment = asOf === undefined ? '' : `&as_of=${asOf}`;
    const { body } = await manager.client.get(`/v1/export/${list}?date_from=${day(-1)}&date_to=${day(1)}${moment}`);
    return body[list];
  };
  const adjusted = { adjusted_by_account_id: manager.account_id, adjusted_by_name: manager.name };
  const tookBack = { returned_by_account_id: cashier.account_id, returned_by_name: cashier.name };
  expect(await exported('cheques')).toMatchObject([{ id: order_id, discount: 4_000, ...adjusted }]);
  expect(await exported('returns')).toMatchObject([{ cheque_id: order_id, ...tookBack }]);
  await command(owner.client, 'ChangeAccount', { account_id: cashier.account_id, name: 'Aziz Karimov' });
  expect(await exported('returns')).toMatchObject([{ returned_by_name: 'Aziz Karimov' }]);
  expect(await exported('returns', now.as_of.position)).toMatchObject([tookBack]);
  await command(owner.client, 'DisableAccount', { account_id: cashier.account_id });
  await command(owner.client, 'EraseAccount', { account_id: cashier.account_id, reason: 'left' });
  for (const asOf of [undefined, now.as_of.position]) {
    const left = { ...tookBack, returned_by_name: `account ${cashier.account_id}` };
    expect(await exported('returns', asOf)).toMatchObject([left]);
  }

  expect((await sheet()).returns).toMatchObject([
    { by: { ...asActor(cashier), name: `account ${cashier.account_id}` } },
  ]);

  // Another name now, and the one of then as of then. After the erasure the number is left, everywhere.
  await command(owner.client, 'ChangeAccount', { account_id: accountant.account_id, name: 'Nigora Saidova' });
  expect((await report()).shifts).toMatchObject([{ accepted_by_name: 'Nigora Saidova' }]);
  expect((await report(now.as_of.position)).shifts).toMatchObject([accepted]);
  await command(owner.client, 'DisableAccount', { account_id: accountant.account_id });
  await command(owner.client, 'EraseAccount', { account_id: accountant.account_id, reason: 'left' });
  const nobody = { ...accepted, accepted_by_name: `account ${accountant.account_id}` };
  expect((await report()).shifts).toMatchObject([nobody]);
  expect((await report(now.as_of.position)).shifts).toMatchObject([nobody]);
  expect(await typesBy(accountant.name)).toEqual([]);
  expect(await typesBy(String(accountant.account_id))).toEqual(byName);
  expect(JSON.stringify(await audit(`shifts/${shift_id}/history`))).not.toContain('Nigora');
});
