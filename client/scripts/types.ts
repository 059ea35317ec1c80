import { json } from 'node:stream/consumers';
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript';

/** The TypeScript types of an OpenAPI document: the text of src/api-types.ts. */
export const typesOf = async (document: object): Promise<string> =>
  `${COMMENT_HEADER}${astToString(await openapiTS(structuredClone(document) as never, { alphabetize: true, defaultNonNullable: false }))}`;

// npm run client:types: the document comes on standard input.
if (import.meta.main) process.stdout.write(await typesOf((await json(process.stdin)) as object));
