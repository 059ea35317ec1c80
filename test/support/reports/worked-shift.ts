import { command, type TestApp } from '../app.ts';
import { createDatasetT, type DatasetT } from './dataset-t.ts';

/** The four cheques of dataset T with a float of 200 000, and the money that moved beside them on 2 March. */
export interface WorkedShift extends DatasetT {
  readonly shift_id: number;
  /** An account of the point, and one of the whole brand. */
  readonly safe: number;
  readonly bank: number;
  readonly purposes: { readonly ice: number; readonly advance: number };
  /** Ids of movements. */
  readonly ice: number;
  readonly advance: number;
  readonly transfer: { readonly from_movement_id: number; readonly to_movement_id: number };
}

export const createWorkedShift = async (app: Pick<TestApp, 'client' | 'platform'>): Promise<WorkedShift> => {
  const set = await createDatasetT(app, {}, 200_000);
  const { till, point_id, cash, table_id } = set.venue;
  const define = async (type: string, fields: Record<string, unknown>): Promise<number> =>
    (await command(till, type, fields)).id;
  const safe = await define('DefineAccount', { point_id, source: 'safe', code: 'S-1', name: 'Safe' });
  const bank = await define('DefineAccount', { source: 'bank', code: 'B-1', name: 'Bank' });
  const ice = await define('DefinePaymentPurpose', { name: 'Ice', is_payout: true });
  const advance = await define('DefinePaymentPurpose', { name: 'Advance', is_payout: true });

  const { items } = (await till.get(`/venue/v1/orders/${set.c1}`)).body;
  const lines = [{ line_id: items[0].line_id, quantity: 1 }];
  await command(till, 'ReturnGoods', { order_id: set.c1, payment_type_id: cash, lines, refunded_amount: 30_000 });
  const move = (fields: Record<string, unknown>) => define('MoveMoney', { point_id, register: 'shift', ...fields });
  const expense = { direction: 'minus', operation: 'expense' };
  const { shift_id, organization_id } = set;
  const paid = { organization_id, point_id, amount: 60_000, source: 'cashbox', shift_id, note: 'Organization 7' };
  await define('ReceiveOrganizationPayment', paid);
  const booking = { point_id, date: '2026-03-10', start_time: '19:00', guests: 2, table_id };
  const deposit = { amount: 50_000, payment_type_id: cash };
  await command(till, 'BookTable', { ...booking, guest: { phone: '+998901234567' }, deposit });
  return {
    ...set,
    safe,
    bank,
    purposes: { ice, advance },
    ice: await move({ ...expense, amount: 40_000, payment_purpose_id: ice, note: '=ice, "two" bags' }),
    advance: await define('PaySalary', {
      employee_id: set.venue.cashier_id,
      payment_purpose_id: advance,
      amount: 70_000,
      shift_id,
    }),
    transfer: await command(till, 'TransferMoney', {
      from: { shift_id },
      to: { account_id: safe },
      amount: 100_000,
    }),
  };
};
