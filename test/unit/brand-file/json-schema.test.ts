import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { brandJsonSchema } from '../../../src/brand-file/json-schema.ts';
import { readYaml } from '../../../src/brand-file/read-yaml.ts';

test('the JSON Schema takes the example, and marks an unknown field and a wrong type', () => {
  const check = new Ajv2020({ strict: false, validateFormats: false }).compile(brandJsonSchema());
  const { value } = readYaml(
    readFileSync(new URL('../../../examples/brand/brand.yaml', import.meta.url)),
    'brand.yaml',
  );
  check(value);
  expect(check.errors).toBeNull();
  expect(check({ regions: { r: { name: 'R', nmae: 'S' } } })).toBe(false);
  expect(check({ regions: { r: { name: 5 } } })).toBe(false);
  expect(check({ regoins: {} })).toBe(false);
});
