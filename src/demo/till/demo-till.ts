import { TillstreamError, type Venue } from '../../../client/src/index.ts';
import { createClerk } from './clerk.ts';
import { createHost } from './host.ts';
import { OPEN_STATUSES, type Pace, type PointStaff, type TillOrder, USUAL_PACE } from './next-step.ts';
import { realScheduler, type Scheduler, wait } from './scheduler.ts';
import { createTillVenue, type TillLog } from './till-venue.ts';

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

/**
 * The demo's simulated till: a program over the client like any partner's. It opens closed shifts, then accepts orders,
 * cooks, delivers and closes them, at the given pace. It confirms requests for a table, and seats guests in time.
 */
export const startDemoTill = (options: DemoTillOptions): DemoTill => {
  const { baseUrl, apiKey, staff, log, pace = USUAL_PACE, scheduler = realScheduler, now = Date.now } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const venue = createTillVenue({ baseUrl, apiKey, scheduler, log, signal });
  const clerk = createClerk({ venue, staff, pace, scheduler, log, leaves: options.leaves });
  const host = createHost({ venue, staff, log, now });

  const sweep = async (): Promise<void> => {
    for await (const order of venue.orders.list({ status: [...OPEN_STATUSES] })) clerk.see(order);
  };

  const again = async (everyMs: number, work: () => Promise<void>): Promise<void> => {
    while (!signal.aborted) {
      await wait(scheduler, everyMs, signal);
      if (!signal.aborted) await attempt(work);
    }
  };

  /** The list after the feed is open: an order that is not in the list yet will come through the feed. */
  const follow = async (): Promise<void> => {
    for await (const { order } of venue.orders.stream({ onOpen: () => attempt(sweep) }, { signal })) clerk.see(order);
  };

  /** What ends the feed for good, such as a key without access, may be over later. */
  const followOn = async (): Promise<void> => {
    while (!signal.aborted) {
      await attempt(follow);
      await wait(scheduler, SWEEP_MS, signal);
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
    for (const ofPoint of staff) await attempt(() => openShift(venue, ofPoint));
    await Promise.all([followOn(), again(SWEEP_MS, sweep), again(CHECK_MS, host.check)]);
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
const openShift = async (venue: Venue, { point_id, cashier_id }: PointStaff): Promise<void> => {
  try {
    await venue.commands.OpenShift({ point_id, cashier_id, opening_cash: OPENING_CASH });
  } catch (error) {
    if (!(error instanceof TillstreamError && error.code === 'shift_already_open')) throw error;
  }
};
