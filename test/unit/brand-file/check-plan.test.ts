import { expect, test } from 'vitest';
import { JsonScan } from '../../../src/api/http/json-scan.ts';
import { firstOf } from '../../../src/brand-file/check-plan.ts';

const prices = (at: number) => ({
  command: {
    type: 'SetPrices',
    command_id: `command ${at}`,
    fields: {
      point_id: { $: 'thing 1' },
      prices: Array.from({ length: 500 }, (_, each) => ({ product_id: { $: `thing ${each}` }, price: 1_000 + each })),
    },
  },
});
const named = (at: number) => ({
  command: { type: 'DefineProduct', command_id: `command ${at}`, fields: { name: 'Плов '.repeat(50) } },
});

test.each([
  { of: 'prices', make: prices, count: 200 },
  { of: 'names', make: named, count: 20_001 },
])(
  'a plan with too many $of asks about as many of its first commands as the server reads in one body',
  ({ make, count }) => {
    const inOrder = Array.from({ length: count }, (_, at) => make(at));
    const first = firstOf(inOrder);
    expect(first).toEqual(inOrder.slice(0, first.length));
    expect(first.length).toBeGreaterThan(80);
    expect(first.length).toBeLessThan(count);
    const body = JSON.stringify({ commands: first.map(({ command }) => ({ ...command, as: 'thing 12345' })) });
    expect(Buffer.byteLength(body)).toBeLessThan(8 * 1024 ** 2);
    expect(() => new JsonScan().add(body)).not.toThrow();
  },
);
