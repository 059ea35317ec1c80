import type { Data, FakeEvent } from './olap-events.ts';
import { laborAt } from './olap-labor.ts';

export type Value = string | number | boolean | null;

/** One thing that happened, with everything that it can be grouped by. */
export interface Fact {
  readonly is:
    | 'cheque'
    | 'line'
    | 'payment'
    | 'return'
    | 'refund'
    | 'return line'
    | 'order'
    | 'item'
    | 'shift'
    | 'cost';
  readonly dims: Readonly<Record<string, Value>>;
  /** Whose fact it is: for a line, its cheque. */
  readonly whole: Data;
  readonly own: Data;
}

interface Line {
  readonly line_id: number;
  readonly parent_line_id: number | null;
  readonly product_id: number;
  readonly category_id: number | null;
}

/** Everything that was known at a position, read from the events anew: no tables, no versions. */
export const factsAt = (events: readonly FakeEvent[], position: number): Fact[] => {
  const known = events.filter((event) => event.position <= position);
  const of = (type: string): Data[] => known.filter((event) => event.type === type).map(({ data }) => data);
  const last = (type: string, id: string) => new Map(of(type).map((data) => [data[id], data]));
  const products = last('ProductDefined', 'product_id');
  const tables = last('TableDefined', 'table_id');
  const places = new Map(
    known
      .filter(({ type }) => type.startsWith('Organization'))
      .map(({ data }) => [data.organization_id, data as { region_id: number | null; district_id: number | null }]),
  );
  const employees = last('EmployeeHired', 'employee_id');

  const cheques = new Map<unknown, Data>();
  for (const { type, data } of known) {
    if (type === 'ChequeClosed') cheques.set(data.order_id, data);
    if (type === 'ChequeReopened') cheques.delete(data.order_id);
  }
  const catalogue = ({ product_id, category_id }: Line): Record<string, Value> => ({
    product: product_id,
    category: category_id,
    product_type: (products.get(product_id)?.type as string) ?? null,
    menu_folder: (products.get(product_id)?.menu_folder_id as number) ?? null,
  });
  const ofCheque = (cheque: Data): Record<string, Value> => ({
    ...time(cheque.business_date, cheque.closed_at, cheque.timezone),
    ...about(cheque, ['point', 'shift', 'order_type', 'order_type_sub', 'source', 'table', 'waiter', 'cashier']),
    ...about(cheque, ['courier', 'client', 'organization']),
    opened_hour: hourOf(cheque.opened_at, cheque.timezone),
    hall: (tables.get(cheque.table_id)?.hall_id as number) ?? null,
    region: places.get(cheque.organization_id)?.region_id ?? null,
    district: places.get(cheque.organization_id)?.district_id ?? null,
    cheque: cheque.order_id as number,
  });

  const returnLines = of('GoodsReturned').flatMap((data) =>
    (data.lines as (Line & Data)[]).map((line) => ({ line, data })),
  );
  const facts: Fact[] = [];
  for (const cheque of cheques.values()) {
    const dims = ofCheque(cheque);
    facts.push({ is: 'cheque', dims, whole: cheque, own: cheque });
    for (const line of cheque.lines as (Line & Data)[]) {
      const back = returnLines.filter((one) => one.line.line_id === line.line_id).map((one) => one.line);
      const own = {
        ...line,
        returned: back.map(({ quantity }) => quantity),
        returnedFor: back.map(({ amount }) => amount),
      };
      const of = { ...dims, ...catalogue(line), is_modifier: line.parent_line_id !== null };
      facts.push({ is: 'line', dims: of, whole: cheque, own });
    }
    for (const payment of cheque.payments as Data[]) {
      const how = about(payment, ['payment_type', 'payment_category']);
      facts.push({ is: 'payment', dims: { ...dims, ...how }, whole: cheque, own: payment });
    }
  }
  for (const data of of('GoodsReturned')) {
    const dims = {
      ...time(data.business_date, data.returned_at, data.timezone),
      ...about(data, ['point', 'shift', 'order_type', 'source', 'waiter', 'client', 'organization', 'payment_type']),
    };
    facts.push({ is: 'return', dims, whole: data, own: data });
    const ways = data.refunds as Data[];
    for (const own of ways.length > 0 ? ways : [{ payment_type_id: data.payment_type_id, amount: 0 }]) {
      facts.push({ is: 'refund', dims: { ...dims, ...about(own, ['payment_type']) }, whole: data, own });
    }
    for (const line of data.lines as (Line & Data)[]) {
      const of = { ...dims, ...catalogue(line), is_modifier: line.is_modifier as boolean };
      facts.push({ is: 'return line', dims: of, whole: data, own: line });
    }
  }
  const ofDeletion = ({ data, metadata }: FakeEvent): Record<string, Value> => ({
    ...time(data.business_date, metadata.occurred_at, data.timezone),
    ...about(data, ['shift', 'order_type', 'source', 'waiter', 'organization']),
    ...about(data.personal as Data, ['client']),
    point: metadata.point_id!,
    was_printed: data.was_printed as boolean,
  });
  const deleted = new Set(of('OrderDeleted').map(({ order_id }) => order_id));
  for (const event of known) {
    const { type, data } = event;
    if (type === 'OrderDeleted' && data.was_with_till) {
      const how = { deleted_by: data.deleted_by as string, ...about(data, ['cancel_cause']) };
      facts.push({ is: 'order', dims: { ...ofDeletion(event), ...how }, whole: data, own: data });
    }
    if (type === 'ItemRemoved' && !deleted.has(data.order_id)) {
      for (const [index, item] of (data.removed as (Line & Data)[]).entries()) {
        const how = { deleted_by: 'venue', cancel_cause: null, is_modifier: index > 0 };
        facts.push({ is: 'item', dims: { ...ofDeletion(event), ...catalogue(item), ...how }, whole: data, own: item });
      }
    }
  }
  const shifts = of('ShiftAdded');
  for (const data of shifts) {
    const { role, position_id } = employees.get(data.employee_id) ?? {};
    const dims = { ...time(data.date, null, null), ...about(data, ['point', 'employee']) };
    const who = { role: (role as string) ?? null, position: (position_id as number) ?? null };
    const own = { ...data, counted: countedMs(data, shifts) };
    facts.push({ is: 'shift', dims: { ...dims, ...who }, whole: data, own });
  }
  for (const own of laborAt(known, (shift) => countedMs(shift, shifts))) {
    const { role, position_id } = employees.get(own.employee_id) ?? {};
    const dims = { ...time(own.date, null, null), ...about(own, ['point', 'employee']) };
    const who = { role: (role as string) ?? null, position: (position_id as number) ?? null };
    facts.push({ is: 'cost', dims: { ...dims, ...who }, whole: own, own });
  }
  return facts;
};

