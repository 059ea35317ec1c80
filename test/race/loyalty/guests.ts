import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { HttpAnswer, HttpClient } from '../../support/http-client.ts';
import { Unanswered } from '../../support/http-client.ts';
import { idByPhone } from '../../support/loyalty.ts';
import type { TestVenue } from '../../support/venue.ts';

export interface Floor {
  readonly venue: Omit<TestVenue, 'till' | 'auditor' | 'partner'>;
  /** The same till at each app process. */
  readonly tills: readonly HttpClient[];
  readonly inPoints: number;
  readonly random: () => number;
}

const TOTAL = 16_000;
/** Before a guest tries again: while the partner is away, guests who ask on and on would only take the processes’ time. */
const PATIENCE_MS = 250;
/** Of those whose closing has failed. */
const PART_WHO_GO = 0.4;
const SUMS = [0, 3_000, 5_000, TOTAL];
/** Refusals that belong to the play: the service, or another till that was faster. */
const EXPECTED = /^(loyalty_|cheque_|order_|return_|shift_)/;

/** One guest, from the first item to the end, whatever happens on the way. Answers the order's id. */
export const serveGuest = async ({ venue, tills, inPoints, random }: Floor, index: number): Promise<number> => {
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const phone = `99890${String(1_000_000 + index)}`;
  const customer_id = idByPhone(phone);

  /** Sends the same command until one of the processes has answered. */
  const send = async (type: string, fields: object): Promise<HttpAnswer> => {
    const command_id = randomUUID();
    for (let attempt = 0; ; attempt++) {
      const answer = await pick(tills)
        .post(`/venue/v1/commands/${type}`, { command_id, ...fields })
        .catch((error: unknown) => {
          if (!(error instanceof Unanswered)) throw error;
          return undefined;
        });
      if (answer !== undefined && answer.status < 500 && answer.status !== 401) {
        if (answer.status !== 200) expect(answer.body.code, `${type} ${answer.body.message}`).toMatch(EXPECTED);
        return answer;
      }
      expect(attempt).toBeLessThan(2_000);
      await delay(50);
    }
  };
  const items = [{ product_id: venue.products.tea, quantity: 2 }];
  const opened = await send('OpenCheque', {
    point_id: venue.point_id,
    order_type_id: 2,
    items,
    client: { phone: `+${phone}` },
  });
  const { order_id } = opened.body.result;
  const identified = { point_id: venue.point_id, phone: `+${phone}`, ...(random() < 0.5 && { order_id }) };
  while ((await send('IdentifyLoyaltyCustomer', identified)).status !== 200) await delay(PATIENCE_MS);

  const close = async (amount: number): Promise<boolean> => {
    const rest = TOTAL - amount;
    const payments = [
      ...(amount > 0 ? [{ payment_type_id: inPoints, amount, loyalty: { customer_id } }] : []),
      ...(rest > 0 ? [{ payment_type_id: venue.cash, amount: rest }] : []),
    ];
    const one = () => send('CloseCheque', { order_id, cashier_id: venue.cashier_id, payments });
    // Two tills at once, now and then.
    const answers = await Promise.all(random() < 0.1 ? [one(), one()] : [one()]);
    return answers.some(({ status, body }) => status === 200 || body.code === 'cheque_already_closed');
  };
  /** Whether it was closed: some guests go when a closing has failed, and points may be held then. */
  const closeSomehow = async (first: number): Promise<boolean> => {
    let amount = first;
    while (!(await close(amount))) {
      if (random() < PART_WHO_GO) {
        if (random() < 0.3) await remove();
        return false;
      }
      if (random() < 0.15) await send('CancelLoyaltyHold', { order_id });
      // The guest changes the sum, or waits and tries again.
      if (random() < 0.3) amount = pick(SUMS);
      await delay(random() * PATIENCE_MS);
    }
    return true;
  };
  const remove = () => send('DeleteCheque', { order_id, cancel_cause_id: venue.causes.plain });

  const sum = pick(SUMS);
  // Some leave in the middle: the cheque is deleted, or forgotten.
  if (random() < 0.1) {
    await close(sum);
    if (random() < 0.5) await remove();
    return order_id;
  }
  if (!(await closeSomehow(sum))) return order_id;
  for (let again = 0; again < 2 && random() < 0.3; again++) {
    await send('ReopenCheque', { order_id, reason: 'Wrong sum' });
    if (random() < 0.2) {
      await remove();
      return order_id;
    }
    if (!(await closeSomehow(random() < 0.5 ? sum : pick(SUMS)))) return order_id;
  }
  if (random() < 0.3) await giveBack();
  if (random() < 0.3) await giveBack();
  return order_id;

  async function giveBack(): Promise<void> {
    const order = await read();
    const line_id = order.items[0].line_id;
    const lines = [{ line_id, quantity: 1 }];
    await send('ReturnGoods', { order_id, lines, payment_type_id: venue.cash });
  }

  // biome-ignore lint/suspicious/noExplicitAny: an answer
  async function read(): Promise<any> {
    for (;;) {
      const answer = await pick(tills)
        .get(`/venue/v1/orders/${order_id}`)
        .catch(() => undefined);
      if (answer?.status === 200) return answer.body;
      await delay(50);
    }
  }
};
