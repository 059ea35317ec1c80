import { type Client, connectivityState } from '@grpc/grpc-js';
import type { Address } from './address.ts';
import { type DiscoveredNode, discoverNode } from './discovery.ts';
import { openClient } from './grpc-client.ts';

/** A call to a node, which is not over. */
export interface OpenCall {
  cancel(): void;
  /** Since when it has waited for a message of the server, by `performance.now`. Undefined: it waits for none. */
  waitsSince(): number | undefined;
}

/** The server that calls go to. */
export interface Node {
  readonly grpc: Client;
  readonly open: Set<OpenCall>;
  /** A message has come from it. */
  heard(): void;
}

/** When a node counts as unresponsive, in milliseconds. */
export interface FailoverTimes {
  /** A call has waited this long: the other members are asked for a new leader. */
  readonly findLeaderAfterMs: number;
  /** A connection that is not ready after this time never will be. */
  readonly connectWithinMs: number;
  /** How often calls are looked at. */
  readonly checkEveryMs: number;
}

const TIMES: FailoverTimes = { findLeaderAfterMs: 2_000, connectWithinMs: 4_000, checkEveryMs: 500 };

export interface ActiveNode {
  /** The node in use. The first caller, and the first after a failover, has it discovered. Throws if there is none. */
  get(): Promise<Node>;
  /** The node refuses calls, or its connection broke. What is under way on it ends by itself. */
  leave(node: Node, leader?: string): void;
  /** The node left a call unanswered for too long, which was given up. */
  unanswered(node: Node): void;
  close(): void;
}

/**
 * Keeps the node in use, and fails over when it is unresponsive. A frozen node is that for as long as it is frozen, and
 * its cluster elects another leader meanwhile:
 *
 * - While a call waits for more than two seconds, the other members are asked for a leader. As soon as there is one, it
 *   takes over.
 * - A node is also left if its connection is not ready after some seconds, or if two calls in a row were given up.
 *
 * What is under way on a node that is left is cancelled: its outcome is unknown.
 */
export const createActiveNode = (address: Address, times: Partial<FailoverTimes> = {}): ActiveNode => {
  const { findLeaderAfterMs, connectWithinMs, checkEveryMs } = { ...TIMES, ...times };
  const known = new Set<string>();
  let discovering: Promise<UsedNode> | undefined;
  let active: UsedNode | undefined;
  let named: string | undefined;
  let searching = false;
  let closed = false;

  const discover = async (): Promise<DiscoveredNode> => {
    const leader = named;
    named = undefined;
    if (address.isCluster) return discoverNode(address, { known, named: leader });
    const host = leader ?? address.hosts[0]!;
    return { host, grpc: openClient(address, host) };
  };
  const use = (found: DiscoveredNode): UsedNode => {
    const node = toUsed(found);
    active = node;
    if (closed) node.grpc.close();
    return node;
  };
  const leave = (node: Node, leader?: string): void => {
    if (node !== active) return;
    named = leader;
    discovering = undefined;
    active.grpc.close();
    active = undefined;
  };
  const abandon = (node: UsedNode): void => {
    leave(node);
    for (const call of [...node.open]) call.cancel();
  };

  /** Asks once for another leader than this node, and fails over to it. */
  const findNewLeader = async (node: UsedNode): Promise<void> => {
    if (searching || !address.isCluster) return;
    searching = true;
    try {
      const found = await discoverNode(address, { known, except: node.host, rounds: 1 });
      if (node !== active || closed) return found.grpc.close();
      abandon(node);
      discovering = Promise.resolve(use(found));
    } catch {
      // Nobody names another leader yet.
    } finally {
      searching = false;
    }
  };
  const check = (): void => {
    if (!active) return;
    const waitedMs = longestWait(active);
    if (waitedMs > connectWithinMs && !active.isReady()) abandon(active);
    else if (waitedMs > findLeaderAfterMs) void findNewLeader(active);
  };
  const timer = setInterval(check, checkEveryMs).unref();

  return {
    get: () => {
      discovering ??= discover()
        .then(use)
        .catch((error: unknown) => {
          discovering = undefined;
          throw error;
        });
      return discovering;
    },
    leave,
    unanswered: (node) => {
      if (node !== active) return;
      active.unanswered += 1;
      if (active.unanswered > 1 || !active.isReady()) abandon(active);
    },
    close: () => {
      closed = true;
      clearInterval(timer);
      if (active) abandon(active);
    },
  };
};

interface UsedNode extends Node, DiscoveredNode {
  /** Calls that were given up since it was last heard. */
  unanswered: number;
  isReady(): boolean;
}

const toUsed = ({ host, grpc }: DiscoveredNode): UsedNode => {
  const node: UsedNode = {
    host,
    grpc,
    open: new Set(),
    unanswered: 0,
    heard: () => {
      node.unanswered = 0;
    },
    isReady: () => grpc.getChannel().getConnectivityState(false) === connectivityState.READY,
  };
  return node;
};

const longestWait = ({ open }: UsedNode): number => {
  const now = performance.now();
  let longest = 0;
  for (const call of open) longest = Math.max(longest, now - (call.waitsSince() ?? now));
  return longest;
};
