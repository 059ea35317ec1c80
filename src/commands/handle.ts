import type pg from 'pg';
import type { Decider, DomainEvent } from '../domain/decider.ts';
import type { EventStore } from '../event-store/event-store.ts';
import type { Envelope } from './envelope.ts';
import { createStreamCache, type Folded } from './stream-cache.ts';
import { createStreamQueue, type StreamQueue } from './stream-queue.ts';

export interface HandleOptions {
  /** The command id was claimed before: look for its events in the whole stream first. */
  readonly repeat?: boolean;
  /** The stream's id was minted by this very command: skip reading a stream that can't exist. */
  readonly fresh?: boolean;
}

export interface Handled<State, Event> extends Folded<State> {
  /** The events of this command: recorded now, or found when it was done before; [] when nothing had to happen. */
  readonly events: readonly Event[];
  /** Position of the last of them; null when there are none. */
  readonly position: number | null;
  /** The command had been carried out before. */
  readonly duplicate: boolean;
}

export interface CommandHandler {
  /** Loads, decides, appends. Throws the decider's Refusal, InvalidEvents, or Unavailable (503: try again). */
  handle<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    id: string | number,
    command: Command,
    envelope: Envelope,
    options?: HandleOptions,
  ): Promise<Handled<State, Event>>;
  /** The state as of now, read from the log. */
  load<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    id: string | number,
  ): Promise<Folded<State>>;
}

/**
 * The only load -> decide -> append loop. Commands on one stream queue up in the process and are decided one after
 * another on the folded state, their events chained into one append: optimistic writers on a hot stream would spend
 * their time losing to each other. Between processes the log's expected revision decides.
 */
export const createCommandHandler = (store: EventStore, pool: pg.Pool): CommandHandler => {
  const cache = createStreamCache(store, pool);
  const queues = new Map<string, StreamQueue>();

  return {
    handle: (decider, id, command, envelope, options = {}) => {
      const stream = `${decider.category}-${id}`;
      let queue = queues.get(stream);
      if (!queue) {
        queue = createStreamQueue(stream, store, cache, () => queues.delete(stream));
        queues.set(stream, queue);
      }
      return queue.submit(decider, command, envelope, options);
    },
    load: (decider, id) => cache.refresh(decider, `${decider.category}-${id}`),
  };
};
