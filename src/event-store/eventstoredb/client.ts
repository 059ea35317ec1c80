import { EventStoreDBClient } from '@eventstore/db-client';
import { StoreUnavailable } from '../event-store.ts';
import { allowTlsByIp } from './tls-by-ip.ts';

/** @throws StoreUnavailable for a connection string it can't read; the string itself, which may hold a password, is left out. */
export const createClient = (url: string): EventStoreDBClient => {
  allowTlsByIp();
  try {
    // KurrentDB is EventStoreDB under its new name; this client knows the old one.
    return EventStoreDBClient.connectionString(url.replace(/^kurrentdb(?=[:+])/, 'esdb'));
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
