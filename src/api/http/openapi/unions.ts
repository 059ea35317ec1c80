import { isNode, mapOperations, type Node, type OpenApiDocument } from './walk.ts';

/**
 * What generators of clients need of a choice: a union of objects says by which field they differ; a body that may be left out
 * is not null beside; and a text with signs among its choices is a pattern, because a sign gives no name to a constant.
 */
export const nameChoices = <Document extends OpenApiDocument>(document: Document): Document => {
  const schemas = (document.components?.schemas ?? {}) as Readonly<Record<string, Node>>;
  const told = Object.entries(schemas).map(([name, schema]) => [name, discriminated(schema, schemas)] as const);
  const mapped = mapOperations(document, (operation) => ({
    ...operation,
    ...(isNode(operation.requestBody) && { requestBody: withoutNull(operation.requestBody) }),
    ...(Array.isArray(operation.parameters) && { parameters: operation.parameters.map(withoutSigns) }),
  }));
  return { ...mapped, components: { ...document.components, schemas: Object.fromEntries(told) } };
};

/** The one value that a field of a schema may have. */
const onlyValueOf = (schema: Node | undefined, field: string): string | undefined => {
  const part = isNode(schema?.properties) ? schema.properties[field] : undefined;
  const choices = isNode(part) && Array.isArray(part.enum) ? part.enum : [];
  return choices.length === 1 && typeof choices[0] === 'string' ? choices[0] : undefined;
};

const discriminated = (schema: Node, schemas: Readonly<Record<string, Node>>): Node => {
  const { anyOf, oneOf = anyOf, ...beside } = schema;
  if (!Array.isArray(oneOf) || !oneOf.every((part: Node) => typeof part.$ref === 'string')) return schema;
  const references = oneOf.map((part: Node) => String(part.$ref));
  const parts = references.map((reference) => schemas[reference.split('/').pop()!]);
  const fields = isNode(parts[0]?.properties) ? Object.keys(parts[0].properties) : [];
  const propertyName = fields.find((field) => parts.every((part) => onlyValueOf(part, field) !== undefined));
  if (propertyName === undefined) return schema;
  const mapping = parts.map((part, index) => [onlyValueOf(part, propertyName)!, references[index]!] as const);
  return { ...beside, oneOf, discriminator: { propertyName, mapping: Object.fromEntries(mapping) } };
};

const withoutNull = (body: Node): Node => {
  if (body.required === true || !isNode(body.content)) return body;
  const content = Object.entries(body.content).map(([type, media]) => {
    const { schema } = media as { readonly schema?: Node };
    const [first, second, ...more] = (Array.isArray(schema?.anyOf) ? schema.anyOf : []) as Node[];
    const isOrNull = first !== undefined && second?.type === 'null' && more.length === 0;
    return [type, isOrNull ? { ...(media as Node), schema: first } : media] as const;
  });
  return { ...body, content: Object.fromEntries(content) };
};

const withoutSigns = (parameter: Node): Node => {
  if (!isNode(parameter.schema) || !Array.isArray(parameter.schema.enum)) return parameter;
  const { enum: choices, ...schema } = parameter.schema as Node & { readonly enum: readonly unknown[] };
  if (choices.every((choice) => typeof choice !== 'string' || /^\w/.test(choice))) return parameter;
  return {
    ...parameter,
    schema: { ...schema, pattern: `^(${choices.map((one) => escaped(String(one))).join('|')})$` },
  };
};

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
