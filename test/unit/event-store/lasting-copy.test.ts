import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastingCopy } from '../../../src/event-store/packing/lasting-copy.ts';

test('copies of any lengths stay what they were, whatever happens to the bytes and to other copies', () => {
  const lengths = fc.array(fc.oneof(fc.nat(300), fc.nat(20_000)), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(lengths, (all) => {
      const source = Buffer.alloc(20_000);
      const copies = all.map((length, index) => lastingCopy(source.fill(index + 1).subarray(0, length)));
      for (const [index, copy] of copies.entries()) {
        expect(copy.equals(Buffer.alloc(all[index]!, index + 1))).toBe(true);
      }
    }),
    { numRuns: 30 },
  );
});

test('small copies share memory with nothing but other copies', () => {
  const [first, second] = [lastingCopy(Buffer.from('first')), lastingCopy(Buffer.from('second'))];
  expect(second.buffer).toBe(first.buffer);
  expect(Buffer.from('short-lived').buffer).not.toBe(first.buffer);
});
