import { startEventStoreDbServer } from '../../test/support/eventstoredb/server.ts';
import { answerParent } from './answer-parent.ts';

/** What a server with its log on a disk takes, as far as it was measured: see docs/benchmarks.md. */
const COSTS = { commitMs: 2, appendMicros: 60 };

const server = await startEventStoreDbServer({ costs: COSTS });

answerParent({
  port: Number(new URL(server.url).port),
  close: async () => server.stop(),
});
