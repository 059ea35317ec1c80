import type { RecordedEvent } from './event-store.ts';
import type { PersonalData } from './personal-data.ts';

/** What an event said before it was sealed. */
interface BeforeSealing {
  readonly data: unknown;
  /** Of the keys, when they were asked for. */
  readonly generation: number;
}

/** The events that this process has sealed, for the readers in this process. */
export interface SealedLast {
  /** `sealed`: the data of the event as it is stored. */
  keep(sealed: object, before: BeforeSealing): void;
  /** The event as it was before it was sealed, if it is one of them; else as it is. */
  opened(event: RecordedEvent): RecordedEvent;
}

/**
 * Most events are read right after they were recorded, with the very data that were sealed: these need no opening. They
 * are kept as long as somebody holds these data.
 */
export const createSealedLast = (keys: Pick<PersonalData, 'generation'>): SealedLast => {
  const known = new WeakMap<object, BeforeSealing>();
  return {
    keep: (sealed, before) => void known.set(sealed, before),
    opened: (event) => {
      const { data } = event;
      const before = typeof data === 'object' && data !== null ? known.get(data) : undefined;
      // After keys were destroyed the person may be erased.
      return before?.generation === keys.generation ? { ...event, data: before.data } : event;
    },
  };
};
