import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { createVenue, orderBody, type TestVenue } from '../../support/venue.ts';
import { personAt, SOON } from './people.ts';

const HOSTILE = '=cmd()|<img src=x onerror=alert(1)>';

let app: TestApp;
let venue: TestVenue;
let orderId: number;
let clientId: number;
beforeAll(async () => {
  app = await sharedApp();
  venue = await createVenue(app);
  const client = { phone: '+998901234567', name: HOSTILE };
  orderId = (await venue.partner.post('/v1/orders', orderBody(venue, { client }))).body.order_id;
  clientId = (await venue.till.get(`/venue/v1/orders/${orderId}`)).body.client.client_id;
  await venue.partner.post('/v1/orders', orderBody(venue, { client: { phone: '+998935550000', name: 'Bobur' } }));
});
afterAll(() => app.stop());

test('a guest is found by phone, has orders and points, what is held is told, and the person is forgotten', async () => {
  const page = await personAt(app, venue.brand_id, 'owner', '/guests', { mayLog: /status of 404/ });
  const list = page.getByRole('region', { name: 'Guests' });
  await expect.poll(() => list.getByRole('listitem').count(), SOON).toBe(2);
  await page.getByRole('textbox', { name: 'Phone or name' }).fill('123-45');
  await expect.poll(() => list.getByRole('listitem').count(), SOON).toBe(1);
  await page.waitForURL(/find=123-45/);
  await list.getByText(HOSTILE, { exact: true }).click();
  const sheet = page.getByRole('article', { name: HOSTILE });
  await sheet.getByRole('link', { name: new RegExp(`^Order ${orderId}`) }).waitFor();
  await page.reload();
  await sheet.waitFor();

  await sheet.getByRole('button', { name: 'Adjust points' }).click();
  await page.getByLabel('How many').fill('250');
  await page.getByLabel('Reason').fill('a gift');
  await page.getByRole('dialog').getByRole('button', { name: 'Adjust points' }).click();
  await sheet.getByText('250', { exact: true }).waitFor();
  expect((await venue.till.get(`/venue/v1/clients/${clientId}`)).body.points).toBe(250);

  const held = sheet.getByRole('region', { name: 'What is held of this person' });
  await held.getByRole('button', { name: 'Show' }).click();
  await held.getByText('read.clients').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    held.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  const path = join(await tempFolder(), 'held.json');
  await file.saveAs(path);
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ client_id: clientId, phone: '+998901234567' });

  await command(venue.till, 'DeleteCheque', { order_id: orderId });
  await sheet.getByRole('button', { name: 'Erase this person' }).click();
  await page.getByRole('dialog').getByText('This can’t be undone').waitFor();
  await page.getByRole('dialog').getByLabel('Reason').fill('asked');
  await page.getByRole('dialog').getByRole('button', { name: 'Erase this person' }).click();
  await page.getByText('The person is forgotten.').waitFor();
  await page.getByText('Nobody of that phone or name').waitFor();
  expect((await venue.till.get(`/venue/v1/clients/${clientId}`)).status).toBe(404);
});

test('a manager adjusts points, and can erase nobody nor see what is held', async () => {
  const page = await personAt(app, venue.brand_id, 'manager', '/guests');
  await page.getByText('Bobur', { exact: true }).click();
  await page.getByRole('button', { name: 'Adjust points' }).waitFor();
  expect(await page.getByRole('button', { name: 'Erase this person' }).count()).toBe(0);
  expect(await page.getByRole('region', { name: 'What is held of this person' }).count()).toBe(0);
});
