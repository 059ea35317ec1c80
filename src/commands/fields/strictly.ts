import { z } from 'zod';

/** The parts of a schema that hold schemas of what is inside. */
const INNER = ['innerType', 'element', 'in', 'out', 'valueType', 'rest', 'left', 'right'];
const INNER_LISTS = ['options', 'items'];

/** By the schema it was made from, and by itself: a route of a command and the command bus ask for the same ones. */
const made = new WeakMap<z.ZodType, z.ZodType>();

/**
 * The same schema, but objects that it describes, also those inside of lists and other objects, may have no further
 * fields. So a field that is spelled wrongly is refused, and not as good as left out.
 */
export const strictly = <Schema extends z.ZodType>(schema: Schema): Schema => {
  const known = made.get(schema) as Schema | undefined;
  if (known) return known;
  const strict = makeStrict(schema);
  made.set(schema, strict);
  made.set(strict, strict);
  return strict;
};

const makeStrict = <Schema extends z.ZodType>(schema: Schema): Schema => {
  const def = schema._zod.def as unknown as Readonly<Record<string, unknown>>;
  const strict: Record<string, unknown> = {};
  for (const key of INNER) if (isSchema(def[key])) strict[key] = strictly(def[key]);
  for (const key of INNER_LISTS) {
    if (Array.isArray(def[key])) strict[key] = def[key].map((inner) => strictly(inner as z.ZodType));
  }
  if (def.type === 'object') {
    const fields = Object.entries(def.shape as z.ZodRawShape);
    strict.shape = Object.fromEntries(fields.map(([name, field]) => [name, strictly(field as z.ZodType)]));
    strict.catchall = def.catchall ?? z.never();
  }
  return Object.keys(strict).length === 0 ? schema : withParts(schema, strict);
};

/** The same schema, what is said of it and its own checks included, with other parts. */
export const withParts = <Schema extends z.ZodType>(schema: Schema, parts: object): Schema =>
  z.core.clone(schema, z.core.util.mergeDefs(schema._zod.def as object, parts) as Schema['_zod']['def'], {
    parent: true,
  });

const isSchema = (value: unknown): value is z.ZodType => typeof value === 'object' && value !== null && '_zod' in value;
