import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase } from '../../test/support/cluster.ts';
import { startReplica } from '../../test/support/replica.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { lastDay, storeCheques } from '../fixtures/stored-cheques.ts';
import type { Figure, Section } from '../section.ts';
import { brandOf, startAppOn } from '../support/app.ts';
import { METRICS_TOKEN } from '../support/metrics-token.ts';
import { asTwoMachines } from '../support/two-machines.ts';
import { neighbourOf, neighboursOf } from './reports-beside.ts';

const DAY_MS = 86_400_000;

/**
 * What large reports do to orders, when a replica makes the reports. The replica's files are in memory, where there is room, and it
 * has a processor of its own, where there are two: as if it were another machine. With and without reports, so that they alone differ.
 */
export const replicas: Section = {
  name: 'replicas',
  run: async (context) => {
    const cheques = context.quick ? 20_000 : 250_000;
    const database = await createDatabase(context.adminUrl);
    const folder = await tempFolder();
    await chmod(folder, 0o755); // as root, the user Postgres runs as must get in
    const replica = await startReplica(context.adminUrl, () => join(folder, 'replica'));
    const machines = await asTwoMachines(context.adminUrl, replica.urlOf(context.adminUrl));
    context.progress(machines?.are ?? 'the replica shares its processors with all else');
    const app = await startAppOn(database, undefined, [replica.urlOf(database.url)]);
    try {
      const { brand_id, point_ids } = await brandOf(app);
      await storeCheques(database.pool, { brand_id, point_ids, cheques, linesEach: 4, products: 300 });
      context.progress(`${cheques} cheques stored`);
      const date_to = lastDay(cheques);
      const date_from = new Date(Date.parse(date_to) - 30 * DAY_MS).toISOString().slice(0, 10);
      const period = { date_from, date_to };
      const figures: Figure[] = machines
        ? await neighboursOf(context, app, period, machines.strangers)
        : [await neighbourOf(context, app, period)];
      context.progress(`readings, by who answered: ${await readingsOf(app.url)}`);
      return figures;
    } finally {
      await app.stop();
      await machines?.rejoin();
      await replica.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** What the app has counted: a reading that the primary had to answer would say nothing about replicas. */
const readingsOf = async (url: string): Promise<string> => {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const counts = [
    ...(await response.text()).matchAll(/^tillstream_replica_readings_total\{answered="(\w+)"\} (\d+)$/gm),
  ];
  return counts.map(([, by, count]) => `${by} ${count}`).join(', ');
};
