import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import featureMessages from '@eventstore/db-client/generated/serverfeatures_pb.js';
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { type handleUnaryCall, Server, ServerCredentials, status } from '@grpc/grpc-js';
import { batchAppendHandler } from './batch-append.ts';
import { type AppendCosts, createCommits } from './commits.ts';
import { type GossipMember, gossipHandler } from './gossip.ts';
import { MemoryLog } from './log.ts';
import { refusal } from './messages.ts';
import { type Call, type ReadSettings, readHandler } from './read.ts';

export interface EventStoreDbServerOptions extends Partial<Pick<ReadSettings, 'imitates'>> {
  /** Bytes one append may hold (default 1 MiB, as the server's). */
  readonly maxAppendSize?: number;
  /** In place of another server that was stopped (default: any free one). */
  readonly port?: number;
  /** Shared with the other nodes of a cluster (default: its own). */
  readonly log?: MemoryLog;
  /** The members of the cluster, as this node sees them. */
  readonly gossip?: () => readonly GossipMember[];
  /** What appends take (default: nothing but what this server's own code takes). */
  readonly costs?: AppendCosts;
}

export interface EventStoreDbServer {
  readonly url: string;
  readonly log: MemoryLog;
  /** Drops every connection and stops listening. The log stays. */
  stop(): void;
  /** Listens again on the same port. */
  start(): Promise<void>;
  /** While true, appends and reads are received and never answered, as by a server whose disk hangs. */
  hang(hanging: boolean): void;
  /** From now on it only follows that one, and lags: what is appended there does not come here. */
  follow(leader: EventStoreDbServer): void;
  /** While true, the rest of its cluster is away: it answers reads, but for those that only a leader answers. */
  loseCluster(lost: boolean): void;
  /** How many reads it was asked for, subscriptions left out. */
  reads(): number;
  /** How many subscriptions are being served. */
  subscriptions(): number;
  /** Ends every subscription as if there were nothing wrong, as a server does that shuts down. */
  endSubscriptions(): void;
}

/**
 * A single-node EventStoreDB that keeps its log in memory, on the client's own generated service definitions. It
 * listens on TCP, so other processes can use it too. Only what an event store adapter needs: streams, no users, no
 * persistent subscriptions, no deletes.
 */
export const startEventStoreDbServer = async (options: EventStoreDbServerOptions = {}): Promise<EventStoreDbServer> => {
  const { maxAppendSize = 1_048_576, imitates = 'current', costs, log = new MemoryLog(), gossip = () => [] } = options;
  const subscriptions = new Set<Call>();
  let reads = 0;
  let hanging = false;
  let leader: EventStoreDbServer | undefined;
  let isAlone = false;
  const answers = (): boolean => !hanging;
  let server: Server | undefined;
  let port = options.port ?? 0;
  const handleRead = readHandler(log, {
    imitates,
    subscriptions,
    answers,
    leader: () => leader && Number(new URL(leader.url).port),
    isAlone: () => isAlone,
  });

  const start = async (): Promise<void> => {
    server = new Server({
      'grpc.max_receive_message_length': 16 * 1024 * 1024,
      // What the server's HTTP/2 allows a connection: further calls wait in the client.
      'grpc.max_concurrent_streams': 100,
    });
    server.addService(streams.StreamsService, {
      read: (call: Call) => {
        if (!call.request.getOptions()?.hasSubscription()) reads += 1;
        handleRead(call);
      },
      batchAppend: batchAppendHandler(log, { maxAppendSize, answers, commit: createCommits(costs) }),
      append: unsupported,
      delete: unsupported,
      tombstone: unsupported,
    });
    server.addService(gossipService.GossipService, { read: gossipHandler(gossip, answers) });
    server.addService(features.ServerFeaturesService, { getSupportedMethods: supportedMethods });
    port = await new Promise<number>((resolve, reject) =>
      server!.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      ),
    );
  };

  await start();
  return {
    get url() {
      return `esdb://127.0.0.1:${port}?tls=false`;
    },
    log,
    start,
    stop: () => {
      server?.forceShutdown();
      log.forgetIds();
    },
    hang: (value) => {
      hanging = value;
    },
    follow: (other) => {
      leader = other;
    },
    loseCluster: (lost) => {
      isAlone = lost;
    },
    reads: () => reads,
    subscriptions: () => subscriptions.size,
    endSubscriptions: () => {
      for (const call of subscriptions) call.end();
      subscriptions.clear();
    },
  };
};

const unsupported: handleUnaryCall<unknown, unknown> = (_call, respond) =>
  respond(refusal(status.UNIMPLEMENTED, 'not part of this server'));

const supportedMethods = (_call: unknown, respond: (error: null, answer: unknown) => void): void => {
  const answer = new featureMessages.SupportedMethods().setEventStoreServerVersion('24.10.0');
  for (const name of ['read', 'batchappend']) {
    const method = new featureMessages.SupportedMethod().setMethodName(name);
    answer.addMethods(method.setServiceName('event_store.client.streams.streams'));
  }
  respond(null, answer);
};
