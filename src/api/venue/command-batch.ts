import { z } from 'zod';
import type { CommandAnswer, CommandBus } from '../../commands/bus/command-bus.ts';
import { text } from '../../commands/fields/fields.ts';
import { validate } from '../../commands/fields/validate.ts';
import { isRecord } from '../../domain/is-record.ts';
import { sum } from '../../domain/money.ts';
import { invalid } from '../../domain/refusal.ts';
import { describeError } from '../http/errors.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { RouteRequest } from '../http/route-request.ts';
import { LINES_A_POINT, pointsForLines } from '../orders/cost-of-lines.ts';
import { type BatchNames, createBatchNames, MAX_NAME } from './batch-names.ts';

const batchAnswer = z.object({
  results: z.array(
    z.object({
      command_id: z.string().nullable(),
      status: z.enum(['accepted', 'duplicate', 'rejected']),
      code: z.string().nullable(),
      message: z.string().nullable(),
      field: z.string().nullable().meta({ description: 'As the error of the command’s own route names it' }),
      details: z
        .record(z.string(), z.unknown())
        .nullable()
        .meta({ description: "Further fields of the error, as the command's own route would answer them" }),
      position: z.int().nullable(),
      result: z
        .record(z.string(), z.unknown())
        .nullable()
        .meta({ description: "As the answer of the command's own route has it" }),
    }),
  ),
});

/**
 * A till that was offline sends hundreds at once, one request after the other. So an entry costs less than a separate
 * request. At the usual limit a key gets some 12 000 entries a minute through, more than one till can have carried out
 * one after the other.
 */
const ENTRIES_A_POINT = 10;

/** Its items stand in `fields`, or beside `type`. */
const pointsForEntry = (entry: unknown): number =>
  pointsForLines(isRecord(entry) && isRecord(entry.fields) && entry.fields.items !== undefined ? entry.fields : entry);

const batchEntry = z.object({
  type: text(64),
  as: text(MAX_NAME).min(1).nullish(),
  fields: z.object({}).nullish(),
});

/** The most fields of an entry: it is copied with all of them. A command has some thirty. */
const MAX_FIELDS = 200;

/** 500 commands that a till kept while it was offline. */
const BATCH_LIMIT = 4 * 1024 ** 2;

/** Any value: each entry is checked separately. */
export const anyEntry = z.unknown().meta({
  id: 'CommandEnvelope',
  type: 'object',
  properties: {
    type: { type: 'string', maxLength: 64, description: 'Of the command' },
    command_id: {
      type: 'string',
      format: 'uuid',
      description: 'As in a request of its own: a new one for each command',
    },
    occurred_at: { type: 'string', format: 'date-time', description: 'As in a request of its own' },
    actor: { type: 'string', maxLength: 255, description: 'As in a request of its own' },
    as: {
      type: 'string',
      maxLength: MAX_NAME,
      description:
        'A name for what the command makes. Later commands of the same batch have `{"$": name}` in the place of its id',
    },
    fields: {
      type: 'object',
      additionalProperties: true,
      description: 'Fields of the command, instead of beside `type` or as well; where both name one, this one is taken',
    },
  },
  required: ['type', 'command_id'],
  // The command's own fields, if they are not in `fields`.
  additionalProperties: true,
});

export type BatchResult = z.infer<typeof batchAnswer>['results'][number];

/** Carries out one command for the caller of a request. */
export type Execute = (request: RouteRequest, type: string, body: unknown) => Promise<CommandAnswer>;

export const executeBy =
  (bus: Pick<CommandBus, 'execute'>): Execute =>
  (request, type, body) =>
    bus.execute(request.caller, type, body, request.requestId);

/** Whether a command makes something new, and answers its id, if it is given none. */
export type Makes = (type: string) => boolean;

/** Carries out `commands` in order, each by `execute`. */
export const commandBatchRoute = (execute: Execute, makes: Makes): Route =>
  defineRoute({
    method: 'post',
    operationId: 'sendCommands',
    path: '/commands',
    bodyLimit: BATCH_LIMIT,
    audience: ['venue', 'platform'],
    tags: ['Commands'],
    summary: 'Carry out 1 to 500 commands in order, each on its own',
    description:
      'An entry is `type` and what the command has in a request of its own, beside it or in `fields`. Commands that have a field named `type` themselves (BookTable, DefineProduct, ChangeProduct, RecordMark) take it from `fields` alone. ' +
      'A command that makes something may name it (`as`), and later ones have `{"$": name}` where they need its id. ' +
      `Counts as one request, and one more for each ${ENTRIES_A_POINT} entries, and for each ${LINES_A_POINT} lines of an entry.`,
    cost: ({ commands }) => Math.floor(commands.length / ENTRIES_A_POINT) + sum(commands, pointsForEntry),
    body: z.object({ commands: z.array(anyEntry).min(1).max(500) }),
    responses: { 200: batchAnswer },
    answerAfter: 'all',
    handler: async (request) => {
      const results: BatchResult[] = [];
      const names = createBatchNames();
      for (const entry of request.body.commands) {
        results.push(await attempt({ execute, makes, names }, entry, request));
      }
      const position = Math.max(0, ...results.map((result) => result.position ?? 0));
      return { position, body: { results } };
    },
  });

export interface Batch {
  readonly execute: Execute;
  readonly makes: Makes;
  readonly names: BatchNames;
}

/** Carries an entry out. A rejection is an answer like any other. */
export const attempt = async (
  { execute, makes, names }: Batch,
  entry: unknown,
  request: RouteRequest,
): Promise<BatchResult> => {
  try {
    requireFewFields('body', entry);
    const { type, as: name } = validate(batchEntry, entry);
    const body = bodyOf(entry);
    if (name != null) {
      if (!makes(type) || body.id != null) throw invalid('name_not_new', { field: 'as' });
      names.requireFree(name);
    }
    const done = await execute(request, type, names.filled(body));
    if (name != null) names.keep(name, done.result.id);
    return { ...done, code: null, message: null, field: null, details: null };
  } catch (error) {
    const refusal = describeError(error, request);
    return { command_id: commandIdOf(entry), status: 'rejected', ...refusal, position: null, result: null };
  }
};

/**
 * The fields that the command would have in a separate request. Its name is not one of them: a command may have a
 * `type` field.
 */
const bodyOf = (entry: unknown): Readonly<Record<string, unknown>> => {
  if (!isRecord(entry)) return {};
  const fields = isRecord(entry.fields) ? entry.fields : {};
  requireFewFields('fields', fields);
  const { type: _type, as: _as, fields: _fields, ...own } = entry;
  return { ...own, ...fields };
};

const requireFewFields = (field: string, holder: unknown): void => {
  if (holder === null || typeof holder !== 'object') return;
  let count = 0;
  for (const _ in holder) if (++count > MAX_FIELDS) throw invalid('field_too_many_fields', { field, max: MAX_FIELDS });
};

/** From an entry of any shape, so that the sender can tell which one was rejected. */
const commandIdOf = (entry: unknown): string | null => {
  const named = z.object({ command_id: z.string() });
  return (
    named.safeParse(isRecord(entry) ? entry.fields : null).data?.command_id ??
    named.safeParse(entry).data?.command_id ??
    null
  );
};
