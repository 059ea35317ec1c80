import { mergeMap, Subject } from 'rxjs';
import { v5 as uuidv5 } from 'uuid';
import { TillstreamError, type Venue } from '../../../client/src/index.ts';
import {
  isOpenStatus,
  isOurs,
  nextStep,
  OPEN_STATUSES,
  type OpenStatus,
  type Pace,
  type PointStaff,
  type TillOrder,
} from './next-step.ts';
import type { Scheduler } from './scheduler.ts';
import { carryOut, type TillLog } from './till-venue.ts';

/**
 * Namespace of the command ids: one id for each order and step, so that a step that is tried again is a repeat. The
 * second closing of a reopened cheque is a repeat too, and does nothing: the person who reopened it closes it.
 */
const NAMESPACE = '3c1f3f0a-8c5e-4d0c-9f43-7a2f5b0d6e21';

/** How many commands are under way at once: a rush of orders must not use up the key's limit at a stroke. */
const AT_ONCE = 8;

export interface Clerk {
  /** Remembers an order's state at a time, whether it is new or known. */
  see(order: TillOrder): void;
  /** Drops the plans. Steps under way end by themselves. */
  stop(): void;
}

export interface ClerkOptions {
  readonly venue: Venue;
  readonly staff: readonly PointStaff[];
  readonly pace: Pace;
  readonly scheduler: Scheduler;
  readonly log: TillLog;
  /** Whether others take this order forward. */
  readonly leaves?: ((order: TillOrder) => boolean) | undefined;
}

interface Planned {
  readonly status: OpenStatus;
  readonly cancel: () => void;
}

/**
 * Takes every order forward, one step at a time: each status has its time. After a step, its event comes back through
 * the feed, with the order's next status.
 */
export const createClerk = ({ venue, staff, pace, scheduler, log, leaves = () => false }: ClerkOptions): Clerk => {
  const staffOf = new Map(staff.map((ofPoint) => [ofPoint.point_id, ofPoint]));
  const planned = new Map<number, Planned>();
  const due = new Subject<TillOrder>();
  let stopped = false;

  const see = (order: TillOrder): void => {
    const { order_id, status } = order;
    if (stopped || !staffOf.has(order.point_id)) return;
    const plan = planned.get(order_id);
    if (!isOpenStatus(status) || !isOurs(order) || leaves(order)) {
      plan?.cancel();
      planned.delete(order_id);
      return;
    }
    // Lists lag behind the feed: a state that is older than the known one, or the same, changes nothing.
    if (plan && rank(plan.status) >= rank(status)) return;
    plan?.cancel();
    planned.set(order_id, { status, cancel: scheduler.after(pace[status], () => due.next(order)) });
  };

  const take = async (order: TillOrder): Promise<void> => {
    const { order_id, status } = order;
    const ofPoint = staffOf.get(order.point_id);
    if (stopped || !ofPoint || !isOpenStatus(status)) return;
    const step = nextStep(order, status, ofPoint);
    try {
      await carryOut(venue, step, uuidv5(`${order_id}/${step.type}`, NAMESPACE));
    } catch (error) {
      if (error instanceof TillstreamError) await reconsider(order_id, step.type, error);
      // Any other error: the till is stopping, and the next start finds the order in its status.
    }
  };

  /**
   * Somebody else was faster, or changed the order (409, 404): its current state decides. Any other refusal needs a
   * person.
   */
  const reconsider = async (order_id: number, type: string, { status, code }: TillstreamError): Promise<void> => {
    log.info({ order_id, command: type, status, code }, 'the demo till was refused a step');
    if (status !== 409) return;
    const now = await venue.orders.get(order_id).catch(() => undefined);
    planned.delete(order_id);
    if (now) see(now);
  };

  const work = due.pipe(mergeMap(take, AT_ONCE)).subscribe();

  return {
    see,
    stop: () => {
      stopped = true;
      work.unsubscribe();
      for (const { cancel } of planned.values()) cancel();
      planned.clear();
    },
  };
};

const rank = (status: OpenStatus): number => OPEN_STATUSES.indexOf(status);
