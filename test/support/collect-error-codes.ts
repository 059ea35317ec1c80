import { appendFileSync } from 'node:fs';

const file = process.env.COLLECT_ERROR_CODES;

/**
 * Writes down each error that an operation answers, if the environment names a file for it: `src/cli/error-docs.ts` makes the
 * list of the codes of each operation of it.
 */
export const collectErrorCode =
  file === undefined
    ? undefined
    : (operationId: string, status: number, code: string): void =>
        appendFileSync(file, `${operationId} ${status} ${code}\n`);
