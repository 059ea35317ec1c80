import type { ClientDuplexStream, ClientReadableStream } from '@grpc/grpc-js';
import { isNotLeader, isOfServer, leaderNamedBy, meansReconnect } from '../errors.ts';
import { createActiveNode, type FailoverTimes, type Node, type OpenCall } from './active-node.ts';
import { parseAddress } from './address.ts';
import { createCallArguments } from './grpc-client.ts';

/** Takes message bytes and returns message bytes. */
export type ReadCall<Answer> = ClientReadableStream<Answer>;
export type AppendCall<Answer> = ClientDuplexStream<Buffer, Answer>;

export interface ReadCallOptions<Answer> {
  readonly request: Buffer;
  readonly parse: (message: Buffer) => Answer;
  readonly requiresLeader?: boolean;
  /** The server sends nothing for as long as nothing is appended. */
  readonly isSubscription?: boolean;
}

/**
 * `unanswered` says that the server left the call without an answer for too long, and that it was given up: a server that
 * does so is not used for ever.
 */
export type Work<Call, Result> = (call: Call, unanswered: () => void) => Promise<Result>;

export interface AppendCallOptions<Answer> {
  readonly parse: (message: Buffer) => Answer;
  /** Since when the oldest append waits for its answer, by `performance.now`; undefined if none does. */
  readonly waitsSince: () => number | undefined;
}

export interface Connection {
  /**
   * Makes the call and runs `work` with it. It fails as `work` does. After an error of the connection the next call
   * makes a new one, to the node that leads by then.
   */
  read<Answer, Result>(options: ReadCallOptions<Answer>, work: Work<ReadCall<Answer>, Result>): Promise<Result>;
  /** One call for many appends. */
  batchAppend<Answer, Result>(
    options: AppendCallOptions<Answer>,
    work: Work<AppendCall<Answer>, Result>,
  ): Promise<Result>;
  /** Ends every call that is open. */
  close(): void;
}

const SERVICE = '/event_store.client.streams.Streams';
const asIs = (message: Buffer): Buffer => message;

interface AnyCall {
  cancel(): void;
  on(event: 'error', listener: () => void): unknown;
}

/**
 * Calls of our own, in place of the client library's: client-internals.ts says why.
 * @throws StoreUnavailable for a connection string that cannot be read. The message leaves the string out, because it
 * may hold a password.
 */
export const createConnection = (url: string, times?: Partial<FailoverTimes>): Connection => {
  const address = parseAddress(url);
  const callArguments = createCallArguments(address);
  const active = createActiveNode(address, times);

  const tracked = async <Call extends AnyCall, Result>(
    node: Node,
    call: Call,
    waitsSince: OpenCall['waitsSince'],
    work: Work<Call, Result>,
  ): Promise<Result> => {
    const open = { cancel: () => call.cancel(), waitsSince };
    node.open.add(open);
    // For errors that come after the work is over: without a listener they end the process.
    call.on('error', () => {});
    try {
      return await work(call, () => active.unanswered(node));
    } catch (error) {
      if (isOfServer(error) && (isNotLeader(error) || meansReconnect(error))) active.leave(node, leaderNamedBy(error));
      throw error;
    } finally {
      node.open.delete(open);
    }
  };

  const read = async <Answer, Result>(
    { request, parse, requiresLeader = false, isSubscription = false }: ReadCallOptions<Answer>,
    work: Work<ReadCall<Answer>, Result>,
  ): Promise<Result> => {
    const node = await active.get();
    let heardAt = performance.now();
    const parseHeard = (message: Buffer): Answer => {
      heardAt = performance.now();
      node.heard();
      return parse(message);
    };
    const [metadata, options] = callArguments(requiresLeader);
    return tracked(
      node,
      node.grpc.makeServerStreamRequest(`${SERVICE}/Read`, asIs, parseHeard, request, metadata, options),
      () => (isSubscription ? undefined : heardAt),
      work,
    );
  };

  return {
    // A node that is no longer the leader names the new leader at once, and the next call goes to that one.
    read: (options, work) =>
      read(options, work).catch((error: unknown) => {
        if (isNotLeader(error)) return read(options, work);
        throw error;
      }),
    batchAppend: async ({ parse, waitsSince }, work) => {
      const node = await active.get();
      const parseHeard = (message: Buffer) => {
        node.heard();
        return parse(message);
      };
      return tracked(
        node,
        node.grpc.makeBidiStreamRequest(`${SERVICE}/BatchAppend`, asIs, parseHeard, ...callArguments(false)),
        waitsSince,
        work,
      );
    },
    close: active.close,
  };
};
