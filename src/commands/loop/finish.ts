import { setTimeout as delay } from 'node:timers/promises';
import { StoreUnavailable } from '../../event-store/event-store.ts';
import { type AnyDecider, decideAll, type Pending } from './chain.ts';
import { asDomainEvents, type CachedFold, untouched } from './folded.ts';
import type { Record } from './recording.ts';
import type { StreamCache } from './stream-cache.ts';
import { Unavailable } from './unavailable.ts';

const MAX_ATTEMPTS = 25;
/**
 * The pauses between the attempts. EventStoreDB fails at once while it elects a leader: without a pause, all attempts
 * would be over within milliseconds. All pauses together take about a second, so a caller does not wait much longer.
 */
const FIRST_PAUSE_MS = 5;
const MOST_PAUSE_MS = 50;

/**
 * A server may answer reads and leave each append unanswered, as when its disk hangs. After so long the caller is told. An append is
 * given up sooner: there is time for a second one, as the first may have met a dead connection.
 */
const SILENT_MS = 15_000;

/** Commands that have no answer yet, and what is known of their stream. */
interface Known {
  readonly open: readonly Pending[];
  readonly folded: CachedFold<unknown>;
  /** How many appends got no answer. Their events may be in the log. */
  readonly unanswered: number;
  /** Since when appends get none, by `performance.now`, and why the last one did not. */
  readonly silence?: { readonly since: number; readonly error: StoreUnavailable };
}

/**
 * The steps of a batch of commands:
 *
 *     remembered --> finished      decided on what is in memory, and recorded
 *     remembered --> behind        refused, or another writer came first
 *     behind --> read              the log was read to its end
 *     read --> finished | behind   decided on what is in the log: a refusal is final now
 */
type State = (Known & { readonly kind: 'remembered' | 'read' | 'behind' }) | { readonly kind: 'finished' };

const FINISHED: State = { kind: 'finished' };

/** Brings every command of a batch to its end: recorded, done before, or refused. */
export type Finish = (stream: string, decider: AnyDecider, batch: readonly Pending[]) => Promise<void>;

export const createFinish = (cache: StreamCache, record: Record): Finish => {
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
    const { kind, open, folded } = state;
    const { decided, refused } = decideAll(stream, decider, open, folded);
    const isDoubtful = refused.length > 0 || decided.some(({ events }) => events.length === 0);
    // What is in memory may be out of date, because another process may have written since. So may this refusal.
    if (isDoubtful && kind === 'remembered') return { ...state, kind: 'behind' };
    const since = state.silence?.since ?? performance.now();
    const outcome = await record(stream, decider, folded, decided);
    switch (outcome.kind) {
      case 'overtaken':
        return { ...state, kind: 'behind' };
      case 'unanswered':
        await delay(Math.min(FIRST_PAUSE_MS * 2 ** state.unanswered, MOST_PAUSE_MS));
        return {
          kind: 'behind',
          open,
          folded,
          unanswered: state.unanswered + 1,
          silence: { since, error: outcome.error },
        };
      case 'unstorable':
        // Each command is now recorded alone, so that only the one at fault fails.
        if (open.length > 1) await eachAlone(stream, decider, open);
        else open[0]!.reject(outcome.error);
        return FINISHED;
      case 'recorded':
        // Not earlier: a refusal may follow from the events of a command before it, and these had to be recorded first.
        for (const { pending, error } of refused) pending.reject(error);
        return FINISHED;
    }
  };

  const eachAlone = async (stream: string, decider: AnyDecider, batch: readonly Pending[]): Promise<void> => {
    for (const pending of batch) await finish(stream, decider, [pending]).catch(pending.reject);
  };

  /**
   * Reads the events of the stream that came since, and folds them in. A command whose events are among them is done:
   * it was recorded before, or the answer to our append was lost. The next append expects the revision that was read.
   */
  const readOn = async (stream: string, decider: AnyDecider, known: Known): Promise<State> => {
    const { open, folded, unanswered } = known;
    const { folded: current, tail } = await reading(cache.readOn(decider, stream, folded));
    const rest = open.filter((pending) => {
      const own = tail.filter((event) => event.metadata.command_id === pending.envelope.command_id);
      const position = own.at(-1)?.position;
      if (position === undefined) return true;
      const duplicate = pending.options.repeat || unanswered === 0;
      pending.resolve({ ...current, events: asDomainEvents(decider, own), position, duplicate });
      return false;
    });
    return rest.length === 0 ? FINISHED : { ...known, kind: 'read', open: rest, folded: current };
  };

  const giveUp = (stream: string, { open, silence }: Known): State => {
    const why = silence ? 'the event log does not take what is appended' : `${stream} is written by too many at once`;
    for (const pending of open) pending.reject(new Unavailable(why, { cause: silence?.error }));
    return FINISHED;
  };

  const finish: Finish = async (stream, decider, batch) => {
    let state = await begin(stream, decider, batch);
    let attempts = 0;
    const isPatient = ({ silence }: Known): boolean => !silence || performance.now() - silence.since < SILENT_MS;
    while (state.kind !== 'finished') {
      if (state.kind === 'behind') state = await readOn(stream, decider, state);
      else if (attempts++ < MAX_ATTEMPTS && isPatient(state)) state = await decide(stream, decider, state);
      else state = giveUp(stream, state);
    }
  };
  return finish;
};

const reading = <T>(read: Promise<T>): Promise<T> =>
  read.catch((error: unknown) => {
    throw error instanceof StoreUnavailable
      ? new Unavailable('the event log can not be read', { cause: error })
      : error;
  });
