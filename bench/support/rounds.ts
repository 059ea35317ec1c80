import type { BenchContext } from '../section.ts';
import { checkpoint } from './wal.ts';

/** Measures once; answers the figure. */
export type Measure = () => Promise<number>;

/** Servers run for days: what the compiler has not got to yet is not what they do. */
const WARM_UPS = 3;

/**
 * Measures both alternately, A B A B …, after some unmeasured attempts of each: other load on the machine slows both
 * alike.
 */
export const interleave = async (
  { adminUrl, rounds, progress }: BenchContext,
  ours: Measure,
  baseline: Measure,
): Promise<{ ours: number[]; baseline: number[] }> => {
  const take = async (measure: Measure): Promise<number> => {
    await checkpoint(adminUrl);
    return measure();
  };
  for (let warmUp = 0; warmUp < WARM_UPS; warmUp++) {
    await take(ours);
    await take(baseline);
  }
  const results = { ours: [] as number[], baseline: [] as number[] };
  for (let round = 1; round <= rounds; round++) {
    results.ours.push(await take(ours));
    results.baseline.push(await take(baseline));
    progress(`round ${round}: ${Math.round(results.ours.at(-1)!)} against ${Math.round(results.baseline.at(-1)!)}`);
  }
  return results;
};

/** Measures all of them in turns, A B C … A B C …, after some unmeasured attempts. Answers the rounds of each. */
export const takeTurns = async <Result>(
  { adminUrl, rounds, progress }: Pick<BenchContext, 'adminUrl' | 'rounds' | 'progress'>,
  measures: readonly (() => Promise<Result>)[],
): Promise<Result[][]> => {
  const results = measures.map((): Result[] => []);
  for (let round = 1 - WARM_UPS; round <= rounds; round++) {
    for (const [at, measure] of measures.entries()) {
      await checkpoint(adminUrl);
      const result = await measure();
      if (round > 0) results[at]!.push(result);
    }
    progress(round > 0 ? `round ${round}` : 'warmed up');
  }
  return results;
};

/** Seconds that `work` takes. */
export const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
};

/** Runs `call` `count` times from `callers` callers, each of which waits for its answer before it calls again. */
export const fromCallers = async (
  callers: number,
  count: number,
  call: (index: number) => Promise<unknown>,
): Promise<void> => {
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < count) await call(next++);
  };
  await Promise.all(Array.from({ length: callers }, caller));
};
