import { glob, readFile, writeFile } from 'node:fs/promises';
import { en } from '../api/http/messages/en.ts';
import { OPERATION_CODES } from '../api/http/openapi/operation-codes.generated.ts';
import { isGeneralCode } from '../api/http/openapi/operation-codes.ts';
import { cureOf, NO_ERRORS } from './error-cures.ts';

const TABLE = new URL('../api/http/openapi/operation-codes.generated.ts', import.meta.url);
const SOURCE = new URL('../', import.meta.url);
const PAGE = new URL('../../docs/errors.md', import.meta.url);

type Codes = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** The known codes of operations, and those that tests have seen: lines of an operation, a status and a code. */
export const withCollected = (known: Codes, lines: string): Codes => {
  const seen = Object.entries(known).flatMap(([operation, statuses]) =>
    Object.entries(statuses).flatMap(([status, codes]) => codes.map((code) => `${operation} ${status} ${code}`)),
  );
  const codes: Record<string, Record<string, string[]>> = {};
  for (const line of [...new Set([...seen, ...lines.split('\n').filter(Boolean)])].sort()) {
    const [operation, status, code] = line.split(' ') as [string, string, string];
    if (isGeneralCode(code) || !(code in en)) continue;
    codes[operation] ??= {};
    codes[operation][status] ??= [];
    codes[operation][status].push(code);
  }
  return codes;
};

const GENERAL_STATUSES: readonly (readonly [codes: RegExp, status: number])[] = [
  [/^(no_token|invalid_token|invalid_api_key|session_ended|sign_in_failed)$/, 401],
  [/^(audience_forbidden|points_forbidden|metrics_forbidden|origin_forbidden|role_forbidden|no_access_to_\w+)$/, 403],
  [/^route_not_found$/, 404],
  [/^method_not_allowed$/, 405],
  [/^request_timeout$/, 408],
  [/^command_id_reused$/, 409],
  [/^(body_too_large|body_unpacks_too_large|body_too_much_content)$/, 413],
  [/^(rate_limited|answers_unread|reports_too_heavy|too_many_streams|too_many_sign_ins)$/, 429],
  [/^headers_too_large$/, 431],
  [/^internal$/, 500],
  [/^unavailable$/, 503],
];

const KIND_STATUS: Readonly<Record<string, string>> = {
  invalid: '400',
  forbidden: '403',
  notFound: '404',
  conflict: '409',
};

/** The statuses of each code that the source refuses with: `conflict('table_busy')` is 409. */
export const refusalsInSource = async (): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const found = new Map<string, Set<string>>();
  for await (const file of glob('**/*.ts', { cwd: SOURCE })) {
    const text = await readFile(new URL(file, SOURCE), 'utf8');
    for (const [, kind, code] of text.matchAll(/\b(invalid|forbidden|notFound|conflict)\(\s*'([a-z_]+)'/g)) {
      found.set(code!, (found.get(code!) ?? new Set()).add(KIND_STATUS[kind!]!));
    }
  }
  return found;
};

/** docs/errors.md: all codes, from the messages and the codes of operations. */
export const errorPage = (codes: Codes, refusals: ReadonlyMap<string, ReadonlySet<string>>): string => {
  const statuses = new Map([...refusals].map(([code, own]) => [code, new Set(own)]));
  for (const byStatus of Object.values(codes)) {
    for (const [status, own] of Object.entries(byStatus)) {
      for (const code of own) statuses.set(code, (statuses.get(code) ?? new Set()).add(status));
    }
  }
  const statusOf = (code: string): string => {
    const general = GENERAL_STATUSES.find(([pattern]) => pattern.test(code))?.[1];
    if (general !== undefined) return String(general);
    if (isGeneralCode(code)) return '400';
    return [...(statuses.get(code) ?? [])].sort().join(', ') || 'in a result';
  };
  const rows = Object.entries(en)
    .filter(([code]) => !NO_ERRORS.has(code))
    .map(
      ([code, text]) => `| \`${code}\` | ${statusOf(code)} | ${text.replaceAll('|', '\\|')} | ${cureOf(code) ?? ''} |`,
    );
  return `# Errors

Made by \`npm run docs:errors\`. Every error is \`{message, code, request_id}\`, with \`field\` (the path) where a field is to blame and
\`details\` with the values that the message holds. Programs go by \`code\`, which stays; \`message\` is for people, in the language that
the request asks for, else the brand's. The OpenAPI document lists the codes of each operation. Every operation may also answer those of a request as such:
401, 403, 413, 429, 500, 503, and 400 with a code that begins with \`body_\` or \`field_\`. Every command may also answer
400 \`occurred_at_in_future\` and \`occurred_at_too_old\`, and 409 \`command_id_reused\`.

| code | status | cause | cure |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
};

if (import.meta.main) {
  const [collected] = process.argv.slice(2);
  const codes = withCollected(OPERATION_CODES, collected === undefined ? '' : await readFile(collected, 'utf8'));
  const entries = Object.entries(codes).map(([operation, byStatus]) => {
    const own = Object.entries(byStatus).map(
      ([status, list]) => `${status}: [${list.map((code) => `'${code}'`).join(', ')}]`,
    );
    return `  ${operation}: { ${own.join(', ')} },`;
  });
  const type = 'Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>';
  await writeFile(
    TABLE,
    `/** Made by \`npm run docs:errors\`. */\nexport const OPERATION_CODES: ${type} = {\n${entries.join('\n')}\n};\n`,
  );
  await writeFile(PAGE, errorPage(codes, await refusalsInSource()));
}
