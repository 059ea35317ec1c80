import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { renderJson } from '../../../../src/api/http/readers/render-json.ts';

const render = async (value: unknown): Promise<string> => {
  const json = await renderJson(value, () => {});
  return typeof json === 'string' ? json : Buffer.concat(json).toString();
};

it('renderJson writes what JSON.stringify writes, whatever the lists and what is in them', async () => {
  const leaf = fc.oneof(
    fc.jsonValue(),
    fc.constant(undefined),
    fc.date({ noInvalidDate: true }),
    fc.constant(() => 1),
  );
  const list = fc.array(fc.oneof(leaf, fc.dictionary(fc.string(), leaf)), { minLength: 101, maxLength: 120 });
  const body = fc.dictionary(fc.string(), fc.oneof(leaf, list, fc.dictionary(fc.string(), fc.oneof(leaf, list))));
  await fc.assert(
    fc.asyncProperty(fc.oneof(body, list), async (value) => {
      expect(await render(value)).toBe(JSON.stringify(value));
    }),
    { numRuns: 12 },
  );
});

test('a long list is written in slices, with turns of others between them', async () => {
  const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, name: 'x'.repeat(100) }));
  let turns = 0;
  const others = setInterval(() => turns++, 0);
  const pieces = await renderJson({ rows, count: rows.length }, () => {});
  clearInterval(others);
  expect(Buffer.concat(pieces as Buffer[]).length).toBeGreaterThan(10_000_000);
  // Longer than 8 ms it never takes, and it takes some 60 at least.
  expect(turns).toBeGreaterThan(4);
});

test('what is written is counted piece by piece, and nothing more is written when there is no room', async () => {
  const rows = Array.from({ length: 10_000 }, (_, id) => ({ id, name: 'x'.repeat(1_000) }));
  let held = 0;
  const hold = (bytes: number) => {
    if (held + bytes > 1_000_000) throw new Error('no room');
    held += bytes;
  };
  await expect(renderJson({ rows }, hold)).rejects.toThrow('no room');
  expect(held).toBeGreaterThan(900_000);
});
