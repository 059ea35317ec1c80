import type { z } from 'zod';
import { isRecord } from '../../domain/is-record.ts';
import { invalid, notAllowed, type Refusal } from '../../domain/refusal.ts';
import { NOT_INTEGER, NOT_TIME } from './fields.ts';

/** The most characters of a caller's name for a field in a message. */
const NAME_SHOWN = 64;

/**
 * Parses with a schema or throws a Refusal for the first problem, which names the field as a path
 * (`items[0].product_id`). Values are never quoted, because they may be personal.
 */
export const validate = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(value, { reportInput: false });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  // A field that is spelled wrongly is missing under its right name, which helps less.
  throw toRefusal(issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!, value);
};

const toRefusal = (issue: z.core.$ZodIssue, input: unknown): Refusal => {
  const field = formatPath(issue.path);
  if (isMissing(issue.path, input)) return invalid('field_required', { field });
  switch (issue.code) {
    case 'invalid_type':
      return invalid(issue.message === NOT_INTEGER ? 'field_not_integer' : typeCode(issue.expected), { field });
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array'
        ? invalid('field_too_long', { field, max: Number(issue.maximum) })
        : invalid('field_too_big', { field, max: Number(issue.maximum) });
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array') return invalid('field_empty', { field });
      return invalid(issue.inclusive ? 'field_too_small' : 'field_not_above', { field, min: Number(issue.minimum) });
    case 'invalid_format':
      return invalid(issue.message === NOT_TIME ? 'field_not_time' : formatCode(issue.format), { field });
    case 'invalid_value':
      return notAllowed(field, issue.values.map(String));
    case 'unrecognized_keys':
      return invalid('field_unknown', { field: formatPath([...issue.path, issue.keys[0]!.slice(0, NAME_SHOWN)]) });
    case 'custom':
      return invalid(typeof issue.params?.code === 'string' ? issue.params.code : 'field_invalid', { field });
    default:
      return invalid('field_invalid', { field });
  }
};

const typeCode = (expected: string): string =>
  ({
    int: 'field_not_integer',
    number: 'field_not_number',
    string: 'field_not_string',
    boolean: 'field_not_boolean',
    array: 'field_not_array',
    tuple: 'field_not_array',
    object: 'field_not_object',
  })[expected] ?? 'field_invalid';

const formatCode = (format: string): string =>
  ({
    guid: 'field_not_uuid',
    uuid: 'field_not_uuid',
    date: 'field_not_date',
    datetime: 'field_not_timestamp',
    safeint: 'field_not_integer',
  })[format] ?? 'field_invalid';

/** `['items', 0, 'product_id']` -> `items[0].product_id`; the body itself is `body`. */
const formatPath = (path: readonly PropertyKey[]): string => {
  if (path.length === 0) return 'body';
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index > 0 ? `.${String(part)}` : String(part)))
    .join('');
};

const isMissing = (path: readonly PropertyKey[], input: unknown): boolean => {
  let value: unknown = input;
  for (const part of path) {
    if (!isRecord(value)) return false;
    value = value[String(part)];
  }
  return value === undefined;
};
