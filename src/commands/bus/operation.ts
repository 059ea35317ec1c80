import { z } from 'zod';
import type { KEY_PERMISSIONS } from '../../domain/keys/events.ts';
import type { Audience } from './caller.ts';
import type { PartnerContext } from './context.ts';

/** Read models that must show what an operation recorded before it is answered. */
export type AnswerAfter = 'all' | 'reservations' | 'attendance';

export interface Outcome<Result> {
  /** Log position that was reached; null when nothing had to be recorded. */
  readonly position: number | null;
  readonly result: Result;
}

/** What may be asked of the system: by whom, with which input, and what it then does. Commands of the venue are operations, too. */
export interface Operation<Schema, Input, Context, Needs, Result> {
  readonly audiences: readonly Audience[];
  /** 403 for keys without it. */
  readonly permission?: (typeof KEY_PERMISSIONS)[number];
  /** One line for the API's documentation. */
  readonly summary: string;
  /** The body of a request. */
  readonly input: Schema;
  /** Bytes that a request with it may need, where that is more than 1 MB. */
  readonly bodyLimit?: number;
  readonly answerAfter?: AnswerAfter;
  /**
   * Carries it out, or throws a Refusal: then nothing was recorded of it; or Unavailable: then something may have been, and
   * sent again it tells. `needs`: what its concept is put together with, beside the context.
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

/** Of an operation that is asked for without a body. */
export const noBody = z.unknown();
