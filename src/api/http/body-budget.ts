/** What one body that is being read holds of the budget. */
export interface Holding {
  /**
   * False: there is no room for more, and the body must be given up. `giveWay` is called when the body has been read for
   * too long and others need its room; that is free from then on.
   */
  grow(bytes: number, giveWay: () => void): boolean;
  /** All of the body is there: it keeps its room until it is released. */
  keep(): void;
  release(): void;
}

export interface BodyBudget {
  hold(callerId: string): Holding;
}

/** A body up to this size is free: orders must get through whatever is uploaded beside them. */
const FREE = 64 * 1024;

/** How long a body may take to come while others need its room. */
const PATIENCE_MS = 5_000;

interface Options {
  readonly total: number;
  readonly perCaller: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

/**
 * Bounds the memory of all bodies that are being read: `total` bytes, of which one caller gets at most `perCaller`. Uploads
 * can be many and slow; each may be as large as the limit, but not all of them at once. Where the room is used up, the
 * slow ones give way, the oldest first: otherwise a few keys could keep every other caller out for minutes.
 */
export const createBodyBudget = ({ total, perCaller, now = () => performance.now() }: Options): BodyBudget => {
  let all = 0;
  const ofCaller = new Map<string, number>();
  /** Bodies that still come and hold room, the oldest first: since when, and how each gives way. */
  const coming = new Map<Holding, { readonly since: number; readonly giveWay: () => void }>();

  /** Whether there is room for so much. Bodies that take too long leave theirs. */
  const makeRoom = (bytes: number, asking: Holding): boolean => {
    for (const [holding, { since, giveWay }] of coming) {
      if (all + bytes <= total || now() - since < PATIENCE_MS) break;
      if (holding === asking) continue;
      holding.release();
      giveWay();
    }
    return all + bytes <= total;
  };

  return {
    hold(callerId) {
      let size = 0;
      let held = 0;
      const holding: Holding = {
        grow(bytes, giveWay) {
          size += bytes;
          if (size <= FREE) return true;
          const more = size - held;
          if ((ofCaller.get(callerId) ?? 0) + more > perCaller || !makeRoom(more, holding)) return false;
          if (held === 0) coming.set(holding, { since: now(), giveWay });
          held = size;
          all += more;
          ofCaller.set(callerId, (ofCaller.get(callerId) ?? 0) + more);
          return true;
        },
        keep() {
          coming.delete(holding);
        },
        release() {
          coming.delete(holding);
          if (held === 0) return;
          all -= held;
          const own = ofCaller.get(callerId)! - held;
          if (own > 0) ofCaller.set(callerId, own);
          else ofCaller.delete(callerId);
          size = 0;
          held = 0;
        },
      };
      return holding;
    },
  };
};
