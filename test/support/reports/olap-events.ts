import type { RecordedEvent } from '../../../src/event-store/event-store.ts';

/** What a generator of facts needs of chance: an integer from 0, below `below`. */
export type Random = (below: number) => number;

export const seededRandom = (seed: number): Random => {
  let state = seed || 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
};

export const BRAND = '018f2c7e-3c1b-7a51-9d5e-1f6f0a1b2c3d';
export const POINTS = [
  { id: '018f2c7e-4d2c-7b62-8e6f-2a7a1b2c3d4e', timezone: 'Asia/Tashkent' },
  { id: '018f2c7e-5e3d-7c73-9f70-3b8b2c3d4e5f', timezone: 'Europe/Berlin' },
] as const;

export type Data = Readonly<Record<string, unknown>>;
export type FakeEvent = Pick<RecordedEvent, 'position' | 'type' | 'metadata'> & { readonly data: Data };

const pick = <T>(random: Random, values: readonly T[]): T => values[random(values.length)]!;

/** The last day of all. */
export const LAST = 34;
export const dayOf = (days: number): string => new Date(Date.UTC(2026, 2, 1 + days)).toISOString().slice(0, 10);
const instantOf = (days: number, minute: number): string =>
  new Date(Date.UTC(2026, 2, 1 + days, 4, minute)).toISOString();

