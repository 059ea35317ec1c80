import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { COLUMNS, groupingsOf, KIND_NAMES, type KindName, kindOf } from '../../src/projections/reports/olap/kinds.ts';

const PAGE = readFileSync(new URL('../../docs/reports.md', import.meta.url), 'utf8');

/** The rows of the table below a heading, as cells. */
const tableBelow = (heading: string): string[][] => {
  const [, below = ''] = PAGE.split(`\n### ${heading}\n`);
  const lines = below.split(/\n##/)[0]!.split('\n');
  const rows = lines.filter((line) => line.startsWith('| ')).slice(2);
  return rows.map((row) =>
    row
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
};

const named = (cell: string): string[] => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name!);

const LINES = ['product', 'product_type', 'category', 'menu_folder', 'is_modifier'];
const TITLES: Readonly<Record<KindName, string>> = {
  sales: 'Sales',
  payments: 'Payments',
  returns: 'Returns',
  deletions: 'Deletions',
  labor: 'Labor',
};

describe('the page about reports', () => {
  test.each(KIND_NAMES)(
    'the page about reports has every measure of %s, and says of each whether lines have it',
    (kind) => {
      const rows = tableBelow(TITLES[kind]).flatMap(([names, , lines]) => named(names!).map((name) => [name, lines]));
      const { sources, measures } = kindOf(kind);
      const ofLines = Object.entries(sources).filter(([, { level }]) => level === 'line');
      const isOfLines = (name: string) =>
        measures[name]!.parts.every((part) => ofLines.some(([source]) => source in part)) ? 'yes' : 'no';
      expect(rows).toEqual(Object.keys(measures).map((name) => [name, isOfLines(name)]));
    },
  );

  test('the page about reports has every grouping of each kind', () => {
    const rows = new Map(tableBelow('Groupings').map(([kind, names]) => [kind, names!]));
    const all = named(rows.get('all')!);
    const sales = named(rows.get('sales')!);
    const listed: Readonly<Record<KindName, readonly string[]>> = {
      sales,
      payments: [
        ...sales.filter((name) => name !== 'opened_hour' && !LINES.includes(name)),
        ...named(rows.get('payments')!).slice(1),
      ],
      returns: [...named(rows.get('returns')!), ...LINES],
      deletions: [...named(rows.get('deletions')!), ...LINES],
      labor: named(rows.get('labor')!),
    };
    for (const kind of KIND_NAMES) {
      expect([...all, ...listed[kind]].toSorted(), kind).toEqual(groupingsOf(kindOf(kind)).toSorted());
    }
    expect(COLUMNS.length).toBeGreaterThan(50);
  });
});
