import type { RecordedEvent } from '../event-store.ts';
import type { Landed } from './append-batch.ts';

/** The most that is held for slow subscribers. One that falls further behind reads the log. */
const MAX_EVENTS = 2_000;
const MAX_BYTES = 8_000_000;

interface Batch {
  readonly landed: Landed;
  /** Made on demand. */
  events?: readonly RecordedEvent[];
}

type State =
  /** This process has appended nothing yet. */
  | { readonly kind: 'nothing' }
  /** All events of the log after `from` and up to `last` are held. An append of another process ends the stretch. */
  | { readonly kind: 'stretch'; from: number; last: number; readonly batches: Batch[]; count: number; bytes: number };

/** What this process appended last, without gaps: a stretch of the log, for the subscribers in this process. */
export interface OwnAppends {
  /** Position of the last event that this process appended; 0 before the first. Later events are by other processes. */
  readonly last: number;
  landed(landed: Landed): void;
  /** Up to `limit` events right after the position; undefined if this process does not know what follows it. */
  after(position: number, limit: number): readonly RecordedEvent[] | undefined;
  /** Events up to here are needed no more. What is too much for the memory goes as well. */
  forget(upTo: number): void;
}

export const createOwnAppends = (): OwnAppends => {
  let state: State = { kind: 'nothing' };
  return {
    get last() {
      return state.kind === 'nothing' ? 0 : state.last;
    },
    landed: (landed) => {
      const { headBefore, last, count, bytes } = landed;
      if (state.kind === 'nothing' || headBefore !== state.last) {
        state = { kind: 'stretch', from: headBefore, last, batches: [{ landed }], count, bytes };
        return;
      }
      state.last = last;
      state.batches.push({ landed });
      state.count += count;
      state.bytes += bytes;
    },
    after: (position, limit) => {
      if (state.kind === 'nothing' || position < state.from || position > state.last) return undefined;
      const found: RecordedEvent[] = [];
      for (const batch of state.batches) {
        if (batch.landed.last <= position) continue;
        batch.events ??= batch.landed.events();
        for (const event of batch.events) {
          if (found.length === limit) return found;
          if (event.position > position) found.push(event);
        }
      }
      return found;
    },
    forget: (upTo) => {
      if (state.kind === 'nothing') return;
      const { batches } = state;
      while (batches[0] && (batches[0].landed.last <= upTo || state.count > MAX_EVENTS || state.bytes > MAX_BYTES)) {
        const { landed } = batches.shift()!;
        state.count -= landed.count;
        state.bytes -= landed.bytes;
        state.from = landed.last;
      }
    },
  };
};
