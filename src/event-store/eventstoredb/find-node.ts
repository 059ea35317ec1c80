import { setTimeout as delay } from 'node:timers/promises';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { Client, Metadata } from '@grpc/grpc-js';
import { toError } from '../../database/thrown.ts';
import { type Address, hostOf, type NodePreference } from './address.ts';

const { VNodeState } = gossip.MemberInfo;

const SERVING: readonly gossip.MemberInfo.VNodeState[] = [
  VNodeState.LEADER,
  VNodeState.FOLLOWER,
  VNodeState.READONLYREPLICA,
  VNodeState.PREREADONLYREPLICA,
  VNodeState.READONLYLEADERLESS,
];
const PREFERRED: Readonly<Record<NodePreference, readonly gossip.MemberInfo.VNodeState[]>> = {
  leader: [VNodeState.LEADER],
  follower: [VNodeState.FOLLOWER],
  read_only_replica: [VNodeState.READONLYREPLICA, VNodeState.PREREADONLYREPLICA, VNodeState.READONLYLEADERLESS],
  random: SERVING,
};

/** A search takes no longer than this, and the answers that are awaited then. */
const FIND_WITHIN_MS = 5_000;

/** A server that is to be used, and the client with the connection to it. */
export interface FoundNode {
  readonly host: string;
  readonly grpc: Client;
}

export interface Search {
  /** Members that were known before, in addition to those that the address names. Learns further ones. */
  readonly known: Set<string>;
  /** Another member has named this one as the leader: it is taken if it answers at all. */
  readonly named?: string | undefined;
  /** This one is not taken, and not asked. */
  readonly except?: string | undefined;
  /** In place of the address's. */
  readonly rounds?: number;
}

/** Connects as soon as there is a call. */
export const openClient = ({ credentials, channelOptions }: Address, host: string): Client =>
  new Client(host, credentials, channelOptions);

/**
 * Finds the member to use: its leader, unless the address wants another one. All members are asked at once what they know
 * of the cluster. A member is taken only if it answers for itself: the others may name a leader that is frozen for as long
 * as they have not noticed, and the kernel of a frozen one accepts connections.
 * @throws Error with the reasons of all members that did not answer
 */
export const findNode = async (address: Address, search: Search): Promise<FoundNode> => {
  const clients = new Map<string, Client>();
  const until = performance.now() + FIND_WITHIN_MS;
  const rounds = search.rounds ?? address.rounds;
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
      found = await askAll(address, search, { wanted, clientOf, failed: (reason) => reasons.add(reason) });
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
  readonly wanted: readonly gossip.MemberInfo.VNodeState[];
  clientOf(host: string): Client;
  failed(reason: string): void;
}

/** The first member that says of itself that it is wanted; undefined if all have answered, or were silent for too long. */
const askAll = ({ hosts, askWithinMs }: Address, search: Search, round: Round): Promise<string | undefined> =>
  new Promise((resolve) => {
    const { known, named, except } = search;
    const asked = new Set<string>();
    let open = 0;
    const heard = (host: string, members: readonly gossip.MemberInfo[]): void => {
      if (host === named) resolve(host);
      for (const member of members) {
        const endpoint = member.getHttpEndPoint();
        if (!endpoint || !member.getIsAlive()) continue;
        const its = hostOf(endpoint.getAddress(), endpoint.getPort());
        known.add(its);
        if (!round.wanted.includes(member.getState())) continue;
        if (its === host) resolve(host);
        else ask(its);
      }
    };
    const ask = (host: string): void => {
      if (host === except || asked.has(host)) return;
      asked.add(host);
      open += 1;
      gossipOf(round.clientOf(host), askWithinMs)
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

/** What a member knows of the cluster. */
const gossipOf = (client: Client, withinMs: number): Promise<readonly gossip.MemberInfo[]> => {
  const { path, requestSerialize, responseDeserialize } = gossipService.GossipService.read;
  const options = { deadline: Date.now() + withinMs };
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      ...([path, requestSerialize, responseDeserialize, new shared.Empty(), new Metadata(), options] as const),
      (error, info) => (error ? reject(error) : resolve(info?.getMembersList() ?? [])),
    );
  });
};
