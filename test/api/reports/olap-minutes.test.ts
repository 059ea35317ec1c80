import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { createClock } from '../../support/clock.ts';
import { ofMarch2, olap } from '../../support/reports/dataset-t.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { createVenue } from '../../support/venue.ts';

let app: TestApp;
const clock = createClock();

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
});
afterAll(() => app.stop());

test('the minutes of cheques go by the times that the exports show', async () => {
  const { till, partner, point_id, cashier_id, cash, products } = await createVenue(app);
  await command(till, 'OpenShift', { point_id, cashier_id, occurred_at: '2026-03-02T08:00:00Z' });
  const sell = async (opened: string, closed: string): Promise<void> => {
    const items = [{ product_id: products.tea, quantity: 1 }];
    const { order_id } = await command(till, 'OpenCheque', {
      point_id,
      order_type_id: 2,
      items,
      occurred_at: `2026-03-02T08:30:${opened}Z`,
    });
    const payments = [{ payment_type_id: cash, amount: 8_000 }];
    const occurred_at = `2026-03-02T08:30:${closed}Z`;
    await command(till, 'CloseCheque', { order_id, cashier_id, payments, occurred_at });
  };
  await sell('10.900', '12.100');
  await sell('20.000', '21.000');

  const { cheques } = (await partner.get('/v1/export/cheques?date_from=2026-03-02&date_to=2026-03-02')).body;
  const shown = cheques.map((cheque: { opened_at: string; closed_at: string }) => [cheque.opened_at, cheque.closed_at]);
  expect(shown).toEqual([
    ['2026-03-02 13:30:10', '2026-03-02 13:30:12'],
    ['2026-03-02 13:30:20', '2026-03-02 13:30:21'],
  ]);
  // 2 and 1 seconds, by 2 cheques and 60 seconds: 0.025.
  expect((await olap(partner, ofMarch2({ measures: ['cheque_minutes'] }))).totals).toEqual({ cheque_minutes: 0.03 });
});
