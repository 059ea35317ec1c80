/**
 * The document with every `$ref` replaced by what it names, for tests that ask what a reader is told at a place. What
 * stands beside a `$ref`, as a description, stays. A schema that holds itself ends there.
 */
export const dereference = <Value>(document: Value): Value => {
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
