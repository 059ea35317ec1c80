import type { RecordedEvent } from '../../event-store/event-store.ts';

/** How events make a state. */
export interface Folding<Folded> {
  readonly initial: Folded;
  /** Pure; a part that the event does not change stays the same object. */
  evolve(folded: Folded, event: RecordedEvent): Folded;
}
