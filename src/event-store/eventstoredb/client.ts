import { EventStoreDBClient } from '@eventstore/db-client';

/** @throws Error for a connection string it can't read; the string itself, which may hold a password, is left out. */
export const createClient = (url: string): EventStoreDBClient => {
  try {
    // KurrentDB is EventStoreDB under its new name; this client knows the old one.
    return EventStoreDBClient.connectionString(url.replace(/^kurrentdb(?=[:+])/, 'esdb'));
  } catch {
    throw new Error('not a valid EventStoreDB connection string (esdb://host:port?tls=…)');
  }
};
