import { availableParallelism } from 'node:os';
import { createFairQueue } from '../../concurrency/fair-queue.ts';
import { HttpError } from '../http/errors.ts';

/** Each takes 64 MB and a processor: half of the processors are left to orders and to Postgres. */
const AT_ONCE = Math.min(4, Math.ceil(availableParallelism() / 2));
/** Some ten seconds of work. A person who waits longer sends the form again, which makes it worse. */
const WAITING_FOR_EACH = 80;
const RETRY_AFTER_S = 5;

/** Who wants to be let in. */
export interface InLine {
  /** As limits by address count it (`callerAddress`). */
  readonly address: string;
  /** Aborts when the person goes away: then the attempt gives up its turn. */
  readonly signal: AbortSignal;
}

/** Does the work of one attempt when it is the turn of its address. Throws HttpError 503 if there is no room for it. */
export type InHashQueue = <Result>(work: () => Promise<Result>, who: InLine) => Promise<Result>;

/** Sends one away that waits. */
type SendAway = () => void;

/**
 * The room for password hashes in this process: few at once, so that orders keep their processors and memory. Addresses take turns. If
 * there is no room left, the address with the most attempts in line loses its last one to an address with fewer: whoever sends
 * attempts without a pause, right or wrong ones, keeps nobody else out.
 */
export const createHashQueue = (atOnce = AT_ONCE, mostWaiting = WAITING_FOR_EACH * atOnce): InHashQueue => {
  const inTurn = createFairQueue({ all: atOnce, perName: atOnce });
  const line = new Map<string, Set<SendAway>>();
  let inside = 0;

  const makeRoomFor = (address: string): void => {
    const own = line.get(address)?.size ?? 0;
    const [longest] = [...line.values()].sort((one, other) => other.size - one.size);
    if (!longest || longest.size <= own + 1) throw noRoom();
    [...longest].at(-1)!();
  };

  return async (work, { address, signal }) => {
    if (inside >= atOnce + mostWaiting) makeRoomFor(address);
    const sentAway = new AbortController();
    const ofAddress = line.get(address) ?? new Set();
    const sendAway = (): void => {
      leaveLine();
      sentAway.abort(noRoom());
    };
    const leaveLine = (): void => {
      ofAddress.delete(sendAway);
      if (ofAddress.size === 0 && line.get(address) === ofAddress) line.delete(address);
    };
    line.set(address, ofAddress.add(sendAway));
    inside += 1;
    const begin = () => {
      leaveLine();
      return work();
    };
    try {
      return await inTurn(address, begin, AbortSignal.any([signal, sentAway.signal]));
    } finally {
      leaveLine();
      inside -= 1;
    }
  };
};

const noRoom = (): HttpError => new HttpError(503, 'unavailable', {}, RETRY_AFTER_S);
