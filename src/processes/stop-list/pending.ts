import type { EventOf } from '../../domain/event-catalogue.ts';
import type { UnitsTaken } from '../../domain/stop-list/events.ts';
import type { Recorded, RecordedEvent } from '../../event-store/event-store.ts';
import { dueAt } from '../engine/second-step.ts';

/** Units that were taken and whose order was not seen yet. */
export interface PendingHold extends Pick<UnitsTaken, 'brand_id' | 'point_id' | 'order_id' | 'hold_id'> {
  readonly event: RecordedEvent;
  /** Milliseconds since the epoch: after that, no order may use them any more. */
  readonly due_at: number;
}

export const toPendingHold = (event: Recorded<EventOf<'UnitsTaken'>>, now: number): PendingHold => {
  const { brand_id, point_id, order_id, hold_id } = event.data;
  return { brand_id, point_id, order_id, hold_id, event, due_at: dueAt(event.metadata.occurred_at, now) };
};
