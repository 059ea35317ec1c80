import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type Decider, type DomainEvent, fold } from '../../domain/decider.ts';
import type { EventStore, RecordedEvent } from '../../event-store/event-store.ts';
import { type BeginBoth, createBeginBoth } from './begin-both.ts';
import { type AnyDecider, chainLength, type Pending } from './chain.ts';
import { createContention } from './contention.ts';
import type { Envelope } from './envelope.ts';
import { createFinish } from './finish.ts';
import { asDomainEvents, type Folded } from './folded.ts';
import type { Handled, HandleOptions, Recorded } from './handled.ts';
import { createRecording } from './recording.ts';
import { createStreamCache } from './stream-cache.ts';

export interface CommandHandler {
  /** Whether the event store can check the `conditions` of a command. */
  readonly takesConditions: boolean;
  /** The generation of keys as this process knows it. */
  keysAsOf(): number | undefined;
  /** Loads, decides, appends. Throws the decider's Refusal, InvalidEvents, or Unavailable (503: try again). */
  handle<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    id: string | number,
    command: Command,
    envelope: Envelope,
    options?: HandleOptions,
  ): Promise<Handled<State, Event>>;
  readonly beginBoth: BeginBoth;
  /** The state as of now, read from the log. */
  load<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    id: string | number,
  ): Promise<Folded<State>>;
  /** What a command has recorded on the stream, and the state after it; null: nothing. Reads the whole stream, in pages. */
  recorded<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    id: string | number,
    commandId: string,
  ): Promise<Handled<State, Event> | null>;
  /** Somebody was erased: forgets all states that are in memory. */
  forget(): void;
}

/** Events of a stream in memory at a time: some streams have had events for years. */
const PAGE = 1_000;

/**
 * The only load -> decide -> append loop. Commands on one stream queue up in the process. They are decided one after
 * another on the folded state, and their events are joined into one append: optimistic writers on a busy stream would
 * spend their time losing to each other. Between processes the log's expected revision decides. `onRecorded` is called
 * before the caller gets its answer; it must not throw.
 */
export const createCommandHandler = (
  store: EventStore,
  pool: pg.Pool,
  onRecorded: (recorded: Recorded) => void = () => {},
): CommandHandler => {
  const cache = createStreamCache(store, pool);
  const contention = createContention();
  const finish = createFinish(cache, createRecording(store, cache, contention));
  /** The commands that wait for each stream, in order of arrival. A stream is here while `run` works on it. */
  const queues = new Map<string, Pending[]>();

  /** Brings the commands of a stream to their end, until none is left. */
  const run = async (stream: string, decider: AnyDecider, waiting: Pending[]): Promise<void> => {
    // Callers of the same turn of the event loop are decided together.
    await Promise.resolve();
    while (waiting.length > 0) {
      await contention.pause(stream);
      const batch = waiting.splice(0, chainLength(waiting));
      try {
        await finish(stream, decider, batch);
      } catch (error) {
        for (const pending of batch) pending.reject(error);
      }
    }
    queues.delete(stream);
  };

  return {
    takesConditions: store.appendIf !== undefined,
    keysAsOf: () => store.keysAsOf?.(),
    handle: async <State, Command, Event extends DomainEvent>(
      decider: Decider<State, Command, Event>,
      id: string | number,
      command: Command,
      envelope: Envelope,
      options: HandleOptions = {},
    ) => {
      const stream = `${decider.category}-${id}`;
      const handled = await new Promise<Handled<State, Event>>((resolve, reject) => {
        const own = store.goesByIds ? { run: randomUUID() } : {};
        const pending: Pending = { command, envelope, options, ...own, resolve: resolve as Pending['resolve'], reject };
        const waiting = queues.get(stream);
        if (waiting) return void waiting.push(pending);
        const first = [pending];
        queues.set(stream, first);
        void run(stream, decider as unknown as AnyDecider, first);
      });
      const { category } = decider;
      const { position } = handled;
      if (position !== null) onRecorded({ category, id, brand_id: envelope.brand_id, position });
      return handled;
    },
    beginBoth: createBeginBoth({ store, cache, onRecorded }),
    forget: () => cache.forget(),
    load: (decider, id) => cache.refresh(decider, `${decider.category}-${id}`),
    recorded: async <State, Command, Event extends DomainEvent>(
      decider: Decider<State, Command, Event>,
      id: string | number,
      commandId: string,
    ) => {
      const own: RecordedEvent[] = [];
      let state = decider.initial;
      let stateThen = state;
      for (let next = 0, length = PAGE; length === PAGE; ) {
        const page = await store.read(`${decider.category}-${id}`, next, PAGE);
        length = page.length;
        next = (page.at(-1)?.revision ?? next) + 1;
        for (const event of page) {
          state = fold(decider, state, asDomainEvents(decider, [event]));
          if (event.metadata.command_id !== commandId) continue;
          own.push(event);
          stateThen = state;
        }
      }
      const last = own.at(-1);
      if (last === undefined) return null;
      const { revision, position } = last;
      return { state: stateThen, revision, events: asDomainEvents(decider, own), position, duplicate: true };
    },
  };
};
