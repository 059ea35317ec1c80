import { MemoryLog } from '../../support/eventstoredb/log.ts';
import { type EventStoreDbServer, startEventStoreDbServer } from '../../support/eventstoredb/server.ts';
import { startWire, type Wire } from './wire.ts';

export interface ClusterNode {
  readonly server: EventStoreDbServer;
  /** In front of it: its advertised address. */
  readonly wire: Wire;
  readonly port: number;
}

export interface Cluster {
  readonly nodes: readonly ClusterNode[];
  /** Of all nodes. */
  readonly url: string;
  /** All nodes name this one as the leader from now on. */
  elect(index: number): void;
  stop(): Promise<void>;
}

/** Nodes in this process with one log. What they say of each other is what the test says. */
export const startCluster = async (size = 3): Promise<Cluster> => {
  const log = new MemoryLog();
  const nodes: ClusterNode[] = [];
  let leader = 0;
  const gossip = () =>
    nodes.map(({ port }, index) => ({ port, state: index === leader ? ('leader' as const) : ('follower' as const) }));
  for (let index = 0; index < size; index++) {
    const server = await startEventStoreDbServer({ log, gossip });
    const wire = await startWire(server.url);
    nodes.push({ server, wire, port: Number(new URL(wire.url).port) });
  }
  return {
    nodes,
    url: `esdb+discover://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=false`,
    elect: (index) => {
      leader = index;
    },
    stop: async () => {
      for (const { server, wire } of nodes) {
        server.stop();
        await wire.close();
      }
    },
  };
};
