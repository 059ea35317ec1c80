import os from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { startTestCluster } from '../../test/support/cluster.ts';
import { ageServer } from '../support/wal.ts';
import { CONTESTANTS, type Contestant, openVenue } from './contestants.ts';
import { measure } from './measure.ts';
import { describeRun, toTable } from './report.ts';

const names = (text: string): string[] =>
  text.split(',').map((name) => {
    if (!CONTESTANTS.has(name)) throw new InvalidArgumentError(`there are ${[...CONTESTANTS.keys()].join(', ')}`);
    return name;
  });

const number = (text: string): number => {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('not a whole number from 1 to 999');
  return Number(text);
};

const options = new Command('bench:peers')
  .description('Places the same orders in Tillstream and in others; see docs/benchmarks.md')
  .option('--only <names>', 'who takes part, separated by commas (default: all)', names, [...CONTESTANTS.keys()])
  .option('--connections <numbers>', 'separated by commas', (text) => text.split(',').map(number), [1, 4, 16, 64])
  .option('--rounds <number>', 'rounds whose median counts', number, 5)
  .option('--quick', 'fewer orders, to see that it runs', false)
  .option('--json', 'one JSON object on standard output instead of the table', false)
  .parse()
  .opts<{ only: string[]; connections: number[]; rounds: number; quick: boolean; json: boolean }>();

/** On standard error: standard output is the result's. */
const progress = (line: string): void => console.error(line);

/** How busy the machine was before: other work weighs on the figures. */
const [busy] = os.loadavg();
const cluster = await startTestCluster({ onDisk: true });
const running: { stop(): Promise<void> }[] = [];
try {
  await ageServer(cluster.adminUrl);
  const venue = await openVenue(cluster.adminUrl);
  running.push(venue.app);
  const contestants: Contestant[] = [];
  for (const name of options.only) {
    progress(`${name} starts …`);
    const contestant = await CONTESTANTS.get(name)!(venue);
    contestants.push(contestant);
    running.push(contestant);
  }
  const measured = await measure(venue, contestants, { ...options, progress });
  const machine = `${os.cpus().length} x ${os.cpus()[0]?.model.trim()}, Node ${process.versions.node}`;
  const { rounds, quick } = options;
  const run = { machine, day: new Date().toISOString().slice(0, 10), rounds, quick, loadBefore: busy };
  console.log(options.json ? JSON.stringify({ ...run, measured }) : `${describeRun(run)}\n\n${toTable(measured)}`);
} finally {
  for (const each of running.reverse()) await each.stop();
  await cluster.stop();
}
