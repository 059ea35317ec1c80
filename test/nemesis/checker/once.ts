import { type Entry, isOk, isRefused } from '../history.ts';
import type { LogEvent, Violation } from './evidence.ts';

/** How requests that carry an external_id, and the events they make, are looked at. */
export interface OnceOptions {
  readonly rule: string;
  /** Requests with an external_id. */
  readonly entries: readonly Entry[];
  /** The events that made something, each of one external_id. */
  readonly made: readonly LogEvent[];
  readonly idOfEntry: (entry: Entry) => string | number | undefined;
  readonly idOfEvent: (event: LogEvent) => string | number;
}

/**
 * What was acknowledged is in the log, once and under the id that was told. What was only ever refused is not there.
 */
export const onceEach = ({ rule, entries, made, idOfEntry, idOfEvent }: OnceOptions): Violation[] => {
  const violations: Violation[] = [];
  const eventsOf = Map.groupBy(made, (event) => event.data.external_id as string);
  for (const [external_id, events] of eventsOf) {
    if (events.length > 1) violations.push({ rule, what: `${external_id} was made ${events.length} times`, events });
  }
  for (const [external_id, attempts] of Map.groupBy(entries, (entry) => entry.external_id!)) {
    const events = eventsOf.get(external_id) ?? [];
    const first = events[0];
    for (const entry of attempts.filter(isOk)) {
      const what = `${external_id} was acknowledged as ${idOfEntry(entry)}`;
      if (!first) violations.push({ rule, what: `${what} and is not in the log`, entries: attempts });
      else if (idOfEvent(first) !== idOfEntry(entry)) {
        violations.push({ rule, what: `${what} and is ${idOfEvent(first)} in the log`, entries: attempts, events });
      }
    }
    if (first && attempts.every(isRefused)) {
      violations.push({ rule, what: `${external_id} was only ever refused`, entries: attempts, events });
    }
  }
  return violations;
};
