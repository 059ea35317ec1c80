import { expect, test } from 'vitest';
import { allWell, renderReports } from '../../../src/cli/rebuild-report.ts';
import type { RebuildReport } from '../../../src/projections/rebuild/rebuild.ts';

const report = (changes: Partial<RebuildReport> = {}, equal: boolean | null = true): RebuildReport => ({
  name: 'orders',
  events: 1_234_567,
  seconds: 20,
  failure: null,
  reason: null,
  tables: [{ table: 'orders', oldRows: 9, newRows: 10, oldChecksum: '-7', newChecksum: '8', equal }],
  ...changes,
});

test.each<[string, RebuildReport, boolean, string]>([
  ['equal', report(), true, 'orders: 1 234 567 events in 20.0 s (61 728 a second)\n  orders: equal'],
  ['different', report({}, false), false, 'orders DIFFERED from the log'],
  [
    'not compared',
    report({ reason: 'live was parked at 7' }, null),
    true,
    'orders: not compared: live was parked at 7',
  ],
  ['failed', report({ failure: 'OrderPlaced at position 3', tables: [] }), false, 'nothing was changed. OrderPlaced'],
])('a read model that is %s', (_, given, well, text) => {
  expect(renderReports([given])).toContain(text);
  expect(allWell([report(), given])).toBe(well);
});

test('a table that had other columns has no checksum', () => {
  const tables = [{ table: 'orders', oldRows: 9, newRows: 9, oldChecksum: null, newChecksum: '8', equal: null }];
  const text = renderReports([report({ reason: 'live was of version 1', tables })]);
  expect(text).toContain('9 rows, of other columns');
  expect(text).toContain('9 rows, checksum 8');
});
