import { Command, InvalidArgumentError, Option } from 'commander';
import { startTestCluster } from '../test/support/cluster.ts';
import { type SectionReport, toJson, toTable } from './report.ts';
import type { Engine, Section } from './section.ts';
import { appends } from './sections/appends.ts';
import { attendance } from './sections/attendance.ts';
import { auditAsOf } from './sections/audit-as-of.ts';
import { auditLog } from './sections/audit-log.ts';
import { auditSearch } from './sections/audit-search.ts';
import { availability } from './sections/availability.ts';
import { backOffice } from './sections/back-office.ts';
import { brandFile } from './sections/brand-file.ts';
import { calculate } from './sections/calculate.ts';
import { delivery } from './sections/delivery.ts';
import { exports } from './sections/exports.ts';
import { growth } from './sections/growth.ts';
import { lag } from './sections/lag.ts';
import { loyalty } from './sections/loyalty.ts';
import { memory } from './sections/memory.ts';
import { menu } from './sections/menu.ts';
import { money } from './sections/money.ts';
import { orders, ordersOfFew } from './sections/orders.ts';
import { payroll } from './sections/payroll.ts';
import { processes } from './sections/processes.ts';
import { rebuildAll } from './sections/rebuild.ts';
import { replicas } from './sections/replicas.ts';
import { reports as reportsSection } from './sections/reports.ts';
import { reservations } from './sections/reservations.ts';
import { signIns } from './sections/sign-ins.ts';
import { stopList } from './sections/stop-list.ts';
import { streams } from './sections/streams.ts';
import { webhooks } from './sections/webhooks.ts';
import { webhooksDead } from './sections/webhooks-dead.ts';
import { startEventStore } from './support/event-store.ts';
import { ageServer } from './support/wal.ts';

const SECTIONS: readonly Section[] = [
  ...[
    appends,
    orders,
    ordersOfFew,
    webhooks,
    webhooksDead,
    stopList,
    calculate,
    menu,
    brandFile,
    backOffice,
    signIns,
    delivery,
    reservations,
    availability,
    attendance,
    rebuildAll,
    lag,
    memory,
    exports,
    reportsSection,
    replicas,
    money,
    payroll,
    loyalty,
    auditSearch,
    auditAsOf,
    auditLog,
    growth,
    streams,
    processes,
  ],
];

const positive = (text: string): number => {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('not a whole number from 1 to 999');
  return Number(text);
};

const chooseSections = (text: string): Section[] =>
  text.split(',').map((name) => {
    const section = SECTIONS.find((candidate) => candidate.name === name.trim());
    if (!section) throw new InvalidArgumentError(`there are ${SECTIONS.map((each) => each.name).join(', ')}`);
    return section;
  });

const options = new Command('bench')
  .description('Measures Tillstream beside baselines of the same run; see docs/benchmarks.md')
  .option('--only <sections>', 'sections to run, separated by commas (default: all)', chooseSections)
  .addOption(
    new Option('--engine <engine>', 'where the event log is').choices(['postgres', 'eventstoredb']).default('postgres'),
  )
  .option('--rounds <number>', 'rounds whose median counts', positive, 5)
  .option('--processes <number>', 'app processes of the section processes', positive, 2)
  .option('--quick', 'fewer and smaller, to see that it runs', false)
  .option('--json', 'one JSON object on standard output instead of the table', false)
  .parse()
  .opts<{ only?: Section[]; engine: Engine; rounds: number; processes: number; quick: boolean; json: boolean }>();

/** What goes on, on standard error: standard output is the result's. */
const progress = (line: string): void => console.error(line);

const chosen = (options.only ?? SECTIONS).filter(({ engines = ['postgres'] }) => engines.includes(options.engine));
if (options.engine === 'eventstoredb' && process.env.EVENTSTOREDB_URL && chosen.length > 1) {
  throw new Error('each section needs an EventStoreDB that holds nothing yet: name one with --only');
}

const cluster = await startTestCluster({ onDisk: true });
const reports: SectionReport[] = [];
try {
  await ageServer(cluster.adminUrl);
  for (const section of chosen) {
    const { engine, rounds, processes, quick } = options;
    progress(`${section.name} …`);
    const eventStore = engine === 'eventstoredb' ? await startEventStore() : undefined;
    const figures = await section.run({
      adminUrl: cluster.adminUrl,
      eventStoreUrl: eventStore?.url,
      rounds,
      processes,
      quick,
      progress: (line) => progress(`  ${line}`),
    });
    await eventStore?.stop();
    reports.push({ section: section.name, figures });
  }
} finally {
  await cluster.stop();
}
console.log(options.json ? JSON.stringify(toJson(reports)) : toTable(reports));
