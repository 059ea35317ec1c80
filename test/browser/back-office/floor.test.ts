import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { createFloor, type TestFloor } from '../../support/floor.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { card, personAt, SOON } from './people.ts';

let app: TestApp;
let floor: TestFloor;
beforeAll(async () => {
  app = await sharedApp();
  floor = await createFloor(app);
  await command(floor.till, 'OpenShift', { point_id: floor.point_id, cashier_id: floor.cashier_id });
});
afterAll(() => app.stop());

const tableOf = async (id: number) =>
  (await floor.till.get(`/venue/v1/tables?point_id=${floor.point_id}`)).body.tables.find(
    (table: { id: number }) => table.id === id,
  );
const reservationsOf = async (date: string) =>
  (await floor.till.get(`/venue/v1/reservations?point_id=${floor.point_id}&date_from=${date}&date_to=${date}`)).body
    .reservations;

/** A week from now: nothing of it has begun. */
const DATE = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
const QUERY = `/floor?date=${DATE}`;

test('a walk-in is seated by one person and seen by another, and the table is free when they have left', async () => {
  const [host, owner] = await Promise.all([
    personAt(app, floor.brand_id, 'cashier', '/floor'),
    personAt(app, floor.brand_id, 'owner', '/floor'),
  ]);
  await host.getByRole('button', { name: /^2 2 Free/ }).click();
  const dialog = host.getByRole('dialog', { name: '2, Main' });
  await dialog.getByRole('textbox', { name: 'Guests' }).fill('2');
  await dialog.getByRole('button', { name: 'Seat them' }).click();
  await owner.getByRole('button', { name: /^2 2 2 guests/ }).waitFor();
  expect((await tableOf(floor.tables.two)).seated).toMatchObject({ guests: 2 });
  await owner.getByRole('button', { name: /^2 2 2 guests/ }).click();
  await owner.getByRole('button', { name: 'They have left' }).click();
  await host.getByRole('button', { name: /^2 2 Free/ }).waitFor();
  expect((await tableOf(floor.tables.two)).seated).toBeNull();
});

test('of two people who seat guests at one table at once one is told that it is taken', async () => {
  const [host, owner] = await Promise.all([
    personAt(app, floor.brand_id, 'cashier', QUERY, { mayLog: /status of 409/ }),
    personAt(app, floor.brand_id, 'owner', QUERY, { mayLog: /status of 409/ }),
  ]);
  const pages = [host, owner];
  for (const [index, page] of pages.entries()) {
    await page.getByRole('button', { name: /^2 2 Free/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: 'Guests' })
      .fill(String(index + 1));
  }
  await Promise.all(pages.map((page) => page.getByRole('button', { name: 'Seat them' }).click()));
  await Promise.race(
    pages.map((page) =>
      page
        .getByRole('alert')
        .filter({ hasText: /taken|occupied|seated/i })
        .waitFor(),
    ),
  );
  const { seated } = await tableOf(floor.tables.two);
  // Both see those who sit there, as the server says it.
  for (const page of pages)
    await page.getByRole('button', { name: new RegExp(`^2 2 .*${seated!.guests} guest`) }).waitFor();
  await host.getByRole('button', { name: /^2 2 / }).click();
  await host.getByRole('button', { name: 'They have left' }).click();
  await owner.getByRole('button', { name: /^2 2 Free/ }).waitFor();
});

