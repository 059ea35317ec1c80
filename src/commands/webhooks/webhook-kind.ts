import type pg from 'pg';
import type { z } from 'zod';
import type { Decider, DomainEvent } from '../../domain/decider.ts';
import type { EventOf, EventType } from '../../domain/event-catalogue.ts';
import type { KEY_PERMISSIONS } from '../../domain/keys/events.ts';
import type { Recorded } from '../../event-store/event-store.ts';

/**
 * Which partners of the event's brand get a call: the one whose it is, all but that one, all, or those whose keys have one of
 * these menus (null: any menu).
 */
export type Hearers =
  | { readonly only: string }
  | { readonly except: string }
  | 'all'
  | { readonly with_menu: readonly number[] | null };

/** Something to tell. */
export interface Notice<Data = unknown> {
  readonly to: Hearers;
  /**
   * A key for some points gets calls about those points. Null: it concerns the whole brand, and such a key gets no
   * call.
   */
  readonly point_id: string | null;
  /** It concerns each point, so a key for some points gets it too; `point_id` is null. */
  readonly of_each_point?: true;
  /** The calls of a lane to one key go out one after another, as long as none of them failed: the order's id. */
  readonly lane?: number;
  /** Employees whom `data` names: when one is erased, the call is deleted. Guests are found by the order, or the event. */
  readonly employee_ids?: readonly number[];
  /** IANA zone of `occurred_at`. Left out: the point's as of now, or UTC without a point. */
  readonly timezone?: string;
  /** For hearers by menu it may be made for each key, from those of the menus that the key has. */
  readonly data: Data | ((menuIds: readonly number[]) => Data);
}

/**
 * Look-ups for what an event does not contain. Each reads a stream: not for something that happens many times a second.
 */
export interface WebhookViews {
  /** The aggregate of the event itself, right after it. */
  stateThen<State, Event extends DomainEvent>(
    decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  ): Promise<State>;
  /** The same aggregate right before the event. */
  stateBefore<State, Event extends DomainEvent>(
    decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  ): Promise<State>;
  /** The language of the event's brand. */
  language(): Promise<string>;
  /** Read models as they were right after the event. It waits until they are there: for rare events. */
  readThen<Found>(readModels: readonly string[], read: (then: ReadingThen) => Promise<Found>): Promise<Found>;
  /** Another aggregate, as of now: it may be newer than the event. */
  load<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    id: string | number,
  ): Promise<State>;
  /** The zone of a point, as of now. */
  timezoneOf(pointId: string): Promise<string>;
}

/** Rows of read models as of an event. */
export interface ReadingThen {
  readonly db: Pick<pg.ClientBase, 'query'>;
  /** The SQL condition for the versions that were valid then. */
  valid(alias: string): string;
}

/** One of the calls that partners can get. */
export interface WebhookKind<Type extends EventType = EventType, Schema extends z.ZodType = z.ZodType> {
  /** Its name in the call, in ConfigureWebhook and in the documentation. Never rename it. */
  readonly event: string;
  /** One line for the documentation: when it is sent. */
  readonly summary: string;
  /** What `data` is, in words, for docs/webhooks.md: as which `GET` it is, or what it has. */
  readonly about_data: string;
  /** The schema of `data`, for the documentation and the tests. */
  readonly data: Schema;
  /** `data` of a call that was made once. */
  readonly example?: unknown;
  /** Types of the events that cause it. */
  readonly types: readonly Type[];
  /** The permission that the key needs to hear it. */
  readonly permission?: (typeof KEY_PERMISSIONS)[number];
  /** The read model that has to show the event before the call goes out, so that GET is not behind; null: none. */
  readonly shown_by: string | null;
  /**
   * How the ids of its calls are made. `together`: numbered over all such kinds of an event, in their order, as ids
   * were made before there were kinds. Ids must stay the same: a new kind leaves this out.
   */
  readonly numbered?: 'together';
  /** It says only that something is to be read again: of equal ones, the last one of several that come together is enough. */
  readonly says_look_again?: true;
  /** The calls of an event: none, or one or more for each key that gets it. */
  tells(
    event: Recorded<EventOf<Type>>,
    views: WebhookViews,
  ): readonly Notice<z.input<Schema>>[] | Promise<readonly Notice<z.input<Schema>>[]>;
}

/**
 * The typed part ends here: followers of the log know events by their names, and each kind gets those of its own types.
 */
export const defineWebhookKind = <Type extends EventType, Schema extends z.ZodType>(
  kind: WebhookKind<Type, Schema>,
): WebhookKind => kind as unknown as WebhookKind;
