import { EventStoreDBClient } from '@eventstore/db-client';
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
    return EventStoreDBClient.connectionString(asClientsAddress(url));
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
