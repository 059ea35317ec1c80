import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { namesOf } from '../../../../src/domain/names-of.ts';
import { DIMENSION_NAMES, DIMENSIONS } from '../../../../src/projections/reports/olap/dimensions.ts';
import { COLUMNS, groupingsOf, KIND_NAMES, KINDS, kindOf } from '../../../../src/projections/reports/olap/kinds.ts';
import { mostOfTime } from '../../../../src/projections/reports/olap/most-groups.ts';
import { planOf } from '../../../../src/projections/reports/olap/plan.ts';
import type { Question } from '../../../../src/projections/reports/olap/question.ts';
import { statementOf } from '../../../../src/projections/reports/olap/read-report.ts';
import { columnsOf, reportSql } from '../../../../src/projections/reports/olap/report-sql.ts';

const question = (fields: Partial<Question>): Question => ({
  kind: 'sales',
  date_from: '2026-03-01',
  date_to: '2026-03-31',
  group_by: [],
  measures: ['net_amount'],
  filters: {},
  order_by: [],
  limit: undefined,
  subtotals: false,
  subtotals_by: [],
  ...fields,
});

const sqlOf = (fields: Partial<Question>): { text: string; values: unknown[] } => {
  const scope = { brandId: 'b', pointIds: null, dateFrom: '2026-03-01', dateTo: '2026-03-31' };
  const valid = (alias: string) => `${alias}.known_to is null`;
  return statementOf(reportSql(planOf(question(fields)), { ...scope, valid }, { read: 51, rows: 51, subtotals: 51 }));
};

describe('the table of groupings and measures', () => {
  test.each(KIND_NAMES)('%s: what an expression needs is joined by its source, in the order of the joins', (name) => {
    for (const { sources, measures } of [kindOf(name)]) {
      for (const source of Object.values(sources)) {
        const joins = Object.keys(source.joins);
        for (const [grouping, { joins: needs = [] }] of Object.entries(source.dimensions)) {
          expect(DIMENSION_NAMES).toContain(grouping);
          for (const need of needs) expect(joins).toContain(need);
        }
        for (const [at, { after = [] }] of Object.values(source.joins).entries())
          for (const one of after) expect(joins.indexOf(one)).toBeLessThan(at);
      }
      for (const part of Object.values(measures).flatMap(({ parts }) => parts))
        for (const [source, { joins = [] }] of Object.entries(part))
          for (const need of joins) expect(Object.keys(sources[source]!.joins)).toContain(need);
    }
  });

  test('every grouping is of some kind, and no name is of a grouping and of a measure', () => {
    const used = new Set(KIND_NAMES.flatMap((name) => groupingsOf(KINDS[name])));
    expect([...used].toSorted()).toEqual([...DIMENSION_NAMES].toSorted());
    expect(new Set(COLUMNS.map(({ name }) => name)).size).toBe(COLUMNS.length);
  });

  test.each(KIND_NAMES)('%s: groupings of lines are those that only sources of lines know', (name) => {
    for (const source of Object.values(kindOf(name).sources)) {
      if (source.level === 'line') continue;
      for (const grouping of Object.keys(source.dimensions))
        expect(DIMENSIONS[grouping as keyof typeof DIMENSIONS].level).toBe('cheque');
    }
  });
});

describe('the statement of a report', () => {
  test('the statement of a report reads cheques alone where nothing asks for lines', () => {
    const { text } = sqlOf({
      group_by: ['date'],
      measures: ['revenue', 'net_amount', 'clients_count', 'guests_count'],
    });
    expect(text).toContain('read.cheques as c');
    expect(text).not.toContain('cheque_lines');
  });

  test('the statement of a report reads lines without their cheques where nothing asks for what a cheque says', () => {
    const { text } = sqlOf({ group_by: ['product', 'date'], measures: ['net_amount', 'cheques_count'] });
    expect(text).toContain('read.cheque_lines as l');
    expect(text).not.toContain('read.cheques');
  });

  test('the statement of a report reads cheques and lines each by itself, and joins them for groupings of lines alone', () => {
    const apart = sqlOf({ group_by: ['waiter'], measures: ['revenue', 'quantity'] }).text;
    expect(apart).toContain('read.cheques as c');
    expect(apart).toContain('read.cheque_lines as l');
    expect(apart).not.toContain('join read.cheques');
    expect(sqlOf({ group_by: ['product', 'client'] }).text).toContain('join read.cheques as c on c.id = l.cheque_id');
  });

  test('joins names after the groups are made, for the rows alone', () => {
    const { text } = sqlOf({ group_by: ['product', 'point'] });
    const [groups, names] = text.split('from (select * from rows');
    expect(groups).not.toContain('read.names');
    expect(names!.match(/left join read\.names/g)).toHaveLength(2);
  });

  test('the statement of a report holds what was asked as parameters, never in its text', () => {
    const { text, values } = sqlOf({ filters: { product_type: { in: ["x'; drop table read.names; --", null] } } });
    expect(text).not.toContain('drop table');
    expect(values).toContainEqual(["x'; drop table read.names; --"]);
  });
});

test('an entity has two columns, a client one, and everything else one', () => {
  const plan = planOf(question({ group_by: ['product', 'client', 'hour'], measures: ['net_amount'] }));
  expect(columnsOf(plan).map(({ name }) => name)).toEqual([
    ...['product_id', 'product_name', 'client_id', 'hour', 'net_amount'],
  ]);
});

test('rows are by the first time unless told, else by the first measure, and ties by all groupings', () => {
  const orderOf = (fields: Partial<Question>) =>
    planOf(question(fields)).order.map(({ name, isDescending }) => (isDescending ? `-${name}` : name));
  expect(orderOf({ group_by: ['product', 'week', 'date'] })).toEqual(['week', 'product', 'date']);
  expect(orderOf({ group_by: ['product', 'point'] })).toEqual(['-net_amount', 'product', 'point']);
  expect(orderOf({ group_by: ['product', 'point'], order_by: ['-point'] })).toEqual(['-point', 'product']);
});

const DAY_MS = 86_400_000;
/** What a business day is in, as days since 1970 were: the first of them was a Thursday. */
const VALUE_OF: Readonly<Record<'date' | 'week' | 'month' | 'year' | 'day_of_week', (day: number) => number | string>> =
  {
    date: (day: number) => day,
    week: (day: number) => Math.floor((day + 3) / 7),
    month: (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 7),
    year: (day: number) => new Date(day * DAY_MS).getUTCFullYear(),
    day_of_week: (day: number) => new Date(day * DAY_MS).getUTCDay(),
  };
const TIMES = namesOf(VALUE_OF);

test('no period has more days, weeks, months or years than the estimate of its groups says', () => {
  const firstDay = fc.integer({ min: 7_300, max: 40_000 });
  const howMany = fc.oneof(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 1_500 }));
  fc.assert(
    fc.property(fc.constantFrom(...TIMES), firstDay, howMany, (name, first, count) => {
      const days = Array.from({ length: count }, (_, index) => first + index);
      const [date_from, date_to] = [first, first + count - 1].map((day) =>
        new Date(day * DAY_MS).toISOString().slice(0, 10),
      ) as [string, string];
      expect(mostOfTime(name, { date_from, date_to })).toBeGreaterThanOrEqual(
        new Set(days.map((day) => VALUE_OF[name](day))).size,
      );
    }),
    { numRuns: 300 },
  );
  expect(mostOfTime('hour', { date_from: '2026-03-01', date_to: '2026-03-01' })).toBe(24);
  expect(mostOfTime('product', { date_from: '2026-03-01', date_to: '2026-03-01' })).toBeUndefined();
});
