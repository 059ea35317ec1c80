import type { z } from 'zod';
import type { DomainEvent } from '../../domain/decider.ts';
import type { Handled } from '../loop/handled.ts';
import type { Audience } from './caller.ts';
import type { CommandContext } from './context.ts';
import type { Operation, Outcome } from './operation.ts';

export interface CommandOutcome<Result = Readonly<Record<string, unknown>>> extends Outcome<Result> {
  readonly duplicate: boolean;
  /**
   * The bus keeps it for repeats. It must follow from the command's own events, because a crash may prevent the
   * keeping.
   */
  readonly result: Result;
}

/**
 * An operation of the venue. Beside its input it carries command_id, which makes it count once, occurred_at and actor.
 */
export interface CommandDefinition<Needs = unknown>
  extends Omit<Operation<z.ZodObject, unknown, CommandContext, Needs, unknown>, 'run'> {
  readonly type: string;
  /** The schema of the result, for the documentation and the tests. */
  readonly result: z.ZodObject;
  /** A reading shows what it defines, in its own words: what the reading shows beside them comes along as `state`. */
  readonly is_shown?: true;
  /** The field of the result that is a secret. It is not kept: a repeat gets null instead. */
  readonly shown_once?: string;
  /** The result names a person, so it is not kept: a repeat is answered from the log, or made anew. */
  readonly names_person?: true;
  /**
   * The result may be deleted after COMMAND_RETENTION. Set it only if `run` calls `recorded` first, answers from what
   * it returns, and does everything else through `handle`. Once set it must stay set: deleted results do not come back.
   */
  readonly is_purgeable?: true;
  readonly run: (input: unknown, context: CommandContext, needs: Needs) => Promise<CommandOutcome>;
}

/**
 * Defines a command. The schema types the input of `run`. The bus has commands of every type in one list, and checks each
 * input against its schema: so the types end here.
 */
export const defineCommand = <Schema extends z.ZodObject, Result extends z.ZodObject, Needs = unknown>(definition: {
  readonly type: string;
  readonly audiences: readonly Audience[];
  readonly summary: string;
  readonly input: Schema;
  readonly bodyLimit?: number;
  readonly result: Result;
  readonly is_shown?: true;
  readonly shown_once?: string;
  readonly names_person?: true;
  readonly is_purgeable?: true;
  readonly run: (
    input: z.output<Schema>,
    context: CommandContext,
    needs: Needs,
  ) => Promise<CommandOutcome<z.output<Result>>>;
}): CommandDefinition<Needs> => definition as unknown as CommandDefinition<Needs>;

/** A command, together with the services that it needs. */
export type BoundCommand = Omit<CommandDefinition, 'run'> & {
  run(input: unknown, context: CommandContext): Promise<CommandOutcome>;
};

/** Gives the commands of a feature the services that they need. */
export const bindCommands = <Needs>(
  definitions: readonly CommandDefinition<Needs>[],
  needs: Needs,
): readonly BoundCommand[] =>
  definitions.map((definition) => ({
    ...definition,
    run: (input, context) => definition.run(input, context, needs),
  }));

/**
 * The usual outcome. `result` makes the answer from the command's own events. There are none if nothing was recorded.
 */
export const outcome = <Event extends DomainEvent, Result>(
  handled: Pick<Handled<unknown, Event>, 'events' | 'position' | 'duplicate'>,
  result: (events: readonly Event[]) => Result,
): CommandOutcome<Result> => ({
  position: handled.position,
  duplicate: handled.duplicate,
  result: result(handled.events),
});
