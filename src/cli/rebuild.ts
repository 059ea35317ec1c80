import { Command } from 'commander';
import { rebuildIdentities } from '../commands/rebuild-identities.ts';
import { analyzeUnknown } from '../database/statistics.ts';
import type { EventStore } from '../event-store/event-store.ts';
import { allProjections } from '../projections/all-projections.ts';
import { rebuildIndex } from '../projections/event-index/rebuild.ts';
import { rebuild } from '../projections/rebuild/rebuild.ts';
import { withLog } from './open-log.ts';
import { allWell, renderIndex, renderReports } from './rebuild-report.ts';
import { runCommand } from './run-command.ts';

const everyName = allProjections.map(({ name }) => name);
/** Not a read model, and not part of `all`: the claims of outside keys, in case their table is lost. */
const IDENTITIES = 'identities';
/** Not a read model, either: the index of the log, for searches. */
const EVENT_INDEX = 'event-index';

/** Answers whether every read model was built and equals the one it replaced. */
const run = async (asked: readonly string[], signal: AbortSignal): Promise<boolean> => {
  const readModels = asked.filter((name) => name !== IDENTITIES && name !== EVENT_INDEX);
  const names = readModels.includes('all') ? everyName : [...new Set(readModels)];
  const unknown = names.find((name) => !everyName.includes(name));
  if (unknown !== undefined)
    throw new Error(
      `${unknown} is not a read model: name ${everyName.join(', ')}, all, ${EVENT_INDEX} or ${IDENTITIES}`,
    );
  return await withLog('tillstream-rebuild', async ({ url, pool, store, stored, subjects }) => {
    if (asked.includes(IDENTITIES)) {
      const found = await rebuildIdentities(store, pool, subjects.hashPhone);
      console.log(`identities: ${found} found in the log that were missing`);
      await analyzeUnknown(pool);
    }
    const isIndexEqual = asked.includes(EVENT_INDEX) ? await rebuildEventIndex(stored, url, signal) : true;
    if (names.length === 0) return isIndexEqual;
    const reports = await rebuild({ store, url, projections: allProjections, signal }, names);
    console.log(renderReports(reports));
    return allWell(reports) && isIndexEqual;
  });
};

/** Answers whether the index equals the one that it replaced. */
const rebuildEventIndex = async (stored: EventStore, url: string, signal: AbortSignal): Promise<boolean> => {
  const tables = await rebuildIndex(stored, url, signal);
  console.log(renderIndex(tables));
  return tables.every(({ before, after }) => before.checksum === after.checksum);
};

const command = new Command('rebuild')
  .description('Builds read models anew from the event log beside those that serve, compares the two, and swaps them.')
  .argument('<names...>', `any of ${everyName.join(', ')}; or all; or ${EVENT_INDEX}; or ${IDENTITIES}`)
  .action(async (names: string[]) => {
    const interrupted = new AbortController();
    process.once('SIGINT', () => interrupted.abort(new Error('interrupted')));
    process.exitCode = (await run(names, interrupted.signal)) ? 0 : 1;
  });

await runCommand(command);
