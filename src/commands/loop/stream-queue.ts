import { randomUUID } from 'node:crypto';
import type { Decider, DomainEvent } from '../../domain/decider.ts';
import type { EventStore } from '../../event-store/event-store.ts';
import { type AnyDecider, chainLength, type Pending } from './chain.ts';
import type { Contention } from './contention.ts';
import type { Envelope } from './envelope.ts';
import type { Finish } from './finish.ts';
import type { Handled, HandleOptions } from './handled.ts';

export interface StreamQueue {
  submit<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    command: Command,
    envelope: Envelope,
    options: HandleOptions,
  ): Promise<Handled<State, Event>>;
}

export interface StreamQueueOptions {
  readonly store: Pick<EventStore, 'goesByIds'>;
  readonly contention: Pick<Contention, 'pause'>;
  readonly finish: Finish;
  /** Called when nothing is left to do. */
  readonly onEmpty: () => void;
}

/**
 * The commands of one stream in this process, in order of arrival. Those that wait are decided together, in one append: p-queue
 * would run each on its own.
 */
export const createStreamQueue = (stream: string, options: StreamQueueOptions): StreamQueue => {
  const { store, contention, finish, onEmpty } = options;
  const waiting: Pending[] = [];
  let decider: AnyDecider;
  let isRunning = false;

  const run = async (): Promise<void> => {
    isRunning = true;
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
    isRunning = false;
    onEmpty();
  };

  return {
    submit: (ofDecider, command, envelope, options) =>
      new Promise((resolve, reject) => {
        decider = ofDecider as unknown as AnyDecider;
        const own = store.goesByIds ? { run: randomUUID() } : {};
        waiting.push({ command, envelope, options, ...own, resolve: resolve as Pending['resolve'], reject });
        if (!isRunning) void run();
      }),
  };
};
