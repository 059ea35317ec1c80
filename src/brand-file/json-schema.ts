import { z } from 'zod';
import { isRecord } from '../domain/is-record.ts';
import { fileSchema } from './schema.ts';

/** The JSON Schema of a brand's file: editors complete by it, and mark what is wrong. */
export const brandJsonSchema = (): object => ({
  $id: '/schemas/brand.json',
  title: 'A brand as a file',
  // What zod checks and no JSON Schema can say is checked when the file is read.
  ...(closed(z.toJSONSchema(fileSchema(), { io: 'input', unrepresentable: 'any' })) as object),
});

/** Objects have no further fields than those that are named: a field that is spelled wrongly is marked. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!isRecord(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const isObject = schema.type === 'object' && isRecord(schema.properties) && schema.additionalProperties === undefined;
  return isObject ? { ...inner, additionalProperties: false } : inner;
};
