import { isNode, type Node } from '../../src/api/http/openapi/walk.ts';
import { withoutExtending } from './dereference.ts';

/** The part of an OpenAPI document that callers depend on: no words, no examples, no bounds. References are names of schemas. */
export interface ApiShape {
  /** By `get /v1/points`. */
  readonly operations: Readonly<Record<string, OperationShape>>;
  readonly schemas: Readonly<Record<string, Node>>;
}

export interface OperationShape {
  /** By `query limit`. */
  readonly parameters?: Readonly<Record<string, { readonly required?: true; readonly schema: Node }>>;
  readonly body?: Content & { readonly required?: true };
  /** Successes, by status. */
  readonly answers: Readonly<Record<string, Content>>;
}

/** Schemas by media type. */
export interface Content {
  readonly types: Readonly<Record<string, Node>>;
}

const KEPT = [
  'type',
  'enum',
  'const',
  'required',
  'properties',
  'items',
  'anyOf',
  'oneOf',
  'allOf',
  'additionalProperties',
];
const COMPONENTS = '#/components/';

/** What callers of a document depend on. Webhooks are operations of the partner: their bodies count as answers. */
export const shapeOf = (document: object): ApiShape => {
  const { paths = {}, webhooks = {}, components = {} } = withoutExtending(document) as Readonly<Record<string, Node>>;
  const found = (part: Node): Node => {
    if (typeof part.$ref !== 'string') return part;
    const [kind, name] = part.$ref.slice(COMPONENTS.length).split('/') as [string, string];
    return (components[kind] as Readonly<Record<string, Node>>)[name]!;
  };
  const contentOf = (holder: unknown): Content => {
    const { content = {} } = found(holder as Node) as { readonly content?: Readonly<Record<string, { schema: Node }>> };
    return { types: Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, bare(schema)])) };
  };
  const ofOperation = ({ parameters = [], requestBody, responses = {} }: Node): OperationShape => ({
    ...((parameters as Node[]).length > 0 && {
      parameters: Object.fromEntries(
        (parameters as Node[])
          .map(found)
          .map(({ name, in: place, required, schema }) => [
            `${place} ${name}`,
            { ...(required === true && { required: true as const }), schema: bare(schema as Node) },
          ]),
      ),
    }),
    ...(requestBody !== undefined && {
      body: { ...contentOf(requestBody), ...((requestBody as Node).required === true && { required: true as const }) },
    }),
    answers: Object.fromEntries(
      Object.entries(responses as Node)
        .filter(([status]) => /^2\d\d$/.test(status))
        .map(([status, response]) => [status, contentOf(response)]),
    ),
  });
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Node).map(
      ([method, operation]) => [`${method} ${path}`, ofOperation(operation as Node)] as const,
    ),
  );
  const calls = Object.entries(webhooks).map(([event, call]) => {
    const { requestBody } = (call as { readonly post: Node }).post;
    return [`webhook ${event}`, { answers: { call: contentOf(requestBody) } }] as const;
  });
  const schemas = Object.entries(components.schemas as Readonly<Record<string, Node>>);
  return {
    operations: Object.fromEntries([...operations, ...calls].sort(([a], [b]) => (a < b ? -1 : 1))),
    schemas: Object.fromEntries(schemas.map(([name, schema]) => [name, bare(schema)])),
  };
};

const bare = (schema: Node): Node => {
  if (typeof schema.$ref === 'string') return { $ref: schema.$ref.split('/').pop()! };
  const kept = KEPT.filter((keyword) => schema[keyword] !== undefined).map((keyword) => {
    const value = schema[keyword];
    if (keyword === 'properties') {
      const fields = Object.entries(value as Node).map(([name, part]) => [name, bare(part as Node)] as const);
      return [keyword, Object.fromEntries(fields)] as const;
    }
    if (keyword === 'items' || (keyword === 'additionalProperties' && isNode(value))) {
      return [keyword, bare(value as Node)] as const;
    }
    if (['anyOf', 'oneOf', 'allOf'].includes(keyword)) return [keyword, (value as Node[]).map(bare)] as const;
    return [keyword, value] as const;
  });
  return Object.fromEntries(kept);
};
