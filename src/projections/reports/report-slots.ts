import type { Weight } from './weight.ts';

export interface SlotLimits {
  /** Reports at once, of any weight: there are so many connections. */
  readonly all: number;
  /** Heavy ones at once, of all brands. The rest of the connections are for light ones alone. */
  readonly heavy: number;
  /** Of one brand at once, of each weight. */
  readonly perBrand: number;
}

interface Waiting {
  readonly brandId: string;
  readonly weight: Weight;
  begin(): void;
}

/** Decides which report has a connection next. */
export interface ReportSlots {
  /** Runs the work when there is room for it. Rejects if the signal aborts before that. */
  run<Result>(
    who: { brandId: string; weight: Weight },
    work: () => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result>;
}

/**
 * Heavy reports never have all the connections, so light ones wait for light ones alone. Of those that wait, the brand goes
 * first that has the fewest under way, then the one whose last turn was the longest ago. p-queue knows one limit for all, and
 * takes the first that waits whether or not there is room for it, so it can do neither.
 */
export const createReportSlots = ({ all, heavy, perBrand }: SlotLimits): ReportSlots => {
  const waiting = new Set<Waiting>();
  /** Under way: by weight, and by weight and brand. */
  const running = new Map<string, number>();
  const count = (name: string): number => running.get(name) ?? 0;
  const nameOf = ({ brandId, weight }: Pick<Waiting, 'brandId' | 'weight'>): string => `${weight} ${brandId}`;

  const change = (who: Pick<Waiting, 'brandId' | 'weight'>, by: number): void => {
    for (const name of [who.weight, nameOf(who)]) {
      const now = count(name) + by;
      if (now > 0) running.set(name, now);
      else running.delete(name);
    }
  };
  const hasRoom = (one: Waiting): boolean =>
    count('light') + count('heavy') < all &&
    (one.weight === 'light' || count('heavy') < heavy) &&
    count(nameOf(one)) < perBrand;

  const beginNext = (): void => {
    for (;;) {
      let next: Waiting | undefined;
      for (const one of waiting) {
        if (hasRoom(one) && (!next || count(nameOf(one)) < count(nameOf(next)))) next = one;
      }
      if (!next) return;
      waiting.delete(next);
      change(next, 1);
      const name = nameOf(next);
      // What else waits of the brand goes to the end of the line.
      for (const one of [...waiting].filter((each) => nameOf(each) === name)) {
        waiting.delete(one);
        waiting.add(one);
      }
      next.begin();
    }
  };

  const acquire = ({ brandId, weight }: { brandId: string; weight: Weight }, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const one: Waiting = {
        brandId,
        weight,
        begin: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      const leave = (): void => {
        waiting.delete(one);
        reject(signal.reason);
      };
      waiting.add(one);
      signal.addEventListener('abort', leave, { once: true });
      beginNext();
    });

  return {
    run: async (who, work, signal) => {
      await acquire(who, signal);
      try {
        return await work();
      } finally {
        change(who, -1);
        beginNext();
      }
    },
  };
};
