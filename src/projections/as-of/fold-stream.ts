import { type EventStore, isOwn, type RecordedEvent } from '../../event-store/event-store.ts';
import type { Folding } from './folding.ts';
import type { KeptSnapshots } from './kept-snapshots.ts';
import type { Moment } from './moment.ts';

/** How the streams of a category fold into what audits ask of them. */
export interface StreamFolding<State> extends Folding<State> {
  readonly category: string;
  /** Raise it when the shape of State changes: kept snapshots of another version are ignored. */
  readonly stateVersion: number;
  /** How many events lie between two kept snapshots, at least (default 250), and how many are read at once. */
  readonly every?: number;
}

export interface StreamReader {
  readonly store: Pick<EventStore, 'read'>;
  readonly snapshots: KeptSnapshots;
}

/** A stream as of a moment. */
export interface FoldedStream<State> {
  readonly state: State;
  readonly brand_id: string;
  readonly position: number;
  readonly revision: number;
}

const EVERY = 250;
/**
 * A large state is kept less often: so all snapshots of a stream together are at most as many bytes as this for each of
 * its events.
 */
const BYTES_PER_EVENT = 1_000;

interface Point<State> {
  readonly state: State;
  readonly last: RecordedEvent | undefined;
  readonly latest: number;
}

/**
 * The stream as it was at the moment: its events before the first one that is later, folded from the nearest kept
 * snapshot on. On a long way it keeps snapshots: an audit pays for them once, and commands never do. Undefined if there
 * is no such event. Throws the signal's reason when it aborts.
 */
export const foldStream = async <State>(
  reader: StreamReader,
  folding: StreamFolding<State>,
  id: string,
  moment: Moment,
  signal: AbortSignal,
): Promise<FoldedStream<State> | undefined> => {
  const stream = `${folding.category}-${id}`;
  const { store, snapshots } = reader;
  const { every = EVERY, stateVersion } = folding;
  const { kept, generation } = await snapshots.find(stream, stateVersion, moment);
  // A snapshot of this stateVersion is a State that was written as JSON.
  let point: Point<State> = {
    state: kept ? (kept.state as State) : folding.initial,
    last: undefined,
    latest: kept?.latest ?? Number.NEGATIVE_INFINITY,
  };
  let keptAt = kept?.revision ?? -1;
  let enough = every;

  for (let next = Math.max(keptAt, 0); ; ) {
    signal.throwIfAborted();
    const page = await store.read(stream, next, every);
    if (kept && next === kept.revision && !isLastOf(kept, page[0])) {
      // The log was set back.
      await snapshots.forget(stream);
      return foldStream(reader, folding, id, moment, signal);
    }
    const own = page.filter(isOwn);
    const end = own.findIndex((event) => !moment.includes(event));
    for (const event of end < 0 ? own : own.slice(0, end)) {
      // The first one that is read again tells who wrote it; the snapshot has it already.
      const isKept = event.revision <= (kept?.revision ?? -1);
      const state = isKept ? point.state : folding.evolve(point.state, event);
      const latest = Math.max(point.latest, Date.parse(event.metadata.occurred_at));
      point = { state, last: event, latest };
    }
    if (point.last && point.last.revision - keptAt >= enough) {
      const state = JSON.stringify(point.state);
      if (state.length <= (point.last.revision - keptAt) * BYTES_PER_EVENT) {
        const { revision, position, id: event_id, metadata } = point.last;
        const { brand_id } = metadata;
        const { latest } = point;
        await snapshots.keep({
          stream,
          revision,
          position,
          event_id,
          brand_id,
          latest,
          generation,
          state,
          state_version: stateVersion,
        });
        keptAt = revision;
      }
      enough = Math.max(every, state.length / BYTES_PER_EVENT);
    }
    if (end >= 0 || page.length < every) break;
    next = page.at(-1)!.revision + 1;
  }
  if (!point.last) return undefined;
  const { position, revision, metadata } = point.last;
  return { state: point.state, brand_id: metadata.brand_id, position, revision };
};

const isLastOf = (kept: { readonly position: number; readonly event_id: string }, event: RecordedEvent | undefined) =>
  event !== undefined && event.position === kept.position && event.id === kept.event_id;
