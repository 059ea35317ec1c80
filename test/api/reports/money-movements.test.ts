import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { createClock, MINUTE } from '../../support/clock.ts';
import type { HttpClient } from '../../support/http-client.ts';
import { createWorkedShift, type WorkedShift } from '../../support/reports/worked-shift.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { createVenue, definePoint } from '../../support/venue.ts';

let app: TestApp;
let set: WorkedShift;
let handedOver: { position: number };
const clock = createClock();

const MARCH = 'date_from=2026-03-01&date_to=2026-03-31';
const ask = (query = '', headers?: Record<string, string>, client: HttpClient = set.venue.partner) =>
  client.get(`/v1/reports/money-movements?${MARCH}${query}`, headers);
const report = async (query = '') => {
  const { status, body } = await ask(query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

/** The worked shift, with its hand-over: 70 000 are to come, 68 000 come. */
beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  set = await createWorkedShift(app);
  const { till } = set.venue;
  const { shift_id, safe: account_id } = set;
  clock.move(MINUTE);
  await command(till, 'CloseShift', { shift_id, counted_cash: 268_000, left_cash: 200_000 });
  await command(till, 'AcceptShift', { shift_id, account_id, amount: 68_000 });
  handedOver = (await report()).as_of;
});
afterAll(() => app.stop());

const asHandedOver = (query = '') => report(`${query}&as_of=${handedOver.position}`);
const sum = (rows: readonly { direction: string; amount: number }[], direction: string): number =>
  rows.filter((row) => row.direction === direction).reduce((all, { amount }) => all + amount, 0);

