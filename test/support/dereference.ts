type Schema = Readonly<Record<string, unknown>>;

/** A schema that extends others, as one that has all of it by itself. `found`: what a reference names. */
const merged = (schema: Schema, found: (part: Schema) => Schema): Schema => {
  const { allOf, unevaluatedProperties, ...beside } = schema;
  if (!Array.isArray(allOf)) return schema;
  const parts = (allOf as readonly Schema[]).map((part) => merged(found(part), found));
  const required = parts.flatMap((part) => (part.required as readonly string[] | undefined) ?? []);
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    ...(required.length > 0 && { required }),
    ...(unevaluatedProperties !== undefined && { additionalProperties: unevaluatedProperties }),
    ...beside,
  };
};

/** The document with schemas that extend others written out. */
export const withoutExtending = <Document extends { readonly components?: object }>(document: Document): Document => {
  const { schemas = {} } = (document.components ?? {}) as { readonly schemas?: Readonly<Record<string, Schema>> };
  const found = (part: Schema): Schema =>
    typeof part.$ref === 'string' ? schemas[part.$ref.split('/').pop()!]! : part;
  const whole = Object.entries(schemas).map(([name, schema]) => [name, merged(schema, found)] as const);
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(whole) } };
};

/**
 * The document with every `$ref` replaced by what it names, for tests that ask what a reader is told at a place. What
 * stands beside a `$ref`, as a description, stays. A schema that holds itself ends there.
 */
export const dereference = <Value extends { readonly components?: object }>(asServed: Value): Value => {
  const document = withoutExtending(asServed);
  const found = (path: string): unknown =>
    path
      .slice(2)
      .split('/')
      .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);

  const resolve = (node: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(node)) return node.map((part) => resolve(part, within));
    if (node === null || typeof node !== 'object') return node;
    const { $ref, ...rest } = node as { $ref?: unknown };
    const beside = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, resolve(part, within)] as const));
    if (typeof $ref !== 'string') return beside;
    const target = found($ref);
    if (target === undefined) throw new Error(`${$ref} names nothing`);
    if (within.includes($ref)) return beside;
    return { ...(resolve(target, [...within, $ref]) as object), ...beside };
  };
  return resolve(document, []) as Value;
};
