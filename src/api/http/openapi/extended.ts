import { isNode, type Node, type OpenApiDocument } from './walk.ts';

/** What many schemas begin with, by the name that it has then. */
const ENVELOPES: Readonly<Record<string, { readonly description: string; readonly fields: readonly string[] }>> = {
  CommandHead: {
    description: 'What each command has',
    fields: ['command_id', 'occurred_at', 'actor'],
  },
  StateThen: {
    description: 'Of which moment a state is',
    fields: ['position', 'revision', 'as_of'],
  },
  Blamed: {
    description: 'Where the values of a state come from',
    fields: ['blame'],
  },
  WebhookCall: {
    description: 'What each webhook has, beside `event` and `data`',
    fields: ['event_id', 'occurred_at', 'test'],
  },
};

/** What two schemas have in common, by the name that it has then, where neither of them has all that the other has. Both are of one audience. */
const SHARED: Readonly<Record<string, readonly [one: string, other: string]>> = {
  ChequeFields: ['ChequeClosedData', 'ChequeDeletedData'],
  MovementFields: ['MoneyMovedData', 'MoneyMovement'],
  DishFields: ['MenuProduct', 'Product'],
  PayrollFields: ['PayrollDay', 'PayrollEmployee'],
  SaleSelection: ['OlapComparisonRequest', 'OlapDetailsRequest'],
};

/** Characters. For less, two schemas that have something in common are better read each by itself. */
const ENOUGH = 190;
/** Words that say nothing of what a thing is. */
const PLAIN_WORDS = new Set(['Venue', 'Answer', 'Data']);

/**
 * A schema that has all that another one has, and more, says so by `allOf`, as generators of clients make a class that
 * extends another. A name has to show that the two belong together.
 */
export const extendSchemas = <Document extends OpenApiDocument>(document: Document): Document => {
  const own = (document.components?.schemas ?? {}) as Readonly<Record<string, Node>>;
  const shared = sharedOf(own);
  const envelopes = { ...envelopesOf(own), ...shared };
  const schemas = { ...own, ...envelopes };
  const [anyBases, envelopeBases] = [byFirstField(schemas), byFirstField(envelopes)];
  const extended = Object.entries(schemas).map(([name, schema]) => {
    let form: Form = { bases: [], rest: schema };
    for (let base = baseOf(name, schema, anyBases); base !== undefined; ) {
      form = { bases: [...form.bases, base], rest: without(form.rest, schemas[base]!) };
      base = baseOf(name, form.rest, envelopeBases);
    }
    return [name, form.bases.length === 0 ? schema : extending(schema, form)] as const;
  });
  const sorted = extended.sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(sorted) } };
};

/** The names of what a schema extends, and what it has beside. */
interface Form {
  readonly bases: readonly string[];
  readonly rest: Node;
}

const fieldsOf = ({ properties }: Node): readonly (readonly [string, unknown])[] =>
  isNode(properties) ? Object.entries(properties) : [];
const requiredOf = ({ required }: Node): readonly string[] => (Array.isArray(required) ? required : []);
const sizeOf = (value: unknown): number => JSON.stringify(value).length;

/** In the form that most of their schemas have. */
const envelopesOf = (schemas: Readonly<Record<string, Node>>): Record<string, Node> => {
  const found: Record<string, Node> = {};
  for (const [name, { description, fields }] of Object.entries(ENVELOPES)) {
    if (name in schemas) throw new Error(`there is another schema ${name}`);
    const forms = new Map<string, { readonly form: Node; count: number }>();
    for (const schema of Object.values(schemas)) {
      const parts = fieldsOf(schema).filter(([field]) => fields.includes(field));
      if (parts.length < fields.length) continue;
      const required = requiredOf(schema).filter((field) => fields.includes(field));
      const form = { type: 'object', properties: Object.fromEntries(parts), required, description };
      const text = JSON.stringify(form);
      forms.set(text, { form, count: (forms.get(text)?.count ?? 0) + 1 });
    }
    const [usual] = [...forms.values()].sort((a, b) => b.count - a.count);
    if (usual !== undefined && usual.count > 2) found[name] = usual.form;
  }
  return found;
};

