import { isRecord } from '../../domain/is-record.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Claim, Identities, IdentityKey } from '../claims/identities.ts';

/**
 * What the claim of a command says of its runs while it has no result. `refused`: only one run so far, which was
 * refused and recorded nothing. `shared`: a second run began before the first had ended, or after its crash. No note:
 * one run, which is under way or has crashed. `purged`: it was carried out and recorded something; its result was
 * deleted after COMMAND_RETENTION, or names a person.
 */
type RunNote = { readonly run: 'refused' | 'shared' } | PurgedRun;

/** What is left of a command whose result was purged. */
export interface PurgedRun {
  readonly run: 'purged';
  /** The command's type, so that the id cannot be used for another one. */
  readonly type: string;
  readonly position: number;
}

const REFUSED: RunNote = { run: 'refused' };
const SHARED: RunNote = { run: 'shared' };

type Claims = Pick<Identities, 'exchange'>;

const isNote = (kept: unknown): kept is RunNote => isRecord(kept) && kept.run !== undefined;

const noteOf = (kept: unknown): RunNote | null => (isNote(kept) ? kept : null);

/** What is kept of a command that was carried out. */
export interface StoredRun {
  readonly type: string;
  readonly position?: number | null;
  readonly result?: Readonly<Record<string, unknown>>;
}

/** Its type, position and result as a list: their names would take a fifth of the row. */
export const keptAs = ({ type, position, result }: StoredRun): unknown => [type, position ?? null, result];

/** The result that the command has by now, if any: see `keptAs`. */
export const keptResult = (kept: unknown): StoredRun | null => {
  if (kept === null || noteOf(kept)) return null;
  const [type, position, result] = kept as [string, number | null, StoredRun['result']];
  return { type, position, ...(result && { result }) };
};

/** What is kept of a command whose result was purged, or is never kept. */
export const purgedAs = (type: string, position: number): RunNote => ({ run: 'purged', type, position });

/** What is left of a command whose result was purged; null: it was not. */
export const purgedRun = (kept: unknown): PurgedRun | null => {
  const note = noteOf(kept);
  return note?.run === 'purged' ? note : null;
};

/**
 * Begins a run of a command that has no result. `first`: the command has recorded nothing so far, so no search is
 * needed. `repeat`: it may have recorded events. Null: another app process has begun or ended a run at this very
 * moment, so read the claim again. Each run that begins writes a note into the claim. Without it, two runs may be under
 * way at once: one is accepted and crashes, the other is refused and writes that nothing was recorded. Then the next
 * run would record everything a second time.
 */
export const beginRun = async (
  claims: Claims,
  key: IdentityKey,
  { claimed, result }: Claim,
): Promise<'first' | 'repeat' | null> => {
  if (claimed) return 'first';
  if (result === null) return (await claims.exchange(key, null, SHARED)) ? 'repeat' : null;
  if (noteOf(result)?.run === 'refused') return (await claims.exchange(key, REFUSED, null)) ? 'first' : null;
  return 'repeat';
};

/** Notes that a first run recorded nothing, unless another one has begun meanwhile: the next is a first one again. */
export const endRefused = async (claims: Claims, key: IdentityKey): Promise<void> => {
  // Without the note the next run only searches for longer. The caller should hear why the command was refused.
  await claims.exchange(key, null, REFUSED).catch(() => {});
};

/** Follows the steps that a run sends to streams. */
export const createTrail = () => {
  let steps = 0;
  return {
    /** Passes on the outcome of a step. */
    follow: async <Step extends { readonly events: readonly unknown[] }>(handling: Promise<Step>): Promise<Step> => {
      // Counted from the start: a step whose end is unknown, or is not awaited, may record.
      steps += 1;
      try {
        const step = await handling;
        if (step.events.length === 0) steps -= 1;
        return step;
      } catch (error) {
        if (error instanceof Refusal) steps -= 1;
        throw error;
      }
    },
    /** Whether it is certain that no step has recorded anything. */
    isEmpty: (): boolean => steps === 0,
  };
};

export type Trail = ReturnType<typeof createTrail>;
