/** What one body that is being read holds of the budget. */
export interface Holding {
  /** False: there is no room for more, and the body must be given up. */
  grow(bytes: number): boolean;
  release(): void;
}

export interface BodyBudget {
  hold(callerId: string): Holding;
}

/** A body up to this size is free: orders must get through whatever is uploaded beside them. */
const FREE = 64 * 1024;

/**
 * Bounds the memory of all bodies that are being read: `total` bytes, of which one caller gets at most `perCaller`. Uploads
 * can be many and slow; each may be as large as the limit, but not all of them at once.
 */
export const createBodyBudget = ({ total, perCaller }: { total: number; perCaller: number }): BodyBudget => {
  let all = 0;
  const ofCaller = new Map<string, number>();
  return {
    hold(callerId) {
      let size = 0;
      let held = 0;
      return {
        grow(bytes) {
          size += bytes;
          if (size <= FREE) return true;
          const more = size - held;
          const own = ofCaller.get(callerId) ?? 0;
          if (all + more > total || own + more > perCaller) return false;
          held = size;
          all += more;
          ofCaller.set(callerId, own + more);
          return true;
        },
        release() {
          if (held === 0) return;
          all -= held;
          const own = ofCaller.get(callerId)! - held;
          if (own > 0) ofCaller.set(callerId, own);
          else ofCaller.delete(callerId);
          size = 0;
          held = 0;
        },
      };
    },
  };
};
