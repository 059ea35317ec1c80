import { z } from 'zod';
import { FILE_COMMANDS } from '../../brand-file/file-commands.ts';
import type { CommandBus } from '../../commands/bus/command-bus.ts';
import { createNamedQueues } from '../../concurrency/named-queues.ts';
import { invalid } from '../../domain/refusal.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { createBatchNames } from './batch-names.ts';
import { anyEntry, attempt, type Execute, executeBy, type Makes } from './command-batch.ts';

/**
 * A bus for one trial: it answers as the real one would if the commands were given to it one after the other, and records nothing.
 * `types`: the commands that it knows.
 */
export type OpenTrial = (types: ReadonlySet<string>) => CommandBus;

const MAX_COMMANDS = 20_000;
/** A plan of so many commands, with its showcases. */
const MAX_BYTES = 8 * 1024 ** 2;
/** A command that is only tried costs less than one that is carried out. */
const ENTRIES_A_POINT = 50;
/** A wrong plan is often wrong in many places alike. */
const MAX_REFUSALS = 100;

const refusal = z.object({
  index: z.int().meta({ description: 'Of the command in the request, from 0' }),
  command_id: z.string().nullable(),
  code: z.string(),
  message: z.string(),
  field: z.string().nullable().meta({ description: 'As the error of the command’s own route names it' }),
  details: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: "Further fields of the error, as the command's own route would answer them" }),
});

const answer = z.object({
  refused: z.array(refusal).meta({
    description: `The commands that would be refused, ${MAX_REFUSALS} at most. Those that only need one of them are left out`,
  }),
});

interface CheckDependencies {
  readonly bus: Pick<CommandBus, 'definitions'>;
  readonly openTrial: OpenTrial;
}

/** Says which of many commands would be refused if they were carried out in order now. Nothing is carried out. */
export const commandCheckRoute = ({ bus, openTrial }: CheckDependencies, makes: Makes): Route => {
  // One at a time for each brand: its plans may be long.
  const inQueue = createNamedQueues();
  return defineRoute({
    method: 'post',
    operationId: 'checkCommands',
    path: '/command-check',
    bodyLimit: MAX_BYTES,
    audience: 'venue',
    tags: ['Commands'],
    summary: `Say which of 1 to ${MAX_COMMANDS} commands would be refused, and carry out none`,
    description:
      'Each is tried on what those before it would have made. It takes the commands that define what a brand has, as its file leads to ' +
      `them. What others change meanwhile it can not foresee. Counts as one request, and one more for each ${ENTRIES_A_POINT} commands.`,
    cost: ({ commands }) => Math.floor(commands.length / ENTRIES_A_POINT),
    body: z.object({ commands: z.array(anyEntry).min(1).max(MAX_COMMANDS) }),
    responses: { 200: answer },
    handler: (request) =>
      inQueue(request.brandId, async () => {
        const trial = openTrial(FILE_COMMANDS);
        const carryOut = executeBy(trial);
        const execute: Execute = async (asked, type, body) => {
          if (bus.definitions.has(type) && !trial.definitions.has(type)) throw invalid('command_not_checked', { type });
          return carryOut(asked, type, body);
        };
        const names = createBatchNames();
        const refused: z.infer<typeof refusal>[] = [];
        for (const [index, entry] of request.body.commands.entries()) {
          if (refused.length === MAX_REFUSALS || request.signal.aborted) break;
          const result = await attempt({ execute, makes, names }, entry, request);
          const { status, code, command_id, message, field, details } = result;
          if (status !== 'rejected' || (code === 'name_unknown' && refused.length > 0)) continue;
          refused.push({ index, command_id, code: code!, message: message!, field, details });
        }
        return { body: { refused } };
      }),
  });
};
