import { EventEmitter } from 'node:events';

/** An event as EventStoreDB keeps it. */
export interface LogRecord {
  /** Commit and prepare position, which are one for events appended over gRPC. */
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
  /** Milliseconds since the epoch. */
  readonly created: number;
}

export type ProposedEvent = Pick<LogRecord, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>;

/** A stream's last revision; -1 for a stream that must not exist. */
export type Expected = 'any' | 'stream_exists' | number;

export type AppendOutcome =
  | { readonly wrong: false; readonly last: LogRecord }
  | { readonly wrong: true; readonly current: number };

/** Room the server's own records (epochs, indexes) take at the head of a fresh log: no event is at position 0. */
const FIRST_POSITION = 1_482;
const RECORD_OVERHEAD = 106;
/** How often the server's own events come between those of its clients. */
const STATS_EVERY = 50;

const encode = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

/**
 * The log of an EventStoreDB node, in memory. Positions are byte offsets in the transaction file, so they are sparse,
 * and a position that is not the start of a record is an error to read from. `$all` holds the server's own events too.
 */
export class MemoryLog {
  readonly records: LogRecord[] = [];
  /** Emits `appended` after every write. */
  readonly changes = new EventEmitter().setMaxListeners(0);
  readonly #streams = new Map<string, LogRecord[]>();
  /** The first revision that each stream shows; all streams that are not here show all. */
  readonly #shownFrom = new Map<string, number>();
  readonly #byPosition = new Map<number, number>();
  /** Event ids the running server remembers per stream. It keeps them in memory, and a restart forgets them. */
  readonly #remembered = new Map<string, LogRecord>();
  #next = FIRST_POSITION;
  #appends = 0;

  constructor() {
    this.writeSystemEvent('$users', '$UserCreated', { login_name: 'admin' });
    this.writeSystemEvent('$$$stats-127.0.0.1:2113', '$metadata', { $maxAge: 86_400 });
  }

  stream(name: string): readonly LogRecord[] | undefined {
    return this.#streams.get(name);
  }

  /** Whether reads of the stream show the record. The whole log shows it until it is scavenged. */
  isShown({ stream, revision }: LogRecord): boolean {
    return revision >= (this.#shownFrom.get(stream) ?? 0);
  }

  /** Hides a stream's events before a revision, as `$tb` in its metadata does. Deleted, it may begin anew, after all of them. */
  cutOff(stream: string, before = this.#streams.get(stream)!.length): void {
    this.#shownFrom.set(stream, before);
    this.writeSystemEvent(`$$${stream}`, '$metadata', { $tb: before });
  }

  /** Index in `records` of the record at a position; the end for a position past it; undefined inside a record. */
  indexOf(position: number): number | undefined {
    return position >= this.#next ? this.records.length : this.#byPosition.get(position);
  }

  append(stream: string, expected: Expected, events: readonly ProposedEvent[]): AppendOutcome {
    const existing = this.#streams.get(stream) ?? [];
    const current = existing.length - 1;
    const written = this.#alreadyWritten(stream, expected, existing, events);
    if (written === 'other') return { wrong: true, current };
    if (written !== 'no') return { wrong: false, last: written };
    const isDeleted = current >= 0 && !this.isShown(existing[current]!);
    const isNew = expected === -1 && isDeleted;
    if (!isNew && (expected === 'stream_exists' ? current < 0 : expected !== 'any' && expected !== current)) {
      return { wrong: true, current };
    }
    for (const event of events) this.#write(stream, event);
    if (++this.#appends % STATS_EVERY === 0) {
      this.writeSystemEvent('$stats-127.0.0.1:2113', '$statsCollected', { 'proc-cpu': 1 });
    }
    this.changes.emit('appended');
    return { wrong: false, last: this.#streams.get(stream)!.at(-1)! };
  }

  writeSystemEvent(stream: string, type: string, data: unknown): void {
    const event = { id: crypto.randomUUID(), type, contentType: 'application/json', data: encode(data) };
    this.#write(stream, { ...event, metadata: new Uint8Array() });
    this.changes.emit('appended');
  }

  forgetIds(): void {
    this.#remembered.clear();
  }

  /**
   * The server's check for an append that was sent twice. For an exact revision it compares with the events that
   * follow that revision; for any revision, with the ids it remembers. Some known and some not is a wrong revision.
   */
  #alreadyWritten(
    stream: string,
    expected: Expected,
    existing: readonly LogRecord[],
    events: readonly ProposedEvent[],
  ): 'no' | 'other' | LogRecord {
    const found = events.map((event, index) => {
      const known =
        typeof expected === 'number' ? existing[expected + 1 + index] : this.#remembered.get(`${stream} ${event.id}`);
      return known?.id === event.id ? known : undefined;
    });
    if (found.every((record) => record === undefined)) return 'no';
    return found.includes(undefined) ? 'other' : found.at(-1)!;
  }

  #write(stream: string, event: ProposedEvent): void {
    const records = this.#streams.get(stream) ?? [];
    this.#streams.set(stream, records);
    const record: LogRecord = {
      ...event,
      position: this.#next,
      stream,
      revision: records.length,
      created: Date.now(),
    };
    this.#next += RECORD_OVERHEAD + stream.length + event.type.length + event.data.length + event.metadata.length;
    this.#byPosition.set(record.position, this.records.length);
    this.#remembered.set(`${stream} ${event.id}`, record);
    records.push(record);
    this.records.push(record);
  }
}
