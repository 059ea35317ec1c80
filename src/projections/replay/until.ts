import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import { isLater } from '../reports/moment.ts';

/** Where a replay ends: at a position of the log, or with what was recorded by an ISO 8601 instant in UTC. */
export type Until = { readonly position: number } | { readonly instant: string };

/** Whether the event comes after the end. The first one that does ends the replay, even if a clock was set back later. */
export const isBeyond = (event: RecordedEvent, until: Until): boolean =>
  'position' in until ? event.position > until.position : isLater(event.recorded_at, until.instant);

/** @throws Error of one line for a person, if nothing was recorded by then or if the log does not reach so far */
export const assertInLog = async (store: Pick<EventStore, 'readAll' | 'head'>, until: Until): Promise<void> => {
  const [first] = await store.readAll(0, 1);
  if (!first) throw new Error('the log has no events yet');
  if (isBeyond(first, until)) {
    throw new Error(`the log begins later: at position ${first.position}, recorded at ${first.recorded_at}`);
  }
  if (!('position' in until)) return;
  const head = await store.head();
  if (until.position > head) throw new Error(`the log ends before that, at position ${head}`);
};
