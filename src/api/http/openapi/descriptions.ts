import { FIELD_DESCRIPTIONS } from './field-descriptions.ts';
import { isNode, mapOperations, type Node, type OpenApiDocument } from './walk.ts';

const of = (name: string): string | undefined =>
  Object.hasOwn(FIELD_DESCRIPTIONS, name) ? FIELD_DESCRIPTIONS[name] : undefined;

/** Says of each field and parameter what it is, from the table, where its definition does not. */
export const describeFields = <Document extends OpenApiDocument>(document: Document): Document => {
  const schemas = (document.components?.schemas ?? {}) as Readonly<Record<string, Node>>;
  const isDescribed = (part: Node): boolean => {
    if (part.description !== undefined) return true;
    const target = typeof part.$ref === 'string' ? part.$ref.split('/').pop()! : undefined;
    return target !== undefined && (schemas[target]?.description !== undefined || of(target) !== undefined);
  };
  const describe = (name: string, schema: Node): Node => {
    const own = schema.description ?? of(name);
    if (!isNode(schema.properties)) return own === undefined ? schema : { ...schema, description: own };
    const properties = Object.entries(schema.properties).map(([field, part]) => {
      const text = of(`${name}.${field}`) ?? (isDescribed(part as Node) ? undefined : of(field));
      return [field, text === undefined ? part : { ...(part as Node), description: text }] as const;
    });
    return {
      ...schema,
      properties: Object.fromEntries(properties),
      ...(own !== undefined && { description: own }),
    };
  };
  const described = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, describe(name, schema)] as const),
  );
  const withParameters = mapOperations(document, (operation) => {
    if (!Array.isArray(operation.parameters)) return operation;
    const parameters = operation.parameters.map((parameter: Node) => {
      const text = parameter.description ?? of(String(parameter.name));
      return text === undefined ? parameter : { ...parameter, description: text };
    });
    return { ...operation, parameters };
  });
  return { ...withParameters, components: { ...document.components, schemas: described } };
};
