import type { Logger } from 'pino';
import { z } from 'zod';
import { isRecord } from '../../domain/is-record.ts';
import type { ErrorBody } from './errors.ts';
import { errorStatuses, type Route } from './route.ts';
import { type Answer, isOtherResponse, type OtherResponse, type ResponseDoc } from './route-answer.ts';

/** The body of every error (docs/domain.md#errors-and-limits). */
export const errorSchema = z.object({
  message: z.string().meta({ description: "For people, in the language that the request asks for, else the brand's" }),
  code: z.string().meta({ description: 'Stable, for programs' }),
  request_id: z.string(),
  field: z
    .string()
    .optional()
    .meta({ description: 'The path of the field that is to blame', example: 'items[0].quantity' }),
  details: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'The values that the message holds, by name', example: { min_order_amount: 50000 } }),
  retry_after: z.int().optional().meta({ description: 'Seconds; with 429' }),
  conflict: z
    .object({ table_id: z.int(), date: z.string(), start_time: z.string(), end_time: z.string() })
    .optional()
    .meta({ description: 'Who has the table; with 409 table_busy' }),
  overlaps_with: z
    .object({
      shift_id: z.int(),
      point_id: z.uuid().nullable(),
      check_in: z.string(),
      check_out: z.string().nullable(),
    })
    .optional()
    .meta({ description: 'The shift that takes the time; with 409 attendance_shifts_overlap' }),
});

export interface ResponseMismatch {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly problem: string;
}

/** For tests: told of each error that an operation answers. */
export type OnErrorAnswered = (operationId: string, status: number, code: string) => void;

export interface ResponseChecks {
  /** Throws if an answer does not fit its route's definition. */
  checkAnswer(route: Route, pattern: string, answer: Answer): void;
  /** Reports an error that the route does not declare, or whose body is not that of errors; it is answered all the same. */
  checkError(route: Route, pattern: string, status: number, body: ErrorBody): void;
}

const NO_CHECKS: ResponseChecks = { checkAnswer: () => {}, checkError: () => {} };

/** Checks every answer against its documentation, so that readers can trust the documentation. */
export const createResponseChecks = (options: {
  readonly checkResponses?: boolean;
  readonly onErrorAnswered?: OnErrorAnswered;
  readonly onResponseMismatch?: (mismatch: ResponseMismatch) => void;
  readonly log: Logger;
}): ResponseChecks => {
  if (!options.checkResponses) return NO_CHECKS;

  const report = (route: Route, pattern: string, status: number, problem: string): void => {
    const mismatch = { method: route.method, path: pattern, status, problem };
    options.log.error(mismatch, 'the answer does not fit its definition');
    options.onResponseMismatch?.(mismatch);
  };

  return {
    checkAnswer(route, pattern, answer) {
      const status = answer.status ?? 200;
      const problem = findProblem(route, status, answer);
      if (problem === undefined) return;
      report(route, pattern, status, problem);
      throw new Error(`the answer ${status} does not fit its definition: ${problem}`);
    },
    checkError(route, pattern, status, body) {
      const { code } = body;
      options.onErrorAnswered?.(route.operationId, status, code);
      if (!(status in route.responses) && !errorStatuses(route).includes(status)) {
        report(route, pattern, status, 'the route does not declare this status');
      }
      const problem = findMismatch(errorSchema, JSON.parse(JSON.stringify(body)));
      if (problem !== undefined) report(route, pattern, status, problem);
    },
  };
};

const findProblem = (route: Route, status: number, answer: Answer): string | undefined => {
  const doc = route.responses[status];
  if (doc === undefined) return 'the route does not declare this status';
  const header = Object.keys(answer.headers ?? {}).find(
    (name) => !COMMON_HEADERS.has(name) && !isDeclared(doc, name) && !(route.setsCookie && name === 'Set-Cookie'),
  );
  if (header !== undefined) return `the route does not declare the header ${header}`;
  const contentType = 'body' in answer ? undefined : answer.contentType;
  // JSON that is sent in parts.
  if (contentType !== undefined && mediaType(contentType) === 'application/json' && !isOtherResponse(doc))
    return undefined;
  if (contentType !== undefined) {
    return isOtherResponse(doc) && typesOf(doc).map(mediaType).includes(mediaType(contentType))
      ? undefined
      : `${contentType} is not declared`;
  }
  const schema = isOtherResponse(doc) ? doc.orJson : doc;
  if (schema === undefined) return 'the route declares no JSON for this status';
  const body: unknown = JSON.parse(
    'bytes' in answer ? answer.bytes.toString() : JSON.stringify('body' in answer ? answer.body : undefined),
  );
  return findMismatch(schema, body);
};

const findMismatch = (schema: z.ZodType, body: unknown): string | undefined => {
  const parsed = schema.safeParse(body);
  if (parsed.success) {
    const extra = undeclared(body, parsed.data);
    return extra && `${extra} is not in the schema`;
  }
  const issue = parsed.error.issues[0]!;
  return `${issue.path.join('.') || 'body'}: ${issue.message}`;
};

/** A stream may be JSON, too. */
const typesOf = ({ contentType, orJson }: OtherResponse): string[] => [
  ...[contentType].flat(),
  ...(orJson ? ['application/json'] : []),
];

/** Headers of HTTP itself need no documentation. */
const COMMON_HEADERS = new Set(['Vary', 'Access-Control-Allow-Origin']);

const isDeclared = (doc: ResponseDoc, header: string): boolean =>
  isOtherResponse(doc) && doc.headers !== undefined && header in doc.headers;

const mediaType = (contentType: string): string => {
  const [type = ''] = contentType.split(';');
  return type.trim();
};

/** The path of the first field that parsing dropped. The schema does not know that field, so it should not go out. */
const undeclared = (value: unknown, parsed: unknown): string | undefined => {
  if (!isRecord(value) || !isRecord(parsed)) return undefined;
  for (const [key, child] of Object.entries(value)) {
    if (!(key in parsed)) return key;
    const below = undeclared(child, parsed[key]);
    if (below !== undefined) return `${key}.${below}`;
  }
  return undefined;
};