describe('the movements of a shift', () => {
  test('movements are told to the last unit', async () => {
    const { totals, movements, ...head } = await asHandedOver();
    const period = { date_from: '2026-03-01', date_to: '2026-03-31', group_by: 'movement' };
    expect(head).toEqual({ ...period, as_of: { ...handedOver, recorded_at: expect.any(String) } });
    expect(totals).toEqual([
      { source: 'cashbox', plus: 110_000, minus: 210_000, count: 5 },
      { source: 'safe', plus: 170_000, minus: 2_000, count: 3 },
    ]);
    const { point_id, cash } = set.venue;
    const nobody = { party_kind: null, party_id: null, party_name: null };
    const ofAll = {
      ...nobody,
      point_id,
      point_name: 'Chorsu',
      id: expect.any(Number),
      business_date: '2026-03-02',
      note: null,
    };
    const none = { payment_purpose_id: null, payment_purpose_name: null };
    const drawer = {
      ...ofAll,
      ...none,
      register: 'shift',
      created_at: '2026-03-02 14:00:00',
      source: 'cashbox',
      account_id: null,
      account_code: null,
      account_name: null,
      shift_id: set.shift_id,
      payment_type_id: cash,
      payment_type_name: 'Cash',
    };
    const safe = {
      ...ofAll,
      ...none,
      register: 'account',
      source: 'safe',
      account_id: set.safe,
      account_code: 'S-1',
      account_name: 'Safe',
      payment_type_id: null,
      payment_type_name: null,
    };
    const accepted = { ...safe, created_at: '2026-03-02 14:01:00', shift_id: set.shift_id };
    const { ice, advance } = set.purposes;
    expect(movements).toEqual([
      {
        ...safe,
        created_at: '2026-03-02 14:00:00',
        shift_id: null,
        id: set.transfer.to_movement_id,
        direction: 'plus',
        amount: 100_000,
        operation: 'transfer',
      },
      {
        ...drawer,
        direction: 'plus',
        amount: 60_000,
        operation: 'organization_payment',
        note: 'Organization 7',
        party_kind: 'organization',
        party_id: expect.any(Number),
        party_name: expect.any(String),
      },
      { ...drawer, direction: 'plus', amount: 50_000, operation: 'prepayment' },
      {
        ...drawer,
        id: set.ice,
        direction: 'minus',
        amount: 40_000,
        operation: 'expense',
        payment_purpose_id: ice,
        payment_purpose_name: 'Ice',
        note: '=ice, "two" bags',
      },
      {
        ...drawer,
        id: set.advance,
        direction: 'minus',
        amount: 70_000,
        operation: 'salary',
        payment_purpose_id: advance,
        payment_purpose_name: 'Advance',
        party_kind: 'employee',
        party_id: set.venue.cashier_id,
        party_name: 'Aziz',
      },
      {
        ...drawer,
        id: set.transfer.from_movement_id,
        direction: 'minus',
        amount: 100_000,
        operation: 'transfer',
      },
      { ...accepted, direction: 'plus', amount: 70_000, operation: 'shift_revenue' },
      { ...accepted, direction: 'minus', amount: 2_000, operation: 'shift_accept_diff' },
    ]);
    const turnover = movements.filter(
      ({ operation }: { operation: string }) => operation !== 'transfer' && operation !== 'shift_revenue',
    );
    expect([sum(turnover, 'plus'), sum(turnover, 'minus')]).toEqual([110_000, 112_000]);
  });

  test('movements of some sources, or of one direction, have totals of their own', async () => {
    const { totals, movements } = await asHandedOver('&source=safe,bank&direction=plus');
    expect(totals).toEqual([{ source: 'safe', plus: 170_000, minus: 0, count: 2 }]);
    expect(movements.map(({ operation }: { operation: string }) => operation)).toEqual(['transfer', 'shift_revenue']);
  });

  test('groups add up to the totals, and have the keys that were asked for', async () => {
    const { ice, advance } = set.purposes;
    const date = { business_date: '2026-03-02' };
    const expense = { source: 'cashbox', direction: 'minus', operation: 'expense' };
    const salary = { ...expense, operation: 'salary' };
    const byPurpose = await asHandedOver('&group_by=purpose');
    expect(byPurpose.groups).toEqual([
      {
        source: 'cashbox',
        direction: 'plus',
        operation: 'organization_payment',
        count: 1,
        amount: 60_000,
        payment_purpose_id: null,
        payment_purpose_name: null,
      },
      expect.objectContaining({ operation: 'prepayment', amount: 50_000 }),
      { ...expense, payment_purpose_id: ice, payment_purpose_name: 'Ice', count: 1, amount: 40_000 },
      { ...salary, payment_purpose_id: advance, payment_purpose_name: 'Advance', count: 1, amount: 70_000 },
      expect.objectContaining({ source: 'cashbox', operation: 'transfer', amount: 100_000 }),
      expect.objectContaining({ source: 'safe', operation: 'shift_revenue', amount: 70_000 }),
      expect.objectContaining({ source: 'safe', operation: 'transfer', amount: 100_000 }),
      expect.objectContaining({ source: 'safe', operation: 'shift_accept_diff', amount: 2_000 }),
    ]);
    const byDay = (await asHandedOver('&group_by=day')).groups;
    expect(byDay).toContainEqual({ ...date, ...expense, count: 1, amount: 40_000 });
    expect(byDay).toContainEqual({ ...date, ...salary, count: 1, amount: 70_000 });
    const byBoth = (await asHandedOver('&group_by=day_purpose')).groups;
    expect(byBoth).toContainEqual({
      ...date,
      ...expense,
      payment_purpose_id: ice,
      payment_purpose_name: 'Ice',
      count: 1,
      amount: 40_000,
    });
    for (const groups of [byPurpose.groups, byDay, byBoth]) {
      expect([sum(groups, 'plus'), sum(groups, 'minus')]).toEqual([280_000, 212_000]);
    }
    const columns = ['source,direction,operation,payment_purpose_id,payment_purpose_name,count,amount'];
    columns.push('business_date,source,direction,operation,count,amount');
    for (const [index, group_by] of ['purpose', 'day'].entries()) {
      const { body } = await ask(`&group_by=${group_by}`, { accept: 'text/csv' });
      expect(body.split('\r\n')[0]).toBe(columns[index]);
    }
  });

  test('a table and lines have the rows alone', async () => {
    const at = `&as_of=${handedOver.position}`;
    const { movements } = await report(at);
    const csv = await ask(at, { accept: 'text/csv' });
    const lines = csv.body.split('\r\n');
    expect(lines[0]).toBe(Object.keys(movements[0]).join(','));
    expect(lines.find((row: string) => row.includes(`,${set.ice},`))).toContain(`,"'=ice, ""two"" bags"`);
    expect(lines).toHaveLength(10);
    expect(csv.headers.get('x-rows-count')).toBe('8');
    expect(csv.headers.get('x-as-of-position')).toBe(String(handedOver.position));
    const ndjson = await ask(at, { accept: 'application/x-ndjson' });
    const rows = ndjson.body.trimEnd().split('\n');
    expect(rows.map((row: string) => JSON.parse(row))).toEqual(movements);
  });
});

