import { LRUCache } from 'lru-cache';
import { atMost } from '../../concurrency/cache-bounds.ts';
import type { CallResult } from './exchange.ts';

/** Leave for one call. */
export interface Pass {
  /** To be called once, when the call no longer holds any resource. */
  end(result: Pick<CallResult, 'status_code' | 'failure'> | null): void;
}

/** Bounds the calls that an owner (a brand) has under way to a host, by how the host has answered this owner. */
export interface HostLimiter {
  /** Null: no further call may begin now. */
  enter(owner: string, host: string): Pass | null;
  /** The host let several calls hang in a row: one call at a time goes to it, until it answers. */
  isOnProbation(owner: string, host: string): boolean;
}

/** For a host that is new to us. */
const AT_FIRST = 16;
/** For a host that answers: enough for two thousand calls a second and more if answers take 20 ms. */
const AT_MOST = 96;
/** For one owner, to all new hosts together; and as many probes of hosts that hang. */
const UNPROVEN_AT_ONCE = 32;
/** How many hosts are remembered. A forgotten one is new again. */
const MAX_HOSTS = 10_000;

/** Failures that take until a time limit. Other failures come at once, and hold nothing for long. */
const HANGS: ReadonlySet<string | null> = new Set([
  ...['timeout', 'dns_timeout', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT'],
]);

interface Host {
  underWay: number;
  /** How many calls may be under way at once: one more after each answer, half as many after a call that hung. */
  width: number;
  answers: number;
}

/**
 * A host that hangs holds each call for the whole time limit, and with it a socket, a timer and memory. So a host gets
 * many calls at once only while it answers. What one owner sees of a host counts for that owner alone: otherwise one
 * brand could delay another brand's calls to the same host.
 */
export const createHostLimiter = (): HostLimiter => {
  const hosts = new LRUCache<string, Host>(atMost(MAX_HOSTS));
  const fresh = createTally();
  const probes = createTally();

  const hostOf = (owner: string, name: string): Host => {
    const key = `${owner} ${name}`;
    const host = hosts.get(key) ?? { underWay: 0, width: AT_FIRST, answers: 0 };
    hosts.set(key, host);
    return host;
  };

  return {
    isOnProbation: (owner, name) => hosts.get(`${owner} ${name}`)?.width === 1,
    enter: (owner, name) => {
      const host = hostOf(owner, name);
      if (host.underWay >= host.width) return null;
      const unproven = host.width === 1 ? probes : fresh;
      const tally = host.width <= AT_FIRST ? unproven : null;
      if (tally?.take(owner) === false) return null;
      host.underWay += 1;
      const { answers } = host;
      return {
        end: (result) => {
          host.underWay -= 1;
          tally?.giveBack(owner);
          if (result === null) return;
          if (result.status_code !== null) {
            host.answers += 1;
            host.width = Math.min(host.width + 1, AT_MOST);
          } else if (HANGS.has(result.failure) && host.answers === answers) {
            // If other calls were answered meanwhile, one call that hangs says nothing about the host.
            host.width = Math.max(Math.floor(host.width / 2), 1);
          }
        },
      };
    },
  };
};

/** Counts the calls under way of each owner, up to UNPROVEN_AT_ONCE. */
const createTally = () => {
  const counts = new Map<string, number>();
  return {
    take: (owner: string): boolean => {
      const count = counts.get(owner) ?? 0;
      if (count >= UNPROVEN_AT_ONCE) return false;
      counts.set(owner, count + 1);
      return true;
    },
    giveBack: (owner: string): void => {
      const count = (counts.get(owner) ?? 1) - 1;
      if (count === 0) counts.delete(owner);
      else counts.set(owner, count);
    },
  };
};
