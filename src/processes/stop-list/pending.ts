import type { EventOf } from '../../domain/event-catalogue.ts';
import type { UnitsTaken } from '../../domain/stop-list/events.ts';
import type { Recorded, RecordedEvent } from '../../event-store/event-store.ts';

/** Units that were taken and whose order was not seen yet. */
export interface PendingHold extends Pick<UnitsTaken, 'brand_id' | 'point_id' | 'order_id' | 'hold_id'> {
  readonly event: RecordedEvent;
  /** Milliseconds since the epoch: after that, no order may use them any more. */
  readonly due_at: number;
}

/** How long an order may take from its units to its first event. */
const PATIENCE_MS = 20_000;
/** The least that is left of that time when a hold is first seen late, as after a restart. */
const LEAST_PATIENCE_MS = 5_000;

/**
 * By the clock of the process that took the units, within bounds by our own clock: a wrong clock on another machine
 * neither keeps units for hours nor takes them from orders that are just being placed.
 */
const dueAt = (occurredAt: string, now: number): number =>
  Math.min(Math.max(Date.parse(occurredAt) + PATIENCE_MS, now + LEAST_PATIENCE_MS), now + PATIENCE_MS);

/** If the clock is set back, units must not stay until the old time comes again. */
export const boundedBy = (hold: PendingHold, now: number): PendingHold =>
  hold.due_at - now > PATIENCE_MS ? { ...hold, due_at: now + PATIENCE_MS } : hold;

export const toPendingHold = (event: Recorded<EventOf<'UnitsTaken'>>, now: number): PendingHold => {
  const { brand_id, point_id, order_id, hold_id } = event.data;
  return { brand_id, point_id, order_id, hold_id, event, due_at: dueAt(event.metadata.occurred_at, now) };
};
