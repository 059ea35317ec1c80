import { pascalCased } from '../name-forms.ts';
import { isValue } from './components.ts';
import { isNode, type Node, type OpenApiDocument, singular } from './walk.ts';

const REFERENCE = '{"$ref":"#/components/schemas/"}';
/** What a reference that may be null needs beside. */
const OR_NULL = '{"anyOf":[,{"type":"null"}]}';

/**
 * A text, number or choice that stands in many fields of one name is written once, under the name of the field: `PointId`,
 * `Amount`. Of two that would have one name, the one that saves more has it; the other has one that says what it is, as
 * `ActorText`.
 */
export const shareValues = <Document extends OpenApiDocument>(document: Document): Document => {
  const schemas = (document.components?.schemas ?? {}) as Readonly<Record<string, Node>>;
  const uses = new Map<string, Use>();
  mapFields(schemas, (field, value, isNullable, within) => {
    const key = keyOf(field, value);
    const known = uses.get(key) ?? { field, value, within, count: 0, nullable: 0 };
    known.count += 1;
    if (isNullable) known.nullable += 1;
    uses.set(key, known);
    return undefined;
  });

  const taken = new Set(Object.keys(schemas));
  const names = new Map<string, string>();
  const shared: Record<string, Node> = {};
  for (const use of [...uses.values()].sort((a, b) => saves(b) - saves(a))) {
    const name = namesOf(use).find((one) => !taken.has(one) && (needsName(use) || saves(use, one) > 0));
    if (name === undefined) continue;
    taken.add(name);
    names.set(keyOf(use.field, use.value), name);
    shared[name] = use.value;
  }
  const referred = mapFields(schemas, (field, value) => names.get(keyOf(field, value)));
  const all = Object.entries({ ...referred, ...shared }).sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(all) } };
};

interface Use {
  readonly field: string;
  readonly value: Node;
  /** The schema that it was found in first. */
  readonly within: string;
  count: number;
  /** How many of them may be null. */
  nullable: number;
}

/** Few generators of clients know a null among choices: it stands beside the name of the others. */
const needsName = ({ value, nullable }: Use): boolean => nullable > 0 && Array.isArray(value.enum);

/** Of a text or number that may be null the name says so: generators of clients know null in a type, and few beside one. */
const namesOf = (use: Use): string[] => {
  const { field, value, within } = use;
  const name = pascalCased(field);
  const orNull = Array.isArray(value.type) ? 'OrNull' : '';
  return [
    name + orNull,
    needsName(use) ? `${within.replace(/(Answer|Body)$/, '')}${name}` : `${name}${kindOf(value)}${orNull}`,
  ];
};

const kindOf = ({ type, format, enum: choices }: Node): string => {
  if (Array.isArray(choices)) return 'Choice';
  if (format === 'date-time' || format === 'date') return 'Time';
  if (format === 'uuid') return 'Uuid';
  return [type].flat().includes('string') ? 'Text' : 'Number';
};

/** Characters. */
const saves = ({ field, value, count, nullable }: Use, name = field): number => {
  const length = JSON.stringify(value).length;
  const inPlace = count * length + nullable * ',"null"[]'.length;
  const referred = count * (REFERENCE.length + name.length) + nullable * OR_NULL.length;
  return inPlace - referred - length - name.length - 4;
};

const keyOf = (field: string, value: Node): string => `${field} ${JSON.stringify(value)}`;

/** The schemas, with a reference for each value for which `nameOf` has a name. Elements of a list count as values of it. */
const mapFields = (
  schemas: Readonly<Record<string, Node>>,
  nameOf: (field: string, value: Node, isNullable: boolean, within: string) => string | undefined,
): Record<string, Node> => {
  const mapped = (field: string, part: Node, within: string): Node => {
    if (isNode(part.items)) return { ...part, items: mapped(singular(field), part.items, within) };
    // A generator of clients ends at a name for what is a text or a number.
    if (!isValue(part) || typesOf(part).length > 1) return part;
    const { value, isNullable } = withoutNull(part);
    const name = nameOf(field, value, isNullable, within);
    if (name === undefined) return part;
    const reference = { $ref: `#/components/schemas/${name}` };
    return isNullable ? { anyOf: [reference, { type: 'null' }] } : reference;
  };
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      if (!isNode(schema.properties)) return [name, schema] as const;
      const properties = Object.entries(schema.properties).map(
        ([field, part]) => [field, mapped(field, part as Node, name)] as const,
      );
      return [name, { ...schema, properties: Object.fromEntries(properties) }] as const;
    }),
  );
};

const typesOf = ({ type }: Node): unknown[] => [type].flat().filter((one) => one !== 'null');

/** A choice without its null, and whether there was one. Any other value keeps its null; so does one with a default, which belongs to the place. */
const withoutNull = (part: Node): { readonly value: Node; readonly isNullable: boolean } => {
  const { type, enum: choices } = part;
  if (!Array.isArray(type) || !type.includes('null') || !Array.isArray(choices) || 'default' in part) {
    return { value: part, isNullable: false };
  }
  const value = { ...part, type: type.find((one) => one !== 'null'), enum: choices.filter((one) => one !== null) };
  return { value, isNullable: true };
};
