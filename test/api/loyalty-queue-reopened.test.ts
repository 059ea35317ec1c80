// A database of its own: one of its apps runs no processes, and another one goes on with its queue.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { createClock, MINUTE } from '../support/clock.ts';
import { createAppDatabase, type TestDatabase } from '../support/database.ts';
import { createLoyaltyVenue, openCheque, sendDue } from '../support/loyalty.ts';

type LoyaltyVenue = Awaited<ReturnType<typeof createLoyaltyVenue>>;

/** What is done with a cheque while no process runs. Answers its id. */
type Act = (at: LoyaltyVenue) => Promise<number>;

interface Played extends LoyaltyVenue {
  readonly order_id: number;
}

const GUEST = '998901234567';
const clock = createClock();
const played = new Map<Act, Played>();
let database: TestDatabase;
let app: TestApp;

const close = async ({ venue, inPoints }: LoyaltyVenue, order_id: number, amount: number): Promise<void> => {
  const { cashier_id, cash } = venue;
  const payments = [
    { payment_type_id: inPoints, amount, loyalty: { customer_id: `G-${GUEST}` } },
    { payment_type_id: cash, amount: 8_000 - amount },
  ];
  await command(venue.till, 'CloseCheque', { order_id, cashier_id, payments });
};

const reopened = async (at: LoyaltyVenue, amount: number): Promise<number> => {
  const order_id = await openCheque(at.venue);
  await close(at, order_id, amount);
  await command(at.venue.till, 'ReopenCheque', { order_id, reason: 'Wrong sum' });
  return order_id;
};

const sameSum: Act = async (at) => {
  const order_id = await reopened(at, 3_000);
  await close(at, order_id, 3_000);
  return order_id;
};
const anotherSum: Act = async (at) => {
  const order_id = await reopened(at, 6_000);
  await close(at, order_id, 2_000);
  return order_id;
};
const deletion: Act = async (at) => {
  const order_id = await reopened(at, 3_000);
  await command(at.venue.till, 'DeleteCheque', { order_id, cancel_cause_id: at.venue.causes.plain });
  return order_id;
};
const nothingMore: Act = (at) => reopened(at, 3_000);

/** Nothing is tried before all is recorded: the processes start afterwards. Each act has a brand and a partner of its own. */
beforeAll(async () => {
  database = await createAppDatabase();
  const options = { clock: clock.read, outboundAllowPrivate: true, database };
  app = await startTestApp({ ...options, runProcesses: false });
  const play = async (act: Act): Promise<void> => {
    const at = await createLoyaltyVenue(app);
    await command(at.venue.till, 'IdentifyLoyaltyCustomer', { point_id: at.venue.point_id, phone: `+${GUEST}` });
    played.set(act, { ...at, order_id: await act(at) });
  };
  await Promise.all([sameSum, anotherSum, deletion, nothingMore].map(play));
  await app.stop();
  app = await startTestApp(options);
  await sendDue(app);
});
afterAll(async () => {
  await app.stop();
  await database.drop();
  for (const { partner } of played.values()) await partner.close();
});

/** What the partner was told, but for what the till itself asks. */
const methods = ({ partner }: Played): string[] =>
  partner.methods().filter((method) => method !== 'customer' && method !== 'hold');
const states = ({ partner }: Played): string[] =>
  [...partner.book.holds.values()].map(({ state, amount }) => `${amount} ${state}`);
const holds = async ({ order_id }: Played): Promise<number> => {
  const { rows } = await app.tillstream.pool.query('select from app.loyalty_holds where order_id = $1', [order_id]);
  return rows.length;
};

describe('a cheque that is opened again before its commit was tried', () => {
  test('the commit is withdrawn, and the same sum uses the same hold', async () => {
    const it = played.get(sameSum)!;
    expect(it.partner.methods().filter((method) => method === 'hold')).toHaveLength(1);
    expect(methods(it)).toEqual(['commit']);
    expect(states(it)).toEqual(['3000 spent']);
    expect(await holds(it)).toBe(0);
  });

  test('another sum cancels the hold', async () => {
    const it = played.get(anotherSum)!;
    expect(new Set(methods(it))).toEqual(new Set(['cancel', 'commit']));
    expect(states(it)).toEqual(['6000 cancelled', '2000 spent']);
    expect(await holds(it)).toBe(0);
  });

  test('the end of the cheque cancels the hold', async () => {
    const it = played.get(deletion)!;
    expect(methods(it)).toEqual(['cancel']);
    expect(states(it)).toEqual(['3000 cancelled']);
    expect(await holds(it)).toBe(0);
  });

  test('ten minutes without another closing cancel the hold', async () => {
    const it = played.get(nothingMore)!;
    expect(states(it)).toEqual(['3000 held']);
    clock.move(10 * MINUTE);
    await sendDue(app);
    await sendDue(app);
    expect(methods(it)).toEqual(['cancel']);
    expect(states(it)).toEqual(['3000 cancelled']);
    expect(await holds(it)).toBe(0);
  });

  test('every call was signed well', () => {
    expect([...played.values()].flatMap(({ partner }) => partner.refused)).toEqual([]);
  });
});
