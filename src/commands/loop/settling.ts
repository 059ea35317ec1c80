import { setTimeout as delay } from 'node:timers/promises';
import { StoreUnavailable } from '../../event-store/event-store.ts';
import { type AnyDecider, decideAll, type Pending } from './chain.ts';
import { asDomainEvents, type CachedFold, untouched } from './folded.ts';
import type { Record } from './recording.ts';
import type { StreamCache } from './stream-cache.ts';
import { Unavailable } from './unavailable.ts';

const MAX_ATTEMPTS = 25;
/**
 * A store that fails at once, as EventStoreDB does while it elects a leader, would be asked all these times within
 * milliseconds. In all about a second: whoever waits for an answer is not kept for much longer.
 */
const FIRST_PAUSE_MS = 5;
const MOST_PAUSE_MS = 50;

/** Commands that have no answer yet, and what is known of their stream. */
interface Known {
  readonly open: readonly Pending[];
  readonly folded: CachedFold<unknown>;
  /** Appends that nobody answered: what they held may be in the log. */
  readonly unanswered: number;
}

/**
 * Where a batch of commands is on its way to its end:
 *
 *     remembered --> settled       decided on what memory holds, and recorded
 *     remembered --> behind        it was a no, or another writer came first
 *     behind --> read              the log was read to its end
 *     read --> settled | behind    decided on what the log holds: a no counts now
 */
type State = (Known & { readonly kind: 'remembered' | 'read' | 'behind' }) | { readonly kind: 'settled' };

const SETTLED: State = { kind: 'settled' };

/** Brings every command of a batch to its end: recorded, done before, or refused. */
export type Settle = (stream: string, decider: AnyDecider, batch: readonly Pending[]) => Promise<void>;

export const createSettling = (cache: StreamCache, record: Record): Settle => {
  const begin = async (stream: string, decider: AnyDecider, open: readonly Pending[]): Promise<State> => {
    const nothing = { open, folded: untouched(decider), unanswered: 0 };
    // A command whose id was seen before may have recorded its events: search the whole stream, not a snapshot.
    if (open.some(({ options }) => options.repeat)) return { kind: 'behind', ...nothing };
    if (open.every(({ options }) => options.fresh)) return { kind: 'remembered', ...nothing };
    const cached = cache.peek(stream);
    const folded = cached ?? (await reading(cache.refresh(decider, stream)));
    const isKnown = open.some(({ envelope }) => folded.recent_command_ids.includes(envelope.command_id));
    if (isKnown) return { kind: 'behind', ...nothing };
    return { kind: cached ? 'remembered' : 'read', open, folded, unanswered: 0 };
  };

  const decide = async (stream: string, decider: AnyDecider, state: State & Known): Promise<State> => {
    const { kind, open, folded, unanswered } = state;
    const { decided, refused } = decideAll(stream, decider, open, folded);
    const isDoubtful = refused.length > 0 || decided.some(({ events }) => events.length === 0);
    // A no that rests on what memory holds may be out of date: another process may have written since.
    if (isDoubtful && kind === 'remembered') return { kind: 'behind', open, folded, unanswered };
    const outcome = await record(stream, decider, folded, decided);
    switch (outcome.kind) {
      case 'overtaken':
        return { kind: 'behind', open, folded, unanswered };
      case 'unanswered':
        await delay(Math.min(FIRST_PAUSE_MS * 2 ** unanswered, MOST_PAUSE_MS));
        return { kind: 'behind', open, folded, unanswered: unanswered + 1 };
      case 'unstorable':
        // Each stands alone, and only the one at fault fails.
        if (open.length > 1) await eachAlone(stream, decider, open);
        else open[0]!.reject(outcome.error);
        return SETTLED;
      case 'recorded':
        // Only now: a refusal that followed from a neighbour's events stands once those are recorded.
        for (const { pending, error } of refused) pending.reject(error);
        return SETTLED;
    }
  };

  const eachAlone = async (stream: string, decider: AnyDecider, batch: readonly Pending[]): Promise<void> => {
    for (const pending of batch) await settle(stream, decider, [pending]).catch(pending.reject);
  };

  /**
   * Reads what the log holds beyond what is known and folds it in. A command whose events turn up there is done: it was
   * recorded before, or the answer to us was lost. What is then decided expects exactly the revision that was searched.
   */
  const readOn = async (stream: string, decider: AnyDecider, { open, folded, unanswered }: Known): Promise<State> => {
    const { folded: current, tail } = await reading(cache.readOn(decider, stream, folded));
    const rest = open.filter((pending) => {
      const own = tail.filter((event) => event.metadata.command_id === pending.envelope.command_id);
      const position = own.at(-1)?.position;
      if (position === undefined) return true;
      const duplicate = pending.options.repeat || unanswered === 0;
      pending.resolve({ ...current, events: asDomainEvents(decider, own), position, duplicate });
      return false;
    });
    return rest.length === 0 ? SETTLED : { kind: 'read', open: rest, folded: current, unanswered };
  };

  const giveUp = (stream: string, { open, unanswered }: Known): State => {
    const isSilent = unanswered > 0;
    const why = isSilent ? 'the event log does not take what is appended' : `${stream} is written by too many at once`;
    for (const pending of open) pending.reject(new Unavailable(why));
    return SETTLED;
  };

  const settle: Settle = async (stream, decider, batch) => {
    let state = await begin(stream, decider, batch);
    let attempts = 0;
    while (state.kind !== 'settled') {
      if (state.kind === 'behind') state = await readOn(stream, decider, state);
      else if (attempts++ < MAX_ATTEMPTS) state = await decide(stream, decider, state);
      else state = giveUp(stream, state);
    }
  };
  return settle;
};

const reading = <T>(read: Promise<T>): Promise<T> =>
  read.catch((error: unknown) => {
    throw error instanceof StoreUnavailable ? new Unavailable('the event log can not be read') : error;
  });
