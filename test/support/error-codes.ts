import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';
import { codesOf, isGeneralCode } from '../../src/api/http/openapi/operation-codes.ts';
import { noteMismatch } from './mismatches.ts';

const file = process.env.COLLECT_ERROR_CODES;

/**
 * Told of each error that an operation answers. A code that the document does not list of the operation fails the test of the
 * API that met it; tests of races meet what no caller alone would. If the environment names a file, it is written down
 * there instead: `src/cli/error-docs.ts` makes the list of it.
 */
export const noteErrorCode = (operationId: string, status: number, code: string): void => {
  if (file !== undefined) {
    appendFileSync(file, `${operationId} ${status} ${code}\n`);
    return;
  }
  const isListed = isGeneralCode(code) || codesOf(operationId)[status]?.includes(code);
  if (isListed || !expect.getState().testPath?.includes('/test/api/')) return;
  const problem = 'the document does not list this code of the operation: CONTRIBUTING.md says how it comes there';
  noteMismatch({ operationId, status, code, problem });
};
