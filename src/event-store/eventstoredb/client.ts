import { EventStoreDBClient } from '@eventstore/db-client';
import { Channel, type ChannelCredentials, type ChannelOptions } from '@grpc/grpc-js';
import { StoreUnavailable } from '../event-store.ts';
import { allowTlsByIp } from './tls-by-ip.ts';

/** A cluster's address with several hosts. A comma in the password is none between hosts. */
const DISCOVERS_FROM_MANY = /^esdb\+discover(?=:\/\/(?:[^@?]*@)?[^@?]*,[^@?]*(?:\?|$))/;

/**
 * The address as the client takes it. KurrentDB is EventStoreDB under its new name, and the client knows the old one. Of
 * several hosts after `esdb+discover` it asks the first alone, and finds no leader while that one is down; after `esdb`
 * it asks them all.
 */
const asClientsAddress = (url: string): string =>
  url.replace(/^kurrentdb(?=[:+])/, 'esdb').replace(DISCOVERS_FROM_MANY, 'esdb');

/** @throws StoreUnavailable for a connection string it can't read; the string itself, which may hold a password, is left out. */
export const createClient = (url: string): EventStoreDBClient => {
  allowTlsByIp();
  try {
    return withLargeWindow(EventStoreDBClient.connectionString(asClientsAddress(url)));
  } catch (error) {
    // The client's own words repeat the string.
    const isFile = /certificate|ENOENT|EACCES|EISDIR/.test(String(error));
    throw new StoreUnavailable(
      isFile
        ? 'a file that the address names (tlsCAFile, userCertFile, userKeyFile) is missing, or can not be read'
        : 'not a valid EventStoreDB connection string (esdb://host:port?tls=…)',
    );
  }
};

/**
 * The server may send so much of an answer before it waits for word that it was taken. The 64 KB that are usual are some
 * thirty events: both sides would spend a quarter of their time on waiting and waking.
 */
const WINDOW_BYTES = 1024 * 1024;

/** What the client and its channels have, though their types do not tell. */
interface ChannelMaker {
  createChannel(): Promise<Channel>;
}
interface ChannelInside {
  readonly internalChannel: { readonly credentials: ChannelCredentials; readonly options: ChannelOptions };
}

/** The client has no setting for it: a channel that it makes is made again, before it is used. */
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
