import type { RecordedEvent } from '../../event-store/event-store.ts';

export const inLogOrder = (events: readonly RecordedEvent[]): readonly RecordedEvent[] =>
  events.toSorted((first, other) => first.position - other.position);
