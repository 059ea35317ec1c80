import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { createVenue, type TestVenue } from '../../support/venue.ts';
import { personAt, SOON } from './people.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';
/** Nothing listens there, so calls fail. */
const NOWHERE = 'http://127.0.0.1:9/hook';

let app: TestApp;
let venue: TestVenue;
beforeAll(async () => {
  app = await sharedApp();
  venue = await createVenue(app);
});
afterAll(() => app.stop());

const dialog = (page: Page) => page.getByRole('dialog');
const keys = async () => (await venue.till.get('/venue/v1/keys')).body.keys;

test('a key is issued and shown once, works, gets a webhook, is changed and revoked', async () => {
  const page = await personAt(app, venue.brand_id, 'manager', '/integrations?tab=keys', { mayLog: /status of 4\d\d/ });
  await page.getByRole('button', { name: 'Issue a key' }).click();
  await page.getByLabel('Name').fill(HOSTILE);
  await page.getByLabel('Read reports').check();
  await dialog(page).getByRole('button', { name: 'Issue a key' }).click();
  const apiKey = await dialog(page).locator('[data-secret]').textContent();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  const partner = await app.client(apiKey!);
  expect((await partner.get('/v1/points')).status).toBe(200);
  const row = page.getByRole('listitem').filter({ hasText: HOSTILE });
  await row.getByText('Read reports').waitFor();
  const issued = (await keys()).find(({ name }: { name: string }) => name === HOSTILE);
  expect(issued).toMatchObject({ permissions: ['reports'], point_ids: null });
  expect(await page.content()).not.toContain(apiKey);

  await row.getByRole('button', { name: 'Webhook' }).click();
  await page.getByLabel('Address').fill('nowhere');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await dialog(page).locator('[id$=error]').first().waitFor();
  await page.getByLabel('Address').fill(NOWHERE);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await dialog(page).locator('[data-secret]').waitFor();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await row.getByText(NOWHERE).waitFor();
  await row.getByRole('button', { name: 'New secret' }).click();
  await dialog(page).getByRole('button', { name: 'New secret' }).click();
  await dialog(page).locator('[data-secret]').waitFor();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await row.getByRole('button', { name: 'Change' }).click();
  await page.getByLabel('Book tables').check();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await row.getByText('Book tables').waitFor();
  await row.getByRole('button', { name: 'Revoke' }).click();
  await dialog(page).getByRole('button', { name: 'Revoke' }).click();
  await row.getByText(/^Revoked/).waitFor();
  expect((await partner.get('/v1/points')).status).toBe(401);
});

test('each call is in the log with its attempts and body, and is sent again, alone or with all of the filter', async () => {
  const { key_id } = await command(venue.till, 'IssueKey', { audience: 'partner', name: 'delivery app' });
  await command(venue.till, 'ConfigureWebhook', { key_id, url: NOWHERE });
  await command(venue.till, 'PingWebhook', { key_id });
  await command(venue.till, 'PingWebhook', { key_id });
  await app.tillstream.pool.query(
    `update app.deliveries set status = 'undelivered', next_attempt_at = null, reason = 'gave up' where key_id = $1`,
    [key_id],
  );
  const calls = async () => (await venue.till.get(`/venue/v1/deliveries?key_id=${key_id}`)).body.deliveries;
  const page = await personAt(app, venue.brand_id, 'owner', `/integrations?key=${key_id}&status=undelivered`);
  const list = page.getByRole('list', { name: 'Calls' });
  await expect.poll(() => list.getByRole('listitem').count(), SOON).toBe(2);
  await list
    .getByRole('button', { name: /delivery app/ })
    .first()
    .click();
  await list.getByText('Why: gave up').waitFor();
  const [, newest] = await calls();
  const whole = (await venue.till.get(`/venue/v1/deliveries/${newest.id}`)).body;
  await expect
    .poll(async () => JSON.parse((await page.getByRole('region', { name: 'Body' }).textContent())!), SOON)
    .toEqual(JSON.parse(whole.body));
  await list.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => list.getByRole('listitem').count(), SOON).toBe(1);
  await page.getByRole('button', { name: 'Send all undelivered again' }).click();
  await dialog(page).getByRole('button', { name: 'Send again' }).click();
  await page.getByText('1 call is in the queue again.').waitFor();
  await page.getByText('No calls were made yet').waitFor();
});

test('a loyalty service is connected, and disconnected', async () => {
  const page = await personAt(app, venue.brand_id, 'owner', '/integrations?tab=loyalty');
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByLabel('Name').fill('Stars');
  await page.getByLabel('Address').fill('http://127.0.0.1:9/loyalty');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await dialog(page).locator('[data-secret]').waitFor();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await page.getByRole('heading', { name: 'Stars' }).waitFor();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await dialog(page).getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('No loyalty service is connected').waitFor();
  expect((await venue.till.get('/venue/v1/loyalty')).body.loyalty).toBeNull();
});
