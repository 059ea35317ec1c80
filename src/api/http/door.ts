import { HttpError } from './errors.ts';

export interface DoorLimits {
  /** Requests of a brand that are worked on at once, while no other brand has any. */
  readonly alone: number;
  /** The same while other brands have requests too. */
  readonly besideOthers: number;
  /** Requests of a brand that wait. The next one is refused. */
  readonly waiting: number;
}

export const DOOR_LIMITS: DoorLimits = { alone: 256, besideOthers: 48, waiting: 1_000 };
/** Other brands count as there for so long after their last request. */
const THERE_FOR_MS = 1_000;
const RETRY_AFTER_S = 1;

/** Where requests wait before they are worked on: behind those of their own brand, never behind other brands'. */
export interface Door {
  /** Undefined: come in. Else resolves when there is room. Throws HttpError 429 if too many of the brand wait already. */
  enter(brandId: string, now: number): Promise<void> | undefined;
  /** After `enter`: the request is done, or failed. */
  leave(brandId: string, now: number): void;
}

interface OfBrand {
  inside: number;
  readonly waiting: (() => void)[];
}

/** One brand's flood would otherwise fill every queue behind the door, as the one for connections to the database. */
export const createDoor = ({ alone, besideOthers, waiting }: DoorLimits = DOOR_LIMITS): Door => {
  const brands = new Map<string, OfBrand>();
  let last = '';
  let changedAt = Number.NEGATIVE_INFINITY;
  const roomAt = (now: number): number => (now - changedAt < THERE_FOR_MS ? besideOthers : alone);

  return {
    enter: (brandId, now) => {
      if (brandId !== last) {
        // Not at the first request of all.
        if (last !== '') changedAt = now;
        last = brandId;
      }
      let of = brands.get(brandId);
      if (!of) {
        of = { inside: 0, waiting: [] };
        brands.set(brandId, of);
      }
      if (of.inside < roomAt(now)) {
        of.inside++;
        return undefined;
      }
      const queue = of.waiting;
      if (queue.length >= waiting) {
        throw new HttpError(429, 'rate_limited', { retry_after: RETRY_AFTER_S }, RETRY_AFTER_S, {}, 'door');
      }
      return new Promise((resolve) => {
        queue.push(resolve);
      });
    },
    leave: (brandId, now) => {
      const of = brands.get(brandId);
      if (!of) return;
      of.inside--;
      while (of.waiting.length > 0 && of.inside < roomAt(now)) {
        of.inside++;
        of.waiting.shift()!();
      }
      if (of.inside === 0) brands.delete(brandId);
    },
  };
};
