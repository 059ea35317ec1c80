import type { Entry } from '../history.ts';
import type { Evidence, LogEvent, Rule } from './evidence.ts';

/** A history in which each request is made when the one before has ended. */
export const historyOf = (...entries: readonly Partial<Entry>[]): Entry[] =>
  entries.map((fields, index) => ({
    client: 0,
    kind: 'order',
    door: 0,
    phase: 'faults',
    status: 200,
    invokedAt: index * 10,
    endedAt: index * 10 + 5,
    ...fields,
  }));

export const logOf = (...events: readonly Partial<LogEvent>[]): LogEvent[] =>
  events.map((fields, index) => ({
    position: index + 1,
    stream: 'a-stream',
    type: 'Something',
    data: {},
    command_id: `c${index}`,
    ...fields,
  }));

export const evidence = (fields: Partial<Evidence>): Evidence => ({
  history: [],
  events: [],
  unreadable: [],
  tables: [],
  complaints: [],
  ...fields,
});

export const found = (rule: Rule, fields: Partial<Evidence>): string[] =>
  rule(evidence(fields)).map(({ what }) => what);
