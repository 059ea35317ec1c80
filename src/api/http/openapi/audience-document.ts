import { isNode, mapOperations, type Node, type OpenApiDocument } from './walk.ts';

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
      const audiences = audiencesOf(whole, operation);
      const { 'x-audiences': _, ...own } = operation;
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
    tags: (tags as Tag[]).filter(({ name }) => used.has(name)).map(({ 'x-audiences': _, ...tag }) => tag),
    components: usedOf(components as Node, operations),
    ...operations,
  };
};

interface Tag {
  readonly name: string;
  readonly 'x-audiences'?: readonly string[];
}

const AUDIENCES = 'x-audiences';

/** Whose keys may use an operation: what it says itself, else what its heading says. */
export const audiencesOf = (document: object, operation: object): readonly string[] => {
  const { tags } = document as { readonly tags: readonly Tag[] };
  const own = operation as { readonly tags: readonly string[]; readonly [AUDIENCES]?: readonly string[] };
  return own[AUDIENCES] ?? tags.find(({ name }) => name === own.tags[0])?.[AUDIENCES] ?? [];
};

/** The document with the audiences that most operations of a heading have at the heading, and not at each of them. */
export const withAudiencesAtTags = <Document extends OpenApiDocument>(document: Document): Document => {
  const uses = new Map<string, Map<string, number>>();
  const headingOf = ({ tags }: Node): string => (tags as readonly string[])[0]!;
  mapOperations(document, (operation) => {
    if (operation[AUDIENCES] === undefined) return operation;
    const ofHeading = uses.get(headingOf(operation)) ?? new Map<string, number>();
    const text = JSON.stringify(operation[AUDIENCES]);
    uses.set(headingOf(operation), ofHeading.set(text, (ofHeading.get(text) ?? 0) + 1));
    return operation;
  });
  const usual = new Map([...uses].map(([name, texts]) => [name, [...texts].sort((a, b) => b[1] - a[1])[0]![0]]));
  const tags = (document as { readonly tags?: readonly Tag[] }).tags ?? [];
  return {
    ...mapOperations(document, ({ [AUDIENCES]: audiences, ...operation }) => {
      const isUsual = audiences === undefined || JSON.stringify(audiences) === usual.get(headingOf(operation));
      return isUsual ? operation : { ...operation, [AUDIENCES]: audiences };
    }),
    tags: tags.map((tag) => {
      const audiences = usual.get(tag.name);
      return audiences === undefined ? tag : { ...tag, [AUDIENCES]: JSON.parse(audiences) as string[] };
    }),
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
