import { expect, test } from 'vitest';
import { z } from 'zod';
import { commandSchema } from '../../../../src/commands/bus/command-schema.ts';
import { strictly } from '../../../../src/commands/fields/strictly.ts';

test('a schema is made strict once, and what is strict stays as it is', () => {
  const schema = z.object({ lines: z.array(z.object({ id: z.int() })) });
  const strict = strictly(schema);
  expect(strictly(schema)).toBe(strict);
  expect(strictly(strict)).toBe(strict);
  expect(strict.safeParse({ lines: [{ id: 1, name: 'x' }] }).success).toBe(false);
  expect(schema.safeParse({ lines: [{ id: 1, name: 'x' }] }).success).toBe(true);
});

test('the bus and the route of a command validate with one schema', () => {
  const input = z.object({ name: z.string() });
  const schema = commandSchema(input);
  expect(commandSchema(input)).toBe(schema);
  expect(strictly(schema)).toBe(schema);
  expect(commandSchema(z.object({ name: z.string() }))).not.toBe(schema);
});
