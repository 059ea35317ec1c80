import { EventStoreDBClient } from '@eventstore/db-client';

/**
 * A client that appends call by call.
 * @throws Error for a connection string it can't read; the string itself, which may hold a password, is left out.
 */
export const createClient = (url: string): EventStoreDBClient => {
  const client = parse(url);
  // By default it sends all appends of the process over one BatchAppend call, with one list of those under way shared
  // by every client: an error of that call fails them all, an answer that comes after it throws where nobody can catch,
  // and a server that hangs is waited for without end. One Append call for each has its own error and deadline.
  Object.assign(client, { supports: async () => false });
  return client;
};

const parse = (url: string): EventStoreDBClient => {
  try {
    // KurrentDB is EventStoreDB under its new name; this client knows the old one.
    return EventStoreDBClient.connectionString(url.replace(/^kurrentdb(?=[:+])/, 'esdb'));
  } catch {
    throw new Error('not a valid EventStoreDB connection string (esdb://host:port?tls=…)');
  }
};
