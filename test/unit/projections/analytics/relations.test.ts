import { expect, test } from 'vitest';
import { relationsOf } from '../../../../src/projections/analytics/relations.ts';
import { analyticsViews } from '../../../../src/projections/analytics/views.ts';
import { DIMENSION_NAMES, type DimensionName } from '../../../../src/projections/reports/olap/dimensions.ts';

const views = analyticsViews.filter(({ kind }) => kind !== 'versions');
const relations = relationsOf(views);
const of = (table: string, column: string) => relations.find((it) => it.table === table && it.column === column);

test('a column is a key or refers to a key of a view that is there', () => {
  for (const { name, key, columns } of views) for (const column of key) expect(columns, name).toHaveProperty(column);
  for (const { references } of relations.filter(({ references }) => references)) {
    const target = views.find(({ name }) => name === references!.table)!;
    expect(target.columns).toHaveProperty(references!.column);
    expect(target.key).toContain(references!.column);
  }
});

test('each column that has the name of another view’s key refers to it', () => {
  // An order that is deleted or open is no closed cheque, what was removed is no line of one, and an employee's shift is none of a till. Categories of
  // payment types are five. A movement of money has its number together with its register.
  const others = [
    ...['deleted_cheques.cheque_id', 'removed_items.cheque_id', 'removed_items.line_id', 'attendance_shifts.shift_id'],
    ...[
      'payment_types.category_id',
      'money_movements.movement_id',
      'salary_payments.movement_id',
      'adjustments.cheque_id',
    ],
  ];
  const keys = new Map(views.filter(({ key }) => key.length === 1).map(({ name, key }) => [key[0]!, name]));
  keys.set('shift_id', 'till_shifts').set('cheque_id', 'cheques').set('source_id', 'sources');
  const missing = views.flatMap(({ name, columns }) =>
    Object.keys(columns).flatMap((column) => {
      const target = keys.get(column);
      const isTold = others.includes(`${name}.${column}`);
      const isRight = !target || target === name || of(name, column)?.references?.table === target;
      return isRight || isTold ? [] : [`${name}.${column}`];
    }),
  );
  expect(missing).toEqual([]);
});

test('a number that means several things by another column refers to none', () => {
  expect(of('organization_entries', 'entry_id')).toMatchObject({ isKey: true, references: null });
  expect(of('money_movements', 'party_id')).toBeUndefined();
});

/** By what analysts group as reports do. */
const GROUPED_BY: Readonly<Record<DimensionName, string>> = {
  date: 'cheques.business_date',
  week: 'dates.week_start',
  month: 'dates.month_start',
  year: 'dates.year',
  day_of_week: 'dates.day_of_week',
  hour: 'cheques.closed_at',
  opened_hour: 'cheques.opened_at',
  point: 'points.name',
  shift: 'till_shifts.shift_number',
  order_type: 'cheques.order_type',
  order_type_sub: 'order_type_subs.name',
  source: 'sources.name',
  hall: 'halls.name',
  table: 'tables.name',
  waiter: 'employees.name',
  cashier: 'employees.name',
  courier: 'employees.name',
  client: 'cheques.client_id',
  organization: 'organizations.name',
  region: 'regions.name',
  district: 'districts.name',
  cheque: 'cheques.cheque_number',
  payment_type: 'payment_types.name',
  payment_category: 'payment_types.category',
  cancel_cause: 'cancel_causes.name',
  deleted_by: 'deleted_cheques.deleted_by',
  was_printed: 'deleted_cheques.was_printed',
  employee: 'employees.name',
  position: 'employees.position_name',
  role: 'employees.role',
  product: 'products.name',
  product_type: 'products.type',
  category: 'categories.name',
  menu_folder: 'menu_folders.name',
  is_modifier: 'cheque_lines.is_modifier',
};

/** Views that a view leads to by its columns, and by those of the views that it leads to. */
const ledTo = (name: string): Set<string> => {
  const found = new Set([name]);
  for (const each of found)
    for (const { table, references } of relations) if (table === each && references) found.add(references.table);
  return found;
};

test('whatever reports group by, analysts can group by: the view is there, and facts lead to it', () => {
  const facts = ['cheques', 'cheque_lines', 'payments', 'returns', 'deleted_cheques', 'labor_costs'].map(ledTo);
  const missing = DIMENSION_NAMES.filter((name) => {
    const [view, column] = GROUPED_BY[name].split('.');
    const isThere = views.some((each) => each.name === view && column! in each.columns);
    return !isThere || !facts.some((led) => led.has(view!));
  });
  expect(missing).toEqual([]);
});
