import { expect, onTestFinished, test, vi } from 'vitest';
import { command } from '../support/app.ts';
import { parkVenueOnKeys } from '../support/park.ts';
import { rebuiltOtherwise } from '../support/rebuilt-otherwise.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue } from '../support/venue.ts';

test('files share an app until its venues are gone, each on its own clock and with venues of its own', async () => {
  const used = await sharedApp();
  used.readyVenues?.splice(0);
  await used.stop();
  const then = Date.parse('2026-03-02T09:00:00Z');
  const first = await sharedApp({ clock: () => then });
  // On EventStoreDB no venues are ready.
  if (used.readyVenues) expect(first.url).not.toBe(used.url);
  const venue = await createVenue(first);
  const { body } = await venue.partner.get('/v1/points');
  await first.stop();
  const second = await sharedApp();
  const other = await createVenue(second);
  expect(second.url).toBe(first.url);
  expect(other.brand_id).not.toBe(venue.brand_id);
  expect((await other.partner.get('/v1/points')).body).not.toEqual(body);
  expect((await venue.partner.get('/v1/points')).status).toBe(401);
  await second.stop();
});

test.fails('an answer that does not fit its schema fails the test during which it was given', async () => {
  const app = await sharedApp();
  const { partner } = await createVenue(app);
  const { pool } = app.tillstream;
  const query = pool.query.bind(pool) as (text: unknown, values?: unknown) => Promise<unknown>;
  const spy = vi.spyOn(pool, 'query').mockImplementation(async (text: unknown, values?: unknown) => {
    return String(text).includes('cancel_causes') ? { rows: [{ id: 1, name: null }] } : query(text, values);
  });
  onTestFinished(() => spy.mockRestore());
  await partner.get('/v1/cancel-causes');
});

test('a file that leaves a read model parked fails by name, and the next one gets another app', async () => {
  const app = await sharedApp();
  const { till, partnerKeyId } = await createVenue(app);
  const isParked = await parkVenueOnKeys(app.tillstream.pool);
  await command(till, 'UpdateKey', { key_id: partnerKeyId, name: 'renamed' });
  await expect.poll(isParked).toBe(true);
  await expect(app.stop()).rejects.toThrow(/was broken by .*shared-app\.test\.ts/);
  const next = await sharedApp();
  expect(next.url).not.toBe(app.url);
  await next.stop();
});

test('a row that is not what the log says is found by a rebuild, which mends it', async () => {
  const app = await sharedApp();
  const { partner } = await createVenue(app);
  await partner.get('/v1/points');
  await app.tillstream.pool.query(`update read.points set name = 'changed by hand'`);
  expect(await rebuiltOtherwise(app)).toMatchObject([{ name: 'venue', tables: [{ table: 'points', equal: false }] }]);
  expect(await rebuiltOtherwise(app)).toEqual([]);
  await app.stop();
});
