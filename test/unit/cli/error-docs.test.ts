import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { en } from '../../../src/api/http/messages/en.ts';
import { OPERATION_CODES } from '../../../src/api/http/openapi/operation-codes.generated.ts';
import { cureOf, NO_ERRORS } from '../../../src/cli/error-cures.ts';
import { errorPage, refusalsInSource, withCollected } from '../../../src/cli/error-docs.ts';

const refusals = await refusalsInSource();

describe('docs/errors.md', () => {
  it('docs/errors.md is what the source says (npm run docs:errors)', async () => {
    expect(await readFile('docs/errors.md', 'utf8')).toBe(errorPage(OPERATION_CODES, refusals));
  });

  it('every error has a cure, and nothing else has a row', () => {
    const codes = Object.keys(en).filter((code) => !NO_ERRORS.has(code));
    expect(codes.filter((code) => cureOf(code) === undefined)).toEqual([]);
    const page = errorPage(OPERATION_CODES, refusals);
    expect(page).toContain('| `table_busy` | 409 |');
    expect(page).not.toContain('`sms_code`');
  });

  it('what tests have seen is added to the codes of operations, and codes that are gone are left out', () => {
    const lines =
      'getOrder 404 order_not_found\ngetOrder 400 field_required\ngetOrder 401 no_token\ngetOrder 409 gone\n';
    const known = { cancelOrder: { 409: ['order_already_cancelled', 'gone_too'] } };
    expect(withCollected(known, lines)).toEqual({
      cancelOrder: { 409: ['order_already_cancelled'] },
      getOrder: { 404: ['order_not_found'] },
    });
  });
});
