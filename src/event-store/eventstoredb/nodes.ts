import { type Client, connectivityState } from '@grpc/grpc-js';
import type { Address } from './address.ts';
import { type FoundNode, findNode, openClient } from './find-node.ts';

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

/** How long a node may be silent. All in milliseconds. */
export interface SilenceTimes {
  /** A call has waited this long: is there another leader by now? */
  readonly searchAfterMs: number;
  /** A connection that is not ready after this time never will be. */
  readonly connectWithinMs: number;
  /** How often calls are looked at. */
  readonly everyMs: number;
}

const TIMES: SilenceTimes = { searchAfterMs: 2_000, connectWithinMs: 4_000, everyMs: 500 };

export interface Nodes {
  /** The node in use. The first caller, and the first after a node was left, has it found. Throws if there is none. */
  inUse(): Promise<Node>;
  /** The node refuses calls, or its connection broke. What is under way on it ends by itself. */
  leave(node: Node, leader?: string): void;
  /** The node left a call unanswered for too long, which was given up. */
  unanswered(node: Node): void;
  close(): void;
}

/**
 * Keeps the node in use, and leaves it when it is silent. A frozen node is silent for as long as it is frozen, and its
 * cluster chooses another leader meanwhile:
 *
 * - While a call waits for more than two seconds, the other members are asked for a leader. As soon as there is one, it
 *   takes over.
 * - A node is also left if its connection is not ready after some seconds, or if two calls in a row were given up.
 *
 * What is under way on a node that is left is cancelled: its outcome is unknown.
 */
export const createNodes = (address: Address, times: Partial<SilenceTimes> = {}): Nodes => {
  const { searchAfterMs, connectWithinMs, everyMs } = { ...TIMES, ...times };
  const known = new Set<string>();
  let finding: Promise<UsedNode> | undefined;
  let used: UsedNode | undefined;
  let named: string | undefined;
  let searching = false;
  let closed = false;

  const find = async (): Promise<FoundNode> => {
    const leader = named;
    named = undefined;
    if (address.isCluster) return findNode(address, { known, named: leader });
    const host = leader ?? address.hosts[0]!;
    return { host, grpc: openClient(address, host) };
  };
  const use = (found: FoundNode): UsedNode => {
    const node = toUsed(found);
    used = node;
    if (closed) node.grpc.close();
    return node;
  };
  const leave = (node: Node, leader?: string): void => {
    if (node !== used) return;
    named = leader;
    finding = undefined;
    used.grpc.close();
    used = undefined;
  };
  const abandon = (node: UsedNode): void => {
    leave(node);
    for (const call of [...node.open]) call.cancel();
  };

  /** Looks for another leader than this node, once. */
  const searchLeader = async (node: UsedNode): Promise<void> => {
    if (searching || !address.isCluster) return;
    searching = true;
    try {
      const found = await findNode(address, { known, except: node.host, rounds: 1 });
      if (node !== used || closed) return found.grpc.close();
      abandon(node);
      finding = Promise.resolve(use(found));
    } catch {
      // Nobody names another leader yet.
    } finally {
      searching = false;
    }
  };
  const look = (): void => {
    if (!used) return;
    const silentMs = longestWait(used);
    if (silentMs > connectWithinMs && !used.isReady()) abandon(used);
    else if (silentMs > searchAfterMs) void searchLeader(used);
  };
  const timer = setInterval(look, everyMs).unref();

  return {
    inUse: () => {
      finding ??= find()
        .then(use)
        .catch((error: unknown) => {
          finding = undefined;
          throw error;
        });
      return finding;
    },
    leave,
    unanswered: (node) => {
      if (node !== used) return;
      used.unanswered += 1;
      if (used.unanswered > 1 || !used.isReady()) abandon(used);
    },
    close: () => {
      closed = true;
      clearInterval(timer);
      if (used) abandon(used);
    },
  };
};

interface UsedNode extends Node, FoundNode {
  /** Calls that were given up since it was last heard. */
  unanswered: number;
  isReady(): boolean;
}

const toUsed = ({ host, grpc }: FoundNode): UsedNode => {
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
