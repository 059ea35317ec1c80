import type { z } from 'zod';
import type { DomainEvent } from '../../domain/decider.ts';
import type { Handled } from '../loop/handled.ts';
import type { Audience } from './caller.ts';
import type { CommandContext } from './context.ts';
import type { Operation, Outcome } from './operation.ts';

export interface CommandOutcome<Result = Readonly<Record<string, unknown>>> extends Outcome<Result> {
  readonly duplicate: boolean;
  /** The bus keeps it for repeats. Follows from the command's own events: a crash may have come before it was kept. */
  readonly result: Result;
}

/** An operation of the venue. Beside its input it carries command_id, which makes it count once, occurred_at and actor. */
export interface CommandDefinition<Needs = unknown>
  extends Omit<Operation<z.ZodType, unknown, CommandContext, Needs, unknown>, 'run'> {
  readonly type: string;
  /** What it answers, for its documentation and the tests. */
  readonly result: z.ZodObject;
  /** A secret among the fields of the result: it is kept nowhere, and a repeat has null instead. */
  readonly shown_once?: string;
  /**
   * Its result may be deleted after COMMAND_RETENTION. Set it only if `run` calls `recorded` before it does anything that
   * can't be repeated, and answers from that; what it does afterwards must go through `handle`. Never
   * take it away again: results that were deleted stay deleted.
   */
  readonly is_purgeable?: true;
  readonly run: (input: unknown, context: CommandContext, needs: Needs) => Promise<CommandOutcome>;
}

export const defineCommand = <Schema extends z.ZodType, Result extends z.ZodObject, Needs = unknown>(definition: {
  readonly type: string;
  readonly audiences: readonly Audience[];
  readonly summary: string;
  readonly input: Schema;
  readonly bodyLimit?: number;
  readonly result: Result;
  readonly shown_once?: string;
  readonly is_purgeable?: true;
  readonly run: (
    input: z.output<Schema>,
    context: CommandContext,
    needs: Needs,
  ) => Promise<CommandOutcome<z.output<Result>>>;
}): CommandDefinition<Needs> => definition as unknown as CommandDefinition<Needs>;

/** A command with what it needs. */
export type BoundCommand = Omit<CommandDefinition, 'run'> & {
  run(input: unknown, context: CommandContext): Promise<CommandOutcome>;
};

/** Hands the commands of a feature what they need. */
export const bindCommands = <Needs>(
  definitions: readonly CommandDefinition<Needs>[],
  needs: Needs,
): readonly BoundCommand[] =>
  definitions.map((definition) => ({
    ...definition,
    run: (input, context) => definition.run(input, context, needs),
  }));

/** The usual outcome: `result` reads the answer off the command's own events; none, if nothing had to be recorded. */
export const outcome = <Event extends DomainEvent, Result>(
  handled: Pick<Handled<unknown, Event>, 'events' | 'position' | 'duplicate'>,
  result: (events: readonly Event[]) => Result,
): CommandOutcome<Result> => ({
  position: handled.position,
  duplicate: handled.duplicate,
  result: result(handled.events),
});
