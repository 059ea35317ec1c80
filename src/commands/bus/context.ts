import type { Decider, DomainEvent } from '../../domain/decider.ts';
import { invalid } from '../../domain/refusal.ts';
import type { Actor, Conditions } from '../../event-store/event-store.ts';
import type { Claim, IdentityKey } from '../claims/identities.ts';
import type { Beginning, Bringing } from '../loop/begin-both.ts';
import { derivedUuid, type Envelope } from '../loop/envelope.ts';
import type { Folded } from '../loop/folded.ts';
import type { Handled, HandleOptions } from '../loop/handled.ts';
import type { Caller, Partner } from './caller.ts';

/** How an operation acts on a stream, if that is unusual. */
export interface StepOptions {
  readonly point_id?: string | undefined;
  /** Only where the caller has none. */
  readonly brand_id?: string;
  /**
   * Names a step on a stream on which the operation has acted already: with the same name, the second step would count
   * as a repeat of the first.
   */
  readonly step?: string;
  /** When the recorded thing happened, if the input says so; ISO 8601 instant in UTC. */
  readonly occurred_at?: string;
}

/** What every operation acts through: the caller, the time, and the streams of the log. */
export interface OperationContext {
  readonly caller: Caller;
  /** The brand of the operation. Throws a Refusal if the caller (the platform) has none. */
  readonly brand_id: string;
  /** ISO 8601 instant in UTC: when it happened. */
  readonly occurred_at: string;
  /** When it came in, in milliseconds since the epoch. */
  readonly now: number;
  /** Decides and records on stream `category-id`, as this operation. */
  handle<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    id: string | number,
    command: Command,
    options?: StepOptions,
  ): Promise<Handled<State, Event>>;
  /** Another aggregate's state as of now, read from its stream. */
  load<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    id: string | number,
  ): Promise<State>;
  /**
   * What this operation has recorded on the aggregate's stream already, and the state after it; null: nothing. For
   * operations that would otherwise ask for something again before they get to `handle`: a repeat is answered whatever
   * has happened since.
   */
  recorded<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    id: string | number,
  ): Promise<Handled<State, Event> | null>;
  /** The metadata of the operation's events, for parts that record by themselves. */
  envelope(point_id?: string): Envelope;
  /** The id that an outside key has from its first claim on, for every caller. `scope`: what the key is unique in. */
  claim(identity: IdentityKey): Promise<Pick<Claim, 'id' | 'claimed'>>;
  /**
   * Binds an outside key of the brand to an id of ours, once: the first id stays. Answers the id that it is bound to.
   */
  claimFor(kind: string, key: string, id: number): Promise<number>;
  /** A new integer id. For a command, the same one when it is repeated after a crash. */
  newId(label?: string): Promise<number>;
}

/** It tells of something that has happened before it came in: it is judged by what was in force then. */
export const isPast = ({ occurred_at, now }: Pick<OperationContext, 'occurred_at' | 'now'>): boolean =>
  Date.parse(occurred_at) < now;

/** For a command of the venue: its command_id makes it count once. */
export interface CommandContext extends OperationContext {
  readonly command_id: string;
  /** Of a change: the fields that the caller named. The others stay what they are when the change is decided. */
  readonly named?: readonly string[];
  /** A UUID for this command, the same one when it is repeated. */
  newUuid(label: string): string;
}

/** For a partner's operation: only its input can make it count once. */
export interface PartnerContext extends OperationContext {
  readonly caller: Partner;
  /** `command_id`: the id by which the step is recognised, if that follows from the input. */
  handle<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    id: string | number,
    command: Command,
    options?: StepOptions & HandleOptions & { readonly command_id?: string },
  ): Promise<Handled<State, Event>>;
  /** `beginBoth` of the command loop, as this operation. */
  beginBoth<State, Command, Event extends DomainEvent, OfState, OfCommand, OfEvent extends DomainEvent>(
    companion: Beginning<OfState, OfCommand, OfEvent> & Bringing,
    own: Beginning<State, Command, Event>,
    options: { readonly point_id: string; readonly conditions: Omit<Conditions, 'companion'> },
  ): Promise<State>;
  /** The state with the revision it is of. */
  loadFolded<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    id: string | number,
  ): Promise<Folded<State>>;
  /** The id of a key that was claimed before. */
  findClaimed(identity: IdentityKey): Promise<number | undefined>;
}

/** One run of an operation, as far as its events need it. */
export interface Run {
  readonly caller: Caller;
  readonly command_id: string;
  readonly correlation_id: string;
  readonly actor: Actor;
  readonly occurred_at: string;
}

/** The metadata of a step's events: a step with a name is a separate command, caused by the operation. */
export const envelopeOf = (run: Run, { point_id, brand_id, step, occurred_at }: StepOptions): Envelope => ({
  actor: run.actor,
  brand_id: brand_id ?? run.caller.brand_id ?? 'platform',
  causation_id: step === undefined ? null : run.command_id,
  command_id: step === undefined ? run.command_id : derivedUuid(run.command_id, step),
  correlation_id: run.correlation_id,
  occurred_at: occurred_at ?? run.occurred_at,
  ...(point_id !== undefined && { point_id }),
});

export const brandOf = ({ brand_id }: Caller): string => {
  if (brand_id === null) throw invalid('field_required', { field: 'brand_id' });
  return brand_id;
};
