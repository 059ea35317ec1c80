import { createDatabase } from '../../test/support/cluster.ts';
import { startReplica } from '../../test/support/replica.ts';
import { lastDay, storeCheques } from '../fixtures/stored-cheques.ts';
import type { Section } from '../section.ts';
import { brandOf, startAppOn } from '../support/app.ts';
import { neighbourOf } from './reports-beside.ts';

const DAY_MS = 86_400_000;

/** What large reports do to orders, when a replica makes the reports. The replica gets the processor only when nobody else wants it. */
export const replicas: Section = {
  name: 'replicas',
  run: async (context) => {
    const cheques = context.quick ? 20_000 : 250_000;
    const database = await createDatabase(context.adminUrl);
    const replica = await startReplica(context.adminUrl);
    await replica.giveWay();
    const app = await startAppOn(database, undefined, [replica.urlOf(database.url)]);
    try {
      const { brand_id, point_ids } = await brandOf(app);
      await storeCheques(database.pool, { brand_id, point_ids, cheques, linesEach: 4, products: 300 });
      context.progress(`${cheques} cheques stored`);
      const date_to = lastDay(cheques);
      const date_from = new Date(Date.parse(date_to) - 30 * DAY_MS).toISOString().slice(0, 10);
      const neighbour = await neighbourOf(context, app, { date_from, date_to });
      return [{ ...neighbour, name: `${neighbour.name} by a replica`, goals: [{ of: 'ratio', below: 1.1 }] }];
    } finally {
      await app.stop();
      await replica.stop();
    }
  },
};
