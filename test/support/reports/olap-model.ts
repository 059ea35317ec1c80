import type { Question } from '../../../src/projections/reports/olap/question.ts';
import type { Fact, Value } from './olap-facts.ts';
import { lifeOfFake } from './olap-life.ts';

/** The facts of one cell. */
interface Cell {
  readonly cheques: readonly Fact[];
  readonly lines: readonly Fact[];
  of(is: Fact['is']): readonly Fact[];
}

type Rule = (cell: Cell) => number | null;

const n = (value: unknown): number => Number(value ?? 0);
const sum = (facts: readonly Fact[], value: (fact: Fact) => number): number =>
  facts.reduce((total, fact) => total + value(fact), 0);
const own =
  (is: Fact['is'], field: string): Rule =>
  (cell) =>
    sum(cell.of(is), (fact) => n(fact.own[field]));
const different = (values: readonly unknown[]): number => new Set(values.filter((value) => value != null)).size;

/** Half away from zero, on whole thousandths. */
const quotient = (above: number, below: number, places = 0): number | null => {
  if (below === 0) return null;
  const scale = 10n ** BigInt(places);
  const [top, bottom] = [BigInt(Math.round(above * 1_000)) * scale, BigInt(Math.round(below * 1_000))];
  const negative = top < 0n !== bottom < 0n;
  const [a, b] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom];
  const rounded = Number((2n * a + b) / (2n * b)) / Number(scale);
  return negative && rounded !== 0 ? -rounded : rounded;
};

const costed = (lines: readonly Fact[]): Fact[] => lines.filter(({ own: line }) => line.cost !== null);
const net = (lines: readonly Fact[]): number => sum(lines, (fact) => n(fact.own.net_amount));
const cost = (lines: readonly Fact[]): number => sum(costed(lines), ({ own: it }) => n(it.cost) * n(it.quantity));
const profit = (lines: readonly Fact[]): number => net(costed(lines)) - cost(lines);
const ofCheques =
  (field: string): Rule =>
  ({ cheques }) =>
    sum(cheques, (fact) => n(fact.whole[field]));
const ofLines =
  (field: string): Rule =>
  ({ lines }) =>
    sum(lines, (fact) => n(fact.own[field]));
const idsOf =
  (is: Fact['is'], field: string): Rule =>
  (cell) =>
    different(cell.of(is).map((fact) => fact.whole[field]));
const paid =
  (category: number): Rule =>
  ({ cheques }) =>
    sum(cheques, ({ whole }) =>
      (whole.payments as { payment_category_id: number; amount: number }[])
        .filter((one) => one.payment_category_id === category)
        .reduce((total, one) => total + one.amount, 0),
    );
const guests = ofCheques('guests');
const revenue = ofCheques('total_amount');
const wholeSecond = (instant: unknown): number => Math.floor(Date.parse(String(instant)) / 1_000);
const seconds: Rule = ({ cheques }) =>
  sum(cheques, ({ whole }) => wholeSecond(whole.closed_at) - wholeSecond(whole.opened_at));
/** What is known of the life of a cheque's order until it was closed. */
const lifeOf = ({ whole }: Fact) => {
  const life = lifeOfFake(Number(whole.order_id));
  const closed = Date.parse(String(whole.closed_at));
  const delivered = life && life.delivered_ms !== null && life.delivered_ms <= closed ? life.delivered_ms : null;
  return { promised: life?.promised_ms ?? null, done: delivered ?? closed, delivered, began: life?.began_ms ?? null };
};
const deliveries = ({ cheques }: Cell) =>
  cheques.filter((fact) => fact.whole.order_type_id === 3 && lifeOf(fact).delivered !== null);
const deliverySeconds: Rule = (cell) =>
  sum(
    deliveries(cell),
    (fact) => Math.floor(lifeOf(fact).delivered! / 1_000) - Math.floor(lifeOf(fact).began! / 1_000),
  );
const promisedOf = ({ cheques }: Cell) => cheques.map(lifeOf).filter(({ promised }) => promised !== null);
const numbers = (values: unknown): number => (values as number[]).reduce((total, one) => total + one, 0);
const hundredths: Rule = (cell) => sum(cell.of('shift'), ({ own }) => Math.round(Number(own.counted) / 36_000));

