import type { Server, Socket } from 'node:net';
import { type QueuedBytes, readKernelQueues } from './kernel-queues.ts';

export interface ReaderLimits {
  /** A client that takes nothing of its answer for so long is cut off. */
  readonly stalledMs: number;
  /** So is one that takes fewer bytes a second over `slowMs`. */
  readonly leastBytesPerS: number;
  readonly slowMs: number;
}

export const READER_LIMITS: ReaderLimits = { stalledMs: 20_000, leastBytesPerS: 10_000, slowMs: 60_000 };

const LOOK_AT_MOST_MS = 2_000;
const LOOKS_UNTIL_STALLED = 10;

interface Reader {
  /** How much the client has taken in all, as far as it is known. */
  taken: number;
  /** When that was last more than before: by performance.now(). */
  takenAt: number;
  /** Where the period for the least pace began. */
  beganWith: number;
  beganAt: number;
}

/** Why a client was cut off. */
export type CutFor = 'stalled' | 'slow';

/** What of a connection is looked at. */
export type Watched = Pick<Socket, 'bytesWritten' | 'writableLength' | 'destroy'>;

/** Judges the clients that have answers to take. `look` is called again and again. */
export const createReaderWatch = <Connection extends Watched>(
  { stalledMs, leastBytesPerS, slowMs }: ReaderLimits,
  onCut: (why: CutFor) => void,
) => {
  const readers = new Map<Connection, Reader>();

  const look = (socket: Connection, now: number, queued: number): void => {
    // What was handed to the system, less what the system still has.
    const taken = socket.bytesWritten - socket.writableLength - queued;
    const reader = readers.get(socket);
    if (!reader) {
      readers.set(socket, { taken, takenAt: now, beganWith: taken, beganAt: now });
      return;
    }
    if (taken > reader.taken) Object.assign(reader, { taken, takenAt: now });
    const periodMs = now - reader.beganAt;
    const isSlow = periodMs >= slowMs && (reader.taken - reader.beganWith) * 1_000 < leastBytesPerS * periodMs;
    const isStalled = now - reader.takenAt >= stalledMs;
    if (isStalled || isSlow) {
      readers.delete(socket);
      socket.destroy();
      onCut(isStalled ? 'stalled' : 'slow');
    } else if (periodMs >= slowMs) Object.assign(reader, { beganWith: reader.taken, beganAt: now });
  };

  return {
    /** Looks at those that have something to take. */
    lookAt: (sockets: Iterable<Connection>, now: number, queuedOf: (socket: Connection) => number): void => {
      for (const socket of sockets) {
        if (socket.writableLength === 0) readers.delete(socket);
        else look(socket, now, queuedOf(socket));
      }
    },
    forget: (socket: Connection) => readers.delete(socket),
  };
};

/** Cuts off the clients of a server that leave their answers unread. It stops when the server has closed. */
export const watchReaders = (server: Server, limits: ReaderLimits, onCut: (why: CutFor) => void): void => {
  const watch = createReaderWatch<Socket>(limits, onCut);
  const sockets = new Set<Socket>();
  /** Those that had something to take at the last look. Most have taken it by the next one. */
  let waiting = new Set<Socket>();
  let isLooking = false;

  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    const now = performance.now();
    const before = waiting;
    waiting = new Set();
    for (const socket of sockets) if (socket.writableLength > 0) waiting.add(socket);
    for (const socket of before) if (!waiting.has(socket)) watch.forget(socket);
    const lasting = [...waiting].filter((socket) => before.has(socket));
    if (lasting.length > 0) {
      const queued: QueuedBytes = await readKernelQueues();
      watch.lookAt(lasting, now, queued);
    }
    isLooking = false;
  };

  const timer = setInterval(() => void look(), Math.min(LOOK_AT_MOST_MS, limits.stalledMs / LOOKS_UNTIL_STALLED));
  timer.unref();
  server.once('close', () => clearInterval(timer));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      waiting.delete(socket);
      watch.forget(socket);
    });
  });
};
