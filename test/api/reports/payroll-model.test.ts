import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, type TestApp } from '../../support/app.ts';
import { createClock } from '../../support/clock.ts';
import { effort } from '../../support/effort.ts';
import { expectLaborCosts } from '../../support/reports/labor-cost.ts';
import { createPayrollBrand, noon } from '../../support/reports/payroll-brand.ts';
import { type Ledger, type ModelRow, rowOf, termsOn } from '../../support/reports/payroll-model.ts';
import { sharedApp } from '../../support/shared-app.ts';
import { definePoint } from '../../support/venue.ts';

const FIRST = '2026-03-01';
const LAST = '2026-03-14';
const KINDS = [
  ...(['work', 'work', 'sell', 'sell', 'sell', 'give_back', 'bonus', 'fine', 'accrue', 'accrue', 'cancel'] as const),
  ...(['pay', 'pay', 'terms', 'open_balance', 'motivation'] as const),
];

interface Step {
  readonly kind: (typeof KINDS)[number];
  readonly day: number;
  readonly who: number;
  readonly where: number;
  readonly amount: number;
  readonly pick: number;
  readonly other: number;
}

const arbitraryStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...KINDS),
  day: fc.integer({ min: 1, max: 14 }),
  who: fc.nat(2),
  where: fc.nat(1),
  amount: fc.integer({ min: 1, max: 999_999 }),
  pick: fc.nat(1_000),
  other: fc.nat(1_000),
});
const arbitraryPeriod = fc
  .tuple(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 1, max: 14 }))
  .map(([one, other]) => [dayOf(Math.min(one, other)), dayOf(Math.max(one, other))] as const);

const dayOf = (day: number): string => `2026-03-${String(day).padStart(2, '0')}`;

let app: TestApp;
const clock = createClock('2026-03-31T15:00:00.000Z');

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
});
afterAll(() => app.stop());