/** What each measure is, in words as plain as the page's. */
const RULES: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  sales: {
    cheques_count: ({ cheques }) => cheques.length,
    clients_count: ({ cheques }) => different(cheques.map(({ whole }) => whole.client_id)),
    organizations_count: ({ cheques }) => different(cheques.map(({ whole }) => whole.organization_id)),
    waiters_count: ({ cheques }) => different(cheques.map(({ whole }) => whole.waiter_id)),
    guests_count: guests,
    quantity: ofLines('quantity'),
    dishes_quantity: ({ lines }) => sum(lines, ({ own: it }) => (it.parent_line_id === null ? n(it.quantity) : 0)),
    goods_amount: ofLines('amount'),
    discount: ofLines('discount'),
    net_amount: ({ lines }) => net(lines),
    cost_amount: ({ lines }) => cost(lines),
    gross_profit: ({ lines }) => profit(lines),
    margin_percent: ({ lines }) => quotient(profit(lines) * 100, net(costed(lines)), 2),
    cost_coverage_percent: ({ lines }) => quotient(net(costed(lines)) * 100, net(lines), 2),
    returned_quantity: ({ lines }) => sum(lines, ({ own: it }) => numbers(it.returned)),
    returned_amount: ({ lines }) => sum(lines, ({ own: it }) => numbers(it.returnedFor)),
    service_amount: ofCheques('service_amount'),
    delivery_amount: ofCheques('delivery_amount'),
    revenue,
    debt_amount: paid(6),
    points_amount: paid(4),
    average_cheque: (cell) => quotient(revenue(cell)!, cell.cheques.length),
    average_guest: (cell) => quotient(revenue(cell)!, guests(cell)!),
    cheque_minutes: (cell) => quotient(seconds(cell)!, 60 * cell.cheques.length, 2),
    delivery_minutes: (cell) => quotient(deliverySeconds(cell)!, 60 * deliveries(cell).length, 2),
    late_share: (cell) =>
      quotient(
        100 * promisedOf(cell).filter(({ promised, done }) => promised! < done).length,
        promisedOf(cell).length,
        2,
      ),
  },
  payments: {
    amount: own('payment', 'amount'),
    payments_count: (cell) => cell.of('payment').length,
    cheques_count: idsOf('payment', 'order_id'),
    clients_count: idsOf('payment', 'client_id'),
    organizations_count: idsOf('payment', 'organization_id'),
  },
  returns: {
    returns_count: (cell) =>
      different([...cell.of('return'), ...cell.of('return line')].map(({ whole }) => whole.return_id)),
    quantity: own('return line', 'quantity'),
    goods_amount: own('return line', 'amount'),
    cheques_count: (cell) =>
      different([...cell.of('return'), ...cell.of('return line')].map(({ whole }) => whole.order_id)),
    clients_count: (cell) =>
      different([...cell.of('return'), ...cell.of('return line')].map(({ whole }) => whole.client_id)),
    organizations_count: (cell) =>
      different([...cell.of('return'), ...cell.of('return line')].map(({ whole }) => whole.organization_id)),
    service_amount: own('return', 'service_amount'),
    delivery_amount: own('return', 'delivery_amount'),
    total_amount: own('return', 'total_amount'),
    refunded_amount: own('refund', 'amount'),
    debt_amount: own('return', 'debt_amount'),
  },
  deletions: {
    deleted_cheques_count: (cell) => cell.of('order').length,
    deleted_cheques_amount: (cell) =>
      sum(cell.of('order'), ({ own: { amounts } }) => n((amounts as { total_amount: number }).total_amount)),
    deleted_items_count: (cell) => cell.of('item').length,
    deleted_quantity: own('item', 'quantity'),
    deleted_items_amount: own('item', 'total'),
  },
  labor: {
    hours: (cell) => hundredths(cell)! / 100,
    worked_days: (cell) =>
      different(cell.of('shift').map(({ own: it }) => (it.check_in === null ? null : `${it.employee_id} ${it.date}`))),
    employees_count: idsOf('shift', 'employee_id'),
    revenue_per_hour: (cell) => quotient(revenue(cell)! * 100, hundredths(cell)!),
    labor_cost: own('cost', 'cost'),
  },
};

const OF_SHIFTS = new Set(['hours', 'worked_days', 'employees_count', 'revenue_per_hour']);
const OF_LINES = new Set(['product', 'product_type', 'category', 'menu_folder', 'is_modifier']);

/** The facts that a question is about: a cell with none of them is no row. */
const kindsOfFacts = ({ kind, group_by, filters, measures }: Question): Fact['is'][] => {
  const byLine = [...group_by, ...Object.keys(filters)].some((name) => OF_LINES.has(name));
  const asked = [...measures, ...Object.keys(filters)];
  switch (kind) {
    case 'sales':
      return byLine ? ['line'] : ['cheque', 'line'];
    case 'payments':
      return ['payment'];
    case 'returns':
      return byLine
        ? ['return line']
        : ['return', 'return line', ...(asked.includes('refunded_amount') ? (['refund'] as const) : [])];
    case 'deletions':
      return [
        ...(asked.some((name) => name.startsWith('deleted_cheques')) ? (['order'] as const) : []),
        ...(asked.some((name) => /^deleted_(items|quantity)/.test(name)) ? (['item'] as const) : []),
      ];
    case 'labor':
      return [
        ...(asked.some((name) => OF_SHIFTS.has(name)) ? (['shift'] as const) : []),
        ...(asked.includes('revenue_per_hour') ? (['cheque'] as const) : []),
        ...(asked.includes('labor_cost') ? (['cost'] as const) : []),
      ];
  }
};