test('a table is booked by the form, with the refusal beside its field, and dragged to another table and time', async () => {
  const page = await personAt(app, floor.brand_id, 'manager', QUERY, { mayLog: /status of 4\d\d/ });
  await page.getByRole('button', { name: 'Book a table' }).click();
  const dialog = page.getByRole('dialog', { name: 'Book a table' });
  await dialog.getByLabel('From: hours').fill('19');
  await dialog.getByLabel('From: minutes').fill('00');
  await dialog.getByRole('textbox', { name: 'Guests' }).fill('2');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Jasur');
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('12');
  await dialog.getByRole('combobox', { name: 'Table' }).click();
  await page.getByRole('option', { name: '1, Main' }).click();
  await dialog.getByRole('button', { name: 'Book a table' }).click();
  await expect
    .poll(() => dialog.getByRole('textbox', { name: 'Phone' }).getAttribute('aria-invalid'), SOON)
    .toBe('true');
  // A finger beside the form closes nothing.
  await page.mouse.click(8, 400);
  expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Jasur');
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('+998901234567');
  await dialog.getByRole('button', { name: 'Book a table' }).click();

  const block = page.getByRole('button', { name: /^Jasur, 2 guests, 19:00/ });
  await block.waitFor();
  expect(await reservationsOf(DATE)).toMatchObject([{ start_time: '19:00', table: { id: floor.tables.four } }]);

  await block.scrollIntoViewIfNeeded();
  const box = (await block.boundingBox())!;
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  // One row lower, half an hour earlier.
  await page.mouse.move(box.x - 10, box.y + 50, { steps: 4 });
  await page.mouse.move(box.x + 20 - 48, box.y + 20 + 49, { steps: 4 });
  await page.mouse.up();
  await page.getByRole('button', { name: /^Jasur, 2 guests, 18:30/ }).waitFor();
  await expect
    .poll(() => reservationsOf(DATE), SOON)
    .toMatchObject([{ start_time: '18:30', table: { id: floor.tables.two } }]);

  // Who closes the form while it is on its way is told of a refusal all the same.
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/commands/BookTable', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Book a table' }).click();
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('12');
  await dialog.getByRole('button', { name: 'Book a table' }).click();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  release();
  await page.getByRole('alert').waitFor();
  await page.unroute('**/commands/BookTable');

  // A session that has ended is told in a person's words, not of tokens.
  await page.getByRole('button', { name: 'Book a table' }).click();
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('+998901234567');
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Book a table' }).click();
  await dialog.getByText('You are signed out').waitFor();
});

test('a reservation is cancelled after the page has asked, and guests without a table choose a free one that is large enough', async () => {
  const { till, point_id, tables } = floor;
  const page = await personAt(app, floor.brand_id, 'cashier', QUERY);
  await page.getByRole('button', { name: /^Jasur/ }).click();
  await page.getByRole('button', { name: 'Cancel the reservation' }).click();
  const ask = page.getByRole('dialog', { name: 'Cancel the reservation' });
  await ask.getByRole('button', { name: 'Cancel the reservation' }).click();
  await page.getByRole('button', { name: /^Jasur/ }).waitFor({ state: 'detached' });
  expect((await reservationsOf(DATE))[0]).toMatchObject({ status: 'cancelled', cancelled_by: 'venue' });

  const guest = { phone: '+998901234599', name: 'Malika' };
  await command(till, 'BookTable', { point_id, date: DATE, start_time: '12:00', guests: 3, guest });
  await page.getByRole('button', { name: /^Malika/ }).click();
  await page.getByRole('button', { name: 'Seat', exact: true }).click();
  const seat = page.getByRole('dialog', { name: 'Seat' });
  expect(await seat.getByRole('combobox', { name: 'Table' }).inputValue()).toBe('1, Main · 4');
  await seat.getByRole('button', { name: 'Seat' }).click();
  await seat.waitFor({ state: 'detached' });
  expect(await reservationsOf(DATE)).toContainEqual(
    expect.objectContaining({ status: 'opened', table: expect.objectContaining({ id: tables.four }) }),
  );
});

test('a cheque that is opened at a table while the pages are there names its table, and the box finds the table', async () => {
  const { till, brand_id, point_id, tables, products } = floor;
  const [cashier, cook] = await Promise.all([
    personAt(app, brand_id, 'cashier'),
    personAt(app, brand_id, 'cook', '/kitchen'),
  ]);
  const name = (await tableOf(tables.four)).name;
  const items = [{ product_id: products.tea, quantity: 3 }];
  const cheque = { point_id, order_type_id: 1, table_id: tables.four, items };
  const { order_id } = await command(till, 'OpenCheque', cheque);
  await card(cashier, order_id).getByText(name, { exact: true }).waitFor();
  // A step later it stands there still.
  await command(till, 'SendToKitchen', { order_id });
  await card(cook, order_id).getByText(name, { exact: true }).waitFor();
  await card(cook, order_id).getByRole('button', { name: 'Start' }).click();
  await card(cook, order_id).getByRole('button', { name: 'Done' }).waitFor();
  await card(cook, order_id).getByText(name, { exact: true }).waitFor();

  await cashier.keyboard.press('Control+k');
  await cashier.getByPlaceholder('Order, table, guest, phone, dish or page').fill(name);
  await cashier.getByRole('button', { name: `${name} Main` }).click();
  await cashier.getByRole('dialog', { name: `${name}, Main` }).waitFor();
});
