import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPieces } from '../../../../src/api/http/body-stream.ts';

const KB = 1024;

it('pieces of a body keep every byte in its place, however they are cut', () => {
  const sizes = fc.array(fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 20 * KB, max: 100 * KB })));
  fc.assert(
    fc.property(sizes, (lengths) => {
      const pieces = lengths.map((length, index) => Buffer.alloc(length, index + 1));
      const kept = createPieces();
      for (const piece of pieces) kept.add(piece);
      expect(Buffer.concat(kept.all()).equals(Buffer.concat(pieces))).toBe(true);
    }),
  );
});

it('a body that comes byte by byte is held in few pieces, and the usual one as it is', () => {
  const kept = createPieces();
  for (let index = 0; index < 200 * KB; index++) kept.add(Buffer.of(index % 256));
  expect(kept.all().length).toBeLessThanOrEqual(5);
  const whole = Buffer.from('{}');
  const usual = createPieces();
  usual.add(whole);
  expect(usual.all()[0]).toBe(whole);
});
