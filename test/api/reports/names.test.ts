// A database of its own: it looks at each position of the whole log, and rebuilds a read model.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { allProjections } from '../../../src/projections/all-projections.ts';
import { validAt } from '../../../src/projections/engine/versioned.ts';
import { rebuild } from '../../../src/projections/rebuild/rebuild.ts';
import { command, type TestApp } from '../../support/app.ts';
import { startVenueApp } from '../../support/ready-venues.ts';
import { createVenue, type TestVenue } from '../../support/venue.ts';

let app: TestApp;
let venue: TestVenue;

beforeAll(async () => {
  app = await startVenueApp();
  venue = await createVenue(app);
});
afterAll(() => app.stop());

const nameAt = async (position: number | null, kind: string, id: number | string): Promise<string | undefined> => {
  const { rows } = await app.tillstream.pool.query<{ name: string }>(
    `select name from read.names as n where brand_id = $1 and kind = $2 and id = $3 and ${validAt('n', position)}`,
    [venue.brand_id, kind, String(id)],
  );
  expect(rows.length).toBeLessThan(2);
  return rows[0]?.name;
};

test('a name is known as it was at each position, and a rebuild knows the same', async () => {
  const { till, products, cashier_id, point_id } = venue;
  const { store } = app.tillstream;
  const before = await store.head();
  await command(till, 'DefineProduct', { id: products.tea, type: 'product', name: 'Green tea', base_price: 8_000 });
  await command(till, 'UpdateEmployee', { id: cashier_id, name: 'Aziza' });
  const { shift_id } = await command(till, 'OpenShift', { point_id, cashier_id });
  await command(till, 'CloseShift', { shift_id });

  expect(await nameAt(before, 'product', products.tea)).toBe('Tea');
  expect(await nameAt(null, 'product', products.tea)).toBe('Green tea');
  expect(await nameAt(before, 'employee', cashier_id)).toBe('Aziz');
  expect(await nameAt(null, 'employee', cashier_id)).toBe('Aziza');
  expect(await nameAt(before, 'shift', shift_id)).toBeUndefined();
  expect(await nameAt(null, 'shift', shift_id)).toBe('1');
  expect(await nameAt(null, 'point', point_id)).toBe('Chorsu');

  const [report] = await rebuild({ store, url: app.databaseUrl, projections: allProjections }, ['names']);
  expect(report).toMatchObject({ failure: null, tables: [{ table: 'names', equal: true }] });
  expect(await nameAt(before, 'product', products.tea)).toBe('Tea');
});
