import type { Figure, Section } from '../section.ts';
import { startApp } from '../support/app.ts';
import { runLoad } from '../support/load.ts';
import { createOrderBodies } from '../support/order-bodies.ts';

const STEPS = 5;
const MB = 1024 ** 2;

/** Resident memory of the app's process as orders pass through it. One run: it is a curve, not a rate. */
export const memory: Section = {
  name: 'memory',
  engines: ['postgres', 'eventstoredb'],
  run: async (context) => {
    const amount = context.quick ? 2_000 : 25_000;
    const app = await startApp(context.adminUrl, context.eventStoreUrl);
    try {
      const nextBody = await createOrderBodies(app);
      const curve: number[] = [];
      for (let step = 1; step <= STEPS; step++) {
        await runLoad({ url: app.url, path: '/v1/orders', token: app.token, amount, nextBody });
        await app.shown();
        curve.push((await app.child.ask('memory')) / MB);
        context.progress(`${step * amount} orders: ${Math.round(curve.at(-1)!)} MB`);
      }
      return curve.map((value, step): Figure => {
        const figure = { name: `resident after ${(step + 1) * amount} orders`, unit: 'MB', rounds: [value] };
        if (step === STEPS - 2) return { ...figure, goals: [{ of: 'value', below: 400 }] };
        if (step < STEPS - 1) return figure;
        const before = { name: `after ${step * amount}`, rounds: [curve[step - 1]!] };
        return { ...figure, baseline: before, goals: [{ of: 'ratio', below: 1.1 }] };
      });
    } finally {
      await app.stop();
    }
  },
};
