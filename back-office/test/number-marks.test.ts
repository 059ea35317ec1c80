import { expect, test, vi } from 'vitest';
import { marksOf } from '../src/parts/number-marks.ts';

test('no numbers of Latin Uzbek are asked for: browsers have none, and would take a comma between thousands', () => {
  const asked = vi.spyOn(Intl, 'NumberFormat');
  expect(marksOf('uz_latn')).toEqual({ group: '\u00a0', decimal: ',' });
  expect(asked.mock.calls.map(([locale]) => locale)).toEqual(['uz-Cyrl-UZ']);
  asked.mockRestore();
});
