import { command, type TestApp } from '../app.ts';
import type { HttpClient } from '../http-client.ts';
import { createVenue, type TestVenue } from '../venue.ts';

type Fields = Record<string, unknown>;

/** A venue with what a payroll is made of, and short words for what happens there. Dates are of March 2026. */
export interface PayrollBrand {
  readonly venue: TestVenue;
  /** 1 000 a unit, in parts of a unit too: quantities are thousands. */
  readonly goods: number;
  /** 25 000. */
  readonly dessert: number;
  /** Payment purposes: a payout, and one that is none. */
  readonly advance: number;
  readonly giving_back: number;
  readonly account_id: number;
  hire(name: string, fields?: Fields): Promise<number>;
  /** A shift from 09:00 on, so many hours long. */
  work(employee_id: number, date: string, hours: number, fields?: Fields): Promise<number>;
  /** A cheque that is opened and closed at noon. */
  sell(date: string, waiter_id: number | null, items: readonly Sale[], fields?: Fields): Promise<Sold>;
  giveBack(date: string, sold: Sold, lines: readonly { line: number; quantity: number }[]): Promise<void>;
  motivation(employee_ids: readonly number[], fields: Fields): Promise<number>;
  payroll(query: string, client?: HttpClient): Promise<PayrollAnswer>;
  send(type: string, fields: Fields): Promise<{ id: number }>;
}

/** In Tashkent. */
export const noon = (date: string): string => `${date}T12:00:00+05:00`;

export interface Sale {
  readonly product_id: number;
  readonly quantity: number;
}

export interface Sold {
  readonly order_id: number;
  readonly line_ids: readonly number[];
}

export interface PayrollAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: the schema of the answer is checked by the app under test
  readonly employees: readonly any[];
  readonly point_id: string | null;
  readonly as_of: { readonly position: number; readonly recorded_at: string };
}

export const createPayrollBrand = async (
  app: Pick<TestApp, 'client' | 'platform'>,
  brand: Fields = {},
): Promise<PayrollBrand> => {
  const venue = await createVenue(app, brand);
  const { till, partner, point_id, cashier_id, cash, category_id } = venue;
  const send = (type: string, fields: Fields) => command(till, type, fields);
  const product = async (name: string, base_price: number, category: number | null = category_id): Promise<number> =>
    (await send('DefineProduct', { type: 'product', name, base_price, category_id: category, is_divisible: true })).id;
  const goods = await product('Anything', 1_000);
  const dessert = await product('Dessert', 25_000);
  const purpose = async (name: string, is_payout: boolean): Promise<number> =>
    (await send('DefinePaymentPurpose', { name, is_payout })).id;
  const [advance, giving_back] = [await purpose('Advance', true), await purpose('Given back', false)];
  const account = { point_id, source: 'safe', code: 'S', name: 'Safe' };
  const account_id = (await send('DefineAccount', account)).id;
  await send('OpenShift', { occurred_at: '2026-03-01T08:00:00+05:00', point_id, cashier_id });

  const position = { role: 'waiter', role_name: 'Waiter', position_id: 2, position_name: 'Senior waiter' };
  return {
    venue,
    goods,
    dessert,
    advance,
    giving_back,
    account_id,
    send,
    hire: async (name, fields = {}) =>
      (await command(till, 'HireEmployee', { login: name.toLowerCase(), name, ...position, point_id, ...fields })).id,
    work: async (employee_id, date, hours, fields = {}) => {
      const check_in = `${date} 09:00:00`;
      const end = Temporal.PlainDateTime.from(`${date}T09:00`).add({ minutes: hours * 60 });
      const check_out = `${end.toString({ smallestUnit: 'second' }).replace('T', ' ')}`;
      return (await command(till, 'AddShift', { employee_id, point_id, check_in, check_out, ...fields })).id;
    },
    sell: async (date, waiter_id, items, fields = {}) => {
      const { discount = 0, ...more } = fields;
      const occurred_at = noon(date);
      const opened = { occurred_at, point_id, order_type_id: 2, waiter_id, items, ...more };
      const { order_id } = await command(till, 'OpenCheque', opened);
      if (discount) await command(till, 'AdjustCheque', { occurred_at, order_id, discount });
      const { items: lines, total_amount } = (await till.get(`/venue/v1/orders/${order_id}`)).body;
      const payments = [{ payment_type_id: cash, amount: total_amount }];
      await command(till, 'CloseCheque', { occurred_at, order_id, cashier_id, payments });
      return { order_id, line_ids: lines.map(({ line_id }: { line_id: number }) => line_id) };
    },
    giveBack: async (date, { order_id, line_ids }, lines) => {
      const given = lines.map(({ line, quantity }) => ({ line_id: line_ids[line], quantity }));
      await command(till, 'ReturnGoods', { occurred_at: noon(date), order_id, payment_type_id: cash, lines: given });
    },
    motivation: async (employee_ids, fields) => {
      const { id } = await command(till, 'DefineMotivation', { name: 'Motivation', ...fields });
      await command(till, 'AssignMotivation', { motivation_id: id, employee_ids });
      return id;
    },
    payroll: async (query, client = partner) => {
      const answer = await client.get(`/v1/reports/payroll?${query}`);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return answer.body;
    },
  };
};
