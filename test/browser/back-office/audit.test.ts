import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { createVenue, orderBody, type TestVenue } from '../../support/venue.ts';
import { go, personAt, SOON } from './people.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';

let app: TestApp;
let venue: TestVenue;
let orderId: number;
beforeAll(async () => {
  app = await sharedApp();
  venue = await createVenue(app);
  const client = { phone: '+998901234567', name: HOSTILE };
  orderId = (await venue.partner.post('/v1/orders', orderBody(venue, { client }))).body.order_id;
  await command(venue.till, 'AcceptOrder', { order_id: orderId, actor: 'Aziz' });
});
afterAll(() => app.stop());

const list = (page: Page) => page.getByRole('region', { name: 'Events, the newest first' });
const shown = async (page: Page): Promise<string[]> => list(page).getByRole('listitem').allTextContents();

test('what is shown is what the API finds, filters stand in the address, and the bars lead into their time', async () => {
  const page = await personAt(app, venue.brand_id, 'auditor', '/audit?entity=order');
  const { events } = (await venue.auditor.get('/audit/v1/events?entity=order&limit=100')).body;
  const names = {
    OrderPlaced: 'Order placed',
    KitchenTicketPrinted: 'Kitchen ticket printed',
    OrderAccepted: 'Order accepted',
  };
  const expected = events.map(({ type }: { type: keyof typeof names }) => names[type]).reverse();
  await expect.poll(async () => (await shown(page)).map((line) => line.split(' ·')[0]), SOON).toEqual(expected);
  await page.getByText(`${events.length} events`, { exact: true }).waitFor();

  await page.getByRole('combobox', { name: 'Person or key' }).fill('Aziz');
  await page.keyboard.press('Enter');
  await page.waitForURL(/person=Aziz/);
  const byAziz = (await venue.auditor.get('/audit/v1/events?entity=order&actor=Aziz')).body.events.length;
  await expect.poll(async () => (await shown(page)).length, SOON).toBe(byAziz);
  await page.reload();
  await expect.poll(async () => (await shown(page)).length, SOON).toBe(byAziz);

  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await page.waitForURL((url) => !url.searchParams.has('person'));
  await page
    .getByRole('button', { name: /^\d+ events?, / })
    .last()
    .click();
  await page.waitForURL(/from=.*to=/);
  await page.getByRole('button', { name: 'The whole time' }).click();

  await go(page, `/audit?entity=order&id=${orderId}`);
  await list(page)
    .getByRole('button', { name: /^Order placed/ })
    .click();
  await list(page).getByText(HOSTILE, { exact: true }).waitFor();
  await list(page).getByRole('button', { name: 'Prove this event' }).click();
  await list(page)
    .getByText(/^Proved here/)
    .waitFor();
  await list(page).getByRole('link', { name: 'Open the order' }).click();
  await page.getByRole('heading', { name: `Order ${orderId}` }).waitFor();
});

test('the page checks the log, an export, and a file that was changed, by itself', async () => {
  const page = await personAt(app, venue.brand_id, 'owner', '/audit');
  await page.getByText('This browser has not checked it yet.').waitFor();
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByText(/is signed, and nothing of what was there before was changed/).waitFor();
  await page.getByText(/^This browser checked [\d,]+ events/).waitFor();
  await command(venue.till, 'DefineRegion', { name: 'Samarkand' });
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByText(/is signed, and nothing of what was there before was changed/).waitFor();

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const path = join(await tempFolder(), 'events.ndjson');
  await file.saveAs(path);
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  await page.getByRole('button', { name: 'Check a file' }).click();
  const choose = (of: string) => page.locator('input[type=file]').setInputFiles(of);
  await choose(path);
  await page.getByText(`${lines.length - 1} events of the file are as they stand in the signed log`).waitFor();

  const forged = lines.map((line) => line.replace('"Samarkand"', '"Bukhara"'));
  const other = join(await tempFolder(), 'forged.ndjson');
  await writeFile(other, forged.join('\n'));
  await choose(other);
  const line = lines.findIndex((each) => each.includes('"Samarkand"')) + 1;
  await page.getByText(`Line ${line}: this event was changed`).waitFor();
});

test('a log that was rewritten, cut, or signed by another key is found out by a browser that has seen it', async () => {
  const page = await personAt(app, venue.brand_id, 'auditor', '/audit');
  const check = async (words: RegExp) => {
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText(words).waitFor();
  };
  await check(/is signed, and nothing/);
  const change = (change: object) =>
    page.evaluate(`(() => {
      const name = Object.keys(localStorage).find((each) => each.startsWith('tillstream.log-head'));
      const kept = JSON.parse(localStorage.getItem(name));
      localStorage.setItem(name, JSON.stringify({ ...kept, ...${JSON.stringify(change)} }));
    })()`);
  const { size, root } = (await venue.auditor.get('/audit/v1/log/checkpoint')).body;
  await change({ size: size - 1 });
  await check(/History was changed/);
  await change({ size: 99_999_999 });
  await check(/Events were taken away/);
  await change({ size, root, verifierKey: 'another+00000000+AAAA' });
  await check(/Another key signs the log/);
  await page.getByRole('button', { name: 'Trust this key' }).click();
  await page.getByText(/is signed, and nothing/).waitFor();

  await page.route('**/audit/v1/log/checkpoint**', async (route) => {
    const answer = await route.fetch();
    const checkpoint = await answer.json();
    await route.fulfill({ response: answer, json: { ...checkpoint, size: checkpoint.size + 1 } });
  });
  await check(/The key of the log did not sign this/);
});
