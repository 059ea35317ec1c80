import { v5 } from 'uuid';
import { expect, test } from 'vitest';
import { derivedUuid } from '../../../../src/commands/loop/envelope.ts';

test('derived ids are those of the standard', () => {
  const names = [
    '',
    'a',
    'order/1/0',
    'чайхана/☕',
    'x'.repeat(5_000),
    ...Array.from({ length: 200 }, (_, n) => `${n}`),
  ];
  for (const name of names) expect(derivedUuid(name)).toBe(v5(name, '6e3c2f5a-4f6b-5d0e-9a51-2f0f5d1c7b11'));
  expect(derivedUuid('order', 1, 0)).toBe(derivedUuid('order/1/0'));
});
