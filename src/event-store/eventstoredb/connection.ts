import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { CallOptions, Client, ClientDuplexStream, ClientReadableStream, Metadata } from '@grpc/grpc-js';
import { createClient } from './client.ts';
import { isNotLeader, isOfServer } from './errors.ts';

/**
 * The parts of the client that our own calls use: it finds the nodes, makes and replaces the channel, and knows the
 * credentials. Its own calls cost several times as much for each event (see protobuf.ts). Its batch append has one list
 * of appends under way for all clients of the process: an error there fails the appends of all, and an append that the
 * server leaves unanswered waits for ever.
 */
interface ClientInside {
  execute<Result>(
    type: typeof StreamsClient,
    name: string,
    action: (client: Client) => Promise<Result>,
  ): Promise<Result>;
  callArguments(options: { readonly requiresLeader?: boolean }, call: CallOptions): [Metadata, CallOptions];
}

/** Takes message bytes and returns message bytes. */
export type ReadCall<Answer> = ClientReadableStream<Answer>;
export type AppendCall<Answer> = ClientDuplexStream<Buffer, Answer>;

export interface ReadCallOptions<Answer> {
  readonly request: Buffer;
  readonly parse: (message: Buffer) => Answer;
  readonly requiresLeader?: boolean;
}

export interface Connection {
  /**
   * Makes the call and runs `work` with it. It fails as `work` does. After an error of the connection the next call
   * makes a new one.
   */
  read<Answer, Result>(
    options: ReadCallOptions<Answer>,
    work: (call: ReadCall<Answer>) => Promise<Result>,
  ): Promise<Result>;
  /** One call for many appends. */
  batchAppend<Answer, Result>(
    parse: (message: Buffer) => Answer,
    work: (call: AppendCall<Answer>) => Promise<Result>,
  ): Promise<Result>;
  /** Ends every call that is open. */
  close(): void;
}

const SERVICE = '/event_store.client.streams.Streams';
const asIs = (message: Buffer): Buffer => message;

/**
 * @throws Error for a connection string that cannot be read. The message leaves the string out, because it may hold a
 * password.
 */
export const createConnection = (url: string): Connection => {
  const client = createClient(url) as unknown as ClientInside;
  const open = new Set<{ cancel(): void }>();

  const tracked = async <Call extends { cancel(): void; on(event: 'error', listener: () => void): unknown }, Result>(
    call: Call,
    work: (call: Call) => Promise<Result>,
  ): Promise<Result> => {
    open.add(call);
    // For errors that come after the work is over: without a listener they end the process.
    call.on('error', () => {});
    try {
      return await work(call);
    } finally {
      open.delete(call);
    }
  };
  /**
   * Passes errors of ours by the client. It takes each error with a number for its code for one of the server, as an
   * abort's is, and fails at what only those of the server have.
   */
  const execute = async <Result>(name: string, action: (grpc: Client) => Promise<Result>): Promise<Result> => {
    const outcome = await client.execute(StreamsClient, name, async (grpc) => {
      try {
        return { result: await action(grpc) };
      } catch (error) {
        if (isOfServer(error)) throw error;
        return { error };
      }
    });
    if ('error' in outcome) throw outcome.error;
    return outcome.result;
  };
  const argumentsOf = (requiresLeader: boolean) =>
    // Each call watches its own time: the client's deadline is for a whole call.
    client.callArguments({ requiresLeader }, { deadline: Number.POSITIVE_INFINITY });

  const read: Connection['read'] = ({ request, parse, requiresLeader = false }, work) =>
    execute('read', (grpc) =>
      tracked(
        grpc.makeServerStreamRequest(`${SERVICE}/Read`, asIs, parse, request, ...argumentsOf(requiresLeader)),
        work,
      ),
    );

  return {
    // A node that is no longer the leader names the new leader at once, and the client is connected to that one by now.
    read: (options, work) =>
      read(options, work).catch((error: unknown) => {
        if (isNotLeader(error)) return read(options, work);
        throw error;
      }),
    batchAppend: (parse, work) =>
      execute('batchAppend', (grpc) =>
        tracked(grpc.makeBidiStreamRequest(`${SERVICE}/BatchAppend`, asIs, parse, ...argumentsOf(false)), work),
      ),
    close: () => {
      for (const call of open) call.cancel();
    },
  };
};
