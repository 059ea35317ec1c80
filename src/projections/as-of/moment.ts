import type { RecordedEvent } from '../../event-store/event-store.ts';

/** What is asked for: a log position, or an instant in milliseconds; null: now. */
export type Bound = { readonly position: number } | { readonly instant: number } | null;

/** Which events of a stream count. */
export interface Moment {
  readonly bound: Bound;
  /** Whether the event had happened by then; with a log position: whether it was recorded by then. */
  includes(event: RecordedEvent): boolean;
}

export const momentOf = (bound: Bound): Moment => ({ bound, includes: includesOf(bound) });

const includesOf = (bound: Bound): Moment['includes'] => {
  if (bound === null) return () => true;
  if ('position' in bound) return (event) => event.position <= bound.position;
  return (event) => Date.parse(event.metadata.occurred_at) <= bound.instant;
};
