import type { Step } from './story.ts';
import type { TimeMachine } from './time-machine.ts';

const SLICE_MS = 4 * 60 * 60_000;
/** Steps under way at once. */
const AT_ONCE = 256;

/**
 * Lets everything happen in its order. Four hours at a time: within them the first steps of all stories are taken side by
 * side, then the second ones and so on, so that many share a write to the log. Between two rounds nothing is under way,
 * so that what comes out, numbers of cheques included, does not depend on how fast the machine is.
 */
export const playStories = async (time: TimeMachine, stories: readonly (readonly Step[])[]): Promise<void> => {
  const left = stories.map((steps) => [...steps]);
  const times = stories.flatMap((steps) => steps.map(({ at }) => at));
  const end = Math.max(...times);
  for (let slice = Math.min(...times); slice <= end; slice += SLICE_MS) {
    time.set(slice + SLICE_MS);
    let due = dueSteps(left, slice + SLICE_MS);
    for (; due.length > 0; due = dueSteps(left, slice + SLICE_MS)) await takeRound(time, due);
  }
};

/** The next step of every story that has one before then, in order of time. */
const dueSteps = (left: readonly Step[][], before: number): Step[] =>
  left
    .filter(([next]) => next && next.at < before)
    .map((steps) => steps.shift()!)
    .sort((one, other) => one.at - other.at);

const takeRound = async (time: TimeMachine, steps: readonly Step[]): Promise<void> => {
  for (let start = 0; start < steps.length; start += AT_ONCE) {
    await Promise.all(steps.slice(start, start + AT_ONCE).map(({ at, act }) => time.at(at, act)));
  }
};
