import { command } from './app.ts';
import type { TestVenue } from './venue.ts';

/** A venue that sells by the unit of money: a product whose price is 1, a payment type of debt, and an account. */
export const createCounterparties = async (venue: TestVenue) => {
  const { till, point_id, cashier_id, category_id } = venue;
  const define = async (type: string, fields: object): Promise<number> => (await command(till, type, { ...fields })).id;
  const debt = await define('DefinePaymentType', { name: 'Debt', category_id: 6, point_ids: [point_id] });
  const bank = await define('DefineAccount', { point_id, source: 'bank', code: 'B-1', name: 'Main account' });
  const unit = await define('DefineProduct', { type: 'product', category_id, name: 'Unit', base_price: 1 });
  const shift_id = (await command(till, 'OpenShift', { point_id, cashier_id })).shift_id as number;

  /** An open cheque of this total. */
  const open = async (amount: number, organization_id: number | null): Promise<number> => {
    const { order_id } = await command(till, 'OpenCheque', { point_id, order_type_id: 1 });
    // An order line has at most 99 999 units.
    const items = [];
    for (let left = amount; left > 0; left -= 99_999)
      items.push({ product_id: unit, quantity: Math.min(left, 99_999) });
    await command(till, 'AddItems', { order_id, items });
    if (organization_id !== null) await command(till, 'AssignCheque', { order_id, organization_id });
    return order_id;
  };
  const closing = (order_id: number, amount: number) => ({
    order_id,
    cashier_id,
    payments: [{ payment_type_id: debt, amount }],
  });
  /** A cheque that an organization owes. */
  const owe = async (organization_id: number, amount: number): Promise<number> => {
    const order_id = await open(amount, organization_id);
    await command(till, 'CloseCheque', closing(order_id, amount));
    return order_id;
  };
  /** Goods of a cheque of one line come back, and are set off against its debt. */
  const setOff = async (order_id: number, amount: number): Promise<void> => {
    const { items } = (await till.get(`/venue/v1/orders/${order_id}`)).body;
    const lines = [{ line_id: items[0].line_id, quantity: amount }];
    await command(till, 'ReturnGoods', { order_id, lines, payment_type_id: debt, debt_amount: amount });
  };
  const pay = (organization_id: number, amount: number, fields: object = {}) =>
    command(till, 'ReceiveOrganizationPayment', {
      organization_id,
      point_id,
      amount,
      source: 'bank',
      account_id: bank,
      ...fields,
    });
  return { debt, bank, unit, shift_id, open, closing, owe, setOff, pay };
};

export type Counterparties = Awaited<ReturnType<typeof createCounterparties>>;