/** Those fields of both that are the same in each, also in whether they may be left out. */
const sharedOf = (schemas: Readonly<Record<string, Node>>): Record<string, Node> =>
  Object.fromEntries(
    Object.entries(SHARED).flatMap(([name, [one, other]]) => {
      const [first, second] = [schemas[one], schemas[other]];
      // A document of other routes has none of them.
      if (first === undefined || second === undefined) return [];
      const texts = new Map(fieldsOf(second).map(([field, part]) => [field, JSON.stringify(part)]));
      const [requiredHere, requiredThere] = [requiredOf(first), requiredOf(second)];
      const same = fieldsOf(first).filter(
        ([field, part]) =>
          texts.get(field) === JSON.stringify(part) && requiredHere.includes(field) === requiredThere.includes(field),
      );
      const required = requiredHere.filter((field) => same.some(([name]) => name === field));
      const description = `What ${one} and ${other} have in common`;
      return [[name, { type: 'object', properties: Object.fromEntries(same), required, description }] as const];
    }),
  );

/** What is compared of a schema. */
interface Compared {
  /** Each field, and its form as a text. */
  readonly texts: ReadonlyMap<string, string>;
  readonly required: ReadonlySet<string>;
  /** Characters of its fields, where they stand in place. */
  readonly size: number;
}

/** Taken from a schema once: each is compared with many others. */
const known = new WeakMap<Node, Compared>();

const comparedOf = (schema: Node): Compared => {
  let compared = known.get(schema);
  if (!compared) {
    const texts = new Map(fieldsOf(schema).map(([field, part]) => [field, JSON.stringify(part)]));
    const size = sizeOf(schema.properties ?? '') + sizeOf(schema.required ?? '');
    compared = { texts, required: new Set(requiredOf(schema)), size };
    known.set(schema, compared);
  }
  return compared;
};

/** What other schemas may extend, by its first field with its form: who extends it has that field. */
type Bases = ReadonlyMap<string, readonly (readonly [string, Node])[]>;

const byFirstField = (schemas: Readonly<Record<string, Node>>): Bases =>
  Map.groupBy(Object.entries(schemas), ([, schema]) => {
    const [[field, text] = ['', '']] = comparedOf(schema).texts;
    return field + text;
  });

/** The name of the schema that saves most. */
const baseOf = (name: string, schema: Node, bases: Bases): string | undefined => {
  // What takes any field beside is a list of its own.
  const isOpen = schema.additionalProperties !== undefined && schema.additionalProperties !== false;
  const own = comparedOf(schema);
  if (isOpen || own.texts.size === 0) return undefined;
  const savedBy = ([baseName, base]: readonly [string, Node]): number => {
    const { texts, required, size } = comparedOf(base);
    const isPart =
      base.additionalProperties === undefined &&
      texts.size < own.texts.size + Number(baseName in ENVELOPES) &&
      !(name in SHARED) &&
      texts.entries().every(([field, text]) => own.texts.get(field) === text) &&
      required.isSubsetOf(own.required) &&
      (baseName in ENVELOPES || (SHARED[baseName]?.includes(name) ?? areRelated(name, baseName)));
    if (!isPart) return 0;
    const least = baseName in ENVELOPES ? 0 : ENOUGH;
    const saved = size - baseName.length - '{"allOf":[{"$ref":"#/components/schemas/"},{"type":"object"}]}'.length;
    return saved > least ? saved : 0;
  };
  const [best] = [...own.texts]
    .flatMap(([field, text]) => bases.get(field + text) ?? [])
    .filter(([other]) => other !== name && !(name in ENVELOPES))
    .map((one) => [one[0], savedBy(one)] as const)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return best !== undefined && best[1] > 0 ? best[0] : undefined;
};

const wordsOf = (name: string): string[] => name.split(/(?=[A-Z])/).filter((word) => !PLAIN_WORDS.has(word));
const areRelated = (one: string, other: string): boolean => {
  const words = new Set(wordsOf(one));
  return wordsOf(other).some((word) => words.has(word));
};

/** The schema without what the base has. */
const without = (schema: Node, base: Node): Node => {
  const ofBase = new Set(fieldsOf(base).map(([field]) => field));
  const { required: _, ...rest } = schema;
  const required = requiredOf(schema).filter((field) => !ofBase.has(field));
  return {
    ...rest,
    properties: Object.fromEntries(fieldsOf(schema).filter(([field]) => !ofBase.has(field))),
    ...(required.length > 0 && { required }),
  };
};

/** `unevaluatedProperties` is `additionalProperties` of all together. */
const extending = ({ description, additionalProperties }: Node, { bases, rest }: Form): Node => {
  const { type, properties, required } = rest;
  const own = { type, properties, ...(required !== undefined && { required }) };
  return {
    allOf: [
      ...bases.map((base) => ({ $ref: `#/components/schemas/${base}` })),
      ...(fieldsOf(rest).length > 0 ? [own] : []),
    ],
    ...(additionalProperties !== undefined && { unevaluatedProperties: additionalProperties }),
    ...(description !== undefined && { description }),
  };
};
