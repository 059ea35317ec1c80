import { isNode, type Node } from './walk.ts';

/** Those for whom there is a document of their own. */
export const DOCUMENT_AUDIENCES = ['partner', 'venue', 'auditor'] as const;
export type DocumentAudience = (typeof DOCUMENT_AUDIENCES)[number];

/**
 * The document with the operations that keys of the audience may use, and those for everybody. Webhooks are calls to
 * partners. It is cut from the whole document, so that a schema has one name in all of them.
 */
export const documentFor = (whole: object, audience: DocumentAudience): object => {
  const { paths, webhooks, tags, components, ...head } = whole as Node;
  const kept = Object.entries(paths as Node).flatMap(([path, methods]) => {
    const open = Object.entries(methods as Readonly<Record<string, Node>>).flatMap(([method, operation]) => {
      const { 'x-audiences': audiences, ...own } = operation as { readonly 'x-audiences': readonly string[] };
      const isFor = audiences.some((one) => one === audience || (one === 'public' && isCommon(path, audience)));
      return isFor ? [[method, own] as const] : [];
    });
    return open.length > 0 ? [[path, Object.fromEntries(open)] as const] : [];
  });
  const calls = audience === 'partner' ? webhooks : undefined;
  const operations = { paths: Object.fromEntries(kept), ...(calls !== undefined && { webhooks: calls }) };
  const used = new Set(
    [operations.paths, calls].flatMap((paths) =>
      Object.values((paths ?? {}) as object).flatMap((methods) =>
        Object.values(methods as object).flatMap(({ tags }) => tags as string[]),
      ),
    ),
  );
  return {
    ...head,
    tags: (tags as { readonly name: string }[]).filter(({ name }) => used.has(name)),
    components: usedOf(components as Node, operations),
    ...operations,
  };
};

/** People sign in to the venue's side: partners and auditors have no use for that. */
const isCommon = (path: string, audience: DocumentAudience): boolean =>
  audience === 'venue' || !path.startsWith('/venue/');

/** The components that are referred to, also by one another. A scheme of security is named without a reference. */
export const usedOf = (components: Node, referring: object): object => {
  const used = new Set<string>();
  const look = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(look);
    if (!isNode(node)) return;
    const { $ref } = node;
    if (typeof $ref === 'string' && !used.has($ref)) {
      used.add($ref);
      const [kind, name] = $ref.slice('#/components/'.length).split('/') as [string, string];
      look((components[kind] as Node)[name]);
    }
    Object.values(node).forEach(look);
  };
  look(referring);
  return Object.fromEntries(
    Object.entries(components).map(([kind, named]) => [
      kind,
      kind === 'securitySchemes'
        ? named
        : Object.fromEntries(
            Object.entries(named as Node).filter(([name]) => used.has(`#/components/${kind}/${name}`)),
          ),
    ]),
  );
};
