import { sleepFor } from '../../concurrency/sleep.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import type { Interest } from './interest.ts';

/** How many events are held for a slow follower. Beyond that it reads the log again. */
const MAX_HELD = 2_000;

/**
 * The live end of the log for one follower: events that concern it and that it has not taken yet. All followers share one
 * subscription. If a follower is slow or fails, the inbox drops events and remembers that there is a gap, so that
 * events do not pile up in memory. The follower then reads them from the log.
 */
export interface Inbox {
  /** Everything up to here was offered, whether kept or not. */
  readonly upTo: number;
  /** Something before the held events is missing: read the log, after `collect`. */
  readonly gap: boolean;
  offer(events: readonly RecordedEvent[]): void;
  /** The live end begins after that position; earlier events must be read from the log. */
  startAfter(position: number): void;
  /** From now on events are held. The caller reads what the log has at this moment, and then says `settle`. */
  collect(): void;
  /**
   * The follower was asked about all that was read. Now it is asked about what came meanwhile: asked sooner, it would not know
   * yet what earlier events change of its answer.
   */
  settle(): void;
  missed(): void;
  take(max: number): RecordedEvent[];
  /** Resolves when there is something to do, after so many milliseconds, or when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

type State =
  /** Something before the live end was not kept: the log has to be read, and nothing is held until `collect`. */
  | { readonly kind: 'gap' }
  /** Everything since `collect` is held, whether it concerns the follower or not. */
  | { readonly kind: 'collecting'; readonly held: RecordedEvent[] }
  /** What concerns the follower and was not taken is held. */
  | { readonly kind: 'settled'; readonly held: RecordedEvent[] };

const GAP: State = { kind: 'gap' };

export const createInbox = (interest: Interest): Inbox => {
  let state: State = GAP;
  let upTo = 0;
  let wake = (): void => {};

  const missed = (): void => {
    state = GAP;
    wake();
  };

  return {
    get upTo() {
      return upTo;
    },
    get gap() {
      return state.kind === 'gap';
    },
    offer: (events) => {
      upTo = events.at(-1)?.position ?? upTo;
      if (state.kind === 'gap') return;
      const own = state.kind === 'settled' ? events.filter(interest) : events;
      if (own.length === 0) return;
      if (state.held.length + own.length > MAX_HELD) return missed();
      state.held.push(...own);
      wake();
    },
    startAfter: (position) => {
      upTo = position;
      missed();
    },
    collect: () => {
      state = { kind: 'collecting', held: [] };
    },
    settle: () => {
      if (state.kind === 'collecting') state = { kind: 'settled', held: state.held.filter(interest) };
    },
    missed,
    take: (max) => (state.kind === 'gap' ? [] : state.held.splice(0, max)),
    wait: async (ms, signal) => {
      if (state.kind === 'gap' || state.held.length > 0) return;
      const woken = new AbortController();
      wake = () => woken.abort();
      await sleepFor(ms, AbortSignal.any([signal, woken.signal]));
      wake = () => {};
    },
  };
};
