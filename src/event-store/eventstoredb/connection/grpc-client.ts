import { isIP } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import {
  CallCredentials,
  type CallOptions,
  type ChannelCredentials,
  Client,
  credentials,
  Metadata,
} from '@grpc/grpc-js';
import type { Address, User } from './address.ts';

/**
 * How much of an answer the server may send before it waits for an acknowledgement. The usual 64 KB are some thirty
 * events: both sides would spend a quarter of their time on waiting and waking.
 */
const WINDOW_BYTES = 1024 * 1024;
/** The largest event that the server may hold, and some room. */
const MAX_MESSAGE_BYTES = 17 * 1024 * 1024;
/** The name in certificates that EventStoreDB's own tool makes for nodes. */
const NODE_NAME = 'eventstoredb-node';

/** A gRPC client with a connection of its own to a host (`host:port`). It connects as soon as there is a call. */
export const openClient = (address: Address, host: string): Client => {
  const ip = ipOf(host);
  return new Client(host, channelCredentials(address, ip), {
    'grpc.keepalive_time_ms': address.keepAliveMs,
    'grpc.keepalive_timeout_ms': address.keepAliveTimeoutMs,
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc-node.flow_control_window': WINDOW_BYTES,
    // Otherwise a new client shares the connection of the one before, which may wait for ever for a frozen server.
    'grpc.use_local_subchannel_pool': 1,
    ...(ip !== undefined && SENT_FOR_IP),
  });
};

/**
 * Cluster nodes often advertise an IP address. grpc-js names every host to the server (SNI), and Node 26 accepts no IP
 * there. So another name is sent, and the certificate is checked for the IP.
 */
const SENT_FOR_IP = { 'grpc.ssl_target_name_override': NODE_NAME };

const channelCredentials = ({ tls }: Address, ip: string | undefined): ChannelCredentials => {
  if (!tls) return credentials.createInsecure();
  if (ip === undefined) return credentials.createFromSecureContext(tls);
  return credentials.createFromSecureContext(tls, { checkServerIdentity: (_, peer) => checkServerIdentity(ip, peer) });
};

/** Undefined for a host that is named. */
const ipOf = (host: string): string | undefined => {
  const name = host.slice(0, host.lastIndexOf(':')).replace(/^\[|\]$/g, '');
  return isIP(name) ? name : undefined;
};

/** What goes with a call. */
export type CallArguments = (requiresLeader: boolean) => [Metadata, CallOptions];

/** Calls watch their own time: their deadline is infinite. */
export const createCallArguments = ({ user, connectionName }: Address): CallArguments => {
  const asUser = user && CallCredentials.createFromMetadataGenerator((_, done) => done(null, authorization(user)));
  return (requiresLeader) => {
    const metadata = new Metadata();
    metadata.set('connection-name', connectionName);
    if (requiresLeader) metadata.set('requires-leader', 'true');
    return [metadata, { deadline: Number.POSITIVE_INFINITY, ...(asUser && { credentials: asUser }) }];
  };
};

const authorization = ({ username, password }: User): Metadata => {
  const metadata = new Metadata();
  metadata.set('authorization', `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`);
  return metadata;
};
