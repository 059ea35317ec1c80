import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { createClock } from '../../support/clock.ts';
import type { HttpClient } from '../../support/http-client.ts';
import { createDatasetT, type DatasetT, ofMarch2, olap } from '../../support/reports/dataset-t.ts';
import { sharedApp } from '../../support/shared-app.ts';

let app: TestApp;
let data: DatasetT;
let partner: HttpClient;
const clock = createClock();

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  data = await createDatasetT(app);
  partner = data.venue.partner;
});
afterAll(() => app.stop());

const report = (fields: Record<string, unknown> = {}) => olap(partner, ofMarch2(fields));

describe('the sales of four cheques', () => {
  test('sales by product count cheques, clients and organizations once each, and totals count them anew', async () => {
    const measures = ['cheques_count', 'clients_count', 'organizations_count', 'net_amount'];
    const { rows, totals, columns, rows_count, has_more, kind, as_of } = await report({
      group_by: ['product'],
      measures,
    });
    const row = (id: number, name: string, values: number[]) => ({
      product_id: id,
      product_name: name,
      ...Object.fromEntries(measures.map((measure, index) => [measure, values[index]])),
    });
    // Ordered by the first measure, descending; ties by product.
    expect(rows).toEqual([
      row(data.plov, 'Big plov', [2, 1, 0, 193_750]),
      row(data.tea, 'Green tea', [2, 1, 1, 136_250]),
      row(data.salad, 'Salad', [1, 1, 0, 50_000]),
    ]);
    expect(totals).toEqual({ cheques_count: 4, clients_count: 2, organizations_count: 1, net_amount: 380_000 });
    expect({ kind, rows_count, has_more }).toEqual({ kind: 'sales', rows_count: 3, has_more: false });
    expect(as_of).toEqual({ position: expect.any(Number), recorded_at: expect.any(String) });
    expect(columns.slice(0, 3)).toEqual([
      { name: 'product_id', title: 'Product (id)', type: 'id', role: 'dimension' },
      { name: 'product_name', title: 'Product', type: 'string', role: 'dimension' },
      { name: 'cheques_count', title: 'Cheques', type: 'integer', role: 'measure' },
    ]);
  });

  test('without grouping there is one row, and it says what the totals say', async () => {
    const measures = ['revenue', 'average_cheque', 'delivery_amount', 'debt_amount', 'points_amount', 'quantity'];
    const { rows, totals } = await report({ measures });
    const values = { revenue: 390_000, average_cheque: 97_500, delivery_amount: 10_000, debt_amount: 80_000 };
    expect(totals).toEqual({ ...values, points_amount: 20_000, quantity: 10 });
    expect(rows).toEqual([totals]);
  });
});

describe('what is behind a cell', () => {
  const details = (fields: Record<string, unknown>) => olap(partner, ofMarch2(fields), '/v1/reports/olap/details');

  test('the details of tea are the two cheques with tea, and add up to its cell', async () => {
    const cell = { product_id: data.tea, product_name: 'whatever' };
    const measures = ['net_amount', 'cheques_count', 'clients_count', 'margin_percent'];
    const { value, items, has_more, next_after_id } = await details({ group_by: ['product'], measures, cell });
    expect(value).toEqual({ net_amount: 136_250, cheques_count: 2, clients_count: 1, margin_percent: null });
    expect(items).toEqual([
      {
        cheque_id: data.c2,
        cheque_number: 2,
        business_date: '2026-03-02',
        contribution: { net_amount: 56_250 },
        distinct: { cheques_count: [data.c2], clients_count: [expect.any(Number)] },
        position: expect.any(Number),
        event_id: expect.any(String),
        type: 'ChequeClosed',
        order_id: expect.any(Number),
      },
      {
        cheque_id: data.c3,
        cheque_number: 3,
        business_date: '2026-03-02',
        contribution: { net_amount: 80_000 },
        distinct: { cheques_count: [data.c3], clients_count: [] },
        position: expect.any(Number),
        event_id: expect.any(String),
        type: 'ChequeClosed',
        order_id: expect.any(Number),
      },
    ]);
    expect([has_more, next_after_id]).toEqual([false, items[1].position]);
  });
});

describe('when a cheque is opened again', () => {
  test('revenue of the day changes, the report as of before does not, and the restatement says why', async () => {
    const before = await report({ measures: ['revenue'], group_by: ['date'] });
    clock.move(19 * 60 * 60_000);
    const { till, cash } = data.venue;
    await command(till, 'ReopenCheque', { order_id: data.c1, reason: 'mistake' });
    await command(till, 'AdjustCheque', { order_id: data.c1, discount: 15_000 });
    await data.close(data.c1, [{ payment_type_id: cash, amount: 85_000 }]);
    const both = { date_to: '2026-03-03', measures: ['revenue'], group_by: ['date'] };
    expect((await report(both)).rows).toEqual([
      { date: '2026-03-02', revenue: 290_000 },
      { date: '2026-03-03', revenue: 85_000 },
    ]);
    const as_of = before.as_of.recorded_at;
    expect((await report({ measures: ['revenue'], as_of })).totals).toEqual({ revenue: 390_000 });
    expect(await report({ measures: ['revenue'], group_by: ['date'], as_of })).toEqual(before);

    const { rows } = await olap(
      partner,
      ofMarch2({ ...both, as_of_from: before.as_of.position }),
      '/v1/reports/olap/restatement',
    );
    const event = (type: string) => expect.objectContaining({ type });
    expect(rows).toEqual([
      {
        key: { date: '2026-03-02' },
        before: { revenue: 390_000 },
        after: { revenue: 290_000 },
        events_count: 1,
        events: [event('ChequeReopened')],
      },
      {
        key: { date: '2026-03-03' },
        before: null,
        after: { revenue: 85_000 },
        events_count: 1,
        events: [event('ChequeClosed')],
      },
    ]);

    // A restatement that ends with the very event has it, and one that begins with it has it no more.
    const [reopened, closed] = rows.map(({ events }: { events: { position: number }[] }) => events[0]!.position);
    const between = async (as_of_from: number, as_of_to: number) =>
      (await olap(partner, ofMarch2({ ...both, as_of_from, as_of_to }), '/v1/reports/olap/restatement')).rows;
    expect(await between(before.as_of.position, reopened)).toEqual([rows[0]]);
    expect(await between(reopened, closed)).toEqual([rows[1]]);
    expect(await between(closed, closed)).toEqual([]);
  });
});
