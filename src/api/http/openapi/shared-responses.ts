import { pascalCased } from '../name-forms.ts';
import { isNode, mapOperations, type Node, type OpenApiDocument } from './walk.ts';

const REFERENCE = '{"$ref":"#/components/responses/"}';

/**
 * An error that several operations answer is written once, under the name of its code, and so is 304. What would not become
 * shorter stays where it stands. A success stays at its operation: swagger-typescript-api reads no body by a reference.
 */
export const shareResponses = <Document extends OpenApiDocument>(document: Document): Document => {
  const responses = (document.components as { readonly responses?: Readonly<Record<string, Node>> }).responses ?? {};
  const uses = new Map<string, { readonly response: Node; count: number }>();
  const eachResponse = (operation: Node, map: (response: Node) => Node): Node => ({
    ...operation,
    responses: Object.fromEntries(
      Object.entries(operation.responses as Node).map(([status, response]) => [status, map(response as Node)] as const),
    ),
  });
  mapOperations(document, (operation) =>
    eachResponse(operation, (response) => {
      const text = JSON.stringify(response);
      uses.set(text, { response, count: (uses.get(text)?.count ?? 0) + 1 });
      return response;
    }),
  );

  const shared: Record<string, Node> = {};
  const names = new Map<string, string>();
  for (const [text, { response, count }] of uses) {
    const name = nameOf(response);
    if (name === undefined || name in responses || name in shared) continue;
    const whole = withoutReference(response, responses);
    const saved =
      count * (text.length - REFERENCE.length - name.length) - JSON.stringify(whole).length - name.length - 4;
    if (saved <= 0) continue;
    shared[name] = whole;
    names.set(text, name);
  }
  const referred = mapOperations(document, (operation) =>
    eachResponse(operation, (response) => {
      const name = names.get(JSON.stringify(response));
      return name === undefined ? response : { $ref: `#/components/responses/${name}` };
    }),
  );
  const all = Object.entries({ ...responses, ...shared }).sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...referred, components: { ...document.components, responses: Object.fromEntries(all) } };
};

const nameOf = ({ $ref, description, content, headers }: Node): string | undefined => {
  if (typeof $ref === 'string') {
    const [, code] = /^`(\w+)`$/.exec(String(description)) ?? [];
    return code === undefined ? undefined : pascalCased(code);
  }
  // The only answer without a body that has headers: 304.
  return isNode(headers) && content === undefined && 'ETag' in headers ? 'NotModified' : undefined;
};

/** Generators of clients do not follow a reference to a reference. */
const withoutReference = ({ $ref, ...own }: Node, responses: Readonly<Record<string, Node>>): Node =>
  typeof $ref === 'string' ? { ...responses[$ref.split('/').pop()!], ...own } : own;