const cellOf = (facts: readonly Fact[]): Cell => {
  const of = (is: Fact['is']) => facts.filter((fact) => fact.is === is);
  const lines = of('line');
  const whole = of('cheque');
  // Each cheque of the lines once, where lines are all that is known of it.
  const ofLines = [...new Map(lines.map((line) => [line.whole.order_id, line])).values()];
  return { lines, cheques: whole.length > 0 ? whole : ofLines, of };
};

export interface ModelRow {
  readonly key: Readonly<Record<string, Value>>;
  readonly values: Readonly<Record<string, number | null>>;
}

const compare = (one: Value, other: Value): number => {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return one < other ? -1 : 1;
};

/** The whole report, by plain loops over facts. */
export const modelReport = (question: Question, all: readonly Fact[], points: readonly string[] | null) => {
  const { kind, group_by, measures, filters, date_from, date_to, order_by } = question;
  const rules = RULES[kind]!;
  const kinds = kindsOfFacts(question);
  const facts = all.filter(({ is, dims }) => {
    if (!kinds.includes(is)) return false;
    if (points && !points.includes(String(dims.point))) return false;
    if (String(dims.date) < date_from || String(dims.date) > date_to) return false;
    return Object.entries(filters).every(
      ([name, test]) => Object.hasOwn(rules, name) || passes(dims[name] ?? null, test!),
    );
  });
  const valuesOf = (names: readonly string[], of: readonly Fact[]) =>
    Object.fromEntries(names.map((name) => [name, rules[name]!(cellOf(of))]));
  const group = (by: readonly string[]) => {
    const cells = Map.groupBy(facts, ({ dims }) => JSON.stringify(by.map((name) => dims[name] ?? null)));
    return [...cells.values()].map((of) => ({
      key: Object.fromEntries(by.map((name) => [name, of[0]!.dims[name] ?? null])),
      of,
    }));
  };
  const filtered = Object.keys(filters).filter((name) => Object.hasOwn(rules, name));
  const cells = group_by.length > 0 ? group(group_by) : [{ key: {}, of: facts }];
  const rows: ModelRow[] = cells
    .filter(({ of }) => filtered.every((name) => passes(rules[name]!(cellOf(of)), filters[name]!)))
    .map(({ key, of }) => ({ key, values: valuesOf(measures, of) }));

  const time = group_by.find((name) => TIMES.has(name));
  const order = order_by.length > 0 ? order_by : [time ?? `-${measures[0]}`];
  const at = (row: ModelRow, name: string): Value => (name in row.key ? row.key[name]! : row.values[name]!);
  rows.sort((a, b) => {
    for (const entry of [...order, ...group_by]) {
      const name = entry.replace(/^-/, '');
      const [x, y] = [at(a, name), at(b, name)];
      const by = compare(x, y) * (entry.startsWith('-') && x !== null && y !== null ? -1 : 1);
      if (by !== 0) return by;
    }
    return 0;
  });
  return {
    rows,
    totals: valuesOf(measures, facts),
    subtotals: setsOf(question).flatMap((by) =>
      group(by)
        .map(({ key, of }) => ({ key, values: valuesOf(measures, of) }))
        .sort(
          (a, b) =>
            Object.keys(a.key)
              .map((name) => compare(a.key[name]!, b.key[name]!))
              .find(Boolean) ?? 0,
        ),
    ),
  };
};

/** The groupings of each set of subtotals. Those that have not the first of the groupings come first, and so on. */
const setsOf = ({ group_by, subtotals, subtotals_by }: Question): (readonly string[])[] => {
  const beginnings = subtotals ? group_by.map((_, length) => group_by.slice(0, length)) : [];
  const bitsOf = (names: readonly string[]): string => group_by.map((name) => (names.includes(name) ? 0 : 1)).join('');
  const sets = new Set([...beginnings, ...subtotals_by].map(bitsOf));
  return [...sets]
    .filter((bits) => bits.includes('0') && bits.includes('1'))
    .sort()
    .reverse()
    .map((bits) => group_by.filter((_, place) => bits[place] === '0'));
};

const TIMES = new Set(['date', 'week', 'month', 'year', 'day_of_week', 'hour', 'opened_hour']);

const passes = (value: Value, test: NonNullable<Question['filters'][string]>): boolean => {
  if (test.in && !test.in.includes(value)) return false;
  if (test.not_in?.includes(value)) return false;
  if (test.from !== undefined && (value === null || value < test.from)) return false;
  return test.to === undefined || (value !== null && value <= test.to);
};
