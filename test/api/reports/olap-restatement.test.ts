import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { createClock } from '../../support/clock.ts';
import { createDatasetT, type DatasetT, ofMarch2, olap } from '../../support/reports/dataset-t.ts';
import { sharedApp } from '../../support/shared-app.ts';

let app: TestApp;
let data: DatasetT;
const clock = createClock();

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  data = await createDatasetT(app);
});
afterAll(() => app.stop());

const define = async (type: string, fields: Record<string, unknown>): Promise<number> =>
  (await command(data.venue.till, type, fields)).id;
const head = (): Promise<number> => app.tillstream.store.head();
/** The rows that differ between the two positions. */
const restated = async (group_by: string[], as_of_from: number, as_of_to: number) => {
  const asked = ofMarch2({ group_by, as_of_from, as_of_to });
  return (await olap(data.venue.partner, asked, '/v1/reports/olap/restatement')).rows;
};

test('a product that moved to another menu folder moves its old sales there, and no event is blamed for it', async () => {
  const { tea, venue } = data;
  const [hot, cold] = [
    await define('DefineMenuFolder', { name: 'Hot drinks', parent_id: null }),
    await define('DefineMenuFolder', { name: 'Cold drinks', parent_id: null }),
  ];
  const green = { id: tea, type: 'product', category_id: venue.category_id, base_price: 20_000 };
  await define('DefineProduct', { ...green, name: 'Green tea', menu_folder_id: hot });
  const before = await head();
  await define('DefineProduct', { ...green, name: 'Ice tea', menu_folder_id: cold });
  const after = await head();

  const net_amount = 136_250;
  const key = (menu_folder_id: number, menu_folder_name: string) => ({ menu_folder_id, menu_folder_name });
  const noEvents = { events_count: 0, events: [] };
  expect(await restated(['menu_folder'], before, after)).toEqual([
    { key: key(cold, 'Cold drinks'), before: null, after: { net_amount }, ...noEvents },
    { key: key(hot, 'Hot drinks'), before: { net_amount }, after: null, ...noEvents },
  ]);
  // A new name changes no value, so it is no restatement.
  expect(await restated(['product'], before, after)).toEqual([]);
  expect(await restated(['menu_folder'], before, before)).toEqual([]);
});

test('a row that changed is shown by its later name, with the values of both moments', async () => {
  const { salad, venue, c4, close, bonuses, online } = data;
  const before = await head();
  const fresh = { id: salad, type: 'product', category_id: venue.category_id, base_price: 50_000 };
  await define('DefineProduct', { ...fresh, name: 'Fresh salad' });
  await command(venue.till, 'ReopenCheque', { order_id: c4, reason: 'mistake' });
  await command(venue.till, 'AdjustCheque', { order_id: c4, discount: 10_000 });
  await close(c4, [
    { payment_type_id: bonuses, amount: 20_000 },
    { payment_type_id: online, amount: 30_000 },
  ]);
  const type = (name: string) => expect.objectContaining({ type: name });
  expect(await restated(['product'], before, await head())).toEqual([
    {
      ...{ key: { product_id: salad, product_name: 'Fresh salad' } },
      ...{ before: { net_amount: 50_000 }, after: { net_amount: 40_000 } },
      ...{ events_count: 2, events: [type('ChequeReopened'), type('ChequeClosed')] },
    },
  ]);
});
