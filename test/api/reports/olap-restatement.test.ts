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

test('moves old sales to the folder that their product moved to, and names no event for it', async () => {
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
  // Cheques of dataset T are numbered as they were closed.
  const type = (name: string) => expect.objectContaining({ type: name, order_id: c4, cheque_number: 4 });
  expect(await restated(['product'], before, await head())).toEqual([
    {
      key: { product_id: salad, product_name: 'Fresh salad' },
      before: { net_amount: 50_000 },
      after: { net_amount: 40_000 },
      events_count: 2,
      events: [type('ChequeReopened'), type('ChequeClosed')],
    },
  ]);
});

test('each event of a restatement names its order, and the number of its cheque as it was known then', async () => {
  const { salad, venue, close, c1 } = data;
  const { cash } = venue;
  const before = await head();
  const fields = { point_id: venue.point_id, order_type_id: 1 };
  const items = [{ product_id: salad, quantity: 2 }];
  const { order_id } = await command(venue.till, 'OpenCheque', { ...fields, items });
  await command(venue.till, 'AcceptOrder', { order_id });
  const [{ line_id }] = (await venue.till.get(`/venue/v1/orders/${order_id}`)).body.items;
  await command(venue.till, 'RemoveItem', { order_id, line_id, quantity: 1, reason: 'Cold' });
  const open = await head();
  const [ofC1] = (await venue.till.get(`/venue/v1/orders/${c1}`)).body.items;
  const goods = { lines: [{ line_id: ofC1.line_id, quantity: 1 }], payment_type_id: cash };
  await command(venue.till, 'ReturnGoods', { order_id: c1, ...goods });
  await close(order_id, [{ payment_type_id: cash, amount: 50_000 }]);

  const ask = async (kind: string, measure: string, as_of_to: number) => {
    const asked = { ...ofMarch2({ measures: [measure], as_of_from: before, as_of_to }), kind };
    const { rows } = await olap(venue.partner, asked, '/v1/reports/olap/restatement');
    return rows.flatMap(({ events }: { events: object[] }) => events);
  };
  const removed = { type: 'ItemRemoved', order_id };
  expect(await ask('deletions', 'deleted_items_count', open)).toMatchObject([{ ...removed, cheque_number: null }]);
  const closed = await head();
  expect(await ask('deletions', 'deleted_items_count', closed)).toMatchObject([{ ...removed, cheque_number: 5 }]);
  const returned = { type: 'GoodsReturned', order_id: c1, cheque_number: 1 };
  expect(await ask('returns', 'quantity', closed)).toMatchObject([returned]);
});
