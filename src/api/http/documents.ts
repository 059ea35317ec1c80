import { camelCased } from './name-forms.ts';
import { DOCUMENT_AUDIENCES, documentFor } from './openapi/audience-document.ts';
import { type ApiInfo, createOpenApi } from './openapi/document.ts';
import { type OperationExample, withExamples } from './openapi/with-examples.ts';
import type { RouteGroup } from './route.ts';

/** The documents for programs, by their paths: of all routes, of one audience's, and of a brand's file. */
export const PLAIN_DOCUMENTS = [
  '/openapi.json',
  ...DOCUMENT_AUDIENCES.map((audience) => `/openapi/${audience}.json` as const),
  '/schemas/brand.json',
] as const;

/** Whose operations the page shows, with examples: those of one audience, because all of them at once take seconds to draw. */
export const READERS = [
  { audience: 'partner', title: 'Partners', document: '/docs/partner.json' },
  { audience: 'venue', title: 'The venue', document: '/docs/venue.json' },
  { audience: 'auditor', title: 'Auditors', document: '/docs/auditor.json' },
  { audience: 'all', title: 'All', document: '/docs/all.json' },
] as const;

type DocumentPath = (typeof PLAIN_DOCUMENTS)[number] | (typeof READERS)[number]['document'];

/** Each document as it is sent. */
export type Documents = Readonly<Record<DocumentPath, Uint8Array<ArrayBuffer>>>;

/** Makes all documents, from the definitions that check the requests. It takes the thread half a second. */
export const makeDocuments = async (groups: readonly RouteGroup[], info: ApiInfo): Promise<Documents> => {
  const { brandJsonSchema } = await import('../../brand-file/json-schema.ts');
  const all = createOpenApi(groups, info);
  const examples = await examplesOf(groups);
  const plain = { all, ...Object.fromEntries(DOCUMENT_AUDIENCES.map((name) => [name, documentFor(all, name)])) };
  const made = Object.entries<object>(plain).flatMap(([name, document]) => [
    [name === 'all' ? '/openapi.json' : `/openapi/${name}.json`, document] as const,
    [`/docs/${name}.json`, withExamples(document, examples)] as const,
  ]);
  const documents = [...made, ['/schemas/brand.json', brandJsonSchema()] as const];
  const encoder = new TextEncoder();
  return Object.fromEntries(
    documents.map(([path, document]) => [path, encoder.encode(JSON.stringify(document))]),
  ) as unknown as Documents;
};

/** Of operations, and of the calls that we make. Read for who makes the documents: nobody else needs them. */
const examplesOf = async (groups: readonly RouteGroup[]): Promise<Readonly<Record<string, OperationExample>>> => {
  const { default: ofOperations } = await import('./openapi/examples.generated.json', { with: { type: 'json' } });
  const ofWebhooks = groups.flatMap(({ webhooks = [] }) =>
    webhooks.map(({ event, example }) => [camelCased(event), { body: example, answer: undefined }] as const),
  );
  return { ...ofOperations, ...Object.fromEntries(ofWebhooks) };
};