/** How much of a shift no earlier one of the employee has taken, in milliseconds. Null: an end is missing, or comes first. */
const countedMs = (shift: Data, all: readonly Data[]): number | null => {
  const timesOf = ({ check_in, check_out }: Data) => [check_in, check_out].map((time) => Date.parse(String(time)));
  const [start, end] = timesOf(shift);
  if (shift.check_in === null || shift.check_out === null || end! < start!) return null;
  const earlier = all.filter((one) => {
    const [from] = timesOf(one);
    const isEarlier = from! < start! || (from === start && Number(one.shift_id) < Number(shift.shift_id));
    return one.employee_id === shift.employee_id && one.check_in !== null && one.check_out !== null && isEarlier;
  });
  const until = Math.max(start!, ...earlier.map((one) => timesOf(one)[1]!));
  return Math.max(0, end! - until);
};

const about = (data: Data, names: readonly string[]): Record<string, Value> =>
  Object.fromEntries(names.map((name) => [name, (data[`${name}_id`] ?? null) as Value]));

const hourOf = (instant: unknown, timezone: unknown): number =>
  Temporal.Instant.from(String(instant)).toZonedDateTimeISO(String(timezone)).hour;

const time = (day: unknown, instant: unknown, timezone: unknown): Record<string, Value> => {
  const date = Temporal.PlainDate.from(String(day));
  return {
    date: String(date),
    month: String(date).slice(0, 7),
    year: date.year,
    day_of_week: date.dayOfWeek,
    week: String(date.subtract({ days: date.dayOfWeek - 1 })),
    ...(instant !== null && { hour: hourOf(instant, timezone) }),
  };
};