/** The past of a brand that never was: cheques closed, opened again, returned, deleted; names that change. */
export const makeEvents = (random: Random, steps: number): FakeEvent[] => {
  const events: FakeEvent[] = [];
  let last = 100;
  const id = (): number => ++last;
  const add = (type: string, data: Data, point_id: string = POINTS[0].id): void => {
    const occurred_at = instantOf(random(LAST), random(900));
    const metadata = { brand_id: BRAND, point_id, occurred_at } as FakeEvent['metadata'];
    events.push({ position: events.length + 1, type, data, metadata });
  };
  const define = (product_id: number): void => {
    const type = product_id > 5 ? 'modifier' : pick(random, ['product', 'item']);
    const menu_folder_id = pick(random, [null, 41, 42]);
    add('ProductDefined', {
      brand_id: BRAND,
      product_id,
      name: `P${product_id}-${random(9)}`,
      menu_folder_id,
      type,
    });
  };
  const hire = (employee_id: number): void => {
    const [role, position_id] = [pick(random, ['cook', 'waiter']), pick(random, [1, 2])];
    const personal = { employee_id, login: `e${employee_id}`, name: `E${employee_id}` };
    const names = { role_name: role, position_name: 'Position', personal };
    const point_id = pick(random, [null, POINTS[0].id, POINTS[1].id]);
    add('EmployeeHired', { brand_id: BRAND, employee_id, point_id, role, position_id, ...names });
  };
  for (let product = 1; product <= 7; product++) define(product);
  for (let employee = 21; employee <= 23; employee++) hire(employee);
  for (const table_id of [31, 32])
    add('TableDefined', { brand_id: BRAND, table_id, name: 'T', hall_id: table_id + 10 });

  /** Organization 61. Nobody knows where 62 is. */
  const settle = (type: string): void => {
    const place = pick(random, [
      { region_id: null, district_id: null },
      { region_id: 65, district_id: null },
      { region_id: 65, district_id: 67 },
      { region_id: 66, district_id: 68 },
    ]);
    add(type, { brand_id: BRAND, organization_id: 61, name: 'O', ...place });
  };
  settle('OrganizationRegistered');

  const closed = new Map<number, { data: Data; returned: Map<number, number> }>();
  const orders: number[] = [];

  const aboutOrder = () => ({
    order_type_id: 1 + random(3),
    source_id: pick(random, [0, 7]),
    shift_id: pick(random, [null, 71, 72]),
    waiter_id: pick(random, [null, 21, 22]),
    client_id: pick(random, [null, 51, 52, 53]),
    organization_id: pick(random, [null, null, 61, 62]),
  });

  const lineOf = (parent_line_id: number | null) => {
    const quantity = pick(random, [1, 2, 0.5, 3]);
    const price = 1_000 * (1 + random(20)) + random(3) * 7;
    const amount = Math.floor(price * quantity + 0.5);
    const discount = random(3) === 0 ? random(amount) : 0;
    return {
      line_id: id(),
      parent_line_id,
      product_id: parent_line_id === null ? 1 + random(5) : 6 + random(2),
      product_name: 'then',
      category_id: pick(random, [null, 81, 82]),
      quantity,
      price,
      amount,
      discount,
      net_amount: amount - discount,
      cost: pick(random, [null, 0, 900 + random(50)]),
    };
  };

  const close = (order_id: number): void => {
    const point = pick(random, POINTS);
    const day = random(LAST);
    const opened = random(900);
    const lines = Array.from({ length: 1 + random(3) }, () => lineOf(null)).flatMap((line) =>
      random(3) === 0 ? [line, lineOf(line.line_id)] : [line],
    );
    const sum = (field: 'amount' | 'discount') => lines.reduce((total, line) => total + line[field], 0);
    const [goods_amount, discount] = [sum('amount'), sum('discount')];
    const [service_amount, delivery_amount] = [random(2) * 500, random(2) * 9_000];
    const total_amount = goods_amount - discount + service_amount + delivery_amount;
    const first = random(total_amount + 1);
    const paid = (amount: number) => {
      const payment_category_id = pick(random, [1, 2, 4, 6]);
      const type = { payment_type_id: 90 + payment_category_id, payment_type_name: 'x', payment_category_id };
      return { ...type, amount, tendered: null, is_deposit: false, loyalty: null, debtor_employee_id: null };
    };
    const data = {
      order_id,
      point_id: point.id,
      cheque_number: order_id - 100,
      business_date: dayOf(day),
      timezone: point.timezone,
      opened_at: instantOf(day, opened),
      closed_at: instantOf(day, opened + random(300)),
      ...aboutOrder(),
      shift_id: pick(random, [71, 72]),
      order_type_sub_id: pick(random, [null, 75]),
      external_id: null,
      reservation_id: null,
      cashier_id: pick(random, [21, 23]),
      courier_id: pick(random, [null, 23]),
      table_id: pick(random, [null, 31, 32]),
      guests: 1 + random(5),
      hold_ids: [],
      goods_amount,
      discount,
      service_amount,
      delivery_amount,
      total_amount,
      lines,
      payments: [paid(first), paid(total_amount - first)],
    };
    add('ChequeClosed', data, point.id);
    closed.set(order_id, { data, returned: new Map() });
  };

  const reopen = (order_id: number): void => {
    const { data } = closed.get(order_id)!;
    const line_ids = (data.lines as { line_id: number }[]).map(({ line_id }) => line_id);
    add('ChequeReopened', { order_id, point_id: data.point_id, line_ids });
    closed.delete(order_id);
    if (random(2) === 0) close(order_id);
  };

  const giveBack = (order_id: number): void => {
    const { data, returned } = closed.get(order_id)!;
    const all = data.lines as ReturnType<typeof lineOf>[];
    const lines = all.flatMap((line) => {
      const before = returned.get(line.line_id) ?? 0;
      const quantity = random(2) === 0 ? 0 : Math.min(0.5 + random(2) / 2, line.quantity - before);
      if (quantity <= 0) return [];
      returned.set(line.line_id, before + quantity);
      const priced = (units: number) => Math.floor((line.net_amount * units) / line.quantity + 0.5);
      const { line_id, product_id, product_name, category_id, price, cost, parent_line_id } = line;
      return [
        {
          line_id,
          product_id,
          product_name,
          category_id,
          price,
          cost,
          quantity,
          is_modifier: parent_line_id !== null,
          returned_quantity: before + quantity,
          amount: priced(before + quantity) - priced(before),
        },
      ];
    });
    if (lines.length === 0) return;
    const goods_amount = lines.reduce((sum, { amount }) => sum + amount, 0);
    const day = random(LAST);
    const { point_id, timezone, order_type_id, source_id, waiter_id, client_id, organization_id } = data;
    const ofCheque = { point_id, timezone, order_type_id, source_id, waiter_id, client_id, organization_id };
    const service_amount = random(2) * 100;
    const total_amount = goods_amount + service_amount;
    const debt_amount = random(total_amount + 1);
    add('GoodsReturned', {
      ...ofCheque,
      return_id: id(),
      order_id,
      shift_id: pick(random, [null, 71, 72]),
      document_number: 1,
      returned_at: instantOf(day, random(900)),
      business_date: dayOf(day),
      goods_amount,
      service_amount,
      total_amount,
      delivery_amount: 0,
      refunded_amount: total_amount - debt_amount,
      debt_amount,
      lines,
      ...refundsOf(total_amount - debt_amount),
      debts: [],
    });
  };

  /** In two ways, in one, or none. */
  const refundsOf = (amount: number) => {
    const type = (payment_type_id: number) => ({ payment_type_id, payment_type_name: 'x', payment_category_id: 1 });
    const first = Math.floor(amount / 3);
    const refunds = [
      { ...type(92), amount: first },
      { ...type(91), amount: amount - first },
    ].filter((part) => part.amount > 0);
    return { ...type(refunds[0]?.payment_type_id ?? 91), refunds };
  };

  const tillDay = () => {
    const { order_type_id, source_id, shift_id, waiter_id, client_id, organization_id } = aboutOrder();
    const day = { business_date: dayOf(random(LAST)), timezone: pick(random, POINTS).timezone };
    const personal = { client_id, comment: null, reason: 'x' };
    return { ...day, order_type_id, source_id, shift_id, waiter_id, organization_id, personal };
  };

  const removeItems = (order_id: number): void => {
    const removed = [lineOf(null), lineOf(0)].slice(0, 1 + random(2)).map((line) => ({
      line_id: line.line_id,
      product_id: line.product_id,
      name: 'then',
      category_id: line.category_id,
      quantity: line.quantity,
      price: line.price,
      total: line.amount,
      cost: null,
    }));
    const was_printed = random(2) === 0;
    const point = pick(random, POINTS);
    add('ItemRemoved', { ...tillDay(), order_id, line_id: removed[0]!.line_id, was_printed, removed }, point.id);
    orders.push(order_id);
  };

  const remove = (order_id: number): void => {
    const by = { deleted_by: pick(random, ['partner', 'venue', 'system']), was_with_till: random(3) > 0 };
    const cause = { cancel_cause_id: pick(random, [null, 85]), cancel_cause_name: null, was_printed: random(2) === 0 };
    add(
      'OrderDeleted',
      { ...tillDay(), order_id, ...by, ...cause, amounts: { total_amount: random(90_000) }, hold_ids: [] },
      pick(random, POINTS).id,
    );
  };

  const work = (): void => {
    const day = random(LAST);
    const begin = random(600);
    const end = pick(random, [null, begin + random(600), begin - 10]);
    const point = pick(random, POINTS);
    add('ShiftAdded', {
      shift_id: id(),
      brand_id: BRAND,
      point_id: point.id,
      employee_id: 21 + random(3),
      timezone: point.timezone,
      date: dayOf(day),
      check_in: random(6) === 0 ? null : instantOf(day, begin),
      check_out: end === null ? null : instantOf(day, end),
      source: 'manual',
      automatic_note: null,
      personal: { note: null },
    });
  };

  const accruals: number[] = [];
  const ofPlace = () => ({ employee_id: 21 + random(3), brand_id: BRAND, point_id: pick(random, POINTS).id });

  const agree = (): void => {
    const salary_type_id = pick(random, [1, 2, 3, 3, 4, 5, null]);
    const rate = salary_type_id === null || salary_type_id === 5 ? null : 1 + random(9_999);
    add('SalaryTermsSet', { ...ofPlace(), from: dayOf(random(LAST)), salary_type_id, rate });
  };

  const accrue = (): void => {
    const accrual = { accrual_id: id(), ...ofPlace(), business_date: dayOf(random(LAST)) };
    accruals.push(accrual.accrual_id);
    const amount = 1 + random(9_999);
    const type = pick(random, ['SalaryAccrued', 'SalaryAccrued', 'BonusGiven', 'FineImposed']);
    if (type !== 'SalaryAccrued') {
      add(type, { ...accrual, amount, personal: { reason: 'x' } });
      return;
    }
    const kind = pick(random, [4, 5]);
    const [kpi_percent, sum] = kind === 4 ? [amount / 100, null] : [null, amount];
    add(type, { ...accrual, salary_type_id: kind, amount: sum, kpi_percent, personal: { note: null } });
  };

  for (let step = 0; step < steps; step++) {
    const known = [...closed.keys()];
    const what = random(24);
    if (what < 8 || known.length === 0) close(id());
    else if (what < 10) giveBack(pick(random, known));
    else if (what === 10) {
      const untouched = known.filter((order) => closed.get(order)!.returned.size === 0);
      if (untouched.length > 0) reopen(pick(random, untouched));
    } else if (what < 13) removeItems(id());
    else if (what === 13 && orders.length > 0) remove(orders.splice(random(orders.length), 1)[0]!);
    else if (what < 15) remove(id());
    else if (what < 18) work();
    else if (what === 18) define(1 + random(7));
    else if (what === 20) agree();
    else if (what < 23) accrue();
    else if (what === 23 && accruals.length > 0)
      add('AccrualCancelled', { accrual_id: accruals.splice(random(accruals.length), 1)[0]! });
    else if (random(2) === 0) settle('OrganizationDetailsChanged');
    else hire(21 + random(3));
  }
  return events;
};
