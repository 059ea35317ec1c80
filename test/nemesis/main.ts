import { Command, InvalidArgumentError, Option } from 'commander';
import { createDatabase, startTestCluster } from '../support/cluster.ts';
import { onEventStoreDb } from '../support/throwaway-event-store.ts';
import { startLogServer } from './log-server.ts';
import { LONG, type Scale, SHORT } from './plan.ts';
import { describeFault, describeViolation } from './report.ts';
import { runRound } from './run.ts';

const MAX_VIOLATIONS_SHOWN = 20;

const positive = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('not a whole number from 1 on');
  return Number(text);
};

const options = new Command('nemesis')
  .description('Random faults over two app processes, with a checker of what clients were told; see docs/nemesis.md')
  .option('--seed <number>', 'of the first round; each further round has the next one', positive, 1)
  .option('--minutes <number>', 'begins further rounds for so long (default: one round)', positive)
  .option('--short', 'rounds as short as that of npm test', false)
  .addOption(
    new Option('--engine <name>', 'where the log is')
      .choices(['postgres', 'eventstoredb'])
      .default(onEventStoreDb ? 'eventstoredb' : 'postgres'),
  )
  .parse()
  .opts<{ seed: number; minutes?: number; short: boolean; engine: 'postgres' | 'eventstoredb' }>();

const { minutes, short, engine } = options;
const scale: Scale = short ? SHORT : LONG;

const runOne = async (adminUrl: string, seed: number): Promise<boolean> => {
  const began = performance.now();
  const seconds = (): string => ((performance.now() - began) / 1_000).toFixed(1);
  const database = await createDatabase(adminUrl, 'installed');
  const logServer = engine === 'eventstoredb' ? await startLogServer() : undefined;
  try {
    const { violations, history, events, recoveredAfterMs } = await runRound({
      seed,
      scale,
      databaseUrl: database.url,
      logServer,
      killPostgres: cluster.kill,
      onFault: (fault, isBeginning) =>
        console.log(`  ${seconds()} s ${isBeginning ? 'begin' : 'end'}: ${describeFault(fault)}`),
    });
    const recovery = recoveredAfterMs === null ? 'never recovered' : `recovered in ${Math.round(recoveredAfterMs)} ms`;
    const unknown = history.filter(({ status }) => status === undefined).length;
    console.log(
      `seed ${seed}: ${history.length} requests (${unknown} without an answer), ${events.length} events, ${recovery}, ` +
        `${violations.length} violations, ${seconds()} s`,
    );
    for (const violation of violations.slice(0, MAX_VIOLATIONS_SHOWN)) console.log(describeViolation(violation));
    if (violations.length > 0) {
      console.log(`replay: npm run nemesis -- --seed ${seed} --engine ${engine}${short ? ' --short' : ''}`);
    }
    return violations.length === 0;
  } finally {
    await logServer?.stop();
    await database.drop();
  }
};

const cluster = await startTestCluster({ guarded: true, onDisk: true });
try {
  const deadline = performance.now() + (minutes ?? 0) * 60_000;
  let isWell = true;
  for (let seed = options.seed; ; seed++) {
    console.log(`seed ${seed}`);
    isWell = (await runOne(cluster.adminUrl, seed)) && isWell;
    if (!isWell || performance.now() >= deadline) break;
  }
  process.exitCode = isWell ? 0 : 1;
} finally {
  await cluster.stop();
}
