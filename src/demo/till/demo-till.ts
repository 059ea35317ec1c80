import { v4 as uuidv4 } from 'uuid';
import { z } from 'zod';
import { createClerk } from './clerk.ts';
import { createHost } from './host.ts';
import { type Pace, type PointStaff, type TillOrder, tillOrder, USUAL_PACE } from './next-step.ts';
import { backoff, realScheduler, type Scheduler, wait } from './scheduler.ts';
import { createVenueClient, type TillLog, type VenueClient } from './venue-client.ts';
import { Refused } from './venue-failures.ts';

export interface DemoTillOptions {
  /** The server's address, without a path: http://127.0.0.1:8080. */
  readonly baseUrl: string;
  /** Of a venue key. */
  readonly apiKey: string;
  readonly staff: readonly PointStaff[];
  readonly log: TillLog;
  readonly pace?: Pace;
  readonly scheduler?: Scheduler;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Whether others take this order forward. Nobody does, unless told. */
  readonly leaves?: (order: TillOrder) => boolean;
}

export interface DemoTill {
  /** Ends everything under way at once. The next start continues from the statuses of the orders. */
  stop(): Promise<void>;
}

/** The pause between two reads of the list of open orders: it also has orders that the feed may have missed. */
const SWEEP_MS = 30_000;
/** The pause between two reads of the book: a newcomer who books sees the venue's answer soon. */
const CHECK_MS = 9_000;
const OPENING_CASH = 500_000;

const orderEvent = z.object({ order: tillOrder });

/**
 * The demo's simulated till: a client of the venue API like any other. It opens closed shifts, then accepts orders,
 * cooks, delivers and closes them, at the given pace. It confirms requests for a table, and seats guests in time.
 */
export const startDemoTill = (options: DemoTillOptions): DemoTill => {
  const { baseUrl, apiKey, staff, log, pace = USUAL_PACE, scheduler = realScheduler, now = Date.now } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const client = createVenueClient({ baseUrl, apiKey, scheduler, log, signal });
  const clerk = createClerk({ client, staff, pace, scheduler, log, leaves: options.leaves });

  const host = createHost({ client, staff, log, now });

  const sweep = async (): Promise<void> => {
    for (const order of await client.openOrders()) clerk.see(order);
  };

  const again = async (everyMs: number, work: () => Promise<void>): Promise<void> => {
    while (!signal.aborted) {
      await wait(scheduler, everyMs, signal);
      if (!signal.aborted) await attempt(work);
    }
  };

  const follow = async (): Promise<void> => {
    let lastEventId: string | undefined;
    for (let failures = 0; !signal.aborted; ) {
      await attempt(async () => {
        const events = await client.orderEvents(lastEventId);
        // After the feed is open: an order that is not in the list yet will come through the feed.
        if (lastEventId === undefined) await sweep();
        for await (const { id, data } of events) {
          failures = 0;
          lastEventId = id ?? lastEventId;
          clerk.see(orderEvent.parse(JSON.parse(data)).order);
        }
      });
      failures += 1;
      await wait(scheduler, backoff(failures), signal);
    }
  };

  /** The demo continues after any error. Only a stop ends it. */
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!signal.aborted) log.info({ error: String(error) }, 'the demo till lost its connection');
    }
  };

  const run = async (): Promise<void> => {
    for (const ofPoint of staff) await attempt(() => openShift(client, ofPoint));
    await Promise.all([follow(), again(SWEEP_MS, sweep), again(CHECK_MS, host.check)]);
  };
  const done = run();

  return {
    stop: async () => {
      stopping.abort();
      clerk.stop();
      await done;
    },
  };
};

/** An open shift stays open: somebody opened it, before a restart or just now. */
const openShift = async (client: VenueClient, { point_id, cashier_id }: PointStaff): Promise<void> => {
  try {
    await client.command('OpenShift', { command_id: uuidv4(), point_id, cashier_id, opening_cash: OPENING_CASH });
  } catch (error) {
    if (!(error instanceof Refused && error.code === 'shift_already_open')) throw error;
  }
};
