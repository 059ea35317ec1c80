import type { Decider, DomainEvent } from '../domain/decider.ts';
import { type EventStore, InvalidEvents, RevisionConflict, StoreUnavailable } from '../event-store/event-store.ts';
import { type Envelope, envelop } from './envelope.ts';
import type { Handled, HandleOptions } from './handled.ts';
import { asDomainEvents, type Folded, type StreamCache } from './stream-cache.ts';
import { Unavailable } from './unavailable.ts';

const MAX_ATTEMPTS = 5;
const MAX_CHAINED = 100;

interface Pending {
  readonly command: unknown;
  readonly envelope: Envelope;
  readonly options: HandleOptions;
  readonly resolve: (handled: Handled<unknown, DomainEvent>) => void;
  readonly reject: (error: unknown) => void;
}

type AnyDecider = Decider<unknown, unknown, DomainEvent>;

/** A command decided on a state that is not in the log yet. */
interface Decided {
  readonly pending: Pending;
  readonly events: readonly DomainEvent[];
  readonly after: Folded<unknown>;
}

/**
 * How many from the head of the queue are decided together. A repeat goes alone: the first of its kind may stand right
 * before it, and must be in the log when the repeat is looked for there.
 */
const chainLength = (waiting: readonly Pending[]): number => {
  const repeat = waiting.findIndex(({ options }) => options.repeat);
  if (repeat === 0) return 1;
  return Math.min(repeat < 0 ? waiting.length : repeat, MAX_CHAINED);
};

const reading = <T>(read: Promise<T>): Promise<T> =>
  read.catch((error: unknown) => {
    throw error instanceof StoreUnavailable ? new Unavailable('the event log can not be read') : error;
  });

/** What a batch is decided on. `current`: the log was read up to here just now. */
interface View {
  readonly open: readonly Pending[];
  readonly folded: Folded<unknown>;
  readonly current: boolean;
}

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
    for (let attempt = 0; attempt < MAX_ATTEMPTS && view.open.length > 0; attempt++) {
      const { decided, refused } = decideAll(view.open, view.folded);
      const doubtful = refused.length > 0 || decided.some(({ events }) => events.length === 0);
      // A no that rests on cached state may be out of date: another process may have written since.
      if (!doubtful || view.current) {
        const outcome = await record(view.folded, decided);
        if (outcome === 'unstorable' && batch.length > 1) return settleOneByOne(view.open);
        // Only now: a refusal that followed from a neighbour's events stands once those are recorded.
        if (outcome !== 'overtaken') for (const { pending, error } of refused) pending.reject(error);
        if (outcome !== 'overtaken') return;
      }
      view = await readOn(view);
    }
    for (const pending of view.open) pending.reject(new Unavailable(`${stream} is written by too many at once`));
  };

  /** One of a chain can't be stored: each stands alone, and only that one fails. */
  const settleOneByOne = async (batch: readonly Pending[]): Promise<void> => {
    for (const pending of batch) await settle([pending]).catch(pending.reject);
  };

  const startingView = async (open: readonly Pending[]): Promise<View> => {
    const untouched = { state: decider.initial, revision: -1 };
    // A command whose id was seen before may have recorded its events: search the whole stream, not a snapshot.
    if (open.some(({ options }) => options.repeat)) return readOn({ open, folded: untouched, current: false });
    if (open.every(({ options }) => options.fresh)) return { open, folded: untouched, current: false };
    const cached = cache.peek(stream);
    if (cached) return { open, folded: cached, current: false };
    return { open, folded: await reading(cache.refresh(decider, stream)), current: true };
  };

  /**
   * Reads what the log holds beyond the view and folds it in. A command whose events turn up there is done: it was
   * recorded before, or its answer was lost. What is then decided expects exactly the revision that was searched.
   */
  const readOn = async ({ open, folded }: View): Promise<View> => {
    const tail = await reading(store.read(stream, folded.revision + 1));
    const current = cache.advance(decider, stream, folded, asDomainEvents(tail));
    const unanswered = open.filter((pending) => {
      const own = tail.filter((event) => event.metadata.command_id === pending.envelope.command_id);
      const position = own.at(-1)?.position;
      if (position === undefined) return true;
      const duplicate = pending.options.repeat ?? false;
      pending.resolve({ ...current, events: asDomainEvents(own), position, duplicate });
      return false;
    });
    return { open: unanswered, folded: current, current: true };
  };

  const decideAll = (batch: readonly Pending[], from: Folded<unknown>) => {
    const decided: Decided[] = [];
    const refused: { pending: Pending; error: unknown }[] = [];
    let { state, revision } = from;
    for (const pending of batch) {
      try {
        const events = decider.decide(state, pending.command);
        for (const event of events) state = decider.evolve(state, event);
        revision += events.length;
        decided.push({ pending, events, after: { state, revision } });
      } catch (error) {
        refused.push({ pending, error });
      }
    }
    return { decided, refused };
  };

  /** `overtaken`: another writer came first, or the outcome is unknown; the log will tell. */
  const record = async (
    from: Folded<unknown>,
    decided: readonly Decided[],
  ): Promise<'recorded' | 'overtaken' | 'unstorable'> => {
    const events = decided.flatMap(({ pending, events }) => envelop(stream, events, pending.envelope));
    let position: number | null = null;
    try {
      if (events.length > 0) {
        const expected = from.revision < 0 ? 'no_stream' : from.revision;
        position = (await store.append(stream, expected, events)).position;
      }
    } catch (error) {
      if (error instanceof RevisionConflict || error instanceof StoreUnavailable) return 'overtaken';
      if (!(error instanceof InvalidEvents)) throw error;
      if (decided.length === 1) decided[0]?.pending.reject(error);
      return 'unstorable';
    }
    cache.advance(
      decider,
      stream,
      from,
      decided.flatMap((each) => each.events),
    );
    for (const each of decided) finish(each, position);
    return 'recorded';
  };

  const finish = ({ pending, events, after }: Decided, position: number | null): void => {
    pending.resolve({ ...after, events, position: events.length > 0 ? position : null, duplicate: false });
  };

  return {
    submit: (ofDecider, command, envelope, options) =>
      new Promise((resolve, reject) => {
        decider = ofDecider as unknown as AnyDecider;
        waiting.push({ command, envelope, options, resolve: resolve as Pending['resolve'], reject });
        if (!running) void run();
      }),
  };
};
