import { expect, test } from 'vitest';
import { relationsOf } from '../../../../src/projections/analytics/relations.ts';
import { analyticsViews } from '../../../../src/projections/analytics/views.ts';

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
