/** The part of the budget that one body takes while it is read. */
export interface Room {
  /**
   * False: there is no room for more, and the body must be given up. `giveWay` is called when the body has been coming
   * for too long and other bodies need its room; its room is free from then on.
   */
  grow(bytes: number, giveWay: () => void): boolean;
  /** The whole body has arrived: it keeps its room until it is released. */
  keep(): void;
  release(): void;
}

export interface BodyBudget {
  roomFor(callerId: string): Room;
}

/** A body up to this size costs nothing: orders must get through whatever else is uploaded. */
const FREE = 64 * 1024;

/** How long a body may take to arrive while others need its room. */
const PATIENCE_MS = 5_000;

interface Options {
  readonly total: number;
  readonly perCaller: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

/**
 * Bounds the memory of all bodies that are being read: `total` bytes, at most `perCaller` for one caller. Uploads can
 * be many and slow. Each may be as large as the limit, but not all at once. When the room is used up, slow bodies give
 * way, the oldest first: otherwise a few keys could keep every other caller out for minutes.
 */
export const createBodyBudget = ({ total, perCaller, now = () => performance.now() }: Options): BodyBudget => {
  let all = 0;
  const ofCaller = new Map<string, number>();
  /** Bodies that are arriving and hold room, the oldest first: since when, and how each gives way. */
  const coming = new Map<Room, { readonly since: number; readonly giveWay: () => void }>();

  /** Whether there is room for this many bytes. Bodies that take too long leave theirs. */
  const makeRoom = (bytes: number, asking: Room): boolean => {
    for (const [room, { since, giveWay }] of coming) {
      if (all + bytes <= total || now() - since < PATIENCE_MS) break;
      if (room === asking) continue;
      room.release();
      giveWay();
    }
    return all + bytes <= total;
  };

  return {
    roomFor(callerId) {
      let size = 0;
      let held = 0;
      const room: Room = {
        grow(bytes, giveWay) {
          size += bytes;
          if (size <= FREE) return true;
          const more = size - held;
          if ((ofCaller.get(callerId) ?? 0) + more > perCaller || !makeRoom(more, room)) return false;
          if (held === 0) coming.set(room, { since: now(), giveWay });
          held = size;
          all += more;
          ofCaller.set(callerId, (ofCaller.get(callerId) ?? 0) + more);
          return true;
        },
        keep() {
          coming.delete(room);
        },
        release() {
          coming.delete(room);
          if (held === 0) return;
          all -= held;
          const own = ofCaller.get(callerId)! - held;
          if (own > 0) ofCaller.set(callerId, own);
          else ofCaller.delete(callerId);
          size = 0;
          held = 0;
        },
      };
      return room;
    },
  };
};
