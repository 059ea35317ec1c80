/** Half of a surrogate pair, as JSON.stringify writes it, not after a backslash. It writes a pair as it is. */
const HALF_PAIR = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/** Members in the order of their names by UTF-16 code units: RFC 8785. */
const written = (value: unknown): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  // Not by an object with sorted members: an object has names that are numbers first.
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${written(each)}`).join(',')}}`;
};

/** What the leaf of an event is made from: the event as it is stored. */
export interface StoredEvent {
  readonly data: unknown;
  readonly id: string;
  readonly metadata: object;
  readonly position: number;
  readonly recorded_at: string;
  readonly revision: number;
  readonly stream: string;
  readonly type: string;
}

/** The leaf of an event: its canonical JSON. Data with half of a surrogate pair have none: then it has their JSON text. */
export const leafOf = (event: StoredEvent): string => {
  const leaf = written(event);
  return HALF_PAIR.test(leaf) ? written({ ...event, data: JSON.stringify(event.data) }) : leaf;
};
