import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import type shared from '@eventstore/db-client/generated/shared_pb.js';
import type { handleUnaryCall } from '@grpc/grpc-js';

const { ClusterInfo, EndPoint, MemberInfo } = gossip;

/** A member of a cluster, as a node sees it. */
export interface GossipMember {
  readonly port: number;
  readonly state: 'leader' | 'follower';
  readonly isAlive?: boolean;
}

/** The RPC Gossip.Read. */
export const gossipHandler =
  (members: () => readonly GossipMember[], answers: () => boolean): handleUnaryCall<shared.Empty, gossip.ClusterInfo> =>
  (_call, respond) => {
    if (answers()) respond(null, new ClusterInfo().setMembersList(members().map(toInfo)));
  };

const toInfo = ({ port, state, isAlive = true }: GossipMember): gossip.MemberInfo =>
  new MemberInfo()
    .setIsAlive(isAlive)
    .setState(state === 'leader' ? MemberInfo.VNodeState.LEADER : MemberInfo.VNodeState.FOLLOWER)
    .setHttpEndPoint(new EndPoint().setAddress('127.0.0.1').setPort(port));
