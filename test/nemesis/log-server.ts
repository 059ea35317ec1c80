import { startEventStoreDbServer } from '../support/eventstoredb/server.ts';
import { startThrowawayEventStore } from '../support/throwaway-event-store.ts';

/** The EventStoreDB of a round, and the faults that come over it. */
export interface LogServer {
  readonly url: string;
  /** It is started again at once, and still has its log. Resolves when it answers. */
  kill(): Promise<void>;
  /** From now on it answers nobody, and its connections stay open. */
  freeze(): void;
  thaw(): Promise<void> | void;
  stop(): Promise<void>;
}

/** An empty one: as EVENTSTOREDB_COMMAND starts it, else the double in this process. */
export const startLogServer = async (): Promise<LogServer> => (await startThrowawayEventStore()) ?? startDouble();

const startDouble = async (): Promise<LogServer> => {
  const double = await startEventStoreDbServer();
  const restart = async (): Promise<void> => {
    double.stop();
    await double.start();
  };
  return {
    url: double.url,
    kill: restart,
    freeze: () => double.hang(true),
    // It never answers what it was asked meanwhile: without new connections each app would wait ten seconds for that.
    thaw: async () => {
      double.hang(false);
      await restart();
    },
    stop: async () => double.stop(),
  };
};
