import { LRUCache } from 'lru-cache';

/** A brand's reports took more time than it has. */
export class TooMuchWork extends Error {
  override name = 'TooMuchWork';
  /** Seconds. */
  readonly retryAfter: number;

  constructor(retryAfter: number) {
    super('reports_too_heavy');
    this.retryAfter = retryAfter;
  }
}

const MINUTE_MS = 60_000;
/** Brands that are remembered. */
const BRANDS = 1_000;

interface Used {
  ms: number;
  at: number;
}

export interface WorkBudget {
  /** Throws TooMuchWork while the brand's time is used up. */
  require(brandId: string): void;
  /** A report of the brand took so long. */
  use(brandId: string, ms: number): void;
}

/** Time of the database for the reports of one brand: so much a minute, at this process. What was used comes back evenly. */
export const createWorkBudget = (msPerMinute: number, clock: () => number = () => performance.now()): WorkBudget => {
  const usedOf = new LRUCache<string, Used>({ max: BRANDS });
  const usedNow = (brandId: string, now: number): number => {
    const used = usedOf.get(brandId);
    return used ? Math.max(0, used.ms - ((now - used.at) * msPerMinute) / MINUTE_MS) : 0;
  };
  return {
    require: (brandId) => {
      const over = usedNow(brandId, clock()) - msPerMinute;
      if (over >= 0) throw new TooMuchWork(Math.floor((over * MINUTE_MS) / msPerMinute / 1_000) + 1);
    },
    use: (brandId, ms) => {
      const now = clock();
      usedOf.set(brandId, { ms: usedNow(brandId, now) + ms, at: now });
    },
  };
};