/** A brand with two points and three employees, and the ledger that is kept of them by hand. */
const openBooks = async () => {
  const brand = await createPayrollBrand(app);
  const { venue, send, goods, dessert, advance, giving_back } = brand;
  const { till, cashier_id, category_id } = venue;
  const second = (await definePoint(till, { name: 'Minor' })).id as string;
  const points = [venue.point_id, second];
  await send('OpenShift', { occurred_at: `${FIRST}T08:00:00+05:00`, point_id: second, cashier_id });
  const { id: cash } = await send('DefinePaymentType', { name: 'Cash here', category_id: 1, point_ids: points });
  const { id: drinks } = await send('DefineCategory', { name: 'Drinks', order_number: 2 });
  const drink = (
    await send('DefineProduct', { type: 'product', name: 'Juice', base_price: 7_777, category_id: drinks })
  ).id;
  const products = [
    { product_id: goods, category_id, price: 1_000, step: 125 },
    { product_id: dessert, category_id, price: 25_000, step: 500 },
    { product_id: drink, category_id: drinks, price: 7_777, step: 1_000 },
  ];
  const employees = [
    { employee_id: await brand.hire('Aziza'), home: points[0]! },
    { employee_id: await brand.hire('Botir', { point_id: second }), home: second },
    { employee_id: await brand.hire('Comil'), home: points[0]! },
  ];
  const ledger: Ledger = {
    homes: new Map(employees.map(({ employee_id, home }) => [employee_id, home])),
    terms: [],
    work: [],
    sold: [],
    programs: [],
    accruals: [],
    payments: [],
    openings: [],
    giving_back,
  };
  const cheques: { order_id: number; line_id: number; line: Ledger['sold'][number]; left: number; price: number }[] =
    [];
  const cancellable: { accrual_id: number; entry: Ledger['accruals'][number] }[] = [];

  const run = async ({ kind, day, who, where, amount, pick, other }: Step): Promise<void> => {
    const { employee_id } = employees[who]!;
    const point_id = points[where]!;
    const date = dayOf(day);
    const of = { employee_id, point_id, date };
    const occurred_at = noon(date);
    const accrue = async (type: string, fields: object, entry: Ledger['accruals'][number]): Promise<void> => {
      const { id: accrual_id } = await send(type, { ...of, ...fields });
      ledger.accruals.push(entry);
      cancellable.push({ accrual_id, entry });
    };
    switch (kind) {
      case 'work': {
        const minutes = 15 * (1 + (pick % 20));
        const begin = Temporal.PlainDateTime.from(`${date}T08:00`);
        // Shifts of one employee do not overlap.
        if (ledger.work.some((it) => it.employee_id === employee_id && it.date === date && it.minutes > 300)) return;
        const taken = ledger.work.filter((it) => it.employee_id === employee_id && it.date === date).length;
        if (taken > 1) return;
        const check_in = begin.add({ hours: 6 * taken });
        const text = (at: Temporal.PlainDateTime): string => at.toString({ smallestUnit: 'second' }).replace('T', ' ');
        const fields = { check_in: text(check_in), check_out: text(check_in.add({ minutes })) };
        await command(till, 'AddShift', { employee_id, point_id, ...fields });
        ledger.work.push({ ...of, minutes });
        return;
      }
      case 'sell': {
        const { product_id, category_id: category, price, step } = products[pick % products.length]!;
        const thousandths = step * (1 + (amount % 40));
        const order_type_id = 1 + (other % 2);
        const waiter_id = other % 5 === 0 ? null : employee_id;
        const items = [{ product_id, quantity: thousandths / 1_000 }];
        const { order_id } = await command(till, 'OpenCheque', {
          occurred_at,
          point_id,
          order_type_id,
          waiter_id,
          items,
        });
        const { items: lines, total_amount } = (await till.get(`/venue/v1/orders/${order_id}`)).body;
        const payments = [{ payment_type_id: cash, amount: total_amount }];
        await command(till, 'CloseCheque', { occurred_at, order_id, cashier_id, payments });
        const net = (thousandths * price) / 1_000;
        const line = { point_id, date, waiter_id, product_id, order_type_id, thousandths, net };
        ledger.sold.push({ ...line, category_id: category });
        const { line_id } = lines[0];
        cheques.push({ order_id, line_id, line: ledger.sold.at(-1)!, left: thousandths / step, price });
        return;
      }
      case 'give_back': {
        const cheque = cheques[pick % Math.max(cheques.length, 1)];
        if (!cheque || cheque.left === 0) return;
        const { order_id, line_id, line, price } = cheque;
        const { step } = products.find((it) => it.product_id === line.product_id)!;
        const steps = 1 + (other % cheque.left);
        cheque.left -= steps;
        const back = line.date > date ? line.date : date;
        const lines = [{ line_id, quantity: (steps * step) / 1_000 }];
        await send('ReturnGoods', { occurred_at: noon(back), order_id, payment_type_id: cash, lines });
        const thousandths = -steps * step;
        ledger.sold.push({ ...line, date: back, thousandths, net: (thousandths * price) / 1_000 });
        return;
      }
      case 'bonus':
        return accrue('GiveBonus', { amount, reason: 'Good' }, { ...of, kind: 'bonus', amount });
      case 'fine':
        return accrue('ImposeFine', { amount, reason: 'Late' }, { ...of, kind: 'fine', amount });
      case 'accrue': {
        const type = termsOn(ledger, employee_id, point_id, date)?.salary_type_id;
        const kpi_percent = 1 + (amount % 150_000);
        if (type === 4)
          await accrue(
            'AccrueSalary',
            { kpi_percent: kpi_percent / 1_000 },
            { ...of, kind: 'kpi', amount: kpi_percent },
          );
        if (type === 5) await accrue('AccrueSalary', { amount }, { ...of, kind: 'free', amount });
        return;
      }
      case 'cancel': {
        const [found] = cancellable.splice(pick % Math.max(cancellable.length, 1), 1);
        if (!found) return;
        await send('CancelAccrual', { accrual_id: found.accrual_id });
        ledger.accruals.splice(ledger.accruals.indexOf(found.entry), 1);
        return;
      }
      case 'pay': {
        const payment_purpose_id = other % 3 === 0 ? giving_back : advance;
        const { id: account_id } = await send('DefineAccount', {
          point_id,
          source: 'safe',
          code: `S${ledger.payments.length}`,
          name: 'Safe',
        });
        const fields = { employee_id, point_id, payment_purpose_id, amount, account_id, occurred_at };
        await send('PaySalary', fields);
        ledger.payments.push({ ...of, payment_purpose_id, amount });
        return;
      }
      case 'terms': {
        const salary_type_id = ([1, 2, 3, 4, 5, null] as const)[pick % 6]!;
        const terms = { employee_id, point_id, salary_type_id, rate: amount, from: date };
        await send('SetSalaryTerms', {
          ...terms,
          rate: salary_type_id === null || salary_type_id === 5 ? null : amount,
        });
        ledger.terms.push(terms);
        return;
      }
      case 'open_balance': {
        const opening = other % 2 === 0 ? amount : -amount;
        await send('OpenSalaryBalance', { ...of, amount: opening });
        ledger.openings.push({ ...of, amount: opening });
        return;
      }
      case 'motivation': {
        const calculation_type = (['own_sales_percent', 'point_sales_percent', 'per_item', 'per_shift'] as const)[
          pick % 4
        ]!;
        const isPercent = calculation_type.endsWith('percent');
        const rate = isPercent ? 1 + (amount % 20_000) : 1_000 * (1 + (amount % 9_000));
        const isForAll = other % 3 === 0;
        const scope = {
          point_ids: isForAll || other % 5 === 0 ? [point_id] : null,
          product_ids: other % 4 === 1 ? [products[pick % 3]!.product_id] : null,
          category_ids: other % 7 === 2 ? [category_id] : null,
          order_type_ids: other % 6 === 3 ? [1 + (pick % 2)] : null,
          days: isForAll ? ('all' as const) : ('worked' as const),
        };
        const employee_ids = employees.slice(0, 1 + who).map((it) => it.employee_id);
        const motivation_id = await brand.motivation(employee_ids, { calculation_type, rate: rate / 1_000, scope });
        ledger.programs.push({ motivation_id, calculation_type, rate, employee_ids, ...scope });
      }
    }
  };
  return { brand, points, employees, ledger, run };
};

