import { pascalCased } from '../name-forms.ts';

export type Node = { readonly [key: string]: unknown };

export interface OpenApiDocument {
  readonly components?: { readonly schemas?: object };
  readonly paths?: object;
  readonly webhooks?: object;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The value with each object in it mapped, the innermost first. What the map leaves as it is is not copied: the document has
 * a hundred thousand objects, and each pass changes few. What an example holds is no part of the document.
 */
export const mapNodes = <Value>(value: Value, map: (node: Node) => Node): Value => {
  if (Array.isArray(value)) {
    const parts = value.map((part) => mapNodes(part, map));
    return (parts.every((part, index) => part === value[index]) ? value : parts) as Value;
  }
  if (!isNode(value)) return value;
  let mapped: Record<string, unknown> | undefined;
  for (const [key, part] of Object.entries(value)) {
    const after = key === 'example' ? part : mapNodes(part, map);
    if (after === part) continue;
    mapped ??= { ...value };
    mapped[key] = after;
  }
  return map(mapped ?? value) as Value;
};

/** `addresses` -> `address`, `entries` -> `entry`: the name of one of them. */
export const singular = (name: string): string =>
  name
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/([^su])s$/, '$1');

/** The schemas that a schema consists of, each with what it adds to the schema's name. */
export const eachPart = (schema: Node, work: (part: Node, suffix: string) => void): void => {
  const visit = (part: unknown, suffix: string): void => {
    if (!isNode(part)) return;
    // A list is as good as one of its elements.
    if ([part.type].flat().includes('array') && isNode(part.items)) visit(part.items, singular(suffix));
    else work(part, suffix);
  };
  for (const [name, part] of Object.entries(isNode(schema.properties) ? schema.properties : {})) {
    visit(part, pascalCased(name));
  }
  for (const list of [schema.oneOf, schema.anyOf, schema.allOf, schema.prefixItems]) {
    if (Array.isArray(list)) for (const [index, part] of list.entries()) visit(part, `Option${index + 1}`);
  }
  visit(schema.items, 'Item');
  visit(schema.additionalProperties, 'Value');
};

/** The schema with each of the schemas that it consists of mapped. */
export const mapParts = (schema: Node, map: (part: Node) => Node): Node => {
  const one = (part: unknown): unknown => (isNode(part) ? map(part) : part);
  const changed = { ...schema } as Record<string, unknown>;
  if (isNode(schema.properties)) {
    changed.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, part]) => [name, one(part)] as const),
    );
  }
  for (const list of ['oneOf', 'anyOf', 'allOf', 'prefixItems']) {
    const parts = schema[list];
    if (Array.isArray(parts)) changed[list] = parts.map(one);
  }
  for (const key of ['items', 'additionalProperties']) if (isNode(schema[key])) changed[key] = one(schema[key]);
  return changed;
};

/** Calls `work` for the schema of each body and answer, with its name: `PlaceOrderBody`, `GetOrderAnswer`. */
export const eachRoot = (document: OpenApiDocument, work: (schema: Node, name: string) => void): void => {
  mapRoots(document, (schema, name) => {
    const { schema: element, suffix } = elementOf(schema);
    work(element, name + suffix);
    return schema;
  });
};

/** An answer that is a list alone is named by its elements. */
const elementOf = (schema: Node): { schema: Node; suffix: string } =>
  schema.type === 'array' && isNode(schema.items) ? { schema: schema.items, suffix: 'Item' } : { schema, suffix: '' };

/** The document with the schema of each body and answer mapped. */
export const mapRoots = <Document extends OpenApiDocument>(
  document: Document,
  map: (schema: Node, name: string) => Node,
): Document => {
  const content = (holder: unknown, name: string): unknown => {
    if (!isNode(holder) || !isNode(holder.content)) return holder;
    const types = Object.entries(holder.content).map(([type, media]) => {
      const isSchema = isNode(media) && isNode(media.schema);
      return [type, isSchema ? { ...media, schema: map(media.schema as Node, name) } : media] as const;
    });
    return { ...holder, content: Object.fromEntries(types) };
  };
  return mapOperations(document, (operation) => {
    const name = pascalCased(String(operation.operationId));
    const responses = Object.entries(operation.responses ?? {}).map(
      ([status, response]) => [status, content(response, `${name}Answer`)] as const,
    );
    return {
      ...operation,
      ...(operation.requestBody !== undefined && { requestBody: content(operation.requestBody, `${name}Body`) }),
      responses: Object.fromEntries(responses),
    };
  });
};

/** The document with each of its operations and webhooks mapped. */
export const mapOperations = <Document extends OpenApiDocument>(
  document: Document,
  map: (operation: Node) => Node,
): Document => {
  const mapped = (paths: object): object =>
    Object.fromEntries(
      Object.entries(paths).map(([path, methods]) => [
        path,
        Object.fromEntries(Object.entries(methods as object).map(([method, operation]) => [method, map(operation)])),
      ]),
    );
  return {
    ...document,
    ...(document.paths && { paths: mapped(document.paths) }),
    ...(document.webhooks && { webhooks: mapped(document.webhooks) }),
  };
};
