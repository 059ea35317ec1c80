import { EventStoreDBClient } from '@eventstore/db-client';
import { Channel, type ChannelCredentials, type ChannelOptions } from '@grpc/grpc-js';
import { StoreUnavailable } from '../event-store.ts';
import { allowTlsByIp } from './tls-by-ip.ts';

/** A cluster's address with several hosts. A comma in the password does not count. */
const DISCOVERS_FROM_MANY = /^esdb\+discover(?=:\/\/(?:[^@?]*@)?[^@?]*,[^@?]*(?:\?|$))/;

/**
 * The address in the client's form. KurrentDB is the new name of EventStoreDB, and the client knows only the old one.
 * After `esdb+discover` the client asks only the first of several hosts, and finds no leader while that one is down.
 * After `esdb` it asks all of them.
 */
const asClientsAddress = (url: string): string =>
  url.replace(/^kurrentdb(?=[:+])/, 'esdb').replace(DISCOVERS_FROM_MANY, 'esdb');

/**
 * @throws StoreUnavailable for a connection string that cannot be read. The message leaves the string out, because it
 * may hold a password.
 */
export const createClient = (url: string): EventStoreDBClient => {
  allowTlsByIp();
  try {
    return withLargeWindow(EventStoreDBClient.connectionString(asClientsAddress(url)));
  } catch (error) {
    // The client's own message repeats the string.
    const isFile = /certificate|ENOENT|EACCES|EISDIR/.test(String(error));
    throw new StoreUnavailable(
      isFile
        ? 'a file that the address names (tlsCAFile, userCertFile, userKeyFile) is missing, or can not be read'
        : 'not a valid EventStoreDB connection string (esdb://host:port?tls=…)',
    );
  }
};

/**
 * How much of an answer the server may send before it waits for an acknowledgement. The usual 64 KB are some thirty
 * events: both sides would spend a quarter of their time on waiting and waking.
 */
const WINDOW_BYTES = 1024 * 1024;

/** What the client and its channels have, though their types do not say so. */
interface ChannelMaker {
  createChannel(): Promise<Channel>;
}
interface ChannelInside {
  readonly internalChannel: { readonly credentials: ChannelCredentials; readonly options: ChannelOptions };
}

/** The client has no setting for it, so a channel that the client makes is made again before it is used. */
const withLargeWindow = (client: EventStoreDBClient): EventStoreDBClient => {
  const maker = client as unknown as ChannelMaker;
  const create = maker.createChannel;
  maker.createChannel = async () => {
    const made = await create();
    const { credentials, options } = (made as unknown as ChannelInside).internalChannel;
    made.close();
    return new Channel(made.getTarget(), credentials, { ...options, 'grpc-node.flow_control_window': WINDOW_BYTES });
  };
  return client;
};
