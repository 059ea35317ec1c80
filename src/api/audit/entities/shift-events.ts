import { isOf } from '../../../domain/event-catalogue.ts';
import type { RecordedEvent } from '../../../event-store/event-store.ts';
import { positionsOf } from '../../../projections/audit/queries.ts';
import { inLogOrder } from '../log-order.ts';
import { readStretch } from '../read-history.ts';
import type { EntityDependencies } from './dependencies.ts';

/**
 * All events of a till shift, of the brand, in log order. A read model says where those are that the shift is named in.
 * The numbers of its cheques stand between its opening and its closing on the stream of the till.
 */
export const readShift = async (
  { store, pool }: EntityDependencies,
  brandId: string,
  shiftId: number,
  signal: AbortSignal,
): Promise<readonly RecordedEvent[]> => {
  const named = await store.readAt(await positionsOf(pool, brandId, 'shift', [shiftId]));
  const opened = named.find((event) => isOf(event, 'ShiftOpened'));
  if (!opened) return [];
  const closed = named.find((event) => isOf(event, 'ShiftClosed'));
  const cancelled = await store.readAt(await positionsOf(pool, brandId, 'movement', movementIds(named)));
  const numbered = await readStretch(
    store,
    opened.stream,
    { from: opened.revision + 1, to: closed?.revision ?? Number.POSITIVE_INFINITY },
    (event) => isOf(event, 'ChequeNumbered') && event.data.shift_id === shiftId,
    signal,
  );
  return inLogOrder([...named, ...cancelled, ...numbered]);
};

const movementIds = (events: readonly RecordedEvent[]): number[] =>
  events.flatMap((event) => {
    if (isOf(event, 'MoneyMoved')) return event.data.movement_id;
    return isOf(event, 'MoneyTransferred') ? [event.data.from.movement_id, event.data.to.movement_id] : [];
  });
