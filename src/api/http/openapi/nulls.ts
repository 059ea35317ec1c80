import { isNode, type Node, type OpenApiDocument } from './walk.ts';

const isNull = (part: unknown): boolean => isNode(part) && part.type === 'null' && Object.keys(part).length === 1;

/** The schemas of a choice between one of them and null. */
const orNull = ({ anyOf }: Node): Node | undefined =>
  Array.isArray(anyOf) && anyOf.length === 2 && isNode(anyOf[0]) && isNull(anyOf[1]) ? anyOf[0] : undefined;

const eachSchema = <Value>(value: Value, map: (schema: Node) => Node): Value => {
  if (Array.isArray(value)) return value.map((part) => eachSchema(part, map)) as Value;
  if (!isNode(value)) return value;
  const parts = Object.entries(value).map(
    ([key, part]) => [key, key === 'example' ? part : eachSchema(part, map)] as const,
  );
  return map(Object.fromEntries(parts)) as Value;
};

/** A single value that may be null says so in its type, and needs no name. */
export const withNullTypes = <Value>(value: Value): Value =>
  eachSchema(value, (schema) => {
    const plain = orNull(schema);
    if (typeof plain?.type !== 'string' || isNode(plain.properties) || plain.enum !== undefined) return schema;
    const { anyOf: _, ...beside } = schema;
    return { ...plain, ...beside, type: [plain.type, 'null'] };
  });

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
  return eachSchema(document, (schema) => {
    const named = orNull(schema);
    if (named === undefined || mayBeNull(named)) return schema;
    const { anyOf, ...beside } = schema;
    return { oneOf: anyOf, ...beside };
  });
};
