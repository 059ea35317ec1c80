import type { BenchContext } from '../section.ts';

/** One measured turn; answers the figure. */
export type Turn = () => Promise<number>;

/**
 * Measures both in turn, A B A B …, after one unmeasured turn of each: whatever else the machine does meanwhile, and
 * however it warms up or slows down, meets both alike.
 */
export const interleave = async (
  { rounds, progress }: BenchContext,
  ours: Turn,
  baseline: Turn,
): Promise<{ ours: number[]; baseline: number[] }> => {
  await ours();
  await baseline();
  const results = { ours: [] as number[], baseline: [] as number[] };
  for (let round = 1; round <= rounds; round++) {
    results.ours.push(await ours());
    results.baseline.push(await baseline());
    progress(`round ${round}: ${Math.round(results.ours.at(-1)!)} against ${Math.round(results.baseline.at(-1)!)}`);
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
