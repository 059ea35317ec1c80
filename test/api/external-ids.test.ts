import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;
let other: TestVenue;

beforeAll(async () => {
  app = await sharedApp();
  [venue, other] = await Promise.all([createVenue(app), createVenue(app)]);
});
afterAll(() => app.stop());

const listed = async (list: string, query = '', { till }: TestVenue = venue) =>
  (await till.get(`/venue/v1/external-ids?list=${list}${query}`)).body;

test('external ids are read as they were set, page by page, by their own brand alone', async () => {
  const { till, hall_id, products, point_id } = venue;
  const entries = [
    { external_id: 'Ö', id: hall_id },
    { external_id: 'a', id: hall_id },
    { external_id: 'I', id: hall_id },
  ];
  await command(till, 'SetExternalIds', { list: 'halls', entries });
  const { external_ids: first, ...page } = await listed('halls', '&limit=2');
  expect([first, page]).toEqual([[entries[2], entries[1]], { has_more: true, next_after: 'a' }]);
  expect(await listed('halls', '&after=a')).toEqual({ external_ids: [entries[0]], has_more: false, next_after: null });

  await command(till, 'SetExternalIds', { list: 'points', entries: [{ external_id: 'a', id: point_id }] });
  expect((await listed('points')).external_ids).toEqual([{ external_id: 'a', id: point_id }]);
  expect((await listed('points', '', other)).external_ids).toEqual([]);

  const named = (external_id: string, id: number | null) =>
    command(till, 'SetExternalIds', { list: 'products', entries: [{ external_id, id }] });
  await named('plov', products.plov);
  await named('plov', products.tea);
  expect((await listed('products')).external_ids).toEqual([{ external_id: 'plov', id: products.tea }]);
  await named('plov', null);
  expect((await listed('products')).external_ids).toEqual([]);
});

test('an external id names nothing that is not there, of another brand, or of another kind', async () => {
  const { menu_id, keys } = { ...other, keys: { key_id: randomUUID() } };
  const refused = async (list: string, id: number | string) => {
    const body = { command_id: randomUUID(), list, entries: [{ external_id: 'x', id }] };
    const { status, body: answer } = await venue.till.post('/venue/v1/commands/SetExternalIds', body);
    return [status, answer.code, answer.field];
  };
  const field = 'entries[0].id';
  expect(await refused('halls', other.hall_id)).toEqual([404, 'hall_not_found', field]);
  expect(await refused('products', other.products.plov)).toEqual([404, 'product_not_found', field]);
  expect(await refused('categories', 999_999_999)).toEqual([404, 'category_not_found', field]);
  expect(await refused('menu_folders', 999_999_999)).toEqual([404, 'menu_folder_not_found', field]);
  expect(await refused('showcases', menu_id)).toEqual([404, 'menu_not_found', field]);
  expect(await refused('zones', 999_999_999)).toEqual([404, 'zone_not_found', field]);
  expect(await refused('keys', keys.key_id)).toEqual([404, 'key_not_found', field]);
  expect((await refused('points', other.point_id)).slice(0, 2)).toEqual([404, 'point_not_found']);
  expect(await refused('points', 5)).toEqual([400, 'field_not_uuid', field]);
  expect(await refused('halls', randomUUID())).toEqual([400, 'field_not_integer', field]);
});
