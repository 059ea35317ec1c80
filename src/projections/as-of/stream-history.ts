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
  let from = Number.POSITIVE_INFINITY;
  /** As `from`, but not while it begins anew: until it was read on, other callers would see it without its events. */
  let reachedFrom = from;
  let revision = -1;
  let lastId: string | undefined;
  let happened: Happened[] = [];
  /** The states after 0, EVERY, 2 * EVERY, … of these events. */
  let marks: State[] = [folding.initial];
  let latest = folding.initial;
  let states = new Map<number, State>();
  let reading: Promise<void> = Promise.resolve();

  const begin = async (instant: number, now: number): Promise<void> => {
    // Twice as far as asked: a caller that goes back step by step begins anew only a few times.
    const start = instant - Math.max(now - instant, HOUR_MS);
    const signal = new AbortController().signal;
    const found = await foldStream(reader, folding, id, momentOf({ instant: start }), signal);
    from = start;
    reachedFrom = Number.POSITIVE_INFINITY;
    revision = found?.revision ?? -1;
    latest = found?.state ?? folding.initial;
    lastId = undefined;
    happened = [];
    marks = [latest];
    states = new Map();
  };

  const add = (event: RecordedEvent): void => {
    const time = event.type === folding.begins ? 0 : Date.parse(event.metadata.occurred_at);
    happened.push({ time, event });
    latest = folding.evolve(latest, event);
    if (happened.length % EVERY === 0) marks.push(latest);
    if (states.size > 0) states = new Map();
  };

  /** False: the log was set back, and has other events now. */
  const readOn = async (): Promise<boolean> => {
    for (;;) {
      const page = await reader.store.read(stream, Math.max(revision, 0), PAGE);
      if (lastId !== undefined && page[0]?.id !== lastId) return false;
      for (const event of page) {
        if (event.revision <= revision) continue;
        if (isOwn(event)) add(event);
        revision = event.revision;
        lastId = event.id;
      }
      if (page.length < PAGE) return true;
    }
  };

  const read = async (instant: number, now: number): Promise<void> => {
    if (instant < from) await begin(instant, now);
    if (!(await readOn())) {
      await begin(Math.min(instant, from), now);
      await readOn();
    }
    reachedFrom = from;
  };

  return {
    reaches: (instant) => instant >= reachedFrom,
    read: (instant, now) => {
      // One after another: two would add the same events twice.
      const next = reading.then(() => read(instant, now));
      reading = next.catch(() => {});
      return next;
    },
    at: (instant) => {
      const later = happened.findIndex(({ time }) => time > instant);
      if (later < 0) return latest;
      const counted = happened.slice(later).filter(({ time }) => time <= instant);
      // What counts at two instants is the same if the last of it happened at the same time.
      const last = happened.reduce((most, { time }) => (time <= instant && time > most ? time : most), -1);
      const known = states.get(last);
      if (known !== undefined) return known;
      const mark = Math.floor(later / EVERY);
      let folded = marks[mark] as State;
      for (const { event } of [...happened.slice(mark * EVERY, later), ...counted])
        folded = folding.evolve(folded, event);
      if (states.size >= MAX_STATES) states = new Map();
      states.set(last, folded);
      return folded;
    },
    latest: () => latest,
  };
};
