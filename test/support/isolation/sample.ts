import { z } from 'zod';
import type { Schema } from '../schema-arbitrary.ts';
import { type Ids, isIdName, kindOf } from './ids.ts';

/** What a required field of this name is sent as; with a place before the name: what it is always sent as there. */
export type Plain<World> = Readonly<Record<string, (world: World) => unknown>>;

interface Sampling<World> {
  readonly place: string;
  readonly ids: Ids;
  readonly plain: Plain<World>;
  readonly world: World;
}

const schemas = new WeakMap<z.ZodType, Schema>();

/** JSON Schema of what is sent. Made once of each: whoever asks is another, the routes are the same. */
export const schemaOf = (type: z.ZodType): Schema => {
  const schema =
    schemas.get(type) ?? (z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as unknown as Schema);
  schemas.set(type, schema);
  return schema;
};

/** The properties of an object's schema, through all that surrounds it. */
export const propertiesOf = (schema: Schema): Readonly<Record<string, Schema>> => {
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? [])].map(propertiesOf);
  return Object.assign({}, ...parts, schema.properties);
};

const requiredOf = (schema: Schema): readonly string[] => [
  ...(schema.required ?? []),
  ...[...(schema.allOf ?? []), ...(schema.anyOf ?? [])].flatMap(requiredOf),
];

export const requiredOnly = (sent: object, schema: Schema): object => {
  const required = new Set(requiredOf(schema));
  return Object.fromEntries(Object.entries(sent).filter(([name]) => required.has(name)));
};

const itemsOf = (schema: Schema): Schema | undefined => schema.items ?? schema.anyOf?.map(itemsOf).find(Boolean);

/** Paths of all fields that are ids by their name, lists left out of account. */
export const idPathsOf = (schema: Schema, before = ''): string[] =>
  Object.entries(propertiesOf(schema)).flatMap(([name, field]) => {
    if (isIdName(name)) return [before + name];
    return idPathsOf(itemsOf(field) ?? field, `${before}${name}.`);
  });

/** A request that fits the schema, with every id it may name. Throws, by name, where it can't be made. */
export const sample = <World>(schema: Schema, sampling: Sampling<World>, before = ''): Record<string, unknown> => {
  const { place, ids, plain, world } = sampling;
  const required = new Set(requiredOf(schema));
  const made: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(propertiesOf(schema))) {
    const path = before + name;
    const kind = isIdName(name) ? kindOf(place, path) : 'other';
    const given = plain[`${place} ${path}`] ?? (required.has(name) ? plain[name] : undefined);
    if (kind !== 'other') made[name] = itemsOf(field) ? [ids[kind]] : ids[kind];
    else if (given) made[name] = given(world);
    else if (required.has(name) || idPathsOf(itemsOf(field) ?? field).length > 0) {
      made[name] = fieldOf(field, sampling, path);
    }
  }
  return made;
};

const fieldOf = <World>(schema: Schema, sampling: Sampling<World>, path: string): unknown => {
  const items = itemsOf(schema);
  if (items) return [fieldOf(items, sampling, path)];
  if (Object.keys(propertiesOf(schema)).length > 0) return sample(schema, sampling, `${path}.`);
  const { enum: choices, const: only } = schema.anyOf?.[0] ?? schema;
  if (only !== undefined) return only;
  if (choices) return choices[0];
  throw new Error(`what is ${path} of ${sampling.place}? Say it in test/support/isolation/requests.ts`);
};
