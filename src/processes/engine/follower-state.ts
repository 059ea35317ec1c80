/**
 * How a follower is doing:
 *
 *     working --failed--> failing --worked--> careful --worked--> working
 *
 * A failure leads to `failing` from everywhere. `left` counts the events that are to be given one at a time: those that were
 * given when it failed, so that what comes before the one at fault gets done.
 */
export type FollowerState =
  /** It is given as many events at a time as there are. */
  | { readonly kind: 'working' }
  /** It waits, and is tried again. */
  | { readonly kind: 'failing'; readonly left: number; readonly failures: number; readonly failure: string }
  /** It works again, one event at a time. */
  | { readonly kind: 'careful'; readonly left: number };

export type Failing = Extract<FollowerState, { kind: 'failing' }>;

export const WORKING: FollowerState = { kind: 'working' };

const leftOf = (state: FollowerState): number => (state.kind === 'working' ? 0 : state.left);

/** It failed at so many events. `failure`: for people. */
export const failed = (state: FollowerState, given: number, failure: string): Failing => ({
  kind: 'failing',
  left: Math.max(leftOf(state), given),
  failures: state.kind === 'failing' ? state.failures + 1 : 1,
  failure,
});

/** It has done so many events. */
export const worked = (state: FollowerState, done: number): FollowerState => {
  const left = leftOf(state) - done;
  return left > 0 ? { kind: 'careful', left } : WORKING;
};

const MAX_BATCH = 500;

/** The most events that it gets next. */
export const batchSize = (state: FollowerState): number => (leftOf(state) > 0 ? 1 : MAX_BATCH);

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 60_000;

/** How long until it is tried again. */
export const retryMs = ({ failures }: Failing): number => Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS);
