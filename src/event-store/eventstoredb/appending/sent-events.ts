import { LRUCache } from 'lru-cache';
import type { NewEvent, RecordedEvent } from '../../event-store.ts';
import type { Proposal } from '../messages/append-request.ts';
import type { StoredEvent } from '../messages/stored-event.ts';
import { toRecorded } from '../our-events.ts';

/** The most that is held. An event that comes back later is parsed. */
const MAX_EVENTS = 500;
const MAX_CHARACTERS = 2_000_000;

interface SentEvent {
  readonly event: NewEvent;
  readonly stream: string;
  readonly dataText: string;
  readonly metadataText: string;
}

/**
 * The events that this process sent last. Its subscription brings them back: to parse them, and to open what was sealed a
 * moment ago, would take a tenth of the time of an order.
 */
export interface SentEvents {
  /** `proposal`: the same events as they are sent. */
  keep(events: readonly NewEvent[], proposal: Pick<Proposal, 'stream' | 'events'>): void;
  /**
   * The event with the data that were sent. Undefined: it is not known any more, or the server has something else under
   * its id, as when an append that got no answer was decided again. Each event is answered once.
   */
  takeBack(stored: StoredEvent): RecordedEvent | undefined;
}

export const createSentEvents = (): SentEvents => {
  const sent = new LRUCache<string, SentEvent>({
    max: MAX_EVENTS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ dataText, metadataText }) => dataText.length + metadataText.length,
  });

  return {
    keep: (events, { stream, events: proposed }) => {
      for (const [index, event] of events.entries()) {
        const { data, metadata } = proposed[index]!;
        // As bytes: its data were moved out.
        if (typeof data !== 'string' || !isSameInJson(event.data) || !isSameInJson(event.metadata)) continue;
        sent.set(event.id, { event, stream, dataText: data, metadataText: metadata });
      }
    },
    takeBack: (stored) => {
      const known = sent.get(stored.id);
      if (!known) return undefined;
      sent.delete(stored.id);
      return isAsSent(stored, known) ? toRecorded(stored, known.event.metadata, known.event.data) : undefined;
    },
  };
};

const isAsSent = (stored: StoredEvent, { event, stream, dataText, metadataText }: SentEvent): boolean =>
  stored.isJson &&
  stored.stream === stream &&
  stored.type === event.type &&
  stored.metadata.toString() === metadataText &&
  stored.data.toString() === dataText;

/** Deeper values are parsed. */
const MAX_DEPTH = 100;

/** Whether JSON.parse gives an equal value: JSON has no undefined members, no -0 and no NaN, and Dates become texts. */
const isSameInJson = (value: unknown, depth = 0): boolean => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || depth > MAX_DEPTH || 'toJSON' in value) return false;
  if (Array.isArray(value)) return isSameList(value, depth);
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const key of Reflect.ownKeys(value)) {
    if (typeof key === 'symbol' || !isSameInJson((value as Record<string, unknown>)[key], depth + 1)) return false;
  }
  return true;
};

const isSameList = (list: readonly unknown[], depth: number): boolean => {
  for (let index = 0; index < list.length; index++) if (!isSameInJson(list[index], depth + 1)) return false;
  return Object.keys(list).length === list.length;
};
