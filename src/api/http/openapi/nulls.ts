import { isValue } from './components.ts';
import { isNode, mapNodes, type Node, type OpenApiDocument } from './walk.ts';

const isNull = (part: unknown): boolean => isNode(part) && part.type === 'null' && Object.keys(part).length === 1;

/** The schemas of a choice between one of them and null. */
const orNull = ({ anyOf }: Node): Node | undefined =>
  Array.isArray(anyOf) && anyOf.length === 2 && isNode(anyOf[0]) && isNull(anyOf[1]) ? anyOf[0] : undefined;

/** A single value that may be null says so in its type, and needs no name. */
export const withNullTypes = <Value>(value: Value): Value =>
  mapNodes(value, (schema) => {
    const plain = orNull(schema);
    if (typeof plain?.type !== 'string' || isNode(plain.properties) || plain.enum !== undefined) return schema;
    const { anyOf: _, ...beside } = schema;
    return { ...plain, ...beside, type: [plain.type, 'null'] };
  });

/** Of a text or number that has a name, and may be null at a place, the place says all. */
export const withNullAtValues = <Document extends OpenApiDocument>(document: Document): Document => {
  const schemas = (document.components?.schemas ?? {}) as Readonly<Record<string, Node>>;
  return mapNodes(document, (schema) => {
    const value = schemas[String(orNull(schema)?.$ref).split('/').pop()!];
    if (typeof value?.type !== 'string' || !isValue(value) || value.enum !== undefined) return schema;
    const { anyOf: _, ...beside } = schema;
    return { ...value, ...beside, type: [value.type, 'null'] };
  });
};

/** What a part of a choice may have to be told by its type alone: a format would be one of all types, and an enum too. */
const isPlain = (part: unknown): part is Node =>
  isNode(part) && typeof part.type === 'string' && ['format', 'enum', 'properties'].every((key) => !(key in part));

/**
 * A choice between plain values of different types lists the types: generators that make classes know such a list, and make an
 * empty class of a choice. What is said of a text, a number or a list holds for it alone.
 */
export const withTypeLists = <Value>(value: Value): Value =>
  mapNodes(value, (schema) => {
    if (schema.anyOf === undefined) return schema;
    const { anyOf, ...beside } = schema;
    const parts = Array.isArray(anyOf) && anyOf.every(isPlain) ? anyOf : [];
    const rules = parts.flatMap(({ type: _, ...rest }) => Object.keys(rest));
    const types = parts.map(({ type }) => type);
    if (types.length < 2 || hasTwice(types) || hasTwice([...rules, ...Object.keys(beside)])) {
      return { anyOf, ...beside };
    }
    return { ...Object.assign({}, ...parts), type: types, ...beside };
  });

const hasTwice = (values: readonly unknown[]): boolean => new Set(values).size < values.length;

/**
 * What may be null, besides what has a name, is one of both: generators for C# know that it is the same type with null, and
 * take any of both for an empty class.
 */
export const withOneOfNull = <Document extends OpenApiDocument>(document: Document): Document => {
  const schemas = (document.components?.schemas ?? {}) as Readonly<Record<string, Node>>;
  const mayBeNull = ({ $ref, type, anyOf = [], oneOf = [] }: Node): boolean =>
    [type].flat().includes('null') ||
    [anyOf, oneOf].flat().some((part) => mayBeNull(part as Node)) ||
    (typeof $ref === 'string' && mayBeNull(schemas[$ref.split('/').pop()!]!));
  return mapNodes(document, (schema) => {
    const named = orNull(schema);
    if (named === undefined || mayBeNull(named)) return schema;
    const { anyOf, ...beside } = schema;
    return { oneOf: anyOf, ...beside };
  });
};
