import type { z } from 'zod';
import type { Decider, DomainEvent } from '../../domain/decider.ts';
import type { IdentityKey } from '../claims/identities.ts';
import type { KeyLease } from '../keys/key-lease.ts';
import type { Envelope } from '../loop/envelope.ts';
import type { Handled } from '../loop/handled.ts';
import type { Ordering } from '../orders/ordering.ts';
import type { ExternalIds } from '../reservations/external-ids.ts';
import type { WebhookDesk } from '../webhooks/webhook-desk.ts';
import type { Lookups } from './lookups.ts';

export type Audience = 'partner' | 'venue' | 'auditor' | 'platform';

/** Whose key it is. Tenant and point scope come from here alone, never from a request's body. */
export interface Caller {
  readonly key_id: string;
  readonly audience: Audience;
  /** Null only for the platform. */
  readonly brand_id: string | null;
  /** Null: every point of the brand. */
  readonly point_ids: readonly string[] | null;
  readonly name: string;
}

export interface CommandOutcome<Result = Readonly<Record<string, unknown>>> {
  /** Log position the command reached; null when nothing had to be recorded. */
  readonly position: number | null;
  readonly duplicate: boolean;
  /** The bus keeps it for repeats. Follows from the command's own events: a crash may have come before it was kept. */
  readonly result: Result;
}

/** Makes and hashes the api keys that are shown once. */
export interface Secrets {
  mintApiKey(): string;
  hashApiKey(apiKey: string): string;
}

export interface CommandContext {
  readonly caller: Caller;
  /** The brand the command belongs to. Throws a Refusal when the caller (the platform) has none. */
  readonly brand_id: string;
  readonly command_id: string;
  /** ISO 8601 instant in UTC: when it happened at the venue. */
  readonly occurred_at: string;
  /** When it came in, in milliseconds since the epoch. */
  readonly now: number;
  readonly lookups: Lookups;
  readonly secrets: Secrets;
  readonly webhooks: WebhookDesk;
  /** The most that a venue may give a key. */
  readonly maxRequestsPerMinute: number;
  readonly ordering: Ordering;
  readonly externalIds: ExternalIds;
  /** Told of each changed key before the command answers. */
  readonly keys: Pick<KeyLease, 'changed'>;
  /**
   * Decides and records on stream `category-id`, as this command. `brand_id` only where the caller has none. `step` names
   * what a command does on a stream it has been on already: under one name, the second would pass for the first.
   * `occurred_at`: when what is recorded happened, where the command's own fields say so; ISO 8601 instant in UTC.
   */
  handle<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    id: string | number,
    command: Command,
    options?: {
      readonly point_id?: string;
      readonly brand_id?: string;
      readonly step?: string;
      readonly occurred_at?: string;
    },
  ): Promise<Handled<State, Event>>;
  /** Another aggregate's state as of now, read from its stream. */
  load<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    id: string | number,
  ): Promise<State>;
  /**
   * What this command has recorded on the aggregate's stream already, and the state it left; null: it was not carried out.
   * For commands that would ask for something anew before they get to `handle`: a repeat is answered whatever became of
   * that meanwhile.
   */
  recorded<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    id: string | number,
  ): Promise<Handled<State, Event> | null>;
  /** What this command's events carry; for parts that record on their own. */
  envelope(point_id: string): Envelope;
  /** The id an outside key has from its first claim on, whoever asks. `scope`: what the key is unique in. */
  claim(identity: IdentityKey): Promise<number>;
  /** An integer id minted for this command: the same again when the command is repeated after a crash. */
  newId(label?: string): Promise<number>;
  /**
   * Binds an outside key of the brand to an id of ours, once: the first id stays. Answers the id it is bound to.
   */
  claimFor(kind: string, key: string, id: number): Promise<number>;
  /** A UUID minted for this command, likewise. */
  newUuid(label: string): string;
}

export interface CommandDefinition<Input = unknown> {
  readonly type: string;
  readonly audiences: readonly Audience[];
  /** One line for the API's documentation. */
  readonly summary: string;
  /** The command's own fields, without command_id, occurred_at and actor. */
  readonly input: z.ZodType<Input>;
  /** Bytes that a request with it may need, where that is more than 1 MB. */
  readonly bodyLimit?: number;
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
  run(input: Input, context: CommandContext): Promise<CommandOutcome>;
}

export const defineCommand = <Schema extends z.ZodType, Result extends z.ZodObject>(definition: {
  readonly type: string;
  readonly audiences: readonly Audience[];
  readonly summary: string;
  readonly input: Schema;
  readonly bodyLimit?: number;
  readonly result: Result;
  readonly shown_once?: string;
  readonly is_purgeable?: true;
  run(input: z.output<Schema>, context: CommandContext): Promise<CommandOutcome<z.output<Result>>>;
}): CommandDefinition => definition as unknown as CommandDefinition;

/** The usual outcome: `result` reads the answer off the command's own events; none, if nothing had to be recorded. */
export const outcome = <Event extends DomainEvent, Result>(
  handled: Pick<Handled<unknown, Event>, 'events' | 'position' | 'duplicate'>,
  result: (events: readonly Event[]) => Result,
): CommandOutcome<Result> => ({
  position: handled.position,
  duplicate: handled.duplicate,
  result: result(handled.events),
});
