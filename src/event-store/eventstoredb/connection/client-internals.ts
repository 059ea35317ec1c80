import { parseConnectionString } from '@eventstore/db-client/dist/Client/parseConnectionString.js';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { type Client, Metadata } from '@grpc/grpc-js';

/**
 * All that we use of `@eventstore/db-client` 6.2: its parser of connection strings, and its messages for the gossip of a
 * cluster. The client exports neither, so an upgrade may move them; no other file imports the client.
 *
 * Appends, reads and subscriptions are calls of our own (connection.ts). Through the client's public API they took, beside
 * ours, on the tests' server and a busy machine (medians of five turns each):
 *
 * |                               | a second: ours, client | processor time: ours, client |
 * | ----------------------------- | ---------------------- | ---------------------------- |
 * | appends, 1 caller             | 297, 287               | 305 µs, 505 µs               |
 * | appends, 16 callers           | 2 774, 1 807           | 82 µs, 249 µs                |
 * | appends, 64 callers           | 4 910, 1 961           | 60 µs, 230 µs                |
 * | reads of a short stream       | 2 249, 1 245           | 154 µs, 369 µs               |
 * | events of a subscription      | 7 584, 3 741           | 33 µs, 65 µs                 |
 * | events that are read in pages | 10 516, 10 432         | 34 µs, 53 µs                 |
 *
 * Pages cost little more by the client (where the machine was busier, they lost a third). But they share our connection
 * and its failover with the rest, and the client's calls fail where a server does:
 *
 * - An append or a read that gets no answer waits without an end, whatever `deadline` says.
 * - When the connection to one node breaks, the appends of all clients of the process fail. The answer to one of them
 *   that comes later is a rejection that nobody handles, which ends the process.
 * - No method closes the connection. A new client for the same host takes over the one before, also if that is dead: after
 *   a frozen node it never gets through.
 */
export { parseConnectionString };

export const { VNodeState } = gossip.MemberInfo;
export type NodeState = gossip.MemberInfo.VNodeState;

/** A member of a cluster that is alive, as another one sees it. */
export interface Member {
  readonly address: string;
  readonly port: number;
  readonly state: NodeState;
}

/** What the node that the gRPC client connects to knows of its cluster. The client library has no public call for it. */
export const readGossip = (grpc: Client, withinMs: number): Promise<readonly Member[]> => {
  const { path, requestSerialize, responseDeserialize } = gossipService.GossipService.read;
  const options = { deadline: Date.now() + withinMs };
  return new Promise((resolve, reject) => {
    grpc.makeUnaryRequest(
      ...([path, requestSerialize, responseDeserialize, new shared.Empty(), new Metadata(), options] as const),
      (error, info) => (error ? reject(error) : resolve(info?.getMembersList().flatMap(toMember) ?? [])),
    );
  });
};

const toMember = (info: gossip.MemberInfo): Member[] => {
  const endpoint = info.getHttpEndPoint();
  if (!endpoint || !info.getIsAlive()) return [];
  return [{ address: endpoint.getAddress(), port: endpoint.getPort(), state: info.getState() }];
};
