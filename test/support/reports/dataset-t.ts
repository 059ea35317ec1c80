import { command, type TestApp } from '../app.ts';
import type { HttpClient } from '../http-client.ts';
import { createVenue, type TestVenue } from '../venue.ts';

/** Four cheques of 2 March at one point, whose reports are known by heart. */
export interface DatasetT {
  readonly venue: TestVenue;
  readonly shift_id: number;
  readonly plov: number;
  readonly tea: number;
  readonly salad: number;
  /** Ids of the cheques. */
  readonly c1: number;
  readonly c2: number;
  readonly c3: number;
  readonly c4: number;
  /** Ids of payment types beside the venue's cash and card. */
  readonly bonuses: number;
  readonly online: number;
  readonly debt: number;
  /** Who owes for C3. */
  readonly organization_id: number;
  close(order_id: number, payments: object[]): Promise<unknown>;
}

export const createDatasetT = async (
  app: Pick<TestApp, 'client' | 'platform'>,
  brand: Record<string, unknown> = {},
  opening_cash = 0,
): Promise<DatasetT> => {
  const venue = await createVenue(app, brand);
  const { till, point_id, cashier_id, cash, card, category_id } = venue;
  const define = async (type: string, fields: Record<string, unknown>): Promise<number> =>
    (await command(till, type, fields)).id;
  const product = (name: string, base_price: number): Promise<number> =>
    define('DefineProduct', { type: 'product', category_id, name, base_price });
  const paymentType = (name: string, category: number): Promise<number> =>
    define('DefinePaymentType', { name, category_id: category, point_ids: [point_id] });

  const [plov, tea, salad] = [
    await product('Big plov', 100_000),
    await product('Green tea', 20_000),
    await product('Salad', 50_000),
  ];
  const [bonuses, online, debt] = [
    await paymentType('Bonuses', 4),
    await paymentType('Online', 5),
    await paymentType('Debt', 6),
  ];
  const { shift_id } = await command(till, 'OpenShift', { point_id, cashier_id, opening_cash });
  const close: DatasetT['close'] = (order_id, payments) =>
    command(till, 'CloseCheque', { order_id, cashier_id, payments });
  const open = async (items: object[], client?: string): Promise<number> => {
    const asked = { point_id, order_type_id: 2, items, ...(client && { client: { phone: client } }) };
    return (await command(till, 'OpenCheque', asked)).order_id;
  };
  const paid = (payment_type_id: number, amount: number) => ({ payment_type_id, amount });

  const c1 = await open([{ product_id: plov, quantity: 1 }], FIRST);
  await close(c1, [paid(cash, 100_000)]);
  const c2 = await open(
    [
      { product_id: plov, quantity: 1 },
      { product_id: tea, quantity: 3 },
    ],
    FIRST,
  );
  await command(till, 'AdjustCheque', { order_id: c2, discount: 10_000 });
  await close(c2, [paid(card, 50_000), paid(cash, 100_000)]);
  const c3 = await open([{ product_id: tea, quantity: 4 }]);
  const organization_id = await define('RegisterOrganization', { name: 'Artel' });
  await command(till, 'AssignCheque', { order_id: c3, organization_id });
  await close(c3, [paid(debt, 80_000)]);
  const c4 = await open([{ product_id: salad, quantity: 1 }], SECOND);
  await command(till, 'AdjustCheque', { order_id: c4, delivery_amount: 10_000 });
  await close(c4, [paid(bonuses, 20_000), paid(online, 40_000)]);
  return { venue, shift_id, plov, tea, salad, c1, c2, c3, c4, bonuses, online, debt, organization_id, close };
};

const FIRST = '+998901110001';
const SECOND = '+998901110002';

/** The body of a report on sales of 2 March. */
export const ofMarch2 = (fields: Record<string, unknown> = {}) => ({
  kind: 'sales',
  date_from: '2026-03-02',
  date_to: '2026-03-02',
  measures: ['net_amount'],
  ...fields,
});

/** Asks for a report; expects it. */
export const olap = async (client: HttpClient, body: object, path = '/v1/reports/olap') => {
  const answer = await client.post(path, body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
