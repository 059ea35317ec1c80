import { isOf } from '../../../domain/event-catalogue.ts';
import type { RecordedEvent } from '../../../event-store/event-store.ts';
import { positionsOf } from '../../../projections/audit/queries.ts';
import { type HistoryPages, mergedPages, pagesAt, streamPages } from '../read-history.ts';
import type { EntityDependencies } from './dependencies.ts';

/**
 * All events of a till shift, of the brand, in log order, page by page: a shift that nobody closes for months has many. A read
 * model says where those are that the shift is named in. The numbers of its cheques stand between its opening and its closing
 * on the stream of the till.
 */
export async function* shiftPages(
  { store, pool }: EntityDependencies,
  brandId: string,
  shiftId: number,
  signal: AbortSignal,
): HistoryPages {
  const named = await positionsOf(pool, brandId, 'shift', [shiftId]);
  let opened: RecordedEvent | undefined;
  let closed: RecordedEvent | undefined;
  const movements: number[] = [];
  // They are read twice, so that only what is searched by is held of all of them.
  for await (const page of pagesAt(store, named, signal)) {
    opened ??= page.find((event) => isOf(event, 'ShiftOpened'));
    closed ??= page.find((event) => isOf(event, 'ShiftClosed'));
    movements.push(...movementIds(page));
  }
  if (!opened) return;
  yield* mergedPages([
    pagesAt(store, named, signal),
    pagesAt(store, await positionsOf(pool, brandId, 'movement', movements), signal),
    streamPages(store, opened.stream, signal, {
      from: opened.revision + 1,
      to: closed?.revision ?? Number.POSITIVE_INFINITY,
      isWanted: (event) => isOf(event, 'ChequeNumbered') && event.data.shift_id === shiftId,
    }),
  ]);
}

const movementIds = (events: readonly RecordedEvent[]): number[] =>
  events.flatMap((event) => {
    if (isOf(event, 'MoneyMoved')) return event.data.movement_id;
    return isOf(event, 'MoneyTransferred') ? [event.data.from.movement_id, event.data.to.movement_id] : [];
  });
