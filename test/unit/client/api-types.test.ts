import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { typesOf } from '../../../client/scripts/types.ts';
import { describeApi } from '../../../src/cli/openapi.ts';

test('the types of the client are those of the document: npm run client:types writes them', async () => {
  const written = readFileSync(new URL('../../../client/src/api-types.ts', import.meta.url), 'utf8');
  // Not compared by the matcher, which would print both.
  expect((await typesOf(await describeApi())) === written).toBe(true);
});