describe('what changes later', () => {
  test('a cancelled transfer is gone on both sides; what was known does not change, and the second cancel is a 409', async () => {
    const { till } = set.venue;
    const { id: movement_id } = await command(till, 'TransferMoney', {
      from: { account_id: set.safe },
      to: { account_id: set.bank },
      amount: 25_000,
    });
    const before = await report('&source=bank');
    expect(before.totals).toEqual([{ source: 'bank', plus: 25_000, minus: 0, count: 1 }]);
    await command(till, 'CancelMovement', { movement_id });
    expect((await report()).movements).toEqual((await asHandedOver()).movements);
    expect(await report(`&source=bank&as_of=${before.as_of.position}`)).toEqual(before);
    const again = await till.post('/venue/v1/commands/CancelMovement', {
      command_id: crypto.randomUUID(),
      movement_id,
    });
    expect(again).toMatchObject({ status: 409, body: { code: 'movement_already_cancelled' } });
  });

  test('an account that is counted is corrected to what is there', async () => {
    const { till } = set.venue;
    const counted = await command(till, 'CountAccount', { account_id: set.safe, counted: 160_000 });
    expect(counted).toMatchObject({ balance: 168_000, difference: -8_000 });
    const { movements } = await report('&source=safe&direction=minus');
    expect(movements.at(-1)).toMatchObject({ id: counted.id, operation: 'correction', amount: 8_000 });
    const right = await command(till, 'CountAccount', { account_id: set.safe, counted: 160_000 });
    expect(right).toMatchObject({ balance: 160_000, difference: 0 });
    expect((await report('&source=safe&direction=minus')).movements).toEqual(movements);
  });

  test('accounts say what they should hold, now and as it was known', async () => {
    const { partner, point_id } = set.venue;
    const { body } = await partner.get('/v1/reports/money-accounts');
    const safe = body.accounts.find(({ account_id }: { account_id: number }) => account_id === set.safe);
    expect(safe).toMatchObject({ code: 'S-1', name: 'Safe', source: 'safe', point_id, balance: 160_000 });
    const { movements } = await report('&source=safe');
    expect(safe).toMatchObject({
      movements_count: movements.length,
      last_movement_at: movements.at(-1).created_at,
    });
    const { as_of } = await asHandedOver();
    const before = await partner.get(`/v1/reports/money-accounts?as_of=${as_of.position}&point_id=${point_id}`);
    expect(before.body.accounts).toContainEqual(expect.objectContaining({ account_id: set.safe, balance: 168_000 }));
  });

  test('names are those of the moment, ids stay', async () => {
    const { till, point_id } = set.venue;
    const { ice: id } = set.purposes;
    await command(till, 'DefinePaymentPurpose', { id, name: 'Crushed ice', is_payout: true });
    await command(till, 'DefineAccount', { id: set.safe, point_id, source: 'safe', code: 'S-2', name: 'New safe' });
    const { movements } = await report();
    const find = (movement_id: number) => movements.find((row: { id: number }) => row.id === movement_id);
    expect(find(set.ice)).toMatchObject({ payment_purpose_id: id, payment_purpose_name: 'Crushed ice' });
    expect(find(set.transfer.to_movement_id)).toMatchObject({ account_code: 'S-2', account_name: 'New safe' });
    expect((await asHandedOver()).movements[0]).toMatchObject({ account_code: 'S-1', account_name: 'Safe' });
  });
});

test('movements of other brands and points are not there, and those of the whole brand are for keys of the whole brand', async () => {
  const { till, point_id } = set.venue;
  const other = await createVenue(app);
  expect((await ask('', {}, other.partner)).body).toMatchObject({ totals: [], movements: [] });
  expect(await ask(`&point_id=${other.point_id}`)).toMatchObject({ status: 404, body: { code: 'point_not_found' } });

  const bank = async (code: string): Promise<number> =>
    (await command(till, 'DefineAccount', { source: 'bank', code, name: code })).id;
  const [first, second] = [await bank('B-2'), await bank('B-3')];
  await command(till, 'TransferMoney', { from: { account_id: first }, to: { account_id: second }, amount: 1_000 });
  const { movements } = await report('&source=bank');
  expect(movements).toMatchObject([{ point_id: null, point_name: null }, { point_id: null }]);
  const { id: elsewhere } = await definePoint(till, { name: 'Alley' });
  const bound = async (...point_ids: string[]) => {
    const key = { audience: 'partner', name: 'bound', permissions: ['reports'], point_ids };
    return app.client((await command(till, 'IssueKey', key)).api_key);
  };
  expect((await ask('&source=bank', {}, await bound(point_id))).body.movements).toEqual([]);
  expect((await ask('', {}, await bound(elsewhere))).body.movements).toEqual([]);
  expect((await ask('', {}, await bound(point_id))).body.movements.length).toBeGreaterThan(5);
});

test('a period of more than 92 days is refused', async () => {
  const path = '/v1/reports/money-movements?date_from=2026-01-01';
  const long = await set.venue.partner.get(`${path}&date_to=2026-04-03`);
  expect(long).toMatchObject({ status: 400, body: { code: 'period_too_long' } });
  expect(await set.venue.partner.get(`${path}&date_to=2026-04-02`)).toMatchObject({ status: 200 });
});