/** A row with anything in it. */
const isSomething = (row: ModelRow): boolean =>
  row.working_days !== 0 ||
  row.sales !== 0 ||
  row.accrued_amount !== 0 ||
  row.bonus_amount !== 0 ||
  row.fines_amount !== 0 ||
  row.payments.length > 0 ||
  row.motivation_programs.length > 0 ||
  (row.balance_start ?? 0) !== 0 ||
  (row.balance_end ?? 0) !== 0;

const byPlace = (one: ModelRow, other: ModelRow): number =>
  one.employee_id - other.employee_id || (one.point_id < other.point_id ? -1 : 1);

test('every figure of the payroll is that of a ledger kept by hand', { timeout: 300_000 }, async () => {
  const scenario = fc.tuple(
    fc.array(arbitraryStep, { minLength: 40, maxLength: 90, size: 'max' }),
    fc.array(arbitraryPeriod, { minLength: 4, maxLength: 4 }),
  );
  const holds = async ([steps, periods]: readonly [Step[], (readonly [string, string])[]]): Promise<void> => {
    const { brand, points, employees, ledger, run } = await openBooks();
    for (const step of steps) await run(step);
    for (const [from, to] of [[FIRST, LAST] as const, ...periods]) {
      const { employees: rows } = await brand.payroll(`date_from=${from}&date_to=${to}`);
      const shown = rows
        .map(({ point_name, employee_name, role, role_name, position, ...row }) => ({
          ...row,
          motivation_programs: row.motivation_programs
            .map(({ name, calculation_type, ...it }: ModelRow['motivation_programs'][number] & Named) => it)
            .toSorted((one: Program, other: Program) => one.motivation_id - other.motivation_id),
          payments: row.payments
            .map(({ name, is_payout, ...it }: ModelRow['payments'][number] & Named) => it)
            .toSorted((one: Paid, other: Paid) => one.payment_purpose_id - other.payment_purpose_id),
        }))
        .filter(isSomething)
        .toSorted(byPlace);
      const expected = employees
        .flatMap(({ employee_id }) => points.map((point_id) => rowOf(ledger, employee_id, point_id, from, to)))
        .map((row) => ({
          ...row,
          payments: row.payments.toSorted((one, other) => one.payment_purpose_id - other.payment_purpose_id),
        }))
        .filter(isSomething)
        .toSorted(byPlace);
      expect(shown, `${from} to ${to}`).toEqual(expected);
      await expectLaborCosts(app.databaseUrl, brand.venue, [from, to]);
    }
  };
  await fc.assert(fc.asyncProperty(scenario, holds), {
    numRuns: effort({ short: 3, long: 60 }),
    // Each run takes seconds: a smaller example is not worth minutes.
    endOnFailure: true,
  });
});

interface Named {
  readonly name: string;
  readonly calculation_type: string;
  readonly is_payout: boolean;
}
type Program = ModelRow['motivation_programs'][number];
type Paid = ModelRow['payments'][number];
