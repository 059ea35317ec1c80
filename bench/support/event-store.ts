import { startServer } from './child.ts';

export interface BenchEventStore {
  readonly url: string;
  stop(): Promise<void>;
}

/** The EventStoreDB at EVENTSTOREDB_URL, or the tests' stand-in, made as slow as one, in a process of its own. */
export const startEventStore = async (): Promise<BenchEventStore> => {
  const url = process.env.EVENTSTOREDB_URL;
  if (url) return { url, stop: async () => {} };
  const server = await startServer('eventstoredb');
  return { url: `esdb://${new URL(server.url).host}?tls=false`, stop: server.stop };
};
