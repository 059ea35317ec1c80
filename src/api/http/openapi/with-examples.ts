import { usedOf } from './audience-document.ts';
import { isNode, mapOperations, type Node, type OpenApiDocument } from './walk.ts';

/** A request that an operation takes, and what it answered; made by `npm run docs:examples`. */
export interface OperationExample {
  readonly params?: Node;
  readonly query?: Node;
  readonly body?: unknown;
  readonly answer: unknown;
}

const JSON_TYPE = 'application/json';
const SUCCESS = ['200', '201'];

/**
 * The document with an example of each operation, for the page that people read: programs need none, and it is a quarter
 * larger by them. What the document has once for many operations is written out where an example stands beside it.
 */
export const withExamples = <Document extends OpenApiDocument>(
  document: Document,
  examples: Readonly<Record<string, OperationExample>>,
): Document => {
  const components = (document.components ?? {}) as Readonly<Record<string, Readonly<Record<string, Node>>>>;
  const found = (part: Node): Node => {
    if (typeof part.$ref !== 'string') return part;
    const [kind, name] = part.$ref.slice('#/components/'.length).split('/') as [string, string];
    return components[kind]![name]!;
  };
  const inContent = (holder: Node, example: unknown): Node => {
    const { content } = holder;
    if (!isNode(content) || !isNode(content[JSON_TYPE]) || example === undefined) return holder;
    return { ...holder, content: { ...content, [JSON_TYPE]: { ...content[JSON_TYPE], example } } };
  };

  const mapped = mapOperations(document, (operation) => {
    const own = examples[String(operation.operationId)];
    if (!own) return operation;
    const { parameters, requestBody, responses } = operation;
    return {
      ...operation,
      ...(Array.isArray(parameters) && { parameters: parameters.map((one) => ofParameter(found(one), own)) }),
      ...(isNode(requestBody) && { requestBody: inContent(requestBody, own.body) }),
      responses: Object.fromEntries(
        Object.entries(responses as Node).map(([status, response]) => [
          status,
          SUCCESS.includes(status) ? inContent(found(response as Node), own.answer) : response,
        ]),
      ),
    };
  });
  const { paths, webhooks } = mapped;
  return { ...mapped, components: usedOf(components, { paths, webhooks }) };
};

const ofParameter = (parameter: Node, { params = {}, query = {} }: OperationExample): Node => {
  const given = parameter.in === 'path' ? params : parameter.in === 'query' ? query : {};
  const example = given[String(parameter.name)];
  return example === undefined ? parameter : { ...parameter, example };
};
