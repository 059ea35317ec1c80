import fc from 'fast-check';

/** What is used of JSON Schema in the documentation of requests. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Values that exist, by the name of the field that takes them: without them a request never gets past "not found". */
export type RealValues = Readonly<Record<string, readonly unknown[]>>;

/** Values that fit the schema, mostly real ones where the field's name tells which. */
export const fromSchema = (schema: Schema, name: string, real: RealValues): fc.Arbitrary<unknown> => {
  if (schema.allOf) {
    const parts = schema.allOf.map((part) => fromSchema(part, name, real) as fc.Arbitrary<object>);
    return fc.tuple(...parts).map((objects) => Object.assign({}, ...objects));
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((part) => fromSchema(part, name, real)));
  const known = real[name]?.filter((value) => fitsType(value, schema));
  const made = ofType(schema, name, real);
  return known && known.length > 0
    ? fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: made })
    : made;
};

const fitsType = (value: unknown, { type }: Schema): boolean => {
  const types: readonly (string | undefined)[] = typeof type === 'object' ? type : [type];
  return types.includes(typeof value) || (typeof value === 'number' && types.includes('integer'));
};

const ofType = (schema: Schema, name: string, real: RealValues): fc.Arbitrary<unknown> => {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (typeof schema.type === 'object') {
    const ones = schema.type.map((type) => ({
      weight: type === 'null' ? 1 : 4,
      arbitrary: ofType({ ...schema, type }, name, real),
    }));
    return fc.oneof(...ones);
  }
  switch (schema.type) {
    case 'object':
      return objectOf(schema, real);
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 3 } = schema;
      const itemName = name.replace(/s$/, '');
      return fc.array(fromSchema(items, itemName, real), { minLength: minItems, maxLength: Math.min(maxItems, 3) });
    }
    case 'string':
      return stringOf(schema);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
};

const objectOf = ({ properties = {}, required = [] }: Schema, real: RealValues): fc.Arbitrary<unknown> => {
  const fields: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, schema] of Object.entries(properties)) fields[name] = fromSchema(schema, name, real);
  return fc.record(fields, { requiredKeys: [...required] });
};

const HOUR = 3_600_000;

const stringOf = ({ format, pattern, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> => {
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time') {
    return fc.integer({ min: -1_500, max: 1 }).map((hours) => new Date(Date.now() + hours * HOUR).toISOString());
  }
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ unit: 'grapheme', minLength: Math.max(1, minLength), maxLength: Math.min(maxLength, 40) });
};

const numberOf = ({ type, minimum, maximum, exclusiveMinimum }: Schema): fc.Arbitrary<number> => {
  const whole = type === 'integer' || undefined;
  const least = exclusiveMinimum === undefined ? (minimum ?? -1_000) : exclusiveMinimum + (whole ? 1 : 0.001);
  const most = maximum ?? Number.MAX_SAFE_INTEGER;
  const small = fc.integer({ min: Math.ceil(least), max: Math.min(most, Math.ceil(least) + 10) });
  const edges = fc.constantFrom(least, most);
  return fc.oneof({ weight: 6, arbitrary: small }, { weight: 1, arbitrary: edges });
};
