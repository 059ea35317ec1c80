import { createListener } from '../../src/database/listener.ts';
import type { EventStore, RecordedEvent } from '../../src/event-store/event-store.ts';
import { createProjectionSignals, type ProjectionSignals } from '../../src/projections/reading/signals.ts';
import type { Section } from '../section.ts';
import { type BenchApp, startApp } from '../support/app.ts';
import { openBenchEvents } from '../support/events.ts';
import { runLoad } from '../support/load.ts';
import { runOpenLoop } from '../support/open-loop.ts';
import { createOrderBodies } from '../support/order-bodies.ts';
import { percentile } from '../support/statistics.ts';

const SHARE_OF_PEAK = 0.7;
const PAGE = 3_000;

/** From the moment an order is in the log until the read model `orders` shows it, at 70 % of the peak load. */
export const lag: Section = {
  name: 'lag',
  engines: ['postgres', 'eventstoredb'],
  run: async (context) => {
    const { adminUrl, eventStoreUrl } = context;
    const app = await startApp(adminUrl, eventStoreUrl);
    const { pool, url: databaseUrl } = app.database;
    const log = await openBenchEvents({ pool, url: databaseUrl, eventStoreUrl });
    const { store } = log;
    const listener = await createListener(databaseUrl);
    const signals = await createProjectionSignals(listener, pool);
    try {
      const nextBody = await createOrderBodies(app);
      const load = {
        url: app.url,
        path: '/v1/orders',
        token: app.token,
        amount: context.quick ? 2_000 : 10_000,
        nextBody,
      };
      await runLoad(load);
      const peak = (await runLoad(load)).perSecond;
      await app.shown();
      const perSecond = Math.round(peak * SHARE_OF_PEAK);
      const seconds = context.quick ? 1 : 4;

      const p50: number[] = [];
      const p99: number[] = [];
      for (let round = 1; round <= context.rounds; round++) {
        const lags = await measure({ app, signals, store }, () =>
          runOpenLoop({ url: `${app.url}/v1/orders`, token: app.token, perSecond, seconds, nextBody }),
        );
        p50.push(percentile(lags, 50));
        p99.push(percentile(lags, 99));
        context.progress(`round ${round}: p99 ${Math.round(p99.at(-1)!)} ms over ${lags.length} orders`);
      }
      const at = `at ${perSecond} orders/s`;
      return [
        { name: `lag p50 ${at}`, unit: 'ms', rounds: p50 },
        { name: `lag p99 ${at}`, unit: 'ms', rounds: p99, goals: [{ of: 'value', below: 250 }] },
      ];
    } finally {
      signals.close();
      await listener.close();
      await log.close();
      await app.stop();
    }
  },
};

interface Measured {
  readonly app: BenchApp;
  readonly signals: ProjectionSignals;
  /** The app's log, read over connections of the bench. */
  readonly store: EventStore;
}

/** The lag of every order that is placed meanwhile, in milliseconds. Log and signals are read on the same clock. */
const measure = async ({ app, signals, store }: Measured, place: () => Promise<void>): Promise<number[]> => {
  const shown: { position: number; at: number }[] = [];
  const listening = signals.changes.subscribe(({ projection, position }) => {
    if (projection === 'orders') shown.push({ position, at: performance.timeOrigin + performance.now() });
  });
  const before = signals.position('orders');
  await place();
  await app.shown();
  // The rows are there: the word of it may still be on its way.
  await signals.waitFor(['orders'], await store.head());
  listening.unsubscribe();

  const lags: number[] = [];
  let next = 0;
  for await (const { position, recorded_at } of ordersAfter(store, before)) {
    while (shown[next] && shown[next]!.position < position) next++;
    const signal = shown[next];
    if (!signal) throw new Error(`no signal told of position ${position}`);
    lags.push(signal.at - Number(Temporal.Instant.from(recorded_at).epochNanoseconds) / 1e6);
  }
  return lags;
};

async function* ordersAfter(store: EventStore, after: number): AsyncGenerator<RecordedEvent> {
  let position = after;
  for (;;) {
    const page = await store.readAll(position, PAGE, { types: ['OrderPlaced'] });
    if (page.length === 0) return;
    yield* page;
    position = page.at(-1)!.position;
  }
}
