import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Decider, DomainEvent } from '../../domain/decider.ts';
import {
  type Conditions,
  ConditionsFailed,
  type EventStore,
  InvalidEvents,
  type NewEvent,
  RevisionConflict,
  StoreUnavailable,
} from '../../event-store/event-store.ts';
import { type AnyDecider, chainLength, type Decided, decideAll, type Pending } from './chain.ts';
import type { Contention } from './contention.ts';
import { type Envelope, envelop } from './envelope.ts';
import type { Handled, HandleOptions } from './handled.ts';
import { asDomainEvents, type CachedFold, type StreamCache, untouched } from './stream-cache.ts';
import { Unavailable } from './unavailable.ts';

const MAX_ATTEMPTS = 25;
/**
 * A store that fails at once, as EventStoreDB does while it elects a leader, would be asked all these times within
 * milliseconds. In all about a second: whoever waits for an answer is not kept for much longer.
 */
const FIRST_PAUSE_MS = 5;
const MOST_PAUSE_MS = 50;

const reading = <T>(read: Promise<T>): Promise<T> =>
  read.catch((error: unknown) => {
    throw error instanceof StoreUnavailable ? new Unavailable('the event log can not be read') : error;
  });

/** What a batch is decided on. `current`: the log was read up to here just now. */
interface View {
  readonly open: readonly Pending[];
  readonly folded: CachedFold<unknown>;
  readonly current: boolean;
}

/** How an attempt to record went. `overtaken`: another writer came first. `unknown`: no answer came; the log will tell. */
type Outcome = 'recorded' | 'overtaken' | 'unknown' | 'unstorable';

export interface StreamQueue {
  submit<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    command: Command,
    envelope: Envelope,
    options: HandleOptions,
  ): Promise<Handled<State, Event>>;
}

/** The commands of one stream in this process, in order of arrival. `onEmpty` is called when nothing is left to do. */
export const createStreamQueue = (
  stream: string,
  store: EventStore,
  cache: StreamCache,
  contention: Contention,
  onEmpty: () => void,
): StreamQueue => {
  const waiting: Pending[] = [];
  let decider: AnyDecider;
  let running = false;

  const run = async (): Promise<void> => {
    running = true;
    // Callers of the same turn are decided together.
    await Promise.resolve();
    while (waiting.length > 0) {
      await contention.turn(stream);
      const batch = waiting.splice(0, chainLength(waiting));
      try {
        await settle(batch);
      } catch (error) {
        for (const pending of batch) pending.reject(error);
      }
    }
    running = false;
    onEmpty();
  };

  /** Brings every command of the batch to its end: recorded, already done, or refused. */
  const settle = async (batch: readonly Pending[]): Promise<void> => {
    let view = await startingView(batch);
    let mayBeOurs = false;
    let pause = FIRST_PAUSE_MS;
    for (let attempt = 0; attempt < MAX_ATTEMPTS && view.open.length > 0; attempt++) {
      const { decided, refused } = decideAll(stream, decider, view.open, view.folded);
      const doubtful = refused.length > 0 || decided.some(({ events }) => events.length === 0);
      // A no that rests on cached state may be out of date: another process may have written since.
      if (!doubtful || view.current) {
        const outcome = await record(view.folded, decided);
        if (outcome === 'unstorable' && batch.length > 1) return settleOneByOne(view.open);
        // Only now: a refusal that followed from a neighbour's events stands once those are recorded.
        if (outcome === 'recorded' || outcome === 'unstorable') {
          for (const { pending, error } of refused) pending.reject(error);
          return;
        }
        if (outcome === 'unknown') {
          mayBeOurs = true;
          await delay(pause);
          pause = Math.min(2 * pause, MOST_PAUSE_MS);
        }
      }
      view = await readOn(view, mayBeOurs);
    }
    const why = mayBeOurs ? 'the event log does not take what is appended' : `${stream} is written by too many at once`;
    for (const pending of view.open) pending.reject(new Unavailable(why));
  };

  /** One of a chain can't be stored: each stands alone, and only that one fails. */
  const settleOneByOne = async (batch: readonly Pending[]): Promise<void> => {
    for (const pending of batch) await settle([pending]).catch(pending.reject);
  };

  const startingView = async (open: readonly Pending[]): Promise<View> => {
    const nothing = { open, folded: untouched(decider), current: false };
    // A command whose id was seen before may have recorded its events: search the whole stream, not a snapshot.
    if (open.some(({ options }) => options.repeat)) return readOn(nothing);
    if (open.every(({ options }) => options.fresh)) return nothing;
    const cached = cache.peek(stream);
    const folded = cached ?? (await reading(cache.refresh(decider, stream)));
    const known = open.some(({ envelope }) => folded.recent_command_ids.includes(envelope.command_id));
    return known ? readOn(nothing) : { open, folded, current: cached === undefined };
  };

  /**
   * Reads what the log holds beyond the view and folds it in. A command whose events turn up there is done: it was
   * recorded before, or (`mayBeOurs`) an answer to us was lost. What is then decided expects exactly the revision that
   * was searched.
   */
  const readOn = async ({ open, folded }: View, mayBeOurs = false): Promise<View> => {
    const { folded: current, tail } = await reading(cache.readOn(decider, stream, folded));
    const unanswered = open.filter((pending) => {
      const own = tail.filter((event) => event.metadata.command_id === pending.envelope.command_id);
      const position = own.at(-1)?.position;
      if (position === undefined) return true;
      const duplicate = pending.options.repeat || !mayBeOurs;
      pending.resolve({ ...current, events: asDomainEvents(own), position, duplicate });
      return false;
    });
    return { open: unanswered, folded: current, current: true };
  };

  const record = async (from: CachedFold<unknown>, decided: readonly Decided[]): Promise<Outcome> => {
    const events = decided.flatMap(({ pending, events }) => envelop(stream, events, pending.envelope, pending.run));
    let position: number | null = null;
    try {
      if (events.length > 0) {
        position = (await append(from.revision, events, decided[0]?.pending.options.conditions)).position;
      }
    } catch (error) {
      if (error instanceof StoreUnavailable) return 'unknown';
      if (error instanceof RevisionConflict) {
        contention.lost(stream);
        return 'overtaken';
      }
      if (!(error instanceof InvalidEvents || error instanceof ConditionsFailed)) throw error;
      if (decided.length === 1) decided[0]?.pending.reject(error);
      return 'unstorable';
    }
    contention.won(stream);
    if (events.length > 0) cache.keep(decider, stream, from, events, decided.at(-1)!.after.state);
    for (const each of decided) finish(each, position);
    return 'recorded';
  };

  const append = (revision: number, events: readonly NewEvent[], conditions?: Conditions) => {
    if (conditions === undefined) return store.append(stream, revision < 0 ? 'no_stream' : revision, events);
    if (revision >= 0) throw new ConditionsFailed(stream);
    if (!store.appendIf) throw new Error('this event store appends without conditions only');
    return store.appendIf(conditions, stream, events);
  };

  const finish = ({ pending, events, after }: Decided, position: number | null): void => {
    pending.resolve({ ...after, events, position: events.length > 0 ? position : null, duplicate: false });
  };

  return {
    submit: (ofDecider, command, envelope, options) =>
      new Promise((resolve, reject) => {
        decider = ofDecider as unknown as AnyDecider;
        const own = store.goesByIds ? { run: randomUUID() } : {};
        waiting.push({ command, envelope, options, ...own, resolve: resolve as Pending['resolve'], reject });
        if (!running) void run();
      }),
  };
};
