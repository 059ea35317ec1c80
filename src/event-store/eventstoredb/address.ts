import { readFileSync } from 'node:fs';
import { parseConnectionString } from '@eventstore/db-client/dist/Client/parseConnectionString.js';
import {
  CallCredentials,
  type CallOptions,
  type ChannelCredentials,
  type ChannelOptions,
  credentials,
  Metadata,
} from '@grpc/grpc-js';
import { StoreUnavailable } from '../event-store.ts';
import { allowTlsByIp } from './tls-by-ip.ts';

/** Which members of a cluster are asked to serve, as the address says it. */
export type NodePreference = 'leader' | 'follower' | 'read_only_replica' | 'random';

/** What a connection string says. */
export interface Address {
  /** `host:port` of each host it names. */
  readonly hosts: readonly string[];
  /** The hosts are asked for the node to use. Otherwise there is one host, and it is used. */
  readonly isCluster: boolean;
  readonly preference: NodePreference;
  /** How long a member may take to say what it knows of the cluster. */
  readonly askWithinMs: number;
  /** How often all members are asked before there is no node to be found, and the pause in between. */
  readonly rounds: number;
  readonly pauseMs: number;
  readonly credentials: ChannelCredentials;
  readonly channelOptions: ChannelOptions;
  /** What goes with each call. Calls watch their own time: their deadline is infinite. */
  callArguments(requiresLeader: boolean): [Metadata, CallOptions];
}

/** A frozen member costs a round this long, and no longer. */
const ASK_WITHIN_MS = 2_000;
const ROUNDS = 10;
const PAUSE_MS = 100;
const KEEP_ALIVE_MS = 10_000;
/**
 * How much of an answer the server may send before it waits for an acknowledgement. The usual 64 KB are some thirty
 * events: both sides would spend a quarter of their time on waiting and waking.
 */
const WINDOW_BYTES = 1024 * 1024;
/** The largest event that the server may hold, and some room. */
const MAX_MESSAGE_BYTES = 17 * 1024 * 1024;

/**
 * @throws StoreUnavailable for a connection string that cannot be read. The message leaves the string out, because it
 * may hold a password.
 */
export const parseAddress = (url: string): Address => {
  allowTlsByIp();
  try {
    return toAddress(url);
  } catch (error) {
    // The parser's own message repeats the string.
    const isFile = /certificate|userCertFile|ENOENT|EACCES|EISDIR/.test(String(error));
    throw new StoreUnavailable(
      isFile
        ? 'a file that the address names (tlsCAFile, userCertFile, userKeyFile) is missing, or can not be read'
        : 'not a valid EventStoreDB connection string (esdb://host:port?tls=…)',
    );
  }
};

const toAddress = (url: string): Address => {
  // KurrentDB is the new name of EventStoreDB, and the parser knows only the old one.
  const parsed = parseConnectionString(url.replace(/^kurrentdb(?=[:+])/, 'esdb'));
  const isInsecure = parsed.tls === false;
  const keepAlive = (ms = KEEP_ALIVE_MS): number => (ms < 0 ? Number.MAX_VALUE : ms);
  const user = isInsecure ? undefined : parsed.defaultCredentials;
  const asUser = user && CallCredentials.createFromMetadataGenerator((_, done) => done(null, authorization(user)));
  const name = parsed.connectionName ?? crypto.randomUUID();
  return {
    hosts: parsed.hosts.map(({ address, port }) => hostOf(address, port)),
    isCluster: parsed.dnsDiscover || parsed.hosts.length > 1,
    preference: parsed.nodePreference ?? 'leader',
    askWithinMs: parsed.gossipTimeout === undefined ? ASK_WITHIN_MS : parsed.gossipTimeout * 1_000,
    rounds: parsed.maxDiscoverAttempts ?? ROUNDS,
    pauseMs: parsed.discoveryInterval ?? PAUSE_MS,
    credentials: isInsecure ? credentials.createInsecure() : secure(parsed),
    channelOptions: {
      'grpc.keepalive_time_ms': keepAlive(parsed.keepAliveInterval),
      'grpc.keepalive_timeout_ms': keepAlive(parsed.keepAliveTimeout),
      'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
      'grpc-node.flow_control_window': WINDOW_BYTES,
      // Otherwise a new channel shares the connection of the one before, which may wait for ever for a frozen server.
      'grpc.use_local_subchannel_pool': 1,
    },
    callArguments: (requiresLeader) => {
      const metadata = new Metadata();
      metadata.set('connection-name', name);
      if (requiresLeader) metadata.set('requires-leader', 'true');
      return [metadata, { deadline: Number.POSITIVE_INFINITY, ...(asUser && { credentials: asUser }) }];
    },
  };
};

/** As grpc-js takes it. */
export const hostOf = (address: string, port: number): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;

const authorization = ({ username, password }: { username: string; password: string }): Metadata => {
  const metadata = new Metadata();
  metadata.set('authorization', `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`);
  return metadata;
};

interface TlsFiles {
  readonly tlsCAFile?: string;
  readonly userCertFile?: string;
  readonly userKeyFile?: string;
}

const secure = ({ tlsCAFile, userCertFile, userKeyFile }: TlsFiles): ChannelCredentials => {
  const read = (path: string | undefined): Buffer | null => (path === undefined ? null : readFileSync(path));
  if ((userCertFile === undefined) !== (userKeyFile === undefined)) {
    throw new Error('userCertFile and userKeyFile belong together');
  }
  return credentials.createSsl(read(tlsCAFile), read(userKeyFile), read(userCertFile));
};
