import { startEventStoreDbServer } from '../support/eventstoredb/server.ts';
import { startThrowawayEventStore } from '../support/throwaway-event-store.ts';

/** The EventStoreDB of a round, and the faults that come over it. */
export interface LogServer {
  readonly url: string;
  /** It is started again at once, and still has its log. Resolves when it answers. */
  kill(): Promise<void>;
  /** From now on it answers nobody, and its connections stay open. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** An empty one: as EVENTSTOREDB_COMMAND starts it, else the double in this process. */
export const startLogServer = async (): Promise<LogServer> => (await startThrowawayEventStore()) ?? startDouble();

const startDouble = async (): Promise<LogServer> => {
  const double = await startEventStoreDbServer();
  return {
    url: double.url,
    kill: async () => {
      double.stop();
      await double.start();
    },
    freeze: () => double.hang(true),
    thaw: () => double.hang(false),
    stop: async () => double.stop(),
  };
};
