import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { personClient } from '../support/people.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

let app: TestApp;
let venue: TestVenue;

beforeAll(async () => {
  app = await sharedApp();
  venue = await createVenue(app);
});
afterAll(() => app.stop());

const boardOf = async (client = venue.till, point_id = venue.point_id) =>
  client.get(`/venue/v1/points/${point_id}/board`);

describe('the board of a point', () => {
  test('shows the till shift, each open order with its kitchen tickets and names, and what is stopped', async () => {
    const { till, point_id, cashier_id, table_id, products, cash } = venue;
    expect((await boardOf()).body).toMatchObject({ point_id, shift: null, orders: [], stop_list: [], has_more: false });
    const { shift_id } = await command(till, 'OpenShift', { point_id, cashier_id, opening_cash: 70_000 });
    const items = [{ product_id: products.tea, quantity: 2, comment: 'hot' }];
    const inHall = { point_id, order_type_id: 1, table_id, waiter_id: cashier_id };
    const { order_id } = await command(till, 'OpenCheque', { ...inHall, items });
    await command(till, 'SendToKitchen', { order_id });
    await command(till, 'AddItems', { order_id, items: [{ product_id: products.kazy, quantity: 0.5 }] });
    const { order_id: delivered } = (await venue.partner.post('/v1/orders', orderBody(venue))).body;
    const entries = [{ product_id: products.egg, quantity: 0, reason: 'Broken' }];
    await command(till, 'SetStopList', { point_id, entries });

    const { body } = await boardOf();
    expect(body.shift).toMatchObject({
      shift_id,
      shift_number: 1,
      cashier_id,
      cashier_name: 'Aziz',
      opening_cash: 70_000,
    });
    expect(body.stop_list).toEqual([{ product_id: products.egg, name: 'Egg', quantity: 0, reason: 'Broken' }]);
    const [cheque, order] = body.orders;
    expect([cheque.order_id, order.order_id]).toEqual([order_id, delivered]);
    expect(cheque).toMatchObject({ table_name: '1', waiter_name: 'Aziz', courier_name: null, order_type_name: 'Hall' });
    expect(cheque.items).toMatchObject([
      { comment: 'hot', is_printed: true, ticket_number: 1, printed_at: expect.stringMatching(/^\d{4}-/) },
      { comment: null, is_printed: false, ticket_number: null, printed_at: null },
    ]);
    // An order is what it is when it is asked for alone.
    const { order_type_name: _, table_name: __, waiter_name: ___, courier_name: ____, ...alone } = cheque;
    expect((await till.get(`/venue/v1/orders/${order_id}`)).body).toMatchObject(alone);

    const { total_amount } = alone;
    await command(till, 'CloseCheque', {
      order_id,
      cashier_id,
      payments: [{ payment_type_id: cash, amount: total_amount }],
    });
    const after = (await boardOf()).body;
    expect(after.orders.map((it: { order_id: number }) => it.order_id)).toEqual([delivered]);
    expect(after.position).toBeGreaterThan(body.position);
  });

  test('shows a cook no money of the till, and nobody of another brand anything', async () => {
    const cook = await personClient(app, venue.brand_id, 'cook');
    const { status, body } = await boardOf(cook);
    expect([status, body.shift.opening_cash]).toEqual([200, null]);
    const accountant = await personClient(app, venue.brand_id, 'accountant');
    expect((await boardOf(accountant)).body.shift.opening_cash).toBe(70_000);
    const auditor = await personClient(app, venue.brand_id, 'auditor');
    expect(await boardOf(auditor)).toMatchObject({ status: 403, body: { code: 'role_forbidden' } });
    const other = await createVenue(app);
    expect(await boardOf(other.till)).toMatchObject({ status: 404, body: { code: 'point_not_found' } });
  });
});
