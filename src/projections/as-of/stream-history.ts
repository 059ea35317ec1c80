import { isOwn, type RecordedEvent } from '../../event-store/event-store.ts';
import { foldStream, type StreamFolding, type StreamReader } from './fold-stream.ts';
import { momentOf } from './moment.ts';

/** What a stream was at instants of the lately past, kept in memory. */
export interface StreamHistory<State> {
  /** Whether it reaches back to an instant, in milliseconds. */
  reaches(instant: number): boolean;
  /** Reads what was recorded since the last time, and as far back as the instant. `now`: in milliseconds. */
  read(instant: number, now: number): Promise<void>;
  /**
   * The state at an instant that it reaches: all events that had happened by then, in the order of the log. The same
   * object, as long as these events are the same.
   */
  at(instant: number): State;
  /** With all that was read. */
  latest(): State;
}

export interface HistoryFolding<State> extends StreamFolding<State> {
  /** The type of the event without which there is no state: it counts at every time. */
  readonly begins?: string;
}

interface Happened {
  readonly time: number;
  readonly event: RecordedEvent;
}

const PAGE = 500;
const HOUR_MS = 3_600_000;
/** After so many events a state is kept: no state is folded from more. */
const EVERY = 64;
/** States of so many different times are kept, until the next event. */
const MAX_STATES = 256;

/** A part of the stream, as far as it was read. */
interface Known<State> {
  /** It reaches back to this instant, in milliseconds. */
  readonly from: number;
  revision: number;
  lastId: string | undefined;
  readonly happened: Happened[];
  /** The states after 0, EVERY, 2 * EVERY, … of these events. */
  readonly marks: State[];
  latest: State;
  states: Map<number, State>;
}

const beginningAt = <State>(from: number, revision: number, state: State): Known<State> => ({
  from,
  revision,
  lastId: undefined,
  happened: [],
  marks: [state],
  latest: state,
  states: new Map(),
});

/**
 * Begins some time before the first instant that is asked for, from a kept snapshot, and then reads on. So a till's
 * commands of many hours walk over the log once. Events that were recorded late count from when they happened.
 */
export const createStreamHistory = <State>(
  reader: StreamReader,
  folding: HistoryFolding<State>,
  id: string,
): StreamHistory<State> => {
  const stream = `${folding.category}-${id}`;
  /** Replaced as a whole when it begins anew: another caller must not see it before it was read on. */
  let known = beginningAt(Number.POSITIVE_INFINITY, -1, folding.initial);
  let reading: Promise<void> = Promise.resolve();

  const begin = async (instant: number, now: number): Promise<Known<State>> => {
    // Twice as far as asked: a caller that goes back step by step begins anew only a few times.
    const start = instant - Math.max(now - instant, HOUR_MS);
    const signal = new AbortController().signal;
    const found = await foldStream(reader, folding, id, momentOf({ instant: start }), signal);
    return beginningAt(start, found?.revision ?? -1, found?.state ?? folding.initial);
  };

  const add = (to: Known<State>, event: RecordedEvent): void => {
    const time = event.type === folding.begins ? 0 : Date.parse(event.metadata.occurred_at);
    to.happened.push({ time, event });
    to.latest = folding.evolve(to.latest, event);
    if (to.happened.length % EVERY === 0) to.marks.push(to.latest);
    if (to.states.size > 0) to.states = new Map();
  };

  /** False: the log was set back, and has other events now. */
  const readOn = async (to: Known<State>): Promise<boolean> => {
    for (;;) {
      const page = await reader.store.read(stream, Math.max(to.revision, 0), PAGE);
      if (to.lastId !== undefined && page[0]?.id !== to.lastId) return false;
      for (const event of page) {
        if (event.revision <= to.revision) continue;
        if (isOwn(event)) add(to, event);
        to.revision = event.revision;
        to.lastId = event.id;
      }
      if (page.length < PAGE) return true;
    }
  };

  const read = async (instant: number, now: number): Promise<void> => {
    let next = instant < known.from ? await begin(instant, now) : known;
    if (!(await readOn(next))) {
      next = await begin(Math.min(instant, next.from), now);
      await readOn(next);
    }
    known = next;
  };

  return {
    reaches: (instant) => instant >= known.from,
    read: (instant, now) => {
      // One after another: two would add the same events twice.
      const next = reading.then(() => read(instant, now));
      reading = next.catch(() => {});
      return next;
    },
    at: (instant) => {
      const { happened, marks, latest } = known;
      const later = happened.findIndex(({ time }) => time > instant);
      if (later < 0) return latest;
      const counted = happened.slice(later).filter(({ time }) => time <= instant);
      // What counts at two instants is the same if the last of it happened at the same time.
      const last = happened.reduce((most, { time }) => (time <= instant && time > most ? time : most), -1);
      const folded = known.states.get(last);
      if (folded !== undefined) return folded;
      const mark = Math.floor(later / EVERY);
      let state = marks[mark] as State;
      for (const { event } of [...happened.slice(mark * EVERY, later), ...counted])
        state = folding.evolve(state, event);
      if (known.states.size >= MAX_STATES) known.states = new Map();
      known.states.set(last, state);
      return state;
    },
    latest: () => known.latest,
  };
};
