import { Command } from 'commander';
import { rebuildIdentities } from '../commands/claims/rebuild-identities.ts';
import { loadConfig } from '../config.ts';
import { createPool } from '../database/connection.ts';
import { analyzeUnknown } from '../database/statistics.ts';
import { openEvents } from '../open-events.ts';
import { allProjections } from '../projections/all-projections.ts';
import { rebuild } from '../projections/rebuild/rebuild.ts';
import { openCommandDatabase } from './command-database.ts';
import { allWell, renderReports } from './rebuild-report.ts';

const everyName = allProjections.map(({ name }) => name);
/** Not a read model, and not part of `all`: the claims of outside keys, in case their table is lost. */
const IDENTITIES = 'identities';

/** Answers whether every read model was built and equals the one it replaced. */
const run = async (asked: readonly string[], signal: AbortSignal): Promise<boolean> => {
  const readModels = asked.filter((name) => name !== IDENTITIES);
  const names = readModels.includes('all') ? everyName : [...new Set(readModels)];
  const unknown = names.find((name) => !everyName.includes(name));
  if (unknown !== undefined)
    throw new Error(`${unknown} is not a read model: name ${everyName.join(', ')}, all or ${IDENTITIES}`);
  const config = loadConfig(process.env);
  await using closing = new AsyncDisposableStack();
  const database = await openCommandDatabase(config);
  closing.defer(() => database.close());
  const pool = createPool(database.url, { max: 4, name: 'tillstream-rebuild' });
  closing.defer(() => pool.end());
  const { eventStoreUrl } = config;
  const { personalDataKey } = database;
  const events = await openEvents({ pool, databaseUrl: database.url, eventStoreUrl, personalDataKey });
  closing.defer(() => events.close());
  const { store } = events;
  if (asked.includes(IDENTITIES)) {
    console.log(`identities: ${await rebuildIdentities(store, pool)} found in the log that were missing`);
    await analyzeUnknown(pool);
  }
  if (names.length === 0) return true;
  const reports = await rebuild({ store, url: database.url, projections: allProjections, signal }, names);
  console.log(renderReports(reports));
  return allWell(reports);
};

const command = new Command('rebuild')
  .description('Builds read models anew from the event log beside those that serve, compares the two, and swaps them.')
  .argument('<names...>', `any of ${everyName.join(', ')}; or all; or ${IDENTITIES}`)
  .action(async (names: string[]) => {
    const interrupted = new AbortController();
    process.once('SIGINT', () => interrupted.abort(new Error('interrupted')));
    process.exitCode = (await run(names, interrupted.signal)) ? 0 : 1;
  });

try {
  await command.parseAsync();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
