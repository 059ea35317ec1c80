import { setTimeout as delay } from 'node:timers/promises';
import type { BenchContext, Section } from '../section.ts';
import { type BenchApp, startApp } from '../support/app.ts';
import { createOrderBodies } from '../support/order-bodies.ts';
import { fromCallers, interleave, seconds } from '../support/rounds.ts';
import { percentile } from '../support/statistics.ts';

const ORDER_CALLERS = 4;
const SIGN_INS_AT_ONCE = 200;
/** The queue of passwords is full: the next try comes after a while, as a browser is told. */
const PAUSE_MS = 1_000;

/**
 * Signs in with a login that nobody has, which takes as long as one that somebody has. Each comes from an address of its own,
 * as behind a proxy: from one address the 60th failure would be turned away before its password is looked at. Answers whether
 * it was looked at.
 */
const signIn = async ({ url }: BenchApp, nth: number, signal: AbortSignal): Promise<boolean> => {
  const address = `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`;
  const answer = await fetch(`${url}/venue/v1/session`, {
    method: 'POST',
    signal,
    headers: { 'content-type': 'application/json', origin: url, 'x-forwarded-for': address },
    body: JSON.stringify({ login: `nobody-${nth}`, password: `not the password ${nth}` }),
  });
  await answer.arrayBuffer();
  if (answer.status === 401) return true;
  if (answer.status === 503) return false;
  throw new Error(`a sign-in answered ${answer.status}`);
};

const slowestOrder = async (app: BenchApp, orders: number, nextBody: () => string): Promise<number> => {
  const times: number[] = [];
  await fromCallers(ORDER_CALLERS, orders, async () => {
    times.push((await seconds(() => app.post('/v1/orders', nextBody()))) * 1_000);
  });
  return percentile(times, 99);
};

/** An order's p99 while 200 people sign in at once, all the time, beside that without. */
export const signIns: Section = {
  name: 'sign-ins',
  run: async (context: BenchContext) => {
    const app = await startApp(context.adminUrl);
    try {
      const nextBody = await createOrderBodies(app);
      const orders = context.quick ? 200 : 1_000;
      let tried = 0;
      let lookedAt = 0;
      const beside = async (): Promise<number> => {
        const over = new AbortController();
        const person = async (): Promise<void> => {
          while (!over.signal.aborted) {
            if (await signIn(app, ++tried, over.signal)) lookedAt += 1;
            else await delay(PAUSE_MS, undefined, over);
          }
        };
        const people = Promise.allSettled(Array.from({ length: SIGN_INS_AT_ONCE }, person));
        const p99 = await slowestOrder(app, orders, nextBody);
        // Those who wait for their turn leave the queue.
        over.abort();
        const failed = (await people).find((one) => one.status === 'rejected' && one.reason?.name !== 'AbortError');
        if (failed?.status === 'rejected') throw failed.reason;
        return p99;
      };
      const { ours, baseline } = await interleave(context, beside, () => slowestOrder(app, orders, nextBody));
      context.progress(`${lookedAt} of ${tried} passwords were looked at, the others were told to come again`);
      return [
        {
          name: `an order's p99 at ${ORDER_CALLERS} callers, while ${SIGN_INS_AT_ONCE} people sign in`,
          unit: 'ms',
          rounds: ours,
          baseline: { name: 'without', rounds: baseline },
          goals: [{ of: 'ratio', below: 1.5 }],
        },
      ];
    } finally {
      await app.stop();
    }
  },
};
