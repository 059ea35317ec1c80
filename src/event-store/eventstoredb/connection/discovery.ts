import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@grpc/grpc-js';
import { toError } from '../../../database/thrown.ts';
import { type Address, hostOf, type NodePreference } from './address.ts';
import { type Member, type NodeState, readGossip, VNodeState } from './client-internals.ts';
import { openClient } from './grpc-client.ts';

const SERVING: readonly NodeState[] = [
  VNodeState.LEADER,
  VNodeState.FOLLOWER,
  VNodeState.READONLYREPLICA,
  VNodeState.PREREADONLYREPLICA,
  VNodeState.READONLYLEADERLESS,
];
const PREFERRED: Readonly<Record<NodePreference, readonly NodeState[]>> = {
  leader: [VNodeState.LEADER],
  follower: [VNodeState.FOLLOWER],
  read_only_replica: [VNodeState.READONLYREPLICA, VNodeState.PREREADONLYREPLICA, VNodeState.READONLYLEADERLESS],
  random: SERVING,
};

/** Discovery takes no longer than this, and the answers that are awaited then. */
const DISCOVER_WITHIN_MS = 5_000;

/** A node that is to be used, and the client with the connection to it. */
export interface DiscoveredNode {
  readonly host: string;
  readonly grpc: Client;
}

export interface DiscoveryOptions {
  /** Members that were known before, in addition to those that the address names. Learns further ones. */
  readonly known: Set<string>;
  /** Another member has named this one as the leader: it is taken if it answers at all. */
  readonly named?: string | undefined;
  /** This one is not taken, and not asked. */
  readonly except?: string | undefined;
  /** In place of the address's. */
  readonly rounds?: number;
}

/**
 * Finds the member to use: the leader, unless the address prefers another one. All members are asked at once for their
 * gossip: what they know of the cluster. A member is taken only if it answers for itself: the others may name a leader
 * that is frozen for as long as they have not noticed, and the kernel of a frozen one accepts connections.
 * @throws Error with the reasons of all members that did not answer
 */
export const discoverNode = async (address: Address, options: DiscoveryOptions): Promise<DiscoveredNode> => {
  const clients = new Map<string, Client>();
  const until = performance.now() + DISCOVER_WITHIN_MS;
  const rounds = options.rounds ?? address.rounds;
  let found: string | undefined;
  const reasons = new Set<string>();
  const clientOf = (host: string): Client => {
    const client = clients.get(host) ?? openClient(address, host);
    clients.set(host, client);
    return client;
  };
  try {
    for (let round = 1; ; round++) {
      // Who prefers another one than the leader takes any that serves before there is none.
      const wanted = round > 1 && address.preference !== 'leader' ? SERVING : PREFERRED[address.preference];
      found = await askAll(address, options, { wanted, clientOf, failed: (reason) => reasons.add(reason) });
      if (found !== undefined) return { host: found, grpc: clients.get(found)! };
      if (round >= rounds || performance.now() > until) break;
      await delay(address.pauseMs);
    }
  } finally {
    for (const [host, client] of clients) if (host !== found) client.close();
  }
  throw new Error(`failed to discover the node to use: ${[...reasons].join('; ')}`);
};

interface Round {
  readonly wanted: readonly NodeState[];
  clientOf(host: string): Client;
  failed(reason: string): void;
}

/** The first member that says of itself that it is wanted; undefined if none did, and no answer is awaited any more. */
const askAll = (
  { hosts, askWithinMs }: Address,
  { known, named, except }: DiscoveryOptions,
  round: Round,
): Promise<string | undefined> =>
  new Promise((resolve) => {
    const asked = new Set<string>();
    let open = 0;
    const heard = (host: string, members: readonly Member[]): void => {
      if (host === named) resolve(host);
      for (const { address, port, state } of members) {
        const its = hostOf(address, port);
        known.add(its);
        if (!round.wanted.includes(state)) continue;
        if (its === host) resolve(host);
        else ask(its);
      }
    };
    const ask = (host: string): void => {
      if (host === except || asked.has(host)) return;
      asked.add(host);
      open += 1;
      readGossip(round.clientOf(host), askWithinMs)
        .then((members) => heard(host, members))
        .catch((error: unknown) => round.failed(toError(error).message))
        .finally(() => {
          open -= 1;
          if (open === 0) resolve(undefined);
        });
    };
    for (const host of [...(named === undefined ? [] : [named]), ...hosts, ...known]) ask(host);
    if (open === 0) resolve(undefined);
  });
