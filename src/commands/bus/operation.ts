import { z } from 'zod';
import type { KEY_PERMISSIONS } from '../../domain/keys/events.ts';
import type { Audience } from './caller.ts';
import type { PartnerContext } from './context.ts';

/** Read models that must show what an operation recorded before it is answered. */
export type AnswerAfter = 'all' | 'reservations' | 'attendance';

export interface Outcome<Result> {
  /** Log position of what was recorded. Null if nothing had to be recorded. */
  readonly position: number | null;
  readonly result: Result;
}

/**
 * One thing that a key may ask to be done: who may ask, with which input, and what is then done. Commands are
 * operations, too.
 */
export interface Operation<Schema, Input, Context, Needs, Result> {
  readonly audiences: readonly Audience[];
  /** Keys without it get 403. */
  readonly permission?: (typeof KEY_PERMISSIONS)[number];
  /** One line for the API's documentation. */
  readonly summary: string;
  /** The body of a request. */
  readonly input: Schema;
  /** The largest request that the operation needs, in bytes, if that is more than 1 MB. */
  readonly bodyLimit?: number;
  readonly answerAfter?: AnswerAfter;
  /**
   * Carries the operation out. Throws a Refusal if nothing was recorded. Throws Unavailable if something may have been
   * recorded: the caller can send the same request again. `needs`: the services it uses, beside the context.
   */
  readonly run: (input: Input, context: Context, needs: Needs) => Promise<Outcome<Result>>;
}

/** An operation of partners. `run` gets the ids that the path has beside the body. */
export type PartnerOperation<Schema extends z.ZodType, Input, Needs, Result> = Operation<
  Schema,
  Input,
  PartnerContext,
  Needs,
  Result
>;

export const defineOperation = <Schema extends z.ZodType, Input extends z.output<Schema>, Needs, Result>(
  definition: PartnerOperation<Schema, Input, Needs, Result>,
): PartnerOperation<Schema, Input, Needs, Result> => definition;

/** The input of an operation without a body. */
export const noBody = z.unknown();
