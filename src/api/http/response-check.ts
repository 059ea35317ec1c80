import { z } from 'zod';
import { errorStatuses, type OtherResponse, type Route } from './route.ts';

/** The body of every error (spec, Errors). */
export const errorSchema = z
  .object({
    message: z.string().meta({ description: "Human text in the brand's language" }),
    code: z.string().meta({ description: 'Stable, for programs' }),
    request_id: z.string(),
    retry_after: z.int().optional().meta({ description: 'Seconds; with 429' }),
  })
  .meta({ id: 'Error' });

export interface ResponseMismatch {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly problem: string;
}

/** What is wrong with an answer by the route's own definition; undefined when nothing is. `body` as it went through JSON. */
export const findMismatch = (route: Route, status: number, body: unknown): string | undefined => {
  const doc = route.responses[status];
  if (doc === undefined && !errorStatuses(route).includes(status)) return 'the route does not declare this status';
  const schema = schemaOf(doc);
  if (schema === undefined) return 'the route declares no JSON for this status';
  const parsed = schema.safeParse(body);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    return `${issue.path.join('.') || 'body'}: ${issue.message}`;
  }
  const extra = undeclared(body, parsed.data);
  return extra && `${extra} is not in the schema`;
};

/** What is wrong with an answer that isn't JSON. */
export const findStreamMismatch = (route: Route, status: number, contentType: string): string | undefined => {
  const doc = route.responses[status];
  return doc && 'contentType' in doc && doc.contentType === contentType ? undefined : `${contentType} is not declared`;
};

const schemaOf = (doc: Route['responses'][number] | undefined): z.ZodType | undefined => {
  if (doc === undefined) return errorSchema;
  return isOther(doc) ? doc.orJson : doc;
};

const isOther = (doc: Route['responses'][number]): doc is OtherResponse => 'contentType' in doc;

/** The path of the first field that parsing dropped: the schema doesn't know it, so it should not go out. */
const undeclared = (value: unknown, parsed: unknown): string | undefined => {
  if (value === null || typeof value !== 'object' || parsed === null || typeof parsed !== 'object') return undefined;
  for (const [key, child] of Object.entries(value)) {
    if (!(key in parsed)) return key;
    const below = undeclared(child, (parsed as Record<string, unknown>)[key]);
    if (below !== undefined) return `${key}.${below}`;
  }
  return undefined;
};
