import type { Step } from './tale.ts';
import type { TimeMachine } from './time-machine.ts';

const SLICE_MS = 4 * 60 * 60_000;
/** How many steps are under way at once. */
const AT_ONCE = 256;

export interface PlayOptions {
  readonly time: TimeMachine;
  /** When the day begins, in milliseconds since the epoch. Earlier steps are done first. */
  readonly from: number;
  /** Some steps have been done before; it is not known how many. */
  readonly is_gone_on: boolean;
}

/**
 * Takes all steps in their order, four hours at a time. The first steps of all stories are taken side by side, then the
 * second ones and so on, so that many share a write to the log. Between two rounds nothing is under way that another
 * story depends on. So the result, numbers of cheques included, does not depend on the speed of the machine. Steps
 * apart from orders run beside the orders of the four hours before, because they mostly wait.
 */
export const playStories = async (options: PlayOptions, stories: readonly (readonly Step[])[]): Promise<void> => {
  const left = stories.map((steps) => steps.filter(({ is_apart }) => !is_apart));
  const apart = stories.map((steps) => steps.filter(({ is_apart }) => is_apart));
  const isLeft = ({ length }: readonly Step[]): boolean => length > 0;
  let end = options.from + SLICE_MS;
  let beside = takeApart(options, apart, end);
  for (; left.some(isLeft) || apart.some(isLeft); end += SLICE_MS) {
    await beside;
    beside = takeApart(options, apart, end + SLICE_MS);
    // The code that waits for it gets its failure, unless something else fails before.
    beside.catch(() => {});
    options.time.set(end);
    const last: Promise<unknown>[] = [];
    for (let due = dueSteps(left, end); due.length > 0; due = dueSteps(left, end)) {
      for (const some of sideBySide(due)) last.push(...(await takeSome(options, some)));
    }
    await Promise.all(last);
  }
  await beside;
};

/** The steps apart from orders until then: one after another within a story, all stories at once. */
const takeApart = async ({ time }: PlayOptions, apart: readonly Step[][], before: number): Promise<void> => {
  await Promise.all(
    apart.map(async (steps) => {
      while (steps[0] && steps[0].at < before) {
        const { at, act } = steps.shift()!;
        await time.at(at, act);
      }
    }),
  );
};

/** The next step of every story that has one before then, by time. */
const dueSteps = (left: readonly Step[][], before: number): Step[] =>
  left
    .filter(([next]) => next && next.at < before)
    .map((steps) => steps.shift()!)
    .sort((one, other) => one.at - other.at);

/** Steps that do not depend on each other. Steps of one phone stay in their order, each in a separate part. */
const sideBySide = (steps: readonly Step[]): Step[][] => {
  const parts: Step[][] = [];
  const lastOf = new Map<string, number>();
  for (const step of steps) {
    let place = step.phone === undefined ? 0 : (lastOf.get(step.phone) ?? -1) + 1;
    while ((parts[place]?.length ?? 0) >= AT_ONCE) place++;
    const part = parts[place] ?? [];
    parts[place] = part;
    part.push(step);
    if (step.phone !== undefined) lastOf.set(step.phone, place);
  }
  return parts;
};

/**
 * Takes all steps at once, but a slow one by itself. The tills give their numbers in the order of the steps, because nothing delays a
 * step on its way to the till. On a day that is continued something may delay one: there, steps with a number are taken one by one.
 */
const takeSome = async ({ time, is_gone_on }: PlayOptions, steps: readonly Step[]): Promise<Promise<unknown>[]> => {
  await Promise.all(steps.map(({ at, check }) => check && time.at(at, check)));
  const waits = ({ is_numbered }: Step) => is_gone_on && is_numbered;
  const last: Promise<unknown>[] = [];
  const take = ({ at, act, is_last }: Step): Promise<unknown> | undefined => {
    const taken = time.at(at, act);
    if (!is_last) return taken;
    // The code that waits for it gets its failure.
    taken.catch(() => {});
    last.push(taken);
    return undefined;
  };
  for (const part of apartFromSlow(steps.filter((step) => !waits(step)))) await Promise.all(part.map(take));
  for (const step of steps.filter(waits)) await take(step);
  return last;
};

/** The steps in their order, in parts of which a slow step is one by itself. */
const apartFromSlow = (steps: readonly Step[]): Step[][] => {
  const parts: Step[][] = [];
  let isAfterSlow = true;
  for (const step of steps) {
    if (isAfterSlow || step.is_slow) parts.push([step]);
    else parts.at(-1)!.push(step);
    isAfterSlow = step.is_slow ?? false;
  }
  return parts;
};
